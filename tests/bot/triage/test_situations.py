"""What surrounds a red check: flaky texts, cancelled baselines, renamed and matrix jobs, conflicts, lost logs."""

from __future__ import annotations

import random
from typing import Any

import pytest

from bot.triage.command import exit_code
from bot.triage.model import CheckState, TriageReport
from checkers.exits import Exit
from tests.bot.triage.worlds import (
    GREEN,
    HEAD,
    MAIN,
    NUMBER,
    OLDER,
    RED,
    annotate,
    log,
    on_head,
    on_main,
    only,
    report_of,
    state_of,
    world,
)
from tests.forge.state import App

BASE, MOVED, OTHER, BOTH, PASSED = (
    log(f"doctest-{version}") for version in ("base", "moved", "other", "both", "green")
)
VALUES = "    values: CHECK( 6 == 4 )"
OTHER_APP = App(501, "scanner")


def test_what_is_red_on_the_head_alone_is_caused() -> None:
    made = world()
    on_main(made, "unit", PASSED, GREEN)
    on_head(made, "unit", BASE)
    check = only(made)
    assert check.state is CheckState.CAUSED
    assert VALUES in check.head_text
    assert check.baseline_text == ()
    assert check.baseline is not None
    assert (check.baseline.branch, check.baseline.commit) == ("main", MAIN)


def test_what_is_told_apart_is_shown_apart() -> None:
    made = world()
    on_main(made, "unit", BASE)
    on_head(made, "unit", BOTH)
    check = only(made)
    assert check.state is CheckState.NEW_FAILURE
    assert "1 of 3 failures is the same on main" in check.reason
    assert any("no kernel for shift" in line for line in check.head_text)
    assert not any("CHECK( 6 == 4 )" in line for line in check.head_text)
    assert VALUES in check.inherited_text
    assert VALUES in check.baseline_text


def test_a_text_that_comes_and_goes_on_the_base_branch_is_said_to() -> None:
    made = world()
    older = on_main(made, "unit", MOVED, commit=OLDER)
    on_main(made, "unit", PASSED, GREEN)
    on_head(made, "unit", BASE)
    check = only(made)
    assert check.state is CheckState.CAUSED
    assert f"the same text was on main in run {older.run} ({OLDER[:7]}), so it may come and go" in check.reason


def test_another_text_on_the_base_branch_before_does_not_make_it_flaky() -> None:
    made = world()
    on_main(made, "unit", OTHER, commit=OLDER)
    on_main(made, "unit", PASSED, GREEN)
    on_head(made, "unit", BASE)
    assert "come and go" not in only(made).reason


def test_a_flaky_text_in_a_job_that_is_red_for_another_reason_is_said_to() -> None:
    made = world()
    on_main(made, "unit", MOVED, commit=OLDER)
    on_main(made, "unit", OTHER)
    on_head(made, "unit", BASE)
    check = only(made)
    assert check.state is CheckState.NEW_FAILURE
    assert "come and go" in check.reason


@pytest.mark.parametrize("conclusion", ["cancelled", "skipped", "neutral", "stale", "action_required"])
def test_a_baseline_that_tells_nothing_is_passed_over_and_said(conclusion: str) -> None:
    made = world()
    on_main(made, "unit", MOVED, commit=OLDER)
    over = on_main(made, "unit", b"", conclusion)
    on_head(made, "unit", BASE)
    check = only(made)
    assert check.state is CheckState.INHERITED
    assert check.baseline is not None
    assert check.baseline.commit == OLDER
    assert f"passed over as it tells nothing: run {over.run} ({conclusion})" in check.reason


def test_a_baseline_that_still_runs_is_passed_over() -> None:
    made = world()
    on_main(made, "unit", MOVED, commit=OLDER)
    over = on_main(made, "unit", b"", status="in_progress")
    on_head(made, "unit", BASE)
    check = only(made)
    assert check.state is CheckState.INHERITED
    assert f"run {over.run} (in progress)" in check.reason


def test_only_cancelled_baselines_leave_it_unknown() -> None:
    made = world()
    for _ in range(12):
        on_main(made, "unit", MOVED, "cancelled")
    on_head(made, "unit", BASE)
    check = only(made)
    assert check.state is CheckState.UNKNOWN
    assert "no job of that name has ended on main in the newest 10 runs of ci" in check.reason


