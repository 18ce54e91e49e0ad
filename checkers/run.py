"""Checkers over subjects: from what is to be judged to verdicts, each in one of the three states, with its time."""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING, NamedTuple

from checkers.errors import MissingObjectError, RangeUnavailable, UsageError
from checkers.exits import Exit
from checkers.model import Report, Status, SubjectKind, skipped

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from checkers.model import PolicyInfo, SubjectInfo, Verdict
    from checkers.policy.select import Selected
    from checkers.registry import Checker
    from checkers.subject import Subject


class Task(NamedTuple):
    """One checker over one subject, which is made when its turn comes.

    `unavailable` says why there is nothing to judge, or why a pass over the subject is not the whole answer: then a
    pass becomes a skip with that reason, and what fails fails. `then` adds to the verdict what is judged beside.
    """

    checker: Checker
    kind: SubjectKind
    selected: Selected
    make: Callable[[], Subject] | None
    unavailable: str | None = None
    then: Callable[[Verdict], Verdict] | None = None

    @property
    def is_configured(self) -> bool:
        """Whether the policy has a section for the checker."""
        return self.checker.is_configured(self.selected.policy)


def judged(task: Task, *, excerpts: bool = False) -> Verdict:
    """The verdict of one task, with its time; `excerpts` adds the lines that findings are about.

    An object that the store lacks, and a range that cannot be taken, make it a skip.
    """
    started = monotonic()
    try:
        verdict = _verdict(task, excerpts)
    except (MissingObjectError, RangeUnavailable) as error:
        verdict = skipped(task.checker.name, task.kind, str(error))
    notes = (*task.selected.notes, *verdict.notes)
    return verdict._replace(notes=notes, seconds=monotonic() - started)


def _verdict(task: Task, excerpts: bool) -> Verdict:
    if task.make is None:
        return skipped(task.checker.name, task.kind, task.unavailable or "there is nothing to judge")
    subject = task.make()
    verdict = task.checker.load().judge(subject, task.selected.policy)
    subject.sources.save()
    if task.then:
        verdict = task.then(verdict)
    if excerpts and verdict.findings:
        from checkers.excerpts import with_excerpts

        verdict = with_excerpts(verdict, subject.head)
    if subject.kind is SubjectKind.COMMIT:
        verdict = _about_commit(verdict, subject.head_sha)
    if task.unavailable and verdict.status is Status.PASS:
        return verdict._replace(status=Status.SKIP, reason=task.unavailable)
    if task.unavailable:
        return verdict._replace(notes=(*verdict.notes, f"the range was not judged: {task.unavailable}"))
    return verdict


def _about_commit(verdict: Verdict, sha: str | None) -> Verdict:
    """Where one commit is judged, every finding is about it, those of the checkers that read its tree too."""
    findings = tuple(finding._replace(commit=finding.commit or sha) for finding in verdict.findings)
    return verdict._replace(findings=findings)


def report(info: SubjectInfo, policy: PolicyInfo, verdicts: Sequence[Verdict], preamble: Sequence[str] = ()) -> Report:
    """The report of a run. Raises UsageError where nothing was judged at all."""
    if not verdicts:
        raise UsageError(
            f"nothing was judged: {policy.source} has no section for what was asked; add one to the policy"
        )
    return Report(info, policy, tuple(verdicts), tuple(preamble))


def exit_code(report: Report, *, fail_on_skip: bool) -> Exit:
    """A failure weighs more than a skip, which counts only where that was asked."""
    if report.number_of(Status.FAIL):
        return Exit.FAILED
    return Exit.SKIPPED if fail_on_skip and report.number_of(Status.SKIP) else Exit.GREEN
