"""CTest's console output: which tests did not pass, and what they printed where it shows that."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from bot.triage.texts.failure import Failure, Runner
from bot.triage.texts.scanning import is_blank, kept

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

MARKS = ("***", "tests FAILED:", "No tests were found")
_RESULT = re.compile(r"\s*\d+/\d+ Test +#(?P<number>\d+): (?P<name>\S.*?) ?\.{2,}(?P<what>.*)")
_NOT_PASSED = re.compile(r"\s*\*\*\*(?P<why>[A-Z].*)")
_TIME = re.compile(r"\s+\d+\.\d+ sec\s*$")
_BOUNDARY = re.compile(r"\s*\d+/\d+ Test +#\d+:|\s+Start +\d+: |test \d+$|\d+% tests passed|Total Test time")
_STARTS = re.compile(r" +Start +\d+: ")
_PREFIX = re.compile(r"^\d+: ")
_LISTED = re.compile(r"\t? *\d+ - (?P<name>\S.*?) \((?P<why>[^()]+)\)")
_BARE = frozenset({"Failed", "Not Run", "Exception"})
_SHOWN = 12
"""How many of a test's last lines tell why it failed, where no parser knows its words."""


def extract(lines: Sequence[str]) -> Iterator[Failure]:
    """Each test that did not pass, once; a list at the end adds those whose own line is not there."""
    told: set[str] = set()
    start = 0
    for index, line in enumerate(lines):
        if _BOUNDARY.match(line) is None:
            continue
        result = _RESULT.match(line)
        if result and (failed := _NOT_PASSED.match(result["what"])):
            told.add(result["name"].strip())
            yield _failure(lines, result["name"].strip(), _TIME.sub("", failed["why"]).strip(), start, index)
        start = index
    yield from _listed(lines, told)


def without_numbers(lines: Sequence[str]) -> tuple[str, ...]:
    """The lines with the numbers of tests away that `ctest -V` puts in front of what they print."""
    if not any(_STARTS.match(line) for line in lines):
        return tuple(lines)
    return tuple(_PREFIX.sub("", line, count=1) for line in lines)


def _failure(lines: Sequence[str], name: str, why: str, start: int, index: int) -> Failure:
    """Its output follows with --output-on-failure, and came before with -V."""
    end = index + 1
    while end < len(lines) and not _BOUNDARY.match(lines[end]):
        end += 1
    after, before = kept(lines, index + 1, end), kept(lines, start + 1, index)
    printed = [line for line in (after or before) if not is_blank(line) and not _own_words(line)]
    shown = printed[-_SHOWN:]
    bare = why in _BARE and not shown
    return Failure(Runner.CTEST, name, (why, *shown), bare, first=start if not after else index, last=end - 1)


def beside_others(failure: Failure) -> Failure | None:
    """What is left to say of a test whose output other parsers read: how it ended, unless it simply failed."""
    why = failure.lines[0]
    return None if why in _BARE else replace(failure, lines=(why,))


def _own_words(line: str) -> bool:
    return line.startswith(("Test command: ", "Working Directory: ", "Test timeout computed to be: ", "Environment "))


def _listed(lines: Sequence[str], told: set[str]) -> Iterator[Failure]:
    inside = False
    for index, line in enumerate(lines):
        if line.startswith("No tests were found"):
            yield Failure(Runner.CTEST, None, (line.rstrip(),), first=index, last=index)
        entry = _LISTED.match(line) if inside else None
        inside = line.startswith("The following tests FAILED:") or entry is not None
        if entry and entry["name"] not in told:
            told.add(entry["name"])
            yield Failure(Runner.CTEST, entry["name"], (entry["why"],), entry["why"] in _BARE, index, index)
