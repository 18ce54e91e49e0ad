"""The literal edit: a text that must occur exactly so many times, replaced each time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.mutation.edits.lines import ends_lines_with_crlf, with_crlf
from bot.mutation.edits.refusal import NotApplied, at, line_with, lines_of, quoted, refuse_unchanged
from checkers.wording import times

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.mutation.model import Replace

_MOST_LOCATED = 1000


def replace_text(edit: Replace, data: bytes) -> bytes:
    """The file with each occurrence replaced. Occurrences are counted from the start and do not overlap.

    The bytes are compared exactly, with one exception: in a file that ends every line with CRLF, a line end in `find`
    and `with` is CRLF too, unless one of them holds a carriage return of its own. Raises NotApplied where the number
    of occurrences is another, or nothing changes.
    """
    find = edit.find.encode("utf-8", "surrogateescape")
    replacement = edit.replacement.encode("utf-8", "surrogateescape")
    if b"\r" not in find + replacement and ends_lines_with_crlf(data):
        find, replacement = with_crlf(find), with_crlf(replacement)
    count = data.count(find)
    if count != edit.times:
        lines = lines_of(data, _places(data, find))
        near = line_with(data, find) if count == 0 else None
        hint = f"; line {near} has it with other white space" if near else ""
        raise NotApplied(f"{quoted(edit.find)} occurs {times(count)}{at(lines)}, not {_wanted(edit.times)}{hint}")
    if find == replacement:
        refuse_unchanged()
    return data.replace(find, replacement)


def _wanted(count: int) -> str:
    return f"exactly {times(count)}"


def _places(data: bytes, find: bytes) -> Iterator[int]:
    offset = data.find(find)
    for _ in range(_MOST_LOCATED):
        if offset < 0:
            return
        yield offset
        offset = data.find(find, offset + len(find))
