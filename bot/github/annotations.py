"""Findings as annotations of a check run: plain text at lines of the judged head."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.comment.urls import commit_of_lines
from checkers.model import Finding, Report, Severity, Span
from checkers.output.escaping import visible

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.github.client import Json

MOST = 500
"""Ten requests' worth; the comment and the check run's text go on where these end."""
IN_ONE_REQUEST = 50
"""https://docs.github.com/rest/checks/runs (output: at most 50 annotations per request)."""

_LONGEST_MESSAGE = 8_000
_LONGEST_TITLE = 255
_GREATEST = 1_000_000_000
"""No file has more lines: a report that says so came from elsewhere, and GitHub would refuse all of them."""
_LEVELS = {Severity.ERROR: "failure", Severity.WARNING: "warning", Severity.NOTE: "notice"}


@dataclass(frozen=True, slots=True)
class Annotation:
    """One of them; lines and columns count from 1, and the end is inside. Columns only where it is on one line."""

    path: str
    start_line: int
    end_line: int
    level: str
    title: str
    message: str
    columns: tuple[int, int] | None = None

    def data(self) -> Json:
        """As GitHub takes it."""
        data: dict[str, Json] = {
            "path": self.path,
            "start_line": self.start_line,
            "end_line": self.end_line,
            "annotation_level": self.level,
            "title": self.title,
            "message": self.message,
        }
        if self.columns:
            data |= {"start_column": self.columns[0], "end_column": self.columns[1]}
        return data


def annotations_of(report: Report, head: str) -> tuple[Annotation, ...]:
    """At most `MOST`, errors before warnings before notes, in the order of the report."""
    made = [_annotation(finding, head) for finding in annotatable(report)]
    return tuple(made[:MOST])


def annotatable(report: Report) -> list[Finding]:
    """The findings that have a place in a file whose name GitHub can have, by weight."""
    weights = list(_LEVELS)
    return sorted(_with_place(report), key=lambda finding: weights.index(finding.severity))


def _with_place(report: Report) -> Iterator[Finding]:
    for verdict in report.verdicts:
        for finding in verdict.findings:
            if finding.path and finding.path.isprintable():  # surrogates are not
                yield finding


def _annotation(finding: Finding, head: str) -> Annotation:
    """Lines of another commit are not those of the head: a finding about one stands at the file's first line."""
    elsewhere = finding.commit if finding.commit not in (None, head) else None
    is_in_head = commit_of_lines(finding, head) == head
    span = finding.span if finding.span and is_in_head else Span(1, 1, 1, 1)
    start, end, columns = _lines(span)
    about = f" (commit {elsewhere})" if elsewhere else ""
    text = f"{visible(finding.message)}{about}\n{visible(finding.help)}" if finding.help else visible(finding.message)
    return Annotation(
        finding.path or "",
        start,
        end,
        _LEVELS[finding.severity],
        visible(finding.rule)[:_LONGEST_TITLE],
        text[:_LONGEST_MESSAGE].strip() or "(no message)",
        columns,
    )


def _lines(span: Span) -> tuple[int, int, tuple[int, int] | None]:
    """First line, last line and columns; a span's end is exclusive, GitHub's is not."""
    start = min(max(span.line, 1), _GREATEST)
    end = min(max(span.last_line, start), _GREATEST)
    if start != end or span.end_column <= span.column or span.line != span.end_line:
        return start, end, None
    first = min(max(span.column, 1), _GREATEST)
    return start, end, (first, min(max(span.end_column - 1, first), _GREATEST))
