"""Reconciling the one comment with what is true: looking and writing until nothing is left to write."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from bot.comment import Urls
from bot.github.check_run import CheckRun, CheckRuns, Content
from bot.github.comments import Comment, Comments, same
from bot.github.credentials import Identity
from bot.github.errors import ForgeError, RefusedError, UnansweredError
from bot.github.marker import Age, Marker, marked, superseded, text_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.github.client import Client
    from bot.github.pull_request import PullRequest

_MOST_ROUNDS = 12
"""Each run that posts at the same time can make another one write once more."""
_NEVER = Age(-1, 0)
"""Older than what was posted by hand."""


class Outcome(StrEnum):
    """What became of a verdict."""

    POSTED = "posted"
    UNCHANGED = "unchanged"
    OLD_HEAD = "the pull request has another head"
    OLD_RUN = "a newer run has posted"


@dataclass(frozen=True, slots=True)
class Result:
    """`missing` says, a sentence each, what could not be written beside the comment. `url` is the comment's."""

    outcome: Outcome
    head: str
    url: str | None
    missing: tuple[str, ...] = ()


class _Candidate(NamedTuple):
    """A text that may stand in the comment: the newest run wins, and what is published wins over what is shown."""

    age: Age
    rank: int
    body: str


@dataclass(slots=True)
class Reconciler(ABC):
    """Brings the one comment of a pull request of `OWNER/NAME` to what is true now.

    A forge has no write that fails when somebody else wrote in between, so whoever writes looks again afterwards. What
    the comment should say is decided by what nobody overwrites: each run's own check run holds its text, and whoever
    finds that a newer run's text is not in the comment puts it there.
    """

    client: Client
    identity: Identity
    repository: str
    number: int
    _created: Comment | None = field(default=None, init=False)
    _comment_is_right: bool = field(default=False, init=False)
    _shown: Age = field(default=_NEVER, init=False)
    _writes: int = field(default=0, init=False)

    def post(self) -> Result:
        """Write until reading shows that nothing is left to write. Raises ForgeError."""
        rounds = 0
        while rounds < _MOST_ROUNDS:
            before = self._writes
            try:
                result = self._reconcile()
            except UnansweredError:  # it may have been done, which the next look shows
                continue
            if result and self._writes == before:
                return result
            rounds += 1
        where = f"{self.repository}#{self.number}"
        raise ForgeError(f"{where} kept changing while this was posted, for others write there too; post again")

    @abstractmethod
    def _reconcile(self) -> Result | None:
        """One look and what it asks for: the result, unless it has to be looked again. Raises UnansweredError."""

    @property
    def _checks(self) -> CheckRuns:
        return CheckRuns(self.client, self.repository, self.number)

    def _on_head(self, pull: PullRequest) -> list[CheckRun]:
        """Those of all runs that judged the head here, in the order in which they were made."""
        try:
            return self._checks.published(pull.head, self.identity)
        except RefusedError:  # whether one may be written is another question
            return []

    def _bring_comment(self, pull: PullRequest, newest: Content | None) -> str | None:
        """Let the one comment say what the newest run says; its address."""
        comments = Comments(self.client, self.repository, self.number)
        self._comment_is_right = False
        own = self._own(comments)
        wanted = self._wanted(pull, newest, own)
        if wanted is None:
            return None
        if not own:
            self._writes += 1
            self._created = comments.create(wanted)
            self._learn(self._created.author)
            return self._created.url
        first, *doubles = own
        is_right = same(first.body, wanted)
        self._writes += not is_right or bool(doubles)
        self._comment_is_right = is_right or comments.edit(first, wanted) is not None
        if self._comment_is_right:
            comments.remove(doubles)
        return first.url

    def _own(self, comments: Comments) -> list[Comment]:
        """Ours, the oldest first; one that was just created may not be in the list yet."""
        own = comments.own(self.identity)
        if self._created and self._created.id not in [comment.id for comment in own]:
            self._created = comments.find(self._created.id)
            own += [self._created] if self._created else []
        return own

    def _wanted(self, pull: PullRequest, newest: Content | None, own: list[Comment]) -> str | None:
        """What the comment should say; None where there is nothing to say and no comment that is old."""
        candidates = [
            _Candidate(marker.age, 0, marked(text_of(comment.body), Marker(pull.head, marker.age)))
            for comment in own
            if (marker := comment.marker) and marker.head == pull.head
        ]
        if newest is not None:
            candidates.append(_Candidate(newest.age, 1, marked(newest.text, Marker(pull.head, newest.age))))
        if candidates:
            best = max(candidates)
            self._shown = best.age
            return best.body
        if not own:
            return None
        last = max(own, key=lambda comment: comment.marker.age if comment.marker else Age(0, 0))
        return superseded(last.body, pull.head, Urls(pull.page or None).commit(pull.head))

    def _learn(self, login: str | None) -> None:
        """Whoever a write was done as is who we are."""
        if login and not self.identity.is_author(login):
            self.identity = Identity(login)


def newest_of(published: Sequence[CheckRun]) -> Content | None:
    """What the newest run says; None where none has judged."""
    return max(published, key=lambda check: (check.content.age, check.id)).content if published else None
