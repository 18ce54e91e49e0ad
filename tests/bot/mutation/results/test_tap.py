"""The Test Anything Protocol in its versions, and as producers really write it."""

from __future__ import annotations

import contextlib

import pytest

from bot.mutation.results import ReportUnreadable
from tests.bot.mutation.results.outlines import outline, read_file, read_printed
from tests.support.timing import assert_in_proportion


def _outline(text: str) -> list[str]:
    return outline(read_printed("tap", text.encode()))


@pytest.mark.parametrize(
    ("point", "line"),
    [
        ("ok 1 - used", "green used"),
        ("not ok 1 - used", "red used"),
        ("ok 1 used", "green used"),
        ("ok - used", "green used"),
        ("ok used", "green used"),
        ("ok 1", "green 1"),
        ("ok", "green 1"),
        ("not ok", "red 1"),
        ("ok 1 -", "green 1"),
        ("ok 1 - - used", "green - used"),
        ("ok 1 -used", "green -used"),
        ("ok\t1\t-\tused", "green used"),
        ("ok 1   -   used  it   ", "green used  it"),
        ("ok 007 - bond", "green bond"),
        ("ok 1st - used", "green 1st - used"),
        ("ok 1 - größe", "green größe"),
        ("ok 1 - tests/test_g.py::test_a[1]", "green tests/test_g.py::test_a[1]"),
        ("ok 1 - used # SKIP no device", "skipped used"),
        ("ok 1 - used # skip no device", "skipped used"),
        ("ok 1 - used # Skipped: no device", "skipped used"),
        ("ok 1 - used #SKIP", "skipped used"),
        ("ok 1 # skip no device", "skipped 1"),
        ("ok 1 - # SKIP no device", "skipped 1"),
        ("not ok 1 - used # SKIP no device", "red used"),
        ("not ok 1 - used # TODO later", "skipped used"),
        ("not ok 1 - used # todo", "skipped used"),
        ("ok 1 - used # TODO later", "green used"),
        ("not ok 1 - used # TODOLIST is empty", "red used # TODOLIST is empty"),
        ("not ok 1 - issue #3 is mended", "red issue #3 is mended"),
        ("not ok 1 - a \\# TODO in words", "red a # TODO in words"),
        ("not ok 1 - a \\\\ b", "red a \\ b"),
        ("not ok 1 - used # in 3 ms", "red used # in 3 ms"),
    ],
)
def test_a_point_is_named_by_its_description(point: str, line: str) -> None:
    for plan_first in (True, False):
        assert _outline(f"1..1\n{point}\n" if plan_first else f"{point}\n1..1\n") == [line]


@pytest.mark.parametrize(
    "noise",
    [
        "TAP version 13",
        "TAP version 14",
        "# a comment",
        "okay",
        "not okay 1",
        "ok1",
        "OK 2",
        "notok",
        " ok 2 - indented",
        "    not ok 1 - in a subtest",
        "    1..7",
        "  ---\n  message: not ok\n  severity: fail\n  ...",
        "pragma +strict",
        "any words at all ...",
        "compiling a.t ... ok",
        "1..",
        "1..x",
        "11..2",
        "Bail out, he said",
        "",
    ],
)
def test_other_lines_do_not_count(noise: str) -> None:
    assert _outline(f"{noise}\n1..2\nok 1 - a\n{'' if noise.startswith('TAP') else noise}\nok 2 - b\n") == [
        "green a",
        "green b",
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", ["broken off"]),
        ("Segmentation fault\n", ["broken off"]),
        ("TAP version 13\n", ["broken off"]),
        ("1..2\nok 1 - a\n", ["green a", "broken off"]),
        ("1..2\n", ["broken off"]),
        ("ok 1 - a\nok 2 - b\n", ["green a", "green b", "broken off"]),
        ("1..2\nok 1 - a\nBail out!\n", ["green a", "broken off"]),
        ("1..1\nok 1 - a\nBail out! no ground\n", ["green a", "broken off"]),
        ("1..2\nok 1 - a\n# Subtest: b\n    ok 1 - c\n", ["green a", "broken off in b"]),
        ("1..2\n    # Subtest: b\n    ok 1 - c\n", ["broken off in b"]),
        ("1..2\n# Subtest: a\n    ok 1 - c\nok 1 - a\n", ["green a", "broken off"]),
        ("1..1\nok 1 - a\nTAP version 13\n1..1\n", ["green a", "broken off"]),
        ("1..1\nok 1 - a\n1..2\nok 1 - b\n", ["green a", "green b", "broken off"]),
        ("1..0 # SKIP no device\nok 1 - a\n", ["green a", "broken off"]),
    ],
)
def test_a_stream_that_breaks_off_says_so_and_where(text: str, expected: list[str]) -> None:
    assert _outline(text) == expected


