"""Calls in a C++ file that stand as statements, and what is left where one is deleted."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from bot.mutation.edits.cpp_names import site
from bot.mutation.edits.cpp_statements import Statements
from checkers.source.frames import FrameKind

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.mutation.edits.cpp_names import AskedName
    from checkers.source.frames import Cell
    from checkers.source.outline import Outline

_LAUNCH_TOKENS = 200
_REST_OF_LINE = re.compile(rb"[ \t]*(?:\r\n|\n|\Z)")


class Standing(NamedTuple):
    """The bytes that go, and what takes their place."""

    start: int
    end: int
    replacement: bytes


def standing_calls(outline: Outline, asked: AskedName) -> list[Standing]:
    """The live calls of a name that are statements of their own, in the order of the file.

    Such a statement is the call alone, on an object or not, awaited or cast to void or not. A macro's invocation is
    one too at namespace scope, and without a semicolon where its line ends behind it.
    """
    return sorted(_standing(outline, asked))


def _standing(outline: Outline, asked: AskedName) -> Iterator[Standing]:
    statements = Statements(outline)
    for index, cell in outline.scopes.places.items():
        if not outline.code.is_live(outline.stream.tokens[index].start):
            continue
        found = site(outline, asked, index, cell, outward=True)
        if found is None:
            continue
        opener = _argument_list(outline, found.after)
        close = outline.closer(opener) if opener is not None else None
        last = statements.last(index, close) if close is not None else None
        begin = statements.begin(cell, found.first)
        if last is not None and begin is not None:
            yield _without(outline, cell, begin, last)


def _argument_list(outline: Outline, index: int) -> int | None:
    """The opening parenthesis of a call's arguments, behind a kernel launch's configuration if there is one."""
    stream = outline.stream
    if stream.text(index) == b"<<" and stream.text(stream.after(index)) == b"<":
        for _ in range(_LAUNCH_TOKENS):
            index = stream.after(outline.closer(index) or index)
            if stream.text(index) == b">>" and stream.text(stream.after(index)) == b">":
                index = stream.after(stream.after(index))
                break
    return index if stream.text(index) == b"(" else None


def _without(outline: Outline, cell: Cell, begin: int, last: int) -> Standing:
    """What stays: nothing in a block, an empty statement as a body or behind a label."""
    stream, data = outline.stream, outline.code.data
    start, end = stream.tokens[begin].start, stream.tokens[last].end
    before = stream.text(stream.before(begin))
    if before == b":":
        return Standing(start, end, b";")
    if cell.frame.kind is FrameKind.BLOCK and before not in (b"{", b"}", b";"):
        return Standing(start, end, b"{}")
    line = data.rfind(b"\n", 0, start) + 1
    rest = _REST_OF_LINE.match(data, end)
    if rest and not data[line:start].strip(b" \t"):
        return Standing(line, rest.end(), b"")
    return Standing(start, end, b"")
