"""`redfirst prove`: from its options to its exit code."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from bot.evidence import evidence_table
from bot.mutation.control import fault
from bot.mutation.judge import Attempt, ending
from bot.mutation.logs import log_of, log_tail
from bot.mutation.model import ReportKind
from bot.mutation.names import colours, quoted, ran, red_names
from bot.mutation.report import (
    THIS_TOOL,
    CaseOutcome,
    Moment,
    MutationReport,
    PolicySource,
    RowResult,
    TableOutcome,
    TableResult,
)
from bot.mutation.reporting.delivery import deliver_report, listener
from bot.mutation.rows import control_result, step
from bot.mutation.settings import read_settings
from bot.mutation.suite_runner import SuiteRunner, control_limits
from bot.mutation.workspace_factory import WorkspaceFactory
from bot.proof import Side, Trees, verdicts
from checkers.errors import UsageError
from checkers.exits import Exit
from checkers.policies import Policies
from checkers.repo.repository import Repository
from checkers.repo.types import FileKind
from checkers.subjects import Subjects
from checkers.suggestions import did_you_mean
from checkers.wording import counted, is_or_are, short_hash

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.arguments import ProveOptions
    from bot.mutation.model import Colour, Suite
    from bot.mutation.progress import Progress
    from bot.mutation.report import ControlResult
    from bot.mutation.settings import Settings
    from bot.mutation.workspace import Workspace
    from bot.proof import CaseVerdict
    from checkers.repo.types import Change, Entry
    from checkers.subjects import Range


def prove(options: ProveOptions) -> int:
    """Judge the tests of a range, its changed gates, or both."""
    with Repository.open_named(options.repo) as repository:
        subjects = Subjects(repository)
        policy = Policies(subjects, options.policy).on_disk().policy
        settings = read_settings(policy.mutation)
        ends = subjects.named_range(options.base, options.head)
        change = repository.diff(ends.merge_base, ends.head)
        workspaces = WorkspaceFactory(repository, network=options.network, keep=options.keep)
        with listener(options) as progress:
            proof = _Proof(workspaces, ends, change, options.repeat, progress)
            tables = list(proof.tables(options, settings))
        report = MutationReport(
            tool=THIS_TOOL,
            command="prove",
            commit=ends.head,
            policy=PolicySource(policy.source, policy.sha256),
            tables=tuple(tables),
            base=ends.merge_base,
            notes=workspaces.notes,
        )
    deliver_report(report, options)
    return Exit.FAILED if report.failed else Exit.GREEN


@dataclass(frozen=True, slots=True)
class _Proof:
    """One range and where its suites run."""

    workspaces: WorkspaceFactory
    ends: Range
    change: Change
    repeat: int
    progress: Progress

    def tables(self, options: ProveOptions, settings: Settings) -> tuple[TableResult, ...]:
        """What the options ask for."""
        asked = []
        if options.suite is not None:
            suite = _known(options.suite, settings)
            tests = {path: found.after for path, found in self.change.paths.items() if settings.tests.match(path)}
            if not tests:
                looked = ", ".join(settings.tests.patterns) or "nothing"
                raise UsageError(f"the range changes no test (the policy's mutation.tests is {looked})")
            asked.append(self._suite(suite, tests))
        if options.evidence:
            with self.workspaces.open(self.ends.head) as workspace:
                asked.append(evidence_table(settings.evidence, self.change, workspace, self.repeat, self.progress))
        return tuple(asked)

    def _suite(self, suite: Suite, tests: Mapping[str, Entry | None]) -> TableResult:
        """The suite at head, on the old tree with head's tests, and on the base as it was."""
        self.progress.table(suite.name, ())
        head = self._side(suite, self.ends.head, {})
        control = _control(suite, head.attempt)
        if not control.green:
            reason = f"the suite at head is not green: {control.reason}"
            return TableResult(suite.name, "", TableOutcome.VOID, reason, (), (), (control,))
        links = [path for path, entry in tests.items() if entry is not None and not entry.is_regular]
        old = self._side(suite, self.ends.merge_base, {path: tests[path] for path in tests if path not in links})
        base = self._side(suite, self.ends.merge_base, {}, repeat=1)
        known = _base_cases(suite, base.attempt)
        judged = verdicts(Trees(head, old, known, suite.compile_red))
        rows = tuple(_row(verdict, suite, head.attempt, old.attempt) for verdict in judged)
        names = tuple(row.id for row in rows)
        self.progress.table(suite.name, names, "case")
        for row in rows:
            self.progress.row(row)
        passed = TableOutcome.PASS if all(row.passes for row in rows) else TableOutcome.FAIL
        notes = (*_notes_on_links(links), *_notes_on_base(base.attempt, known, names))
        return TableResult(suite.name, "", passed, None, names, rows, (control,), notes)

    def _side(self, suite: Suite, at: str, tests: Mapping[str, Entry | None], repeat: int = 0) -> Side:
        with self.workspaces.open(at) as workspace:
            for path, entry in tests.items():
                self._put(workspace, path, entry)
            runner = SuiteRunner(
                workspace, lambda phase: self.progress.phase(f"{suite.name} at {short_hash(at)}", phase)
            )
            failed = runner.prepare(suite)
            if failed is not None:
                return Side(Attempt(failed, None, None, {}), ())
            attempt = runner.attempt(suite, control_limits(suite))
            if attempt.result is None:
                return Side(attempt, ())
            results = [attempt.result]
            while len(results) < (repeat or self.repeat):
                _, result, unread = runner.run_once(suite, control_limits(suite))
                if result is None:
                    return Side(replace(attempt, result=None, unread=f"a repeated run {unread}"), ())
                results.append(result)
            return Side(attempt, tuple(results))

    def _put(self, workspace: Workspace, path: str, entry: Entry | None) -> None:
        """Give one file of the old tree the state that it has at head."""
        workspace.write(path, None if entry is None else self.change.after.read(path))
        if entry is not None and entry.kind is FileKind.EXECUTABLE:
            (workspace.root / path).chmod(0o755)


