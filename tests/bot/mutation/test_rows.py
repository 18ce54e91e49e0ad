"""Rows and their controls in a workspace in memory: what is put back, what is built anew, and when a table is void."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from hashlib import sha256
from threading import Barrier

import pytest

from bot.mutation import suite_runner
from bot.mutation.model import Mutation, Outcome, ReportKind, ReportSource
from bot.mutation.report import Moment, TableOutcome
from bot.mutation.suite_runner import SuiteRunner
from tests.bot.mutation.memory_workspace import (
    CAPACITY,
    DOUBLE,
    GUARD,
    INTACT,
    UNIT,
    MemoryWorkspace,
    guarded,
    judged,
    judged_in,
    row,
    tap,
)

GREEN = tap(capacity=True, double=True)
XML = '<testsuite><testcase classname="a" name="b"/></testsuite>'


@pytest.fixture(autouse=True)
def no_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing here goes by the clock of a file system."""
    monkeypatch.setattr(suite_runner, "_COARSEST_S", 0.0)


def test_each_row_begins_with_the_files_as_they_were() -> None:
    workspace = MemoryWorkspace()
    result = judged(workspace, CAPACITY, DOUBLE)
    assert [(found.outcome, found.red) for found in result.rows] == [
        (Outcome.DETECTED, ("capacity",)),
        (Outcome.DETECTED, ("double",)),
    ]
    assert workspace.files == {GUARD: INTACT}
    (file,) = result.rows[0].files
    assert file.before == file.restored == sha256(INTACT).hexdigest() != file.after
    assert result.outcome is TableOutcome.PASS


def test_a_file_that_cannot_be_written_back_is_unrestored() -> None:
    written: list[bytes | None] = []

    def refuses_the_second(path: str, data: bytes | None) -> bool:
        written.append(data)
        return len(written) > 1

    result = judged(MemoryWorkspace(refuses=refuses_the_second), CAPACITY, DOUBLE)
    first, second = result.rows
    assert (first.outcome, first.passes) == (Outcome.UNRESTORED, False)
    assert "could not be written back" in first.reason
    assert (second.outcome, second.passes) == (Outcome.VOID, False)
    assert "the run stopped at row capacity" in second.reason
    assert result.outcome is TableOutcome.FAIL
    assert [control.moment for control in result.controls] == [Moment.BEFORE]


class Forgetful(MemoryWorkspace):
    """Takes an edit, and loses what is written back."""

    def write(self, path: str, data: bytes | None) -> None:
        super().write(path, data[:-1] if data == INTACT else data)


def test_a_file_that_comes_back_otherwise_is_unrestored() -> None:
    (found,) = judged(Forgetful(), CAPACITY).rows
    assert (found.outcome, found.passes) == (Outcome.UNRESTORED, False)
    assert "did not come back byte for byte" in found.reason
    assert found.files[0].restored != found.files[0].before


def test_an_edit_that_the_workspace_refuses_is_not_applied_and_nothing_is_run() -> None:
    workspace = MemoryWorkspace(refuses=lambda path, data: data != INTACT)
    (found,) = judged(workspace, CAPACITY).rows
    assert (found.outcome, found.passes) == (Outcome.NOT_APPLIED, False)
    assert "the edit cannot be written" in found.reason
    assert workspace.commands == ["unit", "unit"]


def test_an_edit_that_does_not_apply_writes_and_runs_nothing() -> None:
    workspace = MemoryWorkspace(refuses=lambda path, data: True)
    (found,) = judged(workspace, row("absent", "nosuch", "x", "capacity")).rows
    assert (found.outcome, found.passes, found.files) == (Outcome.NOT_APPLIED, False, ())
    assert workspace.commands == ["unit", "unit"]


def test_a_run_that_is_interrupted_leaves_no_edit() -> None:
    def interrupted(workspace: MemoryWorkspace, argv: Sequence[str]) -> bytes:
        if workspace.files[GUARD] != INTACT:
            raise KeyboardInterrupt
        return GREEN

    workspace = MemoryWorkspace(interrupted)
    with pytest.raises(KeyboardInterrupt):
        judged(workspace, CAPACITY)
    assert workspace.files == {GUARD: INTACT}


def test_a_red_after_the_last_row_makes_the_table_void() -> None:
    def worn_out(workspace: MemoryWorkspace, argv: Sequence[str]) -> bytes:
        return guarded(workspace, argv) if len(workspace.commands) < 3 else tap(capacity=True, double=False)

    result = judged(MemoryWorkspace(worn_out), CAPACITY)
    assert result.outcome is TableOutcome.VOID
    assert "the control after the last row" in (result.reason or "")
    assert (result.rows[0].outcome, result.rows[0].passes) == (Outcome.VOID, False)
    assert "it was judged detected" in result.rows[0].reason


