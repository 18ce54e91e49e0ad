"""Two versions of the index: which rows went, changed, moved or came, told apart by text and issue number."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, NamedTuple

from checkers.sequences import longest_in_order

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
    in_place = frozenset(longest_in_order([after.line for _, after in same]))
    stayed = [pair for position, pair in enumerate(same) if position in in_place]
    moved = [pair for position, pair in enumerate(same) if position not in in_place]
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
