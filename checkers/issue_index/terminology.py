"""The terms of a tree's own policy in place of the preset's, in which the rules' pages are written."""

from __future__ import annotations

from typing import TYPE_CHECKING

from checkers.wording import substitution

if TYPE_CHECKING:
    from checkers.policy.sections import IssueIndex
    from checkers.wording import Translate

_CELL = "[#1](u)"
"""How an issue stands in the examples."""


def translation(own: IssueIndex, preset: IssueIndex) -> Translate | None:
    """How a page reads under another section; None where an issue is written in another way there."""
    return substitution({preset.path: own.path}) if own.issue.search(_CELL) else None
