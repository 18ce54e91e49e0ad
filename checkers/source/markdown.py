"""Markdown as the checkers see it: lines and blocks, table rows, sections and links, from one place."""

from checkers.source.markdown_blocks import Line, LineKind, decode, read_lines, split_lines
from checkers.source.markdown_cells import code_spans, is_delimiter_row, split_cells

__all__ = ["Line", "LineKind", "code_spans", "decode", "is_delimiter_row", "read_lines", "split_cells", "split_lines"]
