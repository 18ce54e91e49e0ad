"""unittest's verbose text: its forms, and what cases print into it."""

from __future__ import annotations

import contextlib

import pytest

from bot.mutation.results import ReportUnreadable
from tests.bot.mutation.results.outlines import outline, read_printed
from tests.support.timing import assert_in_proportion

DOUBLE, SINGLE = "=" * 70, "-" * 70


def _outline(text: str) -> list[str]:
    return outline(read_printed("unittest", text.encode(), "stderr"))


def _run(lines: str, errors: str = "", ran: int | None = None, result: str = "OK") -> str:
    count = lines.count(" ... ") if ran is None else ran
    return f"{lines}\n{errors}\n{SINGLE}\nRan {count} test{'s' * (count != 1)} in 0.001s\n\n{result}\n"


def _error(kind: str, who: str, text: str = "Traceback\nValueError: x") -> str:
    return f"{DOUBLE}\n{kind}: {who}\n{SINGLE}\n{text}\n\n"


@pytest.mark.parametrize(
    ("described", "name"),
    [
        ("test_a (m.T.test_a)", "m.T.test_a"),
        ("test_a (m.T)", "m.T.test_a"),
        ("test_a (__main__.T.test_a)", "__main__.T.test_a"),
        ("test_a (__main__.T)", "__main__.T.test_a"),
        ("test_a (pkg.sub.m.Outer.T.test_a)", "pkg.sub.m.Outer.T.test_a"),
        ("test_a (m.make.<locals>.T.test_a)", "m.make.<locals>.T.test_a"),
        ("test_a_1__x_ (m.T)", "m.T.test_a_1__x_"),
        ("test_größe (m.T.test_größe)", "m.T.test_größe"),
        ("test_a[1-2] (m.T.test_a[1-2])", "m.T.test_a[1-2]"),
        ("nope (unittest.loader._FailedTest)", "unittest.loader._FailedTest.nope"),
        ("nope (unittest.loader._FailedTest.nope)", "unittest.loader._FailedTest.nope"),
        ("tests.nope (unittest.loader._FailedTest.tests.nope)", "unittest.loader._FailedTest.tests.nope"),
        ("test_m (unittest.loader.ModuleSkipped)", "unittest.loader.ModuleSkipped.test_m"),
        ("unittest.case.FunctionTestCase (check)", "unittest.case.FunctionTestCase.check"),
        ("test_a (m.T.test_a)\nSays what it does.", "m.T.test_a"),
        ("test_a (m.T)\nSays what ... it (really) does (m.x) now", "m.T.test_a"),
        ("double (m)\nDoctest: m.double", "m.double"),
        ("double (pkg.m)\nDoctest: pkg.m.double", "pkg.m.double"),
        ("m ()\nDoctest: m", "m"),
        ("README.rst\nDoctest: README.rst", "README.rst"),
    ],
)
def test_a_case_is_named_by_module_class_and_test(described: str, name: str) -> None:
    assert _outline(_run(f"{described} ... ok", ran=1)) == [f"green {name}"]


@pytest.mark.parametrize(
    ("word", "colour"),
    [
        ("ok", "green"),
        ("expected failure", "green"),
        ("unexpected success", "red"),
        ("skipped 'no device'", "skipped"),
        ('skipped "it\'s off"', "skipped"),
        ("skipped ''", "skipped"),
        ("skipped 'a ... ok'", "skipped"),
    ],
)
def test_the_word_at_the_end_is_the_colour(word: str, colour: str) -> None:
    assert _outline(_run(f"test_a (m.T.test_a) ... {word}", ran=1)) == [f"{colour} m.T.test_a"]


def test_a_case_may_print_before_it_skips() -> None:
    report = _run(
        "test_a (m.T.test_a) ... noise skipped 'no device'\ntest_b (m.T.test_b) ... ok", "", 2, "OK (skipped=1)"
    )
    assert _outline(report) == ["skipped m.T.test_a", "green m.T.test_b"]


