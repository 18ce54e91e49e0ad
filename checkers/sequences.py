"""What is already in order in a sequence, so that as little of it as possible counts as out of place."""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


def longest_in_order(numbers: Sequence[float]) -> list[int]:
    """The positions, from 0 and rising, of a longest subsequence that never falls.

    Patience sorting, O(n log n): https://en.wikipedia.org/wiki/Longest_increasing_subsequence.
    """
    tails: list[float] = []
    ends: list[int] = []
    before: list[int] = []
    for position, number in enumerate(numbers):
        length = bisect_right(tails, number)
        before.append(ends[length - 1] if length else -1)
        tails[length : length + 1] = [number]
        ends[length : length + 1] = [position]
    run: list[int] = []
    position = ends[-1] if ends else -1
    while position >= 0:
        run.append(position)
        position = before[position]
    return run[::-1]
