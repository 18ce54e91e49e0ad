"""What is judged, as the checkers see it: snapshots, commits and messages without git behind them."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple, Protocol

from checkers.repo.types import MemorySnapshot
from checkers.source.cache import Sources

if TYPE_CHECKING:
    from collections.abc import Sequence

    from checkers.model import SubjectKind
    from checkers.repo.types import Change, Commit, Snapshot

_NOTHING = MemorySnapshot({})
_UNSHARED = Sources(keeps=False)
"""Stands for every subject that was given no store, so it may keep nothing of any."""


class MessageKind(StrEnum):
    """Where a single message comes from; a pull request body must not carry the template's placeholder."""

    COMMIT = "commit"
    PULL_REQUEST_BODY = "pull-request-body"


class Message(NamedTuple):
    """One message that has not landed, as it will be judged. `source` is how findings name it as a path, or None.

    `filled` refuses the template's placeholder in any kind of message; `is_merge` tells that a merge will carry it.
    """

    text: str
    kind: MessageKind = MessageKind.COMMIT
    source: str | None = None
    filled: bool = False
    is_merge: bool = False


class History(Protocol):
    """What a checker may ask about ancestry."""

    def older_than(self, revision: str) -> frozenset[str]:
        """The full hashes of the judged commits that do not contain `revision`, which must be an ancestor of head.

        Raises RevisionError when it names no commit here or is no ancestor of head, RangeUnavailable where a shallow
        clone does not know.
        """

    def forge_conflicts(self, path: str) -> bool | None:
        """Whether merging head into the base ref's tip without merge drivers conflicts in `path`; None: no base ref.

        Raises MissingObjectError where the store lacks what that merge needs, RangeUnavailable without a merge base.
        """


class Subject(NamedTuple):
    """One thing to judge.

    TREE: `head` is the work tree. STAGED: `head` is the index, `base` is HEAD's tree. COMMIT: `head` is the commit's
    tree, `base` its first parent's, `commits` holds the commit. RANGE: `head` is head's tree, `base` the merge base's,
    `commits` every commit between, oldest first, merges too. MESSAGE: only `message` is set.
    `change` goes from `base` to `head` and is None for a tree; `earlier` is one that a tree is told apart from in words
    alone, `earlier_sha` its commit. `work_tree` is set where files on disk are judged beside a range (a bare run).
    """

    kind: SubjectKind
    head: Snapshot = _NOTHING
    base: Snapshot | None = None
    change: Change | None = None
    commits: Sequence[Commit] = ()
    head_sha: str | None = None
    base_sha: str | None = None
    merge_base: str | None = None
    message: Message | None = None
    history: History | None = None
    work_tree: Snapshot | None = None
    earlier: Snapshot | None = None
    earlier_sha: str | None = None
    filled: bool = False
    """True where no message of the subject may carry the template's placeholder."""
    sources: Sources = _UNSHARED
