"""Sections of a comment that share its room fairly, each cut at a whole row and saying how much was cut."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from checkers.wording import counted

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

_ROOM_FOR_THE_LAST_NOTE = 200


class Row(NamedTuple):
    """What stays or goes as a whole. Rows of a lower `rank` go last; `counts` is how many rows of the report it is."""

    text: str
    rank: int = 0
    counts: int = 1


class Part(NamedTuple):
    """Rows inside what opens and closes them, such as a table's head or a fold; without a row none of it is shown."""

    rows: Sequence[Row]
    opening: str = ""
    closing: str = ""

    @property
    def whole(self) -> str:
        """All of it."""
        return self.of(self.rows)

    def of(self, rows: Sequence[Row]) -> str:
        """These of its rows, in what opens and closes them."""
        return f"{self.opening}{''.join(row.text for row in rows)}{self.closing}" if rows else ""

    @property
    def frame(self) -> int:
        """How many bytes it takes besides its rows."""
        return _size(self.opening) + _size(self.closing)


class Section(NamedTuple):
    """Parts that are about one thing, and what opens and closes them all; the note of what was cut stands inside."""

    parts: Sequence[Part]
    noun: str
    opening: str = ""
    closing: str = ""

    @property
    def whole(self) -> str:
        """All of it."""
        return f"{self.opening}{''.join(part.whole for part in self.parts)}{self.closing}"

    @property
    def counts(self) -> int:
        """How many rows of the report it has."""
        return sum(row.counts for part in self.parts for row in part.rows)


def fitted(sections: Iterable[Section], room: int, rest: str) -> str:
    """The sections in at most `room` bytes of UTF-8.

    Those that need less than an equal share are whole, the others share what is left. `rest` is trusted Markdown, a
    sentence that says where the rest is.
    """
    present = [section for section in sections if any(part.rows for part in section.parts)]
    wholes = [section.whole for section in present]
    sizes = [_size(whole) for whole in wholes]
    if sum(sizes) <= room:
        return "".join(wholes)
    share = _share(sizes, room - _ROOM_FOR_THE_LAST_NOTE - _size(rest))
    text, lost = "", 0
    for section, whole, size in zip(present, wholes, sizes, strict=True):
        shown = whole if size <= share else cut(section, share, rest)
        text += shown
        lost += 0 if shown else section.counts
    note = f"\n_{counted(lost, 'more row')} cut: the comment is full. {rest}_\n" if lost else ""
    return f"{text}{note}" if _size(text) + _size(note) <= room else text


def cut(section: Section, room: int, rest: str = "") -> str:
    """As many of its rows as fit, the lower ranks first, with the number of the others; nothing where none fits."""
    why = f": the comment is full. {rest}" if rest else "."
    room -= _size(section.opening) + _size(section.closing) + _size(_note(section, section.counts, why))
    kept = _kept(section, room)
    parts = "".join(
        part.of([row for number, row in enumerate(part.rows) if (place, number) in kept])
        for place, part in enumerate(section.parts)
    )
    lost = section.counts - sum(section.parts[place].rows[number].counts for place, number in kept)
    return f"{section.opening}{parts}{_note(section, lost, why)}{section.closing}" if kept else ""


def _note(section: Section, lost: int, why: str) -> str:
    return f"\n_{counted(lost, f'more {section.noun}')} cut{why}_\n" if lost else ""


def _kept(section: Section, room: int) -> set[tuple[int, int]]:
    """Part and row, by number, of all rows up to the first that does not fit; a part's frame comes with its first."""
    rows = [
        (row.rank, place, number) for place, part in enumerate(section.parts) for number, row in enumerate(part.rows)
    ]
    kept: set[tuple[int, int]] = set()
    framed: set[int] = set()
    for _, place, number in sorted(rows):
        part = section.parts[place]
        room -= _size(part.rows[number].text) + (0 if place in framed else part.frame)
        if room < 0:
            break
        kept.add((place, number))
        framed.add(place)
    return kept


def _share(sizes: Sequence[int], room: int) -> int:
    """The largest size that each section may have so that together they fit (max-min fairness)."""
    for number, size in enumerate(ordered := sorted(sizes)):
        share = room // (len(ordered) - number)
        if size > share:
            return share
        room -= size
    return room


def _size(text: str) -> int:
    return len(text.encode())
