"""Commits of plain values, for checkers that ask for no more."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from checkers.repo.types import Change, MemorySnapshot, MergeChange, Snapshot, compare


class MemoryCommit(NamedTuple):
    """A commit of plain values."""

    sha: str
    change: Change
    message: str = ""
    parents: tuple[str, ...] = ()
    time: int = 0
    parent_snapshots: tuple[Snapshot, ...] = ()
    merge: MergeChange | None = None

    def beyond_merge(self) -> MergeChange:
        assert self.merge is not None
        return self.merge


def memory_history(trees: Sequence[Mapping[str, str | bytes]], messages: Sequence[str] = ()) -> list[MemoryCommit]:
    """A linear history: one commit a tree after the first, each against the one before it."""
    snapshots = [MemorySnapshot(tree) for tree in trees]
    return [
        MemoryCommit(
            sha=f"{number:040x}",
            change=compare(before, after),
            message=messages[number - 1] if number <= len(messages) else "",
            parents=(f"{number - 1:040x}",),
            parent_snapshots=(before,),
        )
        for number, (before, after) in enumerate(itertools.pairwise(snapshots), start=1)
    ]
