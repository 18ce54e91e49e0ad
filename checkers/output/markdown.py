"""The report as the comment on a pull request: its first line alone must be enough."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from checkers.model import Finding, Report, Severity, Status, Verdict
from checkers.output.counting import by_help, by_weight, counted, label, place, with_status
from checkers.output.markdown_escaping import code, html, prose

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    Link = Callable[[Finding], str | None]

LIMIT = 65_536
"""How long a comment may be: GitHub counts characters; bytes are never fewer."""

_SIGNS = {Status.FAIL: "❌ failed", Status.SKIP: "⏭ not run", Status.PASS: "✅ passed"}
_ROOM_FOR_THE_CUT = 300
_LONGEST_CELL = 400
_LONGEST = 1_500
_IN_A_FOLD = 20
_SHORT = 7


def render(
    report: Report,
    *,
    stamp: str = "",
    link: Link = lambda _: None,
    limit: int = LIMIT,
) -> str:
    """The comment, at most `limit` bytes of UTF-8, cut at a whole row.

    `stamp` is trusted Markdown that ends the first line (when, which run); `link` gives a finding's URL.
    """
    head = f"{_first_line(report, stamp)}\n\n{_table(report, limit // 2)}"
    blocks = list(_blocks(report, link))
    kept = _fitting([block.text for block in blocks], limit - len(head.encode()) - _ROOM_FOR_THE_CUT)
    text = head + "".join(block.text for block in blocks[:kept])
    cut = sum(block.rows for block in blocks[kept:])
    if cut:
        text += f"\n_{counted(cut, 'more row')} cut: the comment is full. The JSON report has all of them._\n"
    return text


def _first_line(report: Report, stamp: str) -> str:
    head = report.subject.head
    judged = f" · judged `{head[:_SHORT]}`" if head else ""
    return f"**redfirst: {state_in_words(report)}**{judged}{f' · {stamp}' if stamp else ''}"


def state_in_words(report: Report) -> str:
    """`1 of 5 gates failed, 1 did not run`; green is `all 5 gates passed`."""
    total, failed, skipped = len(report.verdicts), report.number_of(Status.FAIL), report.number_of(Status.SKIP)
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


class _Block(NamedTuple):
    """A piece that stays or goes as a whole, and how many rows of the report it shows."""

    text: str
    rows: int


def _blocks(report: Report, link: Link) -> Iterator[_Block]:
    """What can be left out piece by piece: errors open, then warnings and notes in one fold, then logs."""
    verdicts = [verdict for status in _SIGNS for verdict in with_status(report, status)]
    errors = [finding for verdict in verdicts for finding in verdict.findings if finding.severity is Severity.ERROR]
    for _, group in by_help(errors):
        for number, finding in enumerate(group):
            yield _Block(f"\n{_finding(finding, link, with_help=number == 0)}\n", 1)
    mild = [finding for verdict in verdicts for finding in by_weight(verdict.findings)]
    items = [_finding(finding, link) for finding in mild if finding.severity is not Severity.ERROR]
    items += [
        f"- **{prose(verdict.check)}** · {prose(note, _LONGEST)}" for verdict in verdicts for note in verdict.notes
    ]
    yield from _folded(counted(len(items), "warning or note", "warnings and notes"), items)
    for verdict in verdicts:
        log = [f"{code(line, _LONGEST_CELL)}  " for line in verdict.log]
        if log:
            yield _Block(_fold(f"Output of {verdict.check}", "\n".join(log)), len(log))


def _folded(title: str, items: Sequence[str]) -> Iterator[_Block]:
    """One fold for each piece of at most twenty items, so that a cut loses few of them and leaves no fold open."""
    for start in range(0, len(items), _IN_A_FOLD):
        piece = items[start : start + _IN_A_FOLD]
        more = f", {start + 1} and on" if start else ""
        yield _Block(_fold(f"{title}{more}", "\n\n".join(piece)), len(piece))


def _fold(title: str, body: str) -> str:
    return f"\n<details><summary>{html(title)}</summary>\n\n{body}\n\n</details>\n"


def _finding(finding: Finding, link: Link, *, with_help: bool = True) -> str:
    parts = [f"**{prose(finding.rule)}**"]
    where = place(finding)
    if where:
        url = link(finding)
        parts.append(f"[{code(where)}]({url})" if url else code(where))
    if finding.path is not None and finding.commit:
        parts.append(f"`{finding.commit[:_SHORT]}`")
    parts.append(prose(finding.message, _LONGEST))
    text = " · ".join(parts)
    return f"{text}  \n_{prose(finding.help, _LONGEST)}_" if finding.help and with_help else text


def _fitting(blocks: Sequence[str], room: int) -> int:
    """How many blocks fit, counted in bytes from the first."""
    for number, block in enumerate(blocks):
        room -= len(block.encode())
        if room < 0:
            return number
    return len(blocks)
