"""git's own globs: `**` crosses folders, `*` and `?` do not, a pattern is matched against the whole path."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from re import Pattern


@dataclass(frozen=True)
class Globs:
    """A list of patterns as one matcher. Raises ValueError for a pattern that git would not understand."""

    patterns: tuple[str, ...]
    regex: Pattern[str]

    @classmethod
    def of(cls, patterns: Iterable[str]) -> Globs:
        """Compile the patterns; an empty list matches nothing."""
        raise NotImplementedError

    def match(self, path: str) -> bool:
        """Whether any pattern matches the whole path."""
        return self.regex.fullmatch(path) is not None
