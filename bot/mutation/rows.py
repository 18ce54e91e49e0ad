"""One row in one workspace: edit, build, run, judge, take the edit back, and look whether it is back."""

from __future__ import annotations

import time
from dataclasses import replace
from hashlib import sha256
from typing import TYPE_CHECKING

from bot.mutation.changes import broken_programs, edited_files, lines_of
from bot.mutation.edits import NotApplied
from bot.mutation.judge import NAMES_KEPT, Judgement, judge, not_applied, with_green_suites
from bot.mutation.logs import log_of
from bot.mutation.model import Outcome
from bot.mutation.names import ran
from bot.mutation.report import ControlResult, Counts, EditedFile, Hashes, RowResult, Step
from checkers.errors import RedfirstError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from bot.mutation.changes import Edited
    from bot.mutation.control import Control
    from bot.mutation.judge import Attempt
    from bot.mutation.model import Execution, Mutation, Suite, SuiteResult
    from bot.mutation.report import Moment
    from bot.mutation.suite_runner import SuiteRunner


def run_row(
    row: Mutation,
    suites: Mapping[str, Suite],
    runner: SuiteRunner,
    controls: Mapping[str, Control],
    read_base: Callable[[str], bytes | None],
) -> RowResult:
    """Judge a row whose suites have green controls in that workspace. `read_base` reads files of the merge base.

    The edited files are back when this returns, or the outcome is `unrestored`.
    """
    started = time.monotonic()
    blank = RowResult(row.id, Outcome.NOT_APPLIED, False, "", row.claim, row.suite)
    try:
        files = edited_files(row.edits, runner.workspace.read, read_base)
    except (NotApplied, RedfirstError) as error:
        blank = _judged(blank, not_applied(str(error)))
        return replace(blank, seconds=time.monotonic() - started)
    control, attempt = controls[row.suite], None
    after = {path: file.after for path, file in files.items()}
    try:
        judgement = _written(after, runner)
        if judgement is None:
            attempt = runner.attempt_edited(suites[row.suite], control, after, broken_programs(files))
            judgement = _with_others(row, judge(row.expect, control.attempt, attempt), suites, runner, controls)
    finally:
        edited, trouble = _restored(files, runner)
    if trouble:
        judgement = Judgement(Outcome.UNRESTORED, False, trouble, judgement.red)
    result = _measured(_judged(blank, judgement), control.attempt, attempt) if attempt else _judged(blank, judgement)
    return replace(
        result,
        lines=lines_of(files),
        files=edited,
        seconds=time.monotonic() - started,
        log=log_of(attempt) if attempt and not judgement.passes else (),
    )


def _written(files: Mapping[str, bytes | None], runner: SuiteRunner) -> Judgement | None:
    """Write the edits; the judgement where the workspace refuses one."""
    try:
        runner.edit(files)
    except (RedfirstError, OSError) as error:
        return not_applied(f"the edit cannot be written: {error}")
    return None


def _with_others(
    row: Mutation,
    judgement: Judgement,
    suites: Mapping[str, Suite],
    runner: SuiteRunner,
    controls: Mapping[str, Control],
) -> Judgement:
    """The judgement after the suites that must stay green; they run only where they can still change it."""
    if not judgement.passes:
        return judgement
    others = {
        name: (controls[name].attempt, runner.attempt(suites[name], controls[name].limits))
        for name in row.expect.green_suites
    }
    return with_green_suites(judgement, others)


def _restored(files: Mapping[str, Edited], runner: SuiteRunner) -> tuple[tuple[EditedFile, ...], str]:
    """Take the edits back; what each file is now, and the sentence about the first that is not what it was."""
    edited, trouble = [], ""
    for path, file in files.items():
        before, now = digest(file.before), None
        try:
            runner.edit({path: file.before})
            now = digest(runner.workspace.read(path))
        except (RedfirstError, OSError) as error:
            trouble = trouble or f"{path} could not be written back: {error}"
        edited.append(EditedFile(path, before, digest(file.after), now))
        if now != before:
            trouble = trouble or f"{path} did not come back byte for byte"
    return tuple(edited), trouble


def digest(data: bytes | None) -> str | None:
    """SHA-256; None for an absent file."""
    return None if data is None else sha256(data).hexdigest()


def _judged(result: RowResult, judgement: Judgement) -> RowResult:
    return replace(
        result,
        outcome=judgement.outcome,
        passes=judgement.passes,
        reason=judgement.reason,
        red=judgement.red,
        missing=judgement.missing,
        extra=judgement.extra,
    )


def _measured(result: RowResult, control: Attempt, attempt: Attempt) -> RowResult:
    before, after = control.result, attempt.result
    return replace(
        result,
        build=step(attempt.build),
        run=step(attempt.run),
        cases=Counts(count_of(before), count_of(after)),
        assertions=Counts(before.assertions if before else None, after.assertions if after else None),
        running=after.running if after else None,
        artifacts=tuple(Hashes(path, control.artifacts.get(path), now) for path, now in attempt.artifacts.items())[
            :NAMES_KEPT
        ],
    )


def control_result(suite: Suite, moment: Moment, attempt: Attempt, trouble: str) -> ControlResult:
    """An unmutated attempt as a report tells it; `trouble` is why it is not green, empty where it is."""
    result = attempt.result
    return ControlResult(
        suite=suite.name,
        moment=moment,
        green=not trouble,
        reason=trouble or "green",
        cases=count_of(result),
        assertions=result.assertions if result else None,
        build=step(attempt.build),
        run=step(attempt.run),
        log=log_of(attempt) if trouble else (),
    )


def step(execution: Execution | None) -> Step | None:
    """A command as a report tells it."""
    if execution is None:
        return None
    return Step(execution.ended_by, execution.code, round(execution.seconds, 3))


def count_of(result: SuiteResult | None) -> int | None:
    """How many cases ran; None without a report."""
    return None if result is None else ran(result).total()
