"""Angle brackets in a token stream: which `<` are closed, and where, for all of them in one pass."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from checkers.source.stream import Stream
    from checkers.source.tokens import Tokens

_OPENING, _CLOSING = frozenset({b"(", b"[", b"{"}), frozenset({b")", b"]", b"}"})
_ANGLES = {b">": 1, b">>": 2}
_NEAR = 64
"""Tokens."""
_SIGNS = _OPENING | _CLOSING | _ANGLES.keys() | {b"<", b";"}


def near_closer(stream: Stream, opener: int) -> int | None:
    """What closes the `<` at `opener`, itself where nothing does; None where a few tokens do not tell."""
    depth = brackets = 0
    index = opener
    for _ in range(_NEAR):
        text = stream.text(index)
        if text in _OPENING:
            brackets += 1
        elif text in _CLOSING:
            brackets -= 1
        elif not brackets:
            depth += (text == b"<") - _ANGLES.get(text, 0)
        if depth <= 0:
            return index
        if brackets < 0 or text in (b"", b";"):
            return opener
        index = stream.after(index)
    return None


def angle_closers(tokens: Tokens, following: Mapping[int, int]) -> dict[int, int]:
    """The index of the token that closes a `<`, by the index of each `<` that is a bracket.

    It stands in the same round, square or curly brackets and before the next `;`; a `>>` closes two. `following` holds
    where the token that comes next in the same build is not the next index.
    """
    pairs = _Pairs(tokens, following)
    for number in range(pairs.end - 1, -1, -1):
        pairs.take(number)
    return pairs.found


class _Pairs:
    """The signs of a stream, taken from last to first.

    By number of a sign, for all that is read from it on: `leaves` is the first sign that closes a bracket opened
    earlier, `ends` the first one that does so or closes a `<` opened earlier, `spare` how many of these it closes. The
    number beyond the last sign stands for a statement's end, which closes nothing.
    """

    def __init__(self, tokens: Tokens, following: Mapping[int, int]) -> None:
        self.texts = tokens.texts
        self.places = sorted({*tokens.find(_SIGNS), *following})
        self.end = len(self.places)
        self.next = [
            bisect_left(self.places, following[index]) if index in following else number
            for number, index in enumerate(self.places, 1)
        ]
        self.leaves, self.ends, self.spare = ([value] * (self.end + 1) for value in (self.end, self.end, 0))
        self.found: dict[int, int] = {}

    def take(self, number: int) -> None:
        """Take a sign whose followers have been taken."""
        text, after = self.texts[self.places[number]], self.next[number]
        if text in _CLOSING:
            self.leaves[number] = self.ends[number] = number
        elif text in _OPENING:
            closer = self.leaves[after]
            self._like(number, self.next[closer] if closer < self.end else closer)
        elif text != b";":
            self._like(number, after)
            if text == b"<":
                self._close(number)
            elif text in _ANGLES:
                self.ends[number], self.spare[number] = number, _ANGLES[text]

    def _like(self, number: int, other: int) -> None:
        self.leaves[number], self.ends[number], self.spare[number] = (
            self.leaves[other],
            self.ends[other],
            self.spare[other],
        )

    def _close(self, number: int) -> None:
        """Close a `<` by what ends all that follows it, if that can."""
        closer = self.ends[number]
        if not self.spare[number]:
            return
        self.found[self.places[number]] = self.places[closer]
        if self.spare[number] > 1:
            self.spare[number] -= 1
        else:
            after = self.next[closer]
            self.ends[number], self.spare[number] = self.ends[after], self.spare[after]
