"""From a repository to what is judged in it: each subject is made once and shares what was read."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from checkers.errors import UsageError
from checkers.model import SubjectKind
from checkers.policy.select import POLICY_FILE
from checkers.repo.types import compare
from checkers.source.cache import Sources
from checkers.subject import Subject

if TYPE_CHECKING:
    from collections.abc import Sequence

    from checkers.cache.store import Store
    from checkers.repo.repository import Repository
    from checkers.repo.types import Change, Commit, Snapshot


class Range(NamedTuple):
    """A range by its three commits, all full hashes; `base` is the tip that was named."""

    base: str
    head: str
    merge_base: str


class Subjects:
    """The subjects of one run over one repository; `filled` is what they say about the template's placeholder.

    What is asked for twice is made once, so that all checkers judge the same index, range and merge. `cached` lets
    facts outlive the run, in the user's cache folder.
    """

    def __init__(self, repository: Repository, *, filled: bool = False, cached: bool = False) -> None:
        self.repository = repository
        self.filled = filled
        self.sources = Sources(open_store=self._store if cached else None)
        self._listed: dict[Range, Sequence[Commit]] = {}
        self._changed: dict[Range, Change] = {}
        self._merged: dict[tuple[Range, str], tuple[Subject, tuple[str, ...]]] = {}

    def _store(self) -> Store:
        from checkers.cache.store import Store  # a message needs no facts

        folders = (self.repository.root, self.repository.git_dir)
        return Store(folder for folder in folders if folder is not None)

    @cached_property
    def work_tree(self) -> Snapshot:
        """The files on disk, with the policy that lies there. Raises UsageError where there are none."""
        self.refuse_bare()
        return self.repository.work_tree(also=(POLICY_FILE,))

    def refuse_bare(self) -> None:
        """Raise UsageError where there is no work tree, so that the user has to name what is judged."""
        if self.repository.root is None:
            raise UsageError("there is no work tree here; judge what is committed, with --commit REV or --base REV")

    @property
    def index(self) -> Snapshot:
        """What is staged. Raises RepositoryError while a merge is not settled."""
        return self._staged.after

    @cached_property
    def _staged(self) -> Change:
        return self.repository.staged()

    def tree(self, ends: Range | None = None) -> Subject:
        """The work tree; what is new in it is told from the merge base of a range, or from HEAD."""
        head = self.repository.head()
        earlier = ends.merge_base if ends else head
        return Subject(
            SubjectKind.TREE,
            head=self.work_tree,
            head_sha=head,
            earlier=self.repository.tree(earlier) if earlier else None,
            earlier_sha=earlier,
            sources=self.sources,
        )

    def staged(self) -> Subject:
        """The index against HEAD, which counts as the empty tree while it is unborn."""
        subject = Subject(SubjectKind.STAGED, base_sha=self.repository.head(), sources=self.sources)
        return _with_change(subject, self._staged)

    def named_commit(self, revision: str) -> Commit:
        """The commit that a revision names. Raises RevisionError."""
        return self.repository.commit(self.repository.resolve(revision, advice="fetch it, or name another commit"))

    def commit(self, commit: Commit, *, messages_only: bool = False) -> Subject:
        """One commit against its first parent, a root against the empty tree; without its trees as for a range.

        Raises RangeUnavailable where a shallow clone ends at the commit.
        """
        parent = commit.parents[0] if commit.parents else None
        subject = Subject(
            SubjectKind.COMMIT,
            commits=(commit,),
            head_sha=commit.sha,
            base_sha=parent,
            merge_base=parent,
            history=self.repository.history(commit.sha, (commit,), None),
            filled=self.filled,
            sources=self.sources,
        )
        return subject if messages_only else _with_change(subject, commit.change)

    def named_ends(self, base: str, head: str | None) -> tuple[str, str]:
        """The full hashes of two revisions; no head is HEAD. Raises RevisionError."""
        tip = self.repository.resolve(base)
        end = self.repository.resolve("HEAD" if head is None else head, advice="fetch it, or name the head with --head")
        return tip, end

    def named_range(self, base: str, head: str | None) -> Range:
        """The range that two revisions name. Raises RevisionError, and RangeUnavailable as `range_between` does."""
        return self.range_between(*self.named_ends(base, head))

    def range_between(self, base: str, head: str) -> Range:
        """The range of two commits by their full hashes. Raises RangeUnavailable where there is no merge base."""
        return Range(base, head, self.repository.merge_base(base, head))

    def range(self, ends: Range, *, messages_only: bool = False, beside_work_tree: bool = False) -> Subject:
        """A range, without its trees where only messages are read; a bare run judges the files on disk beside it."""
        commits = self._commits(ends)
        subject = Subject(
            SubjectKind.RANGE,
            commits=commits,
            head_sha=ends.head,
            base_sha=ends.base,
            merge_base=ends.merge_base,
            history=self.repository.history(ends.head, commits, ends.base),
            work_tree=self.work_tree if beside_work_tree else None,
            filled=self.filled,
            sources=self.sources,
        )
        if messages_only:
            return subject
        return _with_change(subject, self._change(ends))

    def count(self, ends: Range) -> int:
        """How many commits the range holds."""
        return len(self._commits(ends))

    def merged(self, ends: Range, into: str) -> tuple[Subject, tuple[str, ...]]:
        """What merging the range's head into the commit `into` yields, as one change, and the conflicted files."""
        if (ends, into) not in self._merged:
            self._merged[ends, into] = self._merge(ends.head, into)
        return self._merged[ends, into]

    def _merge(self, head: str, into: str) -> tuple[Subject, tuple[str, ...]]:
        merge = self.repository.merge_trees(into, head)
        subject = Subject(SubjectKind.RANGE, base_sha=into, merge_base=into, sources=self.sources)
        return _with_change(subject, compare(self.repository.tree(into), merge.tree)), merge.conflicts

    def _commits(self, ends: Range) -> Sequence[Commit]:
        if ends not in self._listed:
            self._listed[ends] = self.repository.commits(ends.base, ends.head)
        return self._listed[ends]

    def _change(self, ends: Range) -> Change:
        if ends not in self._changed:
            self._changed[ends] = self.repository.diff(ends.merge_base, ends.head)
        return self._changed[ends]


def _with_change(subject: Subject, change: Change) -> Subject:
    return subject._replace(head=change.after, base=change.before, change=change)
