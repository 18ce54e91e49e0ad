"""doctest's XML report in the forms of its versions."""

from __future__ import annotations

import pytest

from bot.mutation.results import ReportUnreadable
from tests.bot.mutation.results.outlines import outline, read_file, read_printed


def _report(*cases: str) -> str:
    return f'<doctest binary="d" version="2.4.9"><Options/><TestSuite>{"".join(cases)}</TestSuite></doctest>'


def _outline(report: str) -> list[str]:
    return outline(read_file("doctest-xml", report.encode()))


def _totals(failures: int, success: str | None = None) -> str:
    state = f' test_case_success="{success}"' if success else ""
    return f'<OverallResultsAsserts successes="1" failures="{failures}"{state}/>'


FAILED = '<Expression success="false" type="CHECK"><Original>a</Original></Expression>'
THREW = '<Exception crash="false">boom</Exception>'


@pytest.mark.parametrize(
    ("decorators", "inner", "colour"),
    [
        ("", _totals(0, "true"), "green"),
        ("", _totals(0), "green"),
        ("", "", "green"),
        ("", '<Expression success="true" type="CHECK"/>' + _totals(0), "green"),
        ("", '<Message type="WARNING"/>' + _totals(0), "green"),
        ("", '<Message type="ERROR"/>', "red"),
        ("", '<Message type="FATAL ERROR"/>', "red"),
        ("", FAILED, "red"),
        ("", FAILED + _totals(1), "red"),
        ("", _totals(2), "red"),
        ("", _totals(0, "false"), "red"),
        ("", THREW + _totals(0, "false"), "threw"),
        ("", THREW + _totals(0), "threw"),
        ("", THREW + _totals(0, "true"), "threw"),
        ("", THREW, "threw"),
        ("", f"<SubCase name='s'>{THREW}</SubCase>" + _totals(0, "false"), "threw"),
        ('may_fail="true"', _totals(0, "true"), "green"),
        ('may_fail="true"', FAILED + _totals(1, "true"), "skipped"),
        ('may_fail="true"', THREW + _totals(0, "true"), "skipped"),
        ('should_fail="true"', FAILED + _totals(1, "true"), "green"),
        ('should_fail="true"', THREW + _totals(0, "true"), "green"),
        ('should_fail="true"', _totals(0, "false"), "red"),
        ('expected_failures="1"', FAILED + _totals(1, "true"), "green"),
        ('expected_failures="2"', FAILED + _totals(1, "false"), "red"),
        ('skipped="true"', "", "skipped"),
        ('skipped="false"', "", "green"),
    ],
)
def test_a_case_has_the_colour_of_what_it_did(decorators: str, inner: str, colour: str) -> None:
    lines = _outline(_report(f'<TestCase name="seam: a" filename="f.cpp" line="3" {decorators}>{inner}</TestCase>'))
    assert lines[0] == f"{colour} seam: a"


def test_assertions_are_those_of_the_cases() -> None:
    cases = [f'<TestCase name="{name}">{_totals(failures)}</TestCase>' for name, failures in (("a", 0), ("b", 2))]
    summary = '<OverallResultsAsserts successes="90" failures="90"/>'
    report = _report(*cases).replace("</doctest>", f"{summary}</doctest>")
    assert _outline(report) == [
        "green a",
        "red b",
        "4 assertions",
    ]


def test_a_report_that_breaks_off_names_the_case_that_was_running() -> None:
    report = _report(f'<TestCase name="a">{_totals(0)}</TestCase><TestCase name="b">{FAILED}')
    cut = report[: report.index(FAILED) + len(FAILED)]
    assert _outline(cut) == ["green a", "1 assertions", "broken off in b"]
    assert _outline(cut[: cut.index('<TestCase name="b')]) == ["green a", "1 assertions", "broken off"]


def test_a_crash_ends_the_report_in_its_case() -> None:
    report = _report(f'<TestCase name="a"><Exception crash="true">SIGSEGV</Exception>{_totals(0, "false")}</TestCase>')
    assert _outline(report) == ["threw a", "1 assertions", "broken off in a"]


def test_a_report_without_cases_is_whole() -> None:
    assert _outline(_report()) == []
    assert _outline("") == ["broken off"]


def test_a_count_of_failures_without_a_failure_is_no_green() -> None:
    for failures in ("0", "x", "1"):
        summary = f'<OverallResultsTestCases successes="1" failures="{failures}" skipped="0"/></doctest>'
        report = _report('<TestCase name="a"/>').replace("</doctest>", summary)
        if failures == "1":
            with pytest.raises(ReportUnreadable, match="counts 1 that failed, and names none"):
                _outline(report)
        else:
            assert _outline(report) == ["green a"]


def test_a_case_inside_a_case_is_refused() -> None:
    with pytest.raises(ReportUnreadable, match="a test case inside a test case"):
        _outline(_report('<TestCase name="a"><TestCase name="b"/></TestCase>'))


def test_a_junit_report_is_none_of_doctest() -> None:
    with pytest.raises(ReportUnreadable, match="is no report of doctest: its root is testsuites"):
        _outline("<testsuites/>")


def test_what_cases_print_between_the_elements_is_passed_over() -> None:
    printed = (
        'starting\n<?xml version="1.0"?>\n' + _report(f'hello<TestCase name="a">noise{_totals(0)}</TestCase>') + "bye"
    )
    assert outline(read_printed("doctest-xml", printed.encode())) == ["green a", "1 assertions"]
    with pytest.raises(ReportUnreadable, match="is no XML"):
        read_printed("doctest-xml", printed.replace("noise", "1 < 2").encode())
