"""Snippets with their expected uses marked, read the way a checker reads a file."""

from __future__ import annotations

from checkers.repo.types import MemorySnapshot
from checkers.source.cache import Sources
from checkers.source.program import Program
from checkers.source.symbols import Symbols
from checkers.source.uses import FileUses

PATH = "engine/models/tower.cpp"
SIGN = "§"
"""Stands before each expected use in a snippet; removed before reading."""
ROOTS = ("include", "engine")


def file_uses(
    text: str | bytes,
    headers: dict[str, str] | None = None,
    naive: tuple[str, ...] = ("vt::Attention",),
    fast: tuple[str, ...] = ("vt::AttentionDenseFlash", "vt::PagedAttention"),
    path: str = PATH,
) -> FileUses:
    """The uses in one file."""
    snapshot = MemorySnapshot({path: text, **(headers or {})})
    return dict(Program(snapshot, Sources(), Symbols(naive, fast), ROOTS).uses([path])).get(path, FileUses())


def marked(text: str, starts: set[int]) -> str:
    """The text with a sign at each byte offset."""
    data = text.encode()
    for start in sorted(starts, reverse=True):
        data = data[:start] + SIGN.encode() + data[start:]
    return data.decode()


def with_signs(text: str, headers: dict[str, str] | None = None, naive: tuple[str, ...] = ("vt::Attention",)) -> str:
    """The snippet, its signs removed, with a sign before each naive use that was found."""
    plain = text.replace(SIGN, "")
    found = file_uses(plain, headers, naive)
    return marked(plain, {use.start for use in found.uses if use.symbol.is_naive})