def test_a_job_that_never_ran_on_the_base_branch_is_unknown() -> None:
    made = world()
    on_head(made, "unit", BASE)
    check = only(made)
    assert check.state is CheckState.UNKNOWN
    assert "no run of ci on main was found" in check.reason
    assert VALUES in check.head_text


def test_a_renamed_job_is_unknown_and_not_caused() -> None:
    made = world()
    on_main(made, "unit", BASE)
    on_head(made, "unit tests", MOVED)
    check = only(made)
    assert check.state is CheckState.UNKNOWN
    assert "no job of that name on main in the newest run of ci" in check.reason


def test_a_job_of_the_same_name_in_another_workflow_is_another_job() -> None:
    made = world()
    on_main(made, "unit", BASE, workflow=62, workflow_name="nightly")
    on_head(made, "unit", MOVED)
    assert state_of(made) is CheckState.UNKNOWN


@pytest.mark.parametrize("event", ["push", "schedule", "workflow_dispatch"])
def test_what_runs_on_the_base_branch_itself_is_a_baseline(event: str) -> None:
    made = world()
    on_main(made, "unit", BASE, event=event)
    on_head(made, "unit", MOVED)
    assert state_of(made) is CheckState.INHERITED


def test_a_pull_request_from_a_branch_named_like_the_base_is_no_baseline() -> None:
    made = world()
    on_main(made, "unit", MOVED, event="pull_request", commit=OLDER)
    on_main(made, "unit", PASSED, GREEN)
    on_main(made, "unit", BASE, event="pull_request", commit="d" * 40)
    on_head(made, "unit", BASE)
    assert state_of(made) is CheckState.CAUSED


def test_the_newest_baseline_is_taken_of_each_job() -> None:
    made = world()
    on_main(made, "unit", OTHER, commit=OLDER)
    on_main(made, "unit", BASE, event="schedule", commit=OLDER)
    on_main(made, "lint", b"fine", GREEN)
    on_head(made, "unit", MOVED)
    on_head(made, "lint", b"fine", GREEN)
    assert [check.state for check in report_of(made).checks] == [CheckState.INHERITED, CheckState.PASSED]


def test_the_jobs_of_a_matrix_are_matched_by_their_whole_names() -> None:
    made = world()
    run = made.run(MAIN, branch="main", event="push")
    made.job(run, "unit (gcc, Debug)", log=BASE, conclusion=RED)
    made.job(run, "unit (gcc, Release)", log=PASSED, conclusion=GREEN)
    made.job(run, "unit (clang, Debug)", log=OTHER, conclusion=RED)
    for name in ("unit (gcc, Debug)", "unit (gcc, Release)", "unit (clang, Debug)", "unit (clang, Release)"):
        on_head(made, name, MOVED)
    assert {check.name: check.state for check in report_of(made).checks} == {
        "ci / unit (gcc, Debug)": CheckState.INHERITED,
        "ci / unit (gcc, Release)": CheckState.CAUSED,
        "ci / unit (clang, Debug)": CheckState.NEW_FAILURE,
        "ci / unit (clang, Release)": CheckState.UNKNOWN,
    }


def test_of_two_jobs_of_one_name_the_newest_attempt_counts() -> None:
    made = world()
    run = made.run(MAIN, branch="main", event="push")
    made.job(run, "unit", log=BASE, conclusion=RED)
    made.job(run, "unit", log=PASSED, conclusion=GREEN, attempt=1)
    on_head(made, "unit", BASE)
    assert state_of(made) is CheckState.CAUSED


@pytest.mark.parametrize("by", ["annotation", "step"])
def test_a_step_that_may_fail_is_red_whatever_its_job_concludes(by: str) -> None:
    made = world()
    steps = (("unit", "failure"),) if by == "step" else ()
    on_main(made, "unit", PASSED, GREEN)
    job = on_head(made, "unit", BASE, GREEN, steps=steps)
    if by == "annotation":
        annotate(made, job)
    check = only(made)
    assert check.state is CheckState.CAUSED
    assert "the job calls itself a success all the same (continue-on-error)" in check.reason
    assert VALUES in check.head_text


def test_a_baseline_that_calls_itself_a_success_is_believed_its_log() -> None:
    made = world()
    on_main(made, "unit", BASE, GREEN)
    on_head(made, "unit", MOVED)
    check = only(made)
    assert check.state is CheckState.INHERITED
    assert VALUES in check.baseline_text


