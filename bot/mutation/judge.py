"""The judge: from the control and what a mutated tree did to the row's outcome; pure, and the same for every suite."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.mutation.model import EndedBy, ExpectKind, Outcome
from bot.mutation.names import lost, matches, quoted, ran, red_names
from checkers.wording import counted, is_or_are

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.mutation.model import Execution, Expectation, SuiteResult

NAMES_KEPT = 1000
"""How many names of cases an outcome carries; its sentence counts all of them."""

LACKING = "the control has no "
"""Goes before cases that a sentence speaks of and the control did not run."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """A suite that was built and run once.

    `run` is None where the build failed, `result` where there is no report that can be read: `unread` says why.
    `artifacts` are the SHA-256 of the suite's artifacts after the build, None for one that is not there. `broken`
    names edited files of an interpreted language that are no program of it any more.
    """

    build: Execution | None
    run: Execution | None
    result: SuiteResult | None
    artifacts: Mapping[str, str | None]
    unread: str = ""
    broken: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Judgement:
    """An outcome, whether it is what the row claims, a sentence why, and the cases that it is about."""

    outcome: Outcome
    passes: bool
    reason: str
    red: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    extra: tuple[str, ...] = ()


def judge(expect: Expectation, control: Attempt, attempt: Attempt) -> Judgement:
    """What one mutated run shows; `control` is a green attempt of the same suite in the same workspace.

    What proves nothing comes first: a build that failed, one that changed nothing, a run that did not end by itself.
    """
    return (
        _unbuildable(expect, attempt)
        or _inert(control, attempt)
        or _ended(expect, attempt)
        or _coloured(expect, control, attempt)
    )


def not_applied(reason: str) -> Judgement:
    """An edit that changed nothing or did not apply."""
    return Judgement(Outcome.NOT_APPLIED, False, reason)


def with_green_suites(judgement: Judgement, others: Mapping[str, tuple[Attempt, Attempt]]) -> Judgement:
    """The judgement after a look at the suites that had to stay green, each as (control, mutated run)."""
    if not judgement.passes:
        return judgement
    for name, (control, attempt) in others.items():
        trouble, extra = _not_green(control, attempt)
        if trouble:
            reason = f"suite {name} had to stay green and did not: {trouble}"
            return Judgement(Outcome.MISPLACED, False, reason, judgement.red, extra=_kept(extra))
    return judgement


def _not_green(control: Attempt, attempt: Attempt) -> tuple[str, tuple[str, ...]]:
    """Why a run is not as green as its control, and the cases that are red."""
    early = _unbuildable(None, attempt) or _ended(None, attempt)
    if early:
        return early.reason, early.red
    assert attempt.result is not None
    red = red_names(attempt.result)
    if red:
        return f"{quoted(red)} turned red", red
    return _emptiness(control, attempt.result), ()


def _unbuildable(expect: Expectation | None, attempt: Attempt) -> Judgement | None:
    build = attempt.build
    absent = [path for path, digest in attempt.artifacts.items() if digest is None]
    if build is not None and not build.succeeded:
        reason = f"the build {ending(build)}"
        # A build that was ended from outside did not say no.
        failed_by_itself = build.ended_by is EndedBy.EXIT
    elif absent:
        reason, failed_by_itself = f"the build left no {', '.join(absent)}", False
    else:
        return None
    if expect and expect.kind is ExpectKind.BUILD_FAILS and failed_by_itself:
        return Judgement(Outcome.UNBUILDABLE, True, f"{reason}, as claimed")
    return Judgement(Outcome.UNBUILDABLE, False, f"{reason}: it proves nothing")


def _inert(control: Attempt, attempt: Attempt) -> Judgement | None:
    if not attempt.artifacts or dict(attempt.artifacts) != dict(control.artifacts):
        return None
    what = ", ".join(attempt.artifacts)
    reason = f"the build did not change {what}: the file is not in it, or the edit is no change to the compiler"
    return Judgement(Outcome.INERT, False, reason)


def _ended(expect: Expectation | None, attempt: Attempt) -> Judgement | None:
    """A run that did not end as runs of cases end, or that left no whole report."""
    run, result = attempt.run, attempt.result
    assert run is not None
    red = red_names(result) if result else ()
    during = f' while "{result.running}" ran' if result and result.running else ""
    if attempt.broken and (red or not run.succeeded):
        does = "does" if len(attempt.broken) == 1 else "do"
        reason = f"{', '.join(attempt.broken)} {does} not compile any more: it proves nothing"
        return Judgement(Outcome.UNBUILDABLE, False, reason, _kept(red))
    kind = expect.kind if expect else None
    if run.ended_by is EndedBy.TIME:
        passes = kind is ExpectKind.TIMED_OUT
        return Judgement(Outcome.TIMED_OUT, passes, f"the run {ending(run)}{during}", _kept(red))
    crash = _crash(attempt, red)
    if crash:
        return Judgement(Outcome.CRASHED, kind is ExpectKind.CRASHED, f"{crash}{during}", _kept(red))
    if result is None:
        reason = (
            f"the run ended with exit code 0 and {attempt.unread or 'left no report'}: no case is known to have run"
        )
        return Judgement(Outcome.VACUOUS, False, reason)
    return None


def _crash(attempt: Attempt, red: tuple[str, ...]) -> str:
    """Why a run counts as crashed; empty where it does not."""
    run, result = attempt.run, attempt.result
    assert run is not None
    if run.ended_by is not EndedBy.EXIT:
        return f"the run {ending(run)}"
    if run.succeeded and not red:
        return ""
    if result is None:
        return f"the run {ending(run)} and {attempt.unread or 'left no report'}"
    if not result.complete:
        return f"the run {ending(run)} and its report breaks off"
    return "" if red else f"the run {ending(run)} though no case is red"


def _coloured(expect: Expectation, control: Attempt, attempt: Attempt) -> Judgement:
    assert attempt.result is not None
    red = red_names(attempt.result)
    if red:
        return _red(expect, control, attempt.result, red)
    empty = _emptiness(control, attempt.result)
    if empty:
        return Judgement(Outcome.VACUOUS, False, f"{empty}: a skip that wears a pass")
    if expect.kind is ExpectKind.GREEN:
        return Judgement(Outcome.ACCEPTED, True, f"green as declared: {expect.reason}")
    assert control.result is not None
    return Judgement(Outcome.SURVIVED, False, _survival(expect, ran(control.result)), missing=expect.red)


def _survival(expect: Expectation, known: Mapping[str, int]) -> str:
    if expect.kind is ExpectKind.RED:
        unknown = _unknown(expect.red, known)
        return f"no case is red; claimed {quoted(expect.red)}" + (f"; {LACKING}{quoted(unknown)}" if unknown else "")
    if expect.kind is ExpectKind.BUILD_FAILS:
        return "it was built, and no case is red; claimed that the build fails"
    return f"no case is red; claimed {expect.kind.value}"


def _red(expect: Expectation, control: Attempt, result: SuiteResult, red: tuple[str, ...]) -> Judgement:
    """Where the red is; a case that the control does not have turned nothing red, it is new."""
    assert control.result is not None
    known = ran(control.result)
    turned = [name for name in red if name in known]
    missing = tuple(glob for glob in expect.red if not any(matches(name, glob) for name in turned))
    claimed = {name for name in turned if any(matches(name, glob) for glob in expect.red)}
    only = expect.only or expect.kind is not ExpectKind.RED
    extra = tuple(name for name in red if name not in claimed) if only else ()
    if expect.kind is ExpectKind.RED and not missing and not extra:
        return Judgement(Outcome.DETECTED, True, _detection(control, result, red), _kept(red))
    reason = _misplacing(expect, missing, extra, red, known)
    return Judgement(Outcome.MISPLACED, False, reason, _kept(red), missing, _kept(extra))


def _detection(control: Attempt, result: SuiteResult, red: tuple[str, ...]) -> str:
    assert control.result is not None
    gone = lost(control.result, result)
    more = f"; {counted(len(gone), 'case')} of the control did not run: {quoted(gone)}" if gone else ""
    return f"{len(red)} of {ran(control.result).total()} red as claimed{more}"


def _misplacing(
    expect: Expectation,
    missing: tuple[str, ...],
    extra: tuple[str, ...],
    red: tuple[str, ...],
    known: Mapping[str, int],
) -> str:
    green = tuple(glob for glob in missing if not any(matches(name, glob) for name in red))
    others = set(extra)
    new = [name for name in red if name not in known and (name in others or any(matches(name, one) for one in missing))]
    groups = (
        (green, "not red"),
        ([name for name in extra if name in known], "red and not claimed"),
        (new, f"red, and the control ran no such {'case' if len(new) == 1 else 'cases'}"),
    )
    parts = [f"{quoted(names)} {is_or_are(len(names))} {what}" for names, what in groups if names]
    unknown = _unknown(green, known)
    if unknown:
        parts.append(f"{LACKING}{quoted(unknown)}")
    if expect.kind is ExpectKind.GREEN:
        parts.append("claimed green")
    elif expect.kind is not ExpectKind.RED:
        parts.append(f"claimed {expect.kind.value}")
    return "; ".join(parts)


def _unknown(globs: tuple[str, ...], known: Mapping[str, int]) -> list[str]:
    """What a row claims of cases and no case that the control ran is named."""
    return [glob for glob in globs if not any(matches(name, glob) for name in known)]


def _emptiness(control: Attempt, result: SuiteResult) -> str:
    """Why a run without a red examined less than its control; empty where it did not."""
    assert control.result is not None
    before, after = ran(control.result), ran(result)
    if not after:
        return "no case ran"
    gone = lost(control.result, result)
    if gone:
        return f"{after.total()} of {counted(before.total(), 'case')} ran, without {quoted(gone)}"
    if not result.complete:
        return "the report breaks off"
    if control.result.assertions and result.assertions == 0:
        return f"no assertion was made, of {control.result.assertions}"
    return ""


def ending(execution: Execution) -> str:
    """How a command ended, to complete "the build …"."""
    if execution.ended_by is EndedBy.EXIT:
        return f"ended with exit code {execution.code}"
    if execution.detail and execution.ended_by is not EndedBy.NOT_STARTED:
        return execution.detail.removeprefix("it ")
    return {
        EndedBy.SIGNAL: f"was ended by signal {execution.code}",
        EndedBy.TIME: f"ran past its time, {execution.seconds:.0f} s",
        EndedBy.OUTPUT: "was ended for what it printed",
        EndedBy.NOT_STARTED: f"did not begin: {execution.detail or execution.argv[0]}",
    }[execution.ended_by]


def _kept(names: tuple[str, ...]) -> tuple[str, ...]:
    return names[:NAMES_KEPT]
