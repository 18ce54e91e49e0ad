"""Text that would move, hide or command is shown as text."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from checkers.output.escaping import display_width, plain_line, unicode_text, visible, visible_path


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain ~text", "plain ~text"),
        ("naïve → 漢字 💥", "naïve → 漢字 💥"),
        ("\x1b[2Jx", "\\x1b[2Jx"),
        ("a\nb\rc\td", "a\\nb\\rc\\td"),
        ("\x00\x07\x7f", "\\x00\\x07\\x7f"),
        ("\x85\x9b", "\\u0085\\u009b"),
        ("\u202eabc\u2066", "\\u202eabc\\u2066"),
        ("\u200b\u200d\ufeff\u00ad", "\\u200b\\u200d\\ufeff\\u00ad"),
        ("\u3164\u115f\uffa0\u034f\ufe0f\U000e0100", "\\u3164\\u115f\\uffa0\\u034f\\ufe0f\\U000e0100"),
        ("a\ufe0f \u26a1\ufe0f \U0001f600\ufe0e", "a\\ufe0f \u26a1\ufe0f \U0001f600\ufe0e"),
        ("\u2028\u2029", "\\u2028\\u2029"),
        ("\U000e0041", "\\U000e0041"),
        ("\udcff\udc80", "\\xff\\x80"),
        ("\ud800", "\\ud800"),
        ("##[error]x", "#\\#[error]x"),
        ("\u00a0", "\u00a0"),
    ],
)
def test_characters_that_act_are_shown_as_escapes(text: str, shown: str) -> None:
    assert visible(text) == shown


def test_a_path_cannot_begin_a_line_as_a_workflow_command() -> None:
    assert visible_path("::error::x") == "./::error::x"
    assert visible_path("  ::error::x") == "./  ::error::x"
    assert visible_path("a::b") == "a::b"


@pytest.mark.parametrize(("line", "plain"), [("::error::x", "\\::error::x"), ("  ::x", "  \\::x"), ("a ::x", "a ::x")])
def test_a_line_of_prose_is_no_workflow_command(line: str, plain: str) -> None:
    assert plain_line(line) == plain


def test_undecodable_bytes_become_text_and_the_rest_stays() -> None:
    assert unicode_text("a\udcffé\n\ud800") == "a\\xffé\n\\ud800"


@given(st.text(st.characters(codec=None)))
@settings(max_examples=200, deadline=None)
def test_nothing_that_acts_is_left_of_any_text(text: str) -> None:
    shown = visible(text)
    shown.encode()
    assert not any(unicodedata.category(character) in ("Cc", "Cf", "Cs", "Zl", "Zp") for character in shown)
    assert "##[" not in shown


def test_width_counts_cells() -> None:
    assert display_width("abc") == 3
    assert display_width("漢é") == 3
    assert display_width("e\u0301") == 1
