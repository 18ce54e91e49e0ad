"""Pairs of logs of real compilers and test runners: which failures are the same, and which are another reason."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bot.serialization import encode
from bot.triage.model import CheckState, CheckTriage
from fixtures.logs.programs import PROGRAMS
from tests.bot.triage.worlds import GREEN, LOGS, RED, log, on_head, on_main, only, world

NAMES = (*PROGRAMS, "msvc")
CASES = {
    "the same elsewhere": ("moved", "base", CheckState.INHERITED),
    "the same where it was": ("base", "moved", CheckState.INHERITED),
    "another reason": ("other", "base", CheckState.NEW_FAILURE),
    "one more": ("both", "base", CheckState.NEW_FAILURE),
    "one fewer": ("base", "both", CheckState.INHERITED),
    "here alone": ("base", "green", CheckState.CAUSED),
}
"""The versions of the head and of the baseline, and the state."""


def _triage(name: str, head: str, before: str) -> CheckTriage:
    made = world()
    on_main(made, "unit", log(f"{name}-{before}"), GREEN if before == "green" else RED)
    on_head(made, "unit", log(f"{name}-{head}"))
    return only(made)


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("name", NAMES)
def test_the_state_follows_from_the_texts(name: str, case: str) -> None:
    head, before, state = CASES[case]
    assert _triage(name, head, before).state is state


@pytest.mark.parametrize("name", NAMES)
def test_the_texts_are_those_of_the_failures(name: str, expected: Callable[[Path, Any], None]) -> None:
    keys = ("state", "reason", "head_text", "inherited_text", "baseline_text")
    found = {case: encode(_triage(name, head, before)) for case, (head, before, _) in CASES.items()}
    expected(LOGS / f"{name}.json", {case: {key: said[key] for key in keys} for case, said in found.items()})


@pytest.mark.parametrize("name", NAMES)
def test_the_job_of_another_name_decides_nothing(name: str) -> None:
    made = world()
    on_main(made, "unit tests", log(f"{name}-base"))
    on_head(made, "unit", log(f"{name}-moved"))
    check = only(made)
    assert check.state is CheckState.UNKNOWN
    assert "no job of that name on main" in check.reason


def test_no_log_names_a_machine() -> None:
    logs = sorted(LOGS.glob("*.log"))
    assert logs
    for path in logs:
        text = path.read_text("utf-8")
        assert not [word for word in ("/tmp/", "/root", ".pyenv", "site-packages/../") if word in text], path
