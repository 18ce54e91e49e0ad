"""The report as Markdown tables for a pull request: hostile names are text, and what does not pass stands out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.mutation.reporting import words
from checkers.output.markdown_escaping import code, html, prose

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.mutation.report import MutationReport, RowResult, TableResult

_HEAD = "| row | claim | change | build | red | outcome |\n|-----|-------|--------|-------|-----|---------|\n"
_LONGEST_CELL = 400
_LONGEST_LINE = 200


def render(report: MutationReport) -> str:
    """The whole report, ending in a newline; its first line alone says the state."""
    return "\n".join(_parts(report)) + "\n"


def _parts(report: MutationReport) -> Iterator[str]:
    yield f"**redfirst {report.command}: {words.state(report)}** · judged `{report.commit[:9]}`\n"
    for note in report.notes:
        yield f"_{prose(note, _LONGEST_CELL)}_\n"
    for table in report.tables:
        yield f"**{prose(table.file, _LONGEST_CELL)}** · {prose(words.table_state(table), _LONGEST_CELL)}\n"
        if table.rows:
            yield _HEAD + "".join(_row(row, table.reason) for row in table.rows)
        yield from (f"_{prose(note, _LONGEST_CELL)}_\n" for note in table.notes)
        yield from _logs(table)


def _row(row: RowResult, told: str | None) -> str:
    outcome = row.outcome.value if row.passes else f"**{row.outcome.value}**"
    cells = (
        _cell(row.id),
        _cell(row.claim),
        words.change(row).replace("-", "\N{MINUS SIGN}"),
        _build(row),
        _cell(words.red(row, told)),
        outcome,
    )
    return f"| {' | '.join(cells)} |\n"


def _cell(text: str) -> str:
    return prose(text, _LONGEST_CELL, in_table=True)


def _build(row: RowResult) -> str:
    if row.build is None:
        return ""
    return "ok" if row.build.exit_code == 0 else f"exit {row.build.exit_code}"


def _logs(table: TableResult) -> Iterator[str]:
    """The logs of controls and rows, each folded away; a table that is void shows its control's."""
    logs = [(f"the control of {control.suite}", control.log) for control in table.controls]
    logs += [(f"row {row.id}", row.log) for row in table.rows]
    for name, log in logs:
        if log:
            lines = "\n".join(f"{code(line, _LONGEST_LINE)}  " for line in log if line.strip())
            yield f"<details><summary>{html(f'Output of {name}')}</summary>\n\n{lines}\n\n</details>\n"
