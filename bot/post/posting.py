"""Bringing a pull request to say what is true now: check run, commit status, and the one comment, last."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from bot.comment import Urls
from bot.github.annotations import annotations_of
from bot.github.check_run import CheckRun, CheckRuns, Content
from bot.github.comments import Comment, Comments, same
from bot.github.commit_status import Status, read_status, status_of, write_status
from bot.github.credentials import Identity
from bot.github.errors import ForgeError, GaveUpError, RefusedError, UnansweredError
from bot.github.marker import Age, Marker, age_of, marked, superseded, text_of
from bot.github.pull_request import PullRequest, read_pull
from bot.post.publication import content_of

if TYPE_CHECKING:
    from bot.github.client import Client
    from bot.triage.model import TriageReport
    from bot.verdict.model import PullRequestVerdict

_MOST_ROUNDS = 12
"""Each run that posts at the same time can make another one write once more."""
_SHARE = 0.5
"""Of the time for trying again, what a check run or a status may use up before the comment goes on without it."""


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
class Poster:
    """Posts one verdict on one pull request of `OWNER/NAME`.

    A forge has no write that fails when somebody else wrote in between, so whoever writes looks again afterwards. What
    the comment should say is decided by what nobody overwrites: each run's own check run holds its text, and whoever
    finds that a newer run's text is not in the comment puts it there.
    """

    client: Client
    identity: Identity
    repository: str
    number: int
    verdict: PullRequestVerdict
    triage: TriageReport | None = None
    _missing: list[str] = field(default_factory=list)
    _check: CheckRun | None = None
    _check_is_new: bool = False
    _check_is_done: bool = False
    _mirror_is_refused: bool = False
    _status: Status | None = None
    _status_is_done: bool = False
    _created: Comment | None = None
    _comment_is_right: bool = False
    _writes: int = 0
    _overtaken: bool = False

    def post(self) -> Result:
        """Write until reading shows that nothing is left to write. Raises ForgeError."""
        rounds = 0
        while rounds < _MOST_ROUNDS:
            try:
                result = self._round()
            except UnansweredError:  # it may have been done, which the next look shows
                continue
            if result:
                return result
            rounds += 1
        where = f"{self.repository}#{self.number}"
        raise ForgeError(f"{where} kept changing while this was posted, for others write there too; post again")

    def _round(self) -> Result | None:
        """One look and what it asks for: the result where nothing had to be written. Raises UnansweredError."""
        pull = read_pull(self.client, self.repository, self.number)
        is_current, before = pull.head == self._judged, self._writes
        published = self._published(pull)
        newest = max(published, key=lambda check: (check.content.age, check.id)).content if published else None
        if is_current:
            self._mirror(published, newest)
            if newest is None or newest.age < self._age:
                newest = self._content(pull)
            if not self._bring_status(newest):
                return None
        try:
            url = self._bring_comment(pull, newest)
        except (RefusedError, GaveUpError) as error:
            raise ForgeError(f"{error}; {self._so_far()}") from None
        quiet = self._writes == before
        return Result(self._outcome(pull), pull.head, url, tuple(self._missing)) if quiet else None

    def _so_far(self) -> str:
        """What stands on GitHub although the whole does not, in words."""
        if self._comment_is_right:
            return "the comment is posted, another one beside it is left"
        parts = {"the check run": self._check, "the commit status": self._status}
        done = [part for part, it in parts.items() if it]
        if not done:
            return "nothing is posted"
        return f"{' and '.join(done)} {'are' if len(done) > 1 else 'is'} posted, the comment is not"

    @property
    def _judged(self) -> str:
        return self.verdict.commits.head

    @property
    def _checks(self) -> CheckRuns:
        return CheckRuns(self.client, self.repository, self.number)

    @property
    def _age(self) -> Age:
        return age_of(self.verdict.run)

    def _outcome(self, pull: PullRequest) -> Outcome:
        if pull.head != self._judged:
            return Outcome.OLD_HEAD
        if self._overtaken:
            return Outcome.OLD_RUN
        return Outcome.POSTED if self._writes else Outcome.UNCHANGED

    def _content(self, pull: PullRequest) -> Content:
        return content_of(self.verdict, self.triage, pull.page, self._missing)

    def _published(self, pull: PullRequest) -> list[CheckRun]:
        """Those of all runs that judged the head here, this verdict's among them unless a newer one is there."""
        try:
            found = {check.id: check for check in self._checks.published(pull.head, self.identity)}
        except RefusedError:  # whether one may be written is another question
            found = {}
        if pull.head == self._judged:
            if self._check:
                found.setdefault(self._check.id, self._check)
            self._overtaken = any(check.content.age > self._age for check in found.values())
            if not self._overtaken and not self._check_is_done:
                own = [check for check in found.values() if check.content.age == self._age]
                self._publish(max(own, key=lambda check: check.id, default=None), pull)
                found |= {self._check.id: self._check} if self._check else {}
        return sorted(found.values(), key=lambda check: check.id)

    def _publish(self, own: CheckRun | None, pull: PullRequest) -> None:
        """Write this verdict's check run, or finish the one that an earlier try began."""
        content, annotations = self._content(pull), annotations_of(self.verdict.report, self._judged)
        try:
            with self.client.patience.share(_SHARE):
                if own is None:
                    self._writes += 1
                    own = self._checks.create(self._judged, content, annotations)
                    self._check_is_new = True
                self._check = own
                self._check = self._checks.complete(own, content, annotations)
        except (RefusedError, GaveUpError) as error:
            done = "finished" if self._check else "created"
            self._missing.append(f"The check run could not be {done}: {error}.")
        else:
            self._writes += self._check != own
            self._learn(f"{self._check.app}[bot]" if self._check.app else None)
        self._check_is_done = True

    def _mirror(self, published: list[CheckRun], newest: Content | None) -> None:
        """The last check run that was made is the one that counts: it says what the newest run says."""
        if newest is None or published[-1].content.says(newest) or self._mirror_is_refused:
            return
        self._writes += 1
        try:
            with self.client.patience.share(_SHARE):
                made = self._checks.complete(published[-1], newest, ())
        except (RefusedError, GaveUpError) as error:
            self._missing.append(f"The last check run could not be brought to what the newest run says: {error}.")
            self._mirror_is_refused = True
        else:
            self._check = made if self._check and self._check.id == made.id else self._check

    def _bring_status(self, newest: Content) -> bool:
        """Let the status say what the newest run says; False where its failure has to be told first."""
        wanted = status_of(newest)
        if self._status_is_done or self._status == wanted:
            return True
        is_first = self._check_is_new and self._status is None
        if not is_first and self._read_status() == wanted:
            self._status = wanted
            return True
        try:
            with self.client.patience.share(_SHARE):
                self._learn(write_status(self.client, self.repository, self._judged, wanted))
        except (RefusedError, GaveUpError) as error:
            self._missing.append(f"The commit status could not be posted: {error}.")
            self._status_is_done, self._check_is_done = True, self._check is None
            return False
        self._status = wanted
        self._writes += 1
        return True

    def _read_status(self) -> Status | None:
        try:
            return read_status(self.client, self.repository, self._judged)
        except RefusedError:  # whether one may be written is another question
            return None

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
            self._overtaken |= best.age > self._age
            return best.body
        if not own:
            return None
        last = max(own, key=lambda comment: comment.marker.age if comment.marker else Age(0, 0))
        return superseded(last.body, pull.head, Urls(pull.page or None).commit(pull.head))

    def _learn(self, login: str | None) -> None:
        """Whoever a write was done as is who we are."""
        if login and not self.identity.is_author(login):
            self.identity = Identity(login)
