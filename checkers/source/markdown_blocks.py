"""The block structure of Markdown: what each line of a document is, inside which containers, by CommonMark and GFM."""

from __future__ import annotations

import re
from enum import Enum
from typing import NamedTuple

from checkers.source import markdown_html as html
from checkers.source.markdown_cells import is_delimiter_row, split_cells

_RULE = re.compile(r"(?:\* *){3,}|(?:_ *){3,}|(?:- *){3,}")
_UNDERLINE = re.compile(r"(=+|-+) *")
_HEADING = re.compile(r"(#{1,6})(?: |$)")
_BULLET = re.compile(r"[-+*](?= |$)")
_ORDERED = re.compile(r"([0-9]{1,9})[.)](?= |$)")
_FENCE = re.compile(r"(`{3,})[^`]*|(~{3,}).*", re.DOTALL)
_NOT_PLAIN = frozenset(" >-+*#`~<=_|:0123456789")
_DEEPEST = 100
"""Containers nested deeper than this are read as text, so that a line costs no more than its length."""


class LineKind(Enum):
    """What a line is; a heading's underline and the two ends of a fence have kinds of their own."""

    BLANK = "blank"
    TEXT = "text"
    HEADING = "heading"
    UNDERLINE = "underline"
    RULE = "rule"
    FENCE = "fence"
    CODE = "code"
    HTML = "html"
    TABLE_HEADER = "table header"
    TABLE_DELIMITER = "table delimiter"
    TABLE_ROW = "table row"


class Line(NamedTuple):
    """One line. `number` counts from 1; `text` is without line end and containers' marks, its leading tabs are spaces.

    `block` is the same for the lines of one leaf block; `depth` counts the block quotes and list items around it;
    `level` is a heading's, otherwise 0.
    """

    number: int
    text: str
    kind: LineKind
    block: int
    depth: int
    level: int = 0


def decode(data: bytes) -> str:
    """A document's text: UTF-8 without byte order mark, other bytes as surrogate escapes."""
    return data.removeprefix(b"\xef\xbb\xbf").decode("utf-8", "surrogateescape")


def split_lines(text: str) -> list[str]:
    """The lines of a document without their ends; a form feed or a Unicode separator ends none."""
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    lines = text.split("\n")
    return lines[:-1] if lines[-1] == "" else lines


def read_lines(text: str) -> list[Line]:
    """Every line of a document with what it is. Never fails; linear in the document's length."""
    reader = BlockReader()
    reader.read(text)
    return reader.lines


class _Leaf(Enum):
    """The leaf block that is open between two lines."""

    NONE = 0
    PARAGRAPH = 1
    TABLE = 2
    FENCE = 3
    HTML = 4


