"""The words of mutation tables as types: tables, suites, rows, edits, expectations, runs and outcomes."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping


class Outcome(StrEnum):
    """What became of one row; only `passes` of the row's result says whether that is what the table claims."""

    DETECTED = "detected"
    ACCEPTED = "accepted"
    SURVIVED = "survived"
    MISPLACED = "misplaced"
    UNBUILDABLE = "unbuildable"
    INERT = "inert"
    NOT_APPLIED = "not-applied"
    VACUOUS = "vacuous"
    TIMED_OUT = "timed-out"
    CRASHED = "crashed"
    UNRESTORED = "unrestored"
    VOID = "void"


class ReportKind(StrEnum):
    """Where the results of a suite's cases are read, as the table names it."""

    JUNIT = "junit"
    DOCTEST_XML = "doctest-xml"
    GTEST_JSON = "gtest-json"
    CTEST_JUNIT = "ctest-junit"
    UNITTEST = "unittest"
    TAP = "tap"
    EXIT_CODE = "exit-code"


@dataclass(frozen=True, slots=True)
class ReportSource:
    """A report's kind and its place: a path below the workspace, or `stdout`/`stderr`; empty for the exit code."""

    kind: ReportKind
    place: str


@dataclass(frozen=True, slots=True)
class TimeLimit:
    """Seconds, or a multiple of the control's own time (at least ten seconds)."""

    seconds: float | None = None
    factor: float | None = 5.0


Argv = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Suite:
    """How a suite is prepared (once a workspace), built (before every run), run and read."""

    name: str
    prepare: tuple[Argv, ...]
    build: Argv | None
    run: Argv
    report: ReportSource
    artifacts: tuple[str, ...]
    min_cases: int
    timeout: TimeLimit
    compile_red: bool = False
    environment: Mapping[str, str] | None = None


@dataclass(frozen=True, slots=True)
class Replace:
    """Literal text, which must occur exactly `times` times."""

    file: str
    find: str
    replacement: str
    times: int


@dataclass(frozen=True, slots=True)
class Patch:
    """A unified diff, read from a file beside the table; it may touch only `file`."""

    file: str
    patch: str
    """The diff's text."""


@dataclass(frozen=True, slots=True)
class DeleteCall:
    """The nth (from 1) call of a function that stands as a statement."""

    file: str
    call: str
    nth: int


@dataclass(frozen=True, slots=True)
class Negate:
    """The nth condition with that text, negated."""

    file: str
    condition: str
    nth: int


@dataclass(frozen=True, slots=True)
class ReturnEarly:
    """The body of the nth function of that name begins with a return; `value` is what it returns, if anything."""

    file: str
    function: str
    nth: int
    value: str | None = None


@dataclass(frozen=True, slots=True)
class Rename:
    """One token renamed: the nth occurrence as a token, or the one on `line` (from 1)."""

    file: str
    old: str
    new: str
    nth: int
    line: int | None = None


@dataclass(frozen=True, slots=True)
class RestoreBase:
    """The file as it is at the merge base with the policy's base ref; a file that the base lacks is removed."""

    file: str


@dataclass(frozen=True, slots=True)
class StubDisabled:
    """A Python file with nothing in it but a docstring."""

    file: str


StructuralEdit = DeleteCall | Negate | ReturnEarly | Rename
"""Those that need a reader of the file's language."""
Edit = Replace | Patch | StructuralEdit | RestoreBase | StubDisabled


class ExpectKind(StrEnum):
    """What a row claims."""

    RED = "red"
    GREEN = "green"
    BUILD_FAILS = "build-fails"
    TIMED_OUT = "timed-out"
    CRASHED = "crashed"


@dataclass(frozen=True, slots=True)
class Expectation:
    """`red` are globs over whole case names; `only` means those and no others; `reason` is a green's.

    `green_suites` names suites that must stay green under the same mutation.
    """

    kind: ExpectKind
    red: tuple[str, ...] = ()
    only: bool = True
    reason: str | None = None
    green_suites: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Mutation:
    """One row of a table."""

    id: str
    claim: str
    suite: str
    edits: tuple[Edit, ...]
    expect: Expectation
    line: int
    """Where the row begins in the table's file, from 1."""


@dataclass(frozen=True, slots=True)
class Table:
    """One table file; `path` is relative to the repository's root, `sha256` is of its bytes."""

    path: str
    sha256: str
    suites: Mapping[str, Suite]
    mutations: tuple[Mutation, ...]


class Colour(StrEnum):
    """What became of one case of a suite."""

    GREEN = "green"
    RED = "red"
    SKIPPED = "skipped"


@dataclass(frozen=True, slots=True)
class CaseResult:
    """One case by its full name, in the form that the suite's report gives it."""

    name: str
    colour: Colour
    threw: bool = False
    """True where it ended by an exception rather than by an assertion."""


@dataclass(frozen=True, slots=True)
class SuiteResult:
    """What a report says. `assertions` is None where the report does not count them.

    `running` names the case that had begun and not ended; `complete` is False where the report breaks off.
    """

    cases: tuple[CaseResult, ...]
    assertions: int | None = None
    running: str | None = None
    complete: bool = True


class EndedBy(StrEnum):
    """How a command ended."""

    EXIT = "exit"
    SIGNAL = "signal"
    TIME = "time"
    OUTPUT = "output"
    NOT_STARTED = "not-started"


@dataclass(frozen=True, slots=True)
class Execution:
    """One command that was run: `code` is its exit code (or the signal's number), None where it did not start.

    `stdout` and `stderr` are what is kept of its output, bounded; `seconds` is wall time.
    """

    argv: Argv
    ended_by: EndedBy
    code: int | None
    seconds: float
    stdout: bytes
    stderr: bytes
    detail: str = ""
    """A sentence where the command was ended by a limit or could not start."""

    @property
    def succeeded(self) -> bool:
        """Whether it ended by itself with exit code 0."""
        return self.ended_by is EndedBy.EXIT and self.code == 0
