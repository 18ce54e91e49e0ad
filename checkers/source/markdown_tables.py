"""The tables of a Markdown document: rows with their cells under a header."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from checkers.source.markdown_blocks import Line, LineKind
from checkers.source.markdown_cells import first_cells, split_cells

if TYPE_CHECKING:
    from collections.abc import Iterable

_TABLE = frozenset({LineKind.TABLE_HEADER, LineKind.TABLE_DELIMITER, LineKind.TABLE_ROW})


class Row(NamedTuple):
    """One row below a table's header: its text without indentation, and its 1-based line."""

    line: int
    text: str


class Table(NamedTuple):
    """One table: the cells of its header, as they are written, and its rows."""

    header: tuple[str, ...]
    rows: tuple[Row, ...]


def cells_of(row: str, width: int) -> list[str]:
    """A row's cells under a header of that many: missing ones empty, those beyond it left out, as GFM shows them."""
    cells = split_cells(row)[:width]
    return cells + [""] * (width - len(cells))


def first_cells_of(row: str, width: int, number: int) -> list[str]:
    """The first ones of `cells_of`, without reading the rest of the row."""
    cells = first_cells(row, min(width, number))
    return cells + [""] * (min(width, number) - len(cells))


def tables(lines: Iterable[Line]) -> list[Table]:
    """The tables of a document that was read into lines, in order."""
    found = []
    for _, block in groupby((line for line in lines if line.kind in _TABLE), key=lambda line: line.block):
        header, _, *rows = block
        found.append(Table(tuple(split_cells(header.text)), tuple(Row(row.number, row.text) for row in rows)))
    return found
