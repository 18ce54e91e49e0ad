"""What an opening brace begins: a namespace, a class, a block, an initialiser."""

from __future__ import annotations

from typing import TYPE_CHECKING

from checkers.source.frames import CLASS_KEYS, INLINE, OUTER, Cell, FrameKind
from checkers.source.tokens import TokenKind

if TYPE_CHECKING:
    from checkers.source.stream import Stream

_BEFORE_BLOCK = frozenset({b";", b"{", b"}", b":", b"else", b"do", b"try", b"", b"__try", b"__finally"})
_AFTER_DECLARATOR = frozenset(
    {b"const", b"noexcept", b"override", b"final", b"mutable", b"volatile", b"&", b"&&", b"try"}
)
BEFORE_VALUE = frozenset({b"=", b",", b"return", b"co_return", b"co_yield", b"throw", b"(", b"[", b"?"})
"""Tokens after which a value begins, in braces or not."""


def brace_kind(stream: Stream, cell: Cell, index: int) -> FrameKind:
    """What the `{` at `index` opens, when the reader stands at `cell`."""
    before = stream.before(index)
    text = stream.text(before)
    if cell.is_lambda and text not in BEFORE_VALUE:
        return FrameKind.BLOCK
    if cell.start >= index or text in _BEFORE_BLOCK:
        return _at_start(cell)
    if text == b"requires":
        return FrameKind.REQUIREMENT
    if text == b")":
        return _after_parentheses(stream, cell)
    return _after_name(stream, cell, before, text)


def _at_start(cell: Cell) -> FrameKind:
    if cell.frame.kind in INLINE or cell.frame.kind is FrameKind.INITIALISER:
        return FrameKind.INITIALISER
    return FrameKind.BLOCK


def _after_parentheses(stream: Stream, cell: Cell) -> FrameKind:
    before = stream.before(cell.closed)
    text = stream.text(before)
    if text == b"requires":
        earlier = stream.text(stream.before(before))
        is_clause = earlier in _AFTER_DECLARATOR | {b")"} and cell.frame.kind in OUTER | {FrameKind.CLASS}
        return FrameKind.BLOCK if is_clause else FrameKind.REQUIREMENT
    if cell.frame.kind in INLINE or cell.frame.kind is FrameKind.INITIALISER:
        return FrameKind.INITIALISER
    if cell.key >= 0 and cell.parameters < 0:
        return _keyed(stream, cell.key)
    return FrameKind.BLOCK


def _after_name(stream: Stream, cell: Cell, before: int, text: bytes) -> FrameKind:
    if text in BEFORE_VALUE or cell.frame.kind in INLINE:
        return FrameKind.INITIALISER
    if stream.tokens[before].kind is TokenKind.STRING:
        is_linkage = stream.text(stream.before(before)) == b"extern"
        return FrameKind.LINKAGE if is_linkage else FrameKind.INITIALISER
    is_attributed = cell.key >= 0 and stream.before(cell.parameters) == cell.key + 1
    is_list = cell.parameters >= 0 and not (is_attributed or _is_in_template_arguments(stream, cell))
    if is_list and not (cell.has_value or cell.has_members):
        is_function = cell.frame.kind in OUTER | {FrameKind.CLASS}
        return FrameKind.BLOCK if is_function or text in _AFTER_DECLARATOR else FrameKind.INITIALISER
    if cell.key >= 0 and not cell.has_value:
        return _keyed(stream, cell.key)
    return FrameKind.INITIALISER


def _is_in_template_arguments(stream: Stream, cell: Cell) -> bool:
    """Whether the last brackets of a class's head call something, as in `class A<f()>` or `class A : B<f()>`."""
    at = cell.key if cell.key >= 0 else cell.parameters
    while at < cell.parameters:
        if stream.text(at) == b"<":
            close = stream.close_angle(at)
            if close > cell.parameters:
                return True
            at = close
        at = stream.after(at)
    return False


def _keyed(stream: Stream, key: int) -> FrameKind:
    text = stream.text(key)
    if text in CLASS_KEYS:
        return FrameKind.CLASS
    return FrameKind.NAMESPACE if text == b"namespace" else FrameKind.ENUM
