"""Automatic merges in memory: made again in a repository of their own, so that the judged store gains no object."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from checkers.errors import RepositoryError, reason_of
from checkers.repo.attributes import Attributes, attribute_files, write_attributes
from checkers.repo.borrowing import borrow
from checkers.repo.diffs import ChangeReader, parse_raw
from checkers.repo.objects import ObjectReader
from checkers.repo.process import text_of
from checkers.repo.snapshots import TreeSnapshot, change_between
from checkers.repo.trees import TreeReader
from checkers.repo.types import MergeChange, Snapshot
from checkers.wording import short_hash

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from tempfile import TemporaryDirectory

    from checkers.repo.discovery import Place

_BATCHES = (2, 39)
"""The first git that makes many merges in one process."""

_AT_ONCE = 200
"""How many merges one process makes, so that a long history stays within the time limit of a command."""

_OPTIONS = ("merge-tree", "--write-tree", "--name-only", "-z", "--no-messages", "--allow-unrelated-histories")


class Merged(NamedTuple):
    """An automatic merge: the tree's id, with conflict markers in it, and the conflicted paths."""

    tree: str
    conflicts: frozenset[str]
    displaced: frozenset[str] = frozenset()
    """Conflicted files that git moved aside because a folder stands at their path: the paths that they had."""

    def below_conflicts(self, paths: Iterable[str]) -> frozenset[str]:
        """Those of `paths` that lie in a folder that stands in the way of a file."""
        folders = tuple(path + "/" for path in self.displaced)
        return frozenset(path for path in paths if folders and path.startswith(folders))


class Merger:
    """Makes merges in a temporary repository that borrows the judged store's objects.

    It has no config and no checkout: which attributes count is decided by the tree that is named for each merge, so a
    bare clone and any checkout get the same answer, and no program that a config names is run; a merge driver that git
    does not have built in falls back to the text merge. No object enters the judged store; git renews the time stamp
    of an object there that a merge arrives at again.
    """

    def __init__(self, place: Place, trees: TreeReader) -> None:
        self._place = place
        self._trees = trees
        self._folder: TemporaryDirectory[str] | None = None
        self._store: Store | None = None
        self._beyond: dict[str, tuple[Merged, str, bytes]] = {}
        self._one_by_one = False

    def beyond(self, sha: str, merges: Mapping[str, Sequence[str]]) -> MergeChange:
        """What the merge commit `sha` brings of its own; the other `merges` (parents by hash) are made with it.

        The attributes are those of the merge commit's own tree. An octopus merge is the chain of the merges of its
        parents, first to last. Where parents have several merge bases git merges those first.
        """
        if sha not in self._beyond:
            self._make_with(sha, merges)
        merged, after, raw = self._beyond[sha]
        differing = parse_raw(raw)
        conflicts = merged.conflicts | merged.below_conflicts(differing)
        paths = {path: change for path, change in differing.items() if path not in conflicts}
        return MergeChange(change_between(self._store_open().trees, merged.tree, after, paths), conflicts)

    def merge(self, ours: str, theirs: str, attributes_of: str | None) -> tuple[Snapshot, frozenset[str]]:
        """Merge two commits with the attributes of a commit's tree, or with none; (tree, conflicted paths)."""
        attributes = attribute_files(self._trees, self._trees.root(attributes_of)) if attributes_of else ()
        (merged,) = self._merged([(ours, theirs)], attributes)
        return TreeSnapshot(self._store_open().trees, merged.tree), merged.conflicts

    def close(self) -> None:
        """Remove the temporary repository."""
        if self._store is not None:
            self._store.trees.objects.close()
            self._store = None
        if self._folder is not None:
            self._folder.cleanup()
            self._folder = None

    def _make_with(self, sha: str, merges: Mapping[str, Sequence[str]]) -> None:
        """Make one merge and all others at once; where one of them cannot be made, each by itself from then on."""
        if not self._one_by_one:
            try:
                self._make({one: parents for one, parents in merges.items() if one not in self._beyond})
                return
            except RepositoryError:
                self._one_by_one = True
        self._make({sha: merges[sha]})

    def _make(self, merges: Mapping[str, Sequence[str]]) -> None:
        """Make the merges, those with the same attributes in one process, and compare all with what was committed."""
        groups: dict[Attributes, list[str]] = {}
        results = {sha: self._trees.root(sha) for sha in merges}
        for sha, tree in results.items():
            groups.setdefault(attribute_files(self._trees, tree), []).append(sha)
        made: dict[str, Merged] = {}
        for attributes, shas in groups.items():
            made |= self._automatic({sha: merges[sha] for sha in shas}, attributes)
        raws = self._store_open().changes.raw([(merged.tree, results[sha]) for sha, merged in made.items()])
        for (sha, merged), raw in zip(made.items(), raws, strict=True):
            self._beyond[sha] = (merged, results[sha], raw)

    def _automatic(self, parents: Mapping[str, Sequence[str]], attributes: Attributes) -> dict[str, Merged]:
        two = [(first, second) for first, second, *_ in parents.values()]
        made = dict(zip(parents, self._merged(two, attributes), strict=True))
        for sha, (first, second, *others) in parents.items():
            if others:
                made[sha] = self._octopus(made[sha], [first, second], others, attributes)
        return made

    def _octopus(self, merged: Merged, done: list[str], others: Iterable[str], attributes: Attributes) -> Merged:
        conflicts, displaced = merged.conflicts, merged.displaced
        for other in others:
            so_far = self._store_open().commit(merged.tree, done)
            (merged,) = self._merged([(so_far, other)], attributes)
            conflicts |= merged.conflicts
            displaced |= merged.displaced
            done = [so_far, other]
        return Merged(merged.tree, conflicts, displaced)

    def _merged(self, pairs: Sequence[tuple[str, str]], attributes: Attributes) -> list[Merged]:
        try:
            store = self._store_open()
            write_attributes(store.checkout, attributes, self._trees.objects)
        except OSError as error:
            raise RepositoryError(f"no merge can be made in a temporary folder: {reason_of(error)}") from None
        if self._place.version < _BATCHES:
            return [store.merge_one(*pair) for pair in pairs]
        return store.merge_many(pairs)

    def _store_open(self) -> Store:
        if self._store is None:
            from tempfile import TemporaryDirectory  # costs a message hook, which merges nothing, some milliseconds

            self._folder = TemporaryDirectory(prefix="redfirst-merge-")
            self._store = Store(Path(self._folder.name), self._place)
        return self._store


