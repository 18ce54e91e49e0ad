"""Saying at once, before anything has judged the new head, that a pull request has moved on."""

from __future__ import annotations

from dataclasses import dataclass

from bot.github.pull_request import read_pull
from bot.post.reconciling import Outcome, Reconciler, Result, newest_of


@dataclass(slots=True)
class Superseder(Reconciler):
    """Lets the comment say what is known of the head: the newest verdict on it, or that there is none yet."""

    def _reconcile(self) -> Result | None:
        pull = read_pull(self.client, self.repository, self.number)
        url = self._bring_comment(pull, newest_of(self._on_head(pull)))
        return Result(Outcome.POSTED if self._writes else Outcome.UNCHANGED, pull.head, url)
