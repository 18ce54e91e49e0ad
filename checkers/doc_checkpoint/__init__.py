"""doc-checkpoint: did the claims that a change makes reach the documents that state them, in the same change?"""

from __future__ import annotations

from checkers.doc_checkpoint.rules import RULES
from checkers.doc_checkpoint.verdict import judge

__all__ = ["RULES", "judge"]
