"""The token stream: literals, comments, splices and directives, with places that hold whatever the bytes are."""

from __future__ import annotations

import random
import subprocess
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from checkers.source.lexer import Lexed, _Lexer, is_terminated, lex
from checkers.source.tokens import TokenKind, Tokens, are_glued
from tests.support.commands import needs
from tests.support.timing import assert_in_proportion

PIECES = [
    b"a", b"kCUDA", b"R", b"u8", b"L", b'"', b"'", b"\\", b"\n", b"\r\n", b"\r", b"\\\n", b"\\ \t\n", b"//", b"/*",
    b"*/", b"#", b"%:", b"define ", b"include <", b">", b'R"(', b')"', b'R"x(', b')x"', b"1'000", b"0x1p-3", b"<::",
    b"\xef\xbb\xbf", b"\xc2\xa0", b"\xc3\xa9", b"\xff", b"\0", b"\f", b"\v", b"$", b"\\u00e9", b"__has_include(<", b" ",
]  # fmt: skip
HOSTILE = st.one_of(st.binary(max_size=200), st.lists(st.sampled_from(PIECES), max_size=60).map(b"".join))


def words(data: bytes) -> list[str]:
    return [token.text.decode("latin-1") for token in lex(data).tokens]


def directives(data: bytes) -> list[list[str]]:
    return [
        [directive.name.decode(), *(token.text.decode("latin-1") for token in directive.tokens)]
        for directive in lex(data).directives
    ]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("a::b<::c", ["a", "::", "b", "<", "::", "c"]),
        ("x <:: y <::> z", ["x", "<", "::", "y", "[", "]", "z"]),
        ("x <: y :> <% %>", ["x", "[", "y", "]", "{", "}"]),
        ("a<<=b>>=c<=>d->*e...f.*g", ["a", "<<=", "b", ">>=", "c", "<=>", "d", "->*", "e", "...", "f", ".*", "g"]),
        ("1'000u + 0x1p-3f - 1.e+5", ["1'000u", "+", "0x1p-3f", "-", "1.e+5"]),
        ("f(1'0,'c')", ["f", "(", "1'0", ",", "'c'", ")"]),
        (".5f", [".5f"]),
        ("x\\\ny\\ \t\nz", ["xyz"]),
        ("x\\\r\ny", ["xy"]),
        ("$a b$ _c", ["$a", "b$", "_c"]),
        ("a\\u00e9b \\q", ["a\\u00e9b", "\\", "q"]),
        ("?? / ??/\n x", ["?", "?", "/", "?", "?", "/", "x"]),
        ("@`", ["@", "`"]),
        ("uR LR u8 U Lx", ["uR", "LR", "u8", "U", "Lx"]),
    ],
)
def test_tokens_are_read_as_long_as_possible(source: str, expected: list[str]) -> None:
    assert words(source.encode()) == expected


@pytest.mark.parametrize(
    "literal",
    [
        '"a"', r'"a\"b"', r'"a\\"', '"//"', '"/*"', '"\'"', 'u8"a"', 'u"a"', 'U"a"', 'L"a"', '"a"_km', '"a"sv', '""',
        'R"()"', 'R"(a"b)"', 'R"x()")x"', 'u8R"(a)"', 'LR"(a)"', 'UR"(a)"', 'R"(// /* )"',
        'R"0123456789abcdef(a)0123456789abcdef"',
        'R"(a\nb)"', 'R"(a\\\nb)"', 'R"(\\)"', 'R"a"b(c)a"b"', 'R"(a)"_s',
    ],
)  # fmt: skip
def test_a_string_in_any_form_is_one_token(literal: str) -> None:
    tokens = lex(f"x = {literal}; kCUDA".encode()).tokens
    assert [token.kind for token in tokens][2:4] == [TokenKind.STRING, TokenKind.PUNCTUATION]
    assert tokens[2].text == literal.encode()
    assert is_terminated(tokens[2].text)


@pytest.mark.parametrize("literal", ["'a'", r"'\''", r"'\\'", "'\"'", "u8'a'", "L'ab'", "'/'", "'a'_x"])
def test_a_character_in_any_form_is_one_token(literal: str) -> None:
    tokens = lex(f"x = {literal}; y".encode()).tokens
    assert (tokens[2].kind, tokens[2].text) == (TokenKind.CHARACTER, literal.encode())
    assert is_terminated(tokens[2].text)


