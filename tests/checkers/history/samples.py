"""Histories of plain values for the tests of what renders them."""

from __future__ import annotations

from collections.abc import Sequence

from checkers.history.model import History, Point
from checkers.model import PolicyInfo

START = 1_780_000_000
DAY = 86_400


def history(
    counts: Sequence[Sequence[int]],
    buckets: Sequence[str] = ("kcuda", "vt_ifdef"),
    times: Sequence[int] = (),
    subject: str = "feat: a thing",
    notes: tuple[str, ...] = (),
) -> History:
    """A history with a row of numbers for each commit, a day apart where no times are given; it begins at nothing."""
    points = []
    before = [0] * len(buckets)
    for number, row in enumerate(counts):
        moved = {name: now - was for name, now, was in zip(buckets, row, before, strict=True) if now != was}
        time = times[number] if times else START + number * DAY
        points.append(Point(f"{number + 1:040x}", time, subject, dict(zip(buckets, row, strict=True)), moved))
        before = list(row)
    return History("device-leakage", PolicyInfo("preset:vllm-cpp", "0" * 64), "f" * 40, None, buckets, points, notes)
