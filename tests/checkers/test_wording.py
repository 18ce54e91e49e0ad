"""Pieces of sentences."""

from __future__ import annotations

import pytest

from checkers.wording import counted, shown


@pytest.mark.parametrize(("number", "text"), [(0, "0 rows"), (1, "1 row"), (2, "2 rows")])
def test_a_noun_follows_its_number(number: int, text: str) -> None:
    assert counted(number, "row") == text


def test_quoted_text_is_folded_and_cut() -> None:
    assert shown(" a\r\n\tb\x0c\u2028c ") == "a b c"
    assert shown("x" * 120) == "x" * 120
    assert shown("x" * 121) == "x" * 120 + "…"
    assert len(shown("x " * 1_000_000)) == 121
