"""The report as the comment on a pull request: its first line alone must be enough."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from checkers.model import Finding, Report, Severity, Status, Verdict
from checkers.output.markdown_escaping import code, html, preformatted, prose
from checkers.output.markdown_truncation import Part, Row, Section, cut, fitted
from checkers.output.views import by_weight, label, place, with_status
from checkers.wording import counted, every, github_hash, none_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    Link = Callable[[Finding], str | None]

LIMIT = 65_536
"""How long a comment may be: GitHub counts characters; bytes are never fewer."""

_SIGNS = {Status.FAIL: "❌", Status.SKIP: "⏭", Status.PASS: "✅"}
_STATES = {Status.FAIL: "failed", Status.SKIP: "not run", Status.PASS: "passed"}
"""What the sign says, in words: in the last column, so that a row is narrow enough for a telephone."""

_WORDS = ((Severity.ERROR, "finding"), (Severity.WARNING, "warning"), (Severity.NOTE, "note"))
_GATES = "\n|  | gate | examined |  |\n|---|---|---|---|\n"
_WHERE_THE_REST_IS = "The JSON report has all of them."
_LONGEST_CELL = 400
_LONGEST_NAME = 100
_LONGEST = 1_500
_LONGEST_LINE = 200
_OPEN = 10
_LINES_OF_A_LOG = 40


class Links(NamedTuple):
    """Where things are on the web; each answers None where there is no such place."""

    finding: Link = lambda _: None
    commit: Callable[[str], str | None] = lambda _: None
    rule: Link = lambda _: None


NO_LINKS = Links()


def render(report: Report, *, limit: int = LIMIT) -> str:
    """The report by itself, at most `limit` bytes of UTF-8, cut at whole rows."""
    head = report.subject.head
    first = f"**redfirst: {state_in_words(report)}**{f' · judged {code(github_hash(head))}' if head else ''}\n"
    text = first + gates(report, limit // 2)
    return text + fitted(sections(report), limit - len(text.encode()), _WHERE_THE_REST_IS)


def state_in_words(report: Report) -> str:
    """`1 of 5 gates failed, 1 did not run`; green is `all 5 gates passed`."""
    total, failed, skipped = len(report.verdicts), report.number_of(Status.FAIL), report.number_of(Status.SKIP)
    if not total:
        return "nothing was judged"
    if total in (failed, total - failed - skipped):
        return f"{every(total, 'gate')} {'failed' if failed else 'passed'}"
    if skipped == total:
        return "the one gate did not run" if total == 1 else f"{none_of(total, 'gate')} ran"
    of = f"of {counted(total, 'gate')}"
    if failed and skipped:
        return f"{failed} {of} failed, {skipped} did not run"
    return f"{failed} {of} failed" if failed else f"{skipped} {of} did not run, none failed"


def gates(report: Report, room: int) -> str:
    """The table of gates in at most that many bytes: red before skipped before green, one row a gate."""
    rows = [Row(_gate(verdict, report)) for status in _SIGNS for verdict in with_status(report, status)]
    table = Section([Part(rows, _GATES)], "gate")
    return table.whole if len(table.whole.encode()) <= room else cut(table, room)


def sections(report: Report, links: Links = NO_LINKS) -> Iterator[Section]:
    """What follows the table: errors open, then warnings and notes in a fold, then what commands printed."""
    verdicts = [verdict for status in _SIGNS for verdict in with_status(report, status)]
    findings = [finding for verdict in verdicts for finding in by_weight(verdict.findings)]
    errors = [finding for finding in findings if finding.severity is Severity.ERROR]
    yield Section([part for group in _groups(errors) for part in _parts(group, links)], "finding")
    mild = [finding for finding in findings if finding.severity is not Severity.ERROR]
    notes = [(verdict.check, note) for verdict in verdicts for note in verdict.notes]
    noted = [Row(f"* **{prose(check)}** · {prose(note, _LONGEST)}\n", 1) for check, note in notes]
    title = counted(len(mild) + len(notes), "warning or note", "warnings and notes")
    parts = [part for group in _groups(mild) for part in _parts(group, links)]
    yield Section([*parts, Part(noted, "\n")], "row", *fold(title))
    yield Section([log(f"Output of {verdict.check}", verdict.log) for verdict in verdicts if verdict.log], "log")


def cell(text: str) -> str:
    """Foreign text in a table's cell, cut where it is long."""
    return prose(text, _LONGEST_CELL)


