"""What each line of a Markdown document is."""

from __future__ import annotations

import re

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from checkers.source.markdown import LineKind, decode, read_lines, split_lines
from tests.support.timing import at_most

_LETTERS = {
    LineKind.BLANK: ".",
    LineKind.TEXT: "t",
    LineKind.HEADING: "h",
    LineKind.UNDERLINE: "u",
    LineKind.RULE: "r",
    LineKind.FENCE: "f",
    LineKind.CODE: "c",
    LineKind.HTML: "<",
    LineKind.TABLE_HEADER: "H",
    LineKind.TABLE_DELIMITER: "D",
    LineKind.TABLE_ROW: "R",
}


def kinds(text: str) -> str:
    return "".join(_LETTERS[line.kind] for line in read_lines(text))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", ""),
        ("\n", "."),
        ("a", "t"),
        ("a\n\nb\n", "t.t"),
        ("# a\n###### b\n####### c\n#d\n   # e\n\n    # f\n#\n", "hhtth.ch"),
        ("a\n    # still text\n", "tt"),
        ("a\n===\nb\n-\n", "huhu"),
        ("a\nb\n---\n", "hhu"),
        ("===\n", "t"),
        ("---\n***\n___\n- - -\n", "rrrr"),
        ("a\n***\n", "tr"),
        ("> a\n---\n", "tr"),
        ("```\n# a\n```\nb\n", "fcft"),
        ("~~~ x ~ `\na\n~~~\n", "fcf"),
        ("``` x`\na\n", "tt"),
        ("````\n```\n`````\nb\n", "fcft"),
        ("```\n~~~\n```\n", "fcf"),
        ("```\na\n``` x\n", "fcc"),
        ("  ```\na\n   ```\n", "fcf"),
        ("```\na\n    ```\n", "fcc"),
        ("```\na\n\nb", "fccc"),
        ("    a\n\n    b\nc\n", "c.ct"),
        ("a\n    b\n", "tt"),
        ("\tcode\n", "c"),
        ("- a\n\n\tb\n\n      c\n", "t.t.c"),
        ("- ```\n  a\n  ```\nb\n", "fcft"),
        ("- ```\n  a\nb\n", "fct"),
        ("> ```\n> a\nb\n", "fct"),
        ("> a\nlazy\n\nb\n", "tt.t"),
        ("> a\n```\nb\n", "tfc"),
        ("10. a\n\n    ```\n    x\n    ```\n", "t.fcf"),
        ("a\n2. b\n1. c\n- d\n", "tttt"),
        ("-\n\n  a\n", "..t"),
        ("- \n  a\n\n      b\n", ".t.c"),
        ("-    a\n\n         b\n", "t.c"),
        ("-     a\n\n      b\n", "c.c"),
        (">     a\n>    b\n", "ct"),
        (">\ta\n>\t\tb\n", "tt"),
        ("<!-- a\n\n| b |\n-->\nc\n", "<<<<t"),
        ("<!-- a --> b\nc\n", "<t"),
        ("<!-- a\nb", "<<"),
        ("a <!-- b\nc -->\n", "tt"),
        ("<div>\na\n\nb\n", "<<.t"),
        ("<b>\na\n\nb\n", "<<.t"),
        ("a\n<b>\nc\n", "ttt"),
        ("a\n<div>\nc\n", "t<<"),
        ("<b> a\n", "t"),
        ("<b x='y' z>\n", "<"),
        ("</b >\n", "<"),
        ("<script>\n\na\n</script> b\nc\n", "<<<<t"),
        ("<?a\n\n?>\nb\n", "<<<t"),
        ("<!A\n>\nb\n", "<<t"),
        ("<![CDATA[\n\n]]>\nb\n", "<<<t"),
        ("> <!-- a\nb\n", "<t"),
        ("| a |\n|---|\n| b |\n", "HDR"),
        ("a | b\n-|-\nc | d\ne\n\nf\n", "HDRR.t"),
        ("x\n| a |\n|---|\n", "tHD"),
        ("| a | b |\n|---|\n", "tt"),
        ("| a |\n\n|---|\n", "t.t"),
        ("|---|\n|---|\n", "HD"),
        ("| a |\n|---|\n    | b |\n", "HDc"),
        ("   | a |\n  |---|\n | b |\n", "HDR"),
        ("    | a |\n    |---|\n", "cc"),
        ("| a |\n    |---|\n", "tt"),
        ("| a |\n|---|\n| b |\n> c\n", "HDRt"),
        ("| a |\n|---|\n| b |\n- c\n", "HDRt"),
        ("| a |\n|---|\n| b |\n# c\n", "HDRh"),
        ("| a |\n|---|\n| b |\n---\n", "HDRr"),
        ("| a |\n|---|\n| b |\n```\nc\n", "HDRfc"),
        ("| a |\n|---|\n| b |\n<div>\n", "HDR<"),
        ("| a |\n|---|\n|---|\n", "HDR"),
        ("| a |\r\n|---|\r\n| b |\r\n", "HDR"),
        ("| a |\r|---|\r| b |\r", "HDR"),
        ("|\ta\t|\n|---|\n\t| b |\n", "HDc"),
        ("> | a |\n> |---|\n> | b |\n| c |\n", "HDRt"),
        ("- x\n\n  | a |\n  |---|\n  | b |\n| c |\n", "t.HDRt"),
        ("- | a |\n  |---|\n  | b |\n", "HDR"),
        ("| a |\n> |---|\n", "tt"),
        ("# a | b\n-|-\n", "ht"),
        ("a\f\n\x0b# b\n", "tt"),
        ("a\u2028# b\n", "t"),
    ],
)
def test_every_line_has_its_kind(text: str, expected: str) -> None:
    assert kinds(text) == expected