class Store:
    """The temporary repository: objects of its own, and those of the judged store by reference."""

    def __init__(self, folder: Path, place: Place) -> None:
        self.checkout = folder / "checkout"
        self.checkout.mkdir()
        self.git = borrow(place, folder / "repository", self.checkout)
        self.trees = TreeReader(ObjectReader(self.git), place.object_format)
        self.changes = ChangeReader(self.git, self.trees)

    def merge_many(self, pairs: Sequence[tuple[str, str]]) -> list[Merged]:
        """The automatic merges of pairs of commits, in one process."""
        merged = []
        for start in range(0, len(pairs), _AT_ONCE):
            some = pairs[start : start + _AT_ONCE]
            asked = b"".join(b"%s %s\n" % (ours.encode(), theirs.encode()) for ours, theirs in some)
            fields = iter(self.git.output(*_OPTIONS, "--stdin", stdin=asked).split(b"\0"))
            merged += [_read_merge(fields, pair) for pair in some]
        return merged

    def merge_one(self, ours: str, theirs: str) -> Merged:
        """The automatic merge of two commits."""
        answer = self.git.answer(*_OPTIONS, "--end-of-options", ours, theirs)
        if answer.code not in (0, 1):
            raise answer.failure("merge-tree")
        tree, *names = answer.out.split(b"\0")
        return _merged_tree(tree, names, (ours, theirs))

    def commit(self, tree: str, parents: Sequence[str]) -> str:
        """A commit in the temporary store, for a merge that goes on from here."""
        headers = [f"tree {tree}", *(f"parent {parent}" for parent in parents)]
        person = "redfirst <redfirst> 0 +0000"
        text = "\n".join((*headers, f"author {person}", f"committer {person}", "", "an automatic merge\n"))
        return self.git.output("hash-object", "-w", "-t", "commit", "--stdin", stdin=text.encode()).decode().strip()


def _read_merge(fields: Iterable[bytes], pair: tuple[str, str]) -> Merged:
    """One answer of `merge-tree --stdin -z --name-only`: status, tree, conflicted names, an empty field."""
    remaining = iter(fields)
    status, tree = next(remaining, b""), next(remaining, b"")
    if status not in (b"0", b"1"):
        raise RepositoryError(f"{short_hash(pair[0])} and {short_hash(pair[1])} cannot be merged: git fsck says more")
    return _merged_tree(tree, iter(lambda: next(remaining, b""), b""), pair)


def _merged_tree(tree: bytes, names: Iterable[bytes], pair: tuple[str, str]) -> Merged:
    conflicts = frozenset(text_of(name) for name in names if name)
    aside = re.compile(f"(.+)~(?:{pair[0]}|{pair[1]})(?:_[0-9]+)?", re.DOTALL)
    displaced = frozenset(found[1] for found in map(aside.fullmatch, conflicts) if found)
    return Merged(tree.decode("ascii"), conflicts | displaced, displaced)
