"""Which paths differ: between trees, many pairs in one question, and between a tree and the index."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from checkers.errors import RepositoryError
from checkers.repo.process import Git, text_of
from checkers.repo.trees import TreeReader, kind_of
from checkers.repo.types import Entry, PathChange
from checkers.wording import printable

if TYPE_CHECKING:
    from collections.abc import Iterator

_RAW = ("--raw", "-z", "--no-abbrev", "--no-renames", "--no-ext-diff", "--no-textconv", "--ignore-submodules=none")
Paths = Mapping[str, PathChange]


class ChangeReader:
    """Compares trees of one store, and its index, by git's own diff of names; contents are not read."""

    def __init__(self, git: Git, trees: TreeReader) -> None:
        self._git = git
        self.trees = trees

    def raw(self, pairs: Sequence[tuple[str, str]]) -> list[bytes]:
        """git's raw diff of each pair of tree ids, in that order; `parse_raw` reads it."""
        asked = b"".join(b"%s %s\n" % (before.encode(), after.encode()) for before, after in pairs)
        said = self._git.output("diff-tree", "--stdin", "-r", *_RAW, stdin=asked)
        parts, position = [], 0
        for before, after in pairs:
            heading = f"{before} {after}\n".encode()
            if not said.startswith(heading, position):
                raise RepositoryError(f"git diff-tree cannot compare {before} with {after}")
            start = position = position + len(heading)
            while said.startswith(b":", position):
                position = said.index(b"\0", said.index(b"\0", position) + 1) + 1
            parts.append(said[start:position])
        return parts

    def between(self, before: str, after: str) -> Paths:
        """The paths that differ between two tree ids, ordered."""
        return parse_raw(self.raw([(before, after)])[0])

    def index_against(self, tree: str) -> Paths:
        """The paths that differ between a tree id and the index, ordered. Raises RepositoryError mid-merge."""
        options = ("--cached", "--ita-invisible-in-index", *_RAW)
        return parse_raw(self._git.output("diff-index", *options, tree, "--"))


def parse_raw(raw: bytes) -> Paths:
    """The paths of one raw diff, ordered by path. Raises RepositoryError for a path whose merge is not settled."""
    return {change.path: change for change in sorted(_lines(raw), key=lambda change: change.path)}


def _lines(raw: bytes) -> Iterator[PathChange]:
    fields = raw.split(b"\0")
    for meta, name in zip(fields[0:-1:2], fields[1::2], strict=True):
        old_mode, new_mode, old_oid, new_oid, status = meta[1:].decode("ascii").split(" ")
        path = text_of(name)
        if status == "U":
            raise RepositoryError(
                f"the index holds an unsettled merge of {printable(path)}; settle it and git add the result"
            )
        yield PathChange(path, _entry(path, old_mode, old_oid), _entry(path, new_mode, new_oid))


def _entry(path: str, mode: str, oid: str) -> Entry | None:
    kind = kind_of(int(mode, 8)) if mode != "000000" else None
    return Entry(path, kind, oid) if kind else None
