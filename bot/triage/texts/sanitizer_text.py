"""Reports of AddressSanitizer, LeakSanitizer, MemorySanitizer, ThreadSanitizer and UndefinedBehaviorSanitizer."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from bot.triage.texts.failure import Failure, Runner
from bot.triage.texts.scanning import is_blank

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

MARKS = ("Sanitizer", "runtime error: ")
_REPORT = re.compile(
    r"(?:==\d+==\s?(?:ERROR|WARNING): (?!LeakSanitizer)\w+Sanitizer: |WARNING: ThreadSanitizer: |FATAL: \w+Sanitizer: )"
)
_LEAK = re.compile(r"(?:Direct|Indirect) leak of ")
_UNDEFINED = re.compile(r"[^\n]{0,1024}?:\d+:\d+: runtime error: ")
_ENDS = re.compile(r"={18}|SUMMARY: |==\d+==ABORTING|Shadow bytes around|##\[")
_FRAME = re.compile(r"\s+#\d+ (?:0x[0-9a-f]+ (?:in )?)?(?P<what>.*)")
_NO_ACCESS = re.compile(
    r"(?:\s*Thread T|\s*Mutex M|\s*As if synchronized|0x|allocated by|freed by|previously allocated)"
)
_LIBRARY = re.compile(r" /usr/| \.\./|<null>|\(/(?:lib|usr)|libsanitizer|__libc_start|_start \(")
_MOST_REPORT = 400
_FRAMES = 4
"""Of each stack; those that lie in libraries are no part of the reason."""


def extract(lines: Sequence[str]) -> Iterator[Failure]:
    """Each report: its headline, its accesses, and the innermost frames of the program's own code."""
    index = 0
    while index < len(lines):
        line, end = lines[index], index + 1
        if _REPORT.match(line):
            end = _end(lines, index, _ENDS)
            yield _report(lines, index, end)
        elif _LEAK.match(line):
            end = _end(lines, index, re.compile(r"\s*$|SUMMARY: "))
            yield _report(lines, index, end)
        elif _UNDEFINED.match(line):
            yield Failure(Runner.SANITIZER, None, (line.rstrip(),), first=index, last=index)
        index = end


def _end(lines: Sequence[str], start: int, ends: re.Pattern[str]) -> int:
    end = start + 1
    while end < len(lines) and end - start < _MOST_REPORT and not ends.match(lines[end]):
        end += 1
    return end


def _report(lines: Sequence[str], start: int, end: int) -> Failure:
    told, frames = [lines[start].rstrip()], 0
    for line in lines[start + 1 : end]:
        frame = _FRAME.match(line)
        if frame is None and _NO_ACCESS.match(line):
            break
        if frame is None:
            frames = 0
            told += [] if is_blank(line) else [line.rstrip()]
        elif frames < _FRAMES and not _LIBRARY.search(frame["what"]):
            frames += 1
            told.append(f"    {frame['what'].rstrip()}")
    return Failure(Runner.SANITIZER, None, tuple(told), first=start, last=end - 1)
