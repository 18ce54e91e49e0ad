"""The report for GitHub Actions: workflow commands that put findings on lines, and a log that loses none of them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from checkers.model import Finding, Report, Severity, Span, Status, Verdict
from checkers.output.escaping import plain_line, unicode_text, visible, visible_path
from checkers.output.views import by_weight, label, place, with_status
from checkers.wording import counted

if TYPE_CHECKING:
    from collections.abc import Iterator

PER_STEP = 10
"""How many annotations of one kind GitHub shows for a step:
https://docs.github.com/actions/reference/workflows-and-actions/workflow-commands (limitations)."""

_KINDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "notice"}
_LINE_ENDS = re.compile(r"([\r\n])")


def render(report: Report, pages: str | None = None) -> str:
    """Annotations, errors first and at most `PER_STEP` of a kind, then plain lines with the states and the rest.

    `pages` is the address of the folder that has a page for each rule.
    """
    findings = [(verdict, finding) for verdict in report.verdicts for finding in by_weight(verdict.findings)]
    shown: list[str] = []
    left: list[str] = []
    for severity, kind in _KINDS.items():
        commands = _skips(report) if kind == "warning" else []
        of_kind = [finding for _, finding in findings if finding.severity is severity]
        room = PER_STEP - len(commands) - (kind == "notice")
        commands += [_annotation(kind, finding, pages) for finding in of_kind[: max(0, room)]]
        shown += commands[:PER_STEP]
        left += [_plain(finding) for finding in of_kind[max(0, room) :]]
    if left:
        text = (
            f"{counted(len(left), 'finding')} left out of the annotations: GitHub shows {PER_STEP} of a kind per step"
        )
        shown.append(_command("notice", f"{text}; the log of this step lists them", title="redfirst"))
    return "".join(f"{line}\n" for line in [*shown, *map(plain_line, [*_states(report), *left])])


def _skips(report: Report) -> list[str]:
    """A warning for each gate that did not run; more than fit are named in the last one."""
    skipped = with_status(report, Status.SKIP)
    commands = [
        _command("warning", verdict.reason or "", title=f"{label(verdict, report)} did not run")
        for verdict in skipped[: PER_STEP if len(skipped) <= PER_STEP else PER_STEP - 1]
    ]
    rest = skipped[len(commands) :]
    if rest:
        names = ", ".join(label(verdict, report) for verdict in rest)
        commands.append(_command("warning", names, title=f"{counted(len(rest), 'more gate')} did not run"))
    return commands


def _annotation(kind: str, finding: Finding, pages: str | None) -> str:
    properties: dict[str, str] = {}
    if finding.path is not None:
        properties["file"] = finding.path
    if finding.path is not None and finding.span:
        properties |= _lines_and_columns(finding.span)
    about = f" (commit {finding.commit})" if finding.commit else ""
    text = f"{finding.message}{about}\n{finding.help}" if finding.help else f"{finding.message}{about}"
    text += f"\n{pages}/{finding.rule}.md" if pages else ""
    return _command(kind, text, **properties, title=finding.rule)


def _lines_and_columns(span: Span) -> dict[str, str]:
    """GitHub's ends belong to what they end; columns are for one line alone, the last one the first where absent."""
    lines = {"line": str(span.line), "endLine": str(span.last_line)}
    if span.line != span.end_line:
        return lines
    end = {"endColumn": str(span.end_column - 1)} if span.end_column > span.column else {}
    return lines | {"col": str(span.column)} | end


def _command(kind: str, text: str, **properties: str) -> str:
    listed = ",".join(f"{name}={_property(value)}" for name, value in properties.items())
    return f"::{kind} {listed}::{_data(text)}"


def _data(text: str) -> str:
    """A command's message, escaped as the runner unescapes it."""
    return _safe(text).replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    """A command's property: colons and commas would end it."""
    return _data(text).replace(":", "%3A").replace(",", "%2C")


def _safe(text: str) -> str:
    """Line ends stay, for they can be escaped exactly; every other control character is shown."""
    parts = _LINE_ENDS.split(unicode_text(text))
    return "".join(part if part in ("\r", "\n") else visible(part) for part in parts)


def _states(report: Report) -> Iterator[str]:
    words = {Status.PASS: "ok", Status.FAIL: "FAIL", Status.SKIP: "SKIP"}
    yield from map(visible, report.preamble)
    for verdict in report.verdicts:
        what = verdict.reason if verdict.status is Status.SKIP else verdict.examined
        yield f"{words[verdict.status]:<6}{visible(label(verdict, report)):<16}  {visible(what or '')}"
        yield from _details(verdict)
    if report.green:
        yield "green"
        return
    failed, skipped = report.number_of(Status.FAIL), report.number_of(Status.SKIP)
    yield f"not green: {counted(failed, 'gate')} failed, {skipped} did not run"


def _details(verdict: Verdict) -> Iterator[str]:
    yield from (f"  | {visible(text)}" for text in verdict.log)
    yield from (f"  note: {visible(note)}" for note in verdict.notes)


def _plain(finding: Finding) -> str:
    where = place(finding)
    head = f"  {visible_path(where)}: " if where else "  "
    return f"{head}{finding.rule}: {finding.severity.value}: {visible(finding.message)}"