def linked(shown: str, url: str | None) -> str:
    """Trusted Markdown as a link, where there is an address."""
    return f"[{shown}]({url})" if url else shown


def fold(title: str) -> tuple[str, str]:
    """What opens and what closes a fold with that title, a foreign text."""
    return open_fold(html(title)), "\n</details>\n"


def open_fold(summary: str) -> str:
    """What opens a fold; the summary is trusted HTML."""
    return f"\n<details><summary>{summary}</summary>\n\n"


def log(title: str, lines: Sequence[str], rank: int = 0) -> Part:
    """The last lines of a log, folded away; together they are one row, for half of them would mislead."""
    last = [line[:_LONGEST_LINE] for line in lines[-_LINES_OF_A_LOG:]]
    left = len(lines) - len(last)
    more = [f"… {counted(left, 'earlier line')} in the JSON report"] if left else []
    return Part([Row(f"<pre>{preformatted([*more, *last])}</pre>\n", rank)], *fold(title))


def _gate(verdict: Verdict, report: Report) -> str:
    cells = (_SIGNS[verdict.status], prose(label(verdict, report), _LONGEST_NAME), _examined(verdict), _remark(verdict))
    return f"| {' | '.join(cells)} |\n"


def _examined(verdict: Verdict) -> str:
    return "nothing" if verdict.status is Status.SKIP else cell(verdict.examined)


def _remark(verdict: Verdict) -> str:
    state = _STATES[verdict.status]
    if verdict.status is Status.SKIP:
        return f"{state}: {cell(verdict.reason or '')}"
    numbers = [(sum(finding.severity is severity for finding in verdict.findings), word) for severity, word in _WORDS]
    found = ", ".join(counted(number, word) for number, word in numbers if number)
    return f"{state}: {found}" if found else state


def _groups(findings: Iterable[Finding]) -> list[list[Finding]]:
    """Findings that share rule and help, which need be said once, in the order of the first of each group."""
    groups: dict[tuple[str, str], list[Finding]] = {}
    for finding in findings:
        groups.setdefault((finding.rule, finding.help), []).append(finding)
    return list(groups.values())


def _parts(group: Sequence[Finding], links: Links) -> Iterator[Part]:
    """A group: one finding in a line, some as a list, many with the greater part folded."""
    first = group[0]
    rule = linked(f"**{prose(first.rule)}**", links.rule(first))
    help_ = f"  \n_{prose(first.help, _LONGEST)}_" if first.help.strip() else ""
    if len(group) == 1:
        yield Part([Row(f"\n{' · '.join([rule, *_where(first, links), prose(first.message, _LONGEST)])}{help_}\n")])
        return
    same = all(finding.message == first.message and place(finding) for finding in group)
    said = [prose(first.message, _LONGEST)] if same else []
    title = " · ".join([rule, *said, counted(len(group), "time") if same else counted(len(group), "finding")])
    items = [Row(f"- {' · '.join([*_where(finding, links), *_message(finding, same)])}\n") for finding in group]
    yield Part(items[:_OPEN], f"\n{title}{help_}\n\n")
    yield Part(items[_OPEN:], *fold(f"{len(items) - _OPEN} more of {first.rule}"))


def _message(finding: Finding, said: bool) -> list[str]:
    return [] if said else [prose(finding.message, _LONGEST)]


def _where(finding: Finding, links: Links) -> Iterator[str]:
    where = place(finding)
    if where:
        yield linked(code(where, _LONGEST_CELL), links.finding(finding))
    if finding.path is not None and finding.commit:
        yield linked(code(github_hash(finding.commit)), links.commit(finding.commit))
