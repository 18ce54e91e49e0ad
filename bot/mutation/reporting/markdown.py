"""The report as Markdown tables for a pull request: hostile names are text, and what does not pass stands out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.mutation.reporting import phrases
from checkers.output.markdown import cell, log
from checkers.output.markdown_escaping import code, prose
from checkers.output.markdown_truncation import Part, Row
from checkers.wording import github_hash

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.mutation.report import MutationReport, RowResult, TableResult

_COLUMNS = ("row", "claim", "change", "build", "red", "outcome")
_LONGEST = 1_500


def render(report: MutationReport) -> str:
    """The whole report, ending in a newline; its first line alone says the state."""
    first = f"**redfirst {report.command}: {phrases.state(report)}** · judged {code(github_hash(report.commit))}\n"
    return first + "".join(part.whole for part in parts(report))


def parts(report: MutationReport) -> Iterator[Part]:
    """What the report says after its state: notes, then for each table its rows, those that do not pass first."""
    yield Part([_note(note) for note in report.notes])
    for table in report.tables:
        yield _table(table)
        yield Part([_note(note) for note in table.notes])
        yield from _logs(table)


def _note(note: str) -> Row:
    return Row(f"\n_{prose(note, _LONGEST)}_\n", 1)


def _table(table: TableResult) -> Part:
    """A table without rows is its title alone; a column in which nothing stands is left out."""
    title = f"\n**{cell(table.file)}** · {cell(phrases.table_state(table))}\n"
    if not table.rows:
        return Part([Row(title)])
    ordered = sorted(table.rows, key=lambda row: row.passes)
    cells = [_cells(row, table.reason) for row in ordered]
    used = [number for number in range(len(_COLUMNS)) if any(line[number] for line in cells)]
    head = [_line([_COLUMNS[number] for number in used]), _line(["---" for _ in used])]
    rows = [
        Row(_line([line[number] for number in used]), int(row.passes)) for row, line in zip(ordered, cells, strict=True)
    ]
    return Part(rows, f"{title}\n{''.join(head)}")


def _line(cells: list[str]) -> str:
    return f"| {' | '.join(cells)} |\n"


def _cells(row: RowResult, table_reason: str | None) -> tuple[str, ...]:
    return (
        cell(row.id),
        cell(row.claim),
        phrases.change(row).replace("-", "\N{MINUS SIGN}"),
        _build(row),
        cell(phrases.red(row, table_reason)),
        row.outcome.value if row.passes else f"**{row.outcome.value}**",
    )


def _build(row: RowResult) -> str:
    if row.build is None:
        return ""
    if row.build.exit_code is None:
        return "not started"
    return "ok" if row.build.exit_code == 0 else f"exit {row.build.exit_code}"


def _logs(table: TableResult) -> Iterator[Part]:
    """The logs of controls and rows, each folded away; a table that is void shows its control's."""
    logs = [(f"the control of {control.suite}", control.log) for control in table.controls]
    logs += [(f"row {row.id}", row.log) for row in table.rows]
    yield from (log(f"Output of {name}", lines, rank=2) for name, lines in logs if lines)
