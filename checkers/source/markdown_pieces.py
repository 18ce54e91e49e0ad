"""Long Markdown documents read piece by piece, so that the next version costs what it changes."""

from __future__ import annotations

import re
from hashlib import blake2b
from itertools import pairwise
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar

from checkers.source.markdown_blocks import BlockReader
from checkers.source.recent import Recent

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterator, Sequence

    from checkers.source.markdown_blocks import Line

Value = TypeVar("Value")

_BLANK_LINES = re.compile(rb"\n(?:[ \t]*+\n)++")


class _Piece(NamedTuple, Generic[Value]):
    """What was computed of one piece, its lines, and whether it ends inside code or HTML."""

    value: Value
    lines: int
    is_open: bool


class PieceReader(Generic[Value]):
    """Computes something of each piece of a document; equal pieces are read once while they are near.

    `compute` gets the lines of a piece, numbered within it, and what else the value depends on.
    """

    def __init__(self, compute: Callable[[Sequence[Line], Hashable], Value], size: int) -> None:
        self._compute = compute
        self._known: Recent[tuple[bytes, Hashable], _Piece[Value]] = Recent(size)

    def read(self, data: bytes, context: Hashable) -> Iterator[tuple[int, Value]]:
        """The value of each piece, with the number of lines before it. Linear in the document's length."""
        chunks = _chunks(data)
        index = before = 0
        while index < len(chunks):
            chunk = chunks[index]
            key = (blake2b(chunk, digest_size=16).digest(), context)
            piece = self._known.get(key, lambda: self._piece([chunk], 0, context)[0])  # noqa: B023 - called at once
            index += 1
            if piece.is_open and index < len(chunks):
                piece, taken = self._piece(chunks, index - 1, context)
                index += taken - 1
            yield before, piece.value
            before += piece.lines

    def _piece(self, chunks: Sequence[bytes], start: int, context: Hashable) -> tuple[_Piece[Value], int]:
        """A piece of as many chunks as it takes to end outside code and HTML, and their number."""
        reader, taken = BlockReader(), 0
        while not taken or (reader.is_open and start + taken < len(chunks)):
            reader.read(chunks[start + taken].decode("utf-8", "surrogateescape"))
            taken += 1
        value = self._compute(reader.lines, context)
        return _Piece(value, len(reader.lines), reader.is_open), taken


def _chunks(data: bytes) -> list[bytes]:
    """A document cut before each line that is not indented and stands behind a blank one; the line ends stay.

    There every container ends, and every block but code and HTML.
    """
    data = data.removeprefix(b"\xef\xbb\xbf")
    if b"\r" in data:
        data = data.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    behind = (found.end() for found in _BLANK_LINES.finditer(data))
    cuts = [0, *(cut for cut in behind if data[cut : cut + 1] not in (b" ", b"\t")), len(data)]
    return [data[start:end] for start, end in pairwise(cuts) if start < end]
