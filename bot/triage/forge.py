"""What triage asks of a forge, as a protocol and as types: check runs, runs of workflows, jobs and their logs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence


@dataclass(frozen=True, slots=True)
class PullRequest:
    """`mergeable` is None as long as GitHub has not found out, and for one that is closed. `head` is a full hash."""

    number: int
    head: str
    base_branch: str
    mergeable: bool | None
    open: bool = True


@dataclass(frozen=True, slots=True)
class CheckRun:
    """One check run of a commit.

    `run` is the workflow run that it is a job of, None where it is no job; `annotations` is how many it has, None where
    GitHub does not say.
    """

    id: int
    name: str
    app: str
    status: str
    conclusion: str | None
    url: str | None
    commit: str
    summary: str = ""
    annotations: int | None = None
    run: int | None = None


@dataclass(frozen=True, slots=True)
class Run:
    """One run of a workflow; its own conclusion is not asked for, for it tells nothing about a job."""

    id: int
    workflow: int
    workflow_name: str
    event: str
    commit: str
    status: str
    conclusion: str | None
    url: str


@dataclass(frozen=True, slots=True)
class Job:
    """One job of a run. `check` is its check run's id; `failed_steps` are the names of steps that failed."""

    id: int
    check: int
    run: int
    name: str
    status: str
    conclusion: str | None
    url: str
    failed_steps: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Log:
    """A job's log: `data` is None where it is gone; `whole` is false where only its beginning was read."""

    data: bytes | None
    whole: bool = True


class Forge(Protocol):
    """Where triage reads. Each call is one request or few, and raises a RedfirstError where GitHub does not answer."""

    def pull_request(self, number: int) -> PullRequest:
        """The pull request as it stands."""

    def check_runs(self, commit: str) -> Sequence[CheckRun]:
        """The newest check run of each name and suite at a commit."""

    def check_runs_on(self, branch: str) -> Sequence[CheckRun]:
        """Those at the tip of a branch; none where there is no such branch."""

    def runs_of(self, commit: str) -> Sequence[Run]:
        """The runs of workflows at a commit."""

    def runs_on(self, branch: str, workflow: int, event: str, most: int) -> Sequence[Run]:
        """The newest runs of one workflow for one event on a branch."""

    def recent_runs(self, event: str, most: int) -> Sequence[Run]:
        """The newest runs for an event anywhere in the repository."""

    def jobs_of(self, run: int) -> Sequence[Job]:
        """The jobs of the newest attempt of a run."""

    def log_of(self, job: int) -> Log:
        """A job's log, of a larger one its beginning."""

    def annotations_of(self, check: int) -> Sequence[str]:
        """The failures that a check run annotates, each as `path: title: message`."""
