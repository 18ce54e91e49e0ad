"""`redfirst mutate`: from its options to its exit code."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.arguments import USUAL_SHARDS
from bot.mutation import times
from bot.mutation.plan import matrix
from bot.mutation.report import THIS_TOOL, MutationReport, PolicySource
from bot.mutation.reporting.delivery import deliver_report, listener, read_reports
from bot.mutation.selection import (
    left_out,
    note_on_diff,
    only_rows,
    rows_touching,
    tables_found,
    tables_named,
)
from bot.mutation.settings import read_settings
from bot.mutation.shards import merged, part_of
from bot.mutation.table_runner import RunContext, run_tables
from bot.mutation.workspace_factory import WorkspaceFactory, base_reader
from checkers.delivery import deliver
from checkers.errors import UsageError
from checkers.exits import Exit
from checkers.output.formats import Format
from checkers.policies import Policies
from checkers.repo.repository import Repository
from checkers.subjects import Subjects
from checkers.wording import counted

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from bot.arguments import MutateOptions
    from bot.mutation.selection import Selected
    from bot.mutation.settings import Settings
    from checkers.policy.sections import Policy


def mutate(options: MutateOptions) -> int:
    """Run tables, plan a run, or join the reports of one."""
    if options.merge:
        return _finish(merged(read_reports(options.merge)), options)
    with Repository.open_named(options.repo) as repository:
        return _Session(options, repository).go()


def _finish(report: MutationReport, options: MutateOptions) -> int:
    deliver_report(report, options)
    return Exit.FAILED if report.failed else Exit.GREEN


class _Session:
    """One run over one repository."""

    def __init__(self, options: MutateOptions, repository: Repository) -> None:
        self._options, self._repository = options, repository
        self._subjects = Subjects(repository)
        self._policy: Policy = Policies(self._subjects, options.policy).on_disk().policy
        self._settings: Settings = read_settings(self._policy.mutation)
        self._notes: list[str] = []

    def go(self) -> int:
        """Select, then plan or run."""
        options, repository = self._options, self._repository
        named = "HEAD" if options.at is None else options.at
        at = repository.resolve(named, advice="fetch it, or name the commit with --at")
        changed = repository.uncommitted() if options.worktree or options.at is None else ()
        selected = self._selected(at, changed if options.worktree else ())
        if options.plan:
            known = times.remembered(self._home) | times.of_reports(report for _, report in read_reports(options.times))
            plan = matrix(selected, options.shards or USUAL_SHARDS, known, self._words())
            deliver(plan, options.output, Format.JSON)
            return Exit.GREEN
        if not options.worktree:
            self._note_uncommitted([path for path in changed if path not in {one.table.path for one in selected}])
        report = self._run(selected, at, changed if options.worktree else ())
        times.remember(self._home, report)
        return _finish(report, options)

    @property
    def _home(self) -> Path:
        return self._repository.root or self._repository.git_dir

    def _selected(self, at: str, changed: Sequence[str]) -> tuple[Selected, ...]:
        """Every table with the rows that are asked for, before they are divided into shards."""
        options, settings = self._options, self._settings
        root = self._repository.root
        if options.tables:
            selected = tables_named(options.tables, root, settings.suites)
        elif root is None:
            raise UsageError("there is no work tree here to look for tables in; name them")
        else:
            tree = self._subjects.work_tree
            selected = tables_found(settings.tables, tree, root, settings.suites, may_lack=options.plan)
        if options.in_diff is None:
            return selected
        base = self._repository.resolve(options.in_diff, advice="fetch it, or name another base with --in-diff")
        change = self._repository.diff(self._repository.merge_base(base, at), at)
        touching = rows_touching(selected, {*change.paths, *changed})
        missing = left_out(selected, touching)
        if missing:
            self._notes.append(note_on_diff(missing, options.in_diff))
        return touching

    def _words(self) -> list[str]:
        """What every shard of a plan needs too, so that it judges the same."""
        options = (("--at", self._options.at), ("--in-diff", self._options.in_diff))
        words = [word for name, value in options if value is not None for word in (name, value)]
        return [*words, "--worktree"] if self._options.worktree else words

    def _note_uncommitted(self, paths: Sequence[str]) -> None:
        if paths:
            what = f"uncommitted changes of {counted(len(paths), 'tracked file')}"
            self._notes.append(f"{what} are left out; --worktree takes them along")

    def _run(self, selected: Sequence[Selected], at: str, changed: Sequence[str]) -> MutationReport:
        options = self._options
        parts = tuple(selected)
        if options.rows:
            parts = only_rows(parts, options.rows)
        elif options.shard:
            parts = part_of(parts, options.shard)
        if not options.shard:
            parts = tuple(part for part in parts if part.rows)
        workspaces = WorkspaceFactory(self._repository, network=options.network, keep=options.keep)
        base = base_reader(self._repository, self._policy.base_ref, at)
        with listener(options) as progress:
            context = RunContext(
                open_workspace=lambda: workspaces.open(at, changed),
                read_base=base,
                stop=workspaces.stop,
                jobs=options.jobs,
                repeat=options.repeat,
                progress=progress,
            )
            tables = run_tables(parts, context)
        return MutationReport(
            tool=THIS_TOOL,
            command="mutate",
            commit=at,
            policy=PolicySource(self._policy.source, self._policy.sha256),
            tables=tables,
            uncommitted=workspaces.digest(changed) if changed else None,
            shard=options.shard,
            notes=(*self._notes, *workspaces.notes),
        )
