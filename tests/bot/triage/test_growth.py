"""Logs that are out to make their reader slow: time grows with their size, whatever they hold."""

from __future__ import annotations

import pytest

from bot.triage.compare import compare
from bot.triage.normalise import normalise
from bot.triage.texts import read_log
from tests.support.timing import assert_in_proportion

pytestmark = pytest.mark.growth

ROWS = {
    "doctest": "TEST CASE:  x\n\na.cpp:1: ERROR: CHECK( 1 == 2 ) is NOT correct!\n",
    "gtest": "[ RUN      ] A.b\na.cpp:1: Failure\nx\n",
    "catch2": "-" * 79 + "\nx\na.cpp:1: FAILED:\n x\n",
    "ctest": "    Start 1: a\n1/2 Test #1: a ....***Failed 0.01 sec\nx\n",
    "pytest": "=== FAILURES ===\n___ a ___\nE   x\n=== short test summary info ===\nFAILED a - x\n",
    "unittest": "=" * 70 + "\nFAIL: x\n",
    "sanitizers": "==1==ERROR: AddressSanitizer: x\n    #0 0x1 in f a.cpp:1\nDirect leak of \n",
    "compilers": "a.cpp:1:1: error: x\nCMake Error at a:1\n  x\n",
    "crashes": 'Traceback (most recent call last):\n  File "a", line 1, in f\n',
    "steps": "##[group]Run x\n##[error]x\n",
    "places": "a.cpp:1:\n",
}
LINES = {
    "paths": "/home/" + "x/" * 9,
    "numbers": ":1",
    "files": "a.cpp:1:2:",
    "hex": "(a+0x1",
    "quotes": "': Assertion `",
}


@pytest.mark.parametrize("name", ROWS)
def test_a_log_of_one_kind_of_line_takes_time_in_proportion(name: str) -> None:
    def read(size: int) -> None:
        found = read_log((ROWS[name] * size + "##[error]Process completed with exit code 1.\n").encode()).failures.found
        compare(found, found)

    assert_in_proportion(read, 400)


@pytest.mark.parametrize("name", LINES)
def test_a_long_line_takes_time_in_proportion(name: str) -> None:
    assert_in_proportion(lambda size: normalise.__wrapped__(LINES[name] * size), 4_000)


@pytest.mark.parametrize("name", LINES)
def test_a_log_of_one_long_line_takes_time_in_proportion(name: str) -> None:
    assert_in_proportion(lambda size: read_log((LINES[name] * size).encode()), 4_000)
