"""What triage knows of one check run before it decides, as types: the head's execution and the baseline's."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum, auto
from typing import TYPE_CHECKING

from bot.triage.texts.failure import Failures

if TYPE_CHECKING:
    from bot.triage.model import Baseline

RED = frozenset({"failure", "timed_out", "startup_failure"})


class LogState(Enum):
    """What is there to read of an execution."""

    READ = auto()
    CUT = auto()
    GONE = auto()
    UNREAD = auto()


@dataclass(frozen=True, slots=True)
class Execution:
    """One execution of a job, or of a check of another app, whose annotations stand for its log.

    `failed_step` is true where a step ended in an error, whatever became of the job. `failures` are those of such
    steps; `anywhere` is all that the log holds which looks like one.
    """

    status: str
    conclusion: str | None
    failed_step: bool = False
    failures: Failures = field(default_factory=Failures)
    anywhere: Failures = field(default_factory=Failures)
    log: LogState = LogState.UNREAD

    @property
    def failed(self) -> bool:
        """Whether it, or a step that it lets fail, failed."""
        return self.conclusion in RED or self.failed_step

    @property
    def tolerated(self) -> bool:
        """Whether a step failed and the job calls itself a success, as with `continue-on-error`."""
        return self.failed_step and self.conclusion == "success"


@dataclass(frozen=True, slots=True)
class Past:
    """The same job at another time on the base branch."""

    baseline: Baseline
    execution: Execution


@dataclass(frozen=True, slots=True)
class CheckFacts:
    """One check run of the head. `history` is the newest first, each completed; why it is empty says `absence`.

    `passed_over` says what was newer and tells nothing, such as `run 12 (cancelled)`. `not_started` says why nothing
    began, where nothing did.
    """

    name: str
    url: str | None
    execution: Execution
    history: tuple[Past, ...] = ()
    absence: str = ""
    passed_over: tuple[str, ...] = ()
    not_started: str | None = None
