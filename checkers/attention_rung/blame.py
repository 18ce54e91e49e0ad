"""What the base has already: a change is blamed for the uses that it brings, not for those that it found."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, TypeVar

from checkers.attention_rung.caching import surveyed
from checkers.attention_rung.sites import Place, Site, Standing, Survey, is_source

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from checkers.policy.sections import AttentionRung
    from checkers.subject import Subject

_Key = TypeVar("_Key")
_Thing = Site | Place
_UNREAD = "unread"


def known_to_base(subject: Subject, section: AttentionRung, found: Survey, blamed: Sequence[_Thing]) -> frozenset[int]:
    """The ids of those of `blamed` that the base has too, on a logical line of the same text.

    `found` is all that head has. What stayed in its file is matched first; the rest came from another file where that
    one lost it and head has no more of its kind than the base.
    """
    if subject.base is None or not blamed:
        return frozenset()
    before = _base_survey(subject, section, found)
    stock = Counter((_kind(thing), thing.path, thing.line) for thing in _without_reason(before))
    stayed = {id(thing) for thing in blamed if _take(stock, (_kind(thing), thing.path, thing.line))}
    arrived = [thing for thing in blamed if id(thing) not in stayed]
    left: Counter[tuple[str, str]] = Counter()
    for (kind, _, line), number in stock.items():
        left[kind, line] += number
    new = Counter(_lines(found)) - Counter(_lines(before))
    moved = Counter(map(_line, arrived)) - new
    return frozenset(stayed) | {id(thing) for thing in arrived if _moved(thing, left, moved)}


def _moved(thing: _Thing, left: Counter[tuple[str, str]], moved: Counter[tuple[bool, str]]) -> bool:
    """Whether a file lost such a thing, and no more arrived than were lost; it is taken from both counts."""
    return moved[_line(thing)] > 0 and _take(left, (_kind(thing), thing.line)) and _take(moved, _line(thing))


def _take(stock: Counter[_Key], key: _Key) -> bool:
    has = stock[key] > 0
    stock[key] -= has
    return has


def _base_survey(subject: Subject, section: AttentionRung, found: Survey) -> Survey:
    """The base's own state of the files where head has something, and of those that the change touches."""
    assert subject.base is not None
    things: list[_Thing] = [*found.sites, *found.unread]
    paths = {thing.path for thing in things}
    paths |= {change.path for change in subject.change.paths.values()} if subject.change else set()
    entries = (subject.base.get(path) for path in sorted(paths))
    judged = [entry.path for entry in entries if entry is not None and is_source(entry, section)]
    return surveyed(subject.base, subject.sources, section, judged)


def _without_reason(before: Survey) -> Iterator[_Thing]:
    yield from (site for site in before.sites if site.standing is not Standing.MARKED)
    yield from before.unread


def _kind(thing: _Thing) -> str:
    return thing.standing.name if isinstance(thing, Site) else _UNREAD


def _line(thing: _Thing) -> tuple[bool, str]:
    return isinstance(thing, Site), thing.line


def _lines(survey: Survey) -> Iterator[tuple[bool, str]]:
    """What stands on which line, whatever is recorded about it."""
    yield from map(_line, survey.sites)
    yield from map(_line, survey.unread)