@pytest.mark.parametrize(("kind", "colour"), [("FAIL", "red"), ("ERROR", "threw")])
@pytest.mark.parametrize("who", ["test_a (m.T.test_a)", "test_a (m.T)", "test_a (m.T)\nSays ... what"])
def test_a_failure_is_told_after_the_run(kind: str, colour: str, who: str) -> None:
    report = _run(f"{who} ... {kind}", _error(kind, who), 1, "FAILED (failures=1)")
    assert _outline(report) == [f"{colour} m.T.test_a"]


@pytest.mark.parametrize(
    "printed",
    [
        "noise",
        "noise\n",
        "noise\nmore ",
        "ERROR\n",
        "FAIL\n",
        "a ... b\n",
        "x (y)\n",
        "x (y.z)\n",
        "ok\n",
        "\n\n",
        "okay ",
    ],
)
@pytest.mark.parametrize(
    ("word", "lines"),
    [
        ("ok", ["green m.T.test_a", "green m.T.test_b"]),
        ("FAIL", ["red m.T.test_a", "green m.T.test_b"]),
        ("unexpected success", ["red m.T.test_a", "green m.T.test_b"]),
    ],
)
def test_what_a_case_prints_does_not_change_its_colour(printed: str, word: str, lines: list[str]) -> None:
    text = f"test_a (m.T.test_a) ... {printed}{word}\ntest_b (m.T.test_b) ... ok"
    errors = _error("FAIL", "test_a (m.T.test_a)") if word == "FAIL" else ""
    result = "OK" if word == "ok" else "FAILED (failures=1)"
    assert _outline(_run(text, errors, 2, result)) == lines


def test_what_a_failing_case_prints_is_not_read_as_cases() -> None:
    noise = "Stdout:\ntest_z (m.T.test_z) ... ok\ntest_y (m.T)\nSays ... what"
    report = _run(
        "test_a (m.T.test_a) ... FAIL", _error("FAIL", "test_a (m.T.test_a)", noise), 1, "FAILED (failures=1)"
    )
    assert _outline(report) == ["red m.T.test_a"]


def test_a_failing_subtest_makes_its_case_red_since_python_3_11() -> None:
    lines = (
        "test_a (m.T.test_a) ... \n  test_a (m.T.test_a) [part] (i=1) ... FAIL\n"
        "  test_a (m.T.test_a) (i='(x.y) ... ok') ... ERROR\ntest_b (m.T.test_b) ... ok"
    )
    errors = _error("FAIL", "test_a (m.T.test_a) [part] (i=1)") + _error("ERROR", "test_a (m.T.test_a) (i=2)")
    expected = ["threw m.T.test_a", "green m.T.test_b"]
    assert _outline(_run(lines, errors, 2, "FAILED (failures=1, errors=1)")) == expected


def test_a_failing_subtest_makes_its_case_red_before_python_3_11() -> None:
    lines = "test_a (m.T) ... test_b (m.T)\nSays what. ... test_c (m.T) ... ok"
    errors = _error("FAIL", "test_a (m.T) (i=1)") + _error("FAIL", "test_b (m.T) (i=1)\nSays what.")
    expected = ["red m.T.test_a", "red m.T.test_b", "green m.T.test_c"]
    assert _outline(_run(lines, errors, 3, "FAILED (failures=2)")) == expected
    assert _outline(lines + "\ntest_d (m.T) ... ") == [*expected, "broken off in m.T.test_d"]


def test_a_case_whose_parts_are_skipped_is_skipped() -> None:
    lines = "test_a (m.T.test_a) ... \n  test_a (m.T.test_a) (i=1) ... skipped 'x'\ntest_b (m.T.test_b) ... ok"
    assert _outline(_run(lines, "", 2, "OK (skipped=1)")) == ["skipped m.T.test_a", "green m.T.test_b"]


