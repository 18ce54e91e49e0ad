"""What stands under a heading, and the tables of a document."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from checkers.source.markdown import cells_of, plain_text, read_lines, section, tables


def says(text: str, heading: str = "Now") -> str | None:
    found = section(text, heading)
    return found.says if found else None


@pytest.mark.parametrize(
    "heading",
    ["## Now", "# Now", "###### Now", "##   Now  ", "   ## Now", "## Now ##", "## Now #", "## now", "## NOW",
     "## **Now**", "## `Now`", "## *Now*:", "## [Now](#now)", "## Now:",
     "Now\n---", "Now\n===", "##\tNow", '## <a id="n"></a>Now'],
)  # fmt: skip
def test_a_heading_is_found_in_any_spelling(heading: str) -> None:
    assert says(f"# Title\n\n{heading}\n\ntext\n\n# End\n") == "text"


@pytest.mark.parametrize(
    "heading",
    ["####### Now", "##Now", "    ## Now", "## Nowhere", "## Now what", "```\n## Now\n```", "<!--\n## Now\n-->",
     "> ## Now", "- ## Now", "\\## Now", "**Now**", "Now", "## Now#"],
)  # fmt: skip
def test_what_is_no_such_heading_is_not_found(heading: str) -> None:
    assert says(f"# Title\n\n{heading}\n\ntext\n") is None


@pytest.mark.parametrize(
    "body",
    ["", "\n\n", "## Owed\n\ntext", "<!-- todo -->", "<!-- todo\n\nmore -->\n", "---", "[a]: b", "\u200b", "&nbsp;",
     "```\n```", "-\n", ">\n", "<!-- never closed\n\ntext"],
)  # fmt: skip
def test_nothing_that_shows_is_nothing(body: str) -> None:
    assert says(f"## Now\n\n{body}\n") == ""


@pytest.mark.parametrize(
    "body",
    ["a", "### Sub", "### Sub\n\ntext", "- a", "> a", "```\na\n```", "| a |\n|---|", "![a](b)",
     "<b>a</b>", "<!-- a --> b", "    a", "[a]: b\nc", "\udcff"],
)  # fmt: skip
def test_what_shows_is_something(body: str) -> None:
    assert says(f"## Now\n\n{body}\n\n## Owed\n")


def test_a_section_ends_at_the_next_heading_of_its_level_or_above() -> None:
    assert says("## Now\na\n### Deeper\nb\n## Next\nc\n") == "a###Deeperb"
    assert says("### Now\na\n# Above\nb\n") == "a"
    assert says("# Now\na\n\nb\n---\nc\n\nd\n===\ne\n") == "ab---c"


def test_sections_with_one_heading_are_read_together() -> None:
    found = section("# A\n## Now\na\n# B\n## Now\nb\n## C\n", "Now")
    assert found is not None
    assert (found.line, found.says) == (2, "ab")


def test_targets_white_space_and_comments_say_nothing_new() -> None:
    assert says("## Now\n[a](b) c\n") == says("## Now\n\n<!-- x -->\n\n[a](d)\nc\n")


def test_another_wording_says_something_new() -> None:
    assert says("## Now\n[a](b) c\n") != says("## Now\n[a](b) d\n")


@pytest.mark.parametrize(
    ("text", "plain"),
    [("**State**", "State"), ("`State`", "State"), ("[State](x)", "State"), ("_State_ ", "State"), (r"a\*b", "a*b"),
     ("a  b", "a b"), ("<b>State</b>", "State"), ("![i](x) State", "i State"), ("[State][s]", "State"), ("", "")],
)  # fmt: skip
def test_plain_text_is_what_a_reader_sees(text: str, plain: str) -> None:
    assert plain_text(text) == plain


def test_tables_have_a_header_and_rows_of_as_many_cells() -> None:
    found = tables(read_lines("| a | b |\n|---|---|\n| 1 |\n| 1 | 2 | 3 |\n\n| c |\n|---|\n```\n| x |\n|---|\n```\n"))
    assert [table.header for table in found] == [("a", "b"), ("c",)]
    assert [(row.line, cells_of(row.text, 2)) for row in found[0].rows] == [(3, ["1", ""]), (4, ["1", "2"])]


@given(st.text(max_size=80))
@settings(max_examples=150, deadline=None)
def test_no_text_stops_a_section_or_a_table(text: str) -> None:
    section(f"## Now\n{text}", "Now")
    for table in tables(read_lines("| a |\n|---|\n" + text)):
        for row in table.rows:
            assert len(cells_of(row.text, len(table.header))) == len(table.header)
