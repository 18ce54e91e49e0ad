"""Which workspace judges which row, without any workspace."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.mutation.model import Mutation
from bot.mutation.scheduling import Schedule, Worker, most_workspaces
from tests.bot.mutation.memory_workspace import CAPACITY


def _rows(suite: str, count: int, *, green: tuple[str, ...] = ()) -> list[Mutation]:
    expect = replace(CAPACITY.expect, green_suites=green)
    return [replace(CAPACITY, id=f"{suite}{number}", suite=suite, expect=expect) for number in range(1, count + 1)]


def _all_rows(worker: Worker) -> list[str]:
    return [row.id for row in iter(worker.next_row, None)]


def _all_suites(worker: Worker) -> list[str]:
    return list(iter(worker.next_suite, None))


def test_one_workspace_runs_all_controls_and_then_all_rows_in_their_order() -> None:
    worker = Schedule([*_rows("a", 2), *_rows("b", 1), *_rows("a", 1)], ["a", "b"]).worker()
    assert _all_suites(worker) == ["a", "b"]
    assert _all_rows(worker) == ["a1", "a2", "b1", "a1"]
    assert worker.rows == 4


def test_a_suite_is_begun_in_one_workspace_and_its_rows_are_judged_there() -> None:
    schedule = Schedule([*_rows("a", 2), *_rows("b", 2)], ["a", "b"])
    first, second = schedule.worker(), schedule.worker()
    assert (first.next_suite(), second.next_suite(), first.next_suite()) == ("a", "b", None)
    assert (_all_rows(second), _all_rows(first)) == (["b1", "b2"], ["a1", "a2"])


def test_a_workspace_without_rows_shares_the_suite_with_the_most_of_them() -> None:
    schedule = Schedule([*_rows("a", 3), *_rows("b", 4)], ["a", "b"])
    busy, idle = schedule.worker(), schedule.worker()
    assert _all_suites(busy) == ["a", "b"]
    row = idle.next_row()
    assert row is not None
    assert (row.id, idle.suites) == ("b1", {"b"})


def test_a_suite_with_no_more_rows_than_its_control_has_runs_is_not_shared() -> None:
    schedule = Schedule(_rows("a", 2), ["a"])
    busy, idle = schedule.worker(), schedule.worker()
    assert _all_suites(busy) == ["a"]
    assert idle.next_row() is None
    assert _all_rows(busy) == ["a1", "a2"]


def test_a_row_whose_suites_no_workspace_has_together_is_judged_by_the_first_that_is_free() -> None:
    schedule = Schedule(_rows("a", 1, green=("b",)), ["a", "b"])
    first, second = schedule.worker(), schedule.worker()
    assert (first.next_suite(), second.next_suite()) == ("a", "b")
    assert _all_rows(second) == ["a1"]
    assert second.suites == {"a", "b"}
    assert _all_rows(first) == []


def test_every_row_is_judged_once_however_the_workspaces_take_turns() -> None:
    rows = [*_rows("a", 5), *_rows("b", 3, green=("c",)), *_rows("c", 7)]
    schedule = Schedule(rows, ["a", "b", "c"])
    working = [schedule.worker() for _ in range(3)]
    taken = []
    for worker in working:
        worker.next_suite()
    while working:
        for worker in list(working):
            row = worker.next_row()
            if row is None:
                working.remove(worker)
            else:
                taken.append(row.id)
    assert sorted(taken) == sorted(row.id for row in rows)


@pytest.mark.parametrize(
    ("rows", "most"),
    [
        (_rows("a", 1), 1),
        (_rows("a", 2), 1),
        (_rows("a", 3), 2),
        ([*_rows("a", 2), *_rows("b", 1)], 2),
        ([*_rows("a", 1), *_rows("a", 1, green=("b",))], 2),
    ],
)
def test_no_more_workspaces_are_made_than_have_something_to_judge(rows: list[Mutation], most: int) -> None:
    assert most_workspaces(rows) == most
