"""Verdicts about cases from plain values: three trees, and what each of them showed."""

from __future__ import annotations

from typing import Any

import pytest

from bot.mutation.judge import Attempt
from bot.mutation.model import CaseResult, Colour, EndedBy, Execution, SuiteResult
from bot.proof import Side, Trees, verdicts

GREEN, RED, SKIPPED = Colour.GREEN, Colour.RED, Colour.SKIPPED
OK = Execution(("run",), EndedBy.EXIT, 0, 0.1, b"", b"")
FAILED = Execution(("run",), EndedBy.EXIT, 1, 0.1, b"", b"")
KILLED = Execution(("run",), EndedBy.SIGNAL, 11, 0.1, b"", b"")


def side(*runs: dict[str, Colour], run: Execution | None = OK, build: Execution | None = None, **more: Any) -> Side:
    results = tuple(
        SuiteResult(tuple(CaseResult(name, colour) for name, colour in told.items()), **more) for told in runs
    )
    return Side(Attempt(build, run, results[0] if results else None, {}), results)


HEAD = side({"case": GREEN})


@pytest.mark.parametrize(
    ("head", "old", "base", "compile_red", "outcome", "words"),
    [
        (HEAD, side({"case": RED}), {}, False, "proven", "red without"),
        (HEAD, side({"case": RED}), {"case": GREEN}, False, "proven", "red without"),
        (HEAD, side({"case": GREEN}), {}, False, "unproven", "green without"),
        (HEAD, side({"case": GREEN}), None, False, "unproven", "green without"),
        (HEAD, side({"case": GREEN}), {"case": GREEN}, False, "kept", "base has it"),
        (HEAD, side({"case": GREEN}), {"case": RED}, False, "kept", "base has it"),
        (HEAD, side({"case": GREEN}), {"case": SKIPPED}, False, "unproven", "green without"),
        (HEAD, side({"case": SKIPPED}), {}, False, "unproven", "skipped without"),
        (side({"case": RED}), side({"case": RED}), {}, False, "broken", "red at head"),
        (side({"case": RED}), side({"case": RED}), {"case": RED}, False, "broken", "as it was at the base"),
        (side({"case": SKIPPED}), side({"case": RED}), {}, False, "unproven", "skipped at head"),
        (side({"case": SKIPPED}), side({"case": GREEN}), {"case": SKIPPED}, False, "kept", "skipped at the base"),
        (side({"case": SKIPPED}), side({"case": GREEN}), {"case": GREEN}, False, "unproven", "skipped at head"),
        (side({"case": GREEN}, {"case": RED}), side({"case": RED}), {}, False, "unstable", "at head"),
        (HEAD, side({"case": RED}, {"case": GREEN}), {}, False, "unstable", "without the change"),
        (HEAD, side({"case": RED}, {}), {}, False, "unstable", "without the change"),
        (HEAD, side(build=FAILED, run=None), {}, False, "unbuildable", "exit code 1"),
        (HEAD, side(build=FAILED, run=None), {}, True, "proven", "compile_red"),
        (HEAD, side(build=FAILED, run=None), {"case": GREEN}, False, "kept", "base has it"),
        (HEAD, side({"loader": RED}, run=FAILED), {}, False, "unbuildable", '"loader" is red instead'),
        (HEAD, side({"a": RED, "b": RED}, run=FAILED), {}, False, "unbuildable", '"a", "b" are red instead'),
        (HEAD, side({"loader": RED}, run=FAILED), {}, True, "proven", "compile_red"),
        (HEAD, side({"other": RED}, run=FAILED), {"other": RED}, False, "unproven", "did not run"),
        (HEAD, side({}), {}, False, "unproven", "did not run"),
        (HEAD, side(run=KILLED), {}, False, "unproven", "signal 11"),
        (HEAD, side(build=OK, run=None), {}, False, "unproven", "lacks what the build"),
        (HEAD, side({}, run=KILLED, running="case", complete=False), {}, False, "proven", "red without"),
        (HEAD, side({}, run=KILLED, running="other", complete=False), {}, False, "unproven", "signal 11"),
    ],
)
def test_a_case_is_judged_by_what_three_trees_showed(
    head: Side, old: Side, base: dict[str, Colour] | None, compile_red: bool, outcome: str, words: str
) -> None:
    (found,) = verdicts(Trees(head, old, base, compile_red))
    assert (found.name, found.outcome.value) == ("case", outcome)
    assert found.passes is (outcome in ("proven", "kept"))
    assert words in found.reason


def test_there_is_one_verdict_for_each_case_of_head_in_its_order() -> None:
    head = side({"b": GREEN, "a": GREEN})
    assert [found.name for found in verdicts(Trees(head, side({"a": RED, "c": RED}), {}, False))] == ["b", "a"]