def test_a_case_that_fails_twice_is_one_case() -> None:
    new = "test_a (m.T.test_a) ... FAIL\ntest_a (m.T.test_a) ... ERROR\ntest_b (m.T.test_b) ... ok"
    old = "test_a (m.T) ... FAIL\nERROR\ntest_b (m.T) ... ok"
    errors = _error("FAIL", "test_a (m.T)") + _error("ERROR", "test_a (m.T)")
    for lines in (new, old):
        assert _outline(_run(lines, errors, 2, "FAILED (failures=1, errors=1)")) == [
            "threw m.T.test_a",
            "green m.T.test_b",
        ]


def test_a_case_that_runs_twice_is_two_cases() -> None:
    assert _outline(_run("test_a (m.T) ... ok\ntest_a (m.T) ... ok")) == ["green m.T.test_a", "green m.T.test_a"]


@pytest.mark.parametrize(
    "fixture", ["setUpClass (m.T)", "tearDownClass (m.T)", "setUpModule (m)", "tearDownModule (m)"]
)
@pytest.mark.parametrize("line", ["ERROR", "{} ... ERROR"])
def test_a_fixture_that_fails_is_a_red_case(fixture: str, line: str) -> None:
    home = fixture.partition("(")[2].rstrip(")")
    report = _run(line.format(fixture), _error("ERROR", fixture), 0, "FAILED (errors=1)")
    assert _outline(report) == [f"threw {home}.{fixture.partition(' ')[0]}"]


@pytest.mark.parametrize(
    "errors",
    ["", f"{DOUBLE}\nUNEXPECTED SUCCESS: test_a (m.T.test_a)\nUNEXPECTED SUCCESS: test_b (m.T.test_b)\n"],
)
def test_unexpected_successes_are_red(errors: str) -> None:
    lines = "test_a (m.T.test_a) ... unexpected success\ntest_b (m.T.test_b) ... unexpected success"
    report = _run(lines, errors, 2, "FAILED (unexpected successes=2)")
    assert _outline(report) == ["red m.T.test_a", "red m.T.test_b"]


@pytest.mark.parametrize("result", ["OK", "NO TESTS RAN", "NO TESTS RAN (skipped=1)"])
def test_a_run_without_cases_is_whole_and_empty(result: str) -> None:
    assert _outline(_run("", ran=0, result=result)) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", ["broken off"]),
        ("Traceback (most recent call last):\nImportError", ["broken off"]),
        ("test_a (m.T.test_a) ... ", ["broken off in m.T.test_a"]),
        ("test_a (m.T.test_a)\nSays what. ... ", ["broken off in m.T.test_a"]),
        ("test_a (m.T.test_a) ... ok\n", ["green m.T.test_a", "broken off"]),
        ("test_a (m.T.test_a) ... ok\ntest_b (m.T.test_b)", ["green m.T.test_a", "broken off"]),
        ("test_a (m.T.test_a) ... FAIL\ntest_b (m.T.test_b) ... ", ["red m.T.test_a", "broken off in m.T.test_b"]),
        ("test_a (m.T.test_a) ... ERROR\ntest_b (m.T.test_b) ... x", ["threw m.T.test_a", "broken off in m.T.test_b"]),
        ("test_a (m.T.test_a) ... skipped 'x'\n", ["skipped m.T.test_a", "broken off"]),
        ("test_a (m.T.test_a) ... unexpected success\n", ["red m.T.test_a", "broken off"]),
        ("test_a (m.T.test_a) ... \n  test_a (m.T.test_a) (i=1) ... FAIL\n", ["red m.T.test_a", "broken off"]),
        (
            "test_a (m.T.test_a) ... Fatal Python error: Segmentation fault\n\nCurrent thread:\n  File x\n",
            ["broken off in m.T.test_a"],
        ),
        (
            f"test_a (m.T.test_a) ... FAIL\n\n{_error('FAIL', 'test_a (m.T.test_a)')}",
            ["red m.T.test_a", "broken off"],
        ),
    ],
)
def test_a_run_that_was_cut_short_says_so_and_where(text: str, expected: list[str]) -> None:
    assert _outline(text) == expected


