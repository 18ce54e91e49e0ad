"""Sections share what room there is; a row stays or goes as a whole, and what went is counted."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from checkers.output.markdown_truncation import Part, Row, Section, cut, fitted

REST = "The JSON report has all of them."


def _rows(number: int, size: int = 100, rank: int = 0) -> list[Row]:
    return [Row(f"{index:04}".ljust(size - 1, ".") + "\n", rank) for index in range(number)]


def _section(*parts: Part, noun: str = "row") -> Section:
    return Section(parts, noun, "<details>\n", "</details>\n")


def test_what_fits_is_whole() -> None:
    section = _section(Part(_rows(3), "[", "]"))
    assert fitted([section], len(section.whole), REST) == section.whole
    assert section.whole.startswith("<details>\n[0000")


def test_a_part_or_a_section_without_rows_is_not_shown() -> None:
    assert fitted([_section(Part([], "[", "]"))], 1_000, REST) == ""
    assert "[" not in fitted([_section(Part([], "[", "]"), Part(_rows(1)))], 1_000, REST)


def test_a_cut_is_at_a_whole_row_and_says_how_many_went_and_where_they_are() -> None:
    text = fitted([_section(Part(_rows(50), "[\n", "]\n"), noun="finding")], 1_500, REST)
    shown = re.findall(r"^(\d{4})\.{95}$", text, re.MULTILINE)
    assert shown == [f"{index:04}" for index in range(len(shown))]
    assert text.endswith(f"]\n\n_{50 - len(shown)} more findings cut: the comment is full. {REST}_\n</details>\n")
    assert len(shown) > 8


def test_lower_ranks_stay_and_the_order_too() -> None:
    green, red = _rows(20, rank=1), [Row("red\n")]
    text = cut(_section(Part([*green[:10], *red, *green[10:]])), 500)
    assert "red\n" in text
    assert text.index("0000") < text.index("red\n")
    assert text.count("....") > 0


def test_a_row_can_count_for_several_or_for_none() -> None:
    section = _section(Part([Row("a\n"), Row("b" * 900, counts=7), Row("c" * 900, counts=0)]))
    assert "_7 more rows cut.\n" not in cut(section, 200)
    assert "_7 more rows cut._" in cut(section, 200)


def test_a_small_section_is_whole_beside_a_great_one_whatever_their_order() -> None:
    small, great = _section(Part(_rows(5))), _section(Part(_rows(1_000, 90)))
    for order in ([small, great], [great, small]):
        text = fitted(order, 10_000, REST)
        assert small.whole in text
        assert 9_000 < len(text) <= 10_000


def test_great_sections_get_as_much_as_each_other() -> None:
    sections = [_section(Part([Row(f"{name}\n" * 10) for _ in range(500)])) for name in "abc"]
    text = fitted(sections, 6_000, REST)
    shares = [text.count(f"{name}\n") for name in "abc"]
    assert max(shares) - min(shares) <= 10
    assert min(shares) > 700


def test_a_section_of_which_no_row_fits_is_counted_in_the_last_note() -> None:
    text = fitted([_section(Part(_rows(1))), _section(Part([Row("x" * 5_000), Row("y")]))], 700, REST)
    assert text.endswith(f"_2 more rows cut: the comment is full. {REST}_\n")
    assert "x" not in text.replace("more rows cut: the", "")


@pytest.mark.parametrize("room", [-5, 0, 1, 40, 150])
def test_no_room_is_never_exceeded(room: int) -> None:
    assert len(fitted([_section(Part(_rows(9)))], room, REST)) <= max(room, 0)


ROWS = st.lists(st.builds(Row, st.text("aé💥\n", min_size=1, max_size=60), st.integers(0, 2)), max_size=8)
PARTS = st.builds(lambda rows, frame: Part(rows, *frame), ROWS, st.sampled_from([("", ""), ("<p>", "</p>")]))
SECTIONS = st.lists(
    st.builds(Section, st.lists(PARTS, max_size=4), st.just("row"), st.just("<d>"), st.just("</d>")), max_size=5
)


@given(SECTIONS, st.integers(0, 2_000))
@settings(max_examples=150, deadline=None)
def test_whatever_the_sections_nothing_is_exceeded_lost_or_left_open(sections: list[Section], room: int) -> None:
    text = fitted(sections, room, REST)
    assert len(text.encode()) <= room
    assert text.count("<d>") == text.count("</d>")
    assert text.count("<p>") == text.count("</p>")
    if sum(len(section.whole.encode()) for section in sections if section.counts) <= room:
        assert "cut" not in text
