"""Which workspace judges which row: each suite's control runs in as few workspaces as keep all of them busy."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from threading import Lock
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bot.mutation.model import Mutation

_RUNS_OF_A_CONTROL = 2
"""Before the rows and after them: a suite with no more rows than that is not worth a further workspace."""


def suites_of(row: Mutation) -> tuple[str, ...]:
    """The names of the suites that a row needs: its own, and those that must stay green."""
    return (row.suite, *row.expect.green_suites)


def most_workspaces(rows: Iterable[Mutation]) -> int:
    """How many workspaces have something to do at the same time; further ones would only run controls."""
    counts = Counter(suites_of(row) for row in rows)
    return sum(max(1, count - _RUNS_OF_A_CONTROL + 1) for count in counts.values())


class Schedule:
    """The rows and suites that wait, given out to several threads; every row is given out once."""

    def __init__(self, rows: Iterable[Mutation], suites: Iterable[str]) -> None:
        self._rows, self._suites = list(rows), list(suites)
        self._workers: list[Worker] = []
        self._lock = Lock()

    def worker(self) -> Worker:
        """A new one, for one workspace."""
        with self._lock:
            worker = Worker(self)
            self._workers.append(worker)
            return worker

    def next_suite(self, worker: Worker) -> str | None:
        """A suite whose control no workspace has run; None where there is no further one."""
        with self._lock:
            if not self._suites:
                return None
            suite = self._suites.pop(0)
            worker.suites.add(suite)
            return suite

    def next_row(self, worker: Worker) -> Mutation | None:
        """The next row for a workspace; None where its worker may leave: the others do what is left sooner."""
        with self._lock:
            row = self._row_here(worker) or self._row_of_nobody() or self._row_to_share()
            if row is None:
                self._workers.remove(worker)
                return None
            self._rows.remove(row)
            worker.suites |= set(suites_of(row))
            worker.rows += 1
            return row

    def _row_here(self, worker: Worker) -> Mutation | None:
        return next((row for row in self._rows if worker.has_suites_of(row)), None)

    def _row_of_nobody(self) -> Mutation | None:
        return next((row for row in self._rows if not any(one.has_suites_of(row) for one in self._workers)), None)

    def _row_to_share(self) -> Mutation | None:
        """One of those whose suites have the most rows that wait."""
        waiting = Counter(suites_of(row) for row in self._rows)
        suites, count = next(iter(waiting.most_common(1)), ((), 0))
        return next(row for row in self._rows if suites_of(row) == suites) if count > _RUNS_OF_A_CONTROL else None


@dataclass(slots=True, eq=False)
class Worker:
    """One workspace's share: `suites` are those whose control it runs or has run, `rows` how many rows it took."""

    schedule: Schedule
    suites: set[str] = field(default_factory=set)
    rows: int = 0

    def has_suites_of(self, row: Mutation) -> bool:
        """Whether the row needs no control that is not this workspace's."""
        return self.suites.issuperset(suites_of(row))

    def next_suite(self) -> str | None:
        """See Schedule."""
        return self.schedule.next_suite(self)

    def next_row(self) -> Mutation | None:
        """See Schedule."""
        return self.schedule.next_row(self)
