"""Which policy decides over which subject of a run, with what is to be said about the choice."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from checkers.errors import MissingObjectError, RangeUnavailable
from checkers.policy.load import parse_policy, preset_policy
from checkers.policy.sections import Judge
from checkers.policy.select import POLICY_FILE, Selected, Side, select_for_change, select_for_tree
from checkers.reading import read_whole

if TYPE_CHECKING:
    from pathlib import Path

    from checkers.policy.sections import Policy
    from checkers.repo.types import Commit, Snapshot
    from checkers.subjects import Range, Subjects

_MOST_BYTES = 2 * 1024 * 1024
"""More than the loader takes, so that it is the loader that refuses."""


class Policies:
    """The policies of one run.

    A file that `--policy` names (`override`) decides over every subject; `judge` is doc-checkpoint's, where given.
    Every choice may raise PolicyError, and a named file that cannot be read UsageError.
    """

    def __init__(self, subjects: Subjects, override: Path | None = None, judge: str | None = None) -> None:
        self._repository = subjects.repository
        self._subjects = subjects
        self._named = _read(override) if override else None
        self._judge = judge

    def on_disk(self) -> Selected:
        """For the work tree and for messages."""
        return self._on_disk

    @cached_property
    def _on_disk(self) -> Selected:
        if self._repository.root is None:
            return self._with_judge(Selected(self._named or preset_policy()))
        return self._of(self._subjects.work_tree)

    def of_index(self) -> Selected:
        """For what is staged."""
        return self._of(self._subjects.index)

    def of_tree(self, sha: str) -> Selected:
        """For the tree of a commit by itself: the file that it holds."""
        if self._named:
            return self._with_judge(Selected(self._named))
        return self._with_judge(select_for_tree(self._repository.tree(sha), sha))

    def of_commit(self, commit: Commit) -> Selected:
        """For a commit: that of its first parent; where a shallow clone lacks it, what is on disk."""
        parent = commit.parents[0] if commit.parents else None
        try:
            change = commit.change
            base, head = Side.at(change.before, "first parent", parent), Side.at(change.after, "head", commit.sha)
            return self._with_judge(self._of_past(select_for_change(base, head, self._named)))
        except RangeUnavailable as error:
            on_disk = self.on_disk()
            return Selected(on_disk.policy, (f"{on_disk.policy.source} decided, on disk: {error}",))
        except MissingObjectError as error:
            return self._named_alone(error)

    def of_range(self, ends: Range, on_disk: Selected | None = None) -> Selected:
        """For a range: that of its merge base; `on_disk` is what decides where neither end has one."""
        tree = self._repository.tree
        sides = (
            Side.at(tree(ends.merge_base), "merge base", ends.merge_base),
            Side.at(tree(ends.head), "head", ends.head),
        )
        try:
            selected = select_for_change(*sides, self._named, on_disk.policy if on_disk else None)
            return self._with_judge(self._of_past(selected))
        except MissingObjectError as error:
            return self._named_alone(error)

    def _of_past(self, selected: Selected) -> Selected:
        """What decides over commits that have no file; told where one lies on disk, which a reader will think of."""
        is_preset = selected.policy.is_preset and not selected.notes
        if not is_preset or self._repository.root is None or self._subjects.work_tree.get(POLICY_FILE) is None:
            return selected
        told = f"{selected.policy.source} decided, because {POLICY_FILE} is not there yet"
        return Selected(selected.policy, (f"{told} (--policy {POLICY_FILE} judges by the one on disk)",))

    def _named_alone(self, error: MissingObjectError) -> Selected:
        """The named policy where the judged trees cannot be read; another one would have to be read there."""
        if self._named is None:
            raise error
        return self._with_judge(Selected(self._named, (f"whether the change edits {POLICY_FILE} is unknown: {error}",)))

    def _of(self, snapshot: Snapshot) -> Selected:
        return self._with_judge(Selected(self._named) if self._named else select_for_tree(snapshot))

    def _with_judge(self, selected: Selected) -> Selected:
        policy = selected.policy
        if self._judge and policy.doc_checkpoint:
            documents = policy.doc_checkpoint._replace(judge=Judge(self._judge))
            policy = policy._replace(doc_checkpoint=documents)
        return Selected(policy, selected.notes)


def _read(path: Path) -> Policy:
    return parse_policy(read_whole(path, _MOST_BYTES, f"--policy {path}"), str(path))
