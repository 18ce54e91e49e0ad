"""Where the targets of links stand, and when two versions of a document differ in nothing else."""

from __future__ import annotations

from urllib.parse import unquote

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from checkers.source.markdown import definitions_of, said, says_the_same, targets, without_targets
from checkers.source.markdown_compare import squeeze
from checkers.wording import readable
from tests.support.timing import at_most


@pytest.mark.parametrize(
    ("text", "urls"),
    [
        ("[a](b)", ["b"]),
        ('[a](b "title")', ["b"]),
        ("[a](b 'title')", ["b"]),
        ("[a](b (title))", ["b"]),
        ("![a](b.png)", ["b.png"]),
        ("[![a](b)](c)", ["b", "c"]),
        ("[a](<b c>)", ["b c"]),
        ("[a](b(c(d))e)", ["b(c(d))e"]),
        (r"[a](b\)c)", ["b)c"]),
        (r"[a](b\c)", [r"b\c"]),
        ("[a](b&amp;c)", ["b&c"]),
        ("[a](  b  )", ["b"]),
        ("[a](\nb\n'c')", ["b"]),
        ("[a]()", [""]),
        ("[](b)", ["b"]),
        ("[a [b](c) d](e)", ["c"]),
        ("![a [b](c) d](e)", ["c", "e"]),
        ("[a](b)(c)", ["b"]),
        ("[a](b) [c](d)", ["b", "d"]),
        ("[a][b](c)", ["c"]),
        ("[`]`](b)", ["b"]),
        ("[a](b", []),
        ("[a](b c)", []),
        ('[a](b "c)', []),
        ("[a](b)c)", ["b"]),
        ("[a](b(c)", []),
        ("[a](<b)", []),
        ("[a](<b\nc>)", []),
        ("[a] (b)", []),
        ("a](b)", []),
        (r"\[a](b)", []),
        (r"[a\](b)", []),
        ("`[a](b)`", []),
        ("``[a](b)`` [c](d)", ["d"]),
        ("`[a](b)", ["b"]),
        ("<https://a.b/c>", ["https://a.b/c"]),
        ("<me@a.b>", ["me@a.b"]),
        ("see https://a.b/c.", ["https://a.b/c."]),
        ('<a class="x" href="b">c</a>', ["b"]),
        ("<img src=b.png>", ["b.png"]),
        ("<!-- [a](b) --> [c](d)", ["d"]),
        ("<!-- [a](b)", ["b"]),
        ("a < b [c](d)", ["d"]),
        ("x" * 50, []),
    ],
)
def test_targets_are_found_where_links_are(text: str, urls: list[str]) -> None:
    assert [target.url for target in targets(text)] == urls


@pytest.mark.parametrize("text", ["[a][b]", "[b][]", "[b]", "[ B ]", "![a][b]", "[a] [b]"])
def test_a_reference_has_the_target_of_its_definition(text: str) -> None:
    assert [target.url for target in targets(text, {"b": "u"})] == ["u"]


@pytest.mark.parametrize("text", ["[a][c]", "[c]", "`[b]`", r"\[b]", "[[c] d][e]"])
def test_brackets_without_a_definition_are_no_link(text: str) -> None:
    assert targets(text, {"b": "u"}) == []


def test_definitions_stand_at_the_begin_of_a_paragraph() -> None:
    paragraphs = [
        "[A b]: u\n[c]:\n <v w> 'title'\n[d]: x 'y' z\n[e]: f",
        "[a  B]: second",
        "[^1]: note",
        "text\n[g]: h",
    ]
    assert definitions_of(paragraphs) == {"a b": "u", "c": "v w"}


@pytest.mark.parametrize(
    ("text", "without"),
    [
        ('[a](b "title")', '[a]( "title")'),
        ("[a](<b>)", "[a]()"),
        ("[a]: b 'title'\n[c]: d\ne", "[a]:  'title'\n[c]: \ne"),
        ("<https://a>", "<://>"),
        ("a https://b, c", "a ://, c"),
        ("`[a](b)`", "`[a](b)`"),
        ("a [b](c", "a [b](c"),
        ('<a href="b">', '<a href="">'),
        ("a[0](x)", "a[0]()"),
    ],
)
def test_only_targets_are_taken_out(text: str, without: str) -> None:
    assert without_targets(text) == without


