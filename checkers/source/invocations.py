"""Where macros are invoked that are worth expanding."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

PARENTHESES = frozenset({b"(", b")"})


def invocations(
    texts: Sequence[bytes],
    told: Sequence[int],
    parentheses: Sequence[int],
    known: Mapping[bytes, object],
    relevant: frozenset[bytes],
    names: frozenset[bytes],
) -> Iterator[int]:
    """The indices of macro names that are worth expanding, in order: relevant ones, and those around a watched name.

    `texts` are those of the tokens. `told` and `parentheses` are the indices to look at, others may be among them:
    those of known macros, relevant ones and names, and those of parentheses.
    """
    watched = [i for i in told if texts[i] in names or texts[i] in relevant]
    closers = _closing_parentheses(texts, parentheses) if watched else {}
    dull_until = -1
    for index in told:
        text = texts[index]
        if text not in known:
            continue
        if text in relevant:
            yield index
        elif index >= dull_until and (close := closers.get(index + 1)) is not None:
            first = bisect_left(watched, index)
            if first < len(watched) and watched[first] < close:
                yield index
            else:
                dull_until = close


def _closing_parentheses(texts: Sequence[bytes], parentheses: Sequence[int]) -> dict[int, int]:
    """Where each parenthesis that opens among some tokens closes, by index."""
    closers, opened = {}, list[int]()
    for index in parentheses:
        text = texts[index]
        if text == b"(":
            opened.append(index)
        elif text == b")" and opened:
            closers[opened.pop()] = index
    return closers
