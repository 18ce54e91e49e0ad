"""A policy's expression over text of a pull request: it finds what is there, and no text holds it up."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from checkers.policy.bounded import BoundedRegex
from checkers.policy.identity import identity
from checkers.policy.regexes import check_regex
from tests.support.timing import at_most

ISSUES = [
    r"\[#(?P<number>[1-9][0-9]*)\]",
    r"#(?P<number>[0-9]+)",
    r".*#(?P<number>\d+).*",
    r"(?P<number>\d+)\s*\]",
    r"\[[^\]]*#(?P<number>\d+)\]\([^)]*\)",
    r"(?P<number>[A-Z]+-\d+)\b",
    r"#.*(?P<number>\d+).*",
    r"a*a*(?P<number>b)",
]
ATTRIBUTIONS = [
    r"[A-Za-z0-9_.-]+:[A-Za-z0-9_.-]+(?: \[[^\]]+\])+",
    r".+:.+ \[.+\]",
    r"\S+:\S+ \[[^]]+\]",
    r".*:.*\[.*\].*",
]
HOSTILE = ["1", "#", "[#1", "[", "#1", " ", "A-1", "[#1](", "a:", "a: [", " [a]", "a"]
SIZE = 100_000
MOST_SECONDS = 2.0


@pytest.mark.growth
@pytest.mark.parametrize("text", HOSTILE)
@pytest.mark.parametrize("pattern", ISSUES)
def test_no_cell_holds_up_the_search_for_an_issue(pattern: str, text: str) -> None:
    check_regex(pattern, "number")
    regex, cell = BoundedRegex(pattern), (text * SIZE)[:SIZE] + "!"
    with at_most(MOST_SECONDS):
        regex.search(cell)


@pytest.mark.growth
@pytest.mark.parametrize("text", HOSTILE)
@pytest.mark.parametrize("pattern", ATTRIBUTIONS)
def test_no_value_holds_up_the_reading_of_an_attribution(pattern: str, text: str) -> None:
    check_regex(pattern)
    regex, value = BoundedRegex(pattern), (text * SIZE)[:SIZE] + "!"
    with at_most(MOST_SECONDS):
        assert not regex.matches(value)


@pytest.mark.parametrize("pattern", ISSUES[:3])
def test_a_number_is_found_in_a_cell_of_usual_size_and_at_the_start_of_a_long_one(pattern: str) -> None:
    regex = BoundedRegex(pattern)
    for cell in ("[#12](https://example.org/issues/12) a title", f"[#12] {'a long story ' * 1_000}"):
        found = regex.search(cell)
        assert found
        assert found["number"] == "12"


def test_a_number_that_the_bound_cuts_is_no_other_number() -> None:
    for pattern in (r"#(?P<number>[0-9]+)", r".*#(?P<number>\d+)"):
        regex = BoundedRegex(pattern)
        numbers = {found["number"] for gap in range(50, 1_100) if (found := regex.search(f"{'x' * gap}#123456789"))}
        assert numbers == {"123456789"}


def test_a_long_list_of_tools_is_matched_and_an_endless_one_is_not() -> None:
    for pattern in ATTRIBUTIONS[:2]:
        regex = BoundedRegex(pattern)
        assert regex.matches(f"agent:model-1{' [Tool]' * 40}")
        assert not regex.matches(f"agent:model-1{' [Tool]' * 10_000}")


@given(st.sampled_from(ISSUES[:6]), st.text("#[]()12 Aa-:", max_size=60))
@settings(max_examples=300, deadline=None)
def test_a_text_of_usual_size_is_read_as_python_reads_it(pattern: str, text: str) -> None:
    regex, plain = BoundedRegex(pattern), re.compile(pattern)
    found, wanted = regex.search(text), plain.search(text)
    assert (found and found.span()) == (wanted and wanted.span())
    assert regex.matches(text) == (plain.fullmatch(text) is not None)


def test_two_of_one_pattern_are_the_same() -> None:
    assert BoundedRegex("a") == BoundedRegex("a") != BoundedRegex("b")
    assert len({BoundedRegex("a"), BoundedRegex("a")}) == 1
    assert identity(BoundedRegex("a")) == identity(BoundedRegex("a")) != identity(BoundedRegex("b"))
    assert BoundedRegex("a") != "a"
