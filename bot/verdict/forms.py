"""The documents `redfirst.report/1` and `redfirst.verdict/1` as types, and the way from one to a report and back."""

from __future__ import annotations

from collections.abc import Mapping  # noqa: TC003 - reading a document needs the types of its fields
from dataclasses import dataclass, field

from bot.mutation.report import MutationReport, PolicySource, Tool  # noqa: TC001 - likewise
from bot.serialization import OPTIONAL, FormError
from bot.verdict.model import Commits, RunIdentity, Target  # noqa: TC001 - likewise
from checkers.model import Finding, PolicyInfo, Report, Severity, Span, Status, SubjectInfo, SubjectKind, Verdict


@dataclass(frozen=True, slots=True)
class FindingForm:
    """One finding; lines and columns count from 1, the end is exclusive; all four are there, or none."""

    rule: str
    severity: Severity
    path: str | None
    line: int | None
    column: int | None
    end_line: int | None
    end_column: int | None
    commit: str | None
    message: str
    help: str
    fingerprint: str


@dataclass(frozen=True, slots=True)
class GateForm:
    """One gate's verdict."""

    check: str
    subject: SubjectKind
    status: Status
    reason: str | None
    population: Mapping[str, int]
    examined: str
    findings: tuple[FindingForm, ...]
    notes: tuple[str, ...]
    log: tuple[str, ...] = field(default=(), metadata=OPTIONAL)


@dataclass(frozen=True, slots=True)
class SubjectForm:
    """What the report is about; full hashes."""

    kind: SubjectKind
    base: str | None
    head: str | None
    merge_base: str | None


@dataclass(frozen=True, slots=True)
class ReportForm:
    """A whole report. `summary` says again how many gates are in each state."""

    schema: str
    tool: Tool
    subject: SubjectForm
    policy: PolicySource
    verdicts: tuple[GateForm, ...]
    summary: Mapping[str, int | bool]


@dataclass(frozen=True, slots=True)
class VerdictForm:
    """A judgement of one pull request: what was judged, in which run, by whom, and what was found."""

    schema: str
    tool: Tool
    target: Target
    run: RunIdentity
    commits: Commits
    judged_at: str
    report: ReportForm
    mutations: tuple[MutationReport, ...]
    notes: tuple[str, ...]


def report_of(form: ReportForm) -> Report:
    """The report that a document says. Raises FormError where it contradicts itself."""
    subject = form.subject
    report = Report(
        SubjectInfo(subject.kind, subject.base, subject.head, subject.merge_base),
        PolicyInfo(form.policy.source, form.policy.sha256),
        tuple(_gate(gate, f"report.verdicts[{number}]") for number, gate in enumerate(form.verdicts)),
    )
    counts: dict[str, int | bool] = {status.value: report.number_of(status) for status in Status}
    if dict(form.summary) != counts | {"green": report.green}:
        raise FormError("report.summary is not what its verdicts say")
    return report


def _gate(form: GateForm, where: str) -> Verdict:
    failed = any(finding.severity is Severity.ERROR for finding in form.findings)
    if failed is not (form.status is Status.FAIL):
        raise FormError(f"{where}.status is {form.status.value}, which is not what its findings say")
    if bool(form.reason) is not (form.status is Status.SKIP):
        raise FormError(f"{where}.reason is for a gate that was skipped, and for no other")
    if any(number < 0 for number in form.population.values()):
        raise FormError(f"{where}.population has a number below 0")
    findings = tuple(_finding(finding, f"{where}.findings[{number}]") for number, finding in enumerate(form.findings))
    return Verdict(
        form.check,
        form.subject,
        form.status,
        form.reason,
        form.population,
        form.examined,
        findings,
        form.notes,
        log=form.log,
    )


def _finding(form: FindingForm, where: str) -> Finding:
    return Finding(
        form.rule,
        form.severity,
        form.message,
        form.help,
        form.path,
        _span(form, where),
        form.commit,
        fingerprint=form.fingerprint,
    )


def _span(form: FindingForm, where: str) -> Span | None:
    numbers = [number for number in (form.line, form.column, form.end_line, form.end_column) if number is not None]
    if not numbers:
        return None
    if len(numbers) < len(Span._fields) or min(numbers) < 1:
        raise FormError(f"{where} has no whole place: line, column, end_line and end_column count from 1")
    return Span(*numbers)
