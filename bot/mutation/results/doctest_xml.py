"""doctest's own XML report, which is written while the cases run."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from bot.mutation.model import CaseResult, Colour, SuiteResult
from bot.mutation.results.errors import ReportUnreadable
from bot.mutation.results.markup import read_markup
from bot.mutation.results.numbers import added, count_of, hold_to_limit

if TYPE_CHECKING:
    from collections.abc import Mapping


def parse_doctest_xml(data: bytes, *, printed: bool = False) -> SuiteResult:
    """The test cases by name, in the report's order, and their assertions.

    A case that threw is red unless it is decorated to fail. A case that may fail and did is skipped: neither colour
    says anything about it. The case in which the report breaks off, or that a signal ended, is `running`. Raises
    ReportUnreadable.
    """
    report = _Report()
    whole = read_markup(data, report, printed=printed)
    if report.case is not None:
        report.running = report.case.name
    if report.declared_red and not any(case.colour is Colour.RED for case in report.cases):
        raise ReportUnreadable(f"counts {report.declared_red} that failed, and names none")
    complete = whole and report.running is None
    return SuiteResult(tuple(report.cases), report.assertions, report.running, complete)


@dataclass(slots=True)
class _Case:
    """What is known of a test case while its element is open."""

    name: str
    skipped: bool
    may_fail: bool
    should_fail: bool
    failed: bool = False
    threw: bool = False
    success: str | None = None

    def result(self) -> CaseResult:
        if self.skipped:
            return CaseResult(self.name, Colour.SKIPPED)
        tolerated = self.success == "true" and (self.may_fail or self.should_fail)
        if self.threw and not tolerated:
            return CaseResult(self.name, Colour.RED, threw=True)
        red = self.failed if self.success is None else self.success != "true"
        if not red and self.may_fail and not self.should_fail and (self.failed or self.threw):
            return CaseResult(self.name, Colour.SKIPPED)
        return CaseResult(self.name, Colour.RED if red else Colour.GREEN)


@dataclass(slots=True)
class _Report:
    """Hears a report's elements and keeps what they say of the cases."""

    cases: list[CaseResult] = field(default_factory=list)
    case: _Case | None = None
    running: str | None = None
    assertions: int | None = None
    declared_red: int = 0
    _begun: bool = False

    def begin(self, tag: str, attributes: Mapping[str, str]) -> None:
        if not self._begun and tag != "doctest":
            raise ReportUnreadable(f"is no report of doctest: its root is {tag[:40]}")
        self._begun = True
        if tag == "TestCase":
            self._begin_case(attributes)
        elif tag == "OverallResultsTestCases":
            self.declared_red = count_of(attributes.get("failures")) or 0
        elif self.case is not None:
            self._read_element(self.case, tag, attributes)

    def text(self, data: str) -> None:
        """What elements hold does not decide."""

    def end(self, tag: str) -> None:
        if tag == "TestCase" and self.case is not None:
            self.cases.append(self.case.result())
            hold_to_limit(len(self.cases))
            self.case = None

    def _begin_case(self, attributes: Mapping[str, str]) -> None:
        if self.case is not None:
            raise ReportUnreadable("holds a test case inside a test case")
        skipped, may_fail, should_fail = (
            attributes.get(key) == "true" for key in ("skipped", "may_fail", "should_fail")
        )
        self.case = _Case(attributes.get("name", ""), skipped, may_fail, should_fail)

    def _read_element(self, case: _Case, tag: str, attributes: Mapping[str, str]) -> None:
        if tag == "Exception":
            case.threw = True
            if attributes.get("crash") == "true":
                self.running = case.name
        elif tag == "Expression":
            case.failed |= attributes.get("success") == "false"
        elif tag == "Message":
            case.failed |= attributes.get("type") in ("ERROR", "FATAL ERROR")
        elif tag == "OverallResultsAsserts":
            case.failed |= bool(count_of(attributes.get("failures")))
            case.success = attributes.get("test_case_success")
            for name in ("successes", "failures"):
                self.assertions = added(self.assertions, attributes.get(name))
