"""Text for a terminal or a file: columns that stand below each other, and lines that are broken between words alone."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from checkers.output.escaping import display_width, visible

if TYPE_CHECKING:
    from collections.abc import Iterable

_WIDEST_COLUMN = 80
"""In cells, where nobody watches: a longer name stands out of its column."""
_SHARE = 3
"""Names have at most one of so many parts of a terminal's width."""
_LEAST_INDENT = 4
_GLUE = "\0"
"""Stands for a space at which no line ends; no text that is visible holds it."""
_PIECE = re.compile(r" *[^ ]+")


def name_column(names: Iterable[str], width: int | None) -> int | None:
    """How many cells the names need beside their text; None where they should have lines of their own.

    `width` is the terminal's, None where there is none.
    """
    widest = max((display_width(visible(name)) for name in names), default=0)
    if width is None:
        return min(widest, _WIDEST_COLUMN)
    return widest if widest <= width // _SHARE else None


def padded(text: str, width: int) -> str:
    """The text with so many spaces that it takes `width` cells."""
    return text + " " * (width - display_width(text))


def glued(text: str) -> str:
    """The text as one word of what `wrapped` is given."""
    return text.replace(" ", _GLUE)


def wrapped(head: str, text: str, width: int | None) -> list[str]:
    """The lines of a text after its head, none wider than `width` cells unless a word is.

    Further lines begin below the text, or further to the left where its longest word needs that.
    """
    pieces = _PIECE.findall(text)
    longest = max((display_width(piece.lstrip()) for piece in pieces), default=0)
    if width is None or display_width(head) + display_width(text) <= width:
        return [f"{head}{text}".replace(_GLUE, " ").rstrip()]
    indent = " " * max(_LEAST_INDENT, min(display_width(head), width - longest))
    lines, line = [], head
    for piece in pieces:
        if display_width(line) + display_width(piece) > width and line != indent:
            lines.append(line)
            line = indent
        line += piece.lstrip() if line == indent else piece
    return [line.replace(_GLUE, " ").rstrip() for line in (*lines, line)]
