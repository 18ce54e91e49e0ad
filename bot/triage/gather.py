"""What a pull request's head and its base branch have to say, read from the forge: facts, nothing decided."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from bot.triage.baselines import Baselines
from bot.triage.facts import RED, CheckFacts, Execution
from bot.triage.logs import Logs, annotated, unread

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bot.triage.forge import CheckRun, Forge, Job, PullRequest, Run

OWN_CHECK = "redfirst"
"""The check run that redfirst posts. A job of that name is a job as any."""
_MOST_RUNS = 60
_RECENT = 100
_NO_JOB = {"startup_failure": "its workflow file cannot be run", "failure": "its workflow file cannot be run"}
_PULL_REQUEST_EVENTS = ("pull_request", "pull_request_target")


@dataclass(frozen=True, slots=True)
class Gathered:
    """A pull request, the facts on each check run of its head, and what was left out."""

    pull_request: PullRequest
    checks: tuple[CheckFacts, ...]
    notes: tuple[str, ...] = ()


def gather(forge: Forge, number: int, judge: int | None = None) -> Gathered:
    """Read all that a decision needs, and no more. Raises RedfirstError where the forge does not answer.

    `judge` is the id of a run whose workflow is left out.
    """
    pull = forge.pull_request(number)
    return _Gathering(forge, pull, Logs(forge), judge).gathered()


@dataclass(slots=True)
class _Gathering:
    """One reading of one head."""

    forge: Forge
    pull: PullRequest
    logs: Logs
    judge: int | None
    _notes: list[str] = field(default_factory=list)

    def gathered(self) -> Gathered:
        """Every check run of the head; of several runs of a workflow for one event the newest counts."""
        checks = self.forge.check_runs(self.pull.head)
        runs = sorted(self.forge.runs_of(self.pull.head), key=lambda run: run.id)
        judges = {run.workflow for run in runs if run.id == self.judge}
        of_others = [run for run in runs if run.workflow not in judges]
        newest = list({(run.workflow, run.event): run for run in of_others}.values())
        if len(newest) > _MOST_RUNS:
            self._notes.append(f"the jobs of {len(newest) - _MOST_RUNS} of {len(newest)} workflow runs were not read")
        jobs = {run: self.forge.jobs_of(run.id) for run in newest[:_MOST_RUNS]}
        left_out = {run.id for run in runs} - {run.id for run in newest}
        others = [check for check in checks if check.run not in left_out]
        facts = [*self._of_checks(others, jobs), *self._of_runs(jobs), *self._not_started(runs)]
        return Gathered(self.pull, tuple(facts), (*self._notes, *self.logs.notes))

    def _of_checks(self, checks: Sequence[CheckRun], jobs: dict[Run, Sequence[Job]]) -> Iterator[CheckFacts]:
        baselines = Baselines(self.forge, self.pull.base_branch, self.logs)
        known = {check.id: check for check in checks}
        workflows = Counter(run.workflow for run in jobs)
        for run, listed in jobs.items():
            event = f" ({run.event})" if workflows[run.workflow] > 1 else ""
            for job in listed:
                yield self._of_job(known.pop(job.check, None), run, job, event, baselines)
        for check in known.values():
            if check.name != OWN_CHECK:
                yield self._of_other(check, baselines)

    def _of_job(self, check: CheckRun | None, run: Run, job: Job, event: str, baselines: Baselines) -> CheckFacts:
        """Of a job that calls itself a success the log is read where its check run annotates something."""
        name = f"{run.workflow_name} / {job.name}{event}"
        execution = unread(job)
        annotated_anything = check is None or check.annotations != 0
        if execution.failed or (job.conclusion == "success" and annotated_anything):
            execution = self.logs.execution(job)
        if not execution.failed:
            return CheckFacts(name, job.url, execution)
        found = baselines.of_job(run, job.name)
        return CheckFacts(name, job.url, execution, found.history, found.absence, found.passed_over)

    def _of_other(self, check: CheckRun, baselines: Baselines) -> CheckFacts:
        """A check of another app has no log: what it annotates and says of itself stands for one."""
        if check.conclusion not in RED:
            return CheckFacts(check.name, check.url, Execution(check.status, check.conclusion))
        found = baselines.of_other(check)
        return CheckFacts(
            check.name, check.url, annotated(self.forge, check), found.history, found.absence, found.passed_over
        )

    def _of_runs(self, jobs: dict[Run, Sequence[Job]]) -> Iterator[CheckFacts]:
        """Runs that have no job yet, or never will; their own conclusion says nothing of a job."""
        for run, listed in jobs.items():
            if not listed:
                ended = run.status == "completed" and run.conclusion != "action_required"
                why = _NO_JOB.get(run.conclusion or "", "its run ended without any job") if ended else None
                yield CheckFacts(run.workflow_name, run.url, Execution(run.status, run.conclusion), not_started=why)

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
