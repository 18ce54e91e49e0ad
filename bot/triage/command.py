"""`redfirst triage`: from its options to its exit code."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from bot.github.credentials import sign_in
from bot.github.runs import Runs
from bot.triage import reporting
from bot.triage.arguments import TriageFormat
from bot.triage.decide import decide
from bot.triage.gather import gather
from bot.triage.model import TriageReport
from checkers.delivery import deliver
from checkers.exits import Exit
from checkers.output.formats import Format

if TYPE_CHECKING:
    from bot.triage.arguments import TriageOptions
    from bot.triage.forge import Forge


def triage(options: TriageOptions) -> int:
    """Read, decide, write. Raises RedfirstError where the forge does not answer."""
    client, _ = sign_in(os.environ, options.app_id, options.app_key).client(options.repository)
    report = triaged(Runs(client, options.repository), options.repository, options.pull_request, options.judge_run)
    deliver(_written(report, options), options.output, Format(options.format.value))
    return exit_code(report, fail_on_skip=options.fail_on_skip)


def triaged(forge: Forge, repository: str, number: int, judge: int | None = None) -> TriageReport:
    """All check runs of a pull request's head, decided; without the workflow of the run `judge`."""
    found = gather(forge, number, judge)
    checks = reporting.ordered([decide(check) for check in found.checks])
    return TriageReport(
        repository=repository,
        pull_request=number,
        head=found.pull_request.head,
        base_branch=found.pull_request.base_branch,
        checks=checks,
        notes=found.notes,
    )


def exit_code(report: TriageReport, *, fail_on_skip: bool = False) -> Exit:
    """Red where the change is to blame, or might be; what is not known is no failure, and no pass."""
    if any(report.number_of(state) for state in reporting.RED):
        return Exit.FAILED
    if fail_on_skip and any(report.number_of(state) for state in reporting.OPEN):
        return Exit.SKIPPED
    return Exit.GREEN


def _written(report: TriageReport, options: TriageOptions) -> str:
    if options.format is TriageFormat.JSON:
        return reporting.as_json(report)
    if options.format is TriageFormat.MARKDOWN:
        return reporting.as_markdown(report)
    return reporting.as_text(report, quiet=options.quiet)
