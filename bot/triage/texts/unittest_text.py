"""The text that Python's unittest writes."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from bot.triage.texts import tracebacks
from bot.triage.texts.failure import Failure, Runner

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

MARKS = ("FAIL: ", "ERROR: ", "UNEXPECTED SUCCESS: ")
_DOUBLE, _SINGLE = "=" * 70, "-" * 70
_TITLE = re.compile(r"(?:FAIL|ERROR|UNEXPECTED SUCCESS): (?P<case>\S.*)")


def extract(lines: Sequence[str]) -> Iterator[Failure]:
    """Each test, subtest, class or module that failed: its statements and its error."""
    index = 0
    while index + 1 < len(lines):
        title = _TITLE.match(lines[index + 1]) if lines[index].rstrip() == _DOUBLE else None
        if title is None:
            index += 1
            continue
        start, end = _body(lines, index + 2)
        text = tracebacks.told(lines, start, end) or (lines[index + 1].rstrip(),)
        yield Failure(Runner.UNITTEST, title["case"].strip(), text, first=index, last=end - 1)
        index = end


def _body(lines: Sequence[str], start: int) -> tuple[int, int]:
    """Between the rule under the title, which a test's description may precede, and the next rule of either kind."""
    while start < len(lines) and lines[start].rstrip() not in (_SINGLE, _DOUBLE):
        start += 1
    end = start + 1
    while end < len(lines) and lines[end].rstrip() not in (_SINGLE, _DOUBLE):
        end += 1
    return min(start + 1, len(lines)), min(end, len(lines))
