"""Small pieces of Markdown: prose, fences and tables that show what they are given."""

from __future__ import annotations

import re
from textwrap import fill
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

GENERATED = "<!-- Made by `make docs`; edit the data that it is made from. -->\n"

_SPAN = re.compile(r"(`+[^`]*`+)")
_SPECIAL = re.compile(r"([\\*<>\[\]|])")


def prose(text: str) -> str:
    """Text whose code spans stay, and in which nothing else is markup."""
    pieces = _SPAN.split(text)
    return "".join(piece if number % 2 else _SPECIAL.sub(r"\\\1", piece) for number, piece in enumerate(pieces))


def folded(text: str) -> str:
    """A paragraph over lines that a person can read."""
    return fill(text, 120, break_long_words=False, break_on_hyphens=False)


def fence(text: str, language: str = "text") -> str:
    """A block of code, in a fence longer than any within."""
    longest = max([2, *(len(run) for run in re.findall(r"`+", text))])
    marks = "`" * (longest + 1)
    return f"{marks}{language}\n{text.rstrip(chr(10))}\n{marks}\n"


def table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table; a `|` in a cell is escaped, in code spans too, as GitHub reads it."""
    lines = [" | ".join(header), " | ".join("---" for _ in header)]
    lines += [" | ".join(re.sub(r"(?<!\\)\|", r"\\|", cell) for cell in row) for row in rows]
    return "".join(f"| {line} |\n" for line in lines)
