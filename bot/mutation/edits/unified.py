"""Unified diffs, read strictly: every hunk holds as many lines as its head says."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import NoReturn

_HEAD = re.compile(rb"@@ -([0-9]{1,9})(?:,([0-9]{1,9}))? \+([0-9]{1,9})(?:,([0-9]{1,9}))? @@")
_ESCAPE = re.compile(rb'\\([0-7]{1,3}|[abtnvfr"\\])')
_ESCAPED = {b"a": 7, b"b": 8, b"t": 9, b"n": 10, b"v": 11, b"f": 12, b"r": 13, b'"': 34, b"\\": 92}
_UNSUPPORTED = {
    b"rename ": "renames a file",
    b"copy ": "copies a file",
    b"Binary files ": "changes a binary file",
    b"GIT binary patch": "changes a binary file",
    b"old mode ": "changes a file's mode",
}
_NOWHERE = b"/dev/null"


class PatchError(ValueError):
    """The text is no unified diff that an edit can be; `line` is where, from 1."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(reason)
        self.line = line


@dataclass(frozen=True, slots=True)
class Hunk:
    """One hunk: what stands there and what shall, as whole lines with their ends; `start` is the old line, from 1.

    `start` of a hunk that only adds is the line after which it does.
    """

    start: int
    old: list[bytes] = field(default_factory=list)
    new: list[bytes] = field(default_factory=list)


@dataclass(slots=True)
class FilePatch:
    """The hunks for one file. A path is None where the patch says /dev/null: creation, or removal."""

    line: int
    old_path: bytes | None = b""
    new_path: bytes | None = b""
    hunks: list[Hunk] = field(default_factory=list)

    def names(self, path: str) -> bool:
        """Whether the patch is one of that file; a prefix such as `a/` is overlooked. One without a head is."""
        wanted = path.encode("utf-8", "surrogateescape")
        named = [name for name in (self.old_path, self.new_path) if name]
        return all(wanted in (name, name.partition(b"/")[2]) for name in named)


def parse_patch(data: bytes) -> FilePatch:
    """The one file's patch that a text holds; prose before it is overlooked. Raises PatchError."""
    return _Reader(data).read()


class _Reader:
    def __init__(self, data: bytes) -> None:
        self.lines = data.split(b"\n")
        self.ends = [b"\n"] * (len(self.lines) - 1) + [b""]
        if not self.lines[-1]:
            self.lines.pop()
        self.at = 0
        self.has_git_head = False
        self.patch: FilePatch | None = None

    def read(self) -> FilePatch:
        while self.at < len(self.lines):
            self._outside(self.lines[self.at])
        if self.patch is None or not self.patch.hunks:
            raise PatchError(1, "holds no hunk (@@ -1,2 +1,2 @@)")
        return self.patch

    def _outside(self, line: bytes) -> None:
        """One line that no hunk holds."""
        if line.startswith(b"--- ") and self._next().startswith(b"+++ "):
            self._begin(_path(line), _path(self._next()))
            self.at += 2
        elif line.startswith(b"@@ "):
            self._hunk(line)
        elif line.startswith(b"diff --git "):
            if self.has_git_head:
                self._refuse("changes a second file")
            self.has_git_head = True
            self.at += 1
        else:
            self._refuse_unsupported(line)
            self.at += 1

    def _next(self) -> bytes:
        return self.lines[self.at + 1] if self.at + 1 < len(self.lines) else b""

    def _begin(self, old: bytes | None, new: bytes | None) -> None:
        if self.patch is not None:
            self._refuse("changes a second file")
        self.patch = FilePatch(self.at + 1, old, new)

    def _refuse_unsupported(self, line: bytes) -> None:
        for start, what in _UNSUPPORTED.items():
            if self.has_git_head and line.startswith(start):
                self._refuse(f"{what}, which an edit cannot")
        if self.patch and self.patch.hunks and line[:1] in (b"+", b"-", b" ", b"\\") and line.rstrip() != b"--":
            self._refuse("holds more lines than the hunk's head counts")

    def _hunk(self, line: bytes) -> None:
        head = _HEAD.match(line)
        if head is None:
            self._refuse("is no hunk's head (@@ -1,2 +1,2 @@)")
        start, old_left, new_left = int(head[1]), int(head[2] or 1), int(head[4] or 1)
        if start == 0 and old_left:
            self._refuse("has a hunk that begins at line 0")
        hunk = Hunk(start)
        self.at += 1
        while old_left or new_left:
            sign = self._line(hunk)
            old_left, new_left = old_left - (sign != b"+"), new_left - (sign != b"-")
            if old_left < 0 or new_left < 0:
                self._refuse("holds other lines than the hunk's head counts", before=1)
        self._no_line_end(hunk)
        self.patch = self.patch or FilePatch(self.at + 1)
        self.patch.hunks.append(hunk)

    def _line(self, hunk: Hunk) -> bytes:
        """Take one line of a hunk and return its sign; an empty one is an empty line of context."""
        if self.at >= len(self.lines):
            self._refuse("ends within a hunk", before=1)
        line = self.lines[self.at]
        sign = line[:1] if line not in (b"", b"\r") else b" "
        if sign not in (b" ", b"+", b"-"):
            self._refuse("is no line of a hunk: those begin with a blank, + or -")
        text = (line[1:] if line not in (b"", b"\r") else line) + b"\n"
        if sign != b"+":
            hunk.old.append(text)
        if sign != b"-":
            hunk.new.append(text)
        self.at += 1
        if self._marks_no_line_end():
            self._cut(hunk, sign)
        return sign

    def _marks_no_line_end(self) -> bool:
        return self.at < len(self.lines) and self.lines[self.at].startswith(b"\\ ")

    def _cut(self, hunk: Hunk, sign: bytes) -> None:
        """Take `\\ No newline at end of file`: the line before it has no end."""
        self.at += 1
        if sign != b"+":
            hunk.old[-1] = hunk.old[-1][:-1]
        if sign != b"-":
            hunk.new[-1] = hunk.new[-1][:-1]

    def _no_line_end(self, hunk: Hunk) -> None:
        if any(not line.endswith(b"\n") for side in (hunk.old, hunk.new) for line in side[:-1]):
            self._refuse("says of a line that is not the last one that it has no end", before=1)

    def _refuse(self, reason: str, before: int = 0) -> NoReturn:
        raise PatchError(min(self.at + 1 - before, len(self.lines)), reason)


def _path(line: bytes) -> bytes | None:
    """The path in a `---` or `+++` line, without a time stamp and git's quotes."""
    text = line[4:].rstrip(b"\r")
    if text.startswith(b'"') and text.rstrip().endswith(b'"'):
        text = _ESCAPE.sub(_unescaped, text.rstrip()[1:-1])
    else:
        text = text.partition(b"\t")[0].rstrip()
    return None if text == _NOWHERE else text


def _unescaped(found: re.Match[bytes]) -> bytes:
    return bytes([_ESCAPED[found[1]] if found[1] in _ESCAPED else int(found[1], 8) & 255])
