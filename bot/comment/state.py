"""The state of a verdict in one line of words: nothing that is red is left to a fold."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.mutation.report import TableOutcome
from bot.triage.model import CheckState
from checkers.output import markdown
from checkers.wording import counted, every, is_or_are, none_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from bot.mutation.report import MutationReport
    from bot.triage.model import TriageReport
    from bot.verdict.model import PullRequestVerdict

_NOT_JUDGED = "not judged, the judge ended with an error"
PROOF = "prove"
"""The command whose rows are test cases."""


def state_in_words(verdict: PullRequestVerdict, triage: TriageReport | None = None) -> str:
    """`2 of 6 gates failed, 1 did not run; 1 of 7 mutation rows failed`: one line of trusted text."""
    return "; ".join(_states(verdict, triage))


def _states(verdict: PullRequestVerdict, triage: TriageReport | None) -> Iterator[str]:
    yield markdown.state_in_words(verdict.report) if verdict.is_judged else _NOT_JUDGED
    mutations = [report for report in verdict.mutations if report.command != PROOF]
    proofs = [report for report in verdict.mutations if report.command == PROOF]
    yield from _of_tables(mutations, "mutation row", _failed, "mutation table")
    yield from _of_tables(proofs, "test case", _not_proven, "proof")
    number = triage.number_of(CheckState.CAUSED) + triage.number_of(CheckState.NEW_FAILURE) if triage else 0
    if number:
        yield f"{counted(number, 'other check')} {'fails' if number == 1 else 'fail'} because of this branch"


def _of_tables(
    reports: Sequence[MutationReport], noun: str, told: Callable[[int, int, str], str], table: str
) -> Iterator[str]:
    """What is not green in those reports; a table that failed with no failing row is told by itself."""
    tables = [table for report in reports for table in report.tables]
    rows = [row for table in tables for row in table.rows]
    red = sum(row.failed for row in rows)
    void = sum(table.outcome is TableOutcome.VOID for table in tables)
    other = sum(table.failed_by_itself for table in tables)
    if red:
        yield told(red, len(rows), noun)
    if void:
        yield f"{counted(void, table)} {is_or_are(void)} void"
    if other:
        yield f"{counted(other, table)} failed"
    if not red + void + other and any(not report.summary.green for report in reports):
        yield f"no {noun} was judged"


def _failed(red: int, total: int, noun: str) -> str:
    return f"{every(total, noun) if red == total else f'{red} of {counted(total, noun)}'} failed"


def _not_proven(red: int, total: int, noun: str) -> str:
    if red == total > 1:
        return f"{none_of(total, noun)} is proven"
    return f"{every(1, noun) if total == 1 else f'{red} of {counted(total, noun)}'} {is_or_are(red)} not proven"
