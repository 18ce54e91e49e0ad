"""The axes: round numbers from zero, dates with room between them, and clocks that are not believed."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from checkers.history.scales import dates, in_order, numbers

DAY = 86_400
NOON = 1_780_000_000 // DAY * DAY + DAY // 2


@pytest.mark.parametrize(
    ("largest", "expected"),
    [
        (0, [0, 1]), (1, [0, 1]), (2, [0, 1, 2]), (4, [0, 1, 2, 3, 4]), (5, [0, 2, 4]), (8, [0, 2, 4, 6, 8]),
        (9, [0, 5]), (45, [0, 20, 40]), (100, [0, 50, 100]), (12_345, [0, 5_000, 10_000]),
    ],
)  # fmt: skip
def test_numbers_are_few_and_round_and_begin_at_zero(largest: int, expected: list[int]) -> None:
    assert [tick.at for tick in numbers(largest)] == expected


def test_a_large_number_is_grouped() -> None:
    assert numbers(12_345)[-1].label == "10,000"


@pytest.mark.parametrize(
    ("days", "labels"),
    [
        (0.4, ["12:00", "15:00", "18:00", "21:00"]),
        (3, ["29 May", "30 May", "31 May"]),
        (22, ["4 Jun", "11 Jun", "18 Jun"]),
        (200, ["Jul 2026", "Oct 2026"]),
        (700, ["Jul 2026", "Jan 2027", "Jul 2027", "Jan 2028"]),
        (4000, ["2028", "2030", "2032", "2034", "2036"]),
        (100_000, ["2050", "2100", "2150", "2200", "2250", "2300"]),
        (2_000_000, ["3000", "4000", "5000", "6000", "7000"]),
    ],
)
def test_dates_are_round_for_the_span_they_mark(days: float, labels: list[str]) -> None:
    assert [tick.label for tick in dates(NOON, NOON + days * DAY)] == labels


@given(st.integers(-(6 * 10**10), 2 * 10**11), st.integers(0, 2 * 10**11))
@settings(max_examples=200, deadline=None)
def test_dates_lie_in_their_span_and_are_few(first: int, span: int) -> None:
    last = min(first + span, 253_402_300_799)
    found = [tick.at for tick in dates(first, last)]
    assert found == sorted(found)
    assert len(found) <= 8
    assert all(first <= at <= last for at in found)


def test_one_moment_has_no_dates() -> None:
    assert dates(NOON, NOON) == []


@pytest.mark.parametrize(
    ("times", "expected"),
    [
        ([], []),
        ([5], [5]),
        ([1, 2, 2, 9], [1, 2, 2, 9]),
        ([10, 20, 0, 30], [10, 20, 25, 30]),
        ([10, 20, 9_999, 30, 40], [10, 20, 25, 30, 40]),
        ([10, 20, 30, 0], [10, 20, 30, 30]),
        ([9_999, 10, 20, 30], [10, 10, 20, 30]),
    ],
)
def test_a_clock_that_was_wrong_once_is_not_believed(times: list[float], expected: list[float]) -> None:
    assert in_order(times) == expected


@given(st.lists(st.integers(-(10**11), 10**11), max_size=60))
@settings(max_examples=200, deadline=None)
def test_ordered_times_never_fall_and_stay_within_what_was_said(times: list[float]) -> None:
    ordered = in_order(times)
    assert len(ordered) == len(times)
    assert ordered == sorted(ordered)
    assert not times or min(times) <= ordered[0] <= ordered[-1] <= max(times)
    if times == sorted(times):
        assert ordered == times
