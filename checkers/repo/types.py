"""What checkers see of a repository: snapshots, changes and commits, as types that plain memory can fill too."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping


class FileKind(StrEnum):
    """What a tree entry is; the numbers are git's modes."""

    FILE = "100644"
    EXECUTABLE = "100755"
    SYMLINK = "120000"
    SUBMODULE = "160000"


class Entry(NamedTuple):
    """One path of a snapshot. `oid` is the blob's id where git has it, None for content that lies on disk only."""

    path: str
    kind: FileKind
    oid: str | None

    @property
    def is_regular(self) -> bool:
        """True for files with content of their own: neither links nor submodules."""
        return self.kind in (FileKind.FILE, FileKind.EXECUTABLE)


class Snapshot(Protocol):
    """One tree of files: a commit's, the index's or the work tree's. Paths are relative to the root, with `/`."""

    def entries(self) -> Mapping[str, Entry]:
        """Every path; asks for the whole tree once and keeps it."""

    def get(self, path: str) -> Entry | None:
        """One path's entry, or None; does not list the tree."""

    def read(self, path: str) -> bytes | None:
        """A regular file's bytes; None where the path is absent, a link or a submodule.

        Raises MissingObjectError when the store lacks the blob.
        """

    def read_many(self, paths: Iterable[str]) -> Iterator[tuple[str, bytes]]:
        """(path, bytes) of those paths that are regular files, in the given order, read in one batch."""


class PathChange(NamedTuple):
    """One path that differs between two snapshots; `before` is None where it was added, `after` where it was deleted.

    Renames are an addition and a deletion. A pure mode change has equal oids.
    """

    path: str
    before: Entry | None
    after: Entry | None


class Change(NamedTuple):
    """A pair of snapshots and the paths that differ between them, ordered by path."""

    before: Snapshot
    after: Snapshot
    paths: Mapping[str, PathChange]


class Commit(Protocol):
    """One commit of a range."""

    @property
    def sha(self) -> str:
        """The full hash."""

    @property
    def parents(self) -> tuple[str, ...]:
        """Full hashes; empty for a root."""

    @property
    def time(self) -> int:
        """Committer date, seconds since the epoch."""

    @property
    def message(self) -> str:
        """The raw message, decoded by the commit's own encoding header, undecodable bytes as surrogate escapes."""

    @property
    def change(self) -> Change:
        """Against the first parent; a root commit against the empty tree.

        Raises RangeUnavailable for the commit at which a shallow clone ends: its parent is unknown, not absent.
        """

    @property
    def parent_snapshots(self) -> tuple[Snapshot, ...]:
        """One snapshot a parent."""

    def beyond_merge(self) -> MergeChange:
        """For a merge commit: what it brings beyond an automatic merge of its parents.

        Decided by the commit's own attributes, without the user's merge drivers. Raises RepositoryError when git
        cannot say (an object is missing), RangeUnavailable where a shallow clone does not reach the merge base.
        """


class MergeChange(NamedTuple):
    """What a merge commit brings of its own.

    `change` goes from the automatic merge to the result, without the conflicted paths. `conflicts` are the paths
    where the automatic merge conflicts, whatever the result has there; for those compare with every parent.
    """

    change: Change
    conflicts: frozenset[str]


class MemorySnapshot:
    """A snapshot of plain strings or bytes, for trees that exist nowhere on disk."""

    def __init__(self, files: Mapping[str, str | bytes], kinds: Mapping[str, FileKind] | None = None) -> None:
        self._files = {
            path: text.encode("utf-8", "surrogateescape") if isinstance(text, str) else text
            for path, text in sorted(files.items())
        }
        self._kinds = dict(kinds or {})

    def entries(self) -> Mapping[str, Entry]:
        return {path: self._entry(path) for path in self._files}

    def get(self, path: str) -> Entry | None:
        return self._entry(path) if path in self._files else None

    def read(self, path: str) -> bytes | None:
        entry = self.get(path)
        return self._files[path] if entry and entry.is_regular else None

    def read_many(self, paths: Iterable[str]) -> Iterator[tuple[str, bytes]]:
        for path in paths:
            data = self.read(path)
            if data is not None:
                yield path, data

    def _entry(self, path: str) -> Entry:
        return Entry(path, self._kinds.get(path, FileKind.FILE), blob_id(self._files[path]))


def blob_id(data: bytes) -> str:
    """The id of a content as git's SHA-1 repositories name it."""
    from hashlib import sha1  # loads OpenSSL, which a message hook does not need

    digest = sha1(b"blob %d\0" % len(data), usedforsecurity=False)
    digest.update(data)
    return digest.hexdigest()


def compare(before: Snapshot, after: Snapshot) -> Change:
    """The change between two snapshots that are wholly listed; entries without an oid are compared by content."""
    old, new = before.entries(), after.entries()
    paths = {
        path: PathChange(path, old.get(path), new.get(path))
        for path in sorted(old.keys() | new.keys())
        if _differs(path, before, after, old.get(path), new.get(path))
    }
    return Change(before, after, paths)


def _differs(path: str, before: Snapshot, after: Snapshot, old: Entry | None, new: Entry | None) -> bool:
    if old is None or new is None or old.kind != new.kind:
        return True
    if old.oid and new.oid:
        return old.oid != new.oid
    return before.read(path) != after.read(path)
