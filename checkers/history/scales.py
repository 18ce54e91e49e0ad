"""The two axes of the chart: whole numbers from zero, and dates at which a person would set a mark."""

from __future__ import annotations

import math
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from checkers.sequences import longest_in_order

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_MOST_NUMBERS = 4
_MOST_DATES = 6
_DAY = 86_400
_HOURS = (1, 3, 6)
_DAYS = (1, 2, 7, 14)
_MONTHS = (1, 3, 6, 12, 24, 60, 120, 240, 600, 1200, 6000, 12_000)


class Tick(NamedTuple):
    """A mark on an axis and what stands beside it."""

    at: float
    label: str


def numbers(largest: int) -> list[Tick]:
    """A few round whole numbers from zero, none above `largest`, which is at least 1 here."""
    step = 1
    while step * _MOST_NUMBERS < largest:
        step = _next_round(step)
    return [Tick(number * step, f"{number * step:,}") for number in range(max(largest, 1) // step + 1)]


def _next_round(step: int) -> int:
    """1, 2, 5, 10, 20, 50 …"""
    leading = int(str(step)[0])
    return step * 5 // 2 if leading == 2 else step * 2


def dates(first: float, last: float) -> list[Tick]:
    """A few round dates between two times, in seconds since the epoch, UTC; none where one day is all there is."""
    span = last - first
    for hours in _HOURS:
        if 0 < span <= hours * 3600 * _MOST_DATES:
            return _every(first, last, hours * 3600, "%H:%M")
    for days in _DAYS:
        if 0 < span <= days * _DAY * _MOST_DATES:
            return _every(first, last, days * _DAY, "%-d %b")
    for months in _MONTHS:
        if 0 < span <= months * 30.5 * _DAY * _MOST_DATES:
            return list(_months(first, last, months))
    return []


def _every(first: float, last: float, step: int, form: str) -> list[Tick]:
    start = math.ceil(first / step) * step
    return [Tick(at, _label(at, form)) for at in range(start, int(last) + 1, step)]


def _label(at: float, form: str) -> str:
    day = datetime(1970, 1, 1, tzinfo=UTC) + timedelta(seconds=at)
    if form == "%-d %b":
        return f"{day.day} {day:%b}"
    return day.strftime(form)


def _months(first: float, last: float, months: int) -> Iterator[Tick]:
    began = datetime(1970, 1, 1, tzinfo=UTC) + timedelta(seconds=first)
    number = -(-(began.year * 12 + began.month) // months) * months
    while (year := number // 12) < 10_000:
        at = (datetime(year, number % 12 + 1, 1, tzinfo=UTC) - datetime(1970, 1, 1, tzinfo=UTC)).total_seconds()
        if at > last:
            return
        if at >= first:
            yield Tick(at, str(year) if months >= 12 else f"{datetime(year, number % 12 + 1, 1, tzinfo=UTC):%b %Y}")
        number += months


def in_order(times: Sequence[float]) -> list[float]:
    """Times that never go back: the longest run of dates in order is believed, the others lie between their neighbours.

    A clock that was wrong for one commit would otherwise stretch the axis over years.
    """
    believed = longest_in_order(times)
    ordered = [0.0] * len(times)
    ends = [(-1, None), *((number, times[number]) for number in believed), (len(times), None)]
    for (left, low), (right, high) in pairwise(ends):
        if low is not None:
            ordered[left] = low
        for number in range(left + 1, right):
            ordered[number] = _between(low, high, (number - left) / (right - left))
    return ordered


def _between(low: float | None, high: float | None, share: float) -> float:
    if low is None or high is None:
        return high if low is None and high is not None else low or 0.0
    return low + (high - low) * share
