"""The decision on one check run: passed, caused, inherited or what else is known, by failure text alone."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from textwrap import dedent
from typing import TYPE_CHECKING

from bot.triage.compare import Comparison, compare, distinct, key_of
from bot.triage.facts import LogState
from bot.triage.model import CheckState, CheckTriage
from checkers.wording import counted, github_hash

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from bot.triage.facts import CheckFacts, Execution, Past
    from bot.triage.model import Baseline
    from bot.triage.texts.failure import Failure

_COMPLETED = "completed"
_MOST_TEXT = 60
_LONGEST_LINE = 500
"""Of a text that is shown; what is compared is longer."""

_UNTOLD = {
    "cancelled": "it was cancelled before it ended",
    "neutral": "it concluded neutral, which is neither passed nor failed",
    "stale": "GitHub gave it up, for it did not end in time",
}
_UNREADABLE = {LogState.GONE: "is gone", LogState.UNREAD: "was not read, for there are too many"}
_SKIPPED = "it was skipped: its condition was not met, or a job that it needs did not pass"
_APPROVAL = "it waits for a maintainer to approve the run"


def decide(check: CheckFacts) -> CheckTriage:
    """The state of one check run, with the reason and the texts that were compared. Pure."""
    head = check.execution
    if check.not_started is not None:
        return _plain(check, CheckState.NOT_STARTED, check.not_started)
    if head.status != _COMPLETED:
        return _plain(check, CheckState.PENDING, f"it has not finished: {head.status.replace('_', ' ')}")
    if head.failed:
        return _decide_red(check)
    if head.conclusion == "success":
        return _plain(check, CheckState.PASSED, "it passed")
    if head.conclusion == "skipped":
        return _plain(check, CheckState.SKIPPED, _SKIPPED)
    if head.conclusion == "action_required":
        return _plain(check, CheckState.NOT_STARTED, _APPROVAL)
    concluded = _UNTOLD.get(head.conclusion or "", f"it concluded {head.conclusion or 'nothing'}")
    return _plain(check, CheckState.UNKNOWN, concluded)


def _plain(check: CheckFacts, state: CheckState, reason: str) -> CheckTriage:
    return CheckTriage(check.name, state, reason, check.url)


def _decide_red(check: CheckFacts) -> CheckTriage:
    if not check.history:
        return _told(check, CheckState.UNKNOWN, f"it failed, and there is nothing to compare with: {check.absence}")
    newest = check.history[0]
    for whose, execution in (("its log", check.execution), (f"the log of {_named(newest.baseline)}", newest.execution)):
        if execution.log in _UNREADABLE:
            return _told(check, CheckState.UNKNOWN, f"it failed, and {whose} {_UNREADABLE[execution.log]}")
    return _compared(check, newest) if newest.execution.failed else _caused(check, newest)


def _caused(check: CheckFacts, newest: Past) -> CheckTriage:
    """It passed there, so what its log holds besides, such as tests that are meant to fail, is no reason here."""
    parts = compare(check.execution.failures.found, newest.execution.failures.found)
    why = parts.new or parts.shared
    reason = f"it fails here and passed on {_named(newest.baseline)}"
    if not why:
        reason += "; no failure text was found in its log"
    return _told(check, CheckState.CAUSED, reason + _seen_before(check, why), head=why)


def _compared(check: CheckFacts, newest: Past) -> CheckTriage:
    head, before = check.execution, newest.execution
    parts = compare(head.failures.found, before.failures.found)
    where = _named(newest.baseline)
    if not parts.shared and not parts.new:
        return _told(check, CheckState.UNKNOWN, f"it fails here and on {where}, and its log holds no failure text")
    if not distinct(before.failures.found):
        reason = f"it fails here and on {where}, whose log holds no failure text to compare with"
        return _told(check, CheckState.UNKNOWN, reason, head=parts.new)
    if parts.new and before.log is LogState.CUT:
        reason = f"{_share(parts)}, but the log of that run was too long to read whole"
        return _told(check, CheckState.UNKNOWN, f"on {where}, {reason}", parts)
    if parts.new:
        return _told(check, CheckState.NEW_FAILURE, _new(parts, where) + _seen_before(check, parts.new), parts)
    return _inherited(check, parts, where)


def _inherited(check: CheckFacts, parts: Comparison, where: str) -> CheckTriage:
    if check.execution.log is LogState.CUT:
        reason = f"what was read of its log fails on {where} as well, but it was too long to read whole"
        return _told(check, CheckState.UNKNOWN, reason, parts)
    if all(failure.bare for failure in parts.shared):
        reason = f"it fails here and on {where}, and both logs name what failed, not why"
        return _told(check, CheckState.UNKNOWN, reason, parts)
    elsewhere = _elsewhere(check)
    if elsewhere:
        reason = f"its failing step fails as on {where}, but elsewhere its log holds failures that are not there"
        return _told(check, CheckState.UNKNOWN, reason, replace(parts, new=elsewhere))
    return _told(check, CheckState.INHERITED, f"it fails with the same text on {where}", parts)


def _elsewhere(check: CheckFacts) -> tuple[Failure, ...]:
    """What looks like a failure outside of the failing steps, and is nowhere in the baseline's log."""
    head, before = check.execution, check.history[0].execution
    known = (*before.failures.found, *before.anywhere.found, *head.failures.found)
    keys = {key_of(failure) for failure in known}
    return tuple(each for each in distinct(head.anywhere.found) if not each.bare and key_of(each) not in keys)


