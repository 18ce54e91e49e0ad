"""What was meant by a name that is not known: one that is really close, or else what there is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from checkers.wording import listed, shown

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

_LONGEST = 120
"""Characters of a name that somebody may have mistyped."""
_PER_MISTAKE = 3
"""How many characters of a name there must be for each that is wrong."""
_LISTED = 20


def did_you_mean(
    name: str, known: Iterable[str], otherwise: str | None = None, told: Mapping[str, str] | None = None
) -> str:
    """`did you mean NAME?` where one is close, else `otherwise`, which is a list of what there is if it is not told.

    A name is close where an edit for each three characters of the word makes it of the word, or where it is the only
    one that begins with the word; case does not count, nor which of `-` and `_` stands in it. `told` has the words for
    names that are told in other words.
    """
    names = list(known)
    near = _nearest(name, names)
    if near is not None:
        return f"did you mean {shown((told or {}).get(near, near))}?"
    return there_are(names) if otherwise is None else otherwise


def there_are(names: Iterable[str]) -> str:
    """`there are NAME, NAME`, cut where they are many."""
    every = [shown(name) for name in dict.fromkeys(names)]
    return f"there are {listed(every, _LISTED) or 'none'}"


def _nearest(name: str, known: Iterable[str]) -> str | None:
    word = _folded(name) if 0 < len(name) <= _LONGEST else ""
    if not word:
        return None
    best, near, begun = len(word) // _PER_MISTAKE, None, []
    for one in known:
        folded = _folded(one[: 2 * _LONGEST])
        if folded.startswith(word):
            begun.append(one)
        distance = _distance(word, folded, best)
        if distance is not None and (near is None or distance < best):
            best, near = distance, one
    return near if near is not None else begun[0] if len(begun) == 1 else None


def _folded(name: str) -> str:
    return name.casefold().replace("_", "-")


def _distance(first: str, second: str, at_most: int) -> int | None:
    """How many insertions, removals, replacements and swaps of neighbours lie between two words; None for too many.

    Optimal string alignment (L. Boytsov, 2011), of which only the cells within `at_most` of the diagonal are needed.
    """
    if abs(len(first) - len(second)) > at_most:
        return None
    beyond = at_most + 1
    before: dict[int, int] = {}
    row = {column: column for column in range(min(at_most, len(second)) + 1)}
    for line, character in enumerate(first, start=1):
        earlier, before, row = before, row, {0: line} if line <= at_most else {}
        for column in range(max(1, line - at_most), min(len(second), line + at_most) + 1):
            differ = character != second[column - 1]
            best = min(
                before.get(column, beyond) + 1, row.get(column - 1, beyond) + 1, before.get(column - 1, beyond) + differ
            )
            if line > 1 < column and first[line - 2] == second[column - 1] and character == second[column - 2]:
                best = min(best, earlier.get(column - 2, beyond) + 1)
            row[column] = best
        if min(row.values(), default=beyond) > at_most and min(before.values(), default=beyond) > at_most:
            return None
    found = row.get(len(second), beyond)
    return found if found <= at_most else None
