"""Keyed rows: what a record table says of each id, its state and its spec."""

from __future__ import annotations

import re
from hashlib import blake2b
from html import unescape
from posixpath import dirname, normpath
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import unquote

from checkers.doc_checkpoint.contents import is_markdown
from checkers.source.markdown import (
    LineKind,
    PieceReader,
    cells_of,
    decode,
    definitions_of,
    first_cells_of,
    may_link,
    plain_text,
    read_lines,
    tables,
    targets,
)
from checkers.source.recent import Recent
from checkers.wording import readable

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence

    from checkers.policy.sections import DocCheckpoint
    from checkers.source.markdown import Line

_LEAD = r"(?:[\s*_~\[]|<[^<>]*>)*+"
"""Markup that may stand before the first word of a cell: emphasis, a link's bracket, a tag."""
_ID = re.compile(_LEAD + r"(`++)\s?([A-Z0-9][A-Za-z0-9_.-]*+)\s?\1(?!`)")
_CODE = re.compile(r"(?<!`)(`++)\s?([^`]++)\1(?!`)")
_BEGINS_WITH_CODE = re.compile(_LEAD + _CODE.pattern)
_STRUCK = re.compile(r"~~[^~]*+~~")
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*+:|//")
_SHOWN = 40


class Row(NamedTuple):
    """One keyed row. `state` is None where it has no known one; `shown` is its state as a message names it.

    `unknown` tells that a state column holds something else than a known state. `spec` is the path of the spec that it
    links, from the repository's root.
    """

    id: str
    state: str | None
    shown: str
    unknown: bool
    spec: str | None


class Placed(NamedTuple):
    """A row and its line, from 1."""

    row: Row
    line: int


Rows = dict[str, list[Placed]]
"""The keyed rows of one file by id."""


class _Piece(NamedTuple):
    """The keyed rows of a piece of a document, and whether it defines references, on which rows elsewhere depend."""

    has_definitions: bool
    rows: tuple[Placed, ...]


