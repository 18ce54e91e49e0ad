"""Markdown as the checkers see it, from one place: lines and blocks, tables, sections, links and comparisons."""

from checkers.source.markdown_blocks import Line, LineKind, decode, read_lines, split_lines
from checkers.source.markdown_cells import code_spans, is_delimiter_row, split_cells
from checkers.source.markdown_compare import said, says_the_same, squeeze
from checkers.source.markdown_links import Target, definitions_of, may_link, targets, without_targets
from checkers.source.markdown_pieces import PieceReader
from checkers.source.markdown_sections import Section, plain_text, section
from checkers.source.markdown_tables import Row, Table, cells_of, first_cells_of, tables

__all__ = [
    "Line",
    "LineKind",
    "PieceReader",
    "Row",
    "Section",
    "Table",
    "Target",
    "cells_of",
    "code_spans",
    "decode",
    "definitions_of",
    "first_cells_of",
    "is_delimiter_row",
    "may_link",
    "plain_text",
    "read_lines",
    "said",
    "says_the_same",
    "section",
    "split_cells",
    "split_lines",
    "squeeze",
    "tables",
    "targets",
    "without_targets",
]
