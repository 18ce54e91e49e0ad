"""What each parser takes from a log, in spellings that the kept logs do not have."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.triage.compare import compare, key_of
from bot.triage.texts import read_log
from bot.triage.texts.cleaning import lines_of, steps_of
from bot.triage.texts.failure import LONGEST_LINE, MOST_CHARACTERS, MOST_FAILURES, Failure, Runner
from bot.triage.texts.reading import extract
from checkers.output.escaping import raw_bytes
from fixtures.hostile import strings
from tests.bot.triage.worlds import LOGS, log


def found(text: str) -> list[tuple[str, str | None, tuple[str, ...]]]:
    """The failures of a step's lines: runner, case, lines."""
    return [(each.runner.value, each.case, each.lines) for each in extract(text.strip("\n").split("\n"))]


def failing(text: str) -> bytes:
    """A job's log whose one step fails after it printed that."""
    return f"##[group]Run it\nit\n##[endgroup]\n{text}\n##[error]Process completed with exit code 1.\n".encode()


DOCTEST = """
[doctest] run with "--help" for options
===============================================================================
a.cpp(4):
TEST SUITE: kernels
TEST CASE:  add

a.cpp(5): MESSAGE: seen
a.cpp(6): WARNING: WARN( 1 == 2 ) is NOT correct!
  values: WARN( 1 == 2 )

a.cpp(7): FATAL ERROR: no way
second line

===============================================================================
a.cpp(9):
TEST CASE:  odd

Should have failed but didn't! Marking it as failed!
===============================================================================
a.cpp(12):
TEST CASE:  crash

a.cpp(12): FATAL ERROR: test case CRASHED: SIGSEGV - Segmentation violation signal
"""


def test_doctest_tells_failures_from_messages_and_warnings() -> None:
    assert found(DOCTEST) == [
        ("doctest", "add", ("a.cpp(7): FATAL ERROR: no way", "second line")),
        ("doctest", "odd", ("Should have failed but didn't! Marking it as failed!",)),
        ("doctest", "crash", ("a.cpp(12): FATAL ERROR: test case CRASHED: SIGSEGV - Segmentation violation signal",)),
    ]


GTEST = """
[ RUN      ] T.add
D:\\a\\t.cc(7): error: Expected equality of these values:
  a
    Which is: 4
D:\\a\\t.cc(8): error: Value of: b
  Actual: false
[  FAILED  ] T.add (0 ms)
[ RUN      ] T.sum/1
t.cc:9: Failure
Failed
[  FAILED  ] T.sum/1, where GetParam() = 3 (0 ms)
[ RUN      ] T.ok
[       OK ] T.ok (0 ms)
[ RUN      ] T.crash
"""


def test_gtest_is_read_as_windows_prints_it_and_a_test_that_does_not_end_is_told() -> None:
    assert found(GTEST) == [
        ("gtest", "T.add", ("D:\\a\\t.cc(7): error: Expected equality of these values:", "  a", "    Which is: 4")),
        ("gtest", "T.add", ("D:\\a\\t.cc(8): error: Value of: b", "  Actual: false")),
        ("gtest", "T.sum/1", ("t.cc:9: Failure", "Failed")),
        ("gtest", "T.crash", ("[ RUN      ] T.crash … did not end",)),
    ]


CATCH2 = """
-------------------------------------------------------------------------------
Scenario: rows
      Given: a table
-------------------------------------------------------------------------------
t.cpp:3
...............................................................................

t.cpp:5: FAILED:
  CHECK_THROWS( f() )
because no exception was thrown where one was expected:

t.cpp:6: FAILED:
due to a fatal error condition:
  SIGSEGV - Segmentation violation signal

t.cpp:7: warning:
  not one
"""


def test_catch2_names_the_sections_with_the_case() -> None:
    case = "Scenario: rows > Given: a table"
    assert [(runner, name, lines[0]) for runner, name, lines in found(CATCH2)] == [
        ("catch2", case, "t.cpp:5: FAILED:"),
        ("catch2", case, "t.cpp:6: FAILED:"),
    ]


