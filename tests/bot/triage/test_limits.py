"""How much triage reads at most, what it says where it reads no more, and what it does where the forge refuses."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

from bot.github.errors import RefusedError
from bot.github.runs import Runs
from bot.triage import gather as gathering
from bot.triage import logs as reading
from bot.triage.command import triaged
from bot.triage.model import CheckState
from tests.bot.triage.worlds import (
    GREEN,
    HEAD,
    MAIN,
    NUMBER,
    RED,
    Direct,
    log,
    on_head,
    on_main,
    only,
    report_of,
    state_of,
    world,
)
from tests.forge.state import App, World

BASE, MOVED = log("doctest-base"), log("doctest-moved")
SCANNER = App(501, "scanner")


def test_no_more_logs_are_read_than_a_limit_and_that_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "MOST_LOGS", 3)
    made = world()
    run = made.run(MAIN, branch="main", event="push")
    for name in ("a", "b", "c"):
        made.job(run, name, log=BASE, conclusion=RED)
        on_head(made, name, MOVED)
    report = report_of(made)
    states = [check.state for check in report.checks]
    assert states.count(CheckState.INHERITED) == 1
    assert states.count(CheckState.UNKNOWN) == 2
    assert all("too many" in check.reason for check in report.checks if check.state is CheckState.UNKNOWN)
    assert report.notes == ("3 logs were not read: 3 is the most",)


def test_no_more_runs_are_read_than_a_limit_and_that_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gathering, "_MOST_RUNS", 2)
    made = world()
    for number in range(3):
        run = made.run(HEAD, workflow=70 + number, workflow_name=f"w{number}")
        made.job(run, "unit", conclusion=GREEN)
    report = report_of(made)
    assert report.notes == ("the jobs of 1 of 3 workflow runs were not read",)


def test_no_more_of_the_base_branch_is_asked_for_than_is_needed() -> None:
    made = world()
    for _ in range(30):
        on_main(made, "unit", BASE)
    on_head(made, "unit", MOVED)
    direct = Direct(made)
    report = triaged(Runs(direct, "acme/engine"), "acme/engine", NUMBER)  # type: ignore[arg-type]
    assert [check.state for check in report.checks] == [CheckState.INHERITED]
    assert len([path for path in direct.asked if "/jobs?" in path and path.endswith("&page=1")]) <= 5
    assert len([path for path in direct.asked if path.endswith("/logs")]) <= 5


def test_each_log_is_read_once() -> None:
    made = world()
    on_main(made, "unit", BASE)
    for event in ("push", "pull_request"):
        made.job(made.run(HEAD, event=event), "unit", log=MOVED, conclusion=RED)
    direct = Direct(made)
    triaged(Runs(direct, "acme/engine"), "acme/engine", NUMBER)  # type: ignore[arg-type]
    logs = [path for path in direct.asked if path.endswith("/logs")]
    assert len(logs) == len(set(logs)) == 3


def test_whether_it_can_be_merged_is_asked_again() -> None:
    direct = Direct(world(mergeable=None))
    assert Runs(direct, "acme/engine").pull_request(NUMBER).mergeable is None  # type: ignore[arg-type]
    assert len(direct.asked) == 3


def test_a_closed_pull_request_is_asked_for_once() -> None:
    direct = Direct(world(mergeable=None, state="closed"))
    assert not Runs(direct, "acme/engine").pull_request(NUMBER).open  # type: ignore[arg-type]
    assert len(direct.asked) == 1


@dataclass(slots=True)
class Refusing(Direct):
    """Refuses what has these words in its path."""

    words: str = ""
    status: int = 403

    def _answer(self, target: str, with_token: bool = True) -> Any:
        if self.words in target:
            raise RefusedError(f"GET {target} was answered with status {self.status}", self.status)
        return Direct._answer(self, target, with_token)


def _world() -> World:
    made = world()
    on_main(made, "unit", BASE)
    on_head(made, "unit", MOVED)
    made.check("scan", HEAD, SCANNER, conclusion=RED)
    return made


@pytest.mark.parametrize(
    "words", ["/pulls/", "/check-runs", "/actions/runs", "/jobs", "/logs", "/workflows/", "heads%2F"]
)
def test_what_is_refused_is_an_error_and_never_an_absence(words: str) -> None:
    with pytest.raises(RefusedError):
        triaged(Runs(Refusing(_world(), words=words), "acme/engine"), "acme/engine", NUMBER)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("words", "status"), [("heads%2F", 404), ("heads%2F", 422), ("/workflows/", 404), ("/logs", 410)]
)
def test_what_is_not_there_leaves_it_unknown(words: str, status: int) -> None:
    runs = Runs(Refusing(_world(), words=words, status=status), "acme/engine")  # type: ignore[arg-type]
    states = {check.name: check.state for check in triaged(runs, "acme/engine", NUMBER).checks}
    assert states["scan"] is CheckState.UNKNOWN
    assert states["ci / unit"] is (CheckState.INHERITED if words == "heads%2F" else CheckState.UNKNOWN)


def test_a_check_run_that_points_at_a_run_is_no_job_of_it() -> None:
    made = world()
    older = made.run(HEAD)
    made.job(older, "unit", conclusion=GREEN)
    page = f"https://github.example/acme/engine/actions/runs/{older.id}/job/1"
    made.job(made.run(HEAD), "unit", conclusion=GREEN)
    made.check("report", HEAD, conclusion=RED, details_url=page)
    assert {check.name for check in report_of(made).checks} == {"ci / unit", "report"}


def test_many_annotations_are_cut_and_said() -> None:
    made = world()
    place = {"path": "a", "start_line": 1, "end_line": 1, "annotation_level": "failure"}
    for commit in (MAIN, HEAD):
        notes = [{**place, "message": f"m{number}"} for number in range(80)]
        made.check("scan", commit, SCANNER, conclusion=RED, annotations=notes)
    assert "too long" in only(made).reason


def test_a_run_that_lacks_the_job_is_passed_over() -> None:
    made = world()
    on_main(made, "unit", BASE)
    on_main(made, "lint", b"", GREEN)
    on_head(made, "unit", MOVED)
    assert state_of(made) is CheckState.INHERITED
