"""What must hold of a verdict beyond its form, whoever wrote it: hashes are hashes, all parts are about one head."""

from __future__ import annotations

import re
from datetime import datetime
from typing import TYPE_CHECKING

from bot.mutation.report import TableOutcome
from bot.serialization import FormError
from checkers.model import SubjectKind

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from bot.mutation.report import MutationReport, TableResult
    from bot.verdict.model import Commits, PullRequestVerdict
    from checkers.model import Report

COMMIT = re.compile(r"[0-9a-f]{40}(?:[0-9a-f]{24})?")
REPOSITORY = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,99}/(?!\.{1,2}$)[A-Za-z0-9._-]{1,100}")
"""`OWNER/NAME`; an owner may hold an underscore where the users of an enterprise are managed."""
GREATEST_NUMBER = 2**53 - 1
"""Numbers of pull requests, runs and attempts are exact in every JSON reader up to this one (RFC 8259, section 6)."""

_SHA256 = re.compile(r"[0-9a-f]{64}")
_FINGERPRINT = re.compile(r"[0-9a-f]{32}")
_RULE = re.compile(r"[a-z][a-z-]*/[a-z][a-z-]*")
MOMENT = "%Y-%m-%dT%H:%M:%SZ"
_COMMANDS = ("mutate", "prove")


def refuse_untrue(verdict: PullRequestVerdict) -> None:
    """Raises FormError for the first thing that cannot be so, with its place in the document."""
    _refuse_other_than(COMMIT, _commits(verdict), "no full hash of a commit")
    _refuse_other_than(_SHA256, _digests(verdict), "no SHA-256")
    _refuse_other_than(_FINGERPRINT, _fingerprints(verdict.report), "no fingerprint")
    _refuse_other_than(_RULE, _rules(verdict.report), "no id of a rule")
    _refuse_other_than(REPOSITORY, [("target.repository", verdict.target.repository)], "no OWNER/NAME")
    for where, number in _numbers(verdict):
        if number is not None and not 1 <= number <= GREATEST_NUMBER:
            raise FormError(f"{where} is no number from 1 to {GREATEST_NUMBER}")
    if not is_moment(verdict.judged_at):
        raise FormError("judged_at is no time in UTC, such as 2026-01-31T12:00:00Z")
    _refuse_other_range(verdict)
    for number, report in enumerate(verdict.mutations):
        fault = fault_of(report, verdict.commits)
        if fault:
            raise FormError(f"mutations[{number}] {fault}")


def is_moment(text: str) -> bool:
    """Whether the text is a time as a verdict has it: UTC, to the second, `YYYY-MM-DDTHH:MM:SSZ`."""
    try:
        return datetime.strptime(text, MOMENT).strftime(MOMENT) == text
    except ValueError:
        return False


def fault_of(report: MutationReport, commits: Commits) -> str | None:
    """Why a mutation report is no part of the verdict on that range, as the end of a sentence; None where it is."""
    if report.command not in _COMMANDS:
        return f"is of {report.command[:80]!r}, which is no command that writes one"
    if report.commit != commits.head:
        return f"is about {report.commit[:12]}, not about the judged head {commits.head[:12]}"
    if report.uncommitted is not None:
        return "is about uncommitted changes, which the judged head lacks"
    if report.shard is not None:
        return (
            f"is shard {report.shard.number}/{report.shard.of}, not the whole; join them with redfirst mutate --merge"
        )
    if report.base is not None and report.base != commits.merge_base:
        return f"is about the range from {report.base[:12]}, not from the merge base {str(commits.merge_base)[:12]}"
    untrue = next((table.file for table in report.tables if not _holds(table)), None)
    return f"says that {untrue[:80]!r} passes, and its rows do not" if untrue is not None else None


def _holds(table: TableResult) -> bool:
    """Whether a table that passes has every row that it declares, and each passes."""
    if table.outcome is not TableOutcome.PASS:
        return True
    return all(row.passes for row in table.rows) and {row.id for row in table.rows} >= set(table.declared)


def _refuse_other_range(verdict: PullRequestVerdict) -> None:
    subject, commits = verdict.report.subject, verdict.commits
    if subject.kind is not SubjectKind.RANGE:
        raise FormError(f"report.subject.kind is {subject.kind.value}, not range")
    if (subject.base, subject.head, subject.merge_base) != (commits.base, commits.head, commits.merge_base):
        raise FormError("report.subject is another range than commits")


def _refuse_other_than(form: re.Pattern[str], told: Iterable[tuple[str, str | None]], what: str) -> None:
    for where, text in told:
        if text is not None and not form.fullmatch(text):
            raise FormError(f"{where} is {what}")


def _commits(verdict: PullRequestVerdict) -> Iterator[tuple[str, str | None]]:
    commits = verdict.commits
    yield "commits.base", commits.base
    yield "commits.head", commits.head
    yield "commits.merge_base", commits.merge_base
    yield "commits.merge_into", commits.merge_into
    for gate in verdict.report.verdicts:
        yield from ((f"the commit of a finding of {gate.check[:80]}", finding.commit) for finding in gate.findings)


def _digests(verdict: PullRequestVerdict) -> Iterator[tuple[str, str | None]]:
    yield "report.policy.sha256", verdict.report.policy.sha256
    for number, report in enumerate(verdict.mutations):
        yield f"mutations[{number}].policy.sha256", report.policy.sha256


def _fingerprints(report: Report) -> Iterator[tuple[str, str | None]]:
    for gate in report.verdicts:
        yield from (
            (f"the fingerprint of a finding of {gate.check[:80]}", found.fingerprint) for found in gate.findings
        )


def _rules(report: Report) -> Iterator[tuple[str, str | None]]:
    for gate in report.verdicts:
        yield from ((f"the rule of a finding of {gate.check[:80]}", finding.rule) for finding in gate.findings)


def _numbers(verdict: PullRequestVerdict) -> Iterator[tuple[str, int | None]]:
    yield "target.pull_request", verdict.target.pull_request
    yield "run.id", verdict.run.id
    yield "run.attempt", verdict.run.attempt
