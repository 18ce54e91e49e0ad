"""Programs that ended by themselves: failed assertions of C, uncaught exceptions, signals as a shell tells them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from bot.triage.texts import tracebacks
from bot.triage.texts.failure import Failure, Runner

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

MARKS = (
    "Assertion ",
    "terminate called",
    "libc++abi: ",
    "core dumped",
    "Segmentation fault",
    "Aborted",
    tracebacks.BEGINS,
)
_ASSERT = re.compile(r"[^\n]{0,2048}?: Assertion [`'].{0,4096}' failed\.|Assertion failed: ")
_TERMINATE = ("terminate called ", "libc++abi: ")
_NAMES = (
    "Segmentation fault|Aborted|Killed|Bus error|Illegal instruction|Floating point exception|Trace/breakpoint trap"
)
_SIGNAL = re.compile(
    rf"(?:.{{0,1024}}?: line \d{{1,9}}: )?\s{{0,64}}(?P<pid>\d{{1,9}} )?(?:{_NAMES})(?: +\(core dumped\))?(?: .*)?$"
)


def extract(lines: Sequence[str]) -> Iterator[Failure]:
    """Each of them, with what the exception said."""
    index = 0
    while index < len(lines):
        line, end = lines[index], index + 1
        text: tuple[str, ...] = ()
        if _ASSERT.match(line):
            text = (line.rstrip(),)
        elif line.startswith(_TERMINATE):
            end += index + 1 < len(lines) and lines[index + 1].startswith("  what():")
            text = tuple(each.rstrip() for each in lines[index:end])
        elif line.startswith(tracebacks.BEGINS):
            end = tracebacks.end_of(lines, index)
            text = tracebacks.told(lines, index, end)
        elif signal := _SIGNAL.match(line):
            text = (f"{line[signal.end('pid') if signal['pid'] else 0 :].strip()}",)
        if text:
            yield Failure(Runner.CRASH, None, text, first=index, last=end - 1)
        index = end
