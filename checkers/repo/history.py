"""The ancestry of the commits of one subject, for the checkers that ask about more than the commits themselves."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from checkers.errors import RevisionError
from checkers.wording import short_hash

if TYPE_CHECKING:
    from collections.abc import Sequence

    from checkers.repo.repository import Repository
    from checkers.repo.types import Commit


class RepositoryHistory:
    """What the protocol History asks, of one repository. `base_tip` is the tip of the base ref; None for one commit."""

    def __init__(self, repository: Repository, head: str, commits: Sequence[Commit], base_tip: str | None) -> None:
        self._repository = repository
        self._head = head
        self._commits = commits
        self._base_tip = base_tip

    def older_than(self, revision: str) -> frozenset[str]:
        """See History."""
        newest = self._repository.resolve(revision, advice="fetch it, or name a commit of this history")
        judged = [commit.sha for commit in self._commits]
        older = self._repository.lacking([*judged, self._head], newest, self._head)
        if self._head in older:
            raise RevisionError(
                f"{short_hash(newest)} is no ancestor of {short_hash(self._head)}; name a commit of its history"
            )
        return older

    def forge_conflicts(self, path: str) -> bool | None:
        """See History."""
        if self._base_tip is None:
            return None
        return path in self._conflicts

    @cached_property
    def _conflicts(self) -> frozenset[str]:
        assert self._base_tip is not None
        return self._repository.merge_conflicts_without_drivers(self._base_tip, self._head)
