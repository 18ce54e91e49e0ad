"""JUnit reports in the forms of many writers: names, colours, assertions, and what breaks off."""

from __future__ import annotations

import pytest

from bot.mutation.results import ReportUnreadable
from tests.bot.mutation.results.outlines import outline, read_file, read_printed


def _suite(inner: str, attributes: str = "") -> str:
    return f'<testsuites><testsuite name="s" {attributes}>{inner}</testsuite></testsuites>'


def _outline(report: str, kind: str = "junit") -> list[str]:
    return outline(read_file(kind, report.encode()))


@pytest.mark.parametrize(
    ("attributes", "name"),
    [
        ('classname="tests.test_g.T" name="test_a"', "tests.test_g.T.test_a"),
        ('name="test_a" classname="test_a"', "test_a.test_a"),
        ('name="test_a"', "test_a"),
        ('classname="" name="test_a"', "test_a"),
        ('classname="tests.test_g" name=""', "tests.test_g"),
        ('classname="tests.test_g"', "tests.test_g"),
        ('classname="Small/Sizes" name="Fit/0"', "Small/Sizes.Fit/0"),
        ('classname="Typed/0" name="Width"', "Typed/0.Width"),
        ('classname="github.com/somebody/thing" name="TestX"', "github.com/somebody/thing.TestX"),
        ('classname="gopkg.in/yaml.v3" name="TestX"', "gopkg.in/yaml.v3.TestX"),
        ('classname="com.example.h" name="x"', "com.example.h.x"),
        ('classname="com.example.Seam" name="capacity()"', "com.example.Seam.capacity()"),
        ('classname="src/seam.cpp" name="seam: capacity"', "seam: capacity"),
        ('classname="/build/a b/seam.cpp" name="seam: capacity"', "seam: capacity"),
        ('classname="..\\tests\\seam.CPP" name="seam: capacity"', "seam: capacity"),
        ('classname="seam.cpp" name="seam: capacity"', "seam: capacity"),
        ('classname="seam.test.cc" name="seam: capacity"', "seam: capacity"),
        ('classname="seam.h" name="seam: capacity"', "seam: capacity"),
        ('classname="kernels/seam.cu" name="seam: capacity"', "seam: capacity"),
        ('classname="src/seam.test.js" name="seam capacity"', "seam capacity"),
        ('classname="a.b" name="two&#10;lines &lt;&amp;&gt; &quot;x&quot;"', 'a.b.two\nlines <&> "x"'),
        ('classname="ü" name="名前"', "ü.名前"),
    ],
)
def test_a_case_is_named_by_its_class_and_name_unless_the_class_is_a_file(attributes: str, name: str) -> None:
    assert _outline(_suite(f"<testcase {attributes}/>")) == [f"green {name}"]


@pytest.mark.parametrize(
    ("inner", "colour"),
    [
        ("", "green"),
        ("<system-out>FAILED</system-out>", "green"),
        ("<properties><property name='failure' value='1'/></properties>", "green"),
        ("<flakyFailure message='once'/>", "green"),
        ("<rerunFailure message='twice'/><failure/>", "red"),
        ("<failure/>", "red"),
        ("<failure message='assert 1 == 2'>text</failure>", "red"),
        ("<failure message='AssertionError: x'/>", "red"),
        ("<failure message='1 == Error' type='CHECK'/>", "red"),
        ("<failure message='RuntimeError: x'/>", "threw"),
        ("<failure message='OSError'/>", "threw"),
        ("<failure message='pkg.mod.StrangeException: x'/>", "threw"),
        ("<failure message='unknown file&#10;C++ exception with description &quot;x&quot; thrown'/>", "threw"),
        ("<failure message='f.cpp:3&#10;Unknown C++ exception thrown in the test body.'/>", "threw"),
        ("<error/>", "threw"),
        ("<error message='failed on setup'/>", "threw"),
        ("<failure/><error/>", "threw"),
        ("<skipped/>", "skipped"),
        ("<skipped type='pytest.xfail' message=''/>", "skipped"),
        ("<skipped/><failure/>", "red"),
        ("<failure/><skipped/>", "red"),
        ("<skipped/><error/>", "threw"),
    ],
)
def test_the_colour_is_what_stands_inside_the_case(inner: str, colour: str) -> None:
    assert _outline(_suite(f'<testcase name="a">{inner}</testcase>')) == [f"{colour} a"]