def test_the_conclusion_of_the_run_decides_nothing() -> None:
    made = world()
    run = made.run(MAIN, branch="main", event="push", conclusion="success")
    made.job(run, "unit", log=BASE, conclusion=RED)
    on_head(made, "unit", MOVED)
    for each in made.runs:
        each.conclusion = "success"
    assert state_of(made) is CheckState.INHERITED


def test_a_warning_that_a_passing_job_annotates_is_no_failure() -> None:
    made = world()
    job = on_head(made, "unit", PASSED, GREEN)
    annotate(made, job, "deprecated")
    assert state_of(made) is CheckState.PASSED


def test_what_a_passing_baseline_prints_as_well_is_no_reason() -> None:
    """A job may print failures that are meant: what the head prints besides is why it fails."""
    noise = b"sum.cpp:3:7: runtime error: signed integer overflow: 1 + 1 cannot be represented in type 'int'\n"
    made = world()
    on_main(made, "unit", noise, GREEN)
    on_head(made, "unit", BASE.replace(b"[doctest] run with", noise + b"[doctest] run with"))
    check = only(made)
    assert check.state is CheckState.CAUSED
    assert VALUES in check.head_text
    assert not any("runtime error" in line for line in check.head_text)


STEP = "##[group]Run ./next"


@pytest.mark.parametrize(
    "hidden",
    [
        "{other}\n" + STEP + "\n##[endgroup]\n{base}",
        STEP + "\n{other}\n##[endgroup]\n{base}",
        "{other}\nPost job cleanup.\n{base}",
    ],
)
def test_a_failure_cannot_be_hidden_by_what_looks_like_another_step(hidden: str) -> None:
    """A test may print the runner's own marks around the text that the base branch fails with."""
    other, base = "a.cpp:1:1: error: hidden", "b.cpp:1:1: error: known"
    exits = "\n##[error]Process completed with exit code 1.\n"
    made = world()
    on_main(made, "unit", f"##[group]Run it\n##[endgroup]\n{base}{exits}".encode())
    said = hidden.format(other=other, base=base)
    on_head(made, "unit", f"##[group]Run it\n##[endgroup]\n{said}{exits}".encode())
    check = only(made)
    assert check.state in (CheckState.UNKNOWN, CheckState.NEW_FAILURE)
    assert other in check.head_text


def test_what_a_passing_step_marks_as_an_error_fails_nothing() -> None:
    said = b"##[group]Run lint\n##[endgroup]\n##[error]a.cpp: too long\n12 files\n##[group]Run it\n##[endgroup]\nfine\n"
    made = world()
    on_main(made, "unit", said, GREEN)
    job = on_head(made, "unit", said, GREEN)
    annotate(made, job, "a.cpp: too long")
    assert state_of(made) is CheckState.PASSED


def test_a_tolerated_step_of_an_action_ends_in_its_error() -> None:
    said = b"##[group]Run actions/upload@v1\n##[endgroup]\n##[error]no such file\n##[group]Run it\n##[endgroup]\nfine\n"
    made = world()
    on_main(made, "unit", b"fine", GREEN)
    annotate(made, on_head(made, "unit", said, GREEN))
    check = only(made)
    assert check.state is CheckState.CAUSED
    assert check.head_text == ("Run actions/upload@v1", "  no such file")


@pytest.mark.parametrize("gone", ["head", "baseline"])
def test_a_log_that_is_gone_leaves_it_unknown_and_is_said(gone: str) -> None:
    made = world()
    job = on_main(made, "unit", None if gone == "baseline" else BASE)
    on_head(made, "unit", None if gone == "head" else MOVED)
    check = only(made)
    assert check.state is CheckState.UNKNOWN
    whose = "its log" if gone == "head" else f"the log of main in run {job.run} ({MAIN[:7]})"
    assert f"{whose} is gone" in check.reason


def test_a_log_that_is_too_long_cannot_show_that_all_of_it_is_inherited() -> None:
    made = world()
    on_main(made, "unit", BASE)
    on_head(made, "unit", MOVED + b"x" * 10_000)
    check = only(made, largest_log=len(MOVED))
    assert check.state is CheckState.UNKNOWN
    assert "too long to read whole" in check.reason


