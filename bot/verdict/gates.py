"""Gates that no checker is behind: what should have been known and is not, told as what did not run."""

from __future__ import annotations

from typing import TYPE_CHECKING

from checkers.model import SubjectKind, skipped
from checkers.wording import shown

if TYPE_CHECKING:
    from checkers.model import Report

TABLES = "mutation"
"""Stands for tables of which there is no report."""
JUDGE = "judge"
"""Stands for the judgement itself, where it could not be made, or where it is the judged that may have written it."""


def with_skip(report: Report, gate: str, why: str) -> Report:
    """The report with one more gate at its end, which did not run; so it cannot be green. `why` may be any text."""
    return report._replace(verdicts=(*report.verdicts, skipped(gate, SubjectKind.RANGE, shown(why))))
