"""Two versions of the index: which rows went, changed, moved or came, told apart by text and issue number."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from checkers.issue_index.index import Index, Row

Pair = tuple["Row", "Row"]


class Comparison(NamedTuple):
    """What became of the base's rows, as (base's, head's) pairs in the base's order, and what head added."""

    kept: tuple[Pair, ...]
    edited: tuple[Pair, ...]
    moved: tuple[Pair, ...]
    removed: tuple[Row, ...]
    added: tuple[Row, ...]


def compare(base: Index, head: Index) -> Comparison:
    """Match equal texts first, then by issue number what is left; the fewest moves explain the order.

    A line of head that has an issue number counts as that issue's row even where it is malformed. O(n log n).
    """
    same, gone, new = _matched(base.rows, [row for row in head.table if row.issue], lambda row: row.text)
    edited, removed, added = _matched(gone, new, lambda row: row.issue or "")
    in_place = _longest_rising([after.line for _, after in same])
    stayed = [pair for pair, stays in zip(same, in_place, strict=True) if stays]
    moved = [pair for pair, stays in zip(same, in_place, strict=True) if not stays]
    reended = [pair for pair in stayed if _is_reended(pair)]
    return Comparison(
        kept=tuple(pair for pair in stayed if not _is_reended(pair)),
        edited=tuple(sorted([*edited, *reended], key=lambda pair: pair[0].line)),
        moved=tuple(moved),
        removed=tuple(removed),
        added=tuple(row for row in added if row.fault is None),
    )


def above_base_rows(comparison: Comparison) -> list[Row]:
    """The added rows that stand above a row of the base."""
    last = max((after.line for _, after in (*comparison.kept, *comparison.edited)), default=0)
    return [row for row in comparison.added if row.line < last]


def _is_reended(pair: Pair) -> bool:
    """Whether only the line's end changed; one that was missing and is there now is no edit."""
    before, after = pair
    return bool(before.end and after.end) and before.end != after.end


def _matched(
    before: Iterable[Row], after: Sequence[Row], key: Callable[[Row], str]
) -> tuple[list[Pair], list[Row], list[Row]]:
    """Pairs of equal key, the first with the first, in the order of `before`; what is left of the two."""
    waiting: dict[str, list[Row]] = defaultdict(list)
    for row in reversed(after):
        waiting[key(row)].append(row)
    pairs: list[Pair] = []
    left: list[Row] = []
    for row in before:
        candidates = waiting.get(key(row))
        if candidates:
            pairs.append((row, candidates.pop()))
        else:
            left.append(row)
    taken = {match.line for _, match in pairs}
    return pairs, left, [row for row in after if row.line not in taken]


def _longest_rising(numbers: Sequence[int]) -> list[bool]:
    """Which of the numbers make up a longest rising subsequence."""
    tails: list[int] = []
    tail_places: list[int] = []
    previous: list[int] = []
    for place, number in enumerate(numbers):
        length = bisect_left(tails, number)
        previous.append(tail_places[length - 1] if length else -1)
        if length == len(tails):
            tails.append(number)
            tail_places.append(place)
        else:
            tails[length] = number
            tail_places[length] = place
    chosen = [False] * len(numbers)
    place = tail_places[-1] if tail_places else -1
    while place >= 0:
        chosen[place] = True
        place = previous[place]
    return chosen