def test_a_baseline_that_is_too_long_cannot_show_that_a_failure_is_new() -> None:
    made = world()
    on_main(made, "unit", BASE + b"x" * 10_000)
    on_head(made, "unit", OTHER)
    check = only(made, largest_log=len(BASE))
    assert check.state is CheckState.UNKNOWN
    assert "too long to read whole" in check.reason


def test_logs_that_name_no_reason_are_not_the_same_reason() -> None:
    silent = b"##[group]Run ./check\n##[endgroup]\n##[error]Process completed with exit code 1.\n"
    made = world()
    on_main(made, "unit", silent)
    on_head(made, "unit", silent)
    check = only(made)
    assert check.state is CheckState.UNKNOWN
    assert "both logs name what failed, not why" in check.reason


def test_another_step_that_fails_silently_is_another_failure() -> None:
    def silent(step: str) -> bytes:
        return f"##[group]Run {step}\n##[endgroup]\n##[error]Process completed with exit code 1.\n".encode()

    made = world()
    on_main(made, "unit", silent("lint"))
    on_head(made, "unit", silent("build"))
    assert state_of(made) is CheckState.NEW_FAILURE


def test_a_failing_log_without_any_text_is_unknown() -> None:
    made = world()
    on_main(made, "unit", b"")
    on_head(made, "unit", b"")
    check = only(made)
    assert check.state is CheckState.UNKNOWN
    assert "holds no failure text" in check.reason


def test_a_baseline_without_any_text_is_nothing_to_compare_with() -> None:
    made = world()
    on_main(made, "unit", b"")
    on_head(made, "unit", BASE)
    check = only(made)
    assert check.state is CheckState.UNKNOWN
    assert VALUES in check.head_text


def test_what_failed_in_silence_and_passed_before_is_caused() -> None:
    made = world()
    on_main(made, "unit", PASSED, GREEN)
    on_head(made, "unit", b"")
    check = only(made)
    assert check.state is CheckState.CAUSED
    assert "no failure text was found in its log" in check.reason


@pytest.mark.parametrize("status", ["queued", "in_progress", "waiting", "pending"])
def test_what_has_not_finished_is_pending(status: str) -> None:
    made = world()
    on_head(made, "unit", b"", status=status)
    check = only(made)
    assert check.state is CheckState.PENDING
    assert status.replace("_", " ") in check.reason


@pytest.mark.parametrize(
    ("conclusion", "state"),
    [
        ("success", CheckState.PASSED),
        ("skipped", CheckState.SKIPPED),
        ("cancelled", CheckState.UNKNOWN),
        ("neutral", CheckState.UNKNOWN),
        ("stale", CheckState.UNKNOWN),
        ("action_required", CheckState.NOT_STARTED),
        ("something new", CheckState.UNKNOWN),
    ],
)
def test_what_did_not_fail_needs_no_text(conclusion: str, state: CheckState) -> None:
    made = world()
    on_head(made, "unit", b"", conclusion)
    assert state_of(made) is state


def test_a_job_that_ran_out_of_time_is_compared_as_any() -> None:
    said = (
        b"##[error]The job running on runner GitHub Actions %d has exceeded the maximum execution time of 60 minutes.\n"
    )
    made = world()
    on_main(made, "unit", said % 12, "timed_out")
    on_head(made, "unit", said % 1_000_012, "timed_out")
    assert state_of(made) is CheckState.INHERITED


def test_a_pull_request_in_conflict_starts_nothing() -> None:
    made = world(mergeable=False)
    on_main(made, "unit", PASSED, GREEN)
    made.run("e" * 40, branch="another", workflow_name="ci")
    made.run("e" * 40, branch="another", workflow=62, workflow_name="docs")
    checks = report_of(made).checks
    assert [(check.name, check.state) for check in checks] == [
        ("ci", CheckState.NOT_STARTED),
        ("docs", CheckState.NOT_STARTED),
    ]
    assert all("conflicts with main" in check.reason for check in checks)


def test_a_conflict_is_told_where_no_workflow_is_known_either() -> None:
    check = only(world(mergeable=False))
    assert check.state is CheckState.NOT_STARTED
    assert "conflicts with main" in check.reason


@pytest.mark.parametrize(("mergeable", "words"), [(None, "does not say yet"), (True, "its triggers may leave")])
def test_why_nothing_was_started_is_told_as_far_as_it_is_known(mergeable: bool | None, words: str) -> None:
    made = world(mergeable=mergeable)
    made.run("e" * 40, branch="another")
    check = only(made)
    assert check.state is CheckState.NOT_STARTED
    assert words in check.reason


