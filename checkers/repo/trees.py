"""Trees of the store: one path found by walking down, or all of them, with subtrees parsed once."""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Mapping
from threading import Lock
from typing import TYPE_CHECKING, NamedTuple

from checkers.errors import RepositoryError
from checkers.repo.hashing import HASH_BYTES
from checkers.repo.process import text_of
from checkers.repo.types import Entry, FileKind
from checkers.wording import printable

if TYPE_CHECKING:
    from collections.abc import Iterator

    from checkers.repo.objects import ObjectReader

PARSED_TREES = 2048
LARGEST_TREE = 1_000_000
_HEX = frozenset("0123456789abcdef")
EMPTY_TREE = {
    "sha1": "4b825dc642cb6eb9a060e54bf8d69288fbee4904",
    "sha256": "6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321",
}


class Node(NamedTuple):
    """One line of a tree object; `kind` is None for a subtree."""

    kind: FileKind | None
    oid: str

    @property
    def is_regular(self) -> bool:
        """True for files with content of their own."""
        return self.kind in (FileKind.FILE, FileKind.EXECUTABLE)


Tree = Mapping[str, Node]


class TreeReader:
    """Parses tree objects and keeps the parsed ones that were used last."""

    def __init__(self, objects: ObjectReader, object_format: str) -> None:
        self.objects = objects
        self.empty = EMPTY_TREE[object_format]
        self._line = re.compile(rb"([0-7]{1,7}) ([^\0]+)\0(.{%d})" % HASH_BYTES[object_format], re.DOTALL)
        self._parsed: OrderedDict[str, Tree] = OrderedDict()
        self._roots: dict[str, str] = {}
        self._lock = Lock()

    def remember(self, commit: str, tree: str) -> None:
        """Take the tree of a commit from its own object, which was read anyway; what is no id is left to git."""
        if len(tree) == len(self.empty) and set(tree) <= _HEX:
            self._roots[commit] = tree

    def root(self, revision: str) -> str:
        """The id of the tree of a commit, or of a tree itself."""
        if revision not in self._roots:
            self._roots[revision] = self.objects.read(revision + "^{tree}").oid
        return self._roots[revision]

    def tree(self, oid: str, path: str = "") -> Tree:
        """One tree object's lines by name. Raises MissingObjectError, RepositoryError for a malformed tree."""
        return self.trees([(oid, path)])[oid]

    def trees(self, wanted: list[tuple[str, str]]) -> dict[str, Tree]:
        """Several trees, by id, read in one batch; `wanted` are (id, path) pairs."""
        with self._lock:
            found = {oid: self._parsed[oid] for oid, _ in wanted if oid in self._parsed}
            absent = [(oid, path) for oid, path in dict(wanted).items() if oid not in found]
            for (oid, _), stored in zip(absent, self.objects.read_many(absent), strict=True):
                found[oid] = self._parse(oid, stored.data)
            for oid, tree in found.items():
                self._keep(oid, tree)
        return found

    def find(self, root: str, path: str) -> Entry | None:
        """The entry at `path` below the tree `root`, or None; a folder is no entry."""
        *folders, name = path.split("/")
        oid, above = root, ""
        for folder in folders:
            node = self.tree(oid, above).get(folder)
            if node is None or node.kind is not None:
                return None
            oid, above = node.oid, f"{above}{folder}/"
        node = self.tree(oid, above).get(name)
        return Entry(path, node.kind, node.oid) if node and node.kind else None

    def walk(self, root: str) -> dict[str, Entry]:
        """Every entry below the tree `root`, ordered by path."""
        entries = [
            Entry(above + name, node.kind, node.oid)
            for above, tree in self.folders(root)
            for name, node in tree.items()
            if node.kind is not None
        ]
        return {entry.path: entry for entry in sorted(entries, key=lambda entry: entry.path)}

    def folders(self, root: str) -> Iterator[tuple[str, Tree]]:
        """Every tree below `root`, itself first, with its path (empty, or ending in `/`); a level is one batch.

        Raises RepositoryError beyond LARGEST_TREE lines: a few objects can stand for billions of paths.
        """
        lines = 0
        level = [(root, "")]
        while level:
            trees = self.trees(level)
            deeper = []
            for oid, above in level:
                lines += len(trees[oid])
                if lines > LARGEST_TREE:
                    raise RepositoryError(f"tree {root} holds more than {LARGEST_TREE} paths and is not read")
                yield above, trees[oid]
                deeper += [(node.oid, f"{above}{name}/") for name, node in trees[oid].items() if node.kind is None]
            level = deeper

    def _keep(self, oid: str, tree: Tree) -> None:
        self._parsed[oid] = tree
        self._parsed.move_to_end(oid)
        if len(self._parsed) > PARSED_TREES:
            self._parsed.popitem(last=False)

    def _parse(self, oid: str, data: bytes) -> Tree:
        tree: dict[str, Node] = {}
        end = 0
        for line in self._line.finditer(data):
            if line.start() != end:
                break
            end = line.end()
            tree[text_of(line[2])] = Node(kind_of(int(line[1], 8)), line[3].hex())
        if end != len(data):
            raise RepositoryError(f"tree {printable(oid)} is malformed; git fsck says more")
        return tree


def kind_of(mode: int) -> FileKind | None:
    """What a mode stands for, read as git canonicalises it; None is a folder."""
    form = mode & 0o170000
    if form == 0o040000:
        return None
    if form == 0o100000:
        return FileKind.EXECUTABLE if mode & 0o100 else FileKind.FILE
    return FileKind.SYMLINK if form == 0o120000 else FileKind.SUBMODULE
