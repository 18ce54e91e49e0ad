"""The report for people: a table's control, then a line a row, and under what does not pass the reason and the log."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.mutation.names import NAMED
from bot.mutation.reporting import words
from checkers.output.escaping import plain_line, visible

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.mutation.report import ControlResult, MutationReport, RowResult, TableResult

_LISTED = 20
_BOLD_RED, _GREEN, _PLAIN = "\x1b[1;31m", "\x1b[32m", "\x1b[0m"


def render(report: MutationReport, *, color: bool = False, quiet: bool = False) -> str:
    """The report as lines, the last one ended too; `quiet` leaves out what passed."""
    return "".join(f"{plain_line(line)}\n" for line in _lines(report, color, quiet))


def _lines(report: MutationReport, color: bool, quiet: bool) -> Iterator[str]:
    yield from (visible(f"note: {note}") for note in report.notes)
    for table in report.tables:
        if quiet and all(row.passes for row in table.rows) and table.outcome.value == "pass":
            continue
        yield from _table(table, color, quiet)
        yield ""
    yield visible(f"{words.state(report)[0].upper()}{words.state(report)[1:]}.")


def _table(table: TableResult, color: bool, quiet: bool) -> Iterator[str]:
    name = visible(table.file)
    several = len({control.suite for control in table.controls}) > 1
    for number, control in enumerate(_shown_controls(table)):
        yield f"{name if not number else ' ' * len(name)}   {visible(words.control(control, named=several))}"
        yield from _log(control.log)
    if not _shown_controls(table):
        yield f"{name}   {visible(words.table_state(table))}"
    widest = min(24, max((len(visible(row.id)) for row in table.rows), default=0))
    for row in table.rows:
        if not (quiet and row.passes):
            yield row_line(row, widest, color=color, table_reason=table.reason)
            yield from _not_claimed(row)
            yield from _log(row.log)
    yield from (f"  note: {visible(note)}" for note in table.notes)


def _shown_controls(table: TableResult) -> list[ControlResult]:
    """The first control of each suite, and every one that was not green."""
    seen: set[str] = set()
    shown = []
    for control in table.controls:
        if control.suite not in seen or not control.green:
            shown.append(control)
        seen.add(control.suite)
    return shown


def row_line(row: RowResult, widest: int = 0, *, color: bool = False, table_reason: str | None = None) -> str:
    """One row on one line; `table_reason` is the sentence about its table, which is not said again."""
    parts = [visible(words.red(row, table_reason)), words.change(row), words.times(row)]
    outcome = row.outcome.value
    text = f"{outcome:<11} {'   '.join(part for part in parts if part)}".rstrip()
    if color:
        text = f"{_GREEN if row.passes else _BOLD_RED}{outcome}{_PLAIN}{text[len(outcome) :]}"
    return plain_line(f"  {visible(row.id):<{widest}}  {text}")


def _not_claimed(row: RowResult) -> Iterator[str]:
    """The red cases that the row's sentence leaves out: whoever writes the row needs their names."""
    rest = row.extra[NAMED:]
    listed = [*rest[:_LISTED], *([f"and {len(rest) - _LISTED} more"] if len(rest) > _LISTED else [])]
    yield from (f"      red, not claimed: {visible(name)}" for name in listed)


def _log(lines: tuple[str, ...]) -> Iterator[str]:
    yield from (f"      | {visible(line)}".rstrip() for line in lines)
