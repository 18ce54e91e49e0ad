"""Markers: found in comments alone, with their row, their reason and their place."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from checkers.source.lexer import lex
from checkers.source.markers import Marker, find_markers
from tests.support.timing import assert_in_proportion


def markers(source: str, name: str = "ALLOW-IT") -> list[Marker]:
    data = source.encode("utf-8", "surrogateescape")
    return find_markers(data, lex(data).comments, name)


def read(source: str) -> list[tuple[str | None, str]]:
    return [(marker.row, marker.reason) for marker in markers(source)]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("// ALLOW-IT: the reason", [(None, "the reason")]),
        ("// ALLOW-IT(A2): the reason", [("A2", "the reason")]),
        ("//ALLOW-IT ( A2 ) :the  reason", [("A2", "the reason")]),
        ("/// ALLOW-IT(A): b", [("A", "b")]),
        ("//! ALLOW-IT(A): b", [("A", "b")]),
        ("///< ALLOW-IT(A): b", [("A", "b")]),
        ("/* ALLOW-IT(A): b */", [("A", "b")]),
        ("/** ALLOW-IT(A): b **/", [("A", "b")]),
        ("/*! ALLOW-IT(A): b\n * c\n * d */", [("A", "b c d")]),
        ("/*\n   ALLOW-IT(A): b\n   c\n\n   d */", [("A", "b c")]),
        ("/* text ALLOW-IT(A): b */", [("A", "b")]),
        ("// ALLOW-IT(A): b\n// c\n  // d\nx", [("A", "b c d")]),
        ("// ALLOW-IT(A): b\n//\n// c", [("A", "b")]),
        ("// ALLOW-IT(A): b\n\n// c", [("A", "b")]),
        ("// ALLOW-IT(A): b\nx; // c", [("A", "b")]),
        ("x; // ALLOW-IT(A): b\n   // c\ny", [("A", "b c")]),
        ("x; // ALLOW-IT(A): b\n// c\ny", [("A", "b")]),
        ("// ALLOW-IT(A): b ALLOW-IT(C): d\n// e", [("A", "b"), ("C", "d e")]),
        ("// ALLOW-IT(A): b\n// ALLOW-IT(C): d", [("A", "b"), ("C", "d")]),
        ("// ALLOW-IT(A):\n// b", [("A", "b")]),
        ("// ALLOW-IT(A):", [("A", "")]),
        ("// ALLOW-IT(): b", [("", "b")]),
        ("// ALLOW-IT(A) b", [("A", "")]),
        ("// ALLOW-IT b", [(None, "")]),
        ("// ALLOW-IT", [(None, "")]),
        ("// ALLOW-IT(A: b", [(None, "")]),
        ("// as ALLOW-IT has it", []),
        ("// ALLOW-ITS: b", []),
        ("// XALLOW-IT(A): b", []),
        ("// X-ALLOW-IT(A): b", []),
        ("// ALLOW-IT-X(A): b", []),
        ("// allow-it(A): b", []),
        ('"// ALLOW-IT(A): b"', []),
        ("'ALLOW-IT: b'", []),
        ('R"(\n// ALLOW-IT(A): b\n)"', []),
        ("ALLOW-IT(A): b", []),
        ("// ALLOW-\\\nIT(A): b \\\n c", [("A", "b c")]),
        ("/*/ ALLOW-IT(A): b */", [("A", "b")]),
        ("/* ALLOW-IT(A): b", [("A", "b")]),
        ("// ALLOW-IT(A): b\r\n// c\r\nx", [("A", "b c")]),
        ("// ALLOW-IT(A): größer \udcff", [("A", "größer \udcff")]),
        ("#if 0\n// ALLOW-IT(A): b\n#endif", [("A", "b")]),
        ("#define X 1 // ALLOW-IT(A): b", [("A", "b")]),
    ],
)
def test_a_marker_has_its_row_and_reason(source: str, expected: list[tuple[str | None, str]]) -> None:
    assert read(source) == expected


@pytest.mark.parametrize(
    ("source", "name", "end"),
    [
        ("// ALLOW-IT(A): b\n// c\nx", "ALLOW-IT", "// c"),
        ("x /* ALLOW-IT(A): b\n c */ y", "ALLOW-IT", "c */"),
        ("// ALLOW-\\\nIT(A): b\ny", "ALLOW-\\\nIT", ": b"),
        ("/* a\\\nb ALLOW-IT(A): c */", "ALLOW-IT", "c */"),
        ("// ALLOW-IT(A): b\n//\n// c\nx", "ALLOW-IT", "// c"),
    ],
)
def test_a_marker_has_its_place_and_the_end_of_its_comments(source: str, name: str, end: str) -> None:
    marker = markers(source)[0]
    assert source[marker.start : marker.end] == name
    assert source[: marker.comment_end].endswith(end)


def test_the_name_is_text_and_no_pattern() -> None:
    assert [marker.reason for marker in markers("// A.B(+): x\n\n// AxB(+): y", "A.B(+)")] == ["x"]


@settings(max_examples=200, deadline=None)
@given(
    st.lists(st.sampled_from(["//", "/*", "*/", "M", "(", ")", ":", " ", "\n", "\\\n", "a", "\r", '"']), max_size=40)
)
def test_no_text_breaks_the_search(pieces: list[str]) -> None:
    data = "".join(pieces).encode()
    for marker in find_markers(data, lex(data).comments, "M"):
        assert 0 <= marker.start < marker.end <= marker.comment_end <= len(data)


@pytest.mark.growth
@pytest.mark.parametrize("piece", ["/**/", "/**/\n", "// M(a): b\n", "/*M*/a", "x; /* M: b */\n", "M M: "])
def test_many_comments_take_time_in_proportion(piece: str) -> None:
    def read(size: int) -> None:
        data = ("// " + piece * (size // len(piece)) + "\\\n").encode()
        find_markers(data, lex(data).comments, "M")

    assert_in_proportion(read, 40_000)
