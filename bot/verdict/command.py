"""`redfirst verdict`: from its options to its exit code."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from bot.mutation.report import THIS_TOOL
from bot.verdict.delivery import deliver_verdict
from bot.verdict.event import Event, read_event
from bot.verdict.gates import TABLES, with_skip
from bot.verdict.model import Commits, PullRequestVerdict
from bot.verdict.squash import landing_message
from bot.verdict.validation import MOMENT, fault_of
from checkers.errors import UsageError
from checkers.exits import Exit
from checkers.messages import read_message
from checkers.output.escaping import visible
from checkers.output.formats import Format
from checkers.plan import named, plan_of, with_message
from checkers.policies import Policies
from checkers.repo.repository import Repository
from checkers.run import exit_code
from checkers.session import judge_all
from checkers.subjects import Subjects

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from bot.mutation.report import MutationReport
    from bot.verdict.arguments import VerdictOptions
    from bot.verdict.model import Target
    from checkers.model import PolicyInfo, SubjectInfo
    from checkers.plan import Plan
    from checkers.subject import Message


def verdict(options: VerdictOptions) -> int:
    """Judge, print, and write the files where that was asked for."""
    event = read_event(options.event) if options.event else Event()
    target = replace(options.target, pull_request=options.target.pull_request or event.number)
    if options.not_judged is not None:
        from bot.verdict.unjudged import unjudged

        deliver_verdict(unjudged(options, target, options.not_judged), options)
        return Exit.CANNOT_JUDGE
    whole = _judged(options, target, _message(options, event, target.pull_request))
    deliver_verdict(whole, options)
    return _exit_code(whole, fail_on_skip=options.fail_on_skip)


def _judged(options: VerdictOptions, target: Target, message: Message | None) -> PullRequestVerdict:
    handed_in = _handed_in(options.mutations)
    with Repository.open_named(options.repo) as repository:
        into = None if options.merge_into is None else repository.resolve(options.merge_into)
        plan = _plan(options, message, repository)
        commits = _commits(plan.info, into)
        _refuse_foreign(handed_in, commits)
        report = judge_all(plan, repository, excerpts=options.format is Format.TEXT)
    if options.tables_missing is not None:
        report = with_skip(report, TABLES, options.tables_missing)
    mutations = tuple(found for _, found in handed_in)
    return PullRequestVerdict(
        tool=THIS_TOOL,
        target=target,
        run=options.run,
        commits=commits,
        judged_at=datetime.now(UTC).strftime(MOMENT),
        report=report,
        mutations=mutations,
        notes=tuple(dict.fromkeys(_notes(mutations, report.policy))),
    )


def _handed_in(paths: Sequence[Path]) -> list[tuple[str, MutationReport]]:
    """The reports of tables with their files' names; most verdicts have none, and none of what reads them is loaded."""
    if not paths:
        return []
    from bot.mutation.reporting.delivery import read_reports

    return read_reports(paths)


def _message(options: VerdictOptions, event: Event, number: int | None) -> Message | None:
    """The message that the change will land under, as far as it is told; an option is stronger than the event."""
    body = event.body if options.body is None else read_message(options.body, "--pr-body")
    return landing_message(event.title if options.title is None else options.title, body, number)


def _plan(options: VerdictOptions, message: Message | None, repository: Repository) -> Plan:
    """The range, and the message."""
    asked = options.of_checkers
    subjects = Subjects(repository, cached=asked.cache)
    plan = plan_of(asked, subjects, Policies(subjects, options.policy))
    return plan if message is None else with_message(plan, message, named(asked.checks))


def _commits(subject: SubjectInfo, into: str | None) -> Commits:
    assert subject.base is not None
    assert subject.head is not None
    return Commits(subject.base, subject.head, subject.merge_base, into)


def _refuse_foreign(handed_in: Sequence[tuple[str, MutationReport]], commits: Commits) -> None:
    for name, report in handed_in:
        fault = fault_of(report, commits)
        if fault:
            raise UsageError(f"--mutations {name} {visible(fault)}")


def _notes(mutations: Sequence[MutationReport], policy: PolicyInfo) -> Iterator[str]:
    """Tables are run by the policy on disk; where that is another one than the judge's, it is said."""
    for report in mutations:
        if report.policy.sha256 != policy.sha256:
            yield (
                f"redfirst {report.command} was run by {report.policy.source} at the judged head, "
                f"which is another policy than {policy.source}"
            )


def _exit_code(whole: PullRequestVerdict, *, fail_on_skip: bool) -> int:
    """Tables count as gates do: one that does not pass is a failure, a report without rows a skip."""
    if any(report.failed for report in whole.mutations):
        return Exit.FAILED
    code = exit_code(whole.report, fail_on_skip=fail_on_skip)
    return Exit.SKIPPED if code is Exit.GREEN and fail_on_skip and not whole.green else code
