"""A running count: numbers by bucket, net of the allowances, that follow one file after the other."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from checkers.device_leakage.sites import NOTHING

if TYPE_CHECKING:
    from checkers.device_leakage.sites import FileSites
    from checkers.policy.sections import DeviceLeakage


class Tally:
    """What all files together count; to put one file costs no more than that file."""

    def __init__(self, section: DeviceLeakage) -> None:
        self._names = [bucket.name for bucket in section.buckets]
        self._allowed: dict[str, list[tuple[str, int | None]]] = {}
        for one in section.allowances:
            self._allowed.setdefault(one.path, []).append((one.bucket, one.count))
        self._files: dict[str, Counter[str]] = {}
        self._numbers: Counter[str] = Counter()

    def put(self, path: str, sites: FileSites | None) -> None:
        """Count what a file says now instead of what it said before; None: it is gone."""
        before = self._files.pop(path, None)
        if before:
            self._numbers.subtract(before)
        counts = Counter(site.bucket for site in (sites or NOTHING).counted)
        for bucket, allowed in self._allowed.get(path, ()):
            counts[bucket] -= counts[bucket] if allowed is None else min(allowed, counts[bucket])
        if counts:
            self._files[path] = counts
            self._numbers.update(counts)

    def numbers(self) -> dict[str, int]:
        """How many sites count in each bucket, in the policy's order."""
        return {name: self._numbers[name] for name in self._names}
