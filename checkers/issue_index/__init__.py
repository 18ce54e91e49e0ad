"""issue-index: was the append-only index only appended to, through every commit and every merge?"""

from __future__ import annotations

from checkers.issue_index.rules import RULES
from checkers.issue_index.verdict import judge

__all__ = ["RULES", "judge"]
