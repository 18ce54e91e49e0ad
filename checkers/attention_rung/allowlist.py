"""The allowlist: file stems whose uses are excused, one a line."""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING, NamedTuple

from checkers.model import Span

if TYPE_CHECKING:
    from checkers.repo.types import Snapshot


class Entry(NamedTuple):
    """One stem and its place in the list."""

    stem: str
    span: Span


class Allowlist(NamedTuple):
    """A list as it stands in one snapshot; without entries where there is no list."""

    path: str | None = None
    entries: tuple[Entry, ...] = ()

    @property
    def stems(self) -> frozenset[str]:
        """The stems that it excuses."""
        return frozenset(entry.stem for entry in self.entries)


def stem(path: str) -> str:
    """A file's name without its folder and its last suffix."""
    return posixpath.splitext(posixpath.basename(path))[0]


def read_allowlist(snapshot: Snapshot, path: str | None) -> Allowlist:
    """The list at `path`; an empty one where the policy names none or the snapshot has none."""
    data = snapshot.read(path) if path else None
    if data is None:
        return Allowlist(path)
    lines = data.decode("utf-8-sig", "surrogateescape").split("\n")
    return Allowlist(path, tuple(entry for number, line in enumerate(lines, 1) for entry in _entries(number, line)))


def _entries(number: int, line: str) -> list[Entry]:
    text = line.split("#", 1)[0]
    name = text.strip()
    if not name:
        return []
    column = text.index(name) + 1
    return [Entry(name, Span(number, column, number, column + len(name)))]
