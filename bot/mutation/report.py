"""What a run of tables found, as types: rows, controls, tables and the whole report, in the form that JSON has too."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from bot.mutation.model import EndedBy, Outcome
from checkers import __version__

SCHEMA = "redfirst.mutation/1"


class CaseOutcome(StrEnum):
    """What became of one case of `redfirst prove`."""

    PROVEN = "proven"
    UNPROVEN = "unproven"
    BROKEN = "broken"
    UNBUILDABLE = "unbuildable"
    UNSTABLE = "unstable"
    KEPT = "kept"


class TableOutcome(StrEnum):
    """What became of a table: void where a control was not green, so that nothing was judged."""

    PASS = "pass"
    FAIL = "fail"
    VOID = "void"


class Moment(StrEnum):
    """When a control ran: before the first row of its workspace, or after the last one."""

    BEFORE = "before"
    AFTER = "after"


@dataclass(frozen=True, slots=True)
class Step:
    """One command as it ended: its exit code (or the signal's number), None where it did not start; wall time."""

    ended_by: EndedBy
    exit_code: int | None
    seconds: float


@dataclass(frozen=True, slots=True)
class Lines:
    """How many lines the edits added and removed."""

    added: int
    removed: int


@dataclass(frozen=True, slots=True)
class Counts:
    """A number in the control and under the mutation; None where it is not known."""

    before: int | None = None
    after: int | None = None


@dataclass(frozen=True, slots=True)
class Hashes:
    """The SHA-256 of a file in the control and under the mutation; None where there is no such file."""

    path: str
    before: str | None
    after: str | None


@dataclass(frozen=True, slots=True)
class EditedFile:
    """The SHA-256 of an edited file before the edit, with it, and after it was taken back; None: no such file."""

    path: str
    before: str | None
    after: str | None
    restored: str | None


@dataclass(frozen=True, slots=True)
class RowResult:
    """One row, or one case of `redfirst prove`; `reason` is one sentence, `log` the end of what was printed."""

    id: str
    outcome: Outcome | CaseOutcome
    passes: bool
    reason: str
    claim: str = ""
    suite: str = ""
    lines: Lines | None = None
    build: Step | None = None
    run: Step | None = None
    cases: Counts = Counts()
    assertions: Counts = Counts()
    red: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    extra: tuple[str, ...] = ()
    running: str | None = None
    artifacts: tuple[Hashes, ...] = ()
    files: tuple[EditedFile, ...] = ()
    seconds: float = 0.0
    log: tuple[str, ...] = ()

    @property
    def failed(self) -> bool:
        """Whether it was judged and is not as its table claims; a void one was not judged."""
        return not self.passes and self.outcome is not Outcome.VOID


@dataclass(frozen=True, slots=True)
class ControlResult:
    """One run of a suite on the unmutated tree."""

    suite: str
    moment: Moment
    green: bool
    reason: str
    cases: int | None = None
    assertions: int | None = None
    build: Step | None = None
    run: Step | None = None
    log: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TableResult:
    """One table; `declared` are the ids of all its rows, `rows` those that this run judged, in the table's order."""

    file: str
    sha256: str
    outcome: TableOutcome
    reason: str | None
    declared: tuple[str, ...]
    rows: tuple[RowResult, ...]
    controls: tuple[ControlResult, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def failed_by_itself(self) -> bool:
        """Whether it failed and none of its rows did."""
        return self.outcome is TableOutcome.FAIL and not any(row.failed for row in self.rows)


@dataclass(frozen=True, slots=True)
class Shard:
    """One of several parts of the rows: `number` counts from 1."""

    number: int
    of: int


@dataclass(frozen=True, slots=True)
class Tool:
    """Who wrote the report."""

    name: str
    version: str


THIS_TOOL = Tool("redfirst", __version__)


@dataclass(frozen=True, slots=True)
class PolicySource:
    """The policy that counted."""

    source: str
    sha256: str


@dataclass(frozen=True, slots=True)
class Summary:
    """How many rows pass and how many do not; `green` only if every table passes and at least one row was judged."""

    passed: int
    failed: int
    green: bool


@dataclass(frozen=True, slots=True)
class MutationReport:
    """One run. `commit` is the tree that was judged; `base`, for `prove`, the merge base. Both are full hashes.

    `uncommitted` is the SHA-256 of what the work tree adds to the commit, where the run took it along.
    """

    tool: Tool
    command: str
    commit: str
    policy: PolicySource
    tables: tuple[TableResult, ...]
    base: str | None = None
    uncommitted: str | None = None
    shard: Shard | None = None
    notes: tuple[str, ...] = ()
    schema: str = SCHEMA
    summary: Summary = field(init=False)

    def __post_init__(self) -> None:
        rows = [row for table in self.tables for row in table.rows]
        passed = sum(row.passes for row in rows)
        green = bool(rows) and all(table.outcome is TableOutcome.PASS for table in self.tables)
        object.__setattr__(self, "summary", Summary(passed, len(rows) - passed, green))

    @property
    def failed(self) -> bool:
        """Whether any table did not pass."""
        return any(table.outcome is not TableOutcome.PASS for table in self.tables)
