"""From a repository to a history of counts: the line's commits, the blobs that they bring, and the sums."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from checkers.device_leakage.counting import Counting
from checkers.device_leakage.rules import CHECK
from checkers.device_leakage.tally import Tally
from checkers.forking import Fork, may_fork
from checkers.history.model import History, Point
from checkers.wording import short_hash

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from checkers.device_leakage.sites import FileSites
    from checkers.model import PolicyInfo
    from checkers.policy.sections import DeviceLeakage
    from checkers.repo.mainline import Mainline, Step
    from checkers.repo.repository import Repository
    from checkers.source.cache import Sources

    Blob = tuple[str, str]
    """A blob's id, and a path that it has somewhere."""

_WORTH_BLOBS = 40
"""From how many unread blobs on a second process takes less time than it saves."""


class _Visit(NamedTuple):
    """One commit of the line with the selected files that it changes: path and blob, None where the file is gone."""

    sha: str
    time: int
    subject: str
    files: tuple[tuple[str, str | None], ...]


class Ends(NamedTuple):
    """What the history is of: a line up to `head`, without what `base` contains."""

    head: str
    base: str | None = None


def history_of(
    repository: Repository, sources: Sources, section: DeviceLeakage, policy: PolicyInfo, ends: Ends
) -> History:
    """Count every commit of the line by one section. Raises MissingObjectError where an object is not here."""
    line = repository.mainline(ends.base, ends.head)
    counting = Counting(section, sources)
    visits = [_visit(step, counting) for step in repository.steps(line)]
    facts = _facts(repository, counting, visits)
    points = _points(section, visits, facts, line)
    names = [bucket.name for bucket in section.buckets]
    return History(CHECK, policy, ends.head, ends.base, names, points, _notes(line))


def _visit(step: Step, counting: Counting) -> _Visit:
    files = (
        (path, change.after.oid if change.after and change.after.is_regular else None)
        for path, change in step.paths.items()
        if counting.selects(path)
    )
    return _Visit(step.sha, step.time, step.message.lstrip().partition("\n")[0].rstrip(), tuple(files))


def _points(
    section: DeviceLeakage, visits: Iterable[_Visit], facts: Mapping[str, FileSites], line: Mainline
) -> list[Point]:
    tally = Tally(section)
    points: list[Point] = []
    before: dict[str, int] | None = None if line.is_cut else tally.numbers()
    for visit in visits:
        for path, oid in visit.files:
            tally.put(path, facts[oid] if oid else None)
        now = tally.numbers()
        moved = (
            None if before is None else {name: now[name] - before[name] for name in now if now[name] != before[name]}
        )
        if visit.sha != line.before:
            points.append(Point(visit.sha, visit.time, visit.subject, now, moved))
        before = now
    return points


def _notes(line: Mainline) -> tuple[str, ...]:
    if not line.is_cut:
        return ()
    return (
        f"this clone is shallow and ends at {short_hash(line.shas[0])}: what came before it is not known here; "
        f"git fetch --unshallow",
    )


def _facts(repository: Repository, counting: Counting, visits: Iterable[_Visit]) -> dict[str, FileSites]:
    """What each blob says, half of them read on the second core where there are many."""
    wanted = {oid: path for visit in visits for path, oid in visit.files if oid}
    facts = counting.known(wanted)
    unread = [(oid, path) for oid, path in wanted.items() if oid not in facts]
    if len(unread) < _WORTH_BLOBS or not may_fork():
        fresh = _read(repository, counting, unread)
    else:
        mine, others = unread[::2], unread[1::2]
        with Fork(lambda: _read(repository, counting, others), before=repository.disown_processes) as fork:
            fresh = _read(repository, counting, mine)
            there = fork.result()
        fresh |= _read(repository, counting, others) if there is None else there
    counting.remember(fresh)
    return facts | fresh


def _read(repository: Repository, counting: Counting, blobs: Sequence[Blob]) -> dict[str, FileSites]:
    return counting.read_blobs(repository.blobs(blobs))