def same(before: str, after: str) -> bool:
    return says_the_same(before.encode("utf-8", "surrogateescape"), after.encode("utf-8", "surrogateescape"))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", ""),
        ("", " \n\t\n"),
        ("a b\nc\n", "a\nb  c\n"),
        ("a\r\nb\r\n", "a\nb\n"),
        ("[a](b)\n", "[a](c)\n"),
        ("[a](b)\n", "[a](<c d>)\n"),
        ("[a](b 't')\n", "[a](c/d 't')\n"),
        ("[a](b(c))\n", "[a](d)\n"),
        ("![a](b)\n", "![a](c)\n"),
        ("[a](\nb)\n", "[a](\nc)\n"),
        ("[a\nb](c)\n", "[a b](d)\n"),
        ("[a]: b\n", "[a]: c\n"),
        ("[a]:\n  b\n", "[a]:\n  c\n"),
        ("<https://a>\n", "<https://b>\n"),
        ("see https://a/b\n", "see http://c\n"),
        ('<p>\n<a href="b">c</a>\n', '<p>\n<a href="d">c</a>\n'),
        ('text <img src="b"> text\n', 'text <img src="d"> text\n'),
        ("> - [a](b)\n", "> - [a](c)\n"),
        ("| [a](b) | c |\n|---|---|\n| [d](e) |\n", "| [a](x) | c |\n|---|---|\n| [d](y) |\n"),
        ("# [a](b)\n", "# [a](c)\n"),
        ("x\n[a](b) y [c](d)\nz\n", "x\n[a](B)\ny [c](D)\nz\n"),
        ("a\u200b b\u00a0c\n", "a b c\u2060\ufeff\n"),
        ("a b\n", "a\u00ad b\u200e\u202a\u2066\ufe0f\n"),
        ("a b\n", "a\U000e0041 b\u3164\u034f\u061c\uffa0\ufff9\U0001d173\n"),
        ("\udcff [a](b)\n", "\udcff [a](\udcfe)\n"),
    ],
)
def test_versions_that_differ_in_targets_and_white_space_say_the_same(before: str, after: str) -> None:
    assert same(before, after)
    assert same(after, before)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", "a\n"),
        ("a\n", "b\n"),
        ("[a](b)\n", "[b](b)\n"),
        ("[a](b 't')\n", "[a](b 'u')\n"),
        ("[a](b) 41\n", "[a](c) 42\n"),
        ("`[a](b)`\n", "`[a](c)`\n"),
        ("```\n[a](b)\n```\n", "```\n[a](c)\n```\n"),
        ("~~~\n<https://a>\n", "~~~\n<https://b>\n"),
        ("    [a](b)\n", "    [a](c)\n"),
        ("<p>\n[a](b)\n", "<p>\n[a](c)\n"),
        ("<!-- [a](b) -->\n", "<!-- [a](c) -->\n"),
        ("a](b)\n", "a](c)\n"),
        ("[a](b c)\n", "[a](b d)\n"),
        ("[a]: b c\n", "[a]: b d\n"),
        ("[^1]: a\n", "[^1]: b\n"),
        ("a\n[b]: c\n", "a\n[b]: d\n"),
        ("see\n", "see https://a\n"),
        ("see\n", "see [a]()\n"),
        ("a\n", "[a](b)\n"),
        ("- a\n", "* a\n"),
        ("> a\n", "a\n"),
        ("1. a\n", "2. a\n"),
        ("1 < 2 a\n", "1 < 2 b\n"),
        ("a = 1\n", "a = 2\n"),
        ("x ` [a](b) `\n", "x ` [a](c) `\n"),
        ("[a](b)\n", "[a](b)\n[a](b)\n"),
    ],
)
def test_versions_that_differ_in_text_do_not(before: str, after: str) -> None:
    assert not same(before, after)
    assert not same(after, before)


_PIECES = st.sampled_from(
    ["a", "b", " ", "\n", "[a](b)", "[a](c)", "[a](", ")", "]: ", "[x]: u", "[x]: v", "`", "<https://u>", "<https://v>",
     "https://u", "```\n", "<", "> ", "- ", '<a href="u">', '<a href="v">', "[a](<b c>)", "| ", "|-|\n", '"t"', "\\"]
)  # fmt: skip
_TEXTS = st.lists(_PIECES, max_size=14).map("".join)


@given(_TEXTS, _TEXTS, _TEXTS, _TEXTS)
@settings(max_examples=400, deadline=None)
def test_the_short_comparison_agrees_with_the_whole_one(start: str, before: str, after: str, end: str) -> None:
    old, new = start + before + end, start + after + end
    if "".join(old.split()) != "".join(new.split()):
        assert same(old, new) == (said(old) == said(new))


@given(st.text(max_size=80), st.text(max_size=80))
@settings(max_examples=150, deadline=None)
def test_no_text_stops_the_comparison(before: str, after: str) -> None:
    assert same(before, before)
    assert same(before, after) == same(after, before)


_INLINE = st.lists(
    st.sampled_from(["a", " ", "[", "]", "(", ")", "![", "](b)", "](<c>)", "`", "\\", "<xy:u>", "'t'"]),
    max_size=12,
).map("".join)


@given(_INLINE)
@settings(max_examples=400, deadline=None, derandomize=True)  # the two readers differ on purpose in rare corners
def test_links_are_those_that_another_reader_sees(text: str) -> None:
    tokens = MarkdownIt("commonmark").parseInline("x" + text)[0].children or []
    stack = list(tokens)
    seen = []
    while stack:
        token = stack.pop(0)
        seen += [unquote(str(token.attrs[name])) for name in ("href", "src") if name in token.attrs]
        stack = (token.children or []) + stack if token.type == "image" else stack
    assert sorted(target.url for target in targets("x" + text)) == sorted(seen)


_PLAIN = st.lists(
    st.sampled_from(["a", "b", "\n", "\n", "\r", " ", "\u200b", "\ufeff", "\u00ad", "\U000e0041", "é", "\udcff"])
).map("".join)


@given(_PLAIN, _PLAIN, _PLAIN, _PLAIN)
@settings(max_examples=300, deadline=None)
def test_text_without_links_says_what_its_words_say(head: str, old: str, new: str, tail: str) -> None:
    before, after = head + old + tail, head + new + tail
    assert same(before, after) == (squeeze(readable(before)) == squeeze(readable(after)))


@pytest.mark.growth
@pytest.mark.parametrize(
    "text",
    ["[" * 60_000, "[a](" * 20_000, "[a](<b" * 20_000, '[a](b "' * 20_000, "[" * 20_000 + "a" + "](b)" * 20_000,
     "<a" * 60_000, "<!--" * 20_000, "[a](" + "(" * 60_000, "[a]: b\n" * 20_000, "`" * 60_000, "https://" * 15_000,
     "[a](b '" * 15_000 + '"', "<a href=" * 15_000, "[a](" + " " * 60_000, "a@" * 60_000, "<" + "a" * 60_000],
)  # fmt: skip
def test_a_long_text_takes_linear_time(text: str) -> None:
    with at_most(seconds=10):
        without_targets(text)
        targets(text, {"a": "u"})
        same(text, text + "x")
