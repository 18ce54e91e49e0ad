"""Pieces of sentences."""

from __future__ import annotations

import pytest

from checkers.wording import counted, every, listed, none_of, printable, readable, shown, substitution, times


@pytest.mark.parametrize(("number", "text"), [(0, "0 rows"), (1, "1 row"), (2, "2 rows")])
def test_a_noun_follows_its_number(number: int, text: str) -> None:
    assert counted(number, "row") == text


@pytest.mark.parametrize(("number", "text"), [(1, "the one row"), (2, "both rows"), (3, "all 3 rows")])
def test_all_of_a_number_are_named_as_english_does(number: int, text: str) -> None:
    assert every(number, "row") == text


@pytest.mark.parametrize(("number", "text"), [(2, "neither row"), (3, "none of the 3 rows")])
def test_none_of_a_number_are_named_as_english_does(number: int, text: str) -> None:
    assert none_of(number, "row") == text


@pytest.mark.parametrize(("number", "text"), [(0, "not at all"), (1, "once"), (2, "twice"), (3, "3 times")])
def test_how_often_is_said_in_words(number: int, text: str) -> None:
    assert times(number) == text


@pytest.mark.parametrize(
    ("names", "text"), [([], ""), (["a"], "a"), (["a", "b"], "a, b"), (["a", "b", "c", "d"], "a, b and 2 more")]
)
def test_a_list_names_the_first_few_and_counts_the_others(names: list[str], text: str) -> None:
    assert listed(names, most=2) == text


@pytest.mark.parametrize(
    ("text", "escaped"),
    [
        ("plain ünï", "plain ünï"), ("a\nb\tc", "a\\nb\\tc"), ("\x1b[31m", "\\x1b[31m"), ("\udcff", "\\xff"),
        ("\u202e", "\\u202e"), ("\u2028", "\\u2028"), ("\ud800", "\\ud800"),
    ],
)  # fmt: skip
def test_what_cannot_be_shown_is_escaped(text: str, escaped: str) -> None:
    assert printable(text) == escaped


def test_quoted_text_is_folded_and_cut() -> None:
    assert shown(" a\r\n\tb\x0cc ") == "a b c"
    assert shown("x" * 120) == "x" * 120
    assert shown("x" * 121) == "x" * 120 + "…"
    assert len(shown("x " * 1_000_000)) == 121


def test_what_nobody_would_see_is_written_out() -> None:
    assert shown("true\xa0") == "true\\xa0"
    assert shown("a\u200bb\u2028\x1b[31m") == "a\\u200bb\\u2028\\x1b[31m"
    assert shown("\udcff é 漢 \U0001f600") == "\udcff é 漢 \U0001f600"


def test_readable_text_has_no_characters_that_take_no_room() -> None:
    assert readable("D\u200bO\u00adN\u2066E\u2069\ufe0f\U000e0041") == "DONE"
    assert readable("é 漢 \U0001f600\udcff \xa0\t") == "é 漢 \U0001f600\udcff \xa0\t"


@pytest.mark.parametrize(
    ("words", "text", "told"),
    [
        ({"a::B": "c", "a::BB": "d"}, "a::B a::BB a::BBB xa::B", "c d a::BBB xa::B"),
        ({"a": "b", "b": "a"}, "a b", "b a"),
        ({"[x]": "y", "m\n": ""}, "[x][x] m\nm\nn", "yy n"),
        ({"": "z"}, "a", "a"),
        ({"a": r"\1"}, "a", r"\1"),
    ],
)
def test_words_are_replaced_whole_and_once(words: dict[str, str], text: str, told: str) -> None:
    assert substitution(words)(text) == told