CTEST = """
    Start 1: a b
1/4 Test #1: a b ..............................***Failed    0.01 sec
out of range: 3
    Start 2: crash
2/4 Test #2: crash ............................***Exception: SegFault  0.01 sec
    Start 3: none
3/4 Test #3: none .............................***Not Run   0.00 sec
    Start 4: fine
4/4 Test #4: fine .............................   Passed    0.00 sec

The following tests FAILED:
\t  1 - a b (Failed)
\t  2 - crash (SEGFAULT)
\t  3 - none (Not Run)
"""


def test_ctest_tells_each_test_once_with_what_it_printed() -> None:
    assert found(CTEST) == [
        ("ctest", "a b", ("Failed", "out of range: 3")),
        ("ctest", "crash", ("Exception: SegFault",)),
        ("ctest", "none", ("Not Run",)),
    ]
    assert [failure.bare for failure in extract(CTEST.split("\n"))] == [False, False, True]


def test_the_list_of_ctest_counts_where_nothing_else_tells() -> None:
    text = "The following tests FAILED:\n\t  1 - a (Failed)\n\t  2 - b (Timeout)\nErrors while running CTest\n"
    assert found(text) == [("ctest", "a", ("Failed",)), ("ctest", "b", ("Timeout",))]


def test_what_another_runner_printed_below_ctest_tells_more_than_ctest() -> None:
    inner = "t.cc:7: Failure\nValue of: b\n"
    text = CTEST.replace("out of range: 3\n", f"[ RUN      ] T.b\n{inner}[  FAILED  ] T.b (0 ms)\n")
    assert found(text)[0] == ("gtest", "T.b", ("t.cc:7: Failure", "Value of: b"))
    assert "a b" not in [case for _, case, _ in found(text)]


def test_the_numbers_of_ctest_v_are_no_part_of_a_text() -> None:
    text = """
test 1
    Start 1: unit
1: Test command: /w/unit
1: [ RUN      ] T.b
1: t.cc:7: Failure
1: Value of: b
1: [  FAILED  ] T.b (0 ms)
1/1 Test #1: unit .............................***Failed    0.01 sec
"""
    assert found(text) == [("gtest", "T.b", ("t.cc:7: Failure", "Value of: b"))]


PYTEST = """
============================= test session starts ==============================
=================================== FAILURES ===================================
___________________________________ test_a ____________________________________
tests/t.py:3: in test_a
    check(3)
tests/t.py:1: in check
    assert x == 4, "off"
E   AssertionError: off
E   assert 3 == 4
----------------------------- Captured stdout call -----------------------------
E   not one
__________________________ ERROR at setup of test_b ___________________________
tests/t.py:9: in bad
    raise OSError("no device")
E   OSError: no device
=========================== short test summary info ============================
FAILED tests/t.py::test_a - AssertionError: off
ERROR tests/t.py::test_b - OSError: no device
========================= 1 failed, 1 error in 0.02s ===========================
"""


def test_pytest_is_told_by_its_statements_and_explanations() -> None:
    assert found(PYTEST) == [
        (
            "pytest",
            "test_a",
            ("    check(3)", '    assert x == 4, "off"', "E   AssertionError: off", "E   assert 3 == 4"),
        ),
        ("pytest", "ERROR at setup of test_b", ('    raise OSError("no device")', "E   OSError: no device")),
    ]


def test_the_summary_of_pytest_counts_where_nothing_else_tells() -> None:
    text = "=== short test summary info ===\nFAILED t.py::a - assert 3 == 4\n  more\nFAILED t.py::b\n=== 2 failed ==="
    assert found(text) == [
        ("pytest", "t.py::a", ("assert 3 == 4", "  more")),
        ("pytest", "t.py::b", ("FAILED t.py::b",)),
    ]
    assert [failure.bare for failure in extract(text.split("\n"))] == [False, True]


def test_what_a_section_of_pytest_does_not_tell_the_summary_does() -> None:
    """With --tb=line only errors have a section of their own."""
    text = """
=================================== FAILURES ===================================
/w/t.py:2: assert 3 == 4
==================================== ERRORS ====================================
__________________________ ERROR at setup of test_b ___________________________
E   OSError: no device
=========================== short test summary info ============================
FAILED t.py::TestC::test_a[x::1] - assert 3 == 4
ERROR t.py::test_b - OSError: no device
========================= 1 failed, 1 error in 0.02s ===========================
"""
    assert found(text) == [
        ("pytest", "ERROR at setup of test_b", ("E   OSError: no device",)),
        ("pytest", "t.py::TestC::test_a[x::1]", ("assert 3 == 4",)),
    ]


