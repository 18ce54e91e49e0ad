"""Python's tracebacks: the failing statements and the error that came out."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from bot.triage.texts.failure import MOST_LINES

if TYPE_CHECKING:
    from collections.abc import Sequence

BEGINS = "Traceback (most recent call last):"
_FRAME = re.compile(r'  File "[^"\n]{0,1024}", line \d+')
_POINTER = re.compile(r"[ ~^]+$")


def told(lines: Sequence[str], start: int, end: int, *, needed: bool = False) -> tuple[str, ...]:
    """Of the last traceback between those lines: the statements of its first and last frame, and the error's lines.

    Where there is none, all of the lines are the error's; nothing, where one is `needed`.
    """
    found = [index for index in range(start, end) if lines[index].startswith(BEGINS)]
    if needed and not found:
        return ()
    begins = found[-1] if found else start
    code: list[str] = []
    error = begins
    for index in range(begins + 1, end):
        line = lines[index]
        if not line.startswith(" "):
            error = index
            break
        if _FRAME.match(line) and index + 1 < end and lines[index + 1].startswith("    "):
            code.append(lines[index + 1].rstrip())
    statements = [*dict.fromkeys([code[0], code[-1]])] if code else []
    shown = [line.rstrip() for line in lines[error:end] if line.strip() and not _POINTER.match(line)]
    return (*statements, *shown[: MOST_LINES - 2])


def end_of(lines: Sequence[str], start: int) -> int:
    """The index after the line that names the error of the traceback that begins at `start`."""
    index = start + 1
    while index < len(lines) and lines[index].startswith(" "):
        index += 1
    return min(index + 1, len(lines))
