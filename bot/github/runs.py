"""Check runs, runs of workflows, jobs and logs of one repository, read for triage."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any
from urllib.parse import quote

from bot.github.client import Client
from bot.github.errors import ForgeError, RefusedError
from bot.triage.forge import CheckRun, Job, Log, PullRequest, Run

LARGEST_LOG = 20 << 20
"""Bytes."""
_MOST_CHECKS = 1_000
_MOST_RUNS = 100
_MOST_JOBS = 500
_MOST_ANNOTATIONS = 100
_LOOKS = 3
_BETWEEN_LOOKS = 1.0
"""Seconds. Whether a pull request can be merged is found out after it was first asked for:
https://docs.github.com/rest/guides/using-the-rest-api-to-interact-with-your-git-database (checking mergeability)."""


@dataclass(slots=True)
class Runs:
    """What `bot.triage.forge.Forge` asks for. Every call raises ForgeError."""

    client: Client
    repository: str
    largest_log: int = LARGEST_LOG
    _root: str = field(init=False)

    def __post_init__(self) -> None:
        self._root = f"/repos/{self.repository}"

    def pull_request(self, number: int) -> PullRequest:
        for look in range(_LOOKS):
            data = self.client.get(f"{self._root}/pulls/{number}")
            pull = _read(_pull_request, data)
            if pull.mergeable is not None or look == _LOOKS - 1:
                break
            self.client.patience.sleep(_BETWEEN_LOOKS)
        return pull

    def check_runs(self, commit: str) -> Sequence[CheckRun]:
        return self._all(_check_run, f"commits/{commit}/check-runs", "check_runs", _MOST_CHECKS, filter="latest")

    def runs_of(self, commit: str) -> Sequence[Run]:
        return self._all(_run, "actions/runs", "workflow_runs", _MOST_RUNS, head_sha=commit)

    def jobs_of(self, run: int) -> Sequence[Job]:
        return self._all(_job, f"actions/runs/{run}/jobs", "jobs", _MOST_JOBS, filter="latest")

    def runs_on(self, branch: str, workflow: int, event: str, most: int) -> Sequence[Run]:
        place = f"actions/workflows/{workflow}/runs"
        try:
            return self._all(_run, place, "workflow_runs", most, branch=branch, event=event, per_page=most)
        except RefusedError as error:
            if error.status != 404:
                raise
            return ()

    def recent_runs(self, event: str, most: int) -> Sequence[Run]:
        return self._all(_run, "actions/runs", "workflow_runs", most, event=event, per_page=most)

    def branch_tip(self, branch: str) -> str | None:
        """The full hash of a branch's newest commit; None where there is no such branch."""
        try:
            data = self.client.get(f"{self._root}/git/ref/heads/{quote(branch)}")
        except RefusedError as error:
            if error.status != 404:
                raise
            return None
        return _read(lambda found: str(found["object"]["sha"]), data)

    def log_of(self, job: int) -> Log:
        try:
            data, whole = self.client.beginning(f"{self._root}/actions/jobs/{job}/logs", self.largest_log)
        except RefusedError as error:
            if error.status not in (404, 410):
                raise
            return Log(None)
        return Log(data, whole)

    def annotations_of(self, check: int) -> Sequence[str]:
        found = self.client.pages(f"{self._root}/check-runs/{check}/annotations")
        return tuple(_read(_annotation, item) for item in islice(found, _MOST_ANNOTATIONS) if _is_failure(item))

    def _all[Made](self, made: Any, place: str, key: str, most: int, **query: str | int) -> tuple[Made, ...]:
        found = self.client.pages(f"{self._root}/{place}", key, **query)
        return tuple(_read(made, item) for item in islice(found, most))


def _read[Made](made: Any, data: Any) -> Made:
    try:
        return made(data)
    except (KeyError, TypeError, ValueError, AttributeError):
        raise ForgeError("an answer is not of the form that GitHub documents; is GITHUB_API_URL right?") from None
