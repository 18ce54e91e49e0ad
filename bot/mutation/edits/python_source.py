"""A Python file as text with its syntax tree, and the way from the tree's places to the text and back to bytes."""

from __future__ import annotations

import io
import re
import tokenize
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from bot.mutation.edits.refusal import NotApplied
from bot.mutation.python_programs import UNREADABLE, parse

if TYPE_CHECKING:
    import ast
    from collections.abc import Iterator

_LINE_END = re.compile(r"\r\n?|\n")
_BOM = b"\xef\xbb\xbf"


@dataclass(frozen=True)
class PythonSource:
    """One file that parses. Offsets count characters of `text`; `prefix` is the byte order mark, if there is one."""

    prefix: bytes
    text: str
    encoding: str
    tree: ast.Module

    @cached_property
    def starts(self) -> list[int]:
        """Where each line begins."""
        return [0, *(found.end() for found in _LINE_END.finditer(self.text))]

    def place(self, node: ast.stmt | ast.expr) -> tuple[int, int]:
        """Where a node begins and ends (exclusive)."""
        return (
            self._offset(node.lineno, node.col_offset),
            self._offset(node.end_lineno or node.lineno, node.end_col_offset or node.col_offset),
        )

    def _offset(self, line: int, column: int) -> int:
        """The tree counts columns in bytes of UTF-8."""
        start = self.starts[line - 1]
        head = self.text[start : start + column]
        if not head.isascii():
            head = head.encode("utf-8")[:column].decode("utf-8")
        return start + len(head)

    def line_around(self, start: int, end: int) -> tuple[str, str]:
        """What stands before `start` on its line and after `end` on its line, without the line's end."""
        before = self.text[:start]
        begin = max(before.rfind("\n"), before.rfind("\r")) + 1
        following = _LINE_END.search(self.text, end)
        return self.text[begin:start], self.text[end : following.start() if following else len(self.text)]

    def begins_line(self, offset: int) -> bool:
        """Whether nothing but an indent stands before it on its line, and no backslash joins that to the one above."""
        before, _after = self.line_around(offset, offset)
        above = self.text[: offset - len(before)].rstrip("\r\n")
        return not before.strip() and not above.endswith("\\")

    def line_end(self, offset: int) -> str:
        """The line end of the line at an offset."""
        following = _LINE_END.search(self.text, offset)
        return following[0] if following else "\n"

    def tokens(self) -> Iterator[tuple[str, int, int]]:
        """Each token's text and 1-based line, and where it begins."""
        for token in tokenize.generate_tokens(io.StringIO(self.text, newline="").readline):
            line, column = token.start
            if token.string.strip():
                yield token.string, line, self.starts[line - 1] + column

    def changed(self, start: int, end: int, replacement: str) -> bytes:
        """The file with one stretch replaced. Raises NotApplied where it is no Python any more."""
        text = self.text[:start] + replacement + self.text[end:]
        try:
            parse(text)
            return self.prefix + text.encode(self.encoding)
        except UNREADABLE:
            raise NotApplied("the edit would leave no valid Python") from None


def read_python(data: bytes) -> PythonSource:
    """The file's text and tree. Raises NotApplied where it is no Python that this interpreter reads."""
    prefix = _BOM if data.startswith(_BOM) else b""
    body = data[len(prefix) :]
    try:
        encoding, _lines = tokenize.detect_encoding(io.BytesIO(data).readline)
        encoding = encoding.removesuffix("-sig")
        text = body.decode(encoding)
        if text.encode(encoding) != body:
            raise UnicodeError("its encoding does not lead back to the same bytes")
        return PythonSource(prefix, text, encoding, parse(text))
    except UNREADABLE as error:
        raise NotApplied(f"the file is no Python that parses: {str(error) or type(error).__name__}") from None
