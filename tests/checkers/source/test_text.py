"""Lines and columns of byte offsets, and logical lines."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from checkers.model import Span
from checkers.source.lexer import lex
from checkers.source.text import SourceText
from tests.support.timing import assert_in_proportion


def place(source: str | bytes, mark: bytes = b"@") -> tuple[int, int]:
    data = source.encode() if isinstance(source, str) else source
    offset = data.index(mark)
    span = SourceText(data).span(offset, offset + 1)
    assert (span.end_line, span.end_column) == (span.line, span.column + 1)
    return span.line, span.column


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("@", (1, 1)),
        ("a\n@", (2, 1)),
        ("a\r\n @", (2, 2)),
        ("a\rb@", (2, 2)),
        ("a\fb\vc@", (1, 6)),
        ("a\u2028b\x85@", (1, 5)),
        ("é𝄞@", (1, 3)),
        ("\ufeff@", (1, 1)),
        ("\ufeffab@", (1, 3)),
        ("a\n\ufeff@", (2, 2)),
        (b"\xff\xfe@", (1, 3)),
        (b"\xe2\x82@", (1, 3)),
        ("\t@", (1, 2)),
    ],
)
def test_lines_end_as_compilers_end_them_and_columns_count_code_points(
    source: str | bytes, expected: tuple[int, int]
) -> None:
    assert place(source) == expected


@pytest.mark.parametrize(
    ("source", "count"), [("", 0), ("a", 1), ("a\n", 1), ("a\nb", 2), ("\n\n", 2), ("a\r\nb\r", 2)]
)
def test_lines_are_counted_with_or_without_a_last_line_end(source: str, count: int) -> None:
    assert SourceText(source.encode()).line_count == count


def test_places_can_be_asked_for_in_any_order() -> None:
    text = SourceText("é é é\nü ü".encode())
    spans = [text.span(offset, offset + 1) for offset in (9, 0, 6, 3, 9)]
    assert [(span.line, span.column) for span in spans] == [(2, 1), (1, 1), (1, 5), (1, 3), (2, 1)]


def test_a_span_over_two_lines_ends_on_the_second() -> None:
    assert SourceText(b"ab\ncd").span(1, 4) == Span(1, 2, 2, 2)


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("x\n  a   @ b;  // c\ny", "a @ b;"),
        ("a \\\n @ \\\r\n b\nc", "a @ b"),
        ("a /* b */ @", "a @"),
        ("/* a\n b */ @ /* c\n d */ e", "@"),
        ("@\\", "@\\"),
    ],
)
def test_a_logical_line_is_joined_folded_and_without_comments(source: str, expected: str) -> None:
    data = source.encode()
    assert SourceText(data, lex(data).comments).logical_line(data.index(b"@")) == expected


def test_line_bounds_hold_the_line_with_its_end() -> None:
    text = SourceText(b"ab\r\ncd")
    assert (text.line_bounds(1), text.line_bounds(2), text.line(3), text.line(4)) == ((0, 4), (4, 6), 1, 2)


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=80))
def test_every_offset_of_any_bytes_has_a_place(data: bytes) -> None:
    text = SourceText(data, lex(data).comments)
    for offset in range(len(data)):
        span = text.span(offset, offset + 1)
        assert 1 <= span.line <= text.line_count
        assert span.column >= 1
        text.logical_line(offset)


@pytest.mark.growth
def test_many_places_on_one_long_line_take_time_in_proportion() -> None:
    def read(size: int) -> None:
        data = "é".encode() * size
        text = SourceText(data)
        assert [text.span(offset, offset + 2).column for offset in range(0, len(data), 2)][-1] == size
        assert len({id(text.logical_line(offset)) for offset in range(0, len(data), 2)}) == 1

    assert_in_proportion(read, 20_000)


def test_a_long_logical_line_is_its_beginning_and_a_hash_of_the_whole() -> None:
    one, other = (SourceText(b"x " * 5000 + end).logical_line(9) for end in (b"a", b"b"))
    assert one != other
    assert one[:400] == other[:400]
    assert len(one) == len(other) < 500
