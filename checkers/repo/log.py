"""Commits as the store holds them: parsed from the raw objects, a whole range in one stream."""

from __future__ import annotations

import codecs
import re
from typing import TYPE_CHECKING, NamedTuple

from checkers.errors import RevisionError
from checkers.repo.diffs import ChangeReader, parse_raw
from checkers.repo.snapshots import TreeSnapshot, change_between
from checkers.repo.types import Change, MergeChange, Snapshot
from checkers.wording import printable

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from checkers.repo.ancestry import Ancestry
    from checkers.repo.merges import Merger

_COMMITTER = re.compile(rb".*> ?(-?\d{1,18}) [^>]*", re.DOTALL)

# Codecs that Python knows and git's converter does not: with them a header could turn a message into another one.
_NO_CHARSETS = frozenset({"idna", "punycode", "raw-unicode-escape", "unicode-escape", "undefined", "mbcs", "oem"})


class Header(NamedTuple):
    """What a raw commit object says."""

    tree: str
    parents: tuple[str, ...]
    time: int
    message: str


class CommitLog:
    """Reads commits and their changes; the changes of all commits of a range come from one question."""

    def __init__(self, changes: ChangeReader, merger: Callable[[], Merger], ancestry: Ancestry) -> None:
        self._changes = changes
        self._trees = changes.trees
        self._merger = merger
        self.ancestry = ancestry

    def commits(self, shas: Sequence[str]) -> Sequence[StoredCommit]:
        """The commits of full hashes, in that order. Raises MissingObjectError, RevisionError for another object."""
        headers = {}
        for sha, stored in zip(shas, self._trees.objects.read_many([(sha, "") for sha in shas]), strict=True):
            if stored.kind != "commit":
                raise RevisionError(f"{printable(sha)} names a {stored.kind}, not a commit; name a commit")
            headers[sha] = parse_commit(stored.data)
            self._trees.remember(sha, headers[sha].tree)
        together = CommitRange(self, headers)
        return [StoredCommit(sha, headers[sha], together) for sha in shas]

    def paths(self, headers: Mapping[str, Header]) -> dict[str, bytes]:
        """For each commit the raw diff against its first parent, a root's against the empty tree."""
        reachable = {sha: header for sha, header in headers.items() if sha not in self.ancestry.cut}
        firsts = [header.parents[0] for header in reachable.values() if header.parents]
        trees = {sha: header.tree for sha, header in headers.items()}
        unread = [sha for sha in dict.fromkeys(firsts) if sha not in trees]
        for sha, stored in zip(unread, self._trees.objects.read_many([(sha, "") for sha in unread]), strict=True):
            trees[sha] = parse_commit(stored.data).tree
        pairs = [
            (trees[header.parents[0]] if header.parents else self._trees.empty, header.tree)
            for header in reachable.values()
        ]
        return dict(zip(reachable, self._changes.raw(pairs), strict=True))

    def change(self, before: str, after: str, raw: bytes) -> Change:
        """The change that a raw diff of two commits or trees tells of."""
        return change_between(self._trees, before, after, parse_raw(raw))

    def plain_snapshot(self, sha: str) -> TreeSnapshot:
        """A commit's tree."""
        return TreeSnapshot(self._trees, sha)

    def empty(self) -> str:
        """The id of the empty tree."""
        return self._trees.empty

    def beyond_merge(self, sha: str, among: Mapping[str, Header]) -> MergeChange:
        """See Commit; the merges of a whole range are made together."""
        self.ancestry.refuse_cut(sha)
        merges = {one: header.parents for one, header in among.items() if len(header.parents) > 1}
        if self.ancestry.cut:
            merges = {sha: merges[sha]}
            for other in merges[sha][1:]:
                self.ancestry.refuse_cut_between(merges[sha][0], other)
        return self._merger().beyond(sha, merges)


class CommitRange:
    """Commits that were asked for together: what one of them needs from git is fetched for all."""

    def __init__(self, log: CommitLog, headers: Mapping[str, Header]) -> None:
        self.log = log
        self.headers = headers
        self._raw: dict[str, bytes] | None = None

    def raw(self, sha: str) -> bytes:
        """One commit's raw diff."""
        if self._raw is None:
            self._raw = self.log.paths(self.headers)
        return self._raw[sha]


class StoredCommit:
    """One commit of the store; see the protocol Commit."""

    def __init__(self, sha: str, header: Header, together: CommitRange) -> None:
        self._sha = sha
        self._header = header
        self._range = together
        self._change: Change | None = None

    @property
    def sha(self) -> str:
        return self._sha

    @property
    def parents(self) -> tuple[str, ...]:
        return self._header.parents

    @property
    def time(self) -> int:
        return self._header.time

    @property
    def message(self) -> str:
        return self._header.message

    @property
    def change(self) -> Change:
        """See Commit. Raises RangeUnavailable for the commit at which a shallow clone ends."""
        if self._change is None:
            log = self._range.log
            log.ancestry.refuse_cut(self._sha)
            before = self.parents[0] if self.parents else log.empty()
            self._change = log.change(before, self._sha, self._range.raw(self._sha))
        return self._change

    @property
    def parent_snapshots(self) -> tuple[Snapshot, ...]:
        self._range.log.ancestry.refuse_cut(self._sha)
        return tuple(self._range.log.plain_snapshot(parent) for parent in self.parents)

    def beyond_merge(self) -> MergeChange:
        """See Commit; all that a commit with one parent changes is its own."""
        if len(self.parents) < 2:
            return MergeChange(self.change, frozenset())
        return self._range.log.beyond_merge(self._sha, self._range.headers)


def parse_commit(data: bytes) -> Header:
    """A raw commit object; what is malformed reads as absent (no parents, time 0), the message as it stands."""
    head, _, body = data.partition(b"\n\n")
    tree, parents, time, encoding = "", [], 0, ""
    for line in head.split(b"\n"):
        key, _, value = line.partition(b" ")
        if key == b"tree":
            tree = value.decode("ascii", "replace")
        elif key == b"parent":
            parents.append(value.decode("ascii", "replace"))
        elif key == b"committer" and (found := _COMMITTER.fullmatch(value)):
            time = int(found[1])
        elif key == b"encoding":
            encoding = value.decode("ascii", "replace")
    return Header(tree, tuple(parents), time, decoded(body, encoding))


def decoded(body: bytes, encoding: str) -> str:
    """A message by its own encoding; as UTF-8 with surrogate escapes where that is unknown or does not fit."""
    try:
        codec = codecs.lookup(encoding or "utf-8")
        if codec.name.replace("_", "-") not in _NO_CHARSETS:
            return body.decode(codec.name)
    except (LookupError, ValueError):
        pass
    return body.decode("utf-8", "surrogateescape")
