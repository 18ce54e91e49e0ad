"""Controls from plain values: what makes a green one, and which differences between runs are sentence."""

from __future__ import annotations

import pytest

from bot.mutation.control import difference, fault, flaky
from bot.mutation.judge import Attempt
from bot.mutation.model import (
    CaseResult,
    Colour,
    EndedBy,
    Execution,
    ReportKind,
    ReportSource,
    Suite,
    SuiteResult,
    TimeLimit,
)

SUITE = Suite("unit", (), None, ("run",), ReportSource(ReportKind.TAP, "stdout"), (), 2, TimeLimit())
OK = Execution(("run",), EndedBy.EXIT, 0, 0.1, b"", b"")
FAILED = Execution(("run",), EndedBy.EXIT, 3, 0.1, b"", b"")
LATE = Execution(("run",), EndedBy.TIME, None, 5.0, b"", b"", "it was ended after 5 s, its limit")
GREEN, RED, SKIPPED = Colour.GREEN, Colour.RED, Colour.SKIPPED


def result(*cases: tuple[str, Colour], assertions: int | None = None, complete: bool = True) -> SuiteResult:
    return SuiteResult(tuple(CaseResult(name, colour) for name, colour in cases), assertions, None, complete)


A, B = ("a", GREEN), ("b", GREEN)


@pytest.mark.parametrize(
    ("attempt", "words"),
    [
        (Attempt(None, OK, result(A, B), {}), ""),
        (Attempt(OK, OK, result(A, B, assertions=1), {"app": "1"}), ""),
        (Attempt(None, OK, result(A, B, ("c", SKIPPED)), {}), ""),
        (Attempt(FAILED, None, None, {}), "its build ended with exit code 3"),
        (Attempt(LATE, None, None, {}), "its build was ended after 5 s"),
        (Attempt(OK, None, None, {"app": None}), "app is no file after the build"),
        (Attempt(OK, None, None, {"app": None, "lib": None}), "app, lib are no files after the build"),
        (Attempt(None, FAILED, result(("a", RED), ("b", RED)), {}), '"a", "b" are red without a mutation'),
        (Attempt(None, OK, result(A, ("b", SKIPPED), ("c", SKIPPED)), {}), "1 case ran and 2 were skipped"),
        (Attempt(None, OK, None, {}, "left no report at r.xml"), "exit code 0 and left no report at r.xml"),
        (Attempt(None, OK, None, {}), "left no report"),
        (Attempt(None, FAILED, result(A, ("b", RED)), {}), '"b" is red without a mutation'),
        (Attempt(None, OK, result(A, ("b", RED)), {}), '"b" is red'),
        (Attempt(None, FAILED, result(A, B), {}), "exit code 3 though no case is red"),
        (Attempt(None, LATE, result(A, B), {}), "after 5 s"),
        (Attempt(None, OK, result(A, B, complete=False), {}), "breaks off"),
        (Attempt(None, OK, result(A), {}), "1 case ran, where min_cases asks for 2"),
        (Attempt(None, OK, result(A, ("b", SKIPPED)), {}), "1 case ran and 1 was skipped"),
        (Attempt(None, OK, result(A, B, assertions=0), {}), "no assertion"),
    ],
)
def test_a_control_is_green_or_says_why_not(attempt: Attempt, words: str) -> None:
    sentence = fault(SUITE, attempt)
    assert words in sentence
    assert bool(sentence) is bool(words)


def test_a_case_that_changes_its_colour_is_flaky_and_so_is_one_that_comes_and_goes() -> None:
    runs = [result(A, B, ("c", GREEN)), result(A, ("b", RED)), result(A, B, ("c", GREEN))]
    assert flaky(runs) == ("b", "c")
    assert flaky(runs[:1]) == flaky([]) == ()


def test_the_order_of_cases_is_no_difference() -> None:
    assert difference(result(A, B), result(B, A)) == ""
    assert difference(result(A, B), result(A)) == 'it did not run the same cases: "b" ran before alone'
    assert '"c" ran after alone' in difference(result(A), result(A, ("c", GREEN)))
    assert difference(result(A, A), result(A)) != ""
