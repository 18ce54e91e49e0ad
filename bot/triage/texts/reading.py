"""A whole log: its failing steps, each read by every parser, and in words of its own where none knows them."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import dataclass, replace
from itertools import accumulate, islice
from typing import TYPE_CHECKING

from bot.triage.texts import (
    catch2_text,
    compiler_text,
    crash_text,
    ctest_text,
    doctest_text,
    gtest_text,
    pytest_text,
    sanitizer_text,
    step_text,
    unittest_text,
)
from bot.triage.texts.cleaning import Step, lines_of, steps_of, unmarked
from bot.triage.texts.failure import LONGEST_LINE, MOST_CHARACTERS, MOST_FAILURES, MOST_LINES, Failure, Failures, Runner

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from types import ModuleType

_PARSERS: tuple[ModuleType, ...] = (
    doctest_text,
    gtest_text,
    catch2_text,
    pytest_text,
    unittest_text,
    sanitizer_text,
    compiler_text,
    crash_text,
    ctest_text,
)
"""Each has `extract`, and the words of which one stands in whatever it reads."""

_TESTS = (Runner.DOCTEST, Runner.GTEST, Runner.CATCH2, Runner.PYTEST, Runner.UNITTEST)
_PROGRAMS = (Runner.COMPILER, Runner.CRASH)


@dataclass(frozen=True, slots=True)
class ReadLog:
    """What a log says: the failures of its failing steps, and whether there are any such steps.

    `anywhere` is all that looks like a failure in the whole log. A test may print what looks like the beginning of the
    next step, so where a step begins and ends is never all that there is to know.
    """

    failures: Failures
    anywhere: Failures
    failed_step: bool


def read_log(log: bytes, *, whole: bool = True) -> ReadLog:
    """Read a job's log; without a failing step in it, all of it counts. `whole` says that it was not cut."""
    lines = lines_of(log)
    steps = steps_of(lines)
    failed = [step for step in steps if step.failed] or [step for step in steps if step.errors]
    found = [failure for step in failed for failure in _read(step)]
    anywhere = _bounded(extract(unmarked(lines)), whole)
    return ReadLog(_bounded(found, whole) if failed else anywhere, anywhere, any(step.failed for step in steps))


def extract(lines: Sequence[str]) -> tuple[Failure, ...]:
    """What every parser finds in the lines of one step, in the order of the lines."""
    text = "\n".join(lines)
    lines = ctest_text.without_numbers(lines)
    found: list[Failure] = []
    for parser in _PARSERS:
        if any(mark in text for mark in parser.MARKS):
            read: Callable[[Sequence[str]], Iterator[Failure]] = parser.extract
            found += islice(read(lines), MOST_FAILURES + 1)
    return tuple(sorted(_told_once(found), key=lambda failure: failure.first))


def _read(step: Step) -> tuple[Failure, ...]:
    found = extract(step.lines)
    own = None if found else step_text.extract(step)
    return found if own is None else (own,)


def _told_once(found: Sequence[Failure]) -> Iterator[Failure]:
    """Leave out what another parser tells better."""
    owners = {at: each for each in found if each.runner in _TESTS for at in range(each.first, each.last + 1)}
    told = sorted(failure.first for failure in found if failure.runner is not Runner.CTEST and not failure.bare)
    for failure in found:
        owner = owners.get(failure.first)
        if failure.runner in _PROGRAMS and owner and _says(owner, failure.lines[0]):
            continue
        holds_more = bisect_right(told, failure.last) > bisect_left(told, failure.first)
        if failure.runner is not Runner.CTEST and not (failure.bare and holds_more):
            yield failure
        elif failure.runner is Runner.CTEST and (own := ctest_text.beside_others(failure) if holds_more else failure):
            yield own


def _says(owner: Failure, line: str) -> bool:
    return line.strip() in {each.strip() for each in owner.lines}


def _bounded(found: Sequence[Failure], whole: bool) -> Failures:
    """The failures within the limits, and whether anything is missing."""
    cut = any(len(each.lines) >= MOST_LINES or any(len(line) > LONGEST_LINE for line in each.lines) for each in found)
    short = [replace(each, lines=tuple(line[:LONGEST_LINE] for line in each.lines)) for each in found[:MOST_FAILURES]]
    sizes = accumulate(sum(map(len, each.lines)) for each in short)
    kept = tuple(each for each, size in zip(short, sizes, strict=True) if size <= MOST_CHARACTERS)
    return Failures(kept, cut or not whole or len(kept) < len(found))
