"""Is a test red without its change: the cases of three trees compared, one outcome a case; pure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.mutation.judge import ending
from bot.mutation.model import Colour
from bot.mutation.names import colours, quoted, red_names
from bot.mutation.report import CaseOutcome
from checkers.wording import is_or_are

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.mutation.judge import Attempt
    from bot.mutation.model import SuiteResult


@dataclass(frozen=True, slots=True)
class Side:
    """A suite on one tree: what the first attempt did, and the results of it and of each repeat that has one."""

    attempt: Attempt
    results: tuple[SuiteResult, ...]


@dataclass(frozen=True, slots=True)
class CaseVerdict:
    """One case: its outcome, whether that is good enough, and a sentence why."""

    name: str
    outcome: CaseOutcome
    passes: bool
    reason: str


@dataclass(frozen=True, slots=True)
class Trees:
    """The same suite at head, on the old tree with head's tests, and on the base as it was.

    `base` are the colours of the base's own cases, None where they are not known: then every case counts as new.
    """

    head: Side
    old: Side
    base: Mapping[str, Colour] | None
    compile_red: bool


def verdicts(trees: Trees) -> tuple[CaseVerdict, ...]:
    """One verdict a case that head's suite has, in its order."""
    first = trees.head.results[0]
    at_head = [colours(result) for result in trees.head.results]
    on_old = [colours(result) for result in trees.old.results]
    loader = _unloaded(trees, first)
    return tuple(
        _verdict(name, trees, {one.get(name) for one in at_head}, {one.get(name) for one in on_old}, loader)
        for name in dict.fromkeys(case.name for case in first.cases)
    )


def _verdict(
    name: str, trees: Trees, head: set[Colour | None], old: set[Colour | None], loader: tuple[str, ...]
) -> CaseVerdict:
    if len(head) > 1:
        return CaseVerdict(name, CaseOutcome.UNSTABLE, False, "its colour at head differs between repeats")
    before = (trees.base or {}).get(name)
    if Colour.RED in head:
        also = ", as it was at the base" if before is Colour.RED else ""
        return CaseVerdict(name, CaseOutcome.BROKEN, False, f"it is red at head{also}")
    if len(old) > 1:
        return CaseVerdict(name, CaseOutcome.UNSTABLE, False, "its colour without the change differs between repeats")
    if Colour.SKIPPED in head:
        return _skipped(name, before)
    without = next(iter(old), None)
    ended_in_it = trees.old.attempt.result is not None and trees.old.attempt.result.running == name
    if without is Colour.RED or ended_in_it:
        return CaseVerdict(name, CaseOutcome.PROVEN, True, "red without the change, green with it")
    if before in (Colour.GREEN, Colour.RED):
        return CaseVerdict(name, CaseOutcome.KEPT, True, "the base has it, and it is green")
    return _unproven(name, trees, without, loader)


def _skipped(name: str, before: Colour | None) -> CaseVerdict:
    if before is Colour.SKIPPED:
        return CaseVerdict(name, CaseOutcome.KEPT, True, "it is skipped at the base and at head")
    return CaseVerdict(name, CaseOutcome.UNPROVEN, False, "it is skipped at head, which shows nothing")


def _unproven(name: str, trees: Trees, without: Colour | None, loader: tuple[str, ...]) -> CaseVerdict:
    """A new case that was not red without the change."""
    attempt = trees.old.attempt
    not_built = attempt.build is not None and not attempt.build.succeeded
    if not_built or (without is None and loader):
        red_instead = f"{quoted(loader)} {is_or_are(len(loader))} red instead"
        why = f"the build {ending(attempt.build)}" if attempt.build and not_built else red_instead
        reason = f"the old tree cannot be built with it: {why}"
        if trees.compile_red:
            return CaseVerdict(name, CaseOutcome.PROVEN, True, f"{reason}, which compile_red counts as red")
        return CaseVerdict(name, CaseOutcome.UNBUILDABLE, False, reason)
    if without is Colour.GREEN:
        return CaseVerdict(name, CaseOutcome.UNPROVEN, False, "it is green without the change too")
    if without is Colour.SKIPPED:
        return CaseVerdict(name, CaseOutcome.UNPROVEN, False, "it is skipped without the change, which is no red")
    return CaseVerdict(name, CaseOutcome.UNPROVEN, False, f"it did not run without the change: {_why_absent(attempt)}")


def _why_absent(attempt: Attempt) -> str:
    if attempt.run is None:
        return "the old tree lacks what the build must make"
    if attempt.result is None:
        return f"the run {ending(attempt.run)} and {attempt.unread or 'left no report'}"
    return f"the run {ending(attempt.run)}"


def _unloaded(trees: Trees, head: SuiteResult) -> tuple[str, ...]:
    """Red cases that neither head nor the base has: how a runner tells what it could not load on the old tree."""
    result = trees.old.attempt.result
    if result is None:
        return ()
    known = {case.name for case in head.cases}
    return tuple(name for name in red_names(result) if name not in known and name not in (trees.base or {}))
