"""Where macros are invoked that are worth expanding."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from checkers.source.lexer import Token


def invocations(
    tokens: Sequence[Token],
    start: int,
    end: int,
    known: Mapping[bytes, object],
    relevant: frozenset[bytes],
    names: frozenset[bytes],
) -> Iterator[int]:
    """The indices of macro names that are worth expanding, in order: relevant ones, and those around a watched name."""
    closers = _closing_parentheses(tokens, start, end)
    watched = [i for i in range(start, end) if tokens[i].text in names or tokens[i].text in relevant]
    dull_until = start
    for index in range(start, end):
        text = tokens[index].text
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


def _closing_parentheses(tokens: Sequence[Token], start: int, end: int) -> dict[int, int]:
    """Where each parenthesis that opens in a run closes, by index."""
    closers, opened = {}, list[int]()
    for index in range(start, end):
        text = tokens[index].text
        if text == b"(":
            opened.append(index)
        elif text == b")" and opened:
            closers[opened.pop()] = index
    return closers
