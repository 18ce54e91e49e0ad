"""The terms of a tree's own policy in place of the preset's, in which the rules' pages are written."""

from __future__ import annotations

from typing import TYPE_CHECKING

from checkers.wording import substitution

if TYPE_CHECKING:
    from checkers.policy.sections import AttentionRung
    from checkers.wording import Translate


def translation(own: AttentionRung, preset: AttentionRung) -> Translate | None:
    """How a page reads under another section; None where that has no such words."""
    if not own.naive or not own.fast:
        return None
    return substitution({preset.naive[0]: own.naive[0], preset.fast[0]: own.fast[0], preset.marker: own.marker})
