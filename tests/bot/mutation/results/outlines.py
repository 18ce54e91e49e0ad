"""A suite's result as short lines, which a test states and a person compares."""

from __future__ import annotations

from bot.mutation.model import EndedBy, Execution, ReportKind, ReportSource, SuiteResult
from bot.mutation.results import parse

ENDED = Execution(("suite",), EndedBy.EXIT, 0, 0.1, b"", b"")


def outline(result: SuiteResult) -> list[str]:
    """One line a case, `threw` for a red one that threw; then what else the result says, where it says something."""
    lines = [f"{'threw' if case.threw else case.colour.value} {case.name}" for case in result.cases]
    if result.assertions is not None:
        lines.append(f"{result.assertions} assertions")
    if not result.complete:
        lines.append(f"broken off in {result.running}" if result.running else "broken off")
    return lines


def read_file(kind: str, data: bytes | None) -> SuiteResult:
    """What a report file with these bytes says; None for no file."""
    return parse(ReportSource(ReportKind(kind), "out/report"), ENDED, lambda path: data)


def read_printed(kind: str, data: bytes, place: str = "stdout") -> SuiteResult:
    """What a report with these bytes says that was printed."""
    printed = Execution(("suite",), EndedBy.EXIT, 0, 0.1, **{"stdout": b"", "stderr": b"", place: data})
    return parse(ReportSource(ReportKind(kind), place), printed, _no_file)


def _no_file(path: str) -> bytes:
    raise AssertionError(f"{path} was read for a report that was printed")
