"""A failure as a log tells it, as types: who printed it, the case it belongs to, and its lines."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

MOST_FAILURES = 2_000
MOST_LINES = 200
LONGEST_LINE = 8_192
MOST_CHARACTERS = 1 << 20
"""Of one log's failures, of one failure's lines, of one line's characters, and of all texts together.

What is more is cut, and said.
"""


class Runner(StrEnum):
    """Whose words a failure is told in."""

    DOCTEST = "doctest"
    GTEST = "gtest"
    CATCH2 = "catch2"
    CTEST = "ctest"
    PYTEST = "pytest"
    UNITTEST = "unittest"
    COMPILER = "compiler"
    SANITIZER = "sanitizer"
    CRASH = "crash"
    STEP = "step"


@dataclass(frozen=True, slots=True)
class Failure:
    """One failing assertion, error or crash.

    `lines` are as printed, without time stamps and colours. `bare` means that they name what failed and not why, such
    as `exit code 1`. `first` and `last` say where in the log of the step it stands, 0-based.
    """

    runner: Runner
    case: str | None
    lines: tuple[str, ...]
    bare: bool = False
    first: int = 0
    last: int = 0


@dataclass(frozen=True, slots=True)
class Failures:
    """What one log tells. `cut` is true where there was more than is kept, so that absence proves nothing."""

    found: tuple[Failure, ...] = ()
    cut: bool = False