class RowReader:
    """Reads keyed rows as one policy section defines them; equal rows are read once."""

    def __init__(self, section: DocCheckpoint) -> None:
        states = section.states
        self._states = states.claim | states.record | states.claim_on_arrival
        words = "|".join(re.escape(state) for state in sorted(self._states, key=len, reverse=True)) or "(?!)"
        self._word = re.compile(rf"\W*?({words})(?![\w/+]|-\w)")
        self._columns = frozenset(plain_text(name).casefold() for name in section.state_columns)
        self._folder = normpath(section.spec.folder) + "/" if section.spec else None
        self._pieces = PieceReader(self._piece, 1024)
        self._headers = Recent[tuple[str, ...], tuple[int, ...]](256)
        self._read = Recent[tuple[object, ...], Row | None](8192)

    def rows(self, data: bytes, path: str) -> Rows:
        """The keyed rows of a Markdown file, given its bytes and its path from the root."""
        folder = dirname(path)
        pieces = list(self._pieces.read(data, folder))
        if any(piece.has_definitions for _, piece in pieces):
            lines = read_lines(decode(data))
            return _by_id((0, placed) for placed in self._placed(lines, folder, _definitions(lines)))
        return _by_id((before, placed) for before, piece in pieces for placed in piece.rows)

    def count(self, data: bytes) -> int:
        """How many keyed rows a Markdown file has, without what they say."""
        counted = 0
        for table in tables(read_lines(decode(data))):
            columns, width = self._state_columns(table.header), len(table.header)
            texts = (readable(line.text) for line in table.rows if "`" in line.text)
            counted += sum(self._key(first_cells_of(text, width, 2), columns) is not None for text in texts)
        return counted

    def _piece(self, lines: Sequence[Line], folder: Hashable) -> _Piece:
        return _Piece(bool(_definitions(lines)), tuple(self._placed(lines, str(folder), {})))

    def _placed(self, lines: Sequence[Line], folder: str, definitions: Mapping[str, str]) -> Iterator[Placed]:
        for table in tables(lines):
            place = _Place(self._state_columns(table.header), len(table.header), folder, definitions)
            for line in table.rows:
                row = self._kept(line.text, place)
                if row:
                    yield Placed(row, line.line)

    def _kept(self, text: str, place: _Place) -> Row | None:
        if place.definitions:
            return self._row(cells_of(readable(text), place.width), place)
        digest = blake2b(text.encode("utf-8", "surrogateescape"), digest_size=16).digest()
        key = (digest, place.columns, place.width, place.folder)
        return self._read.get(key, lambda: self._row(cells_of(readable(text), place.width), place))

    def _state_columns(self, header: tuple[str, ...]) -> tuple[int, ...]:
        def find() -> tuple[int, ...]:
            return tuple(index for index, name in enumerate(header) if plain_text(name).casefold() in self._columns)

        return self._headers.get(header, find)

    def _row(self, cells: Sequence[str], place: _Place) -> Row | None:
        key = self._key(cells, place.columns)
        if key is None:
            return None
        index, name = key
        others = [cell for number, cell in enumerate(cells) if number != index]
        if place.columns:
            state, shown = self._column_state([cells[number] for number in place.columns])
        else:
            state = shown = self._last_state(others)
        unknown = bool(place.columns) and state is None
        return Row(name, state, shown or "no state", unknown, self._spec(cells, place))

    def _key(self, cells: Sequence[str], columns: Sequence[int]) -> tuple[int, str] | None:
        """The index of the cell with the row's id, and the id; a state is no id."""
        for index, cell in enumerate(cells[:2]):
            found = _ID.match(cell)
            if found and index not in columns and found[2] not in self._states:
                return index, found[2]
        return None

    def _column_state(self, cells: Sequence[str]) -> tuple[str | None, str | None]:
        """The state that the state columns hold, and how to show what they hold."""
        for cell in cells:
            state = self._cell_state(_STRUCK.sub("", cell))
            if state:
                return state, state
        return None, plain_text(cells[0])[:_SHOWN] or None

    def _cell_state(self, cell: str) -> str | None:
        """A cell's state: the code it begins with, or the first code that is a state, or its first words."""
        begins = _BEGINS_WITH_CODE.match(cell)
        if begins:
            return self._known(begins[2])
        for code in _CODE.finditer(cell):
            if self._known(code[2]):
                return self._known(code[2])
        word = self._word.match(plain_text(unescape(cell)))
        return word[1] if word else None

    def _last_state(self, cells: Sequence[str]) -> str | None:
        for cell in reversed(cells):
            begins = _BEGINS_WITH_CODE.match(cell)
            if begins and self._known(begins[2]):
                return self._known(begins[2])
        return None

    def _known(self, word: str) -> str | None:
        return word.strip() if word.strip() in self._states else None

    def _spec(self, cells: Iterable[str], place: _Place) -> str | None:
        """The first spec that a row links; a Markdown file comes before any other file of the folder."""
        if self._folder is None:
            return None
        linked = (cell for cell in cells if place.definitions or may_link(cell))
        urls = (target.url for cell in linked for target in targets(cell, place.definitions))
        paths = [path for url in urls if (path := resolve(url, place.folder)) and path.startswith(self._folder)]
        return next((path for path in paths if is_markdown(path)), paths[0] if paths else None)


def _by_id(rows: Iterable[tuple[int, Placed]]) -> Rows:
    """Rows by id, each with the number of lines before the piece that it stands in."""
    found: Rows = {}
    for before, placed in rows:
        found.setdefault(placed.row.id, []).append(Placed(placed.row, placed.line + before))
    return found


class _Place(NamedTuple):
    """What a row's meaning depends on beside its text."""

    columns: tuple[int, ...]
    width: int
    folder: str
    definitions: Mapping[str, str]


def resolve(url: str, folder: str) -> str | None:
    """The path from the root that a link leads to from a file in `folder`; None where it leads out of the tree."""
    path = unquote(re.split(r"[?#]", url.strip(), maxsplit=1)[0], errors="surrogateescape")
    if not path or _SCHEME.match(url.strip()):
        return None
    path = normpath(path.lstrip("/") if path.startswith("/") else f"{folder}/{path}".lstrip("/"))
    return None if path == "." or path.startswith("../") or path == ".." else path


def _definitions(lines: Iterable[Line]) -> dict[str, str]:
    paragraphs: dict[int, list[str]] = {}
    for line in lines:
        if line.kind is LineKind.TEXT:
            paragraphs.setdefault(line.block, []).append(line.text)
    return definitions_of("\n".join(texts) for texts in paragraphs.values() if texts[0].startswith("["))
