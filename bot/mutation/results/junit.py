"""JUnit XML, as pytest, GoogleTest, doctest, Catch2 and CTest write it."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from bot.mutation.model import CaseResult, Colour, SuiteResult
from bot.mutation.results.errors import ReportUnreadable
from bot.mutation.results.junit_flavours import Flavour, case_name, counts_assertions, flavour_of
from bot.mutation.results.markup import read_markup
from bot.mutation.results.numbers import added, count_of, hold_to_limit

if TYPE_CHECKING:
    from collections.abc import Mapping

_SUITES = ("testsuites", "testsuite")
_RED = ("failure", "error")
_SKIPPED = frozenset({"notrun", "disabled", "skipped", "suppressed", "ignored"})
_FAILED = frozenset({"fail", "failed", "failure", "error"})
_THROWN = re.compile(
    r"[^\n]*\n?C\+\+ exception with description|[^\n]*\n?Unknown C\+\+ exception thrown"
    r"|(?!AssertionError\b)(?:\w+\.)*+\w*(?:Error|Exception)(?::|$)"
)
"""What GoogleTest and pytest write into the message of a `failure` that was no assertion."""
_SIGNAL = re.compile(r"\s*(?:FAILED:\s+\{[^}\n]*\}\s+)?SIG[A-Z]+ - ")
"""What doctest and Catch2 write when a signal ends the program: its report ends there, well-formed."""
_TOLERATED = "TEST_CASE tagged with !mayfail"
"""What Catch2 writes for a case that may or should fail: its assertions do not make the run fail."""
_FAILURE_CHARACTERS = 500
"""How much of a failure's text is looked at."""


def parse_junit(data: bytes, *, printed: bool = False, writer: Flavour | None = None) -> SuiteResult:
    """The cases of a JUnit report, in its order; several of one name stay several.

    A report that breaks off, or whose writer was ended by a signal, is not complete; the case that it breaks off in
    is `running`. A failure outside of all cases is a red case named after its suite. `writer` is who wrote it, where
    that is known. doctest does not say here which case may or should fail, so that it is red: its own XML says it.
    Raises ReportUnreadable.
    """
    report = _Report(writer)
    whole = read_markup(data, report, printed=printed)
    return report.result(whole)


@dataclass(slots=True)
class _Case:
    """What is known of a case while its element is open."""

    name: str
    failed: bool = False
    threw: bool = False
    skipped: bool = False
    tolerated: bool = False

    def result(self) -> CaseResult:
        if self.failed and not self.tolerated:
            return CaseResult(self.name, Colour.RED, self.threw)
        return CaseResult(self.name, Colour.SKIPPED if self.skipped else Colour.GREEN)


@dataclass(slots=True)
class _Suite:
    name: str
    flavour: Flavour


@dataclass(slots=True)
class _Report:
    """Hears a report's elements and keeps what they say of the cases."""

    writer: Flavour | None
    cases: list[CaseResult] = field(default_factory=list)
    running: str | None = None
    _open: list[_Case] = field(default_factory=list)
    _suites: list[_Suite] = field(default_factory=list)
    _of_root: int | None = None
    _of_suites: int | None = None
    _of_cases: int | None = None
    _declared_red: int = 0
    _failure: list[str] | None = None

    def begin(self, tag: str, attributes: Mapping[str, str]) -> None:
        if not self._suites and tag not in _SUITES:
            raise ReportUnreadable(f"is no JUnit report: its root is {tag[:40]}")
        if tag in _SUITES:
            self._begin_suite(attributes)
        elif tag == "testcase":
            self._begin_case(attributes)
        elif tag in _RED:
            self._begin_failure(tag, attributes)
        elif tag == "skipped" and self._open:
            self._open[-1].skipped = True
            self._open[-1].tolerated = attributes.get("message") == _TOLERATED

    def text(self, data: str) -> None:
        if self._failure is not None and len(self._failure) < _FAILURE_CHARACTERS:
            self._failure.append(data[:_FAILURE_CHARACTERS])

    def end(self, tag: str) -> None:
        if tag in _SUITES:
            self._suites.pop()
        elif tag == "testcase":
            self._keep(self._open.pop().result())
        elif tag in _RED and self._failure is not None:
            self._end_failure("".join(self._failure))

    def _begin_suite(self, attributes: Mapping[str, str]) -> None:
        flavour = self.writer or flavour_of(attributes)
        outer = self._suites[-1] if self._suites else None
        if outer is not None and flavour is Flavour.COMMON:
            flavour = outer.flavour
        if counts_assertions(flavour):
            self._of_suites = added(self._of_suites, attributes.get("tests"))
        elif outer is None:
            self._of_root = count_of(attributes.get("assertions"))
        elif len(self._suites) == 1:
            self._of_suites = added(self._of_suites, attributes.get("assertions"))
        if len(self._suites) <= 1:
            self._declared_red += sum(count_of(attributes.get(name)) or 0 for name in ("failures", "errors"))
        self._suites.append(_Suite(attributes.get("name", "") or (outer.name if outer else ""), flavour))

    def _begin_case(self, attributes: Mapping[str, str]) -> None:
        suite = self._suites[-1]
        case = _Case(case_name(attributes, suite.flavour) or suite.name)
        if not case.name:
            raise ReportUnreadable("holds a case without a name")
        states = {attributes.get("status", "").lower(), attributes.get("result", "").lower()}
        case.skipped = not states.isdisjoint(_SKIPPED)
        case.failed = not states.isdisjoint(_FAILED)
        self._of_cases = added(self._of_cases, attributes.get("assertions"))
        self._open.append(case)

    def _begin_failure(self, tag: str, attributes: Mapping[str, str]) -> None:
        threw = tag == "error" or _THROWN.match(attributes.get("message", "")) is not None
        if self._open:
            self._open[-1].failed = True
            self._open[-1].threw |= threw
        else:
            self._keep(CaseResult(self._suites[-1].name or tag, Colour.RED, threw))
        self._failure = []

    def _keep(self, case: CaseResult) -> None:
        self.cases.append(case)
        hold_to_limit(len(self.cases))

    def _end_failure(self, text: str) -> None:
        self._failure = None
        if self._open and _SIGNAL.match(text):
            self._open[-1].threw = True
            self.running = self._open[-1].name

    def result(self, whole: bool) -> SuiteResult:
        if self._open:
            self.running = self._open[-1].name
            self.cases += [case.result() for case in self._open if case.failed]
        if whole and self._declared_red and not any(case.colour is not Colour.GREEN for case in self.cases):
            raise ReportUnreadable(f"counts {self._declared_red} that failed, and names none")
        counts = (self._of_cases, self._of_root, self._of_suites)
        assertions = next((count for count in counts if count is not None), None)
        return SuiteResult(tuple(self.cases), assertions, self.running, whole and self.running is None)
