"""GoogleTest's console output."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from bot.triage.texts.failure import Failure, Runner
from bot.triage.texts.scanning import PLACE, block, is_blank, kept

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

MARKS = ("[ RUN      ] ", "[  FAILED  ] ", ": Failure")
_RUN = re.compile(r"\[ RUN      \] (\S.*)")
_DONE = re.compile(r"\[(?:  FAILED  |       OK |  SKIPPED )\] ")
_TAG = re.compile(r"\[(?: RUN      |  FAILED  |       OK |  SKIPPED |  PASSED  |==========|----------|  DEATH   )\]")


def extract(lines: Sequence[str]) -> Iterator[Failure]:
    """Each assertion that failed and each exception, with its test; a test that began and never ended, too."""
    case: str | None = None
    begun = 0
    index = 0
    while index < len(lines):
        line, end = lines[index], index + 1
        if started := _RUN.match(line):
            if case is not None:
                yield _unfinished(case, begun, lines)
            case, begun = started[1].strip(), index
        elif _DONE.match(line):
            case = None
        elif _is_failure(line):
            end = block(lines, index, _ends)
            yield Failure(Runner.GTEST, case, kept(lines, index, end), first=index, last=end - 1)
        index = end
    if case is not None:
        yield _unfinished(case, begun, lines)


def _unfinished(case: str, begun: int, lines: Sequence[str]) -> Failure:
    """What it said before, and the words of a crash, are failures of their own."""
    return Failure(Runner.GTEST, case, (f"{lines[begun].rstrip()} … did not end",), first=begun, last=begun)


def _is_failure(line: str) -> bool:
    if line.startswith("unknown file: "):
        return line.startswith(("unknown file: Failure", "unknown file: error: "))
    place = PLACE.match(line)
    return place is not None and line.startswith((" Failure", " error: "), place.end())


def _ends(line: str) -> bool:
    return is_blank(line) or _TAG.match(line) is not None or _is_failure(line)