def _new(parts: Comparison, where: str) -> str:
    if not parts.shared:
        return f"it fails on {where} as well, but for another reason"
    return f"{_share(parts)} on {where}, {len(parts.new)} not"


def _share(parts: Comparison) -> str:
    total = len(parts.shared) + len(parts.new)
    return f"{len(parts.shared)} of {counted(total, 'failure')} {'is' if len(parts.shared) == 1 else 'are'} the same"


def _seen_before(check: CheckFacts, failures: Iterable[Failure]) -> str:
    """A text that is not on the newest baseline but was on an older one comes and goes."""
    keys = {key_of(failure) for failure in failures if not failure.bare}
    for past in check.history[1:]:
        if past.execution.failed and keys & {key_of(failure) for failure in past.execution.failures.found}:
            return f"; the same text was on {_named(past.baseline)}, so it may come and go"
    return ""


def _told(
    check: CheckFacts, state: CheckState, reason: str, parts: Comparison | None = None, head: Iterable[Failure] = ()
) -> CheckTriage:
    """The decision with its texts: of a comparison what is new, else all that is shared."""
    shown = tuple(head)
    inherited: tuple[Failure, ...] = ()
    before: tuple[Failure, ...] = ()
    newest = check.history[0] if check.history else None
    if parts is not None:
        shown, inherited = (parts.new, parts.shared) if parts.new else (parts.shared, ())
        before = (*parts.others, *parts.matched) if parts.new else parts.matched
    elif newest is not None and newest.execution.failed:
        before = distinct(newest.execution.failures.found)
    shown = shown or distinct(check.execution.failures.found)
    return CheckTriage(
        check.name,
        state,
        reason + _tolerated(check.execution) + _passed_over(check),
        check.url,
        head_text=_shown(shown),
        baseline_text=_shown(before),
        baseline=newest.baseline if newest else None,
        inherited_text=_shown(inherited),
    )


def _tolerated(head: Execution) -> str:
    return "; the job calls itself a success all the same (continue-on-error)" if head.tolerated else ""


def _passed_over(check: CheckFacts) -> str:
    return f"; passed over as it tells nothing: {', '.join(check.passed_over)}" if check.passed_over else ""


def _named(baseline: Baseline) -> str:
    run = f" in run {baseline.run}" if baseline.run is not None else ""
    return f"{baseline.branch}{run} ({github_hash(baseline.commit)})"


def _shown(failures: Iterable[Failure]) -> tuple[str, ...]:
    lines = list(islice(_lines(failures), _MOST_TEXT + 1))
    shown = [line if len(line) <= _LONGEST_LINE else f"{line[:_LONGEST_LINE]}…" for line in lines[:_MOST_TEXT]]
    return (*shown, "…") if len(lines) > _MOST_TEXT else tuple(shown)


def _lines(failures: Iterable[Failure]) -> Iterator[str]:
    """The case, where one is named, and below it its lines."""
    for failure in failures:
        if failure.case is None:
            yield from failure.lines
            continue
        yield failure.case
        yield from (f"  {line}" for line in dedent("\n".join(failure.lines)).split("\n"))
