"""One table from its rows to its result: controls, rows in one workspace or several, controls again."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from threading import Lock
from typing import TYPE_CHECKING

from bot.mutation.control import Control, difference, fault, flaky
from bot.mutation.judge import Attempt, ending
from bot.mutation.logs import log_tail
from bot.mutation.model import Outcome
from bot.mutation.names import quoted
from bot.mutation.progress import NoProgress, Progress
from bot.mutation.report import ControlResult, Moment, RowResult, TableOutcome, TableResult
from bot.mutation.rows import control_result, run_row
from bot.mutation.scheduling import Schedule, most_workspaces, suites_of
from bot.mutation.suite_runner import SuiteRunner, control_limits, limits_after

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from contextlib import AbstractContextManager

    from bot.mutation.model import Execution, Mutation, Suite, SuiteResult, Table
    from bot.mutation.selection import Selected
    from bot.mutation.workspace import Workspace

    Controls = Mapping[str, Control]


@dataclass(frozen=True, slots=True)
class RunContext:
    """What rows run with. `open_workspace` makes one of the judged tree, `read_base` reads files of the merge base.

    `stop` ends all commands that run in workspaces, so that their threads leave. `jobs` is how many workspaces there
    are at a time, `repeat` how often a control runs before the first row.
    """

    open_workspace: Callable[[], AbstractContextManager[Workspace]]
    read_base: Callable[[str], bytes | None]
    stop: Callable[[], None]
    jobs: int = 1
    repeat: int = 1
    progress: Progress = field(default_factory=NoProgress)


def run_table(selected: Selected, context: RunContext) -> TableResult:
    """Judge the selected rows of a table, in its order."""
    table, rows = selected.table, selected.rows
    context.progress.table(table.path, [row.id for row in rows])
    if not rows:
        reason = "none of its rows was asked for"
        return TableResult(table.path, table.sha256, TableOutcome.PASS, reason, selected.declared, ())
    run = _TableRun(table, rows, context)
    run.go()
    return run.result(selected.declared)


def run_tables(selected: Sequence[Selected], context: RunContext) -> tuple[TableResult, ...]:
    """Judge tables one after the other; after a file that did not come back, no further one is run."""
    results: list[TableResult] = []
    stopped = ""
    for table in selected:
        result = _not_run(table, stopped) if stopped else run_table(table, context)
        if not stopped and any(row.outcome is Outcome.UNRESTORED for row in result.rows):
            stopped = f"it was not run: in {result.file} {result.reason}"
        results.append(result)
    return tuple(results)


def _not_run(selected: Selected, reason: str) -> TableResult:
    table = selected.table
    rows = tuple(RowResult(row.id, Outcome.VOID, False, reason, row.claim, row.suite) for row in selected.rows)
    return TableResult(table.path, table.sha256, TableOutcome.VOID, reason, selected.declared, rows)


class _TableRun:
    def __init__(self, table: Table, rows: Sequence[Mutation], context: RunContext) -> None:
        self._table, self._rows, self._context = table, rows, context
        named = {name for row in rows for name in suites_of(row)}
        self._suites = {name: suite for name, suite in table.suites.items() if name in named}
        self._schedule = Schedule(rows, self._suites)
        self._judged: dict[str, RowResult] = {}
        self._controls: list[ControlResult] = []
        self._first: dict[str, SuiteResult] = {}
        self._void: list[str] = []
        self._notes = [
            f"suite {suite.name} is built and names no artifacts: whether a build saw a change is not known"
            for suite in self._suites.values()
            if suite.build and not suite.artifacts
        ]
        self._stopped = ""
        self._lock = Lock()

    def go(self) -> None:
        """Run everything, in this thread where one workspace is enough."""
        workers = min(self._context.jobs, most_workspaces(self._rows))
        if workers == 1:
            self._work()
            return
        with ThreadPoolExecutor(workers) as pool:
            working = [pool.submit(self._work) for _ in range(workers)]
            try:
                for work in working:
                    work.result()
            except BaseException:
                self._stopped = self._stopped or "the run was ended"
                self._context.stop()
                raise

    def result(self, declared: tuple[str, ...]) -> TableResult:
        """What came of it: where a control was not green, no row was judged."""
        rows = tuple(self._row(row) for row in self._rows)
        reason = self._void[0] if self._void else self._stopped or None
        passed = TableOutcome.PASS if all(row.passes for row in rows) else TableOutcome.FAIL
        outcome = TableOutcome.VOID if self._void else passed
        notes = tuple(dict.fromkeys(self._notes))
        return TableResult(
            self._table.path, self._table.sha256, outcome, reason, declared, rows, tuple(self._controls), notes
        )

    def _row(self, row: Mutation) -> RowResult:
        judged = self._judged.get(row.id)
        if self._void:
            return voided(judged or RowResult(row.id, Outcome.VOID, False, "", row.claim, row.suite), self._void[0])
        if judged is not None:
            return judged
        return RowResult(row.id, Outcome.VOID, False, f"it was not run: {self._stopped}", row.claim, row.suite)

    def _work(self) -> None:
        """Take rows one after the other into one workspace, between a control before and a control after."""
        worker = self._schedule.worker()
        with self._context.open_workspace() as workspace:
            runner = SuiteRunner(workspace)
            controls: dict[str, Control] = {}
            while not self._ended and (name := worker.next_suite()):
                self._control(name, runner, controls)
            while not self._ended and (row := worker.next_row()):
                self._judge(row, runner, controls)
            if worker.rows and not self._ended:
                self._after(runner, controls)

    def _judge(self, row: Mutation, runner: SuiteRunner, controls: dict[str, Control]) -> None:
        """One row, after those of its controls that this workspace has not run yet."""
        for name in suites_of(row):
            if name not in controls:
                self._control(name, runner, controls)
            if self._ended:
                return
        runner.on_phase = self._on_phase(row.id)
        self._keep(run_row(row, self._suites, runner, controls, self._context.read_base))

    @property
    def _ended(self) -> bool:
        return bool(self._void or self._stopped)

    def _on_phase(self, name: str) -> Callable[[str], None]:
        return lambda phase: self._context.progress.phase(name, phase)

    def _keep(self, judged: RowResult) -> None:
        with self._lock:
            self._judged[judged.id] = judged
            if judged.outcome is Outcome.UNRESTORED:
                self._stopped = f"the run stopped at row {judged.id}: {judged.reason}"
            self._context.progress.row(judged)

    def _control(self, name: str, runner: SuiteRunner, controls: dict[str, Control]) -> None:
        """Run the control of a suite in one workspace, and add it to that workspace's where it is green."""
        suite = self._suites[name]
        runner.on_phase = self._on_phase(f"control {name}")
        failed = runner.prepare(suite)
        if failed is not None:
            self._note_unprepared(suite, failed)
            return
        attempt = runner.attempt(suite, control_limits(suite))
        trouble = fault(suite, attempt) or self._unlike(suite, runner, attempt)
        self._add(control_result(suite, Moment.BEFORE, attempt, trouble))
        if not trouble:
            controls[name] = Control(attempt, limits_after(suite, attempt))

    def _unlike(self, suite: Suite, runner: SuiteRunner, attempt: Attempt) -> str:
        """Why a green control cannot be relied on: it differs between repeats, or between workspaces."""
        assert attempt.result is not None
        results = [attempt.result]
        for _ in range(self._context.repeat - 1):
            run, result, unread = runner.run_once(suite, control_limits(suite))
            if result is None:
                return f"its repeated run {ending(run)} and {unread}"
            results.append(result)
        unsteady = flaky(results)
        if unsteady:
            differ = "differs" if len(unsteady) == 1 else "differ"
            return f"{quoted(unsteady, 10)} {differ} between {len(results)} runs of the same tree"
        with self._lock:
            return difference(self._first.setdefault(suite.name, attempt.result), attempt.result)

    def _after(self, runner: SuiteRunner, controls: Controls) -> None:
        """The same controls on the tree as the rows left it, built again."""
        for name, earlier in controls.items():
            suite = self._suites[name]
            runner.on_phase = self._on_phase(f"control {name}")
            attempt = runner.attempt_edited(suite, earlier, {})
            trouble = fault(suite, attempt)
            if not trouble:
                assert earlier.attempt.result is not None
                assert attempt.result is not None
                trouble = difference(earlier.attempt.result, attempt.result)
            self._add(control_result(suite, Moment.AFTER, attempt, trouble))
            if attempt.artifacts != earlier.attempt.artifacts:
                self._notes.append(
                    f"two builds of the same tree made different artifacts of suite {suite.name}: "
                    f"whether a build saw a change cannot be told from them"
                )

    def _note_unprepared(self, suite: Suite, failed: Execution) -> None:
        reason = f"{' '.join(failed.argv)} {ending(failed)}, which prepares it"
        self._add(ControlResult(suite.name, Moment.BEFORE, False, reason, log=log_tail(failed)))

    def _add(self, control: ControlResult) -> None:
        with self._lock:
            self._controls.append(control)
            if not control.green:
                when = "the control" if control.moment is Moment.BEFORE else "the control after the last row"
                self._void.append(f"{when} of suite {control.suite} is not green: {control.reason}")
            self._context.progress.control(control)


def voided(row: RowResult, reason: str) -> RowResult:
    """A row whose table is void; what it was judged before stays in the sentence."""
    earlier = f" (it was judged {row.outcome})" if row.outcome is not Outcome.VOID else ""
    return replace(row, outcome=Outcome.VOID, passes=False, reason=f"{reason}{earlier}")
