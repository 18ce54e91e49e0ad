"""GoogleTest's JSON report, as it is written and as it must not be trusted."""

from __future__ import annotations

import contextlib
import json

import pytest

from bot.mutation.results import ReportUnreadable
from tests.bot.mutation.results.outlines import outline, read_file
from tests.support.timing import assert_in_proportion


def _report(*tests: dict[str, object], **more: object) -> bytes:
    return json.dumps(
        {"name": "AllTests", "testsuites": [{"name": "S", "testsuite": tests}], **more}, indent=2
    ).encode()


def _outline(data: bytes) -> list[str]:
    return outline(read_file("gtest-json", data))


@pytest.mark.parametrize(
    ("test", "line"),
    [
        ({"name": "A", "classname": "S", "status": "RUN", "result": "COMPLETED"}, "green S.A"),
        ({"name": "A", "status": "RUN"}, "green S.A"),
        ({"name": "A", "classname": "In/S", "value_param": "3"}, "green In/S.A"),
        ({"name": "A/0", "classname": "S"}, "green S.A/0"),
        ({"name": "", "classname": "", "failures": [{"failure": "x"}]}, "red S"),
        ({"name": "A", "status": "NOTRUN", "result": "SUPPRESSED"}, "skipped S.A"),
        ({"name": "A", "status": "RUN", "result": "SKIPPED"}, "skipped S.A"),
        ({"name": "A", "status": "NOTRUN"}, "skipped S.A"),
        ({"name": "A", "failures": []}, "green S.A"),
        ({"name": "A", "failures": "3"}, "green S.A"),
        ({"name": "A", "failures": [{"failure": "f.cpp:3\nExpected"}]}, "red S.A"),
        ({"name": "A", "failures": [{}]}, "red S.A"),
        ({"name": "A", "failures": ["x"]}, "red S.A"),
        ({"name": "A", "result": "SKIPPED", "failures": [{"failure": "x"}]}, "red S.A"),
        ({"name": "A", "failures": [{"failure": 'C++ exception with description "x" thrown'}]}, "threw S.A"),
        ({"name": "A", "failures": [{"failure": "Unknown C++ exception thrown in SetUp()"}]}, "threw S.A"),
        ({"name": "\ud800", "line": 10**400, "time": 1e308}, "green S.\\ud800"),
    ],
)
def test_the_name_and_the_colour_of_a_test(test: dict[str, object], line: str) -> None:
    assert _outline(_report(test)) == [line]


@pytest.mark.parametrize(
    "members",
    ['"failures": "0", "failures": [{}]', '"failures": [{}], "failures": "0"', '"failures": [{}], "failures": []'],
)
def test_a_property_cannot_hide_the_failures(members: str) -> None:
    report = f'{{"testsuites": [{{"name": "S", "testsuite": [{{"name": "A", {members}}}]}}]}}'
    assert _outline(report.encode()) == ["red S.A"]


@pytest.mark.parametrize("key", ["name", "classname", "status", "result"])
def test_what_is_read_may_stand_only_once(key: str) -> None:
    report = f'{{"testsuites": [{{"testsuite": [{{"{key}": "A", "{key}": "B"}}]}}]}}'
    with pytest.raises(ReportUnreadable, match=f"says {key} twice of one thing"):
        _outline(report.encode())


def test_a_count_of_failures_without_a_failure_is_no_green() -> None:
    with pytest.raises(ReportUnreadable, match="counts tests that failed, and names none"):
        _outline(_report({"name": "A"}, failures=1))
    assert _outline(_report({"name": "A"}, failures=0)) == ["green S.A"]


def test_every_beginning_of_a_report_is_not_complete() -> None:
    whole = _report({"name": "A", "line": 12, "failures": [{"failure": 'a \\ " \u00fc'}]}, tests=1).rstrip(b"}\n")
    for length in range(len(whole)):
        assert _outline(whole[:length]) == ["broken off"], whole[:length]


@pytest.mark.parametrize(
    "data",
    [b"x", b"[1 2]", b"{'a': 1}", b'{"testsuites": []} x', b"[" * 1_000_000, b'{"a":' * 1_000_000, b"{]"],
)
def test_what_is_no_json_is_refused(data: bytes) -> None:
    with pytest.raises(ReportUnreadable, match=r"is no JSON|nests its values too deep"):
        _outline(data)


@pytest.mark.parametrize(
    "data",
    [
        b"null",
        b"[]",
        b"3",
        b"{}",
        b'{"testsuites": {}}',
        b'{"testsuites": [3]}',
        b'{"testsuites": [{}]}',
        b'{"testsuites": [{"testsuite": [[]]}]}',
        b'{"testsuites": [{"testsuite": [{"name": 3}]}]}',
        b'{"testsuites": [{"testsuite": [{"name": "A", "status": null}]}]}',
    ],
)
def test_json_of_another_form_is_no_report(data: bytes) -> None:
    with pytest.raises(ReportUnreadable, match="is no report of GoogleTest"):
        _outline(data)


def test_a_test_without_a_name_is_refused() -> None:
    with pytest.raises(ReportUnreadable, match="a test without a name"):
        _outline(b'{"testsuites": [{"testsuite": [{}]}]}')


def test_a_report_without_tests_is_whole() -> None:
    assert _outline(b'\xef\xbb\xbf{"tests": 0, "testsuites": [\n\n ]}\n') == []


def test_bytes_that_are_not_utf_8_are_shown_as_escapes() -> None:
    assert _outline(b'{"testsuites": [{"testsuite": [{"name": "\xff"}]}]}') == ["green \\xff"]


@pytest.mark.growth
@pytest.mark.parametrize("unit", ["} {\n", "}{", "} ", "1", "[],", '{"name": "a"},', "\\u12", " \n"])
def test_the_time_is_in_proportion_to_the_size(unit: str) -> None:
    def run(count: int) -> None:
        with contextlib.suppress(ReportUnreadable):
            read_file("gtest-json", ('{"testsuites": [' + unit * count).encode())

    assert_in_proportion(run, 20_000)
