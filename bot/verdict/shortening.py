"""A verdict that can be handed over: of a gate with more findings than fit, the heaviest, and how many there were."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.verdict import json
from checkers.errors import UsageError
from checkers.output.views import by_weight

if TYPE_CHECKING:
    from bot.verdict.model import PullRequestVerdict
    from checkers.model import Verdict

_MOST_FINDINGS = (5_000, 500, 50)
"""Of each gate, tried one after the other; people are shown fewer than the least of them at once."""


def document(verdict: PullRequestVerdict) -> bytes:
    """The verdict as JSON, with as many findings as whoever reads it takes; nobody escapes one by breaking too much.

    Raises UsageError where even few are too many, for other parts are too large.
    """
    data = json.render(verdict).encode("ascii")
    for most in _MOST_FINDINGS:
        if len(data) <= json.MOST_BYTES:
            return data
        gates = tuple(_shortened(gate, most) for gate in verdict.report.verdicts)
        data = json.render(replace(verdict, report=verdict.report._replace(verdicts=gates))).encode("ascii")
    if len(data) <= json.MOST_BYTES:
        return data
    limit = f"{json.MOST_BYTES // 1024 // 1024} MiB"
    raise UsageError(f"the verdict is larger than {limit}, which nobody reads; judge fewer commits or name a CHECK")


def _shortened(gate: Verdict, most: int) -> Verdict:
    """The gate with that many findings, errors first, and a note that says so."""
    if len(gate.findings) <= most:
        return gate
    note = f"the first {most} of {len(gate.findings)} findings are in this document, which would be too large with all"
    return gate._replace(findings=tuple(by_weight(gate.findings)[:most]), notes=(*gate.notes, note))