@pytest.mark.parametrize(
    ("attributes", "colour"),
    [
        ('status="run"', "green"),
        ('status="run" result="completed"', "green"),
        ('status="passed"', "green"),
        ('status="notrun"', "skipped"),
        ('status="notrun" result="suppressed"', "skipped"),
        ('status="run" result="skipped"', "skipped"),
        ('status="disabled"', "skipped"),
        ('status="Skipped"', "skipped"),
        ('status="fail"', "red"),
        ('status="FAILED"', "red"),
        ('status="error"', "red"),
    ],
)
def test_the_colour_is_also_what_the_case_says_of_its_status(attributes: str, colour: str) -> None:
    assert _outline(_suite(f'<testcase name="a" {attributes}/>')) == [f"{colour} a"]


def test_cases_of_one_name_stay_several() -> None:
    report = _suite('<testcase name="a"/><testcase name="a"><failure/></testcase><testcase name="a"/>')
    assert _outline(report) == ["green a", "red a", "green a"]


@pytest.mark.parametrize(
    "report",
    [
        '<testsuite name="s"><testcase name="a"/></testsuite>',
        '<testsuites><testcase name="a"/></testsuites>',
        '<testsuites><testsuite><testsuite><testcase name="a"/></testsuite></testsuite></testsuites>',
        '<j:testsuites xmlns:j="urn:junit"><j:testsuite><j:testcase name="a"/></j:testsuite></j:testsuites>',
        '<?xml version="1.0"?><!-- made by hand --><testsuite><testcase name="a"></testcase></testsuite>\n\n',
    ],
)
def test_suites_may_be_nested_or_absent(report: str) -> None:
    assert _outline(report) == ["green a"]


@pytest.mark.parametrize("report", ["<testsuites/>", "<testsuites></testsuites>", _suite("", 'tests="0"')])
def test_a_report_without_cases_is_whole_and_empty(report: str) -> None:
    assert _outline(report) == []


def test_a_failure_outside_of_the_cases_is_a_red_case_named_after_the_suite() -> None:
    assert _outline(_suite('<error message="no ground"/><testcase name="a"/>')) == ["threw s", "green a"]
    assert _outline("<testsuites><testsuite><failure/></testsuite></testsuites>") == ["red failure"]


def test_a_case_without_a_name_is_named_after_its_suite() -> None:
    assert _outline(_suite('<testcase name="" classname=""><failure/></testcase>')) == ["red s"]
    with pytest.raises(ReportUnreadable, match="a case without a name"):
        _outline("<testsuite><testcase/></testsuite>")


@pytest.mark.parametrize(
    "counts", ['failures="1"', 'errors="2"', 'failures="0" errors="1"', 'tests="1" failures="007"']
)
def test_a_count_of_failures_without_a_failure_is_no_green(counts: str) -> None:
    with pytest.raises(ReportUnreadable, match="that failed, and names none"):
        _outline(_suite('<testcase name="a"/>', counts))


@pytest.mark.parametrize("counts", ['failures="x"', 'errors=""', 'failures="-1"', 'failures="9999999999999999999999"'])
def test_a_count_that_is_none_counts_nothing(counts: str) -> None:
    assert _outline(_suite('<testcase name="a"/>', counts)) == ["green a"]


@pytest.mark.parametrize(
    ("report", "assertions"),
    [
        ('<testsuite assertions="5"><testcase name="a"/></testsuite>', 5),
        ('<testsuite><testcase name="a" assertions="2"/><testcase name="a" assertions="3"/></testsuite>', 5),
        ('<testsuite assertions="9"><testcase name="a" assertions="5"/></testsuite>', 5),
        ('<testsuites assertions="5"><testsuite assertions="5"><testcase name="a"/></testsuite></testsuites>', 5),
        ('<testsuites><testsuite assertions="5"><testsuite assertions="5"/></testsuite></testsuites>', 5),
        ('<testsuites><testsuite assertions="2"/><testsuite assertions="3"/></testsuites>', 5),
        ('<testsuites><testsuite assertions="0"/></testsuites>', 0),
        ('<testsuites><testsuite tests="5"><testcase name="a"/></testsuite></testsuites>', None),
        ('<testsuites><testsuite assertions="many"/></testsuites>', None),
        ('<testsuites><testsuite tests="5" doctest_version="2.4.11"/></testsuites>', 5),
        ('<testsuites><testsuite tests="5" hostname="tbd"/></testsuites>', 5),
    ],
)
def test_assertions_are_counted_where_the_report_counts_them(report: str, assertions: int | None) -> None:
    assert read_file("junit", report.encode()).assertions == assertions


WHOLE = _suite('<testcase name="a"/><testcase name="b"><failure>x</failure></testcase><testcase name="c"></testcase>')


