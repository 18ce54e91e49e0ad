"""Calls in a C++ file that stand as statements, and what is left where one is deleted."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from bot.mutation.edits.cpp_names import site
from checkers.source.frames import OUTER, FrameKind, close_angle
from checkers.source.lexer import TokenKind

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.mutation.edits.cpp_names import AskedName
    from checkers.source.frames import Cell
    from checkers.source.outline import Outline

_MEMBER = frozenset({b".", b"->", b"template"})
"""What stands between an object and the name of its member."""
_NO_EXPRESSION = frozenset(
    b"return throw new delete goto case using typedef co_return co_yield static_assert asm namespace template".split()
)
"""Words that begin a statement which is more than a call, or another."""
_MACRO = re.compile(rb"[A-Z][A-Z0-9_]+")
_LAUNCH_TOKENS = 2000
_PREFIX_TOKENS = 2000
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
    for index, cell in outline.scopes.places.items():
        if not outline.code.is_live(outline.stream.tokens[index].start):
            continue
        found = site(outline, asked, index, cell, outward=True)
        if found is None:
            continue
        opener = _argument_list(outline, found.after)
        close = outline.closer(opener) if opener is not None else None
        last = _last(outline, index, close) if close is not None else None
        begin = _statement(outline, cell, found.first)
        if last is not None and begin is not None:
            yield _without(outline, cell, begin, last)


def _last(outline: Outline, name: int, close: int) -> int | None:
    """The statement's last token: the semicolon, or a macro's closing bracket; None where the expression goes on."""
    stream = outline.stream
    follower = stream.after(close)
    if stream.text(follower) == b";":
        return follower
    if not _MACRO.fullmatch(stream.text(name)):
        return None
    if follower >= len(stream.tokens):
        return close
    token = stream.tokens[follower]
    is_next = token.kind is TokenKind.IDENTIFIER or token.text in (b"}", b"[", b"~", b"::")
    return close if is_next and _is_line_between(outline, close, follower) else None


def _is_line_between(outline: Outline, one: int, other: int) -> bool:
    tokens = outline.stream.tokens
    return b"\n" in outline.code.data[tokens[one].end : tokens[other].start]


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


def _statement(outline: Outline, cell: Cell, first: int) -> int | None:
    """Where the statement begins that the call is, without labels and the like; None where it is more than a call."""
    stream = outline.stream
    if cell.frame.kind in OUTER | {FrameKind.BLOCK} and _follows_macro(outline, first):
        return first
    if cell.frame.kind in OUTER:
        return first if cell.statement.start == first else None
    if cell.frame.kind is not FrameKind.BLOCK:
        return None
    begin = _without_labels(outline, cell.statement.start)
    at = begin
    if [stream.text(at + step) for step in range(3)] == [b"(", b"void", b")"]:
        at = stream.after(at + 2)
    if stream.text(at) == b"co_await":
        at = stream.after(at)
    return begin if _is_object(outline, at, first) else None


def _follows_macro(outline: Outline, first: int) -> bool:
    """Whether a macro's invocation ends the line before, whatever it stands for."""
    stream = outline.stream
    before = stream.before(first)
    opener = outline.openers.get(before)
    if opener is None or not _MACRO.fullmatch(stream.text(stream.before(opener))):
        return False
    return _is_line_between(outline, before, first)


def _without_labels(outline: Outline, index: int) -> int:
    stream = outline.stream
    for _ in range(_PREFIX_TOKENS):
        text, after = stream.text(index), stream.after(index)
        is_attribute = text == b"[" and stream.text(after) == b"["
        if text in (b"else", b"do"):
            index = after
        elif text == b"case":
            index = _behind_colon(outline, after)
        elif is_attribute and (close := outline.closer(index)):
            index = stream.after(close)
        elif stream.text(after) == b":" and index < len(stream.tokens):
            index = stream.after(after)
        else:
            break
    return index


def _behind_colon(outline: Outline, index: int) -> int:
    stream = outline.stream
    for _ in range(_PREFIX_TOKENS):
        text = stream.text(index)
        if text in (b"", b";", b":"):
            break
        index = stream.after(outline.closer(index) or index)
    return stream.after(index)


def _is_object(outline: Outline, index: int, first: int) -> bool:
    """Whether nothing but an object and `.` or `->` stands before the name at `first`."""
    stream = outline.stream
    if index == first:
        return True
    ends_operand, begin = False, index
    last = b""
    for _ in range(_PREFIX_TOKENS):
        if index >= first:
            break
        token = stream.tokens[index]
        last = token.text
        if token.kind is TokenKind.IDENTIFIER and not (last == b"template" and index > begin):
            if ends_operand or last in _NO_EXPRESSION:
                return False
            ends_operand = True
        elif last in (b".", b"->", b"::"):
            ends_operand = False
        elif last not in (b"(", b"[", b"{", b"<", b"template"):
            return False
        index = _behind_group(outline, index, last)
        ends_operand |= last in (b"(", b"[", b"{")
    is_qualified = last == b"<" and stream.text(first) == b"::"
    return index == first and (last in _MEMBER or is_qualified)


def _behind_group(outline: Outline, index: int, text: bytes) -> int:
    stream = outline.stream
    if text == b"<":
        return stream.after(close_angle(stream, index))
    return stream.after(outline.closer(index) or index)


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
