"""The patch edit: a unified diff applied without fuzz."""

from __future__ import annotations

from bisect import bisect_right

from bot.mutation.edits.lines import ends_lines_with_crlf, with_crlf
from bot.mutation.edits.refusal import NotApplied, at, lines_of, refuse_unchanged
from bot.mutation.edits.unified import FilePatch, PatchError, parse_patch
from checkers.wording import times

_MOST_PLACES = 100


def apply_patch(text: str, path: str, data: bytes | None) -> bytes | None:
    """The file after the patch; None where the patch removes it, or for `data` where the patch creates it.

    Each hunk's old lines must stand, byte for byte, where the hunk says (moved by as much as the hunk before it was),
    or else at exactly one other place behind the hunk before it. In a file that ends every line with CRLF the
    lines of a patch without carriage returns do so too. Raises NotApplied.
    """
    patch = _parsed(text, path)
    if patch.old_path is None:
        if data is not None:
            raise NotApplied("the patch creates the file, and the file is there")
        return _patched(patch, b"")
    if data is None:
        raise NotApplied("the file is not there")
    after = _patched(patch, data)
    if patch.new_path is None:
        if after:
            raise NotApplied("the patch removes the file, but not all that is in it")
        return None
    if after == data:
        refuse_unchanged()
    return after


def _parsed(text: str, path: str) -> FilePatch:
    try:
        patch = parse_patch(text.encode("utf-8", "surrogateescape"))
    except PatchError as error:
        raise NotApplied(f"line {error.line} of the patch {error}") from None
    if not patch.names(path):
        raise NotApplied("the patch is one of another file")
    return patch


def _patched(patch: FilePatch, data: bytes) -> bytes:
    text = _Text(data, patch)
    pieces: list[bytes] = []
    position = drift = 0
    for number, hunk in enumerate(patch.hunks, 1):
        old, new = text.like_file(hunk.old), text.like_file(hunk.new)
        stated = hunk.start - 1 if hunk.old else hunk.start
        start = _place(text, old, text.start(stated + drift), position, number)
        pieces += [data[position:start], new]
        position = start + len(old)
        drift = text.line(start) - stated
    return b"".join([*pieces, data[position:]])


class _Text:
    """A file's bytes and where its lines begin, for one patch."""

    def __init__(self, data: bytes, patch: FilePatch) -> None:
        self.data = data
        has_returns = any(b"\r" in line for hunk in patch.hunks for line in (*hunk.old, *hunk.new))
        self.has_crlf = not has_returns and ends_lines_with_crlf(data)
        self.starts = [0]
        for line in data.split(b"\n")[:-1]:
            self.starts.append(self.starts[-1] + len(line) + 1)

    def like_file(self, lines: list[bytes]) -> bytes:
        text = b"".join(lines)
        return with_crlf(text) if self.has_crlf else text

    def start(self, line: int) -> int:
        """Where a line (from 0) begins; -1 where the file has none."""
        return self.starts[line] if 0 <= line < len(self.starts) else -1

    def line(self, offset: int) -> int:
        """The line (from 0) that begins at an offset."""
        return bisect_right(self.starts, offset) - 1

    def holds(self, old: bytes, offset: int) -> bool:
        """Whether whole lines stand at an offset."""
        if offset < 0 or not self.data.startswith(old, offset):
            return False
        is_line = offset == 0 or self.data[offset - 1 : offset] == b"\n"
        return is_line and (old.endswith(b"\n") or not old or offset + len(old) == len(self.data))


def _place(text: _Text, old: bytes, stated: int, position: int, number: int) -> int:
    if stated >= position and text.holds(old, stated):
        return stated
    if not old:
        raise NotApplied(f"hunk {number} of the patch adds lines behind a line that the file does not have")
    found = [position] if text.holds(old, position) else []
    offset = text.data.find(b"\n" + old, position)
    while offset >= 0 and len(found) < _MOST_PLACES:
        if text.holds(old, offset + 1):
            found.append(offset + 1)
        offset = text.data.find(b"\n" + old, offset + 1)
    if len(found) != 1:
        lines = lines_of(text.data, found)
        where = "the lines that it replaces are" if not found else "not where it says, and elsewhere they are"
        raise NotApplied(f"hunk {number} of the patch does not fit: {where} there {times(len(found))}{at(lines)}")
    return found[0]
