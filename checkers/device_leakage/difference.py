"""What a change brings and takes away: sites matched by bucket and logical line, and the commits that brought them."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from checkers.device_leakage.baseline import read_baseline
from checkers.errors import MissingObjectError, RangeUnavailable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from checkers.device_leakage.counting import Count, Counting, Key
    from checkers.device_leakage.sites import Site
    from checkers.repo.types import Commit

_Answer = TypeVar("_Answer")


class Placed(NamedTuple):
    """A site with the file that it stands in."""

    path: str
    site: Site


class Difference(NamedTuple):
    """The sites that came and those that went, by bucket, in order. A moved or renamed one is neither."""

    new: Mapping[str, Sequence[Placed]]
    gone: Mapping[str, Sequence[Placed]]


def difference(before: Count, after: Count) -> Difference:
    """What differs between the counts of the same paths in two snapshots."""
    return Difference(_unmatched(after, before), _unmatched(before, after))


def _unmatched(these: Count, those: Count) -> dict[str, list[Placed]]:
    """The sites of one count that the other lacks; those in a file that has such a site there too match first."""
    there: dict[tuple[str, Key], int] = Counter((path, site.key) for path, site in those.sites())
    left = Counter(site.key for _path, site in those.sites())
    elsewhere = []
    for path, site in these.sites():
        if there[path, site.key] > 0:
            there[path, site.key] -= 1
            left[site.key] -= 1
        else:
            elsewhere.append(Placed(path, site))
    unmatched: dict[str, list[Placed]] = defaultdict(list)
    for placed in elsewhere:
        if left[placed.site.key] > 0:
            left[placed.site.key] -= 1
        else:
            unmatched[placed.site.bucket].append(placed)
    return unmatched


class Origins:
    """Which commit of a range brought a site, or raised a bucket of the baseline."""

    def __init__(self, commits: Sequence[Commit], counting: Counting) -> None:
        self._commits = commits
        self._counting = counting
        self._bringers: dict[Key, dict[str, list[str]]] | None = None
        self.unknown: dict[str, None] = {}
        """Why git cannot tell some of them, a sentence each: what was counted counts all the same."""

    def of(self, placed: Placed) -> str | None:
        """The full hash of the commit that brought a site that head has and the base has not; None if none did.

        The last commit that brought such a line into that file, or else into any. A merge brings a line only if no
        other commit does. Each call for equal sites names an earlier one.
        """
        if len(self._commits) == 1:
            return self._commits[0].sha
        if self._bringers is None:
            self._bringers = self._told("which commits brought it", self._walk) or {}
        by_path = self._bringers.get(placed.site.key, {})
        path = placed.path if placed.path in by_path else next(reversed(by_path), None)
        if path is None:
            return None
        sha = by_path[path].pop()
        if not by_path[path]:
            del by_path[path]
        return sha

    def of_raise(self, path: str, bucket: str) -> str | None:
        """The full hash of the last commit that raised a bucket of the baseline at a path; None if none did."""
        return self._told(f"which commit raised {bucket}", lambda: self._raising(path, bucket))

    def _told(self, what: str, ask: Callable[[], _Answer]) -> _Answer | None:
        """The answer; None where git cannot give what it takes, which is remembered."""
        try:
            return ask()
        except (MissingObjectError, RangeUnavailable) as error:
            self.unknown[f"{what} is unknown: {error}"] = None
            return None

    def _raising(self, path: str, bucket: str) -> str | None:
        for commit in reversed(self._commits):
            if path not in commit.change.paths:
                continue
            before, after = read_baseline(commit.change.before, path), read_baseline(commit.change.after, path)
            if (
                before
                and after
                and after.buckets.get(bucket, -1) > before.buckets.get(bucket, after.buckets.get(bucket, -1))
            ):
                return commit.sha
        return None

    def _walk(self) -> dict[Key, dict[str, list[str]]]:
        """The commits that brought each line, by path, oldest first; merges before all others."""
        ordered = sorted(self._commits, key=lambda commit: len(commit.parents) < 2)
        bringers: dict[Key, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
        for commit in ordered:
            for placed in self._brought(commit):
                bringers[placed.site.key][placed.path].append(commit.sha)
        return bringers

    def _brought(self, commit: Commit) -> Iterable[Placed]:
        paths = [path for path in commit.change.paths if self._counting.selects(path)]
        if not paths:
            return ()
        before = self._counting.read(commit.change.before, paths, once=True)
        after = self._counting.read(commit.change.after, paths, once=True)
        counts = self._counting.count(before), self._counting.count(after, before)
        return _all(difference(*counts).new)


def _all(sites: Mapping[str, Sequence[Placed]]) -> Iterator[Placed]:
    return (placed for group in sites.values() for placed in group)
