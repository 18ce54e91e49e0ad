"""Logs of jobs as executions: each read once, and no more of them than a limit."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from bot.triage.facts import RED, Execution, LogState
from bot.triage.texts import read_log
from bot.triage.texts.failure import LONGEST_LINE, Failure, Failures, Runner

if TYPE_CHECKING:
    from bot.triage.forge import CheckRun, Forge, Job

MOST_LOGS = 200
_MOST_SAID = 50


@dataclass(slots=True)
class Logs:
    """Reads logs of one forge; when so many of them are read, it leaves the others unread and says so in `notes`."""

    forge: Forge
    _read: dict[int, Execution] = field(default_factory=dict)
    _left: set[int] = field(default_factory=set)

    @property
    def notes(self) -> tuple[str, ...]:
        """What was left unread."""
        return (f"{len(self._left)} logs were not read: {MOST_LOGS} is the most",) if self._left else ()

    def execution(self, job: Job) -> Execution:
        """A job with what its log says."""
        if job.id not in self._read and len(self._read) < MOST_LOGS:
            self._read[job.id] = self._execution(job)
        if job.id in self._read:
            return self._read[job.id]
        self._left.add(job.id)
        return unread(job)

    def _execution(self, job: Job) -> Execution:
        plain = unread(job)
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


def unread(job: Job) -> Execution:
    """A job with what it says of itself."""
    return Execution(job.status, job.conclusion, bool(job.failed_steps))


def annotated(forge: Forge, check: CheckRun) -> Execution:
    """A check of another app with the failures that it annotates, or else with what it says of itself."""
    execution = Execution(check.status, check.conclusion, log=LogState.READ)
    if check.conclusion not in RED:
        return execution
    said = [text for text in forge.annotations_of(check.id) or check.summary.splitlines() if text.strip()]
    found = tuple(Failure(Runner.STEP, None, _lines(text)) for text in said[:_MOST_SAID])
    cut = len(said) > _MOST_SAID or any(len(text) > LONGEST_LINE for text in said)
    return replace(execution, failures=Failures(found, cut), log=LogState.CUT if cut else LogState.READ)


def _lines(text: str) -> tuple[str, ...]:
    return tuple(line.rstrip() for line in text[:LONGEST_LINE].splitlines() if line.strip())
