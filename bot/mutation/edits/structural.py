"""The edits that need a reader of the language."""

from __future__ import annotations

from bot.mutation.model import DeleteCall, Negate, Rename, ReturnEarly

StructuralEdit = DeleteCall | Negate | ReturnEarly | Rename
