"""Where the statement begins and ends that a call in a C++ file is, if it is nothing but the call."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from checkers.source.frames import OUTER, FrameKind
from checkers.source.tokens import TokenKind

if TYPE_CHECKING:
    from checkers.source.frames import Cell
    from checkers.source.outline import Outline

_MEMBER = frozenset({b".", b"->", b"template"})
"""What stands between an object and the name of its member."""
_NO_EXPRESSION = frozenset(
    b"return throw new delete goto case using typedef co_return co_yield static_assert asm namespace template".split()
)
"""Words that begin a statement which is more than a call, or another."""
_GROUPS = frozenset({b"(", b"[", b"{"})
_MACRO = re.compile(rb"[A-Z][A-Z0-9_]+")


class Statements:
    """Statements of one file. Each is read once, however many names stand in it."""

    def __init__(self, outline: Outline) -> None:
        self.outline, self.stream = outline, outline.stream
        self._begins: dict[int, int] = {}
        self._callees: dict[int, frozenset[int]] = {}

    def last(self, name: int, close: int) -> int | None:
        """The last token of a statement that ends in a call: its semicolon, or its closing bracket at `close`.

        Without a semicolon a macro's invocation is a statement where its line ends behind it. None where the
        expression goes on.
        """
        follower = self.stream.after(close)
        if self.stream.text(follower) == b";":
            return follower
        if not _MACRO.fullmatch(self.stream.text(name)):
            return None
        if follower >= len(self.stream.tokens):
            return close
        token = self.stream.tokens[follower]
        is_next = token.kind is TokenKind.IDENTIFIER or token.text in (b"}", b"[", b"~", b"::")
        return close if is_next and self._is_line_between(close, follower) else None

    def begin(self, cell: Cell, first: int) -> int | None:
        """The first token of the statement, behind labels and the like; None where it is more than the call.

        `first` is the first token of the called name, `cell` where it stands.
        """
        if cell.frame.kind in OUTER | {FrameKind.BLOCK} and self._follows_macro(first):
            return first
        start = cell.statement.start
        if cell.frame.kind in OUTER:
            return first if start == first else None
        if cell.frame.kind is not FrameKind.BLOCK:
            return None
        if start not in self._begins:
            self._begins[start] = self._without_labels(start)
        begin = self._begins[start]
        if begin not in self._callees:
            self._callees[begin] = self._read(begin)
        return begin if first in self._callees[begin] else None

    def _is_line_between(self, one: int, other: int) -> bool:
        tokens = self.stream.tokens
        return b"\n" in self.outline.code.data[tokens[one].end : tokens[other].start]

    def _follows_macro(self, first: int) -> bool:
        """Whether a macro's invocation ends the line before, whatever it stands for."""
        before = self.stream.before(first)
        opener = self.outline.openers.get(before)
        if opener is None or not _MACRO.fullmatch(self.stream.text(self.stream.before(opener))):
            return False
        return self._is_line_between(before, first)

    def _without_labels(self, index: int) -> int:
        stream = self.stream
        while index < len(stream.tokens):
            text, after = stream.text(index), stream.after(index)
            is_attribute = text == b"[" and stream.text(after) == b"["
            if text in (b"else", b"do"):
                index = after
            elif text == b"case":
                index = self._behind_colon(after)
            elif is_attribute and (close := self.outline.closer(index)):
                index = stream.after(close)
            elif stream.text(after) == b":":
                index = stream.after(after)
            else:
                break
        return index

    def _behind_colon(self, index: int) -> int:
        while self.stream.text(index) not in (b"", b";", b":"):
            index = self._behind(index)
        return self.stream.after(index)

    def _behind(self, index: int) -> int:
        """The index behind a token, or behind the brackets that it opens."""
        close = self.outline.closer(index)
        return self.stream.after(index if close is None else close)

    def _read(self, begin: int) -> frozenset[int]:
        """Every place in a statement before which nothing stands but an object and `.` or `->`."""
        stream = self.stream
        at = begin
        if [stream.text(at + step) for step in range(3)] == [b"(", b"void", b")"]:
            at = stream.after(at + 2)
        if stream.text(at) == b"co_await":
            at = stream.after(at)
        found, start, ends_operand = {at}, at, False
        while at < len(stream.tokens):
            token, text = stream.tokens[at], stream.text(at)
            if token.kind is TokenKind.IDENTIFIER and (text != b"template" or at == start):
                if ends_operand or text in _NO_EXPRESSION:
                    break
                ends_operand = True
            elif text in (b".", b"->", b"::"):
                ends_operand = False
            elif text not in _GROUPS | {b"<", b"template"}:
                break
            at = stream.after(stream.close_angle(at)) if text == b"<" else self._behind(at)
            ends_operand |= text in _GROUPS
            if text in _MEMBER or (text == b"<" and stream.text(at) == b"::"):
                found.add(at)
        return frozenset(found)