@pytest.mark.parametrize(
    "broken", ['"abc', "'a", 'R"(a', 'R"x(a)"', 'R"(a)x"'[:-1] + "'", 'u8"'], ids=repr
)  # fmt: skip
def test_a_literal_without_an_end_stops_at_its_line(broken: str) -> None:
    tokens = lex(f"x {broken}\nkCUDA".encode()).tokens
    assert tokens[-1].text == b"kCUDA"
    assert not all(is_terminated(token.text) for token in tokens if token.kind in (3, 4))


def test_a_raw_string_with_too_long_a_delimiter_is_an_ordinary_one() -> None:
    assert words(b'R"0123456789abcdefg(a)" b') == ['R"0123456789abcdefg(a)"', "b"]


@pytest.mark.parametrize(
    ("source", "comments", "left"),
    [
        ("a // b\nc", ["// b"], ["a", "c"]),
        ("a // b \\\n c\nd", ["// b  c"], ["a", "d"]),
        ("a // b\rc", ["// b"], ["a", "c"]),
        ("a /* b */ c", ["/* b */"], ["a", "c"]),
        ("a /*/ b */ c", ["/*/ b */"], ["a", "c"]),
        ("a /* b\n // c */ d", ["/* b\n // c */"], ["a", "d"]),
        ("a /* b *\\\n/ c", ["/* b */"], ["a", "c"]),
        ("a /\\\n/ b\nc", ["// b"], ["a", "c"]),
        ('"//" "/*" a', [], ['"//"', '"/*"', "a"]),
        ("a /* b", ["/* b"], ["a"]),
        ("a / / b", [], ["a", "/", "/", "b"]),
    ],
)
def test_comments_are_told_apart(source: str, comments: list[str], left: list[str]) -> None:
    lexed = lex(source.encode())
    assert [comment.text.decode() for comment in lexed.comments] == comments
    assert words(source.encode()) == left


@pytest.mark.parametrize(("text", "ends"), [("/* a */", True), ("/*/", False), ("/* a", False), ("// a", True)])
def test_a_comment_knows_whether_it_ends(text: str, ends: bool) -> None:
    assert is_terminated(text.encode()) is ends


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("#define A b // c\nx", [["define", "A", "b"]]),
        ("  # /* a */ ifdef /* b\n */ X\ny", [["ifdef", "X"]]),
        ("/* a */ #if 1", [["if", "1"]]),
        ("/* a\n */ #if 1", [["if", "1"]]),
        ("%: define A", [["define", "A"]]),
        ("x #define A", []),
        ("x /*\n*/ #define A", []),
        ("x\n/* a */ #define A", [["define", "A"]]),
        ("#\n#!x\n", [[""], ["", "!", "x"]]),
        ("#define A \\\n b \\\r\n c\nd", [["define", "A", "b", "c"]]),
        ("#de\\\nfine A\n", [["define", "A"]]),
        ('#include <a//b>\n#include "a\\b"\n', [["include", "<a//b>"], ["include", '"a\\b"']]),
        ("#include <a\n#include X\n", [["include", "<", "a"], ["include", "X"]]),
        ("#if __has_include(<a//b>) && 1 // c\n", [["if", "__has_include", "(", "<a//b>", ")", "&&", "1"]]),
        ("#error don't do \"this\nx", [["error", "don", "'t do \"this"]]),
        ("#define A R\"(a\nb)\" c\nd", [["define", "A", 'R"(a\nb)"', "c"]]),
        ("#define A(x) #x\n", [["define", "A", "(", "x", ")", "#", "x"]]),
        ("\ufeff#if 1\n", [["if", "1"]]),
        ("#if 1\r#endif\r\n", [["if", "1"], ["endif"]]),
    ],
)  # fmt: skip
def test_directives_are_read_from_their_sign_to_the_end_of_the_logical_line(source: str, expected: object) -> None:
    assert directives(source.encode()) == expected


def test_a_directive_knows_its_place_among_the_tokens_and_in_the_file() -> None:
    data = b"a b\n  #define X 1 // c\nd"
    directive = lex(data).directives[0]
    assert directive.index == 2
    assert data[directive.start : directive.end] == b"#define X 1 // c"


