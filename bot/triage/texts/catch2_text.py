"""Catch2's console output, of versions 2 and 3."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.triage.texts.failure import Failure, Runner
from bot.triage.texts.scanning import PLACE, block, is_blank, kept

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

MARKS = (": FAILED:",)
_RULE = "-" * 79
_DOTS = "." * 79
_MOST_TITLES = 40


def extract(lines: Sequence[str]) -> Iterator[Failure]:
    """Each assertion that failed, each exception and crash, with its test case and sections."""
    case: str | None = None
    index = 0
    while index < len(lines):
        line, end = lines[index], index + 1
        if line.startswith(_RULE):
            end, case = _titles(lines, index, case)
        elif _is_failure(line):
            end = block(lines, index, _ends)
            yield Failure(Runner.CATCH2, case, kept(lines, index, end), first=index, last=end - 1)
        index = end


def _titles(lines: Sequence[str], index: int, case: str | None) -> tuple[int, str | None]:
    """The test case and its sections, which stand between two rules."""
    end = block(lines, index, lambda line: line.startswith((_RULE, _DOTS)) or is_blank(line), _MOST_TITLES)
    if end < len(lines) and lines[end].startswith(_RULE):
        return end + 1, " > ".join(line.strip() for line in lines[index + 1 : end])
    return index + 1, case


def _is_failure(line: str) -> bool:
    place = PLACE.match(line)
    return place is not None and line.startswith(" FAILED:", place.end())


def _ends(line: str) -> bool:
    return is_blank(line) or line.startswith((_RULE, "=" * 79, _DOTS)) or _is_failure(line)
