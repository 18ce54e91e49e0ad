"""Which tables and which rows a run judges: as they lie on disk, and as the command line narrows them."""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from bot.mutation.table import load_table
from checkers.errors import UsageError, reason_of
from checkers.reading import read_whole
from checkers.suggestions import did_you_mean, there_are
from checkers.wording import counted, shown

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from bot.mutation.model import Mutation, Suite, Table
    from checkers.policy.globs import Globs
    from checkers.repo.types import Snapshot

_MOST_BYTES = 2 * 1024 * 1024
"""Of a table or a patch. The loader takes less of a table, and says so with the table's own line."""


@dataclass(frozen=True, slots=True)
class Selected:
    """A table and those of its rows that are judged, in its order; `declared` are those of all shards together."""

    table: Table
    rows: tuple[Mutation, ...]
    declared: tuple[str, ...]


def tables_named(names: Sequence[str], root: Path | None, suites: Mapping[str, Suite]) -> tuple[Selected, ...]:
    """The tables that the command line names, from the current folder or, where nothing is there, from `root`.

    Raises UsageError for one that cannot be read or lies outside the repository, PolicyError for an invalid one.
    """
    places = dict.fromkeys(_place(name, root) for name in names)
    return tuple(_load(file, path, suites) for file, path in places)


def tables_found(
    globs: Globs, tree: Snapshot, root: Path, suites: Mapping[str, Suite], *, may_lack: bool = False
) -> tuple[Selected, ...]:
    """The tables of the work tree that the policy's globs match. Raises UsageError where there must be one."""
    paths = [path for path, entry in tree.entries().items() if entry.is_regular and globs.match(path)]
    if not paths and not may_lack:
        looked = ", ".join(globs.patterns)
        why = f"none matches the policy's mutation.tables, {looked}" if looked else "the policy has no mutation.tables"
        raise UsageError(f"there is no mutation table here: {why}; name one")
    return tuple(_load(root / os.fsencode(path).decode("utf-8", "surrogateescape"), path, suites) for path in paths)


def only_rows(selected: Sequence[Selected], names: Sequence[str]) -> tuple[Selected, ...]:
    """The named rows, as `ID` or `TABLE:ID`, and the tables that have them. Raises UsageError for an unknown one."""
    known = {name for one in selected for row in one.rows for name in _row_names(one, row)}
    for name in names:
        if name not in known:
            listed = [row.id for one in selected for row in one.rows]
            raise UsageError(f"there is no row {name}; {did_you_mean(name, sorted(known), there_are(listed))}")
    wanted = set(names)
    return tuple(
        replace(one, rows=tuple(row for row in one.rows if not wanted.isdisjoint(_row_names(one, row))))
        for one in selected
    )


def rows_touching(selected: Sequence[Selected], paths: Collection[str]) -> tuple[Selected, ...]:
    """The rows that edit one of some files."""
    touching = [tuple(row for row in one.rows if any(edit.file in paths for edit in row.edits)) for one in selected]
    return tuple(
        Selected(one.table, rows, tuple(row.id for row in rows)) for one, rows in zip(selected, touching, strict=True)
    )


def left_out(before: Iterable[Selected], after: Iterable[Selected]) -> int:
    """How many rows a narrowing left out."""
    return sum(len(one.rows) for one in before) - sum(len(one.rows) for one in after)


def note_on_diff(count: int, base: str) -> str:
    """What a run says of rows that the diff does not touch."""
    return f"{counted(count, 'row')} left out: the change since {shown(base)} touches none of the files that they edit"


def _row_names(selected: Selected, row: Mutation) -> tuple[str, str]:
    return row.id, f"{selected.table.path}:{row.id}"


def _place(name: str, root: Path | None) -> tuple[Path, str]:
    """A table's file, and its path from the repository's root."""
    given = Path(name)
    candidates = [Path.cwd() / given, *([root / given] if root else [])]
    try:
        file = next((candidate for candidate in candidates if candidate.is_file()), None)
    except OSError as error:
        raise UsageError(f"{name} cannot be read: {reason_of(error)}; name a mutation table") from None
    if file is None:
        raise UsageError(f"{name} is no file; name a mutation table")
    if root is None:
        return file, given.name
    try:
        real = file.parent.resolve() / file.name
        return real, real.relative_to(root.resolve()).as_posix()
    except ValueError:
        raise UsageError(f"{name} lies outside the repository; tables belong to the tree that they judge") from None


def _load(file: Path, path: str, suites: Mapping[str, Suite]) -> Selected:
    def beside(name: str) -> bytes | None:
        other = file.parent / name
        return read_whole(other, _MOST_BYTES, str(folder / name)) if other.is_file() else None

    folder = PurePosixPath(path).parent
    table = load_table(read_whole(file, _MOST_BYTES, path), path, beside, suites)
    return Selected(table, table.mutations, tuple(row.id for row in table.mutations))