def test_a_traceback_that_python_wrote_belongs_to_its_test() -> None:
    """As --tb=native shows it."""
    text = """
=================================== FAILURES ===================================
____________________________________ test_a ____________________________________
Traceback (most recent call last):
  File "/w/t.py", line 2, in test_a
    check(3)
ValueError: no
========================= 1 failed in 0.02s ===========================
"""
    assert found(text) == [("pytest", "test_a", ("    check(3)", "ValueError: no"))]


def test_a_crash_of_pytest_itself_is_told() -> None:
    text = "=== test session starts ===\nINTERNALERROR> Traceback\nINTERNALERROR> ValueError: no\n"
    assert found(text) == [("pytest", None, ("INTERNALERROR> ValueError: no",))]


def test_a_test_of_gtest_that_another_program_follows_did_not_end() -> None:
    text = "[ RUN      ] T.a\n[ RUN      ] T.b\n[       OK ] T.b (0 ms)\n"
    assert found(text) == [("gtest", "T.a", ("[ RUN      ] T.a … did not end",))]


def test_ctest_without_tests_is_a_failure() -> None:
    assert found("No tests were found!!!") == [("ctest", None, ("No tests were found!!!",))]


UNITTEST = """
======================================================================
FAIL: test_a (t.T.test_a)
What it is about
----------------------------------------------------------------------
Traceback (most recent call last):
  File "/x/t.py", line 8, in test_a
    self.check(3)
    ~~~~~~~~~~^^^
  File "/x/t.py", line 4, in check
    self.assertTrue(x > 4)
AssertionError: False is not true : off

======================================================================
ERROR: setUpClass (t.U)
----------------------------------------------------------------------
Traceback (most recent call last):
  File "/x/t.py", line 3, in setUpClass
    raise OSError("no device")
OSError: no device

----------------------------------------------------------------------
Ran 1 test in 0.001s
"""


def test_unittest_is_told_by_its_statements_and_its_error() -> None:
    """`False is not true` alone would be the same for every assertTrue."""
    assert found(UNITTEST) == [
        (
            "unittest",
            "test_a (t.T.test_a)",
            ("    self.check(3)", "    self.assertTrue(x > 4)", "AssertionError: False is not true : off"),
        ),
        ("unittest", "setUpClass (t.U)", ('    raise OSError("no device")', "OSError: no device")),
    ]


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("a.cpp:3:5: fatal error: x.h: No such file", ("a.cpp:3:5: fatal error: x.h: No such file",)),
        ("a.cpp:3:5: error: no x\n  3 |   int y = x;\n    |           ^", ("a.cpp:3:5: error: no x", "  | int y = x;")),
        ("a.cpp:3:5: error: no x\n  int y = x;\n          ^", ("a.cpp:3:5: error: no x", "  int y = x;")),
        ("src\\a.cpp(3,5): error C2065: 'x'", ("src\\a.cpp(3,5): error C2065: 'x'",)),
        ("  2>C:\\a b\\a.cpp(3): error C2065: 'x'", ("  2>C:\\a b\\a.cpp(3): error C2065: 'x'",)),
        ("main.obj : error LNK2019: unresolved", ("main.obj : error LNK2019: unresolved",)),
        ("cl : Command line error D8021 : invalid", ("cl : Command line error D8021 : invalid",)),
        ("nvcc fatal   : Unsupported gpu architecture 'sm_1'", ("nvcc fatal   : Unsupported gpu architecture 'sm_1'",)),
        ("ptxas error   : too much shared data", ("ptxas error   : too much shared data",)),
        ("nvlink error   : Undefined reference to 'f'", ("nvlink error   : Undefined reference to 'f'",)),
        ("/usr/bin/ld: cannot find -lx: No such file", ("/usr/bin/ld: cannot find -lx: No such file",)),
        ("ld.lld: error: undefined symbol: f()", ("ld.lld: error: undefined symbol: f()",)),
        (
            "CMake Error at CMakeLists.txt:3 (message):\n  no kernel\n\n\nCall Stack",
            ("CMake Error at CMakeLists.txt:3 (message):", "  no kernel"),
        ),
    ],
)  # fmt: skip
def test_an_error_of_a_compiler_or_a_linker_is_told_by_its_own_lines(text: str, lines: tuple[str, ...]) -> None:
    assert [each[2] for each in found(text)] == [lines]


