"""What a change of a gate owes, and `redfirst prove --evidence` in real repositories."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import yaml

from bot.evidence import Debt, _compared, disabled, same_program
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
from tests.support.builder import RepoBuilder
from tests.support.session import Outcome, call

PAIR = {
    "checker": "scripts/check-*.py",
    "suite": "tests/test_check_{name}.sh",
    "run": ["sh", "tests/test_check_{name}.sh"],
    "report": "exit-code",
}
POLICY = {"extends": "none", "mutation": {"evidence": [PAIR]}}
GATE = '"""A gate."""\nimport sys\n\n# why\nsys.exit(len(sys.argv) > 2)\n'
BETTER = GATE.replace("> 2", "> 1")
SUITE = "gate() { python3 -S -E scripts/check-NAME.py $*; }\ngate && ! gate a b"
MORE = f"{SUITE} && ! gate a"
OLD = (GATE, SUITE)
NEW: tuple[str | None, str | None] = (None, None)
GATES: dict[str, tuple[tuple[str | None, str | None], tuple[str | None, str | None], str, str]] = {
    "better": (OLD, (BETTER, MORE), "proven", "red with the base's"),
    "forgotten": (OLD, (BETTER, SUITE), "unproven", "not its suite tests/test_check_forgotten.sh"),
    "same-tests": (OLD, (BETTER, f"{SUITE} # more"), "unproven", "green with the base's too"),
    "worse": (OLD, (GATE.replace("> 2", "> 5"), f"{SUITE} # more"), "broken", "exit-code"),
    "suite-gone": (OLD, (BETTER, None), "unproven", "not its suite"),
    "new": (NEW, OLD, "proven", "the disabled stub"),
    "new-weak": (NEW, (GATE, "python3 -S -E scripts/check-NAME.py"), "unproven", "the disabled stub too"),
    "new-bare": (NEW, (GATE, None), "unproven", "not its suite"),
    "deleted": (OLD, (None, SUITE), "", ""),
    "comment": (OLD, (GATE.replace("# why", "# because"), SUITE), "", ""),
    "docstring": (OLD, (GATE.replace("A gate.", "The gate."), SUITE), "", ""),
    "suite-alone": (OLD, (GATE, MORE.replace("gate a", "gate a c")), "", ""),
}
"""For each gate and its suite: before, after, the outcome of its row (none where nothing is owed), and why."""


def _paths(name: str) -> tuple[str, str]:
    return f"scripts/check-{name}.py", f"tests/test_check_{name.replace('-', '_')}.sh"


def _write(repo: RepoBuilder, name: str, texts: tuple[str | None, str | None]) -> None:
    for path, text in zip(_paths(name), texts, strict=True):
        (repo.root / path).unlink(missing_ok=True)
        if text is not None:
            repo.write({path: text.replace("NAME", name)})


def _call(repo: RepoBuilder, *arguments: str) -> Outcome:
    cache = {"XDG_CACHE_HOME": str(repo.root.parent / "cache")}
    return call("redfirst", "prove", "--evidence", "--base", "main", *arguments, cwd=repo.root, env=cache)


@pytest.fixture(scope="module")
def rows(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, Any]]:
    repo = RepoBuilder(tmp_path_factory.mktemp("evidence") / "repo")
    repo.write({".redfirst.yml": yaml.safe_dump(POLICY)})
    for name, (before, _, _, _) in GATES.items():
        _write(repo, name, before)
    repo.commit("base")
    repo.branch("topic")
    for name, (_, after, _, _) in GATES.items():
        _write(repo, name, after)
    repo.commit("change")
    outcome = _call(repo, "--format", "json", "--quiet")
    assert outcome.code == 1, outcome.err
    (found,) = json.loads(outcome.out)["tables"]
    assert found["outcome"] == "fail"
    return {row["id"]: row for row in found["rows"]}


@pytest.mark.parametrize("name", GATES)
def test_a_gate_owes_a_suite_that_is_red_without_its_change(rows: dict[str, dict[str, Any]], name: str) -> None:
    _, _, outcome, words = GATES[name]
    found = rows.get(_paths(name)[0])
    if not outcome:
        assert found is None
        return
    assert found is not None
    assert (found["outcome"], found["passes"]) == (outcome, outcome == "proven")
    assert words in found["reason"]


def test_a_range_that_changes_no_gate_owes_nothing(tmp_path: Path) -> None:
    repo = RepoBuilder(tmp_path / "repo")
    repo.commit("base", {".redfirst.yml": yaml.safe_dump(POLICY)})
    repo.branch("topic")
    repo.commit("change", {"README": "text\n"})
    outcome = _call(repo)
    assert outcome.code == 0
    assert "changes no gate" in outcome.out


@pytest.mark.parametrize(
    ("before", "after", "same"),
    [
        ("x = 1\n", "x  =  1  # one\n", True),
        ("x = 1\n", "x = 2\n", False),
        ("def f():\n    'a'\n    return 1\n", "def f():\n    'b'\n    return 1\n", True),
        ("def f():\n    return 1\n", "def f():\n    'b'\n    return 1\n", True),
        ("async def f():\n    'a'\n    x\n", "async def f():\n    x\n", True),
        ("class C:\n    'a'\n    x = 1\n", "class C:\n    x = 1\n", True),
        ("def f():\n    return 'a'\n", "def f():\n    return 'b'\n", False),
        ("x = 'a'\n", "x = 'b'\n", False),
        ("x = 1\n'a'\n", "x = 1\n'b'\n", False),
        ("def (\n", "def ((\n", False),
        ("x = 1\n", "\0", False),
        (None, '"""Nothing yet."""\n', True),
        (None, "import sys\n", False),
        ("x = 1\n", f"x = {'-' * 5000}1\n", False),
    ],
)
def test_python_is_compared_by_its_syntax_tree(before: str | None, after: str, same: bool) -> None:
    assert same_program("gate.py", None if before is None else before.encode(), after.encode()) is same


def test_other_scripts_are_compared_byte_for_byte() -> None:
    assert same_program("gate.sh", b"a", b"a")
    assert not same_program("gate.sh", b"a", b"a # comment")


def _ended(code: int) -> Execution:
    return Execution(("run",), EndedBy.EXIT, code, 0.1, b"", b"")


GREEN = SuiteResult((CaseResult("a", Colour.GREEN),))


@pytest.mark.parametrize(
    ("attempt", "outcome", "words"),
    [
        (Attempt(None, _ended(1), GREEN, {}), "unproven", "the run ended with exit code 1 and no case is red"),
        (Attempt(None, _ended(0), None, {}), "unproven", "the run ended with exit code 0 and no case is red"),
        (Attempt(None, _ended(0), GREEN, {}), "unproven", "its suite is green with the base's too"),
        (Attempt(_ended(2), None, None, {}), "unbuildable", "the build ended with exit code 2"),
        (Attempt(_ended(0), None, None, {"app": None}), "unbuildable", "leaves out what artifacts names"),
        (Attempt(None, _ended(1), SuiteResult((CaseResult("a", Colour.RED),)), {}), "proven", '"a" is red'),
    ],
)
def test_only_a_red_case_is_evidence(attempt: Attempt, outcome: str, words: str) -> None:
    suite = Suite("evidence", (), None, ("run",), ReportSource(ReportKind.EXIT_CODE, ""), (), 1, TimeLimit())
    row = _compared(Debt("gate.py", b"before", b"after", "test_gate.py", suite), attempt)
    assert (row.outcome.value, row.passes) == (outcome, outcome == "proven")
    assert words in row.reason


@pytest.mark.parametrize(
    ("after", "expected"),
    [
        (b"import sys\n", b'"""Disabled'),
        (b"#!/usr/bin/env python3\nimport sys\n", b'#!/usr/bin/env python3\n"""Disabled'),
        (b"#!/bin/sh\nexit 1\n", b"#!/bin/sh\n"),
    ],
)
def test_a_new_gate_is_compared_with_one_that_does_nothing(after: bytes, expected: bytes) -> None:
    assert disabled(after).startswith(expected)
    assert b"exit" not in disabled(after)
