"""The index as a file: what stands above its rows, its rows, and the lines among them that are none."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from checkers.source.markdown import LineKind, is_delimiter_row, read_lines, split_cells
from checkers.source.recent import Recent
from checkers.wording import counted

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from checkers.policy.sections import IssueIndex
    from checkers.repo.types import Snapshot

_BOM = "\ufeff"
Version = TypeVar("Version")

_KEPT = 16
"""Versions that are kept: those of one merge were mostly read for the one before, and memory must not grow."""
_OPAQUE = re.compile(r"```|~~~|<")
_NO_TABLE = frozenset({LineKind.CODE, LineKind.FENCE, LineKind.HTML})


class Row(NamedTuple):
    """One line of the table; `line` counts from 1, `text` is without its `end`, `issue` is the number as written.

    `fault` says why the line is no row of this table, or is None.
    """

    line: int
    text: str
    end: str
    issue: str | None
    fault: str | None = None

    @property
    def name(self) -> str:
        """How a message calls the row."""
        return f"#{self.issue}" if self.issue else "a row without an issue"


class Index(NamedTuple):
    """One version of the file, byte for byte: the lines of `preamble` (with their ends), then the table's."""

    preamble: tuple[str, ...]
    table: tuple[Row, ...]
    has_table: bool
    lines: int
    unterminated: bool
    mixed_at: int | None
    """The first line that ends otherwise than most do."""
    newline: str
    """How most lines end."""

    @property
    def rows(self) -> list[Row]:
        """The lines that are rows."""
        return [row for row in self.table if row.fault is None]

    @property
    def malformed(self) -> list[Row]:
        """The lines among the rows that are none."""
        return [row for row in self.table if row.fault is not None]


class Lines(NamedTuple):
    """A version of the file as sets of lines: enough to see that a merge lost nothing, without reading tables."""

    every: frozenset[bytes]
    with_pipes: frozenset[bytes]
    unique: bool
    """No line with a pipe stands twice."""

    @classmethod
    def of(cls, data: bytes) -> Lines:
        """The lines of a file's bytes."""
        lines = data.split(b"\n")
        rows = [line for line in lines if b"|" in line]
        with_pipes = frozenset(rows)
        return cls(frozenset(lines), with_pipes, len(rows) == len(with_pipes))


class Reader:
    """Reads versions of the index; equal lines are read once, and so are equal blobs that follow closely."""

    def __init__(self, section: IssueIndex) -> None:
        self._section = section
        self._cells: dict[str, tuple[int, str | None]] = {}
        self._indexes = Recent[str, Index](_KEPT)
        self._lines = Recent[str, Lines](_KEPT)

    def read(self, snapshot: Snapshot | None) -> Index | None:
        """The index in a snapshot, or None where it is absent or no regular file."""
        return self._version(snapshot, self._indexes, self.parse)

    def lines(self, snapshot: Snapshot) -> Lines | None:
        """Its lines alone, which costs far less."""
        return self._version(snapshot, self._lines, Lines.of)

    def _version(
        self, snapshot: Snapshot | None, kept: Recent[str, Version], make: Callable[[bytes], Version]
    ) -> Version | None:
        path = self._section.path
        entry = snapshot.get(path) if snapshot else None
        if snapshot is None or entry is None or not entry.is_regular:
            return None
        if entry.oid:
            return kept.get(entry.oid, lambda: make(snapshot.read(path) or b""))
        data = snapshot.read(path)
        return None if data is None else make(data)

    def parse(self, data: bytes) -> Index:
        """The index in a file's bytes; bytes that are not UTF-8 are surrogate escapes. Never fails."""
        pieces = data.decode("utf-8", "surrogateescape").split("\n")
        lines = [piece + "\n" for piece in pieces[:-1]] + [piece for piece in pieces[-1:] if piece]
        texts = [line.rstrip("\r\n") for line in lines]
        start, width = self._table_start(texts)
        table = tuple(self._rows(lines, texts, range(start, self._table_end(texts, start)), width))
        ends = [line[len(text) :] for line, text in zip(lines, texts, strict=True)]
        newline = "\r\n" if 2 * sum(end.startswith("\r") for end in ends) > len(ends) else "\n"
        mixed = (i + 1 for i, end in enumerate(ends) if end not in (newline, ""))
        return Index(
            tuple(lines[:start]),
            table,
            width is not None or bool(table),
            len(lines),
            bool(lines) and not lines[-1].endswith("\n"),
            next(mixed, None),
            newline,
        )

    def _rows(self, lines: Sequence[str], texts: Sequence[str], places: range, width: int | None) -> Iterator[Row]:
        for place in places:
            text = texts[place]
            cells, issue = self._read(text)
            fault = _fault(text, cells, issue, width)
            yield Row(place + 1, text, lines[place][len(text) :], issue, fault)

    def _table_start(self, texts: Sequence[str]) -> tuple[int, int | None]:
        """Where the rows begin, and how many cells the header above them has.

        The table is the last one that begins above the first row; rows may stand without any header.
        """
        opaque = _opaque(texts)
        start, width = len(texts), None
        for index, text in enumerate(texts):
            if index in opaque:
                continue
            if index and index - 1 not in opaque and is_delimiter_row(text):
                cells = len(split_cells(texts[index - 1].lstrip(_BOM)))
                start, width = (index + 1, cells) if cells == len(split_cells(text)) else (start, width)
            elif self._is_row(text):
                return (start, width) if width is not None else (index, None)
        return start, width

    def _table_end(self, texts: Sequence[str], start: int) -> int:
        """Behind the last line that means to be a row, and what stands right below it without a blank line."""
        end = len(texts)
        while end > start and not (texts[end - 1].lstrip().startswith("|") or self._is_row(texts[end - 1])):
            end -= 1
        while end < len(texts) and texts[end].strip():
            end += 1
        return end

    def _is_row(self, text: str) -> bool:
        return "|" in text and self._read(text)[1] is not None

    def _read(self, text: str) -> tuple[int, str | None]:
        """How many cells a line has, and the issue number in its first one."""
        found = self._cells.get(text)
        if found is None:
            cells = split_cells(text)
            issue = self._section.issue.search(cells[0]) if cells else None
            found = self._cells[text] = (len(cells), issue["number"] if issue else None)
        return found


def _fault(text: str, cells: int, issue: str | None, width: int | None) -> str | None:
    if not text.strip():
        return "is blank: the table ends there"
    if width is not None and cells != width:
        return f"has {counted(cells, 'cell')} where the header has {width}"
    return None if issue else "has no issue number in its first cell"


def _opaque(texts: Sequence[str]) -> frozenset[int]:
    """The lines in fenced code, comments and HTML, where what looks like a row is none."""
    if not any(_OPAQUE.search(text) for text in texts):
        return frozenset()
    read = read_lines("".join(text.replace("\r", " ") + "\n" for text in texts))
    return frozenset(line.number - 1 for line in read if line.kind in _NO_TABLE)