def test_offsets_are_those_of_the_file_across_splices_and_raw_strings() -> None:
    data = b'R"a(\\\n )a" q\\\nr kC\\\nUDA // x\\\ny\nz'
    lexed = lex(data)
    assert [data[token.start : token.end] for token in lexed.tokens] == [
        b'R"a(\\\n )a"', b"q\\\nr", b"kC\\\nUDA", b"z",
    ]  # fmt: skip
    assert data[lexed.comments[0].start : lexed.comments[0].end] == b"// x\\\ny"


@pytest.mark.parametrize(("source", "glued"), [("A(x)", True), ("A (x)", False), ("A\\\n(x)", True), ("A/**/(", False)])
def test_tokens_are_glued_where_only_splices_stand_between(source: str, glued: bool) -> None:
    data = source.encode()
    left, right = lex(data).tokens[:2]
    assert are_glued(data, left, right) is glued


@pytest.mark.parametrize("blank", ["\u00a0", "\u2003", "\u3000", "\ufeff", "\u2028", "\0", "\f", "\v"])
def test_blanks_of_every_kind_separate(blank: str) -> None:
    assert words(f"a{blank}b".encode()) == ["a", "b"]


def _spans(lexed: Lexed) -> list[tuple[int, int]]:
    inner = [(token.start, token.end) for directive in lexed.directives for token in directive.tokens]
    outer = [(one.start, one.end) for one in (*lexed.tokens, *lexed.comments)]
    return sorted(inner + outer)


@settings(max_examples=400, deadline=None)
@given(HOSTILE)
def test_no_bytes_break_the_reading_and_places_are_ordered(data: bytes) -> None:
    spans = _spans(lex(data))
    assert all(0 <= start < end <= len(data) for start, end in spans)
    assert all(first[1] <= second[0] for first, second in pairwise(spans))


@settings(max_examples=200, deadline=None)
@given(HOSTILE)
def test_a_token_without_splices_is_the_bytes_at_its_place(data: bytes) -> None:
    digraphs = {b"<:", b":>", b"<%", b"%>", b"%:", b"%:%:"}
    for token in lex(data).tokens:
        text = data[token.start : token.end]
        assert text == token.text or text in digraphs or b"\\" in text


@settings(max_examples=400, deadline=None)
@given(HOSTILE)
def test_a_run_of_tokens_is_read_as_its_tokens_are_one_by_one(data: bytes) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(_Lexer, "_read_pieces", lambda _self, position, _end, *, is_last: position)
        one_by_one = lex(data)
    read = lex(data)
    assert list(read.tokens) == list(one_by_one.tokens)
    assert read.tokens.literals == one_by_one.tokens.literals
    assert (read.comments, read.directives) == (one_by_one.comments, one_by_one.directives)


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("a<::\n#if 1\n#endif", ["a", "<", "::"]),
        ("a<:\n#if 1\n#endif", ["a", "["]),
        ("a.\n#if 1\n#endif\n5", ["a", ".", "5"]),
        ('a-/**/>R"(#)"', ["a", "-", ">", 'R"(#)"']),
        ('u8R"(x)" xR"(x)"', ['u8R"(x)"', "xR", '"(x)"']),
        ('"R" R"(y)" // R"(\nz', ['"R"', 'R"(y)"', "z"]),
        ('"*/ #if 1" x */ # y', ['"*/ #if 1"', "x", "*", "/", "#", "y"]),
        ("/* \n#if 0\n */ a", ["a"]),
    ],
)
def test_where_a_run_of_tokens_ends_no_token_is_cut(source: str, expected: list[str]) -> None:
    assert words(source.encode()) == expected


