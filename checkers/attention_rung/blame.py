"""What the base has already: a change is blamed for the uses that it brings, not for those that it found."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from checkers.attention_rung.survey import Place, Site, Standing, Survey, is_source, survey

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from checkers.policy.sections import AttentionRung
    from checkers.repo.types import Snapshot
    from checkers.subject import Subject

_Key = tuple[str, str, str]
"""What kind of thing, in which file (empty: in one that is gone), on which logical line."""
_UNREAD = "unread"


def known_to_base(
    subject: Subject, section: AttentionRung, sites: Sequence[Site], places: Sequence[Place]
) -> frozenset[int]:
    """The ids of those sites and places that the base has too: in the same file, or in one that is gone at head."""
    if subject.base is None or not (sites or places):
        return frozenset()
    before = _base_survey(
        subject, subject.base, section, {site.path for site in sites} | {place.path for place in places}
    )
    stock = Counter(_keys(before, subject.head))
    things: list[tuple[Site | Place, str]] = [
        *((site, site.standing.name) for site in sites),
        *((place, _UNREAD) for place in places),
    ]
    known = set()
    for gone in (False, True):
        for thing, kind in things:
            key = (kind, "" if gone else thing.path, thing.line)
            if id(thing) not in known and stock[key] > 0:
                stock[key] -= 1
                known.add(id(thing))
    return frozenset(known)


def _base_survey(subject: Subject, base: Snapshot, section: AttentionRung, paths: set[str]) -> Survey:
    """The base's own state of those files, and of the sources that head has no more."""
    changes = subject.change.paths.values() if subject.change else ()
    gone = {change.path for change in changes if change.after is None}
    entries = (base.get(path) for path in sorted(paths | gone))
    judged = [entry.path for entry in entries if entry is not None and is_source(entry, section)]
    return survey(base, subject.sources, section, judged)


def _keys(before: Survey, head: Snapshot) -> Iterator[_Key]:
    for site in before.sites:
        if site.standing is not Standing.MARKED:
            yield site.standing.name, _file(site.path, head), site.line
    for place in before.unread:
        yield _UNREAD, _file(place.path, head), place.line


def _file(path: str, head: Snapshot) -> str:
    return path if head.get(path) is not None else ""