@pytest.mark.parametrize("plan", ["1..0", "1..0 # SKIP no device", "1..0 # skipped: x", "TAP version 13\n1..0"])
def test_a_plan_of_nothing_is_whole_and_empty(plan: str) -> None:
    assert _outline(plan + "\n") == []


def test_more_points_than_planned_are_refused() -> None:
    with pytest.raises(ReportUnreadable, match="plans 1 and has 2"):
        _outline("1..1\nok 1 - a\nok 2 - b\n")


def test_a_second_plan_is_refused() -> None:
    with pytest.raises(ReportUnreadable, match="plans again before it has what it planned"):
        _outline("1..2\nok 1 - a\n1..1\n")


@pytest.mark.parametrize(
    "second",
    ["1..1\nok 1 - b\n", "ok 1 - b\n1..1\n", "TAP version 14\n1..1\nok - b\n", "TAP version 14\nok - b\n1..1\n"],
)
@pytest.mark.parametrize("first", ["1..1\nok 1 - a\n", "ok 1 - a\n1..1\n"])
def test_whole_documents_may_follow_one_another(first: str, second: str) -> None:
    assert _outline(first + second) == ["green a", "green b"]


def test_points_of_one_name_stay_several() -> None:
    assert _outline("1..2\nok 1 - a\nnot ok 2 - a\n") == ["green a", "red a"]


def test_a_subtest_counts_as_the_point_that_closes_it() -> None:
    first = "# Subtest: a\n    1..2\n    ok 1 - x\n    not ok 2 - y\nnot ok 1 - a\n"
    second = "    # Subtest: b\n    1..0\nok 2 - b\n"
    assert _outline(f"1..2\n{first}{second}") == ["red a", "green b"]


@pytest.mark.parametrize("state", ["ok", "Failed 1/2 subtests", "Failed"])
def test_prove_must_be_verbose(state: str) -> None:
    with pytest.raises(ReportUnreadable, match="does not tell the cases of 1 of its files: prove does with --verbose"):
        _outline(f"t/a.t .. {state}\nFiles=1, Tests=2,  0 wallclock secs\nResult: PASS\n")


def test_what_only_looks_like_prove_is_other_output() -> None:
    assert _outline("t/a.t .. ok\n1..1\nok 1 - a\n") == ["green a"]


def test_colours_and_line_ends_do_not_matter() -> None:
    assert _outline("1..2\r\n\x1b[32mok 1 - a\x1b[0m\r\n\x1b[31mnot ok\x1b[0m 2 - b\r\n") == ["green a", "red b"]


@pytest.mark.parametrize(
    ("data", "line"),
    [
        (b"1..1\nok 1 - \xff", "green \\xff"),
        ("1..1\nok 1 - ü".encode("utf-16"), "green ü"),
        (b"1..1\nok 1 - \x00", "green \x00"),
    ],
)
def test_any_bytes_make_a_name(data: bytes, line: str) -> None:
    assert outline(read_file("tap", data)) == [line]


def test_separators_that_are_no_line_ends_stay_in_the_name() -> None:
    assert _outline("1..1\nok 1 - a\u2028not ok 2 - b\x0b\x85c\n") == ["green a\u2028not ok 2 - b\x0b\x85c"]


@pytest.mark.parametrize("number", ["9" * 16, "9" * 5000])
def test_a_plan_beyond_all_sense_is_no_plan(number: str) -> None:
    assert _outline(f"1..{number}\nok 1 - a\n") == ["green a", "broken off"]


@pytest.mark.growth
@pytest.mark.parametrize(
    "unit", ["ok 1 - a\n", "ok ", "# ", "#", "\\#", "1..1\n", " ..", "TAP version 13\n", "\n", "# Subtest: a\n", " \t"]
)
def test_the_time_is_in_proportion_to_the_size(unit: str) -> None:
    def run(count: int) -> None:
        with contextlib.suppress(ReportUnreadable):
            read_printed("tap", f"Files=1, Tests=1,\nok 1 - x{unit * count}x".encode())

    assert_in_proportion(run, 10_000)
