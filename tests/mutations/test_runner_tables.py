"""The runner's own tables: every outcome, of rows and of cases, and every kind of report has a row."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.mutation.model import Mutation, Outcome, ReportKind
from bot.mutation.report import CaseOutcome
from bot.mutation.table import load_table
from tests.support.modules import ROOT

FOLDER = Path("tests/mutations")
TABLES = sorted((ROOT / FOLDER).glob("runner-*.yml"))
READERS = {
    ReportKind.JUNIT: "junit",
    ReportKind.CTEST_JUNIT: "junit",
    ReportKind.DOCTEST_XML: "doctest",
    ReportKind.GTEST_JSON: "gtest",
    ReportKind.UNITTEST: "unittest",
    ReportKind.TAP: "tap",
    ReportKind.EXIT_CODE: "exit-code",
}


def _rows(table: Path) -> tuple[Mutation, ...]:
    return load_table(table.read_bytes(), (FOLDER / table.name).as_posix(), lambda name: None, {}).mutations


ROWS = [row for table in TABLES for row in _rows(table)]


def _has_row(name: str) -> bool:
    """Whether a row's id is the name, or begins with it and a point or a dash."""
    return any(row.id == name or row.id.startswith((f"{name}.", f"{name}-")) for row in ROWS)


@pytest.mark.parametrize("outcome", [outcome for outcome in Outcome if outcome is not Outcome.DETECTED])
def test_an_outcome_has_a_row_that_would_be_misjudged_without_its_guard(outcome: Outcome) -> None:
    assert _has_row(outcome.value)


def test_what_is_detected_is_what_no_other_outcome_takes() -> None:
    assert {row.expect.kind.value for row in ROWS} <= {"red", "green"}
    assert all(row.expect.reason for row in ROWS if row.expect.kind.value == "green")


@pytest.mark.parametrize("outcome", CaseOutcome)
def test_an_outcome_of_prove_has_a_row(outcome: CaseOutcome) -> None:
    assert _has_row(f"prove.{outcome.value}")


@pytest.mark.parametrize("kind", ReportKind)
def test_the_reader_of_a_report_has_a_row(kind: ReportKind) -> None:
    assert _has_row(READERS[kind])


def test_the_rows_are_about_the_runner() -> None:
    edited = {edit.file for row in ROWS for edit in row.edits}
    outside = {file for file in edited if not file.startswith("bot/")}
    assert outside == {"checkers/plain_file.py", "checkers/policy/paths.py"}
