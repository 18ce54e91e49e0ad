"""The report for tools that read JUnit XML: a suite a table, a case a row; void rows are errors, the rest failures."""

from __future__ import annotations

from typing import TYPE_CHECKING
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from bot.mutation.report import TableOutcome
from checkers.output.escaping import visible

if TYPE_CHECKING:
    from bot.mutation.report import MutationReport, RowResult, TableResult


def render(report: MutationReport) -> str:
    """The report as one XML document, ending in a newline; control characters are shown as escapes."""
    root = Element("testsuites", name=f"redfirst {report.command}")
    for table in report.tables:
        _add_table(root, table)
    _count(root, [row for table in report.tables for row in table.rows])
    indent(root)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{tostring(root, encoding="unicode")}\n'


def _add_table(root: Element, table: TableResult) -> None:
    suite = SubElement(root, "testsuite", name=visible(table.file))
    _count(suite, list(table.rows))
    for row in table.rows:
        case = SubElement(suite, "testcase", classname=visible(table.file), name=visible(row.id))
        case.set("time", f"{row.seconds:.3f}")
        if not row.passes:
            kind = "error" if _is_error(row) else "failure"
            trouble = SubElement(case, kind, type=row.outcome.value, message=visible(row.reason))
            trouble.text = "\n".join(visible(line) for line in (row.claim, *row.log))
    if table.outcome is TableOutcome.VOID and not table.rows:
        case = SubElement(suite, "testcase", classname=visible(table.file), name="control")
        SubElement(case, "error", type="void", message=visible(table.reason or ""))


def _is_error(row: RowResult) -> bool:
    return row.outcome.value in ("void", "unrestored")


def _count(element: Element, rows: list[RowResult]) -> None:
    failed = [row for row in rows if not row.passes]
    errors = sum(_is_error(row) for row in failed)
    counts = {"tests": len(rows), "failures": len(failed) - errors, "errors": errors}
    for name, number in counts.items():
        element.set(name, str(number))
    element.set("time", f"{sum(row.seconds for row in rows):.3f}")
