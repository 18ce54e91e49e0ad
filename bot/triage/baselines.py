"""The baseline of each job: its newest completed run on the base branch, and a few before that one."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from bot.triage.facts import RED, Past
from bot.triage.logs import annotated, unread
from bot.triage.model import Baseline

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.triage.forge import CheckRun, Forge, Job, Run
    from bot.triage.logs import Logs

EVENTS = ("push", "schedule", "workflow_dispatch")
"""What starts a run on the base branch itself."""
MOST_RUNS = 10
"""Of one workflow on the base branch, the newest of all events together."""
MOST_PAST = 4
_TELLING = RED | {"success"}


@dataclass(frozen=True, slots=True)
class Found:
    """The history of one check, the newest first; why it is empty, and what newer was passed over."""

    history: tuple[Past, ...] = ()
    absence: str = ""
    passed_over: tuple[str, ...] = ()


@dataclass(slots=True)
class Baselines:
    """Reads the base branch of one repository; each list once."""

    forge: Forge
    branch: str
    logs: Logs
    _runs: dict[int, tuple[Run, ...]] = field(default_factory=dict)
    _jobs: dict[int, Sequence[Job]] = field(default_factory=dict)
    _checks: Sequence[CheckRun] | None = None

    def of_job(self, head: Run, name: str) -> Found:
        """The job of that full name in runs of the head's own workflow."""
        past: list[Past] = []
        passed_over: list[str] = []
        ran = 0
        for run in self._runs_of(head):
            same = [job for job in self._jobs_of(run) if job.name == name]
            ran += bool(same)
            if len(same) > 1:
                return Found(absence=f"run {run.id} on {self.branch} has {len(same)} jobs of that name")
            if same and same[0].conclusion in _TELLING:
                past.append(self._past(run, same[0], newest=not past))
            elif same and not past:
                passed_over.append(f"run {run.id} ({same[0].conclusion or same[0].status.replace('_', ' ')})")
            if len(past) == MOST_PAST:
                break
        return Found(tuple(past), "" if past else self._absence(head, ran), tuple(passed_over))

    def of_other(self, check: CheckRun) -> Found:
        """The check of that name and app at the tip of the base branch."""
        if self._checks is None:
            self._checks = self.forge.check_runs_on(self.branch)
        same = [each for each in self._checks if (each.name, each.app) == (check.name, check.app)]
        if not same or same[0].conclusion not in _TELLING:
            return Found(absence=f"{self.branch} has no completed check of that name at its tip")
        found = same[0]
        baseline = Baseline(self.branch, found.commit, None, found.id, found.url or "")
        return Found((Past(baseline, annotated(self.forge, found)),))

    def _past(self, run: Run, job: Job, newest: bool) -> Past:
        """Of the newest the log is read whatever it concluded; of an older one, only where it failed."""
        baseline = Baseline(self.branch, run.commit, run.id, job.id, job.url)
        plain = unread(job)
        return Past(baseline, self.logs.execution(job) if newest or plain.failed else plain)

    def _absence(self, head: Run, ran: int) -> str:
        looked = len(self._runs_of(head))
        if not looked:
            return f"no run of {head.workflow_name} on {self.branch} was found"
        newest = "newest run" if looked == 1 else f"newest {looked} runs"
        where = f"in the {newest} of {head.workflow_name}"
        if not ran:
            return f"no job of that name on {self.branch} {where}"
        return f"no job of that name has ended on {self.branch} {where}"

    def _runs_of(self, head: Run) -> tuple[Run, ...]:
        if head.workflow not in self._runs:
            listed = [
                run for event in EVENTS for run in self.forge.runs_on(self.branch, head.workflow, event, MOST_RUNS)
            ]
            newest_first = sorted(listed, key=lambda run: run.id, reverse=True)
            self._runs[head.workflow] = tuple(newest_first[:MOST_RUNS])
        return self._runs[head.workflow]

    def _jobs_of(self, run: Run) -> Sequence[Job]:
        if run.id not in self._jobs:
            self._jobs[run.id] = self.forge.jobs_of(run.id)
        return self._jobs[run.id]