def test_every_beginning_of_a_run_is_cut_short() -> None:
    lines = "test_a (m.T.test_a) ... ok\ntest_b (m.T.test_b)\nSays what. ... FAIL\ntest_c (m.T.test_c) ... skipped 'x'"
    errors = _error("FAIL", "test_b (m.T.test_b)\nSays what.")
    whole = _run(lines, errors, 3, "FAILED (failures=1, skipped=1)")
    for length in range(len(whole.rstrip()) - len(" (failures=1, skipped=1)")):
        assert not read_printed("unittest", whole[:length].encode()).complete, whole[:length]
    assert _outline(whole) == ["green m.T.test_a", "red m.T.test_b", "skipped m.T.test_c"]


def test_runs_that_follow_one_another_are_added() -> None:
    first = _run("test_a (m.T.test_a) ... FAIL", _error("FAIL", "test_a (m.T.test_a)"), 1, "FAILED (failures=1)")
    second = _run("test_b (n.T.test_b) ... ok")
    assert _outline(first + second) == ["red m.T.test_a", "green n.T.test_b"]
    assert _outline(first + "test_b (n.T.test_b) ... ") == ["red m.T.test_a", "broken off in n.T.test_b"]


@pytest.mark.parametrize("lines", ["..", "", ".F", "ok\nok"])
def test_a_run_that_does_not_name_its_cases_is_refused(lines: str) -> None:
    with pytest.raises(ReportUnreadable, match="has no line for each case: unittest writes them with -v"):
        _outline(_run(lines, ran=2))


def test_a_count_of_failures_without_a_failure_is_no_green() -> None:
    with pytest.raises(ReportUnreadable, match="counts 2 that failed, and names none"):
        _outline(_run("test_a (m.T.test_a) ... ok", result="FAILED (failures=1, errors=1)"))


def test_a_case_whose_word_was_lost_is_green_only_if_all_skips_are_known() -> None:
    lines = "test_a (m.T.test_a) ... okay?\ntest_b (m.T.test_b) ... ok"
    assert _outline(_run(lines)) == ["green m.T.test_a", "green m.T.test_b"]
    assert _outline(_run(lines, result="OK (skipped=1)")) == ["skipped m.T.test_a", "green m.T.test_b"]


@pytest.mark.parametrize(
    "change",
    [
        lambda text: text.replace("\n", "\r\n"),
        lambda text: text.replace("ok", "\x1b[32mok\x1b[0m").replace("OK", "\x1b[1;32mOK\x1b[0m"),
        lambda text: f"noise\n{text}\nmore noise, printed to another stream\n",
    ],
)
def test_line_ends_colours_and_noise_do_not_matter(change: object) -> None:
    report = _run("test_a (m.T.test_a) ... ok\ntest_b (m.T.test_b)\nSays what. ... ok", ran=2)
    assert callable(change)
    assert _outline(change(report)) == ["green m.T.test_a", "green m.T.test_b"]


def test_durations_are_no_cases() -> None:
    durations = f"Slowest test durations\n{SINGLE}\n0.100s     test_a (m.T.test_a)\n0.001s     test_b (m.T.test_b)\n"
    report = _run("test_a (m.T.test_a) ... ok\ntest_b (m.T.test_b) ... ok", durations, 2)
    assert _outline(report) == ["green m.T.test_a", "green m.T.test_b"]


@pytest.mark.growth
@pytest.mark.parametrize(
    "unit",
    [
        "a (b.c) ... ok\n",
        "a (b.c) ... ",
        "a (b.c)\n",
        "a (",
        "a ",
        "a",
        " ... ",
        " ... skipped '",
        "skipped '\n",
        f"{DOUBLE}\nFAIL: a (b.c)\n",
        f"{DOUBLE}\n",
        f"{SINGLE}\n",
        "Doctest: ",
        "\n",
        "\x1b[",
        "Ran 1 test in 0.1s\n\nOK\n",
        "UNEXPECTED SUCCESS: a\n",
    ],
)
def test_the_time_is_in_proportion_to_the_size(unit: str) -> None:
    def run(count: int) -> None:
        with contextlib.suppress(ReportUnreadable):
            read_printed("unittest", f"x (y.z) ... {unit * count}'".encode())

    assert_in_proportion(run, 4000)
