"""A workspace in memory whose suite is a function, for tests of what runs rows: no file, no process, no git."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, cast

from bot.mutation.model import (
    EndedBy,
    Execution,
    Expectation,
    ExpectKind,
    Mutation,
    Replace,
    ReportKind,
    ReportSource,
    Suite,
    Table,
    TimeLimit,
)
from bot.mutation.report import TableResult
from bot.mutation.selection import Selected
from bot.mutation.table_runner import RunContext, run_table
from checkers.errors import RedfirstError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.mutation.workspace import Workspace

GUARD = "guard"
INTACT = b"limit=4 double=2"
UNIT = Suite("unit", (), None, ("unit",), ReportSource(ReportKind.TAP, "stdout"), (), 1, TimeLimit())


def tap(**cases: bool) -> bytes:
    """A TAP stream of those cases."""
    lines = [
        f"{'ok' if green else 'not ok'} {number} - {name}" for number, (name, green) in enumerate(cases.items(), 1)
    ]
    return "\n".join([f"1..{len(lines)}", *lines, ""]).encode()


def guarded(workspace: MemoryWorkspace, argv: Sequence[str]) -> bytes:
    """The suite that the tests have in common: one case for each half of the guard."""
    text = workspace.files.get(GUARD) or b""
    return tap(capacity=b"limit=4" in text, double=b"double=2" in text)


@dataclass
class MemoryWorkspace:
    """`suite` gives what a command prints (a line `not ok` is exit code 1); `commands` are those that ran, in order."""

    suite: Callable[[MemoryWorkspace, Sequence[str]], bytes] = guarded
    files: dict[str, bytes | None] = field(default_factory=lambda: {GUARD: INTACT})
    commands: list[str] = field(default_factory=list)
    is_made: bool = False
    refuses: Callable[[str, bytes | None], bool] = lambda path, data: False

    def read(self, path: str) -> bytes | None:
        return self.files.get(path)

    def write(self, path: str, data: bytes | None) -> None:
        if self.refuses(path, data):
            raise RedfirstError(f"{path} is refused")
        self.files[path] = data

    def digest(self, path: str) -> str | None:
        data = self.files.get(path)
        return None if data is None else data.hex()

    def discard(self, path: str) -> None:
        self.files.pop(path, None)

    def read_report(self, path: str) -> bytes | None:
        return self.files.get(path)

    def run(self, argv: Sequence[str], environment: Mapping[str, str], seconds: float) -> Execution:
        self.commands.append(argv[0])
        printed = self.suite(self, argv)
        return Execution(tuple(argv), EndedBy.EXIT, int(b"not ok" in printed), 0.1, printed, b"")

    @property
    def typed(self) -> Workspace:
        return cast("Workspace", self)

    @contextmanager
    def entered(self) -> Iterator[Workspace]:
        self.is_made = True
        yield self.typed


def row(name: str, find: str, with_: str, *red: str, **expect: Any) -> Mutation:
    """A row that replaces text of the guard."""
    expectation = Expectation(ExpectKind.RED, red, **expect)
    return Mutation(name, f"what {name} claims", "unit", (Replace(GUARD, find, with_, 1),), expectation, 1)


CAPACITY = row("capacity", "limit=4", "limit=5", "capacity")
DOUBLE = row("double", "double=2", "double=3", "double")


def judged(
    workspace: MemoryWorkspace, *rows: Mutation, suites: Sequence[Suite] = (UNIT,), repeat: int = 1
) -> TableResult:
    """A table of rows, run in that workspace."""
    return judged_in([workspace], *rows, suites=suites, repeat=repeat)


def judged_in(
    workspaces: Sequence[MemoryWorkspace], *rows: Mutation, suites: Sequence[Suite] = (UNIT,), repeat: int = 1
) -> TableResult:
    """A table of rows, run in those workspaces at the same time."""
    waiting = iter(workspaces)
    table = Table("t.yml", "0" * 64, {suite.name: suite for suite in suites}, rows)
    context = RunContext(
        lambda: next(waiting).entered(), lambda path: None, lambda: None, jobs=len(workspaces), repeat=repeat
    )
    return run_table(Selected(table, rows, tuple(row.id for row in rows)), context)
