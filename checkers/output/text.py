"""The report for people: state first, then what, then why, then what to do."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from checkers.model import Finding, Report, Severity, Status, Verdict
from checkers.output.counting import (
    SHORT_HASH,
    by_help,
    by_weight,
    counted,
    first_failing_rule,
    label,
    place,
    with_status,
)
from checkers.output.escaping import display_width, plain_line, visible, visible_path

if TYPE_CHECKING:
    from collections.abc import Iterator

_STATES = {Status.PASS: "ok", Status.FAIL: "FAIL", Status.SKIP: "SKIP"}
_STATE_STYLES = {Status.PASS: "green", Status.FAIL: "bold red", Status.SKIP: "yellow"}
_TIME_COLUMN = 72
_NAME, _WIDEST_NAME = 16, 28
"""How wide the column of names is, in characters: at least, and where longer names ask for more."""
_TAB = "    "
_EXCERPT_WIDTH = 160


class Line(NamedTuple):
    """One line of output. `style` colours its first `styled` characters, all of them where that is None."""

    text: str
    style: str = ""
    styled: int | None = None


def render(report: Report, *, color: bool = False, quiet: bool = False, width: int | None = None) -> str:
    """The report as lines, the last one ended too.

    `color` adds terminal colours; `quiet` leaves out what passed; `width`, in cells, wraps prose for a terminal.
    """
    lines = list(_calm(_lines(report, quiet, min(_TIME_COLUMN, (width or 80) - 8))))
    if width:
        lines = [part for line in lines for part in _wrapped(line, width)]
    lines = [line._replace(text=plain_line(line.text)) for line in lines]
    if color:
        return _colored(lines)
    return "".join(f"{line.text}\n" for line in lines)


def _calm(lines: Iterator[Line]) -> Iterator[Line]:
    """No two empty lines together, and none at either end."""
    empty = begun = False
    for line in lines:
        if line.text:
            if empty and begun:
                yield Line("")
            yield line
            begun = True
        empty = not line.text


def _lines(report: Report, quiet: bool, time_column: int) -> Iterator[Line]:
    if report.preamble and not quiet:
        yield from (Line(visible(text)) for text in report.preamble)
        yield Line("")
    names = [visible(label(verdict, report)) for verdict in report.verdicts]
    widest = min(_WIDEST_NAME, max(map(len, names), default=0))
    for verdict, name in zip(report.verdicts, names, strict=True):
        if verdict.status is not Status.PASS or not quiet:
            yield _headline(verdict, f"{name:<{max(_NAME, widest)}}", time_column)
            yield from _details(verdict, quiet)
    yield from _ending(report, quiet)


def _headline(verdict: Verdict, name: str, time_column: int) -> Line:
    state = _STATES[verdict.status]
    what = verdict.reason or "" if verdict.status is Status.SKIP else verdict.examined
    text = f"{state:<6}{name}  {visible(what)}"
    if verdict.status is not Status.SKIP:
        text = f"{text:<{time_column}}  {verdict.seconds:.2f} s"
    return Line(text.rstrip(), _STATE_STYLES[verdict.status], len(state))


def _details(verdict: Verdict, quiet: bool) -> Iterator[Line]:
    findings = [finding for finding in verdict.findings if not quiet or finding.severity is Severity.ERROR]
    for help_, group in by_help(by_weight(tuple(findings))):
        for finding in group:
            yield from _finding(finding)
            if finding.excerpt and finding is not group[-1]:
                yield Line("")
        if help_:
            yield Line(f"    {visible(help_)}")
        if group[-1].excerpt:
            yield Line("")
    yield from (Line(f"  | {visible(text)}") for text in verdict.log)
    if not quiet:
        yield from (Line(f"  note: {visible(note)}") for note in verdict.notes)
    if findings or verdict.log:
        yield Line("")


def _finding(finding: Finding) -> Iterator[Line]:
    where = place(finding)
    weight = "" if finding.severity is Severity.ERROR else f"{finding.severity.value}: "
    head = f"  {visible_path(where)}: " if where else "  "
    yield Line(f"{head}{visible(finding.rule)}: {weight}{visible(finding.message)}", "bold", len(head))
    if finding.path is not None and finding.commit:
        yield Line(f"    in commit {finding.commit[:SHORT_HASH]}")
    if finding.excerpt:
        yield from _excerpt(finding)


def _excerpt(finding: Finding) -> Iterator[Line]:
    """The lines around the finding, its own marked and underlined; a long one is cut to where the finding stands."""
    span = finding.span
    if span is None:
        return
    digits = max(4, *(len(str(number)) for number, _ in finding.excerpt))
    yield Line("")
    for number, text in finding.excerpt:
        start = max(0, span.column - 1 - _EXCERPT_WIDTH // 2) if len(text) > _EXCERPT_WIDTH else 0
        shown = _source(text[start : start + _EXCERPT_WIDTH])
        sign = ">" if number == span.line else " "
        yield Line(f"   {sign} {number:>{digits}}  {shown}".rstrip())
        if number == span.line:
            before = _source(text[start : span.column - 1])
            marked = _source(text[span.column - 1 : _last_column(finding, text, start)])
            indent = " " * (7 + digits + display_width(before))
            yield Line(f"{indent}{'^' * max(1, display_width(marked))}", "red")


def _last_column(finding: Finding, text: str, start: int) -> int:
    span = finding.span
    end = span.end_column - 1 if span and span.end_line == span.line else len(text)
    return min(end, start + _EXCERPT_WIDTH)


def _source(text: str) -> str:
    return visible(text.replace("\t", _TAB))


def _ending(report: Report, quiet: bool) -> Iterator[Line]:
    """The last lines: the banner, or what failed and what did not run, separately."""
    failed, skipped = with_status(report, Status.FAIL), with_status(report, Status.SKIP)
    if len(report.verdicts) == 1 and not report.preamble:
        yield from _where_to_read(report, "More: ")
        return
    if report.green:
        if not quiet:
            yield from (Line(""), Line("All gates green.", "bold green"))
        return
    yield Line("")
    for verdicts, what in ((failed, "failed"), (skipped, "did not run")):
        if verdicts:
            names = ", ".join(visible(label(verdict, report)) for verdict in verdicts)
            yield Line(f"{counted(len(verdicts), 'gate')} {what}: {names}")
    if not failed:
        yield Line("Not green.")
    yield from _where_to_read(report, "Not green.  ")


def _where_to_read(report: Report, before: str) -> Iterator[Line]:
    rule = first_failing_rule(report)
    if rule:
        yield Line(f"{before}redfirst explain {visible(rule)}")


def _wrapped(line: Line, width: int) -> Iterator[Line]:
    """Prose over several lines, each continued under its own beginning; excerpts and short lines stay as they are."""
    from textwrap import wrap

    text = line.text
    if display_width(text) <= width or text.startswith(("   >", "     ")):
        yield line
        return
    indent = " " * (4 if text.startswith(" ") else 24)
    parts = wrap(text, width, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)
    yield line._replace(text=parts[0])
    yield from (Line(part) for part in parts[1:])


def _colored(lines: list[Line]) -> str:
    from io import StringIO

    from rich.console import Console
    from rich.text import Text

    sink = StringIO()
    console = Console(file=sink, force_terminal=True, color_system="standard", highlight=False, legacy_windows=False)
    for line in lines:
        text = Text(line.text)
        if line.style:
            text.stylize(line.style, 0, len(line.text) if line.styled is None else line.styled)
        console.print(text, soft_wrap=True)
    return sink.getvalue()
