"""How many lines an edit added and removed."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

_MOST_CHANGED = 1000
"""Up to here the shortest edit script is looked for, which costs the square of the number of changed lines."""


def line_changes(before: bytes | None, after: bytes | None) -> tuple[int, int]:
    """Lines added and removed, as a diff would count them; None is an absent file.

    Where more than a thousand lines changed, a line that moved counts as neither.
    """
    old, new = _trimmed(_lines(before), _lines(after))
    changed = _distance(old, new)
    if changed is None:
        left, right = Counter(old), Counter(new)
        return (right - left).total(), (left - right).total()
    # Removed and added lines sum up to the distance and differ by how much the file grew.
    added = (changed + len(new) - len(old)) // 2
    return added, changed - added


def _lines(data: bytes | None) -> list[bytes]:
    return data.splitlines(keepends=True) if data else []


def _trimmed(old: list[bytes], new: list[bytes]) -> tuple[list[bytes], list[bytes]]:
    """Both without the lines that they begin and end with in common."""
    most = min(len(old), len(new))
    first = next((i for i in range(most) if old[i] != new[i]), most)
    most -= first
    last = next((i for i in range(most) if old[-1 - i] != new[-1 - i]), most)
    return old[first : len(old) - last], new[first : len(new) - last]


def _distance(old: Sequence[bytes], new: Sequence[bytes]) -> int | None:
    """The length of the shortest edit script (E. Myers, 1986); None beyond _MOST_CHANGED."""
    furthest = {1: 0}
    for distance in range(min(len(old) + len(new), _MOST_CHANGED) + 1):
        for diagonal in range(-distance, distance + 1, 2):
            goes_down = diagonal == -distance or (
                diagonal != distance and furthest[diagonal - 1] < furthest[diagonal + 1]
            )
            x = furthest[diagonal + 1] if goes_down else furthest[diagonal - 1] + 1
            while x < len(old) and 0 <= x - diagonal < len(new) and old[x] == new[x - diagonal]:
                x += 1
            furthest[diagonal] = x
            if x >= len(old) and x - diagonal >= len(new):
                return distance
    return None
