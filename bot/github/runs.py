"""Check runs, runs of workflows, jobs and logs of one repository, read for triage."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any, TypeVar
from urllib.parse import quote

from bot.github.errors import RefusedError, described
from bot.triage.forge import CheckRun, Job, Log, PullRequest, Run

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.github.client import Client

Made = TypeVar("Made")
Json = Mapping[str, Any]

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
_NO_COMMIT = (404, 422)
_JOB_PAGE = re.compile(r"/actions/runs/(?P<run>\d{1,18})/job/(?P<job>\d{1,18})$")


@dataclass(frozen=True, slots=True)
class Runs:
    """What `bot.triage.forge.Forge` asks for, of one repository. Every call raises ForgeError."""

    client: Client
    repository: str
    largest_log: int = LARGEST_LOG

    def pull_request(self, number: int) -> PullRequest:
        """The pull request as it stands; asked again where it is not known yet whether it merges."""
        for look in range(_LOOKS):
            if look:
                self.client.patience.sleep(_BETWEEN_LOOKS)
            pull = _read(_pull_request, self.client.get(f"/repos/{self.repository}/pulls/{number}"))
            if pull.mergeable is not None or not pull.open:
                break
        return pull

    def check_runs(self, commit: str) -> Sequence[CheckRun]:
        """The newest check run of each name and suite at a commit."""
        return self._all(_check_run, f"commits/{commit}/check-runs", "check_runs", _MOST_CHECKS, filter="latest")

    def check_runs_on(self, branch: str) -> Sequence[CheckRun]:
        """Those at the tip of a branch; none where there is no such branch."""
        try:
            return self.check_runs(quote(f"heads/{branch}", safe=""))
        except RefusedError as error:
            if error.status not in _NO_COMMIT:
                raise
            return ()

    def runs_of(self, commit: str) -> Sequence[Run]:
        """The runs of workflows at a commit."""
        return self._all(_run, "actions/runs", "workflow_runs", _MOST_RUNS, head_sha=commit)

    def runs_on(self, branch: str, workflow: int, event: str, most: int) -> Sequence[Run]:
        """The newest runs of one workflow for one event on a branch, no more than fit on a page."""
        place = f"actions/workflows/{workflow}/runs"
        try:
            return self._all(_run, place, "workflow_runs", most, branch=branch, event=event, per_page=most)
        except RefusedError as error:
            if not error.gone:
                raise
            return ()

    def recent_runs(self, event: str, most: int) -> Sequence[Run]:
        """The newest runs for an event anywhere in the repository, no more than fit on a page."""
        return self._all(_run, "actions/runs", "workflow_runs", most, event=event, per_page=most)

    def jobs_of(self, run: int) -> Sequence[Job]:
        """The jobs of the newest attempt of a run."""
        return self._all(_job, f"actions/runs/{run}/jobs", "jobs", _MOST_JOBS, filter="latest")

    def log_of(self, job: int) -> Log:
        """A job's log, of a larger one its beginning."""
        try:
            place = f"/repos/{self.repository}/actions/jobs/{job}/logs"
            data = self.client.download(place, self.largest_log + 1, cut=True)
        except RefusedError as error:
            if not error.gone:
                raise
            return Log(None)
        return Log(data[: self.largest_log], whole=len(data) <= self.largest_log)

    def annotations_of(self, check: int) -> Sequence[str]:
        """The failures that a check run annotates, each as `path: title: message`."""
        items = self.client.pages(f"/repos/{self.repository}/check-runs/{check}/annotations")
        found = (_read(_annotation, item) for item in islice(items, _MOST_ANNOTATIONS))
        return tuple(text for text in found if text is not None)

    def _all(
        self, made: Callable[[Json], Made], place: str, key: str, most: int, **query: str | int
    ) -> tuple[Made, ...]:
        items = self.client.pages(f"/repos/{self.repository}/{place}", key, **query)
        return tuple(_read(made, item) for item in islice(items, most))


def _read(made: Callable[[Json], Made], data: Json) -> Made:
    with described("an answer"):
        return made(data)


def _pull_request(data: Json) -> PullRequest:
    return PullRequest(
        number=int(data["number"]),
        head=str(data["head"]["sha"]),
        base_branch=str(data["base"]["ref"]),
        mergeable=None if data["mergeable"] is None else bool(data["mergeable"]),
        open=data["state"] == "open",
    )


def _check_run(data: Json) -> CheckRun:
    output = data.get("output") or {}
    said = (output.get("title"), output.get("summary"), output.get("text"))
    return CheckRun(
        id=int(data["id"]),
        name=str(data["name"]),
        app=str((data.get("app") or {}).get("slug") or ""),
        status=str(data["status"]),
        conclusion=_text(data.get("conclusion")),
        url=_text(data.get("html_url")),
        commit=str(data["head_sha"]),
        summary="\n".join(str(text) for text in said if text),
        annotations=output.get("annotations_count"),
        run=_run_of(str(data.get("details_url") or ""), int(data["id"])),
    )


def _run_of(details: str, check: int) -> int | None:
    """The run that a job's page names; a check run that is no job may point at a run, but not as that job."""
    page = _JOB_PAGE.search(details)
    return int(page["run"]) if page and int(page["job"]) == check else None


def _run(data: Json) -> Run:
    return Run(
        id=int(data["id"]),
        workflow=int(data["workflow_id"]),
        workflow_name=str(data.get("name") or data.get("path") or ""),
        event=str(data["event"]),
        commit=str(data["head_sha"]),
        status=str(data.get("status") or ""),
        conclusion=_text(data.get("conclusion")),
        url=str(data["html_url"]),
    )


def _job(data: Json) -> Job:
    steps = data.get("steps") or ()
    return Job(
        id=int(data["id"]),
        check=int(str(data.get("check_run_url") or data["id"]).rpartition("/")[2]),
        run=int(data["run_id"]),
        name=str(data["name"]),
        status=str(data["status"]),
        conclusion=_text(data.get("conclusion")),
        url=str(data.get("html_url") or ""),
        failed_steps=tuple(str(step["name"]) for step in steps if step.get("conclusion") == "failure"),
    )


def _annotation(data: Json) -> str | None:
    if data.get("annotation_level") != "failure":
        return None
    said = (data.get("path"), data.get("title"), data.get("message"))
    return ": ".join(str(text) for text in said if text)


def _text(value: object) -> str | None:
    return None if value is None else str(value)
