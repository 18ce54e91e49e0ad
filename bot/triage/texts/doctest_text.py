"""doctest's console output."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from bot.triage.texts.failure import Failure, Runner
from bot.triage.texts.scanning import PLACE, block, is_blank, kept

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

MARKS = ("TEST CASE: ", "DOCTEST", "[doctest]")
_RULE = "=" * 79
_CASE = re.compile(r"TEST CASE:  ?(.*)")
_FAILED = re.compile(r" (?:FATAL )?ERROR: ")
_OUTCOME = re.compile(
    r"(?:Should have failed but didn't!|Didn't fail exactly|Failed exactly|Test case exceeded time limit)"
)


def extract(lines: Sequence[str]) -> Iterator[Failure]:
    """Each assertion that failed, each exception and crash, with its case and subcases."""
    case: str | None = None
    index = 0
    while index < len(lines):
        line = lines[index]
        if title := _CASE.match(line):
            index, case = _titles(lines, index, title[1])
            continue
        end = index + 1
        if _is_failure(line):
            end = block(lines, index, _ends)
            yield Failure(Runner.DOCTEST, case, kept(lines, index, end), first=index, last=end - 1)
        elif _OUTCOME.match(line) and case is not None:
            yield Failure(Runner.DOCTEST, case, (line.rstrip(),), first=index, last=index)
        index = end


def _titles(lines: Sequence[str], index: int, case: str) -> tuple[int, str]:
    """The case and its subcases, which follow indented until an empty line."""
    end = block(lines, index, lambda line: not line.startswith("  ") or is_blank(line))
    return end, " > ".join([case.strip(), *(line.strip() for line in lines[index + 1 : end])])


def _is_failure(line: str) -> bool:
    place = PLACE.match(line)
    return place is not None and _FAILED.match(line, place.end()) is not None


def _ends(line: str) -> bool:
    return is_blank(line) or line.startswith((_RULE, "[doctest]")) or PLACE.match(line) is not None