def test_a_control_that_ran_other_cases_after_the_last_row_makes_the_table_void() -> None:
    def one_more(workspace: MemoryWorkspace, argv: Sequence[str]) -> bytes:
        return guarded(workspace, argv) if len(workspace.commands) < 3 else tap(capacity=True, double=True, more=True)

    result = judged(MemoryWorkspace(one_more), CAPACITY)
    assert result.outcome is TableOutcome.VOID
    assert '"more" ran after alone' in (result.reason or "")


def test_a_control_that_is_red_before_the_first_row_lets_no_row_run() -> None:
    workspace = MemoryWorkspace(lambda workspace, argv: tap(capacity=False))
    result = judged(workspace, CAPACITY, DOUBLE)
    assert [found.outcome for found in result.rows] == [Outcome.VOID, Outcome.VOID]
    assert workspace.commands == ["unit"]


def test_a_case_that_differs_between_repeats_makes_the_table_void() -> None:
    workspace = MemoryWorkspace(lambda workspace, argv: tap(capacity=True, double=len(workspace.commands) != 2))
    result = judged(workspace, CAPACITY, repeat=3)
    assert result.outcome is TableOutcome.VOID
    assert '"double" differs between 3 runs' in (result.reason or "")


OTHER = replace(UNIT, name="other", run=("other",))
HELD = row("held", "limit=4", "limit=5", "capacity", green_suites=("other",))


def test_a_suite_that_must_stay_green_runs_with_the_edit_in_the_tree() -> None:
    (found,) = judged(MemoryWorkspace(), HELD, suites=(UNIT, OTHER)).rows
    assert (found.outcome, found.passes) == (Outcome.MISPLACED, False)
    assert "suite other had to stay green" in found.reason


def test_a_suite_that_must_stay_green_does_not_run_for_a_row_that_fails_already() -> None:
    workspace = MemoryWorkspace()
    judged(workspace, replace(HELD, expect=replace(HELD.expect, red=("double",))), suites=(UNIT, OTHER))
    assert workspace.commands == ["unit", "other", "unit", "unit", "other"]


class InStep:
    """A suite whose first runs in two workspaces wait for each other, so that each of them begins with one."""

    def __init__(self) -> None:
        self._barrier = Barrier(2, timeout=20)

    def __call__(self, workspace: MemoryWorkspace, argv: Sequence[str]) -> bytes:
        if len(workspace.commands) == 1:
            self._barrier.wait()
        return guarded(workspace, argv)


def _of_suite(name: str, *rows: Mutation) -> tuple[Mutation, ...]:
    return tuple(replace(row, id=f"{name} {row.id}", suite=name) for row in rows)


OF_BOTH = (*_of_suite("unit", CAPACITY, DOUBLE), *_of_suite("other", CAPACITY, DOUBLE))


def test_a_control_runs_only_in_workspaces_that_judge_rows_of_its_suite() -> None:
    suite = InStep()
    workspaces = [MemoryWorkspace(suite), MemoryWorkspace(suite)]
    result = judged_in(workspaces, *OF_BOTH, suites=(UNIT, OTHER))
    assert [found.outcome for found in result.rows] == [Outcome.DETECTED] * 4
    assert sorted((control.suite, control.moment) for control in result.controls) == [
        ("other", Moment.AFTER),
        ("other", Moment.BEFORE),
        ("unit", Moment.AFTER),
        ("unit", Moment.BEFORE),
    ]
    assert sorted(workspace.commands for workspace in workspaces) == [["other"] * 4, ["unit"] * 4]


def test_a_workspace_with_nothing_to_judge_is_not_made() -> None:
    workspaces = [MemoryWorkspace(), MemoryWorkspace()]
    judged_in(workspaces, CAPACITY, DOUBLE)
    assert [workspace.is_made for workspace in workspaces] == [True, False]


def test_a_control_that_is_red_in_one_workspace_makes_the_table_void() -> None:
    suite = InStep()

    def red_there(workspace: MemoryWorkspace, argv: Sequence[str]) -> bytes:
        printed = suite(workspace, argv)
        return tap(capacity=False) if argv == ("other",) else printed

    result = judged_in([MemoryWorkspace(red_there), MemoryWorkspace(red_there)], *OF_BOTH, suites=(UNIT, OTHER))
    assert result.outcome is TableOutcome.VOID
    assert "the control of suite other is not green" in (result.reason or "")
    assert {found.outcome for found in result.rows} == {Outcome.VOID}


def test_a_workspace_runs_a_control_that_it_lacks_before_the_first_row_that_needs_it() -> None:
    suite = InStep()
    workspaces = [MemoryWorkspace(suite), MemoryWorkspace(suite)]
    needs_both = replace(DOUBLE, expect=replace(DOUBLE.expect, green_suites=("other",)))
    result = judged_in(workspaces, needs_both, *_of_suite("other", CAPACITY), suites=(UNIT, OTHER))
    assert result.rows[0].reason.startswith("suite other had to stay green")
    assert sum(control.moment is Moment.BEFORE for control in result.controls) == 3
    assert sum({*workspace.commands} == {"unit", "other"} for workspace in workspaces) == 1


BUILT = replace(UNIT, prepare=(("prepare",),), build=("build",), artifacts=("app",))


