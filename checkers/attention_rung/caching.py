"""A survey that outlives the run: what was found, with all that was read for it, so that any change is noticed."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING, Any, NamedTuple

from checkers.attention_rung.sites import Place, Site, Standing, Survey
from checkers.model import Span
from checkers.policy.identity import identity

if TYPE_CHECKING:
    from collections.abc import Iterable

    from checkers.policy.sections import AttentionRung
    from checkers.repo.types import Snapshot
    from checkers.source.cache import Sources

_ROOM = "attention_rung"


def surveyed(snapshot: Snapshot, sources: Sources, section: AttentionRung, paths: Iterable[str]) -> Survey:
    """Look at those files of a snapshot."""
    from checkers.attention_rung.survey import survey  # what is known already needs no reader of code

    return survey(snapshot, sources, section, paths)


def cached_survey(snapshot: Snapshot, sources: Sources, section: AttentionRung, paths: Iterable[str]) -> Survey:
    """Look at those files of a snapshot, which is listed for it, unless what is known of them still holds.

    A use depends on every header that its file includes, and on every macro that leads to a watched name. So what is
    cached is one survey as a whole: it holds while the same files are judged, the snapshot has the same paths (an
    include is found by them), and every file that was read says what it said.
    """
    judged = tuple(paths)
    shelf = sources.shelf(_ROOM, identity(section))
    if shelf is None:
        return surveyed(snapshot, sources, section, judged)
    there = (path for path, entry in snapshot.entries().items() if entry.is_regular)
    key = _hash(("judged", *judged, "there", *there))
    known = shelf.get(key, _decoded)
    if known and known.contents == _contents(snapshot, sources, known.survey.read):
        return known.survey
    found = surveyed(snapshot, sources, section, judged)
    shelf.put(key, [_contents(snapshot, sources, found.read), _encoded(found)])
    return found


class _CachedSurvey(NamedTuple):
    """A survey, and a hash of the contents that were read for it."""

    contents: str
    survey: Survey


def _contents(snapshot: Snapshot, sources: Sources, paths: Iterable[str]) -> str:
    return _hash(text for pair in sources.blob_ids(snapshot, paths) for text in pair)


def _hash(texts: Iterable[str]) -> str:
    return sha256("\0".join(texts).encode("utf-8", "surrogatepass")).hexdigest()


def _encoded(found: Survey) -> Any:
    sites = [(*site[:5], site.standing.name, site.reason, site.is_first) for site in found.sites]
    return [found.paths, found.read, sites, found.unread, found.dead_markers, found.fast]


def _decoded(data: Any) -> _CachedSurvey:
    contents, (paths, read, sites, unread, dead_markers, fast) = data
    known = Survey(
        tuple(paths), tuple(read), list(map(_site, sites)), _places(unread), _places(dead_markers), int(fast)
    )
    return _CachedSurvey(contents, known)


def _site(data: Any) -> Site:
    path, symbol, span, line, is_call, standing, reason, is_first = data
    return Site(path, symbol, Span(*span), line, is_call, Standing[standing], reason, is_first)


def _places(data: Any) -> list[Place]:
    return [Place(path, Span(*span), text, line) for path, span, text, line in data]
