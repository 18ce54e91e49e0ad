"""Reports in general: where they are read, the exit code as a case, and any bytes at all."""

from __future__ import annotations

import contextlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.mutation.model import CaseResult, Colour, EndedBy, Execution, ReportKind, ReportSource, SuiteResult
from bot.mutation.results import ReportError, ReportMissing, ReportTooLarge, ReportUnreadable, parse
from checkers.errors import RedfirstError
from tests.bot.mutation.results.outlines import outline, read_file, read_printed
from tests.bot.mutation.results.runners import RECORDED

TAP = b"1..1\nok 1 - a\n"
FILES = [kind for kind in ReportKind if kind is not ReportKind.EXIT_CODE]


def _ended(code: int | None, ended_by: EndedBy = EndedBy.EXIT, stderr: bytes = b"") -> Execution:
    return Execution(("x",), ended_by, code, 1.0, TAP, stderr)


def _parse(kind: ReportKind, place: str, execution: Execution, data: bytes | None) -> SuiteResult:
    return parse(ReportSource(kind, place), execution, lambda path: data if path == "out/report" else None)


@pytest.mark.parametrize("kind", FILES)
def test_a_report_that_is_absent_is_missing(kind: ReportKind) -> None:
    with pytest.raises(ReportMissing, match=r"^left no report at out/report$"):
        _parse(kind, "out/report", _ended(0), None)


def test_what_the_reader_of_files_raises_passes_through() -> None:
    def read(path: str) -> bytes:
        raise ReportTooLarge(path, 100)

    with pytest.raises(ReportTooLarge, match=r"^its report out/report is larger than 100 bytes$"):
        parse(ReportSource(ReportKind.TAP, "out/report"), _ended(0), read)


def test_a_report_is_read_where_its_suite_says() -> None:
    printed = _ended(0, stderr=b"1..1\nnot ok 1 - b\n")
    assert outline(_parse(ReportKind.TAP, "stdout", printed, b"")) == ["green a"]
    assert outline(_parse(ReportKind.TAP, "stderr", printed, b"")) == ["red b"]
    assert outline(_parse(ReportKind.TAP, "out/report", printed, b"1..1\nok 1 - c\n")) == ["green c"]


@pytest.mark.parametrize("kind", FILES)
def test_an_empty_report_breaks_off(kind: ReportKind) -> None:
    for data in (b"", b"\n", b" \n\t"):
        assert read_file(kind, data) == SuiteResult((), complete=False)


@pytest.mark.parametrize("error", [ReportMissing("x"), ReportTooLarge("x", 1), ReportUnreadable("is no XML")])
def test_why_there_is_no_result_is_an_expected_error(error: ReportError) -> None:
    assert isinstance(error, RedfirstError)
    assert str(error).startswith(("left ", "its report "))


@pytest.mark.parametrize(
    ("execution", "expected"),
    [
        (_ended(0), ["green exit-code"]),
        (_ended(1), ["red exit-code"]),
        (_ended(77), ["red exit-code"]),
        (_ended(128), ["red exit-code"]),
        (_ended(139), ["threw exit-code"]),
        (_ended(1, stderr=b"x\n==12==ERROR: AddressSanitizer: heap-use-after-free on"), ["threw exit-code"]),
        (_ended(23, stderr=b"==12==ERROR: LeakSanitizer: detected memory leaks"), ["threw exit-code"]),
        (_ended(1, stderr=b"f.cpp:3:7: runtime error: signed integer overflow"), ["threw exit-code"]),
        (_ended(1, stderr=b"it says ERROR: AddressSanitizer is off"), ["red exit-code"]),
        (_ended(0, stderr=b"f.cpp:3:7: runtime error: signed integer overflow"), ["green exit-code"]),
        (_ended(11, EndedBy.SIGNAL), ["threw exit-code", "broken off in exit-code"]),
        (_ended(9, EndedBy.TIME), ["broken off in exit-code"]),
        (_ended(9, EndedBy.OUTPUT), ["broken off in exit-code"]),
        (_ended(None, EndedBy.NOT_STARTED), ["broken off"]),
    ],
)
def test_the_exit_code_is_a_case(execution: Execution, expected: list[str]) -> None:
    assert outline(_parse(ReportKind.EXIT_CODE, "", execution, None)) == expected


SAMPLES = [path.read_bytes() for path in sorted(RECORDED.iterdir()) if path.stat().st_size < 20_000]
MARKUP = [b"<testsuites>", b"<testcase name='", b"</", b"<!DOCTYPE x[", b"<![CDATA[", b"]]>", b"&#0;", b"<?xml", b"'/>"]
LINES = [b"test_a (m.T) ... ", b"ok\n", b"FAIL\n", b"=" * 70 + b"\nFAIL: ", b"\nRan 1 test in 1s\n\nOK\n", b"Doctest: "]
POINTS = [b"1..1\n", b"not ok 1", b"# SKIP", b"Bail out!"]
JSON = [b'{"testsuites":[', b'{"testsuite":[{"name":"', b"}]", b"\\u", b'"']
PIECES = st.sampled_from([*MARKUP, *LINES, *POINTS, *JSON])


def _is_judged(kind: ReportKind, data: bytes) -> None:
    for read in (read_file, read_printed):
        with contextlib.suppress(ReportUnreadable):
            result = read(kind, data)
            assert all(isinstance(case, CaseResult) and case.name for case in result.cases)
            assert not any(case.threw and case.colour is not Colour.RED for case in result.cases)
            assert result.complete is False or result.running is None
            "".join(case.name for case in result.cases).encode()


@settings(max_examples=100, deadline=None)
@given(st.sampled_from(FILES), st.binary(max_size=200))
def test_any_bytes_are_a_result_or_unreadable(kind: ReportKind, data: bytes) -> None:
    _is_judged(kind, data)


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(FILES), st.lists(PIECES | st.binary(max_size=4), max_size=12))
def test_any_pieces_of_reports_are_a_result_or_unreadable(kind: ReportKind, pieces: list[bytes]) -> None:
    _is_judged(kind, b"".join(pieces))


@settings(max_examples=100, deadline=None)
@given(st.sampled_from(FILES), st.sampled_from(SAMPLES), st.data())
def test_a_damaged_report_is_a_result_or_unreadable(kind: ReportKind, sample: bytes, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(sample)))
    length = data.draw(st.integers(0, 60))
    _is_judged(kind, sample[:start] + data.draw(st.binary(max_size=4)) + sample[start + length :])


MANY = {
    "junit": b"<testsuite>" + b"<testcase name='a'/>" * 1001,
    "doctest-xml": b"<doctest>" + b"<TestCase name='a'/>" * 1001,
    "gtest-json": b'{"testsuites": [' + b"1," * 8008,
    "unittest": b"a (b.c) ... ok\n" * 1001,
    "tap": b"ok\n" * 1001,
}


@pytest.mark.parametrize(("kind", "data"), [*MANY.items(), ("tap", b"1..0\n" * 1002), ("junit", b"<testsuite>&#1;")])
def test_what_a_report_may_hold_is_bounded(kind: str, data: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.mutation.results.numbers.MOST_CASES", 1000)
    monkeypatch.setattr("bot.mutation.results.markup._MOST_REFERENCES", 0)
    with pytest.raises(ReportUnreadable, match=r"holds more than (1000 cases|0 references to characters)"):
        read_file(kind, data)
