"""The report for people: state first, then what, then why, then what to do."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from checkers.model import Finding, Report, Severity, Status, Verdict
from checkers.output.escaping import display_width, plain_line, visible, visible_path
from checkers.output.views import (
    by_help,
    by_weight,
    first_failing_rule,
    label,
    place,
    with_status,
)
from checkers.wording import counted, help_lines, short_hash

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from checkers.model import Span

_STATES = {Status.PASS: "ok", Status.FAIL: "FAIL", Status.SKIP: "SKIP"}
_STATE_STYLES = {Status.PASS: "green", Status.FAIL: "bold red", Status.SKIP: "yellow"}
_TIME_COLUMN = 72
_NAME, _WIDEST_NAME = 16, 28
"""How wide the column of names is, in characters: at least, and where longer names ask for more."""
_TAB = "    "
_LEAST_EXCERPT, _WIDEST_EXCERPT = 40, 160
_BEFORE_EXCERPT = 11
"""The sign, the number of the line and the space between, before the text of the line itself."""


class _Layout(NamedTuple):
    """What is left out, where times stand, and how many characters of a source line are shown."""

    quiet: bool
    time_column: int
    excerpt: int


def _layout(quiet: bool, width: int | None) -> _Layout:
    if not width:
        return _Layout(quiet, _TIME_COLUMN, _WIDEST_EXCERPT)
    excerpt = min(_WIDEST_EXCERPT, max(_LEAST_EXCERPT, width - _BEFORE_EXCERPT))
    return _Layout(quiet, min(_TIME_COLUMN, width - 8), excerpt)


class Line(NamedTuple):
    """One line of output. `style` colours its first `styled` characters, all of them where that is None."""

    text: str
    style: str = ""
    styled: int | None = None


def render(report: Report, *, color: bool = False, quiet: bool = False, width: int | None = None) -> str:
    """The report as lines, the last one ended too.

    `color` adds terminal colours; `quiet` leaves out what passed; `width`, in cells, wraps prose for a terminal.
    """
    lines = list(_calm(_lines(report, _layout(quiet, width))))
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


def _lines(report: Report, layout: _Layout) -> Iterator[Line]:
    if report.preamble and not layout.quiet:
        yield from (Line(visible(text)) for text in report.preamble)
        yield Line("")
    names = [visible(label(verdict, report)) for verdict in report.verdicts]
    widest = min(_WIDEST_NAME, max(map(len, names), default=0))
    told: set[str] = set()
    for verdict, name in zip(report.verdicts, names, strict=True):
        if verdict.status is not Status.PASS or not layout.quiet:
            yield _headline(verdict, f"{name:<{max(_NAME, widest)}}", layout.time_column)
            yield from _details(verdict, layout, [note for note in verdict.notes if note not in told])
            told.update(verdict.notes)
    yield from _ending(report, layout.quiet)


def _headline(verdict: Verdict, name: str, time_column: int) -> Line:
    state = _STATES[verdict.status]
    what = verdict.reason or "" if verdict.status is Status.SKIP else verdict.examined
    text = f"{state:<6}{name}  {visible(what)}"
    if verdict.status is not Status.SKIP:
        text = f"{text:<{time_column}}  {verdict.seconds:.2f} s"
    return Line(text.rstrip(), _STATE_STYLES[verdict.status], len(state))


def _details(verdict: Verdict, layout: _Layout, notes: Sequence[str]) -> Iterator[Line]:
    """What a verdict found and notes; `notes` are those that no verdict above has too."""
    findings = [finding for finding in verdict.findings if not layout.quiet or finding.severity is Severity.ERROR]
    for help_, group in by_help(by_weight(tuple(findings))):
        for finding in group:
            yield from _finding(finding, layout.excerpt)
            if finding.excerpt and finding is not group[-1]:
                yield Line("")
        yield from (Line(f"    {visible(part)}") for part in help_lines(help_) if help_)
        if group[-1].excerpt:
            yield Line("")
    yield from (Line(f"  | {visible(text)}") for text in verdict.log)
    if not layout.quiet:
        yield from (Line(f"  note: {visible(note)}") for note in notes)
    if findings or verdict.log:
        yield Line("")


def _finding(finding: Finding, room: int) -> Iterator[Line]:
    where = place(finding)
    weight = "" if finding.severity is Severity.ERROR else f"{finding.severity.value}: "
    head = f"  {visible_path(where)}: " if where else "  "
    yield Line(f"{head}{visible(finding.rule)}: {weight}{visible(finding.message)}", "bold", len(head))
    if finding.path is not None and finding.commit:
        yield Line(f"    in commit {short_hash(finding.commit)}")
    if finding.excerpt:
        yield from _excerpt(finding, room)


def _excerpt(finding: Finding, room: int) -> Iterator[Line]:
    """The lines around the finding, its own marked and underlined; long ones are cut to where the finding stands."""
    span = finding.span
    if span is None:
        return
    digits = max(4, *(len(str(number)) for number, _ in finding.excerpt))
    own = next((text for number, text in finding.excerpt if number == span.line), "")
    start = _first_shown(span, own, room)
    yield Line("")
    for number, text in finding.excerpt:
        sign = ">" if number == span.line else " "
        yield Line(f"   {sign} {number:>{digits}}  {_source(text[start : start + room])}".rstrip())
        if number == span.line:
            before = _source(text[start : span.column - 1])
            end = min(_end(span, text), start + room)
            marked = _source(text[span.column - 1 : end])
            indent = " " * (7 + digits + display_width(before))
            yield Line(f"{indent}{'^' * max(1, display_width(marked))}", "red")


def _first_shown(span: Span, text: str, room: int) -> int:
    """How much of a finding's line, and of those around it, is cut at the left, in characters."""
    if min(_end(span, text), span.column - 1 + room // 2) <= room:
        return 0
    return max(0, span.column - 1 - room // 2)


def _end(span: Span, text: str) -> int:
    return span.end_column - 1 if span.end_line == span.line else len(text)


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
        is_foreign = 0 < len(skipped) == len(report.verdicts) and report.policy.preset is not None
        yield Line(f"Not green.{'  redfirst init proposes a policy for this tree' if is_foreign else ''}")
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
    is_headline = line.styled is not None and not text.startswith(" ")
    indent = " " * (24 if is_headline else 4)
    parts = wrap(text, width, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)
    yield line._replace(text=parts[0])
    yield from (Line(part) for part in parts[1:])


def _colored(lines: list[Line]) -> str:
    from io import StringIO

    from rich.console import Console
    from rich.text import Text

    sink = StringIO()
    console = Console(  # whether there is colour was decided before; the environment has no second say
        file=sink,
        force_terminal=True,
        color_system="standard",
        no_color=False,
        highlight=False,
        legacy_windows=False,
    )
    for line in lines:
        text = Text(line.text)
        if line.style:
            text.stylize(line.style, 0, len(line.text) if line.styled is None else line.styled)
        console.print(text, soft_wrap=True)
    return sink.getvalue()