@pytest.mark.parametrize(
    "text",
    [
        "a.cpp:3:5: warning: unused",
        "a.cpp:3:5: note: candidate",
        "cc1plus: all warnings being treated as errors",
        "collect2: error: ld returned 1 exit status",
        "make: *** [Makefile:2: all] Error 1",
        "ninja: build stopped: subcommand failed.",
        '1 error detected in the compilation of "a.cu".',
        "0 errors",
        "[       OK ] T.error (0 ms)",
        "engine.exe : fatal error LNK1120: 1 unresolved externals",
    ],
)
def test_what_only_sums_up_or_warns_is_no_failure(text: str) -> None:
    assert found(text) == []


def test_a_race_is_the_same_whichever_access_is_told_first() -> None:
    one = """
WARNING: ThreadSanitizer: data race (pid=1)
  Write of size 4 at 0x55e000001010 by thread T1:
    #0 push(int) /x/a.cpp:4 (race+0x1)
  Previous read of size 4 at 0x55e000001010 by thread T2:
    #0 pop(int) /x/a.cpp:9 (race+0x2)
  Location is global 'queue' of size 4 at 0x55e000001010 (race+0x3)
SUMMARY: ThreadSanitizer: data race /x/a.cpp:4 in push(int)
"""
    other = """
WARNING: ThreadSanitizer: data race (pid=2)
  Read of size 4 at 0x55e000002010 by thread T1:
    #0 pop(int) /x/a.cpp:10 (race+0x4)
  Previous write of size 4 at 0x55e000002010 by thread T2:
    #0 push(int) /x/a.cpp:5 (race+0x5)
  Location is global 'queue' of size 4 at 0x55e000002010 (race+0x6)
SUMMARY: ThreadSanitizer: data race /x/a.cpp:10 in pop(int)
"""
    parts = compare(extract(one.split("\n")), extract(other.split("\n")))
    assert (len(parts.shared), len(parts.new)) == (1, 0)
    third = other.replace("queue", "stack")
    assert compare(extract(third.split("\n")), extract(one.split("\n"))).new


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("x: a.cpp:3: int f(): Assertion `n == 1' failed.", ("x: a.cpp:3: int f(): Assertion `n == 1' failed.",)),
        (
            "terminate called after throwing an instance of 'E'\n  what():  boom",
            ("terminate called after throwing an instance of 'E'", "  what():  boom"),
        ),
        ("/w/s.sh: line 3:  4711 Aborted      (core dumped) ./a", ("Aborted      (core dumped) ./a",)),
        ("Aborted (core dumped)", ("Aborted (core dumped)",)),
        (
            'Traceback (most recent call last):\n  File "a.py", line 1, in f\n    g()\nValueError: no',
            ("    g()", "ValueError: no"),
        ),
    ],
)  # fmt: skip
def test_crashes_are_told_in_their_own_words(text: str, lines: tuple[str, ...]) -> None:
    assert found(text) == [("crash", None, lines)]


def test_stamps_colours_and_returned_carriages_go() -> None:
    data = "\ufeff2026-11-29T17:04:05.1234567Z \x1b[31;1mred\x1b[0m\r\n2026-11-29T17:04:05.1Z 10%\r20%\r100%\n".encode()
    assert lines_of(data) == ("red", "10%", "20%", "100%", "")


def test_a_time_stamp_inside_a_line_stays() -> None:
    assert lines_of(b"seen at 2026-11-29T17:04:05.1Z here")[0] == "seen at 2026-11-29T17:04:05.1Z here"


def test_the_script_that_a_step_runs_is_not_its_output() -> None:
    data = failing("fine").replace(b"\nit\n", b"\ngrep 'a.cpp:1:1: error: no' log\n")
    assert [each.lines for each in read_log(data).failures.found] == [("fine",)]


def test_only_steps_that_failed_are_read() -> None:
    meant = "##[group]Run ./negative\n##[endgroup]\na.cpp:1:1: error: this is meant\n"
    data = meant.encode() + failing("b.cpp:1:1: error: this is not")
    assert [each.lines for each in read_log(data).failures.found] == [("b.cpp:1:1: error: this is not",)]


