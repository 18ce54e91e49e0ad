"""commit-trailers: does every message that lands carry its protocol trailers and an honest attribution?"""

from __future__ import annotations

from checkers.commit_trailers.rules import RULES
from checkers.commit_trailers.verdict import judge

__all__ = ["RULES", "judge"]
