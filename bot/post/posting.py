"""Bringing a pull request to say what is true now: check run, commit status, and the one comment, last."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from bot.github.annotations import annotations_of
from bot.github.commit_status import Status, read_status, status_of, write_status
from bot.github.errors import ForgeError, GaveUpError, RefusedError
from bot.github.marker import Age, age_of
from bot.github.pull_request import PullRequest, read_pull
from bot.post.publication import content_of
from bot.post.reconciling import Outcome, Reconciler, Result, newest_of

if TYPE_CHECKING:
    from bot.github.check_run import CheckRun, Content
    from bot.triage.model import TriageReport
    from bot.verdict.model import PullRequestVerdict

_SHARE = 0.5
"""Of the time for trying again, what a check run or a status may use up before the comment goes on without it."""


@dataclass(slots=True)
class Poster(Reconciler):
    """Posts one verdict on one pull request."""

    verdict: PullRequestVerdict
    triage: TriageReport | None = None
    _missing: list[str] = field(default_factory=list)
    _check: CheckRun | None = None
    _check_is_new: bool = False
    _check_is_done: bool = False
    _mirror_is_refused: bool = False
    _status: Status | None = None
    _status_is_done: bool = False
    _overtaken: bool = False

    def _reconcile(self) -> Result | None:
        pull = read_pull(self.client, self.repository, self.number)
        published = self._published(pull)
        newest = newest_of(published)
        if pull.head == self._judged:
            self._mirror(published, newest)
            if newest is None or newest.age < self._age:
                newest = self._content(pull)
            if not self._bring_status(newest):
                return None
        try:
            url = self._bring_comment(pull, newest)
        except (RefusedError, GaveUpError) as error:
            raise ForgeError(f"{error}; {self._so_far()}") from None
        self._overtaken |= self._shown > self._age
        return Result(self._outcome(pull), pull.head, url, tuple(self._missing))

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
        found = {check.id: check for check in self._on_head(pull)}
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
