"""Where the cells of a table's row end."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from checkers.source.markdown import cells_of, code_spans, first_cells_of, is_delimiter_row, split_cells
from tests.support.timing import at_most


@pytest.mark.parametrize(
    ("line", "cells"),
    [
        ("| a | b |", ["a", "b"]),
        ("a|b", ["a", "b"]),
        ("| a | b", ["a", "b"]),
        ("a | b |", ["a", "b"]),
        ("\t| a |\tb |  ", ["a", "b"]),
        ("a", ["a"]),
        ("", []),
        ("  \t ", []),
        ("|", [""]),
        ("||", [""]),
        ("|||", ["", ""]),
        ("| a | | c |", ["a", "", "c"]),
        (r"| a \| b | c |", [r"a \| b", "c"]),
        (r"| a | b \|", ["a", r"b \|"]),
        (r"\| a | b |", [r"\| a", "b"]),
        (r"| a \\| b |", [r"a \\", "b"]),
        (r"| a \\\| b |", [r"a \\\| b"]),
        ("| a | b \\", ["a", "b \\"]),
        ("| `a|b` | c |", ["`a|b`", "c"]),
        ("| ``a|`|b`` | c |", ["``a|`|b``", "c"]),
        ("| `a | b |", ["`a", "b"]),
        ("| ``a | b` | c |", ["``a", "b`", "c"]),
        ("| ```a|b``` |", ["```a|b```"]),
        (r"| \`a | b` | c |", [r"\`a", "b`", "c"]),
        (r"| `a\` | `b` |", [r"`a\`", "`b`"]),
        (r"| `a \| b` | c |", [r"`a \| b`", "c"]),
        (r"| `` ` | ` `` | c |", ["`` ` | ` ``", "c"]),
        ("| ä | 中 | \udcff |", ["ä", "中", "\udcff"]),
        ("| [a](b|c) | d |", ["[a](b", "c)", "d"]),
        ("`a|b", ["`a", "b"]),
        ("| a | `b|c`", ["a", "`b|c`"]),
    ],
)
def test_cells_end_at_pipes_that_nothing_hides(line: str, cells: list[str]) -> None:
    assert split_cells(line) == cells


@pytest.mark.parametrize(
    "line",
    ["|---|---|", "---|---", "| :-: | ---: |", "|-|", ":--|--", "  |---|", "| --- |", "|---|\t", ":-:", "-|-|-"],
)
def test_a_row_of_dashes_and_pipes_is_a_delimiter(line: str) -> None:
    assert is_delimiter_row(line)


@pytest.mark.parametrize(
    "line",
    ["", "---", "|", "||", "| a |", "|--|-a-|", "|---||", "| - - |", "|:|", "a|-", "|—|", "|--:--|", "- - -", "|=|"],
)
def test_other_lines_are_no_delimiter(line: str) -> None:
    assert not is_delimiter_row(line)


def test_code_spans_close_at_runs_of_their_own_length() -> None:
    text = r"a `b` \`c` ``d`e`` ```f``"
    assert [text[start:end] for start, end in code_spans(text)] == ["`b`", "` ``d`", "`` ```f``"]


_ROWS = st.text(alphabet="ab|`\\ \t-:", max_size=60)


@given(_ROWS)
@settings(max_examples=300, deadline=None)
def test_cells_joined_again_split_into_the_same_cells(row: str) -> None:
    cells = split_cells(row)
    if cells and not any("`" in cell or cell.endswith("\\") for cell in cells):
        assert split_cells("| " + " | ".join(cells) + " |") == cells


@given(_ROWS, st.integers(0, 5), st.integers(1, 3))
@settings(max_examples=300, deadline=None)
def test_the_first_cells_are_those_of_the_whole_row(row: str, width: int, number: int) -> None:
    assert first_cells_of(row, width, number) == cells_of(row, width)[:number]


@given(st.text(max_size=80))
@settings(max_examples=200, deadline=None)
def test_no_character_of_a_cell_is_lost(row: str) -> None:
    def squeeze(text: str) -> str:
        return "".join(text.replace("|", "").split())

    assert squeeze("".join(split_cells(row))) == squeeze(row)


@pytest.mark.growth
@pytest.mark.parametrize(
    "row", ["`" * 200_000, "|" * 200_000, "\\" * 200_000, "`|" * 100_000, "` `` " * 50_000, "a``" * 60_000]
)
def test_a_long_row_takes_linear_time(row: str) -> None:
    with at_most(seconds=10):
        split_cells(row)
        is_delimiter_row(row)
        is_delimiter_row(" " * 100_000 + row + "|-" * 50_000 + "x")