@pytest.mark.parametrize(
    ("end", "expected"),
    [
        ("", ["broken off"]),
        ("<testsuites", ["broken off"]),
        ('<testsuites><testsuite name="s" >', ["broken off"]),
        ('<testcase name="a"/>', ["green a", "broken off"]),
        ('<testcase name="b">', ["green a", "broken off in b"]),
        ("<failure>x", ["green a", "red b", "broken off in b"]),
        ("</failure></testcase>", ["green a", "red b", "broken off"]),
        ('<testcase name="c">', ["green a", "red b", "broken off in c"]),
        ("</testcase></testsuite>", ["green a", "red b", "green c", "broken off"]),
        ("</testsuites>", ["green a", "red b", "green c"]),
    ],
)
def test_a_report_that_breaks_off_says_so_and_where(end: str, expected: list[str]) -> None:
    assert _outline(WHOLE[: WHOLE.index(end) + len(end)]) == expected


def test_every_beginning_of_a_report_is_whole_or_breaks_off() -> None:
    for length in range(len(WHOLE)):
        assert read_file("junit", WHOLE[:length].encode()).complete is False
    assert read_file("junit", WHOLE.encode()).complete is True


@pytest.mark.parametrize(
    "text",
    [
        "\n  SIGSEGV - Segmentation violation signal\n",
        "\nFAILED:\n  {Unknown expression}\nSIGABRT - Abort signal\nat k.cpp:9",
    ],
)
def test_a_report_that_ends_with_a_signal_is_not_complete(text: str) -> None:
    report = _suite(f'<testcase name="a"/><testcase name="b"><error message="exception">{text}</error></testcase>')
    assert _outline(report) == ["green a", "threw b", "broken off in b"]


def test_a_case_that_speaks_of_signals_was_not_ended_by_one() -> None:
    report = _suite('<testcase name="b"><error>expected SIGSEGV - got none</error></testcase>')
    assert _outline(report) == ["threw b"]


CTEST_CASE = '<testcase name="seam" classname="seam" status="run"/>'


@pytest.mark.parametrize("kind", ["junit", "ctest-junit"])
def test_ctest_names_its_tests_once(kind: str) -> None:
    attributes = 'tests="1" failures="0" disabled="0" skipped="0" hostname=""'
    assert _outline(f'<testsuite name="(empty)" {attributes}>{CTEST_CASE}</testsuite>', kind) == ["green seam"]


def test_a_report_that_is_known_as_one_of_ctest_needs_no_attributes() -> None:
    assert _outline(f"<testsuite>{CTEST_CASE}</testsuite>", "ctest-junit") == ["green seam"]
    assert _outline(f"<testsuite>{CTEST_CASE}</testsuite>", "junit") == ["green seam.seam"]


@pytest.mark.parametrize(
    ("classname", "suite"), [("exe.global", 'name="exe"'), ("exe.Fixture", 'name="exe"'), ("exe.global", "")]
)
def test_catch2_puts_the_program_into_the_class(classname: str, suite: str) -> None:
    case = f'<testcase classname="{classname}" name="seam: capacity" status="run"/>'
    report = f'<testsuites><testsuite {suite} hostname="tbd" tests="3">{case}</testsuite></testsuites>'
    assert _outline(report) == ["green seam: capacity", "3 assertions"]


def test_catch2_tells_what_it_skips_and_what_may_fail() -> None:
    skipped = '<testcase classname="exe.global" name="a" status="run"><skipped type="SKIP" message="x"/></testcase>'
    tolerated = '<skipped message="TEST_CASE tagged with !mayfail"/>'
    may_fail = f'<testcase classname="exe.global" name="b" status="run">{tolerated}<error message="x"/></testcase>'
    attributes = 'name="exe" errors="0" failures="0" skipped="1" tests="4" hostname="tbd"'
    report = f"<testsuites><testsuite {attributes}>{skipped}{may_fail}</testsuite></testsuites>"
    assert _outline(report) == ["skipped a", "skipped b", "4 assertions"]


@pytest.mark.parametrize("root", ["html", "doctest", "checkstyle"])
def test_another_document_is_no_junit_report(root: str) -> None:
    with pytest.raises(ReportUnreadable, match=f"^its report is no JUnit report: its root is {root}$"):
        _outline(f'<{root}><testcase name="a"/></{root}>')


def test_a_printed_report_may_stand_among_other_output() -> None:
    printed = f'warming up < 3\n<?xml version="1.0"?>{WHOLE}\nbye\n'.encode()
    assert outline(read_printed("junit", printed)) == ["green a", "red b", "green c"]
    with pytest.raises(ReportUnreadable, match="is no XML"):
        read_file("junit", printed)


@pytest.mark.parametrize("more", [WHOLE, "<b>", "bye <now>"])
def test_markup_behind_a_printed_report_is_not_passed_over(more: str) -> None:
    with pytest.raises(ReportUnreadable, match="junk after document element"):
        read_printed("junit", f'<?xml version="1.0"?>{WHOLE}{more}'.encode())
