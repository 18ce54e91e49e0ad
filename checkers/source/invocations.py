"""Where macros are invoked that are worth expanding."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from checkers.source.lexer import Token

_PARENTHESES = frozenset({b"(", b")"})


def invocations(
    tokens: Sequence[Token],
    start: int,
    end: int,
    known: Mapping[bytes, object],
    relevant: frozenset[bytes],
    names: frozenset[bytes],
) -> Iterator[int]:
    """The indices of macro names that are worth expanding, in order: relevant ones, and those around a watched name."""
    hot = names | relevant
    told = [i for i, token in enumerate(tokens[start:end], start) if token[1] in hot or token[1] in known]
    watched = [i for i in told if tokens[i][1] in hot]
    closers = _closing_parentheses(tokens, start, end) if watched else {}
    dull_until = start
    for index in told:
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
    for index in [i for i, token in enumerate(tokens[start:end], start) if token[1] in _PARENTHESES]:
        if tokens[index][1] == b"(":
            opened.append(index)
        elif opened:
            closers[opened.pop()] = index
    return closers
