"""The verdict on a pull request, as types: what was judged, by which run, the report and the mutation reports."""

from __future__ import annotations

from dataclasses import dataclass

from bot.mutation.report import MutationReport, Tool  # noqa: TC001 - reading a verdict back needs the types of its fields
from bot.verdict.gates import JUDGE
from checkers.model import Report  # noqa: TC001 - likewise

SCHEMA = "redfirst.verdict/1"


@dataclass(frozen=True, slots=True)
class Target:
    """The pull request that was judged: `OWNER/NAME` and its number; None where the judge was not told."""

    repository: str | None = None
    pull_request: int | None = None


@dataclass(frozen=True, slots=True)
class RunIdentity:
    """The run of the CI that judged: later runs have greater ids, attempts of one run count from 1. None: by hand."""

    id: int | None = None
    attempt: int | None = None


@dataclass(frozen=True, slots=True)
class Commits:
    """The judged range, as full hashes; `merge_into` is the branch tip whose automatic merge was judged too."""

    base: str
    head: str
    merge_base: str | None
    merge_into: str | None = None


@dataclass(frozen=True, slots=True)
class PullRequestVerdict:
    """One judgement. `judged_at` is UTC, `YYYY-MM-DDTHH:MM:SSZ`; `report` names the policy and its hash.

    `mutations` are the reports of `redfirst mutate` and `redfirst prove` that were handed in, in that order.
    """

    tool: Tool
    target: Target
    run: RunIdentity
    commits: Commits
    judged_at: str
    report: Report
    mutations: tuple[MutationReport, ...] = ()
    notes: tuple[str, ...] = ()
    schema: str = SCHEMA

    @property
    def is_judged(self) -> bool:
        """Whether any gate says something about the head, be it that it did not run."""
        return any(gate.check != JUDGE for gate in self.report.verdicts)

    @property
    def green(self) -> bool:
        """True only if every gate passed and every table that was handed in is green."""
        return self.report.green and all(report.summary.green for report in self.mutations)