@settings(max_examples=200, deadline=None)
@given(HOSTILE)
def test_a_token_is_the_same_by_its_index_in_a_slice_and_in_the_whole(data: bytes) -> None:
    tokens = lex(data).tokens
    every = list(tokens)
    assert every == [tokens[index] for index in range(len(tokens))]
    assert every == [tokens[index - len(tokens)] for index in range(len(tokens))]
    assert every == [*tokens[: len(tokens) // 2], *tokens[len(tokens) // 2 :]]
    assert tokens.texts == [token.text for token in every]
    assert tokens.literals == [
        index for index, token in enumerate(every) if token.kind in (TokenKind.STRING, TokenKind.CHARACTER)
    ]


@settings(max_examples=100, deadline=None)
@given(HOSTILE, st.sets(st.sampled_from([b"a", b"#", b"[", b'"', b"kCUDA", b"::"])))
def test_texts_are_found_where_they_stand_however_often_one_asks(data: bytes, wanted: set[bytes]) -> None:
    tokens = lex(data).tokens
    expected = [index for index, token in enumerate(tokens) if token.text in wanted]
    assert [tokens.find(wanted) for _ in range(3)] == [expected] * 3


@settings(max_examples=100, deadline=None)
@given(HOSTILE, HOSTILE)
def test_tokens_that_are_taken_over_are_as_they_were(data: bytes, other: bytes) -> None:
    source, made = lex(data).tokens, list(lex(other).tokens)
    half = len(source) // 2
    taken = Tokens(source.splices)
    taken.take(source, half, len(source))
    taken.take(made, 0, len(made))
    taken.take(source, 0, half)
    assert list(taken) == [*source[half:], *made, *source[:half]]
    assert [taken[index] for index in range(len(taken))] == list(taken)


@settings(max_examples=200, deadline=None)
@given(st.lists(st.sampled_from(["a", '"s"', "'c'", "1'0", "::", 'R"(x)"', "<", "kCUDA"]), min_size=1, max_size=20))
def test_comments_and_blank_lines_between_tokens_change_no_token(pieces: list[str]) -> None:
    plain = " ".join(pieces).encode()
    for between in (" /* kCUDA \n // */ ", " // kCUDA ' \"\n", "\n\n\t", " \\\n "):
        assert words(between.join(pieces).encode()) == words(plain)


@pytest.mark.growth
@pytest.mark.parametrize(
    "piece",
    [b"\\\n", b"\\ ", b'"', b"'\n", b'R"a(\n', b"/*", b"#", b"/**/#", b"#include <a ", b"\xff", b"(", b"[({", b"<",
     b"#if __has_include(<a "],
    ids=repr,
)  # fmt: skip
def test_reading_takes_time_in_proportion_to_the_file(piece: bytes) -> None:
    assert_in_proportion(lambda size: lex(piece * (size // len(piece))), 60_000)


@pytest.mark.growth
def test_many_raw_strings_that_never_end_take_time_in_proportion_too() -> None:
    assert_in_proportion(lambda size: lex(b"".join(b'R"%d(\n' % number for number in range(size))), 10_000)


GLUE = [" ", "\n", "/* x ' \" */", ' // y " \\\n z\n', "\\\n", " \\\n ", "/**/", "/* // */", "\t", " //\n"]
WHOLE = [
    "ab",
    "c1",
    "12",
    "1'000",
    "0x1p-3",
    '"s"',
    '"\\""',
    '"/*"',
    '"//"',
    "'c'",
    "'\\''",
    "'\"'",
    'u8"x"',
    'LR"(a\\\n)"',
    'R"x(// \n)x"',
    "+",
    ";",
    "(",
    ")",
    "L'q'",
    '"a" "b"',
    "u'c'",
]


def _snippet(source: random.Random) -> str:
    pieces = []
    for _ in range(12):
        whole = source.choice(WHOLE)
        pieces += [whole, " " if whole[-1].isalnum() or whole[-1] in "\"'+" else "", source.choice(GLUE)]
    return "".join(pieces)


@pytest.mark.skipif(needs("g++") is not None, reason=needs("g++") or "")
def test_the_compiler_sees_the_same_tokens_between_the_comments() -> None:
    """The compiler takes comments and splices out; what is left has the same tokens, and no comment."""
    source = random.Random(5)
    text = "".join(f"BEGIN{number} {_snippet(source)}\n" for number in range(400)).encode()
    done = subprocess.run(
        ["g++", "-x", "c++", "-std=c++20", "-E", "-P", "-w", "-"],
        input=text, capture_output=True, check=True,
    )  # fmt: skip
    left = lex(done.stdout)
    assert not left.comments
    assert [token.text for token in left.tokens] == [token.text for token in lex(text).tokens]
