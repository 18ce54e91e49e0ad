"""What the parsers share: the lines of a step, and the block of lines that follows one of them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from bot.triage.texts.failure import MOST_LINES

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

PLACE = re.compile(
    r"(?P<file>[^\s:(][^:(\n]{0,512}|[A-Za-z]:[\\/][^:(\n]{0,512})(?::(?P<line>\d{1,9})|\((?P<msvc>\d{1,9})\)):"
)
"""`file:12:`, as most print a place, or `file(12):`, as they do on Windows."""


def block(lines: Sequence[str], start: int, ends: Callable[[str], bool], most: int = MOST_LINES) -> int:
    """The index after the last line that belongs to what begins at `start`."""
    limit = min(len(lines), start + most)
    index = start + 1
    while index < limit and not ends(lines[index]):
        index += 1
    return index


def kept(lines: Sequence[str], start: int, end: int) -> tuple[str, ...]:
    """Those lines without empty ones at either end."""
    while end > start and not lines[end - 1].strip():
        end -= 1
    return tuple(line.rstrip() for line in lines[start:end])


def is_blank(line: str) -> bool:
    """Whether nothing is printed there."""
    return not line.strip()
