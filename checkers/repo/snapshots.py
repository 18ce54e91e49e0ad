"""Snapshots of what git stores: a commit's tree and the index."""

from __future__ import annotations

from abc import ABC, abstractmethod
from itertools import islice
from typing import TYPE_CHECKING

from checkers.repo.types import Change

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from checkers.repo.diffs import ChangeReader, Paths
    from checkers.repo.objects import ObjectReader
    from checkers.repo.trees import TreeReader
    from checkers.repo.types import Entry

_READ_AHEAD = 32


class StoredSnapshot(ABC):
    """What the snapshots of stored trees share: content is read by blob id, in batches."""

    def __init__(self, objects: ObjectReader) -> None:
        self._objects = objects

    @abstractmethod
    def get(self, path: str) -> Entry | None:
        """See Snapshot."""

    def read(self, path: str) -> bytes | None:
        """See Snapshot."""
        entry = self.get(path)
        if entry is None or not entry.is_regular or entry.oid is None:
            return None
        return self._objects.read(entry.oid, path).data

    def read_many(self, paths: Iterable[str]) -> Iterator[tuple[str, bytes]]:
        """See Snapshot; holds a few dozen files at a time."""
        entries = (entry for entry in map(self.get, paths) if entry is not None and entry.is_regular)
        while batch := list(islice(entries, _READ_AHEAD)):
            wanted = [(entry.oid, entry.path) for entry in batch if entry.oid is not None]
            for (_, path), stored in zip(wanted, self._objects.read_many(wanted), strict=True):
                yield path, stored.data


class TreeSnapshot(StoredSnapshot):
    """A tree of the store, found lazily.

    `revision` names a commit or tree. `known` holds entries (or None for absent paths) that are known already, from a
    diff say, and need no look into the tree.
    """

    def __init__(self, trees: TreeReader, revision: str, known: Mapping[str, Entry | None] | None = None) -> None:
        super().__init__(trees.objects)
        self._trees = trees
        self._revision = revision
        self._known = known or {}
        self._entries: Mapping[str, Entry] | None = None

    def entries(self) -> Mapping[str, Entry]:
        if self._entries is None:
            self._entries = self._trees.walk(self._trees.root(self._revision))
        return self._entries

    def get(self, path: str) -> Entry | None:
        if self._entries is not None:
            return self._entries.get(path)
        if path in self._known:
            return self._known[path]
        return self._trees.find(self._trees.root(self._revision), path)


def change_between(trees: TreeReader, before: str, after: str, paths: Paths) -> Change:
    """The change between two commits or trees whose differing `paths` are known."""
    return Change(
        TreeSnapshot(trees, before, {path: change.before for path, change in paths.items()}),
        TreeSnapshot(trees, after, {path: change.after for path, change in paths.items()}),
        paths,
    )


class IndexSnapshot(StoredSnapshot):
    """The index. An intent-to-add entry has no content yet and is absent, as it would be from a commit.

    While a merge is unsettled some paths have no single content: to ask for the entries then is a RepositoryError.
    """

    def __init__(self, changes: ChangeReader, known: Mapping[str, Entry | None] | None = None) -> None:
        super().__init__(changes.trees.objects)
        self._changes = changes
        self._known = known or {}
        self._entries: Mapping[str, Entry] | None = None

    def entries(self) -> Mapping[str, Entry]:
        if self._entries is None:
            everything = self._changes.index_against(self._changes.trees.empty)
            self._entries = {path: change.after for path, change in everything.items() if change.after}
        return self._entries

    def get(self, path: str) -> Entry | None:
        return self._known[path] if path in self._known else self.entries().get(path)
