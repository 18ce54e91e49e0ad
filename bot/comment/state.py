"""The state of a verdict in one line of words: nothing that is red is left to a fold."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.mutation.model import Outcome
from bot.mutation.report import TableOutcome
from bot.triage.model import CheckState
from checkers.output import markdown
from checkers.wording import counted

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bot.mutation.report import MutationReport, RowResult
    from bot.triage.model import TriageReport
    from bot.verdict.model import PullRequestVerdict

PROOF = "prove"
"""The command whose rows are test cases."""


def state_in_words(verdict: PullRequestVerdict, triage: TriageReport | None = None) -> str:
    """`2 of 6 gates failed, 1 did not run; 1 of 7 mutation rows failed`: one line of trusted text."""
    return "; ".join(_states(verdict, triage))


def failing(row: RowResult) -> bool:
    """Whether a row was judged and is not as its table claims."""
    return not row.passes and row.outcome is not Outcome.VOID


def _states(verdict: PullRequestVerdict, triage: TriageReport | None) -> Iterator[str]:
    yield markdown.state_in_words(verdict.report) if verdict.is_judged else "this head could not be judged"
    mutations = [report for report in verdict.mutations if report.command != PROOF]
    proofs = [report for report in verdict.mutations if report.command == PROOF]
    yield from _of_tables(mutations, "mutation row", "failed", "mutation table")
    yield from _of_tables(proofs, "test case", "not proven", "proof")
    number = triage.number_of(CheckState.CAUSED) + triage.number_of(CheckState.NEW_FAILURE) if triage else 0
    if number:
        yield f"{counted(number, 'other check')} {'fails' if number == 1 else 'fail'} because of this branch"


def _of_tables(reports: Sequence[MutationReport], row: str, failed: str, table: str) -> Iterator[str]:
    """What is not green in those reports; a table that failed with no failing row is told by itself."""
    tables = [table for report in reports for table in report.tables]
    rows = [row for table in tables for row in table.rows]
    red = sum(map(failing, rows))
    void = sum(table.outcome is TableOutcome.VOID for table in tables)
    other = sum(table.outcome is TableOutcome.FAIL and not any(map(failing, table.rows)) for table in tables)
    if red:
        yield f"{red} of {counted(len(rows), row)} {failed}"
    if void:
        yield f"{counted(void, table)} void"
    if other:
        yield f"{counted(other, table)} failed"
    if not red + void + other and any(not report.summary.green for report in reports):
        yield f"no {row} was judged"
