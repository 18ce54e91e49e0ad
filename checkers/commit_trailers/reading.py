"""How a message is read: its paragraphs, its trailer block with the paragraphs at the end joined, and its divider."""

from __future__ import annotations

import re
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from checkers.commit_trailers.git_trailers import (
    COMMENT,
    Trailer,
    is_blank,
    is_block,
    logged,
    parse,
    patch_start,
    split,
    title_end,
    without_tail,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

_RULE = re.compile(r"-{4,}[ \t\r]*")
_TITLE = "title\n\n"


class Block(NamedTuple):
    """The trailers at the end of a message: the line indexes of its paragraphs, top first, and what they hold."""

    paragraphs: tuple[range, ...] = ()
    trailers: tuple[Trailer, ...] = ()

    def named(self, key: str) -> list[Trailer]:
        """The trailers with that key, in any case."""
        return [trailer for trailer in self.trailers if trailer.key.lower() == key.lower()]

    def has(self, keys: Iterable[str]) -> bool:
        """Whether any of those keys, in lower case, stands here."""
        wanted = frozenset(keys)
        return any(trailer.key.lower() in wanted for trailer in self.trailers)


class Reading:
    """One message, read once; indexes of lines count from 0.

    `titled` is False for the body of a pull request, which lands below a title: a line and a blank one stand for it
    here, and line numbers do not count them.
    """

    def __init__(self, message: str, titled: bool = True) -> None:
        self.message = message
        self.titled = titled

    @cached_property
    def text(self) -> str:
        """The message as it is read, with a title."""
        return self.message if self.titled else _TITLE + self.message

    @cached_property
    def lines(self) -> list[str]:
        """Every line, also those below a NUL."""
        lines = self.text.split("\n")
        return lines[:-1] if not lines[-1] else lines

    @property
    def first(self) -> int:
        """The index of the message's own first line."""
        return 0 if self.titled else _TITLE.count("\n")

    def number(self, index: int) -> int:
        """The 1-based number, in the message itself, of a line of the reading."""
        return max(1, index + 1 - self.first)

    @cached_property
    def visible(self) -> list[str]:
        """The lines that git reads."""
        return split(self.text)

    @cached_property
    def paragraphs(self) -> tuple[range, ...]:
        """The runs of lines between blank ones."""
        return tuple(_paragraphs(self.lines, 0, len(self.lines)))

    @cached_property
    def divider(self) -> int | None:
        """The first line that git takes as the start of a patch."""
        index = patch_start(self.text)
        return None if index == len(self.visible) else index

    @cached_property
    def above_divider(self) -> Block:
        """What `git interpret-trailers --parse` finds once the paragraphs at the end are joined."""
        return _block(self.visible, len(self.visible) if self.divider is None else self.divider)

    @cached_property
    def whole(self) -> Block:
        """The same, had the message no divider."""
        return self.above_divider if self.divider is None else _block(self.visible, len(self.visible))

    @cached_property
    def logged(self) -> tuple[Trailer, ...]:
        """What `git log --format=%(trailers)` finds."""
        return logged(self.text)


def is_rule(line: str) -> bool:
    """Whether the line is a bare rule of four dashes or more, as the forge puts one above what it appends."""
    return _RULE.fullmatch(line) is not None


def _paragraphs(lines: Sequence[str], first: int, end: int) -> Iterator[range]:
    start: int | None = None
    for index in range(first, end):
        if is_blank(lines[index]):
            if start is not None:
                yield range(start, index)
            start = None
        elif start is None:
            start = index
    if start is not None:
        yield range(start, end)


def _block(lines: Sequence[str], stop: int) -> Block:
    end = without_tail(lines, stop)
    found: list[range] = []
    hanging: list[range] = []
    for paragraph in reversed(list(_paragraphs(lines, title_end(lines, end), end))):
        below = bool(found or hanging)
        if not below and _is_comment(lines, paragraph):
            continue
        pieces = _pieces(lines, paragraph, below)
        if pieces is None:
            break
        hanging.extend(reversed(pieces))
        if pieces and pieces[0].start == paragraph.start:
            found.extend(hanging)
            hanging = []
    found.reverse()
    return Block(tuple(found), tuple(parse(lines, list(chain.from_iterable(found)))))


def _pieces(lines: Sequence[str], paragraph: range, below: bool) -> list[range] | None:
    """The trailer paragraphs in a paragraph, or None where it holds anything else.

    Bare rules part them; one at the end does only where trailers stand `below`. A first piece that begins below the
    paragraph's own first line hangs from a rule: it counts only where trailers stand above.
    """
    if is_block(lines[paragraph.start : paragraph.stop]):
        return [paragraph]
    rules = [index for index in paragraph if is_rule(lines[index])]
    if not rules or (rules[-1] == paragraph.stop - 1 and not below):
        return None
    starts = [paragraph.start, *(rule + 1 for rule in rules)]
    stops = [*rules, paragraph.stop]
    pieces = [range(start, stop) for start, stop in zip(starts, stops, strict=True) if start < stop]
    return pieces if all(is_block(lines[piece.start : piece.stop]) for piece in pieces) else None


def _is_comment(lines: Sequence[str], paragraph: range) -> bool:
    return all(lines[index].startswith(COMMENT) for index in paragraph)