def _known(name: str, settings: Settings) -> Suite:
    suite = settings.suites.get(name)
    if suite is None:
        known = sorted(settings.suites)
        hint = f"; {did_you_mean(name, known)}" if known else ", which has none; define it under mutation.suites"
        raise UsageError(f"{name} is no suite of the policy{hint}")
    return suite


def _control(suite: Suite, attempt: Attempt) -> ControlResult:
    """Head's own run: a red case is a verdict about that case, everything else about the run."""
    result = attempt.result
    judged_by_case = bool(result and result.complete and red_names(result)) and attempt.run is not None
    trouble = "" if judged_by_case else fault(suite, attempt)
    return control_result(suite, Moment.BEFORE, attempt, trouble)


def _base_cases(suite: Suite, attempt: Attempt) -> Mapping[str, Colour] | None:
    """The base's own cases; None where its run is no whole one, for unknown is not absence.

    An exit code that is not 0 names no case: what fails and what is not there end alike.
    """
    result = attempt.result
    if result is None or not result.complete:
        return None
    is_nameless = suite.report.kind is ReportKind.EXIT_CODE and bool(red_names(result))
    return None if is_nameless else colours(result)


def _notes_on_links(links: list[str]) -> tuple[str, ...]:
    if not links:
        return ()
    are, them = ("is no file", "it") if len(links) == 1 else ("are no files", "them")
    return (f"{quoted(links)} {are} at head; the old tree keeps what it has of {them}",)


def _notes_on_base(base: Attempt, known: Mapping[str, Colour] | None, names: tuple[str, ...]) -> tuple[str, ...]:
    if known is None:
        last = base.run or base.build
        how = ending(last) if last else "made nothing"
        return (f"which cases the base has is unknown (its own run {how}), so every case counts as new",)
    gone = [name for name in known if name not in names and base.result and name in ran(base.result)]
    green = [name for name in gone if name not in red_names(base.result)] if base.result else []
    if not green:
        return ()
    return (f"{counted(len(green), 'case')} of the base {is_or_are(len(green))} not at head: {quoted(green)}",)


def _row(verdict: CaseVerdict, suite: Suite, head: Attempt, old: Attempt) -> RowResult:
    log: tuple[str, ...] = ()
    if verdict.outcome is CaseOutcome.BROKEN:
        log = log_of(head)
    elif verdict.outcome is CaseOutcome.UNBUILDABLE:
        log = log_tail(old.build or old.run)
    return RowResult(
        id=verdict.name,
        outcome=verdict.outcome,
        passes=verdict.passes,
        reason=verdict.reason,
        suite=suite.name,
        build=step(old.build),
        run=step(old.run),
        log=log,
    )
