"""attention-rung: does every call that names the naive attention kernel say why?"""

from __future__ import annotations

from checkers.attention_rung.rules import RULES
from checkers.attention_rung.verdict import judge

__all__ = ["RULES", "judge"]
