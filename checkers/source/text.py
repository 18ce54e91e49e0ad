"""A file's bytes with exact places: byte offsets to lines and columns, whatever the bytes are."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from hashlib import sha256
from itertools import accumulate
from typing import TYPE_CHECKING

from checkers.model import Span
from checkers.source.splices import SPLICE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from checkers.source.lexer import Comment

_BOM = b"\xef\xbb\xbf"
_LONGEST_TEXT = 400


class SourceText:
    """One file. Lines end at LF, CRLF or a lone CR, as compilers count them; a form feed ends none.

    Columns count Unicode code points; a byte order mark is no column, a byte that is not UTF-8 is one.
    `comments`, in file order, are left out of logical lines.
    """

    def __init__(self, data: bytes, comments: Sequence[Comment] = ()) -> None:
        self.data = data
        self._starts = _line_starts(data)
        self._is_ascii = data.isascii()
        self._column_mark = (0, 1)
        self._comments = comments
        self._logical: dict[int, str] = {}
        self._logical_starts: list[int] | None = None

    @property
    def line_count(self) -> int:
        """How many lines there are; what follows the last line end counts if it is not empty."""
        return len(self._starts) - (self._starts[-1] == len(self.data))

    def line(self, offset: int) -> int:
        """The 1-based line of a byte offset."""
        return bisect_right(self._starts, offset)

    def span(self, start: int, end: int) -> Span:
        """The place of the bytes from `start` to `end` (exclusive)."""
        line, column = self._place(start)
        return Span(line, column, *self._place(end))

    def line_bounds(self, line: int) -> tuple[int, int]:
        """The byte offsets where a 1-based line begins and where the next one does."""
        end = self._starts[line] if line < len(self._starts) else len(self.data)
        return self._starts[line - 1], end

    def logical_line(self, offset: int) -> str:
        """The text of the logical line around a byte offset: splices joined, comments gone, white space folded.

        A long one is bounded, so that many places on one line cost no more than their number.
        """
        if self._logical_starts is None:
            spliced = {match.end() for match in SPLICE.finditer(self.data)}
            self._logical_starts = [start for start in self._starts if start not in spliced]
        line = bisect_right(self._logical_starts, offset)
        if line not in self._logical:
            start = self._logical_starts[line - 1]
            end = self._logical_starts[line] if line < len(self._logical_starts) else len(self.data)
            self._logical[line] = bounded(_folded(self._without_comments(start, end)))
        return self._logical[line]

    def _place(self, offset: int) -> tuple[int, int]:
        line = bisect_right(self._starts, offset)
        start = self._starts[line - 1]
        if line == 1 and self.data.startswith(_BOM):
            start = min(len(_BOM), offset)
        if self._is_ascii:
            return line, offset - start + 1
        mark, column = self._column_mark
        if not start <= mark <= offset:
            mark, column = start, 1
        column += len(self.data[mark:offset].decode("utf-8", "surrogateescape"))
        if offset == len(self.data) or self.data[offset] & 0xC0 != 0x80:
            self._column_mark = (offset, column)
        return line, column

    def _without_comments(self, start: int, end: int) -> bytes:
        pieces = []
        first = bisect_left(self._comments, start, key=lambda comment: comment.end)
        position = start
        for number in range(first, len(self._comments)):
            comment = self._comments[number]
            if comment.start >= end:
                break
            pieces.append(self.data[position : max(comment.start, position)])
            position = min(comment.end, end)
        pieces.append(self.data[position:end])
        return b" ".join(pieces)


def _line_starts(data: bytes) -> list[int]:
    """Where each line begins, the one after the last line end, too, as empty as it may be."""
    starts = list(accumulate(map(len, data.splitlines(keepends=True)), initial=0))
    return starts if len(starts) == 1 or data.endswith((b"\n", b"\r")) else starts[:-1]


def _folded(data: bytes) -> str:
    return " ".join(SPLICE.sub(b"", data).decode("utf-8", "surrogateescape").split())


def bounded(text: str) -> str:
    """The text, or its beginning with a hash of the whole where it is long."""
    if len(text) <= _LONGEST_TEXT:
        return text
    return f"{text[:_LONGEST_TEXT]} {sha256(text.encode('utf-8', 'surrogateescape')).hexdigest()}"