class BlockReader:
    """CommonMark's first phase, a line at a time: containers are matched, opened and closed, then the leaf is named."""

    def __init__(self) -> None:
        self.lines: list[Line] = []
        self._stack: list[int] = []
        """The open containers: 0 for a block quote, for a list item the columns that its content is indented."""
        self._quotes = 0
        self._hollow = False
        """The innermost item has nothing but its marker yet."""
        self._leaf = _Leaf.NONE
        self._block = 0
        self._fence = "```"
        self._html_end = html.NEVER

    @property
    def is_open(self) -> bool:
        """Whether the lines read so far end inside fenced code or a block of HTML."""
        return self._leaf in (_Leaf.FENCE, _Leaf.HTML)

    def read(self, text: str) -> None:
        """Take the next lines of a document."""
        for line in split_lines(text):
            self.feed(line.expandtabs(4) if "\t" in line else line)

    def feed(self, line: str) -> None:
        """Take the next line, without tabs and without its end."""
        if not self._stack and self._is_plain(line):
            self._plain(line)
            return
        matched, position = self._match(line)
        if matched == len(self._stack) and self._leaf in (_Leaf.FENCE, _Leaf.HTML):
            self._verbatim(line[position:])
            return
        opened = False
        while (after := self._open_container(line, position, matched)) is not None:
            position, matched, opened = after, len(self._stack), True
        if _content(line, position) == len(line):
            self._blank(matched, opened=opened)
        else:
            self._leaf_line(line[position:], matched)

    def _is_plain(self, line: str) -> bool:
        """Whether a line outside containers can only be text or a table's row."""
        if not line or self._leaf in (_Leaf.FENCE, _Leaf.HTML):
            return False
        return line[0] not in _NOT_PLAIN or (line[0] == "|" and self._leaf is not _Leaf.PARAGRAPH)

    def _match(self, line: str) -> tuple[int, int]:
        """How many of the open containers the line continues, and where its content begins behind them."""
        position, quotes = 0, 0
        content = _content(line, 0)
        for index, indent in enumerate(self._stack):
            blank = content == len(line)
            if indent and blank and quotes == self._quotes:
                return len(self._stack), content
            if indent:
                if content - position < indent and not blank:
                    return index, position
                position = min(position + indent, content)
            else:
                if content - position > 3 or not line.startswith(">", content):
                    return index, position
                position = content + 1 + line.startswith(" ", content + 1)
                content = _content(line, position)
                quotes += 1
        return len(self._stack), position

    def _open_container(self, line: str, position: int, matched: int) -> int | None:
        """Open the container that begins here; where its content begins, or None where none begins."""
        content = _content(line, position)
        if content - position > 3 or content == len(line) or matched >= _DEEPEST:
            return None
        if line[content] == ">":
            self._close_to(matched)
            self._stack.append(0)
            self._quotes += 1
            return content + 1 + line.startswith(" ", content + 1)
        return self._open_item(line, position, content, matched)

    def _open_item(self, line: str, position: int, content: int, matched: int) -> int | None:
        bullet, ordered = _BULLET.match(line, content), _ORDERED.match(line, content)
        marker = bullet or ordered
        if marker is None or _RULE.fullmatch(line, content):
            return None
        inner = _content(line, marker.end())
        empty = inner == len(line)
        if self._in_paragraph(matched) and (empty or (ordered is not None and int(ordered[1]) != 1)):
            return None
        start = marker.end() + 1 if empty or inner - marker.end() > 4 else inner
        self._close_to(matched)
        self._stack.append(start - position)
        self._hollow = empty
        return min(start, len(line))

    def _in_paragraph(self, matched: int) -> bool:
        return self._leaf is _Leaf.PARAGRAPH and matched == len(self._stack)

    def _close_to(self, matched: int) -> None:
        self._quotes -= self._stack[matched:].count(0)
        del self._stack[matched:]
        self._leaf = _Leaf.NONE

    def _verbatim(self, text: str) -> None:
        """A line inside fenced code or a block of HTML."""
        if self._leaf is _Leaf.FENCE:
            closes = _closes_fence(text, self._fence)
            self._add(text, LineKind.FENCE if closes else LineKind.CODE)
        elif html.ends_at_blank(self._html_end) and not text.strip(" "):
            self._blank(len(self._stack), opened=False)
            return
        else:
            closes = self._html_end.search(text) is not None
            self._add(text, LineKind.HTML)
        if closes:
            self._leaf = _Leaf.NONE

    def _blank(self, matched: int, *, opened: bool) -> None:
        if self._hollow and not opened and matched == len(self._stack):
            matched -= 1
        self._hollow = self._hollow and opened
        self._close_to(matched)
        self._add("", LineKind.BLANK)

    def _leaf_line(self, text: str, matched: int) -> None:
        """A line with something on it, behind its containers."""
        self._hollow = False
        stripped = text.lstrip(" ")
        indented = len(text) - len(stripped) > 3
        if not indented and (self._interrupting(stripped, matched) or self._completing(stripped, matched)):
            return
        if self._leaf is not _Leaf.PARAGRAPH and matched < len(self._stack):
            self._close_to(matched)
        if indented and self._leaf is not _Leaf.PARAGRAPH:
            self._code(text)
        else:
            self._plain(stripped)

    def _interrupting(self, text: str, matched: int) -> bool:
        """A block that may begin right under a paragraph."""
        if heading := _HEADING.match(text):
            self._start(matched, text, LineKind.HEADING, _Leaf.NONE, level=len(heading[1]))
        elif fence := _FENCE.fullmatch(text):
            self._fence = fence[1] or fence[2]
            self._start(matched, text, LineKind.FENCE, _Leaf.FENCE)
        elif end := html.block_end(text, in_paragraph=self._leaf is _Leaf.PARAGRAPH):
            self._html_end = end
            self._start(matched, text, LineKind.HTML, _Leaf.NONE if end.search(text) else _Leaf.HTML)
        elif _RULE.fullmatch(text) and not (self._in_paragraph(matched) and _UNDERLINE.fullmatch(text)):
            self._start(matched, text, LineKind.RULE, _Leaf.NONE)
        else:
            return False
        return True

    def _completing(self, text: str, matched: int) -> bool:
        """A line that makes a heading or a table of the paragraph above it."""
        if not self._in_paragraph(matched):
            return False
        if underline := _UNDERLINE.fullmatch(text):
            self._make_heading(1 if underline[1][0] == "=" else 2)
            self._add(text, LineKind.UNDERLINE)
            self._leaf = _Leaf.NONE
            return True
        if is_delimiter_row(text) and len(split_cells(self.lines[-1].text)) == len(split_cells(text)):
            self._block += 1
            self.lines[-1] = self.lines[-1]._replace(kind=LineKind.TABLE_HEADER, block=self._block)
            self._add(text, LineKind.TABLE_DELIMITER)
            self._leaf = _Leaf.TABLE
            return True
        return False

    def _make_heading(self, level: int) -> None:
        index = len(self.lines) - 1
        while index >= 0 and self.lines[index].block == self._block:
            self.lines[index] = self.lines[index]._replace(kind=LineKind.HEADING, level=level)
            index -= 1

    def _plain(self, text: str) -> None:
        """A table's row, or a line of text that continues the open paragraph or begins one."""
        if self._leaf is _Leaf.TABLE:
            self._add(text, LineKind.TABLE_ROW)
            return
        if self._leaf is not _Leaf.PARAGRAPH:
            self._block += 1
            self._leaf = _Leaf.PARAGRAPH
        self._add(text, LineKind.TEXT)

    def _code(self, text: str) -> None:
        if not self.lines or self.lines[-1].kind is not LineKind.CODE:
            self._block += 1
        self._leaf = _Leaf.NONE
        self._add(text, LineKind.CODE)

    def _start(self, matched: int, text: str, kind: LineKind, leaf: _Leaf, level: int = 0) -> None:
        self._close_to(matched)
        self._block += 1
        self._leaf = leaf
        self._add(text, kind, level)

    def _add(self, text: str, kind: LineKind, level: int = 0) -> None:
        self.lines.append(Line(len(self.lines) + 1, text, kind, self._block, len(self._stack), level))


def _content(line: str, position: int) -> int:
    """The index of the first character from there on that is no space; the line's length where there is none."""
    return len(line) - len(line[position:].lstrip(" "))


def _closes_fence(text: str, fence: str) -> bool:
    mark = text.strip(" ")
    indent = len(text) - len(text.lstrip(" "))
    return indent < 4 and len(mark) >= len(fence) and mark == fence[0] * len(mark)
