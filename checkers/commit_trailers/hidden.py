"""Trailers that stand in a message without git seeing them, and the line that hides them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from checkers.commit_trailers.git_trailers import COMMENT, GENERATED, SPACE, is_blank, key_of
from checkers.commit_trailers.reading import is_rule

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from checkers.commit_trailers.reading import Reading


class Hidden(NamedTuple):
    """The keys, in lower case, that stand unseen, and the index of the line that hides the last of them."""

    keys: frozenset[str]
    by: int


def hidden(reading: Reading, missing: Iterable[str]) -> Hidden | None:
    """Which of the missing keys (lower case) stand in the message all the same; None where none does."""
    wanted = frozenset(missing)
    places = {i: key.lower() for i, line in enumerate(reading.lines) if (key := key_of(line)) and key.lower() in wanted}
    if not places:
        return None
    return Hidden(frozenset(places.values()), _hiding_line(reading, max(places)))


def _hiding_line(reading: Reading, last: int) -> int:
    if last >= len(reading.visible):
        return reading.text.partition("\0")[0].count("\n")
    below = range(last + 1, len(reading.lines))
    above = range(last - 1, -1, -1)
    return next(
        (
            index
            for indexes, rules_hide in ((below, False), (below, True), (_up_to_blank(reading.lines, above), False))
            for index in indexes
            if _hides(reading.lines[index], rules_hide)
        ),
        0,
    )


def _up_to_blank(lines: Sequence[str], indexes: range) -> range:
    blank = next((i for i in indexes if is_blank(lines[i])), -1)
    return range(indexes.start, blank, -1)


def _hides(line: str, rules_hide: bool) -> bool:
    if is_blank(line) or line[0] in SPACE or line.startswith((COMMENT, *GENERATED)):
        return False
    return key_of(line) is None and (rules_hide or not is_rule(line))
