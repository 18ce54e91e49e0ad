"""Edits: from a file's bytes to its bytes with one deliberate break in it, or the reason why it does not apply."""

from __future__ import annotations

from bot.mutation.edits.apply import STUB, apply
from bot.mutation.edits.changes import line_changes
from bot.mutation.edits.refusal import NotApplied

__all__ = ["STUB", "NotApplied", "apply", "line_changes"]
