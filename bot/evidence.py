"""Evidence for scripts that are gates themselves: a change of one owes a suite that is red without it."""

from __future__ import annotations

import ast
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from bot.mutation.control import fault, flaky
from bot.mutation.edits import STUB, line_changes
from bot.mutation.judge import ending
from bot.mutation.logs import log_of, log_tail
from bot.mutation.names import quoted, red_names
from bot.mutation.python_programs import UNREADABLE, parse
from bot.mutation.report import CaseOutcome, Counts, Lines, RowResult, TableOutcome, TableResult
from bot.mutation.rows import count_of, step
from bot.mutation.suite_runner import SuiteRunner, control_limits, limits_after
from checkers.wording import is_or_are

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bot.mutation.judge import Attempt
    from bot.mutation.model import Suite, SuiteResult
    from bot.mutation.progress import Progress
    from bot.mutation.settings import Evidence
    from bot.mutation.workspace import Workspace
    from checkers.repo.types import Change

_NAME = "evidence"


@dataclass(frozen=True, slots=True)
class Debt:
    """A gate that the range adds or changes; `before` is what it was, None for a new one."""

    checker: str
    before: bytes | None
    after: bytes
    suite_path: str
    suite: Suite


def debts(evidence: Sequence[Evidence], change: Change) -> Iterator[Debt]:
    """What the range owes: nothing for a gate that it deletes, or whose comments and docstrings alone it edits."""
    for path, found in change.paths.items():
        if found.after is None or not found.after.is_regular:
            continue
        before, after = change.before.read(path), change.after.read(path)
        for pair in evidence:
            paired = pair.of(path)
            if paired is not None and after is not None and not same_program(path, before, after):
                yield Debt(path, before, after, *paired)


def same_program(path: str, before: bytes | None, after: bytes) -> bool:
    """Whether two files do the same: Python by its syntax tree without docstrings, others byte for byte.

    An absent Python file does what an empty one does.
    """
    if before == after:
        return True
    if not path.endswith(".py"):
        return False
    try:
        return _bare(before or b"") == _bare(after)
    except UNREADABLE:
        return False


def _bare(data: bytes) -> str:
    tree = parse(data)
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) and _documented(node):
            node.body = node.body[1:]
    return ast.dump(tree)


def _documented(node: ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    first = node.body[0] if node.body else None
    return isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and isinstance(first.value.value, str)


def disabled(after: bytes) -> bytes:
    """What a new gate is compared with: it does nothing. The interpreter that its first line names stays."""
    first = after.partition(b"\n")[0]
    shebang = first + b"\n" if first.startswith(b"#!") else b""
    return shebang + (STUB if not shebang or b"python" in first else b"")


def evidence_table(
    evidence: Sequence[Evidence], change: Change, workspace: Workspace, repeat: int, progress: Progress
) -> TableResult:
    """One row for each gate that owes evidence, its suite run in a workspace of head."""
    owed = list(debts(evidence, change))
    progress.table(_NAME, [debt.checker for debt in owed], "gate")
    rows = []
    for debt in owed:
        row = replace(_judged(debt, change, workspace, repeat, progress), claim=f"{debt.suite_path} can be red")
        progress.row(row)
        rows.append(row)
    outcome = TableOutcome.PASS if all(row.passes for row in rows) else TableOutcome.FAIL
    reason = None if rows else "the range changes no gate that owes evidence"
    return TableResult(_NAME, "", outcome, reason, tuple(row.id for row in rows), tuple(rows))


def _judged(debt: Debt, change: Change, workspace: Workspace, repeat: int, progress: Progress) -> RowResult:
    found = change.paths.get(debt.suite_path)
    if found is None or found.after is None:
        reason = f"the range changes {debt.checker} and not its suite {debt.suite_path}"
        return _row(debt, CaseOutcome.UNPROVEN, reason)
    runner = SuiteRunner(workspace, lambda phase: progress.phase(debt.checker, phase))
    failed = runner.prepare(debt.suite)
    if failed is not None:
        reason = f"its suite cannot be prepared at head: {' '.join(failed.argv)} {ending(failed)}"
        return replace(_row(debt, CaseOutcome.BROKEN, reason), log=log_tail(failed))
    control = runner.attempt(debt.suite, control_limits(debt.suite))
    trouble = fault(debt.suite, control)
    if trouble:
        reason = f"its suite is not green at head: {trouble}"
        return replace(_row(debt, CaseOutcome.BROKEN, reason), run=step(control.run), log=log_of(control))
    return _without_change(debt, runner, control, repeat)


def _without_change(debt: Debt, runner: SuiteRunner, control: Attempt, repeat: int) -> RowResult:
    """The suite of head with the gate as it was, and then with head's again."""
    limits = limits_after(debt.suite, control)
    assert control.result is not None
    green = [control.result, *_repeats(debt.suite, runner, repeat)]
    was = disabled(debt.after) if debt.before is None else debt.before
    runner.workspace.write(debt.checker, was)
    try:
        attempt = runner.attempt(debt.suite, limits)
        others = _repeats(debt.suite, runner, repeat) if attempt.result else []
    finally:
        runner.workspace.write(debt.checker, debt.after)
    row = _compared(debt, attempt)
    unsteady = flaky(green) or flaky([attempt.result, *others] if attempt.result else [])
    if unsteady:
        differ = "differs" if len(unsteady) == 1 else "differ"
        row = _row(debt, CaseOutcome.UNSTABLE, f"{quoted(unsteady)} {differ} between repeats")
    return replace(
        row,
        lines=Lines(*line_changes(debt.after, was)),
        build=step(attempt.build),
        run=step(attempt.run),
        cases=Counts(count_of(control.result), count_of(attempt.result)),
        red=red_names(attempt.result) if attempt.result else (),
        log=() if row.passes else log_of(attempt),
    )


def _repeats(suite: Suite, runner: SuiteRunner, repeat: int) -> list[SuiteResult]:
    runs = (runner.run_once(suite, control_limits(suite))[1] for _ in range(repeat - 1))
    return [result for result in runs if result is not None]


def _compared(debt: Debt, attempt: Attempt) -> RowResult:
    was = "the disabled stub" if debt.before is None else "the base's"
    red = red_names(attempt.result) if attempt.result else ()
    if red:
        are = is_or_are(len(red))
        return _row(debt, CaseOutcome.PROVEN, f"{quoted(red)} {are} red with {was} and green with head's")
    if attempt.build is not None and not attempt.build.succeeded:
        return _row(debt, CaseOutcome.UNBUILDABLE, f"with {was} the build {ending(attempt.build)}")
    if attempt.run is None:
        return _row(debt, CaseOutcome.UNBUILDABLE, f"with {was} the build leaves out what artifacts names")
    if attempt.run.succeeded and attempt.result is not None:
        return _row(debt, CaseOutcome.UNPROVEN, f"its suite is green with {was} too")
    return _row(debt, CaseOutcome.UNPROVEN, f"with {was} the run {ending(attempt.run)} and no case is red")


def _row(debt: Debt, outcome: CaseOutcome, reason: str) -> RowResult:
    return RowResult(debt.checker, outcome, outcome is CaseOutcome.PROVEN, reason, suite=debt.suite.name)
