"""The mutation tables and proofs of a verdict as folds whose titles name what does not pass."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from bot.comment.state import PROOF
from bot.mutation.model import Outcome
from bot.mutation.report import CaseOutcome, TableOutcome
from bot.mutation.reporting import markdown
from checkers.output.markdown import fold, open_fold
from checkers.output.markdown_escaping import code, cut, html
from checkers.output.markdown_truncation import Part, Row, Section
from checkers.wording import counted, every, github_hash, none_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bot.mutation.report import MutationReport, RowResult, TableResult
    from bot.verdict.model import PullRequestVerdict

_NAMED = 3
_LONGEST_NAME = 80


def sections(verdict: PullRequestVerdict) -> Iterator[Section]:
    """One fold for all mutation tables, and one for all proofs."""
    mutations = [report for report in verdict.mutations if report.command != PROOF]
    proofs = [report for report in verdict.mutations if report.command == PROOF]
    for reports, title in ((mutations, _mutations), (proofs, _proofs)):
        if reports:
            parts = [part for report in reports for part in _parts(report, verdict.commits.head)]
            rows = [row for report in reports for table in report.tables for row in table.rows]
            names = list(_red([table for report in reports for table in report.tables]))
            summary = ", ".join([title(rows), *names[:_NAMED]])
            more = f" and <b>{len(names) - _NAMED} more</b>" if len(names) > _NAMED else ""
            yield Section(parts, "row", open_fold(f"{summary}{more}"), fold("")[1])


def _parts(report: MutationReport, head: str) -> Iterator[Part]:
    yield Part([Row(f"\n_{text}_\n") for text in _provisos(report, head)])
    yield from markdown.parts(report)


def _provisos(report: MutationReport, head: str) -> Iterator[str]:
    """What makes a report weaker evidence about the judged head than its rows look."""
    if report.commit != head:
        yield f"Judged at {code(github_hash(report.commit))}, which is not the judged head."
    if report.uncommitted:
        yield "Judged with changes of the work tree that are in no commit."
    if report.shard:
        yield f"Shard {report.shard.number} of {report.shard.of} alone."


def _mutations(rows: Sequence[RowResult]) -> str:
    passed = [row for row in rows if row.passes]
    word = "detected" if all(row.outcome is Outcome.DETECTED for row in passed) else "as claimed"
    return f"Mutations: {_of(len(passed), len(rows))} {word}" if rows else "Mutations: no row judged"


def _of(passed: int, total: int) -> str:
    if passed == total:
        return every(total, "row")
    if not passed:
        return "the one row not" if total == 1 else none_of(total, "row")
    return f"{passed} of {counted(total, 'row')}"


def _proofs(rows: Sequence[RowResult]) -> str:
    numbers = Counter(row.outcome for row in rows if row.passes)
    told = [f"{numbers[outcome]} {outcome.value}" for outcome in CaseOutcome if numbers[outcome]]
    return f"Tests without the change: {', '.join(told) or 'none proven'}"


def _red(tables: Sequence[TableResult]) -> Iterator[str]:
    """What does not pass, by name, as trusted HTML: void tables, then rows."""
    for table in tables:
        if table.outcome is TableOutcome.VOID:
            yield f"<b>{html(cut(table.file, _LONGEST_NAME))} void</b>"
    for table in tables:
        rows = [row for row in table.rows if row.failed]
        yield from (f"<b>{html(cut(row.id, _LONGEST_NAME))} {row.outcome.value}</b>" for row in rows)
        if table.failed_by_itself:
            yield f"<b>{html(cut(table.file, _LONGEST_NAME))} failed</b>"
