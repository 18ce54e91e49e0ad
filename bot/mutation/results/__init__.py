"""Suite reports: from what a test runner wrote to the colour of each of its cases, one parser a file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.mutation.model import ReportKind
from bot.mutation.results.doctest_xml import parse_doctest_xml
from bot.mutation.results.errors import ReportError, ReportMissing, ReportTooLarge, ReportUnreadable
from bot.mutation.results.exit_code import parse_exit_code
from bot.mutation.results.gtest_json import parse_gtest_json
from bot.mutation.results.junit import parse_junit
from bot.mutation.results.junit_flavours import Flavour
from bot.mutation.results.sources import is_stream, report_bytes
from bot.mutation.results.tap import parse_tap
from bot.mutation.results.unittest_text import parse_unittest

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.mutation.model import Execution, ReportSource, SuiteResult

__all__ = ["ReportError", "ReportMissing", "ReportTooLarge", "ReportUnreadable", "parse"]


def parse(source: ReportSource, execution: Execution, read: Callable[[str], bytes | None]) -> SuiteResult:
    """What the report of a run says, in the report's order; several cases of one name stay several.

    `read` gives a report file's bytes by its path below the workspace, None where there is none, and bounds their
    size (ReportTooLarge). It cannot be told from a report whether it is this run's: whoever runs the suite removes
    the file before. A report that breaks off is a result that is not complete; one that cannot be read, or contradicts
    itself, raises ReportError.
    """
    if source.kind is ReportKind.EXIT_CODE:
        return parse_exit_code(execution)
    data = report_bytes(source, execution, read)
    if source.kind is ReportKind.GTEST_JSON:
        return parse_gtest_json(data)
    if source.kind is ReportKind.UNITTEST:
        return parse_unittest(data)
    if source.kind is ReportKind.TAP:
        return parse_tap(data)
    if source.kind is ReportKind.DOCTEST_XML:
        return parse_doctest_xml(data, printed=is_stream(source))
    writer = Flavour.CTEST if source.kind is ReportKind.CTEST_JUNIT else None
    return parse_junit(data, printed=is_stream(source), writer=writer)
