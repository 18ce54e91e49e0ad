"""What is in order in a sequence."""

from __future__ import annotations

from itertools import combinations, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from checkers.sequences import longest_in_order


@pytest.mark.parametrize(
    ("numbers", "positions"),
    [
        ([], []),
        ([5], [0]),
        ([1, 2, 3], [0, 1, 2]),
        ([3, 2, 1], [2]),
        ([1, 1, 1], [0, 1, 2]),
        ([1, 9, 2, 3], [0, 2, 3]),
        ([2.5, 2.5, 0.5], [0, 1]),
    ],
)
def test_the_positions_of_a_longest_run_are_found(numbers: list[float], positions: list[int]) -> None:
    assert longest_in_order(numbers) == positions


@settings(max_examples=150, deadline=None)
@given(st.lists(st.integers(0, 6), max_size=8))
def test_no_run_that_never_falls_is_longer(numbers: list[int]) -> None:
    found = longest_in_order(numbers)
    assert all(a < b for a, b in pairwise(found))
    assert all(numbers[a] <= numbers[b] for a, b in pairwise(found))
    longer = combinations(numbers, len(found) + 1)
    assert not any(all(a <= b for a, b in pairwise(one)) for one in longer)
