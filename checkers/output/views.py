"""What every format shows of a report in the same way: places, names of verdicts, findings in order."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from checkers.model import Finding, Report, Severity, Status, Verdict
from checkers.wording import short_hash

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_RANK = {Severity.ERROR: 0, Severity.WARNING: 1, Severity.NOTE: 2}


def place(finding: Finding) -> str:
    """`path:line:column`, or the short commit, or the line alone, as much of it as there is."""
    span = finding.span
    if finding.path is not None:
        return f"{finding.path}:{span.line}:{span.column}" if span else finding.path
    commit = f"commit {short_hash(finding.commit)}" if finding.commit else ""
    line = f"line {span.line}:{span.column}" if span else ""
    return f"{commit}, {line}" if commit and line else commit or line


def label(verdict: Verdict, report: Report) -> str:
    """The check's name, with the subject where one run judged two of them."""
    twice = sum(other.check == verdict.check for other in report.verdicts) > 1
    return f"{verdict.check} ({verdict.subject.value})" if twice else verdict.check


def with_status(report: Report, status: Status) -> list[Verdict]:
    """The verdicts of that state, in the report's order."""
    return [verdict for verdict in report.verdicts if verdict.status is status]


def by_weight(findings: tuple[Finding, ...]) -> list[Finding]:
    """Errors before warnings before notes, otherwise in order."""
    return sorted(findings, key=lambda finding: _RANK[finding.severity])


def by_help(findings: Iterable[Finding]) -> Iterator[tuple[str, list[Finding]]]:
    """Findings in a row that share what to do, with that: it need be said once."""
    for help_, group in groupby(findings, key=lambda finding: finding.help):
        yield help_, list(group)


def first_failing_rule(report: Report) -> str | None:
    """The rule of the first error, for the line that says where to read more."""
    errors = (
        finding.rule
        for verdict in report.verdicts
        for finding in verdict.findings
        if finding.severity is Severity.ERROR
    )
    return next(errors, None)
