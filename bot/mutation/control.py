"""Controls: whether a suite on the unmutated tree is green enough that a red under a mutation means something; pure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.mutation.judge import ending
from bot.mutation.names import colours, quoted, ran, red_names
from checkers.wording import counted, is_or_are

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.mutation.judge import Attempt
    from bot.mutation.model import Suite, SuiteResult
    from bot.mutation.suite_runner import RunLimits


@dataclass(frozen=True, slots=True)
class Control:
    """A green attempt in one workspace, and the limits that its times make."""

    attempt: Attempt
    limits: RunLimits


def fault(suite: Suite, attempt: Attempt) -> str:
    """Why an unmutated attempt proves nothing; empty for a control that is green."""
    build, run, result = attempt.build, attempt.run, attempt.result
    if build is not None and not build.succeeded:
        return f"its build {ending(build)}"
    absent = [path for path, digest in attempt.artifacts.items() if digest is None]
    if absent:
        are = "is no file" if len(absent) == 1 else "are no files"
        return f"{', '.join(absent)} {are} after the build, which artifacts says it makes"
    assert run is not None
    if result is None:
        return f"its run {ending(run)} and {attempt.unread or 'left no report'}"
    red = red_names(result)
    if red:
        return f"{quoted(red)} {is_or_are(len(red))} red without a mutation"
    if not run.succeeded:
        return f"its run {ending(run)} though no case is red"
    return _emptiness(suite, result)


def _emptiness(suite: Suite, result: SuiteResult) -> str:
    if not result.complete:
        return "its report breaks off"
    count = ran(result).total()
    if count < suite.min_cases:
        skipped = len(result.cases) - count
        beside = f" and {skipped} {'was' if skipped == 1 else 'were'} skipped" if skipped else ""
        return f"{counted(count, 'case')} ran{beside}, where min_cases asks for {suite.min_cases}"
    if result.assertions == 0:
        return "its cases make no assertion"
    return ""


def flaky(results: Sequence[SuiteResult]) -> tuple[str, ...]:
    """The cases whose colour differs between runs of the same tree, or that not every run has."""
    runs = [colours(result) for result in results]
    names = dict.fromkeys(name for one in runs for name in one)
    return tuple(name for name in names if len({one.get(name) for one in runs}) > 1)


def difference(before: SuiteResult, after: SuiteResult) -> str:
    """Why a later control did not run the same cases; empty where it did."""
    earlier, later = ran(before), ran(after)
    if earlier == later:
        return ""
    parts = [
        f"{quoted(names)} ran {when} alone"
        for names, when in ((earlier - later, "before"), (later - earlier, "after"))
        if names
    ]
    return "it did not run the same cases: " + "; ".join(parts)
