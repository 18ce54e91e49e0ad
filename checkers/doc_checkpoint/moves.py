"""What a change does to the keyed rows: moves between states, arrivals, losses and rows that it doubles."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from checkers.doc_checkpoint.rows import Placed, RowReader, Rows
from checkers.policy.identity import identity
from checkers.source.recent import Recent

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from checkers.doc_checkpoint.steps import Step
    from checkers.policy.globs import Globs
    from checkers.policy.sections import DocCheckpoint
    from checkers.repo.types import Snapshot
    from checkers.source.cache import Sources

_WILD = frozenset("*?[\\")
_NEW = "(new)"


class Move(NamedTuple):
    """A row in a state that it had not before; `old` is how a message names the state before."""

    table: str
    placed: Placed
    old: str
    is_claim: bool
    spec_before: str | None

    @property
    def label(self) -> str:
        """The table, the row and `OLD -> NEW`."""
        return f"{self.table} {self.placed.row.id} {self.old} -> {self.placed.row.shown}"


class Tables:
    """The record tables of snapshots, read once a blob and kept while they are near; how many rows one has, longer."""

    def __init__(self, section: DocCheckpoint, sources: Sources) -> None:
        self._globs = section.tables
        self._literal = None if _is_wild(section.tables) else section.tables.patterns
        self._reader = RowReader(section)
        self._read = Recent[tuple[str, str], Rows](96)
        self._counts = sources.shelf("doc_checkpoint", identity((section.state_columns, section.states)))

    def rows(self, snapshot: Snapshot, path: str) -> Rows:
        """The keyed rows of one file; none where it is no regular file."""
        entry = snapshot.get(path)
        if entry is None or not entry.is_regular:
            return {}
        if entry.oid is None:
            return self._reader.rows(snapshot.read(path) or b"", path)
        return self._read.get((entry.oid, path), lambda: self._reader.rows(snapshot.read(path) or b"", path))

    def count(self, snapshot: Snapshot, path: str) -> int:
        """How many keyed rows one file has; the rows themselves are read only where somebody asked for them."""
        entry = snapshot.get(path)
        oid = entry.oid if entry is not None else None
        if oid and (oid, path) in self._read:
            return sum(len(rows) for rows in self.rows(snapshot, path).values())
        if self._counts is None or not oid:
            return self._reader.count(snapshot.read(path) or b"")
        known = self._counts.get(oid, int)
        if known is None:
            known = self._reader.count(snapshot.read(path) or b"")
            self._counts.put(oid, known)
        return known

    def touched(self, step: Step) -> list[str]:
        """The table files that a change may touch."""
        return [path for path in step.paths if self._globs.match(path)]

    def paths(self, snapshot: Snapshot) -> list[str]:
        """The table files of a snapshot; lists the tree only where the policy has patterns."""
        if self._literal is not None:
            return sorted({path for path in self._literal if snapshot.get(path)})
        return [path for path in snapshot.entries() if self._globs.match(path)]


class RowChanges:
    """What one change does to rows, over all tables that it touches."""

    def __init__(self, step: Step, tables: Tables, section: DocCheckpoint) -> None:
        self._step = step
        self._tables = tables
        self._states = section.states
        self._paths = tables.touched(step)

    def moves(self) -> Iterator[Move]:
        """Rows that change their state, and rows that arrive in one that is a claim on arrival."""
        for path in self._paths:
            befores = [self._tables.rows(before, path) for before in self._step.befores(path)]
            for name, rows in self._tables.rows(self._step.after, path).items():
                earlier = [placed for before in befores for placed in before.get(name, ())]
                if [placed.row for placed in rows] != [placed.row for placed in earlier]:
                    yield from self._moved(path, rows, earlier)

    def _moved(self, path: str, rows: Sequence[Placed], earlier: Sequence[Placed]) -> Iterator[Move]:
        """The moves among the rows of one id, given those that stood there before: one that was added has arrived."""
        known = {placed.row.state for placed in earlier}
        states = {placed.row.state for placed in rows}
        new = [placed for placed in rows if placed.row.state and placed.row.state not in known]
        gone = [placed for placed in earlier if placed.row.state not in states]
        for placed in new:
            move = self._move(path, placed, gone) if gone or earlier else self._arrival(path, placed)
            if move:
                yield move

    def _arrival(self, path: str, placed: Placed) -> Move | None:
        """What a row does that its table had not before; one that another table had in that state has not moved."""
        left, stays = self._elsewhere(path, placed.row.id)
        if any(other.row.state == placed.row.state for other in (*left, *stays)):
            return None
        return self._move(path, placed, left)

    def _move(self, path: str, placed: Placed, earlier: Sequence[Placed]) -> Move | None:
        """The move of a row from the first of those before it; from none it is an arrival."""
        state = placed.row.state or ""
        if earlier:
            old = earlier[0].row
            return Move(path, placed, old.shown, is_claim=state in self._states.claim, spec_before=old.spec)
        is_claim = state in self._states.claim_on_arrival
        return Move(path, placed, _NEW, is_claim=True, spec_before=None) if is_claim else None

    def _elsewhere(self, path: str, name: str) -> tuple[list[Placed], list[Placed]]:
        """The rows with that id that other tables had before: those that left their table, and those that stay."""
        left: list[Placed] = []
        stays: list[Placed] = []
        for other, before, after in self._standing:
            if other != path and name in before:
                (stays if name in after else left).extend(before[name])
        return left, stays

    @cached_property
    def _standing(self) -> list[tuple[str, Rows, Rows]]:
        """Every table that was there before, with its rows before and after."""
        before, after = self._step.change.before, self._step.after
        read = self._tables.rows
        return [(path, read(before, path), read(after, path)) for path in self._tables.paths(before)]

    def lost(self) -> Iterator[tuple[str, Placed]]:
        """Rows that vanish from a table and stand in none afterwards, with the path they vanish from."""
        found: list[tuple[str, Placed]] = []
        for path in self._paths:
            after = self._tables.rows(self._step.after, path)
            first, *others = [self._tables.rows(before, path) for before in self._step.befores(path)]
            gone = [name for name in first if name not in after and all(name in other for other in others)]
            found += [(path, first[name][0]) for name in gone]
        return self._without_arrived(found)

    def _without_arrived(self, lost: Sequence[tuple[str, Placed]]) -> Iterator[tuple[str, Placed]]:
        if not lost:
            return
        standing = [self._tables.rows(self._step.after, path) for path in self._tables.paths(self._step.after)]
        yield from ((path, placed) for path, placed in lost if not any(placed.row.id in rows for rows in standing))

    def unknown(self) -> Iterator[tuple[str, Placed]]:
        """Rows whose state column holds no known state, where the change brings that."""
        for path in self._paths:
            befores = [self._tables.rows(before, path) for before in self._step.befores(path)]
            for name, rows in self._tables.rows(self._step.after, path).items():
                shown = {placed.row.shown for before in befores for placed in before.get(name, ())}
                yield from ((path, placed) for placed in rows if placed.row.unknown and placed.row.shown not in shown)

    def doubled(self) -> Iterator[tuple[str, Sequence[Placed]]]:
        """Ids that key two rows of one file, where the change brings that: the path and the rows."""
        for path in self._paths:
            befores = [self._tables.rows(before, path) for before in self._step.befores(path)]
            for name, rows in self._tables.rows(self._step.after, path).items():
                fewer = len(rows) > 1 and all(len(before.get(name, ())) < len(rows) for before in befores)
                if fewer and len(self._elsewhere(path, name)[0]) < len(rows):
                    yield path, rows


def _is_wild(globs: Globs) -> bool:
    return any(not _WILD.isdisjoint(pattern) for pattern in globs.patterns)
