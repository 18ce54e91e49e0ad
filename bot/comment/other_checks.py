"""The other checks of the head as a fold: which the branch caused, which it inherited, and the texts that tell."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.triage.model import ORDER, CheckState
from checkers.output.markdown import cell, fold, linked, open_fold
from checkers.output.markdown_escaping import code, cut, html, html_code, preformatted, prose
from checkers.output.markdown_truncation import Part, Row, Section
from checkers.wording import counted, github_hash

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bot.comment.urls import Urls
    from bot.triage.model import Baseline, CheckTriage, TriageReport

_SIGNS = {
    CheckState.CAUSED: "❌ caused here",
    CheckState.NEW_FAILURE: "❌ new failure in an inherited job",
    CheckState.UNKNOWN: "❔ unknown",
    CheckState.INHERITED: "🟠 inherited",
    CheckState.PENDING: "⏳ not finished",
    CheckState.NOT_STARTED: "⏭ not started",
    CheckState.SKIPPED: "⏭ skipped by condition",
    CheckState.PASSED: "✅ passed",
}
_HEAD = "\n|  | check |  |\n|---|---|---|\n"
_TEXT_RANK, _PASSED_RANK = 1, 2
_LONGEST_LINE = 200
_LINES = 20
_LONGEST = 1_500
_LONGEST_NAME = 80


def section(triage: TriageReport, head: str, urls: Urls) -> Section:
    """The fold; its title counts what is not simply passed. `head` is the judged commit."""
    provisos = Part([Row(f"\n_{sentence}_\n") for sentence in _provisos(triage, head)])
    opening = open_fold(f"Other checks: {_summary(triage)}")
    return Section([provisos, *parts(triage, urls)], "row", opening, fold("")[1])


def parts(triage: TriageReport, urls: Urls) -> Iterator[Part]:
    """Notes, then a table of the checks, red ones first, then for each the texts that decided."""
    checks = [check for state in ORDER for check in triage.checks if check.state is state]
    notes = [Row(f"\n_{prose(note, _LONGEST)}_\n") for note in triage.notes]
    yield Part(notes if checks else [Row("\n_No other check has run on this head._\n"), *notes])
    yield Part([Row(_row(check, urls), _PASSED_RANK * (check.state is CheckState.PASSED)) for check in checks], _HEAD)
    for check in checks:
        if check.head_text or check.baseline_text or check.inherited_text:
            yield _texts(check, urls)


def _provisos(triage: TriageReport, head: str) -> Iterator[str]:
    """What the checks are not: of the judged head, or at their end."""
    if triage.head != head:
        yield f"Of {code(github_hash(triage.head))}, which is not the judged head."
    if triage.number_of(CheckState.PENDING) + triage.number_of(CheckState.NOT_STARTED):
        yield "These are the checks as they were when the verdict was posted."


def _summary(triage: TriageReport) -> str:
    branch = html_code(triage.base_branch, _LONGEST_NAME)
    number = triage.number_of
    other = f"for another reason than on {branch}"
    told = (
        (number(CheckState.CAUSED), "<b>{} caused here</b>", ""),
        (number(CheckState.NEW_FAILURE), f"<b>{{}} fails {other}</b>", f"<b>{{}} fail {other}</b>"),
        (number(CheckState.UNKNOWN), "{} unknown", ""),
        (number(CheckState.INHERITED), f"{{}} inherited from {branch}", ""),
        (number(CheckState.PENDING), "{} has not finished", "{} have not finished"),
        (number(CheckState.NOT_STARTED), "{} has not started", "{} have not started"),
        (number(CheckState.SKIPPED), "{} skipped by condition", ""),
    )
    parts = [(many if count > 1 and many else one).replace("{}", str(count)) for count, one, many in told if count]
    passed = number(CheckState.PASSED)
    if passed:
        are_all = passed == len(triage.checks) > 1
        parts.append(f"{'both' if passed == 2 else f'all {passed}'} passed" if are_all else f"{passed} passed")
    return ", ".join(parts) or "none"


def _row(check: CheckTriage, urls: Urls) -> str:
    name = linked(cell(check.name) or "(blank)", urls.within(check.url))
    return f"| {_SIGNS[check.state]} | {name} | {cell(check.reason)} |\n"


def _texts(check: CheckTriage, urls: Urls) -> Part:
    """The failing lines, those of the baseline beside them; as HTML, for Markdown's tables hold no lines."""
    inherited = f"and, as there:{_lines(check.inherited_text)}" if check.inherited_text else ""
    here = f"{_lines(check.head_text)}{inherited}"
    if check.baseline_text:
        there = _baseline(check.baseline, urls) if check.baseline else "on the base branch"
        cells = f"<td>{here}</td><td>{_lines(check.baseline_text)}</td>"
        here = f'<table><tr><th>here</th><th>{there}</th></tr><tr valign="top">{cells}</tr></table>'
    return Part([Row(f"\n**{cell(check.name) or '(blank)'}**\n\n{here}\n", _TEXT_RANK)])


def _baseline(baseline: Baseline, urls: Urls) -> str:
    where = f"on {html(cut(baseline.branch, _LONGEST_NAME))} at {html(github_hash(baseline.commit))}"
    url = urls.within(baseline.url)
    return f'<a href="{_attribute(url)}">{where}</a>' if url else where


def _attribute(url: str) -> str:
    """An address, which has no quotes, in an attribute."""
    return url.replace("&", "&amp;")


def _lines(lines: Sequence[str]) -> str:
    if not lines:
        return "no text"
    kept = [line[:_LONGEST_LINE] for line in lines[:_LINES]]
    more = len(lines) - len(kept)
    kept += [f"… {counted(more, 'more line')} in the JSON report"] if more else []
    return f"<pre>{preformatted(kept)}</pre>"
