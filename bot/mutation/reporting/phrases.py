"""Phrases that text and Markdown share: a row's change, its times, what turned red, a table's state."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.mutation.judge import LACKING
from bot.mutation.model import Outcome
from bot.mutation.names import quoted
from bot.mutation.report import CaseOutcome, Moment, TableOutcome
from checkers.wording import counted, every, is_or_are, none_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.mutation.report import ControlResult, MutationReport, RowResult, TableResult


def red(row: RowResult, table_reason: str | None = None) -> str:
    """`1 of 7 red as claimed`; `0 red; claimed "…"`; nothing where it is the `table_reason`, which is said once."""
    if row.reason == table_reason:
        return ""
    if row.outcome is Outcome.SURVIVED and row.missing:
        _, *unknown = row.reason.partition(f"; {LACKING}")
        return f"0 red; claimed {quoted(row.missing)}{''.join(unknown)}"
    return row.reason


def change(row: RowResult) -> str:
    """`+1 -5`; empty where nothing was edited."""
    return f"+{row.lines.added} -{row.lines.removed}" if row.lines else ""


def times(row: RowResult) -> tuple[str, ...]:
    """`build 6.1 s`, `run 0.3 s`; those that there are."""
    steps = (("build", row.build), ("run", row.run))
    return tuple(f"{name} {seconds(step.seconds)}" for name, step in steps if step)


def seconds(value: float) -> str:
    """`0.3 s`, `41 s`, `about 12 min`: as exact as anybody wants to know."""
    if value >= 600:
        return f"{value / 60:.0f} min"
    return f"{value:.0f} s" if value >= 10 else f"{value:.1f} s"


def control(result: ControlResult, *, named: bool = False) -> str:
    """`control green: 7 cases, 129 assertions (build 41 s, run 0.3 s)`; its suite where `named` or not green."""
    after = " after the last row" if result.moment is Moment.AFTER else ""
    of = f" of {result.suite}" if named or not result.green else ""
    if not result.green:
        return f"control{after}{of} not green: {result.reason}"
    counts = [counted(result.cases or 0, "case")]
    if result.assertions is not None:
        counts.append(counted(result.assertions, "assertion"))
    steps = (("build", result.build), ("run", result.run))
    took = ", ".join(f"{name} {seconds(step.seconds)}" for name, step in steps if step)
    return f"control{after}{of} green: {', '.join(counts)} ({took})"


def table_state(table: TableResult) -> str:
    """One line: how many rows pass, or why none was judged."""
    if table.outcome is TableOutcome.VOID:
        return f"void: {table.reason}"
    if not table.rows:
        return table.reason or "no row was judged"
    passed = sum(row.passes for row in table.rows)
    if 0 < passed < len(table.rows):
        return f"{_some(passed, table.rows)} {'passes' if passed == 1 else 'pass'}"
    return _all_or_none(passed, table.rows)


def state(report: MutationReport) -> str:
    """The whole run in one line, what is wrong first."""
    rows = [row for table in report.tables for row in table.rows]
    void = sum(table.outcome is TableOutcome.VOID for table in report.tables)
    failed = sum(row.failed for row in rows)
    others = sum(table.failed_by_itself for table in report.tables)
    parts = [f"{counted(void, 'table')} {is_or_are(void)} void"] if void else []
    if 0 < failed < len(rows):
        parts.append(f"{_some(failed, rows)} {'does' if failed == 1 else 'do'} not pass")
    elif failed:
        parts.append(_all_or_none(0, rows))
    if others:
        parts.append(f"{counted(others, 'table')} failed")
    if parts:
        return ", ".join(parts)
    return _all_or_none(len(rows), rows) if rows else "nothing was judged"


def _some(number: int, rows: Sequence[RowResult]) -> str:
    return f"{number} of {counted(len(rows), _noun(rows))}"


def _all_or_none(passed: int, rows: Sequence[RowResult]) -> str:
    """A sentence about rows of which none passes, or all do."""
    noun = _noun(rows)
    if len(rows) == 1:
        return f"{every(1, noun)} {'passes' if passed else 'does not pass'}"
    return f"{every(len(rows), noun)} pass" if passed else f"{none_of(len(rows), noun)} passes"


def _noun(rows: Sequence[RowResult]) -> str:
    return "case" if isinstance(rows[0].outcome, CaseOutcome) else "row"