def test_a_conflict_that_came_later_is_a_note() -> None:
    made = world(mergeable=False)
    on_head(made, "unit", PASSED, GREEN)
    report = report_of(made)
    assert [check.state for check in report.checks] == [CheckState.PASSED]
    assert any("conflicts with main" in note for note in report.notes)


def test_a_head_without_any_check_has_an_empty_report() -> None:
    assert report_of(world()).checks == ()


def test_a_run_without_jobs_is_told_by_its_workflow() -> None:
    made = world()
    made.run(HEAD, workflow_name="broken", conclusion="startup_failure")
    made.run(HEAD, workflow=62, workflow_name="approve", conclusion="action_required")
    made.run(HEAD, workflow=63, workflow_name="soon", status="queued", conclusion=None)
    made.run(HEAD, workflow=64, workflow_name="odd", conclusion="success")
    assert {check.name: check.state for check in report_of(made).checks} == {
        "broken": CheckState.NOT_STARTED,
        "approve": CheckState.NOT_STARTED,
        "soon": CheckState.PENDING,
        "odd": CheckState.NOT_STARTED,
    }


def test_the_own_check_run_is_left_out_and_a_job_of_its_name_is_not() -> None:
    made = world()
    on_main(made, "redfirst", PASSED, GREEN)
    on_head(made, "redfirst", BASE)
    made.check("redfirst", HEAD, conclusion=RED)
    checks = report_of(made).checks
    assert [(check.name, check.state) for check in checks] == [("ci / redfirst", CheckState.CAUSED)]


def test_the_judges_own_workflow_is_left_out_for_the_verdict_tells_of_it() -> None:
    made = world()
    on_head(made, "unit", PASSED, GREEN)
    judge = [made.run(HEAD, workflow=62, workflow_name="redfirst") for _ in range(2)]
    for run in judge:
        made.job(run, "judge / verdict", log=BASE, conclusion=RED)
    assert [check.name for check in report_of(made).checks] == ["redfirst / judge / verdict", "ci / unit"]
    for run in judge:
        assert [check.name for check in report_of(made, judge=run.id).checks] == ["ci / unit"]


def test_where_the_judge_alone_ran_no_workflow_is_said_not_to_have_started() -> None:
    made = world()
    judge = made.run(HEAD, workflow=62, workflow_name="redfirst")
    made.job(judge, "judge / verdict", log=BASE, conclusion=RED)
    report = report_of(made, judge=judge.id)
    assert (report.checks, report.notes) == ((), ())


def test_of_two_runs_of_a_workflow_at_one_head_the_newer_counts() -> None:
    made = world()
    on_main(made, "unit", PASSED, GREEN)
    first = made.run(HEAD)
    made.job(first, "unit", log=BASE, conclusion="cancelled")
    made.job(made.run(HEAD), "unit", log=PASSED, conclusion=GREEN)
    assert state_of(made) is CheckState.PASSED


def test_runs_for_different_events_are_told_apart() -> None:
    made = world()
    for event in ("pull_request", "push"):
        made.job(made.run(HEAD, event=event), "unit", log=PASSED, conclusion=GREEN)
    names = {check.name for check in report_of(made).checks}
    assert names == {"ci / unit (pull_request)", "ci / unit (push)"}


def _other(made: Any, commit: str, message: str, conclusion: str = RED) -> None:
    place = {"path": "src/a.cpp", "start_line": 1, "end_line": 1, "annotation_level": "failure"}
    made.check("scan", commit, OTHER_APP, conclusion=conclusion, annotations=[{**place, "message": message}])


@pytest.mark.parametrize(
    ("before", "state"),
    [
        (("leak in drop()", RED), CheckState.INHERITED),
        (("leak in take()", RED), CheckState.NEW_FAILURE),
        (("", GREEN), CheckState.CAUSED),
        (("", "cancelled"), CheckState.UNKNOWN),
        (None, CheckState.UNKNOWN),
    ],
)
def test_a_check_of_another_app_is_told_by_what_it_annotates(before: tuple[str, str] | None, state: CheckState) -> None:
    made = world()
    if before:
        _other(made, MAIN, *before)
    _other(made, HEAD, "leak in drop()")
    check = only(made)
    assert (check.name, check.state) == ("scan", state)
    assert check.head_text == ("src/a.cpp: leak in drop()",)


