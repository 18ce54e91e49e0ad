"""A change that breaks more than fits into a document has a verdict all the same."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.verdict import json
from bot.verdict.json import load_verdict
from bot.verdict.model import PullRequestVerdict
from bot.verdict.shortening import document
from checkers.errors import UsageError
from checkers.model import Severity, verdict
from tests.bot.verdict.samples import FINDING, RANGE, SAMPLE


def _breaking(number: int) -> PullRequestVerdict:
    """That many notes, and one error behind them, beside a gate that passes."""
    notes = [FINDING._replace(severity=Severity.NOTE, message=f"note {n}") for n in range(number)]
    gate = verdict("attention-rung", RANGE, population={}, examined="uses", findings=(*notes, FINDING), notes=("a",))
    report = SAMPLE.report._replace(verdicts=(gate, SAMPLE.report.verdicts[0]))
    return replace(SAMPLE, report=report, mutations=())


def test_what_fits_is_whole() -> None:
    assert document(_breaking(5_010)) == json.render(_breaking(5_010)).encode()


def test_of_too_many_findings_the_heaviest_stay_and_the_number_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(json, "MOST_BYTES", 400_000)
    data = document(_breaking(1_200))
    assert len(data) <= 400_000
    shortened, other = load_verdict(data).report.verdicts
    assert [finding.severity for finding in shortened.findings] == [Severity.ERROR, *[Severity.NOTE] * 499]
    assert shortened.notes == (
        "a",
        "the first 500 of 1201 findings are in this document, which would be too large with all",
    )
    assert (other.findings, other.notes) == ((), ())


def test_a_verdict_that_is_too_large_with_few_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(json, "MOST_BYTES", 1_000)
    with pytest.raises(UsageError, match="judge fewer commits or name a CHECK"):
        document(_breaking(60))
