"""Two versions of a Markdown document: whether they differ in more than the targets of links and white space."""

from __future__ import annotations

import re
from itertools import groupby
from typing import TYPE_CHECKING, AnyStr, NamedTuple

from checkers.source.markdown_blocks import Line, LineKind, decode, read_lines, split_lines
from checkers.source.markdown_links import without_tag_targets, without_targets
from checkers.wording import readable

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

_WORD = re.compile(r"\S+")
_MAY_BE_TARGET = re.compile(r"\]\(|\]:|<|://|www\.|href=|src=", re.IGNORECASE)
_VERBATIM = frozenset({LineKind.CODE, LineKind.FENCE})
_ROWS = frozenset({LineKind.TABLE_HEADER, LineKind.TABLE_DELIMITER, LineKind.TABLE_ROW})
_AFFECTS_LINES = re.compile(
    rb"\r|\xc2\xad|\xcd\x8f|\xd8\x9c|\xe1[\x85\x9e\xa0]|\xe2\x80[\x8b-\x8f\xaa-\xae]|\xe2\x81[\xa0-\xaf]|"
    rb"\xe3\x85\xa4|\xef[\xb8\xbb\xbe\xbf]|\xf0\x9d\x85|\xf3\xa0"
)
"""What makes lines alike, or ends them, where their bytes do not say so."""


def says_the_same(before: bytes, after: bytes) -> bool:
    """Whether two versions of a Markdown document differ only in the targets of links or in white space.

    What a code span or a fence holds is text. Lines that both versions share are not read, unless the first difference
    stands where a target could stand.
    """
    if before == after:
        return True
    context, old_part, new_part = _differing(before, after)
    old_words, new_words = squeeze(old_part), squeeze(new_part)
    if old_words == new_words:
        return True
    shared = _common_length(old_words, new_words)
    if not any(_may_be_target(part, shared, context) for part in (old_part, new_part)):
        return False
    return _said_alike(readable(decode(before)), readable(decode(after)))


def said(text: str) -> str:
    """What a document says: its text without the targets of links and without white space."""
    shown = readable(text)
    return said_by(read_lines(shown), split_lines(shown))


def said_by(lines: Iterable[Line], source: Sequence[str]) -> str:
    """What some of a document's lines say, given all of its lines as they are written."""
    return _said(_units(lines, source))


def squeeze(text: str) -> str:
    """The text without any white space."""
    return "".join(text.split())


class _Unit(NamedTuple):
    """Lines that a link can span, as one text, and the marks of the containers before them."""

    kind: LineKind
    marks: str
    text: str


def _units(lines: Iterable[Line], source: Sequence[str]) -> list[_Unit]:
    units = []
    for _, block in groupby(lines, key=_span):
        members = list(block)
        marks = "".join(_marks(line, source[line.number - 1]) for line in members)
        units.append(_Unit(members[0].kind, marks, "\n".join(line.text for line in members)))
    return units


def _span(line: Line) -> tuple[int, int]:
    """Lines that a link can span have the same value."""
    return line.block, line.number if line.kind in _ROWS else 0


def _said(units: Iterable[_Unit]) -> str:
    return squeeze("".join(unit.marks + _text(unit) for unit in units))


def _said_alike(old: str, new: str) -> bool:
    """Whether two texts say the same; what they have in common at their two ends is not looked at."""
    before = _units(read_lines(old), split_lines(old))
    after = _units(read_lines(new), split_lines(new))
    first, last = _common_ends(before, after)
    return _said(before[first : len(before) - last]) == _said(after[first : len(after) - last])


def _text(unit: _Unit) -> str:
    if unit.kind in _VERBATIM:
        return unit.text
    return without_tag_targets(unit.text) if unit.kind is LineKind.HTML else without_targets(unit.text)


def _marks(line: Line, written: str) -> str:
    """What stands before a line's text: the marks of its containers."""
    return written.expandtabs(4).removesuffix(line.text) if line.depth else ""


def _differing(before: bytes, after: bytes) -> tuple[str, str, str]:
    """The line before the first difference, and what the two versions have from there to the last one."""
    start, end = _shared_lines(before, after)
    middles = before[start : len(before) - end], after[start : len(after) - end]
    if any(_AFFECTS_LINES.search(middle) for middle in middles):
        start, middles = 0, (before, after)
    old, new = (split_lines(readable(decode(middle))) for middle in middles)
    first, last = _common_ends(old, new)
    context = _last_written(old[:first]) or _last_before(before, start)
    return context, "\n".join(old[first : len(old) - last]), "\n".join(new[first : len(new) - last])


def _shared_lines(before: bytes, after: bytes) -> tuple[int, int]:
    """How many bytes of whole lines two texts begin with alike, and end with; one line more than the end's is alike."""
    start = before.rfind(b"\n", 0, _common_length(before, after)) + 1
    rest = before[start:]
    alike = rest.find(b"\n", len(rest) - _common_tail(rest, after[start:]))
    end = rest.find(b"\n", alike + 1) if alike >= 0 else -1
    return start, len(rest) - end - 1 if end >= 0 else 0


def _last_written(lines: Sequence[str]) -> str:
    return next((line for line in reversed(lines) if line.strip()), "")


def _last_before(data: bytes, end: int) -> str:
    """The last line before a line's beginning that is not blank."""
    written = ""
    while end and not written:
        start = data.rfind(b"\n", 0, end - 1) + 1
        written = _last_written(split_lines(readable(decode(data[start:end]))))
        end = start
    return written


def _common_ends(old: Sequence[object], new: Sequence[object]) -> tuple[int, int]:
    """How many equal items two lists begin with, and how many of the others they end with."""
    shorter = min(len(old), len(new))
    first = next((index for index in range(shorter) if old[index] != new[index]), shorter)
    rest = shorter - first
    return first, next((index for index in range(rest) if old[-1 - index] != new[-1 - index]), rest)


def _common_length(left: AnyStr, right: AnyStr) -> int:
    """How long the common beginning of two texts is."""
    low, high = 0, min(len(left), len(right))
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if left[low:middle] == right[low:middle] else (low, middle - 1)
    return low


def _common_tail(left: bytes, right: bytes) -> int:
    """How long the common end of two texts is."""
    low, high = 0, min(len(left), len(right))
    while low < high:
        middle = (low + high + 1) // 2
        same = left[len(left) - middle : len(left) - low] == right[len(right) - middle : len(right) - low]
        low, high = (middle, high) if same else (low, middle - 1)
    return low


def _may_be_target(part: str, offset: int, context: str) -> bool:
    """Whether the character at an offset that does not count white space could stand in or behind a link's target.

    A target holds no white space and begins behind one of a few marks, unless angle brackets on its line enclose it.
    """
    before, word, start = (context.split() or [""])[-1], "", 0
    for found in _WORD.finditer(part):
        before, word, start = word or before, found[0], found.start()
        offset -= len(word)
        if offset < 0:
            break
    line = part[part.rfind("\n", 0, start) + 1 : start]
    return bool(_MAY_BE_TARGET.search(word)) or before.endswith(("](", "]:")) or "<" in line
