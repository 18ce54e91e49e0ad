"""Rows and their controls in a workspace in memory: what is put back, what is built anew, and when a table is void."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from hashlib import sha256

import pytest

from bot.mutation import bench as bench_module
from bot.mutation.bench import Bench
from bot.mutation.model import Outcome, ReportKind, ReportSource
from bot.mutation.report import Moment, TableOutcome
from tests.bot.mutation.rooms import CAPACITY, DOUBLE, GUARD, INTACT, UNIT, Room, guarded, judged, row, tap

GREEN = tap(capacity=True, double=True)
XML = '<testsuite><testcase classname="a" name="b"/></testsuite>'


@pytest.fixture(autouse=True)
def no_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing here goes by the clock of a file system."""
    monkeypatch.setattr(bench_module, "_COARSEST_S", 0.0)


def test_each_row_begins_with_the_files_as_they_were() -> None:
    room = Room()
    told = judged(room, CAPACITY, DOUBLE)
    assert [(found.outcome, found.red) for found in told.rows] == [
        (Outcome.DETECTED, ("capacity",)),
        (Outcome.DETECTED, ("double",)),
    ]
    assert room.files == {GUARD: INTACT}
    (file,) = told.rows[0].files
    assert file.before == file.restored == sha256(INTACT).hexdigest() != file.after
    assert told.outcome is TableOutcome.PASS


def test_a_file_that_cannot_be_written_back_is_unrestored() -> None:
    written: list[bytes | None] = []

    def refuses_the_second(path: str, data: bytes | None) -> bool:
        written.append(data)
        return len(written) > 1

    told = judged(Room(refuses=refuses_the_second), CAPACITY, DOUBLE)
    first, second = told.rows
    assert (first.outcome, first.passes) == (Outcome.UNRESTORED, False)
    assert "could not be written back" in first.reason
    assert (second.outcome, second.passes) == (Outcome.VOID, False)
    assert "the run stopped at row capacity" in second.reason
    assert told.outcome is TableOutcome.FAIL
    assert [control.moment for control in told.controls] == [Moment.BEFORE]


class Forgetful(Room):
    """Takes an edit, and loses what is written back."""

    def write(self, path: str, data: bytes | None) -> None:
        super().write(path, data[:-1] if data == INTACT else data)


def test_a_file_that_comes_back_otherwise_is_unrestored() -> None:
    (found,) = judged(Forgetful(), CAPACITY).rows
    assert (found.outcome, found.passes) == (Outcome.UNRESTORED, False)
    assert "did not come back byte for byte" in found.reason
    assert found.files[0].restored != found.files[0].before


def test_an_edit_that_the_workspace_refuses_is_not_applied_and_nothing_is_run() -> None:
    room = Room(refuses=lambda path, data: data != INTACT)
    (found,) = judged(room, CAPACITY).rows
    assert (found.outcome, found.passes) == (Outcome.NOT_APPLIED, False)
    assert "the edit cannot be written" in found.reason
    assert room.said == ["unit", "unit"]


def test_an_edit_that_does_not_apply_writes_and_runs_nothing() -> None:
    room = Room(refuses=lambda path, data: True)
    (found,) = judged(room, row("absent", "nosuch", "x", "capacity")).rows
    assert (found.outcome, found.passes, found.files) == (Outcome.NOT_APPLIED, False, ())
    assert room.said == ["unit", "unit"]


def test_a_run_that_is_interrupted_leaves_no_edit() -> None:
    def interrupted(room: Room, argv: Sequence[str]) -> bytes:
        if room.files[GUARD] != INTACT:
            raise KeyboardInterrupt
        return GREEN

    room = Room(interrupted)
    with pytest.raises(KeyboardInterrupt):
        judged(room, CAPACITY)
    assert room.files == {GUARD: INTACT}


def test_a_red_after_the_last_row_makes_the_table_void() -> None:
    def worn_out(room: Room, argv: Sequence[str]) -> bytes:
        return guarded(room, argv) if len(room.said) < 3 else tap(capacity=True, double=False)

    told = judged(Room(worn_out), CAPACITY)
    assert told.outcome is TableOutcome.VOID
    assert "the control after the last row" in (told.reason or "")
    assert (told.rows[0].outcome, told.rows[0].passes) == (Outcome.VOID, False)
    assert "it was judged detected" in told.rows[0].reason


def test_a_control_that_ran_other_cases_after_the_last_row_makes_the_table_void() -> None:
    def one_more(room: Room, argv: Sequence[str]) -> bytes:
        return guarded(room, argv) if len(room.said) < 3 else tap(capacity=True, double=True, more=True)

    told = judged(Room(one_more), CAPACITY)
    assert told.outcome is TableOutcome.VOID
    assert '"more" ran after alone' in (told.reason or "")


def test_a_control_that_is_red_before_the_first_row_lets_no_row_run() -> None:
    room = Room(lambda room, argv: tap(capacity=False))
    told = judged(room, CAPACITY, DOUBLE)
    assert [found.outcome for found in told.rows] == [Outcome.VOID, Outcome.VOID]
    assert room.said == ["unit"]