def test_the_lines_of_an_annotation_are_lines_of_its_text() -> None:
    made = world()
    _other(made, HEAD, "leak\n\n  in drop()\n")
    assert only(made).head_text == ("src/a.cpp: leak", "  in drop()")


def test_checks_of_another_app_that_say_nothing_are_not_the_same_failure() -> None:
    made = world()
    for commit in (MAIN, HEAD):
        made.check("scan", commit, OTHER_APP, conclusion=RED, summary=" \n ")
    assert state_of(made) is CheckState.UNKNOWN


def test_a_check_of_another_app_without_annotations_is_told_by_its_summary() -> None:
    made = world()
    for commit in (MAIN, HEAD):
        made.check("scan", commit, OTHER_APP, conclusion=RED, title="2 problems", summary="first\nsecond")
    check = only(made)
    assert check.state is CheckState.INHERITED
    assert check.head_text == ("2 problems", "first", "second")


def test_a_check_of_another_app_with_the_same_name_is_another_check() -> None:
    made = world()
    made.check("scan", MAIN, App(502, "rival"), conclusion=GREEN)
    _other(made, HEAD, "leak in drop()")
    assert state_of(made) is CheckState.UNKNOWN


def test_what_the_branch_may_be_to_blame_for_comes_first_and_what_passed_last() -> None:
    made = world()
    run = made.run(MAIN, branch="main", event="push")
    for name, text, conclusion in (("a", BASE, RED), ("b", PASSED, GREEN), ("c", OTHER, RED)):
        made.job(run, name, log=text, conclusion=conclusion)
    on_head(made, "f", PASSED, GREEN)
    on_head(made, "e", b"", "skipped")
    for name in ("d", "a", "b", "c"):
        on_head(made, name, MOVED)
    on_head(made, "g", b"", status="queued")
    assert [check.state.value for check in report_of(made).checks] == [
        "caused",
        "new-failure-in-inherited-job",
        "unknown",
        "inherited",
        "pending",
        "skipped-by-condition",
        "passed",
    ]


SCENES = {"inherited": (MOVED, BASE, RED), "new": (OTHER, BASE, RED), "caused": (BASE, PASSED, GREEN)}


@pytest.mark.parametrize("seed", range(5))
def test_names_of_jobs_decide_nothing(seed: int) -> None:
    """Three jobs under shuffled names: the states go with the logs."""
    names = ["unit", "build", "passed", "caused", "inherited", "flaky", "ok", "continue-on-error"]
    random.Random(seed).shuffle(names)
    made = world()
    run = made.run(MAIN, branch="main", event="push")
    for name, (_, before, conclusion) in zip(names, SCENES.values(), strict=False):
        made.job(run, name, log=before, conclusion=conclusion)
    for name, (head, _, _) in zip(names, SCENES.values(), strict=False):
        on_head(made, name, head)
    states = {check.name.removeprefix("ci / "): check.state for check in report_of(made).checks}
    told = (CheckState.INHERITED, CheckState.NEW_FAILURE, CheckState.CAUSED)
    assert states == dict(zip(names, told, strict=False))


@pytest.mark.parametrize(
    ("scene", "fail_on_skip", "code"),
    [
        ("inherited", True, Exit.GREEN),
        ("new", False, Exit.FAILED),
        ("caused", True, Exit.FAILED),
        ("unknown", False, Exit.GREEN),
        ("unknown", True, Exit.SKIPPED),
        ("pending", True, Exit.SKIPPED),
        ("conflict", True, Exit.SKIPPED),
        ("conflict", False, Exit.GREEN),
    ],
)
def test_only_what_is_new_fails(scene: str, fail_on_skip: bool, code: Exit) -> None:
    assert exit_code(_scene(scene), fail_on_skip=fail_on_skip) is code


def _scene(scene: str) -> TriageReport:
    made = world(mergeable=scene != "conflict")
    if scene in SCENES:
        head, before, conclusion = SCENES[scene]
        on_main(made, "unit", before, conclusion)
        on_head(made, "unit", head)
    elif scene != "conflict":
        on_head(made, "unit", BASE, status="queued" if scene == "pending" else "completed")
    assert made.pulls[NUMBER].head == HEAD
    return report_of(made)