def test_what_a_problem_matcher_marked_is_read_as_it_was() -> None:
    (failure,) = read_log(failing("##[error]a.cpp:1:1: error: no x")).failures.found
    assert (failure.runner, failure.lines) == (Runner.COMPILER, ("a.cpp:1:1: error: no x",))


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("##[error]Unable to download", ("Unable to download",)),
        ("one\nlicense header is missing\nerror in 2 files", ("error in 2 files",)),
        ("one\ntwo", ("one", "two")),
    ],
)
def test_a_step_that_no_parser_knows_is_told_by_its_own_words(text: str, lines: tuple[str, ...]) -> None:
    (failure,) = read_log(failing(text)).failures.found
    assert (failure.runner, failure.case, failure.lines, failure.bare) == (Runner.STEP, "Run it", lines, False)


def test_an_exit_code_alone_is_no_reason() -> None:
    (failure,) = read_log(failing("")).failures.found
    assert failure.bare


def test_a_second_place_with_the_same_text_is_a_failure_more() -> None:
    one = extract(["a.cpp:1:1: error: no x"])
    two = extract(["a.cpp:1:1: error: no x", "a.cpp:9:1: error: no x"])
    assert len(compare(two, one).new) == 1
    assert compare(one, two).new == ()


def test_the_same_place_told_twice_is_one_failure() -> None:
    one = extract(["a.cpp:1:1: error: no x"])
    twice = extract(["a.cpp:1:1: error: no x", "  a.cpp:1:1: error: no x"])
    assert compare(twice, one).new == ()


def test_the_case_is_part_of_the_reason() -> None:
    def failure(case: str) -> Failure:
        return Failure(Runner.DOCTEST, case, ("a.cpp:1: ERROR: CHECK( x ) is NOT correct!",))

    assert key_of(failure("add")) != key_of(failure("sub"))
    assert key_of(failure("add  one")) == key_of(failure("add one"))


def test_what_is_too_much_is_cut_and_said() -> None:
    many = read_log(failing("\n".join(f"a.cpp:{n}:1: error: no x{n}" for n in range(MOST_FAILURES + 5)))).failures
    assert (len(many.found), many.cut) == (MOST_FAILURES, True)
    long = read_log(failing("a.cpp:1:1: error: " + "x" * LONGEST_LINE)).failures
    assert (len(long.found[0].lines[0]), long.cut) == (LONGEST_LINE, True)
    number = MOST_CHARACTERS // LONGEST_LINE + 3
    wide = "\n".join(f"a.cpp:{n}:1: error: {'x' * (LONGEST_LINE - 100)}" for n in range(number))
    assert read_log(failing(wide)).failures.cut
    assert not read_log(failing("a.cpp:1:1: error: no x")).failures.cut


def test_hostile_strings_are_read_as_text() -> None:
    for text in strings():
        assert read_log(raw_bytes(f"a.cpp:1:1: error: {text}\n")).failures.found


_LINES = [line for path in sorted(LOGS.glob("*-both.log")) for line in path.read_bytes().split(b"\n")]


@settings(max_examples=150, deadline=None)
@given(st.lists(st.one_of(st.sampled_from(_LINES), st.binary(max_size=40)), max_size=40))
def test_no_bytes_crash_it(lines: list[bytes]) -> None:
    data = b"\n".join(lines)
    failures = read_log(data).failures.found
    parts = compare(failures, failures)
    assert not parts.new
    assert not parts.others
    lines = lines_of(data)
    assert sum(len(step.lines) for step in steps_of(lines)) <= len(lines)


@settings(max_examples=40, deadline=None)
@given(
    st.sampled_from(sorted(path.stem for path in LOGS.glob("*-both.log"))),
    st.dates(date(2000, 1, 1)).map(lambda day: f"{day:%Y-%m-%d}".encode()),
    st.from_regex(rb"\A/(?:home/runner/work|__w)/[a-z]{1,8}/[a-z]{1,8}\Z"),
)
def test_other_days_and_folders_change_no_comparison(name: str, day: bytes, folder: bytes) -> None:
    data = log(name)
    moved = data.replace(b"2026-11-2", day[:9]).replace(b"/__w/engine/engine", folder)
    one, other = read_log(data).failures.found, read_log(moved).failures.found
    assert one
    assert not compare(one, other).new
    assert not compare(other, one).new