def test_a_case_that_differs_between_repeats_makes_the_table_void() -> None:
    room = Room(lambda room, argv: tap(capacity=True, double=len(room.said) != 2))
    told = judged(room, CAPACITY, repeat=3)
    assert told.outcome is TableOutcome.VOID
    assert '"double" differs between 3 runs' in (told.reason or "")


OTHER = replace(UNIT, name="other", run=("other",))
HELD = row("held", "limit=4", "limit=5", "capacity", green_suites=("other",))


def test_a_suite_that_must_stay_green_runs_with_the_edit_in_the_tree() -> None:
    (found,) = judged(Room(), HELD, suites=(UNIT, OTHER)).rows
    assert (found.outcome, found.passes) == (Outcome.MISPLACED, False)
    assert "suite other had to stay green" in found.reason


def test_a_suite_that_must_stay_green_does_not_run_for_a_row_that_fails_already() -> None:
    room = Room()
    judged(room, replace(HELD, expect=replace(HELD.expect, red=("double",))), suites=(UNIT, OTHER))
    assert room.said == ["unit", "other", "unit", "unit", "other"]


BUILT = replace(UNIT, prepare=(("prepare",),), build=("build",), artifacts=("app",))


def _build(room: Room, argv: Sequence[str]) -> bytes:
    if argv[0] == "build":
        room.files["app"] = room.files[GUARD]
    return guarded(room, argv) if argv[0] == "unit" else b""


def test_a_workspace_is_prepared_once_and_built_before_every_run() -> None:
    room = Room(_build)
    told = judged(room, CAPACITY, DOUBLE, suites=(BUILT,))
    assert told.outcome is TableOutcome.PASS
    assert room.said == ["prepare", *["build", "unit"] * 4]


def test_what_was_prepared_is_not_prepared_again() -> None:
    room = Room(lambda room, argv: b"not ok")
    bench = Bench(room.workspace)
    assert bench.prepare(BUILT) is bench.prepare(BUILT) is not None
    assert room.said == ["prepare"]


def test_a_suite_that_cannot_be_prepared_makes_the_table_void() -> None:
    told = judged(Room(lambda room, argv: b"not ok"), CAPACITY, suites=(BUILT,))
    assert told.outcome is TableOutcome.VOID
    assert "prepare ended with exit code 1, which prepares it" in (told.reason or "")


def test_a_build_that_did_not_see_an_edit_is_built_again_a_while_later() -> None:
    builds: list[bytes | None] = []

    def lazy(room: Room, argv: Sequence[str]) -> bytes:
        if argv[0] == "build":
            if len(builds) != 1:
                room.files["app"] = room.files[GUARD]
            builds.append(room.files[GUARD])
        app = room.files.get("app") or b""
        return tap(capacity=b"limit=4" in app, double=b"double=2" in app) if argv[0] == "unit" else b""

    told = judged(Room(lazy), CAPACITY, suites=(BUILT,))
    assert told.rows[0].outcome is Outcome.DETECTED
    assert len(builds) == 4


def test_a_build_that_never_sees_an_edit_is_inert() -> None:
    def deaf(room: Room, argv: Sequence[str]) -> bytes:
        room.files["app"] = b"always the same"
        return GREEN

    (found,) = judged(Room(deaf), CAPACITY, suites=(BUILT,)).rows
    assert (found.outcome, found.passes) == (Outcome.INERT, False)


def test_artifacts_that_differ_between_two_builds_of_one_tree_are_noted() -> None:
    def random(room: Room, argv: Sequence[str]) -> bytes:
        room.files["app"] = str(len(room.said)).encode()
        return guarded(room, argv) if argv[0] == "unit" else b""

    told = judged(Room(random), CAPACITY, suites=(BUILT,))
    assert told.outcome is TableOutcome.PASS
    assert any("two builds of the same tree made different artifacts" in note for note in told.notes)


def test_a_suite_that_is_built_and_names_no_artifact_is_noted() -> None:
    told = judged(Room(_build), CAPACITY, suites=(replace(BUILT, artifacts=()),))
    assert any("names no artifacts" in note for note in told.notes)


def test_the_report_of_an_earlier_run_is_not_read_again() -> None:
    def writes_once(room: Room, argv: Sequence[str]) -> bytes:
        if room.files[GUARD] == INTACT:
            room.files["r.xml"] = XML.encode()
        return b""

    suite = replace(UNIT, report=ReportSource(ReportKind.JUNIT, "r.xml"))
    (found,) = judged(Room(writes_once), CAPACITY, suites=(suite,)).rows
    assert (found.outcome, found.passes) == (Outcome.VACUOUS, False)
    assert "left no report at r.xml" in found.reason


def test_a_python_file_that_is_no_program_any_more_is_unbuildable() -> None:
    broken = row("syntax", "limit=4", "limit=(", "*")
    edit = replace(broken.edits[0], file="guard.py")
    room = Room(lambda room, argv: tap(capacity=b"(" not in (room.files["guard.py"] or b"")))
    room.files = {"guard.py": b"limit=4"}
    (found,) = judged(room, replace(broken, edits=(edit,))).rows
    assert (found.outcome, found.passes) == (Outcome.UNBUILDABLE, False)
