"""Documents read piece by piece say what they say when they are read whole."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from checkers.source.markdown import PieceReader, decode, read_lines
from checkers.source.recent import Recent
from tests.support.timing import at_most

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

    from checkers.source.markdown import Line

Read = list[tuple[int, str, str, int]]


def _seen(lines: Sequence[Line], _context: Hashable = None) -> Read:
    return [(line.number, line.text, line.kind.name, line.level) for line in lines if line.kind.name != "BLANK"]


def by_pieces(data: bytes, reader: PieceReader[Read]) -> Read:
    return [(number + before, *rest) for before, value in reader.read(data, "x") for number, *rest in value]  # type: ignore[misc]


_PIECES = st.sampled_from(
    ["a", "| a |\n|---|\n| b |", "```", "~~~", "# a", "> ", "- ", "1. ", "    ", "  ", "\t", "\n", "\n\n", "\r\n",
     "\n \n", "<!--", "-->", "<div>", "<pre>", "</pre>", "---", "=", "\udcff", "\ufeff"]
)  # fmt: skip


@given(st.lists(_PIECES, max_size=16).map("".join))
@example("- ```\n\na\n\nb\n```\n\nc")
@example("<!--\n\na\n\n-->\n\nb")
@example("- a\n\n  b\n\n> c\n\nd")
@settings(max_examples=500, deadline=None)
def test_pieces_say_what_the_whole_document_says(text: str) -> None:
    data = text.encode("utf-8", "surrogateescape")
    reader = PieceReader(_seen, 4)
    whole = _seen(read_lines(decode(data)))
    assert by_pieces(data, reader) == whole
    assert by_pieces(data, reader) == whole


def test_equal_pieces_are_read_once() -> None:
    count = []
    reader = PieceReader(lambda lines, _: count.append(len(lines)), 8)
    for text in (b"a\n\nb\n\na\n\n", b"a\n\nc\n\nb\n\n"):
        list(reader.read(text, None))
    assert len(count) == 3


def test_what_a_piece_depends_on_tells_it_apart() -> None:
    reader = PieceReader(lambda _, context: context, 8)
    assert [value for _, value in reader.read(b"a\n", 1)] + [value for _, value in reader.read(b"a\n", 2)] == [1, 2]


def test_only_the_values_asked_for_last_are_kept() -> None:
    recent = Recent[int, int](2)
    computed: list[int] = []

    def ask(key: int) -> None:
        recent.get(key, lambda: computed.append(key) or key)

    for key in (1, 2, 1, 3, 1, 2):
        ask(key)
    assert computed == [1, 2, 3, 2]


@pytest.mark.growth
@pytest.mark.parametrize("text", [b"```\n\na\n```\n\n", b"a\n\n", b"<!--\n\n", b"\n", b"- a\n\n", b"```\n\n"])
def test_many_pieces_take_linear_time(text: bytes) -> None:
    with at_most(seconds=10):
        for _ in PieceReader(_seen, 4).read(text * 20_000, None):
            pass
