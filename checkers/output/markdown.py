"""The report as the comment on a pull request: its first line alone must be enough."""

from __future__ import annotations

from typing import TYPE_CHECKING

from checkers.model import Finding, Report, Severity, Status, Verdict
from checkers.output.counting import by_weight, counted, label, place, with_status
from checkers.output.markdown_escaping import code, html, prose

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

LIMIT = 65_536
"""How long a comment may be: GitHub counts characters; bytes are never fewer."""

_SIGNS = {Status.FAIL: "❌ failed", Status.SKIP: "⏭ not run", Status.PASS: "✅ passed"}
_ROOM_FOR_THE_CUT = 300
_LONGEST_CELL = 400
_LONGEST_MESSAGE = 1_500
_SHORT = 7


def render(
    report: Report,
    *,
    stamp: str = "",
    link: Callable[[Finding], str | None] = lambda _: None,
    limit: int = LIMIT,
) -> str:
    """The comment, at most `limit` bytes of UTF-8, cut at a whole row.

    `stamp` is trusted Markdown that ends the first line (when, which run); `link` gives a finding's URL.
    """
    head = f"{_first_line(report, stamp)}\n\n{_table(report, limit // 2)}"
    blocks = list(_blocks(report, link))
    kept = _fitting(blocks, limit - len(head.encode()) - _ROOM_FOR_THE_CUT)
    text = head + "".join(blocks[:kept])
    if kept < len(blocks):
        text += f"\n_{len(blocks) - kept} more rows cut: the comment is full. The JSON report has all of them._\n"
    return text


def _first_line(report: Report, stamp: str) -> str:
    head = report.subject.head
    judged = f" · judged `{head[:_SHORT]}`" if head else ""
    return f"**redfirst: {state_in_words(report)}**{judged}{f' · {stamp}' if stamp else ''}"


def state_in_words(report: Report) -> str:
    """`1 of 5 gates failed, 1 did not run`; green is `all 5 gates passed`."""
    total, failed, skipped = len(report.verdicts), report.count(Status.FAIL), report.count(Status.SKIP)
    if report.green:
        return "the one gate passed" if total == 1 else f"all {total} gates passed"
    if not total:
        return "nothing was judged"
    gates = f"of {counted(total, 'gate')}"
    if failed and skipped:
        return f"{failed} {gates} failed, {skipped} did not run"
    return f"{failed} {gates} failed" if failed else f"{skipped} {gates} did not run, none failed"


def _table(report: Report, room: int) -> str:
    """Red before skipped before green, one row a gate."""
    rows = [
        f"| {_SIGNS[status]} | {_cell(label(verdict, report))} | {_examined(verdict)} | {_remark(verdict)} |\n"
        for status in _SIGNS
        for verdict in with_status(report, status)
    ]
    kept = _fitting(rows, room)
    cut = f"\n_{counted(len(rows) - kept, 'more gate')} cut._\n" if kept < len(rows) else ""
    return "|  | gate | examined |  |\n|---|---|---|---|\n" + "".join(rows[:kept]) + cut


def _cell(text: str) -> str:
    return prose(text, _LONGEST_CELL, in_table=True)


def _examined(verdict: Verdict) -> str:
    return "nothing" if verdict.status is Status.SKIP else _cell(verdict.examined)


def _remark(verdict: Verdict) -> str:
    if verdict.status is Status.SKIP:
        return _cell(verdict.reason or "")
    counts = [
        counted(sum(finding.severity is severity for finding in verdict.findings), word)
        for severity, word in ((Severity.ERROR, "finding"), (Severity.WARNING, "warning"), (Severity.NOTE, "note"))
        if any(finding.severity is severity for finding in verdict.findings)
    ]
    return ", ".join(counts)


def _blocks(report: Report, link: Callable[[Finding], str | None]) -> Iterator[str]:
    """What can be left out one by one: errors open, then warnings, notes and logs folded."""
    findings = [finding for verdict in report.verdicts for finding in by_weight(verdict.findings)]
    for finding in findings:
        if finding.severity is Severity.ERROR:
            yield f"\n{_finding(finding, link)}\n"
    for verdict in report.verdicts:
        mild = [finding for finding in by_weight(verdict.findings) if finding.severity is not Severity.ERROR]
        yield from _folded(f"{verdict.check}: warnings and notes", [_finding(finding, link) for finding in mild])
        yield from _folded(
            f"{verdict.check}: remarks", [f"- {prose(note, _LONGEST_MESSAGE)}" for note in verdict.notes]
        )
        if verdict.log:
            yield from _folded(
                f"{verdict.check}: output", ["  \n".join(code(line, _LONGEST_CELL) for line in verdict.log)]
            )


def _folded(title: str, items: Sequence[str]) -> Iterator[str]:
    """One fold for each piece of at most twenty items, so that a cut loses whole rows and leaves no fold open."""
    size = 20
    for start in range(0, len(items), size):
        body = "\n\n".join(items[start : start + size])
        more = f" ({start + 1} and on)" if start else ""
        yield f"\n<details><summary>{html(title)}{more}</summary>\n\n{body}\n\n</details>\n"


def _finding(finding: Finding, link: Callable[[Finding], str | None]) -> str:
    parts = [f"**{prose(finding.rule)}**"]
    where = place(finding)
    if where:
        url = link(finding)
        parts.append(f"[{code(where)}]({url})" if url else code(where))
    if finding.path is not None and finding.commit:
        parts.append(f"`{finding.commit[:_SHORT]}`")
    parts.append(prose(finding.message, _LONGEST_MESSAGE))
    text = " · ".join(parts)
    return f"{text}  \n_{prose(finding.help, _LONGEST_MESSAGE)}_" if finding.help else text


def _fitting(blocks: Sequence[str], room: int) -> int:
    """How many blocks fit, counted in bytes from the first."""
    for number, block in enumerate(blocks):
        room -= len(block.encode())
        if room < 0:
            return number
    return len(blocks)
