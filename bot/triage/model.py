"""What triage found, as types: a state for each check run of a head, with the failure texts that decided it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

SCHEMA = "redfirst.triage/1"


class CheckState(StrEnum):
    """What is known of one check run; only failure texts tell the states of a red one apart."""

    PASSED = "passed"
    CAUSED = "caused"
    INHERITED = "inherited"
    NEW_FAILURE = "new-failure-in-inherited-job"
    PENDING = "pending"
    NOT_STARTED = "not-started"
    SKIPPED = "skipped-by-condition"
    UNKNOWN = "unknown"


ORDER = (
    CheckState.CAUSED,
    CheckState.NEW_FAILURE,
    CheckState.UNKNOWN,
    CheckState.INHERITED,
    CheckState.PENDING,
    CheckState.NOT_STARTED,
    CheckState.SKIPPED,
    CheckState.PASSED,
)
"""In which people are shown them: first what the branch is or may be to blame for, what passed last."""


@dataclass(frozen=True, slots=True)
class Baseline:
    """The newest completed run of the same job on the base branch; no `run` where no workflow ran it."""

    branch: str
    commit: str
    run: int | None
    job: int
    url: str


@dataclass(frozen=True, slots=True)
class CheckTriage:
    """One check run. `reason` is one sentence; the texts are failing lines as extracted, before normalisation.

    `head_text` is what decided: what fails here and not on the baseline, or all of it where all of it is inherited.
    `inherited_text` is the rest, which fails on the baseline as well.
    """

    name: str
    state: CheckState
    reason: str
    url: str | None = None
    head_text: tuple[str, ...] = ()
    baseline_text: tuple[str, ...] = ()
    baseline: Baseline | None = None
    inherited_text: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TriageReport:
    """All check runs of one head, those first that it is or may be to blame for. `head` is a full hash."""

    repository: str
    pull_request: int
    head: str
    base_branch: str
    checks: tuple[CheckTriage, ...]
    notes: tuple[str, ...] = ()
    schema: str = SCHEMA

    def number_of(self, state: CheckState) -> int:
        """How many check runs are in that state."""
        return sum(check.state is state for check in self.checks)
