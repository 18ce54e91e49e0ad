"""A policy's regular expression as it meets text of a pull request: no text holds the run up."""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from re import Match, Pattern

_SEARCHED = (1_000, 200, 100, 60)
_MATCHED = (1_000, 600, 300, 300)
"""Characters that are looked at, by how many places of the expression are undecided (`checkers.policy.regexes`).

Each such place, and each start of a search, is one more power of the length in the worst time; none takes a second.
"""


class BoundedRegex:
    """A checked expression, compiled when first used. What lies beyond its bound is as if it were not there."""

    def __init__(self, pattern: str) -> None:
        self.pattern = pattern

    def __eq__(self, other: object) -> bool:
        return isinstance(other, BoundedRegex) and self.pattern == other.pattern

    def __hash__(self) -> int:
        return hash(self.pattern)

    @cached_property
    def _compiled(self) -> Pattern[str]:
        return re.compile(self.pattern)

    @cached_property
    def _undecided(self) -> int:
        from checkers.policy.regexes import undecided  # most runs meet no text that is long

        return undecided(self.pattern)

    def search(self, text: str) -> Match[str] | None:
        """The first match that begins near the start, with its group `number` whole."""
        if len(text) <= _SEARCHED[-1]:
            return self._compiled.search(text)
        most = _SEARCHED[self._undecided]
        found = self._compiled.search(text, 0, most)
        is_cut = found is not None and found.end("number") == most < len(text)
        return None if is_cut else found

    def matches(self, text: str) -> bool:
        """Whether it matches all of the text; never where that is too long."""
        if len(text) > _MATCHED[-1] and len(text) > _MATCHED[self._undecided]:
            return False
        return self._compiled.fullmatch(text) is not None
