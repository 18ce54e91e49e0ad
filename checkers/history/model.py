"""A history of counts as types: a point for each commit, oldest first."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from checkers.model import PolicyInfo

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_LAST_SECOND = 253_402_300_799
"""Of the year 9999, after which a date has no four digits; before the year 1 it has no digits at all."""
_FIRST_SECOND = -62_135_596_800


class Point(NamedTuple):
    """The counts at one commit. `time` is its committer date in seconds since the epoch.

    `moved` is by how much each bucket that moved differs from the commit before; None where that one is not known.
    """

    commit: str
    time: int
    subject: str
    counts: Mapping[str, int]
    moved: Mapping[str, int] | None

    @property
    def total(self) -> int:
        """All buckets together."""
        return sum(self.counts.values())

    @property
    def second(self) -> int:
        """The time; one beyond what dates can say is the nearest that they can."""
        return min(max(self.time, _FIRST_SECOND), _LAST_SECOND)

    @property
    def day(self) -> datetime:
        """The committer date in UTC."""
        return _EPOCH + timedelta(seconds=self.second)

    @property
    def date(self) -> str:
        """The same as `YYYY-MM-DD`."""
        return self.day.date().isoformat()

    @property
    def raises(self) -> bool:
        """Whether the commit raised a bucket."""
        return any(by > 0 for by in (self.moved or {}).values())

    @property
    def lowers(self) -> bool:
        """Whether the commit lowered a bucket."""
        return any(by < 0 for by in (self.moved or {}).values())


class History(NamedTuple):
    """What one checker counted along a first-parent line; `buckets` in the policy's order."""

    check: str
    policy: PolicyInfo
    head: str
    base: str | None
    buckets: Sequence[str]
    points: Sequence[Point]
    notes: tuple[str, ...] = ()

    def moving(self) -> Iterator[Point]:
        """The first point, those at which a bucket moved, and the last one."""
        last = len(self.points) - 1
        return (point for number, point in enumerate(self.points) if point.moved or number in (0, last))