def _build(workspace: MemoryWorkspace, argv: Sequence[str]) -> bytes:
    if argv[0] == "build":
        workspace.files["app"] = workspace.files[GUARD]
    return guarded(workspace, argv) if argv[0] == "unit" else b""


def test_a_workspace_is_prepared_once_and_built_before_every_run() -> None:
    workspace = MemoryWorkspace(_build)
    result = judged(workspace, CAPACITY, DOUBLE, suites=(BUILT,))
    assert result.outcome is TableOutcome.PASS
    assert workspace.commands == ["prepare", *["build", "unit"] * 4]


def test_what_was_prepared_is_not_prepared_again() -> None:
    workspace = MemoryWorkspace(lambda workspace, argv: b"not ok")
    runner = SuiteRunner(workspace.typed)
    assert runner.prepare(BUILT) is runner.prepare(BUILT) is not None
    assert workspace.commands == ["prepare"]


def test_a_suite_that_is_prepared_after_edits_sees_that_they_are_back() -> None:
    workspace = MemoryWorkspace(_build)
    runner = SuiteRunner(workspace.typed)
    runner.edit({GUARD: b"limit=5"})
    runner.edit({GUARD: INTACT})
    written: list[str] = []
    workspace.refuses = lambda path, data: written.append(f"{len(workspace.commands)} {path}") is not None
    runner.prepare(BUILT)
    runner.prepare(BUILT)
    runner.prepare(OTHER)
    assert written == [f"0 {GUARD}"]


def test_a_suite_that_cannot_be_prepared_makes_the_table_void() -> None:
    result = judged(MemoryWorkspace(lambda workspace, argv: b"not ok"), CAPACITY, suites=(BUILT,))
    assert result.outcome is TableOutcome.VOID
    assert "prepare ended with exit code 1, which prepares it" in (result.reason or "")


def test_a_build_that_did_not_see_an_edit_is_built_again_a_while_later() -> None:
    builds: list[bytes | None] = []

    def lazy(workspace: MemoryWorkspace, argv: Sequence[str]) -> bytes:
        if argv[0] == "build":
            if len(builds) != 1:
                workspace.files["app"] = workspace.files[GUARD]
            builds.append(workspace.files[GUARD])
        app = workspace.files.get("app") or b""
        return tap(capacity=b"limit=4" in app, double=b"double=2" in app) if argv[0] == "unit" else b""

    result = judged(MemoryWorkspace(lazy), CAPACITY, suites=(BUILT,))
    assert result.rows[0].outcome is Outcome.DETECTED
    assert len(builds) == 4


def test_a_build_that_never_sees_an_edit_is_inert() -> None:
    def deaf(workspace: MemoryWorkspace, argv: Sequence[str]) -> bytes:
        workspace.files["app"] = b"always the same"
        return GREEN

    (found,) = judged(MemoryWorkspace(deaf), CAPACITY, suites=(BUILT,)).rows
    assert (found.outcome, found.passes) == (Outcome.INERT, False)


def test_artifacts_that_differ_between_two_builds_of_one_tree_are_noted() -> None:
    def random(workspace: MemoryWorkspace, argv: Sequence[str]) -> bytes:
        workspace.files["app"] = str(len(workspace.commands)).encode()
        return guarded(workspace, argv) if argv[0] == "unit" else b""

    result = judged(MemoryWorkspace(random), CAPACITY, suites=(BUILT,))
    assert result.outcome is TableOutcome.PASS
    assert any("two builds of the same tree made different artifacts" in note for note in result.notes)


def test_a_suite_that_is_built_and_names_no_artifact_is_noted() -> None:
    result = judged(MemoryWorkspace(_build), CAPACITY, suites=(replace(BUILT, artifacts=()),))
    assert any("names no artifacts" in note for note in result.notes)


def test_the_report_of_an_earlier_run_is_not_read_again() -> None:
    def writes_once(workspace: MemoryWorkspace, argv: Sequence[str]) -> bytes:
        if workspace.files[GUARD] == INTACT:
            workspace.files["r.xml"] = XML.encode()
        return b""

    suite = replace(UNIT, report=ReportSource(ReportKind.JUNIT, "r.xml"))
    (found,) = judged(MemoryWorkspace(writes_once), CAPACITY, suites=(suite,)).rows
    assert (found.outcome, found.passes) == (Outcome.VACUOUS, False)
    assert "left no report at r.xml" in found.reason


def test_a_python_file_that_is_no_program_any_more_is_unbuildable() -> None:
    broken = row("syntax", "limit=4", "limit=(", "*")
    edit = replace(broken.edits[0], file="guard.py")
    workspace = MemoryWorkspace(lambda workspace, argv: tap(capacity=b"(" not in (workspace.files["guard.py"] or b"")))
    workspace.files = {"guard.py": b"limit=4"}
    (found,) = judged(workspace, replace(broken, edits=(edit,))).rows
    assert (found.outcome, found.passes) == (Outcome.UNBUILDABLE, False)
