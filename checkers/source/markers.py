"""Markers: the reasons that comments record for a site, found in comments alone."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from checkers.source.splices import LogicalText

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from checkers.source.lexer import Comment


class Marker(NamedTuple):
    """One marker: its name followed by `:` or `(row):`, or a comment's line that begins with its name.

    `row` is what stands in its brackets, None where it has none. `reason` is what follows the colon, white space
    folded; empty where no colon or no text follows. `start` and `end` are the byte offsets of the name in the file;
    `comment_end` is where the run of comments ends that the marker stands in.
    """

    row: str | None
    reason: str
    start: int
    end: int
    comment_end: int


def find_markers(data: bytes, comments: Sequence[Comment], name: str) -> list[Marker]:
    """Every marker of that name, as a whole word, in file order.

    A reason runs to the next marker or blank line of its comment, and on over the comments that follow on lines of
    their own; beside code, over those that stand no further left.
    """
    word = name.encode("utf-8", "surrogateescape")
    if not any(word in comment.text for comment in comments):
        return []
    pattern = re.compile(
        rb"(?<![A-Za-z0-9_-])%s(?![A-Za-z0-9_-])[ \t]*+(?:\(([^()]*+)\)[ \t]*+)?(?:(:)|(\())?" % re.escape(word)
    )
    found: list[Marker] = []
    for run in _runs(data, comments):
        if any(word in comment.text for comment in run):
            found.extend(_read(data, run, pattern, len(word)))
    return found


class _Line(NamedTuple):
    """One line of a comment without its decoration; `offset` is where it begins in the comment's text."""

    comment: Comment
    text: bytes
    offset: int


_BETWEEN = re.compile(rb"[ \t\f\v\x00]*+(?:(?:\r\n?|\n)([ \t\f\v\x00]*+))?+")
_OPENING = re.compile(rb"//[/!]*+<?[ \t]*+|/\*[*!]*+(?!/)<?[ \t]*+")
_INNER = re.compile(rb"[ \t\f\v]*+(?:\*++(?!/)[ \t]*+)?")
_LINE = re.compile(rb"[^\r\n]*+(?:\r\n?|\n)|[^\r\n]++")


def _runs(data: bytes, comments: Sequence[Comment]) -> Iterator[list[Comment]]:
    """Comments that follow each other with nothing between them but blanks and at most one line end."""
    run: list[Comment] = []
    for comment in comments:
        if run and not _continues(data, run, comment):
            yield run
            run = []
        run.append(comment)
    if run:
        yield run


def _continues(data: bytes, run: list[Comment], comment: Comment) -> bool:
    between = _BETWEEN.fullmatch(data, run[-1].end, comment.start)
    if between is None or between[1] is None:
        return between is not None
    first = run[0].start
    line_start = max(data.rfind(b"\n", 0, first), data.rfind(b"\r", 0, first)) + 1
    stands_alone = not data[line_start:first].strip()
    return stands_alone or len(between[1]) >= first - line_start


def _lines(comment: Comment) -> Iterator[_Line]:
    text = comment.text
    if text.startswith(b"/*") and len(text) > 3 and text.endswith(b"*/"):
        text = text[:-2].rstrip(b"*")
    for match in _LINE.finditer(text):
        begin = (_INNER if match.start() else _OPENING).match(text, match.start())
        offset = begin.end() if begin else match.start()
        yield _Line(comment, text[offset : match.end()].strip(), offset)


def _read(data: bytes, run: list[Comment], pattern: re.Pattern[bytes], length: int) -> list[Marker]:
    """The markers of one run of comments; each takes the text after it up to the next one or a blank line."""
    found: list[_Open] = []
    place = _Places(data)
    for line in (line for comment in run for line in _lines(comment)):
        matches = [match for match in pattern.finditer(line.text) if _is_marker(match)]
        before = line.text[: matches[0].start()] if matches else line.text
        if found and not found[-1].closed:
            found[-1].words.append(before)
        if found and not line.text:
            found[-1].closed = True
        for number, match in enumerate(matches):
            end = matches[number + 1].start() if number + 1 < len(matches) else len(line.text)
            span = place.of(line.comment, line.offset + match.start(), length)
            found.append(_Open(match[1], span, [line.text[match.end() : end]], has_colon=match[2] is not None))
    return [marker.done(run[-1].end) for marker in found]


def _is_marker(match: re.Match[bytes]) -> bool:
    return match.start() == 0 or any(match[group] is not None for group in (1, 2, 3))


@dataclass(slots=True)
class _Open:
    """A marker whose reason is still being read."""

    row: bytes | None
    place: tuple[int, int]
    words: list[bytes]
    has_colon: bool
    closed: bool = False

    def done(self, comment_end: int) -> Marker:
        row = None if self.row is None else _text(self.row)
        reason = _text(b" ".join(self.words)) if self.has_colon else ""
        return Marker(row, reason, *self.place, comment_end)


def _text(data: bytes) -> str:
    return " ".join(data.decode("utf-8", "surrogateescape").split())


class _Places:
    """Where parts of a comment's text stand in the file; the last comment's splices are kept."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.comment: Comment | None = None
        self.logical = LogicalText(b"")

    def of(self, comment: Comment, offset: int, length: int) -> tuple[int, int]:
        """Byte offsets in the file of a part of the comment's text."""
        if comment is not self.comment:
            self.comment, self.logical = comment, LogicalText(self.data[comment.start : comment.end])
        start, end = self.logical.place(offset, offset + length)
        return comment.start + start, comment.start + end
