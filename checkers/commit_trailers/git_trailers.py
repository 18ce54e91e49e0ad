"""Trailers as git itself finds them in a message (git's `trailer.c`), without a git process."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

SPACE = " \t\n\r"
"""What git calls white space, whatever the locale."""
COMMENT = "#"
_CUT_LINE = "# ------------------------ >8 ------------------------"
GENERATED = ("Signed-off-by: ", "(cherry picked from commit ")
_KEY = re.compile(r"([A-Za-z0-9-]+)[ \t]*:")
_FOLD = re.compile(r"\n[ \t\n\r]*")
_DIVIDER = re.compile(r"^---[ \t\n\r]", re.MULTILINE)


class Trailer(NamedTuple):
    """One trailer: key as spelled, value unfolded to one line, and the 0-based index of its first line."""

    key: str
    value: str
    index: int  # type: ignore[assignment]  # hides the tuple's own method


def split(text: str) -> list[str]:
    """A message's lines without their newlines, up to the first NUL, where git stops; only a newline ends a line."""
    lines = text.partition("\0")[0].split("\n")
    if not lines[-1]:
        lines.pop()
    return lines


def is_blank(line: str) -> bool:
    """Whether git takes the line as one that parts two paragraphs."""
    return not line.strip(SPACE)


def key_of(line: str) -> str | None:
    """The key of a line that begins as a trailer does, or None."""
    found = _KEY.match(line)
    return found[1] if found else None


def interpreted(text: str) -> tuple[Trailer, ...]:
    """What `git interpret-trailers --parse` finds."""
    lines = split(text)
    return _found(lines, 0, patch_start(text))


def logged(text: str) -> tuple[Trailer, ...]:
    """What `git log --format=%(trailers)` finds: no divider, and blank lines above the subject do not count."""
    lines = split(text)
    first = next((index for index, line in enumerate(lines) if not is_blank(line)), 0)
    return _found(lines, first, len(lines))


def patch_start(text: str) -> int:
    """The index of the first line that divides a message from a patch, or the number of lines.

    It is `---` before white space or a newline, so that a last line without its newline divides nothing.
    """
    found = _DIVIDER.search(text.partition("\0")[0])
    return text.count("\n", 0, found.start()) if found else len(split(text))


def without_tail(lines: Sequence[str], stop: int) -> int:
    """Where the lines before `stop` end without the comments, empty lines and old conflicts list at their end."""
    stop = _cut(lines, stop)
    tail = 0
    in_conflicts = False
    for index in range(stop):
        line = lines[index]
        if not line or line.startswith(COMMENT) or line == "Conflicts:":
            in_conflicts = in_conflicts or line == "Conflicts:"
            tail = tail or index
        elif tail and not (in_conflicts and line.startswith("\t")):
            tail = 0
            in_conflicts = False
    return tail or stop


def title_end(lines: Sequence[str], end: int, first: int = 0) -> int:
    """The index of the blank line after the first paragraph, which holds no trailers; `end` where there is none."""
    return next((i for i in range(first, end) if is_blank(lines[i])), end)


def is_block(paragraph: Sequence[str]) -> bool:
    """Whether git would take the paragraph as trailers if it came last.

    So it is where every line belongs to a trailer, or where one is of git's own making and a quarter of them do.
    """
    found = other = pending = 0
    generated = False
    for line in reversed(paragraph):
        if line.startswith(GENERATED):
            generated = True
            found, pending = found + 1, 0
        elif is_blank(line):
            continue
        elif line[0] in SPACE:
            pending += 1
        elif _KEY.match(line):
            found, pending = found + 1, 0
        else:
            other, pending = other + pending + (not line.startswith(COMMENT)), 0
    other += pending
    return (generated and found * 3 >= other) or (found > 0 and other == 0)


def parse(lines: Sequence[str], indexes: Sequence[int]) -> Iterator[Trailer]:
    """The trailers on those lines of a block; a line that begins with white space continues the one above it."""
    key: str | None = None
    first = 0
    value: list[str] = []
    for index in indexes:
        line = lines[index]
        if key is not None and (not line or line[0] in SPACE):
            value.append(line)
            continue
        if key is not None:
            yield Trailer(key, _unfolded(value), first)
        found = _KEY.match(line)
        key = found[1] if found else None
        first = index
        value = [line[found.end() :]] if found else []
    if key is not None:
        yield Trailer(key, _unfolded(value), first)


def _cut(lines: Sequence[str], stop: int) -> int:
    return next((i for i in range(stop) if lines[i] == _CUT_LINE), stop)


def _found(lines: Sequence[str], first: int, stop: int) -> tuple[Trailer, ...]:
    end = without_tail(lines, stop)
    return tuple(parse(lines, range(_block_start(lines, first, end), end)))


def _block_start(lines: Sequence[str], first: int, end: int) -> int:
    seen = False
    for index in range(end - 1, title_end(lines, end, first) - 1, -1):
        if not is_blank(lines[index]):
            seen = seen or not lines[index].startswith(COMMENT)
        elif seen:
            return index + 1 if is_block(lines[index + 1 : end]) else end
    return end


def _unfolded(parts: list[str]) -> str:
    return _FOLD.sub(" ", "\n".join(parts).strip(SPACE)).strip(SPACE)
