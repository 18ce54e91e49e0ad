"""One file's sites: references matched with the markers that exempt them."""

from __future__ import annotations

import re
from collections import defaultdict
from typing import TYPE_CHECKING, NamedTuple

from checkers.device_leakage.candidates import Candidates
from checkers.device_leakage.matching import references
from checkers.device_leakage.sites import NOTHING, Exemption, FileSites, Mark, Site
from checkers.source.code import read_code
from checkers.source.markers import find_markers

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from checkers.device_leakage.matching import Found
    from checkers.policy.sections import DeviceLeakage
    from checkers.source.code import Code
    from checkers.source.markers import Marker
    from checkers.source.text import SourceText

    Share = Callable[[Callable[[bytes], Code]], Code | None]

_LONGEST_TEXT = 400
_ROW = re.compile(r"[A-Za-z0-9#][^()]*")


class FileReader(NamedTuple):
    """Reads files for one policy section."""

    section: DeviceLeakage
    candidates: Candidates

    @classmethod
    def of(cls, section: DeviceLeakage) -> FileReader:
        """A reader for a policy section."""
        return cls(section, Candidates.of(section))

    def read(self, data: bytes, share: Share | None = None) -> FileSites:
        """All that a file says. `share` reads its code by `read_code`, or knows who has read it already."""
        if not self.candidates.may_be_in(data):
            return NOTHING
        code = (share(read_code) if share else None) or read_code(data)
        found = references(code, self.section)
        markers = find_markers(data, code.lexed.comments, self.section.marker)
        unread = self.candidates.in_unread(code)
        return _matched(_Texts(code.text), found, markers, unread)


def _matched(texts: _Texts, found: Sequence[Found], markers: Sequence[Marker], unread: Sequence[Found]) -> FileSites:
    counting = [one for one in found if not one.is_other_form]
    sites = [texts.site(one) for one in counting]
    good = [marker for marker in markers if _is_whole(marker)]
    covering, dead = _coverage(texts.text, sites, good)
    return FileSites(
        counted=tuple(site for number, site in enumerate(sites) if number not in covering),
        exempt=tuple(
            Exemption(sites[number], marker.row or "", marker.reason) for number, marker in sorted(covering.items())
        ),
        other_forms=tuple(texts.site(one) for one in found if one.is_other_form),
        unread=tuple(texts.site(one) for one in unread),
        bad_markers=tuple(texts.mark(marker) for marker in markers if not _is_whole(marker)),
        dead_markers=tuple(texts.mark(marker) for marker in dead),
    )


def _is_whole(marker: Marker) -> bool:
    return bool(marker.row and _ROW.fullmatch(marker.row) and any(map(str.isalnum, marker.reason)))


def _coverage(
    text: SourceText, sites: Sequence[Site], markers: Sequence[Marker]
) -> tuple[dict[int, Marker], list[Marker]]:
    """Which marker exempts which site (by number), and the markers that exempt none.

    A marker covers the sites on its own line or, where that has none, those on the first line after its comment.
    """
    by_line: dict[int, list[int]] = defaultdict(list)
    for number, site in enumerate(sites):
        for line in range(site.span.line, site.span.end_line + 1):
            by_line[line].append(number)
    covering: dict[int, Marker] = {}
    dead: list[Marker] = []
    for marker in markers:
        own = text.line(marker.start)
        last = text.line(max(marker.comment_end - 1, marker.start))
        covered = next((by_line[line] for line in (own, last, last + 1) if line in by_line), [])
        for number in covered:
            covering.setdefault(number, marker)
        if not covered:
            dead.append(marker)
    return covering, dead


class _Texts:
    """Sites and markers of one file with their texts."""

    def __init__(self, text: SourceText) -> None:
        self.text = text

    def site(self, found: Found) -> Site:
        """A reference as a site."""
        shown = self._shown(found.start, found.end)
        return Site(found.bucket, self.text.span(found.start, found.end), shown, self.text.logical_line(found.start))

    def mark(self, marker: Marker) -> Mark:
        """A marker by itself, as its own line of the comment reads."""
        end = min(marker.comment_end, marker.start + _LONGEST_TEXT)
        newline = self.text.data.find(b"\n", marker.start, end)
        shown = self._shown(marker.start, end if newline < 0 else newline)
        return Mark(self.text.span(marker.start, marker.end), shown)

    def _shown(self, start: int, end: int) -> str:
        own = self.text.data[start : min(end, start + _LONGEST_TEXT)]
        return " ".join(own.decode("utf-8", "surrogateescape").split())
