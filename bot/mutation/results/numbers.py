"""Counts as reports write them, which may be absent, absurd or no numbers, and how many cases one may hold."""

from __future__ import annotations

import re

from bot.mutation.results.errors import ReportUnreadable

MOST_CASES = 500_000
"""More than any suite has; without a bound a report of 64 MB costs gigabytes."""
_COUNT = re.compile(r"[0-9]{1,15}", re.ASCII)


def count_of(text: object) -> int | None:
    """A count that a report gives, None where it is none or beyond all sense."""
    return int(text) if isinstance(text, str) and _COUNT.fullmatch(text) else None


def added(total: int | None, text: object) -> int | None:
    """A sum with one more count in it, if it is one; None as long as there was none."""
    count = count_of(text)
    return total if count is None else (total or 0) + count


def hold_to_limit(cases: int) -> None:
    """Raise ReportUnreadable for more cases than a suite has."""
    if cases > MOST_CASES:
        raise ReportUnreadable(f"holds more than {MOST_CASES} cases")
