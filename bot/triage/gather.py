"""What a pull request's head and its base branch have to say, read from the forge: facts, nothing decided."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from bot.triage.baselines import Baselines
from bot.triage.facts import RED, CheckFacts, Execution
from bot.triage.logs import Logs, annotated

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bot.triage.forge import CheckRun, Forge, Job, PullRequest, Run

OWN_CHECK = "redfirst"
"""The check run that redfirst posts. A job of that name is a job as any."""
_MOST_RUNS = 60
_RECENT = 100
_PULL_REQUEST_EVENTS = ("pull_request", "pull_request_target")


@dataclass(frozen=True, slots=True)
class Gathered:
    """A pull request, the facts on each check run of its head, and what was left out."""

    pull_request: PullRequest
    checks: tuple[CheckFacts, ...]
    notes: tuple[str, ...] = ()


def gather(forge: Forge, number: int) -> Gathered:
    """Read all that a decision needs, and no more. Raises RedfirstError where the forge does not answer."""
    pull = forge.pull_request(number)
    return _Gathering(forge, pull, Logs(forge)).gathered()


@dataclass(slots=True)
class _Gathering:
    """One reading of one head."""

    forge: Forge
    pull: PullRequest
    logs: Logs
    _notes: list[str] = field(default_factory=list)

    def gathered(self) -> Gathered:
        checks = self.forge.check_runs(self.pull.head)
        runs = self.forge.runs_of(self.pull.head)
        if len(runs) > _MOST_RUNS:
            self._notes.append(f"the jobs of {len(runs) - _MOST_RUNS} of {len(runs)} workflow runs were not read")
        jobs = {run: self.forge.jobs_of(run.id) for run in runs[:_MOST_RUNS]}
        facts = [*self._of_checks(checks, jobs), *self._of_runs(jobs), *self._not_started(runs)]
        return Gathered(self.pull, tuple(facts), (*self._notes, *self.logs.notes))

    def _of_checks(self, checks: Sequence[CheckRun], jobs: dict[Run, Sequence[Job]]) -> Iterator[CheckFacts]:
        known = {job.check: (run, job) for run, listed in jobs.items() for job in listed}
        baselines = Baselines(self.forge, self.pull.base_branch, self.logs)
        for check in checks:
            if check.id in known:
                yield self._of_job(check, *known[check.id], baselines)
            elif check.name != OWN_CHECK:
                yield self._of_other(check, baselines)

    def _of_job(self, check: CheckRun, run: Run, job: Job, baselines: Baselines) -> CheckFacts:
        name = f"{run.workflow_name} / {job.name}"
        execution = Execution(job.status, job.conclusion, bool(job.failed_steps))
        if execution.failed or (job.conclusion == "success" and check.annotations != 0):
            execution = self.logs.execution(job)
        if not execution.failed:
            return CheckFacts(name, job.url, execution)
        found = baselines.of_job(run, job.name)
        return CheckFacts(name, job.url, execution, found.history, found.absence, found.passed_over)

    def _of_other(self, check: CheckRun, baselines: Baselines) -> CheckFacts:
        """A check of another app has no log: what it annotates and says of itself stands for one."""
        if check.conclusion not in RED:
            return CheckFacts(check.name, check.url, Execution(check.status, check.conclusion, job=False))
        found = baselines.of_other(check)
        return CheckFacts(
            check.name, check.url, annotated(self.forge, check), found.history, found.absence, found.passed_over
        )

    def _of_runs(self, jobs: dict[Run, Sequence[Job]]) -> Iterator[CheckFacts]:
        """Runs that have no job yet, or never will."""
        for run, listed in jobs.items():
            if not listed:
                execution = Execution(run.status, run.conclusion)
                why = "its workflow file cannot be run" if run.conclusion == "startup_failure" else None
                yield CheckFacts(run.workflow_name, run.url, execution, not_started=why)

    def _not_started(self, runs: Sequence[Run]) -> Iterator[CheckFacts]:
        """The workflows for pull requests, where none of them began at this head."""
        conflict = self.pull.mergeable is False
        if any(run.event in _PULL_REQUEST_EVENTS for run in runs):
            if conflict:
                branch = self.pull.base_branch
                self._notes.append(
                    f"the pull request conflicts with {branch}: nothing new starts until that is resolved"
                )
            return
        expected = dict.fromkeys(run.workflow_name for run in self.forge.recent_runs("pull_request", _RECENT))
        for name in expected or (("workflows for pull requests",) if conflict else ()):
            yield CheckFacts(name, None, Execution("", None), not_started=self._why_not())

    def _why_not(self) -> str:
        if self.pull.mergeable is False:
            return f"the pull request conflicts with {self.pull.base_branch}, and GitHub starts nothing on a conflict"
        if self.pull.mergeable is None:
            return "nothing was started for this head, and GitHub does not say yet whether it can be merged"
        return "nothing was started for this head; its triggers may leave this change out"
