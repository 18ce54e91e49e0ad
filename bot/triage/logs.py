"""Logs of jobs as executions: each read once, and no more of them than a limit."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from bot.triage.facts import RED, Execution, LogState
from bot.triage.texts import read_log
from bot.triage.texts.failure import Failure, Failures, Runner

if TYPE_CHECKING:
    from bot.triage.forge import CheckRun, Forge, Job

MOST_LOGS = 200
_MOST_SAID = 50


@dataclass(slots=True)
class Logs:
    """Reads logs of one forge; when `most` of them are read, it leaves the others unread and says so in `notes`."""

    forge: Forge
    most: int = MOST_LOGS
    _read: dict[int, Execution] = field(default_factory=dict)
    _left: set[int] = field(default_factory=set)

    @property
    def notes(self) -> tuple[str, ...]:
        """What was left unread."""
        return (f"{len(self._left)} logs were not read: {self.most} is the most",) if self._left else ()

    def execution(self, job: Job) -> Execution:
        """A job with what its log says."""
        if job.id not in self._read:
            self._read[job.id] = self._execution(job)
        return self._read[job.id]

    def _execution(self, job: Job) -> Execution:
        plain = Execution(job.status, job.conclusion, bool(job.failed_steps))
        if len(self._read) >= self.most:
            self._left.add(job.id)
            return plain
        log = self.forge.log_of(job.id)
        if log.data is None:
            return replace(plain, log=LogState.GONE)
        said = read_log(log.data, whole=log.whole)
        return replace(
            plain,
            failed_step=plain.failed_step or said.failed_step,
            failures=said.failures,
            anywhere=said.anywhere,
            log=LogState.CUT if said.failures.cut else LogState.READ,
        )


def annotated(forge: Forge, check: CheckRun) -> Execution:
    """A check of another app with the failures that it annotates, or else with what it says of itself."""
    execution = Execution(check.status, check.conclusion, log=LogState.READ)
    if check.conclusion not in RED:
        return execution
    said = forge.annotations_of(check.id) or tuple(line for line in check.summary.splitlines() if line.strip())
    found = tuple(Failure(Runner.STEP, None, (text,)) for text in said[:_MOST_SAID])
    return replace(execution, failures=Failures(found, cut=len(said) > _MOST_SAID))
