"""The report for people: a table's control, then a line a row, and under what does not pass the reason and the log."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.mutation.names import NAMED
from bot.mutation.reporting import phrases
from bot.mutation.reporting.layout import glued, name_column, padded, wrapped
from checkers.output.escaping import display_width, plain_line, visible

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.mutation.report import ControlResult, MutationReport, RowResult, TableResult

_LISTED = 20
_BAR = "      | "
_BOLD_RED, _GREEN, _PLAIN = "\x1b[1;31m", "\x1b[32m", "\x1b[0m"


def render(report: MutationReport, *, color: bool = False, quiet: bool = False, width: int | None = None) -> str:
    """The report as lines, the last one ended too; `quiet` leaves out what passed.

    `width`, in cells, is a terminal's: lines are wrapped to it.
    """
    return "".join(f"{plain_line(line)}\n" for line in _lines(report, _Style(color, quiet, width)))


@dataclass(frozen=True, slots=True)
class _Style:
    color: bool
    quiet: bool
    width: int | None


def _lines(report: MutationReport, style: _Style) -> Iterator[str]:
    for note in report.notes:
        yield from wrapped("note: ", visible(note), style.width)
    for table in report.tables:
        if style.quiet and all(row.passes for row in table.rows) and table.outcome.value == "pass":
            continue
        yield from _table(table, style)
        yield ""
    yield from wrapped("", visible(f"{phrases.state(report)[0].upper()}{phrases.state(report)[1:]}."), style.width)


def _table(table: TableResult, style: _Style) -> Iterator[str]:
    yield from _controls(table, style)
    shown = [row for row in table.rows if not (style.quiet and row.passes)]
    column = name_column((row.id for row in shown), style.width)
    for row in shown:
        yield from row_lines(row, column, color=style.color, table_reason=table.reason, width=style.width)
        yield from _not_claimed(row, style)
        yield from _log(row.log, style)
    for note in table.notes:
        yield from wrapped("  note: ", visible(note), style.width)


def _controls(table: TableResult, style: _Style) -> Iterator[str]:
    """The table's name, and beside it its controls, or its state where it has none."""
    head = f"{visible(table.file)}   "
    controls = _shown_controls(table)
    several = len({control.suite for control in table.controls}) > 1
    if not controls:
        yield from wrapped(head, visible(phrases.table_state(table)), style.width)
    for control in controls:
        yield from wrapped(head, visible(phrases.control(control, named=several)), style.width)
        yield from _log(control.log, style)
        head = " " * display_width(head)


def _shown_controls(table: TableResult) -> list[ControlResult]:
    """The first control of each suite, and every one that was not green."""
    seen: set[str] = set()
    shown = []
    for control in table.controls:
        if control.suite not in seen or not control.green:
            shown.append(control)
        seen.add(control.suite)
    return shown


def row_lines(
    row: RowResult,
    column: int | None,
    *,
    color: bool = False,
    table_reason: str | None = None,
    width: int | None = None,
) -> Iterator[str]:
    """One row; `column` is what all names take, in cells, None for a name on a line of its own.

    `table_reason` is the sentence about its table, which is not said again.
    """
    name, outcome = visible(row.id), row.outcome.value
    if column is None:
        yield plain_line(f"  {name}")
    before = f"  {padded(name, column)}  " if column is not None else "    "
    parts = [visible(phrases.red(row, table_reason)), *map(glued, (phrases.change(row), *phrases.times(row)))]
    lines = wrapped(f"{before}{outcome:<11} ", "   ".join(part for part in parts if part), width)
    if color:
        style = _GREEN if row.passes else _BOLD_RED
        lines[0] = f"{before}{style}{outcome}{_PLAIN}{lines[0][len(before) + len(outcome) :]}"
    yield from map(plain_line, lines)


def _not_claimed(row: RowResult, style: _Style) -> Iterator[str]:
    """The red cases that the row's sentence leaves out: whoever writes the row needs their names."""
    rest = row.extra[NAMED:]
    listed = [*rest[:_LISTED], *([f"and {len(rest) - _LISTED} more"] if len(rest) > _LISTED else [])]
    for name in listed:
        yield from wrapped("      red, not claimed: ", visible(name), style.width)


def _log(lines: tuple[str, ...], style: _Style) -> Iterator[str]:
    for line in lines:
        parts = wrapped("", visible(line), style.width and max(1, style.width - len(_BAR)))
        yield from (f"{_BAR}{part}".rstrip() for part in parts)