def test_lines_are_numbered_from_one_and_say_how_deep_they_stand() -> None:
    lines = read_lines("a\n\n> - b\n>   c\n")
    assert [(line.number, line.text, line.depth) for line in lines] == [
        (1, "a", 0),
        (2, "", 0),
        (3, "b", 2),
        (4, "c", 2),
    ]


def test_a_heading_has_its_level() -> None:
    assert [line.level for line in read_lines("# a\n### b\nc\n===\nd\n---\n")] == [1, 3, 1, 0, 2, 0]


def test_a_byte_order_mark_is_no_text_and_other_bytes_survive() -> None:
    assert decode(b"\xef\xbb\xbf# a\xff") == "# a\udcff"


def test_lines_end_at_line_ends_alone() -> None:
    assert split_lines("a\x0cb\r\nc\rd\u2028e\x85f\n\n") == ["a\x0cb", "c", "d\u2028e\x85f", ""]


_PIECES = st.sampled_from(
    ["a", "| a |", "|---|", "a | b", "-|-", "```", "~~~", "````", "# a", "> ", "- ", "1. ", "2) ", "    ", "  ", "",
     "\t", "<!--", "-->", "<div>", "===", "---", "`", "`a|b`", "* * *"]
)  # fmt: skip
_DOCUMENTS = st.lists(st.lists(_PIECES, max_size=4).map("".join), max_size=10).map("\n".join)


@given(st.one_of(_DOCUMENTS, st.text(max_size=60)))
@settings(max_examples=400, deadline=None)
def test_every_line_of_any_text_is_read_once(text: str) -> None:
    lines = read_lines(text)
    assert [line.number for line in lines] == list(range(1, len(split_lines(text)) + 1))


@given(st.binary(max_size=60))
@settings(max_examples=100, deadline=None)
def test_no_bytes_stop_the_reader(data: bytes) -> None:
    read_lines(decode(data))


# The other reader asks for a table before it asks for other blocks, wants a pipe in a table's header, and splits cells
# inside code spans as well.
_READ_DIFFERENTLY = re.compile(r"(?:`|~~~|#|<|[*] [*] ).*\||\|.*\n[ \t]*-")
Lines = dict[str, set[int]]


def _reference(text: str) -> Lines:
    """The lines of fenced code, HTML, headings and table headers as another implementation of CommonMark sees them."""
    found: Lines = {"fence": set(), "html_block": set(), "heading_open": set(), "table_open": set()}
    for token in MarkdownIt("commonmark").enable("table").parse(text):
        if token.type in found and token.map:
            first, last = token.map
            found[token.type] |= {first} if token.type == "table_open" else set(range(first, last))
    return _without_blank_lines(found, text)


def _ours(text: str) -> Lines:
    kinds = {
        LineKind.FENCE: "fence",
        LineKind.CODE: "fence",
        LineKind.HTML: "html_block",
        LineKind.HEADING: "heading_open",
        LineKind.UNDERLINE: "heading_open",
        LineKind.TABLE_HEADER: "table_open",
    }
    found: Lines = {name: set() for name in kinds.values()}
    fenced = {line.block for line in read_lines(text) if line.kind is LineKind.FENCE}
    for line in read_lines(text):
        indented = line.kind is LineKind.CODE and line.block not in fenced
        if line.kind in kinds and not indented:
            found[kinds[line.kind]].add(line.number - 1)
    return _without_blank_lines(found, text)


def _without_blank_lines(found: Lines, text: str) -> Lines:
    """Readers differ in whether the blank lines at the end of a block that is never closed belong to it."""
    written = {number for number, line in enumerate(split_lines(text)) if line.strip(" \t>")}
    return {name: numbers & written for name, numbers in found.items()}


@given(_DOCUMENTS)
@settings(max_examples=400, deadline=None, derandomize=True)  # the two readers differ on purpose in rare corners
def test_blocks_are_those_that_another_reader_sees(text: str) -> None:
    assume(not _READ_DIFFERENTLY.search(text))
    assume(all("|" in line.text for line in read_lines(text) if line.kind is LineKind.TABLE_HEADER))
    assert _ours(text) == _reference(text)


@pytest.mark.growth
@pytest.mark.parametrize(
    "text",
    [
        "- " * 20_000 + "\n" + "\n" * 20_000,
        "> " * 20_000 + "\n" + "> a\n" * 20_000,
        ("- " * 90 + "a\n") * 1_000,
        "a\n" * 60_000 + "===\n",
        "| a |\n|---|\n" + "| b |\n" * 30_000,
        "<a " + "b " * 30_000 + "\n",
        "# " + " #" * 30_000 + "x\n",
        "* " * 30_000 + "x\n",
        "\t" * 60_000,
        "```\n" * 30_000,
    ],
)
def test_a_long_document_takes_linear_time(text: str) -> None:
    with at_most(seconds=10):
        read_lines(text)
