"""The changes that are judged by themselves: commits, what merges bring of their own, the squash, the index."""

from __future__ import annotations

from enum import Enum
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from checkers.model import SubjectKind
from checkers.policy.sections import Judge
from checkers.wording import short_hash

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from checkers.repo.types import Change, Commit, Snapshot
    from checkers.subject import Subject


class StepKind(Enum):
    """What a change becomes, and so how its debt can still be paid."""

    COMMIT = "commit"
    MERGE = "merge"
    SQUASH = "squash"
    STAGED = "staged"


class Step(NamedTuple):
    """One change. `commit` is the commit that its findings name.

    In `conflicts`, the paths where a merge could not be made automatically, `change` says nothing: there the result is
    compared with every parent, and what it has counts where no parent has it.
    """

    kind: StepKind
    change: Change
    commit: str | None
    conflicts: frozenset[str] = frozenset()
    parents: tuple[Snapshot, ...] = ()

    @property
    def after(self) -> Snapshot:
        """The tree that the change leads to."""
        return self.change.after

    @property
    def paths(self) -> list[str]:
        """Every path that the change may touch, in order."""
        return sorted({*self.change.paths, *self.conflicts})

    def touches(self, path: str) -> bool:
        """Whether a path is one of them."""
        return path in self.change.paths or path in self.conflicts

    def befores(self, path: str) -> tuple[Snapshot, ...]:
        """What a path is compared with: one tree, or every parent's where an automatic merge conflicts."""
        return self.parents if path in self.conflicts else (self.change.before,)


class Planned(NamedTuple):
    """A change whose turn comes; making it may ask git, which may not be able to give it."""

    name: str
    make: Callable[[], Step]


def steps(subject: Subject, judge: Judge) -> Iterator[Planned]:
    """The changes of a subject that are judged one by one."""
    if subject.kind is SubjectKind.STAGED and subject.change:
        yield Planned("the staged change", partial(Step, StepKind.STAGED, subject.change, None))
    elif subject.kind is SubjectKind.COMMIT or judge is not Judge.SQUASH:
        for commit in subject.commits:
            yield Planned(f"commit {short_hash(commit.sha)}", partial(_of_commit, commit))
    if subject.kind is SubjectKind.RANGE and judge is not Judge.COMMITS and subject.change:
        squash = partial(Step, StepKind.SQUASH, subject.change, subject.head_sha)
        yield Planned("the range as one change", squash)


def _of_commit(commit: Commit) -> Step:
    if len(commit.parents) < 2:
        return Step(StepKind.COMMIT, commit.change, commit.sha)
    merge = commit.beyond_merge()
    return Step(StepKind.MERGE, merge.change, commit.sha, merge.conflicts, commit.parent_snapshots)
