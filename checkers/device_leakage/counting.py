"""The count over many files: what is selected, what allowances take off, and the sum by bucket."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from checkers.device_leakage.codec import decoded, encoded, inputs
from checkers.device_leakage.sites import NOTHING, FileSites, Site

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from checkers.device_leakage.reading import FileReader
    from checkers.policy.sections import DeviceLeakage
    from checkers.repo.types import Snapshot
    from checkers.source.cache import Sources

Key = tuple[str, str]


class Allowed(NamedTuple):
    """What the policy allows one file in one bucket. `expected` None: any number; `found` are the file's sites."""

    path: str
    bucket: str
    expected: int | None
    reason: str
    from_preset: bool
    found: tuple[Site, ...] = ()

    @property
    def used(self) -> int:
        """How many sites it takes off the count."""
        return len(self.found) if self.expected is None else min(self.expected, len(self.found))


@dataclass(frozen=True)
class Count:
    """The count over some files: what each says, what counts beyond the allowances, and the allowances of all files."""

    files: Mapping[str, FileSites]
    counted: Mapping[str, tuple[Site, ...]]
    allowed: tuple[Allowed, ...]

    @cached_property
    def buckets(self) -> Counter[str]:
        """How many sites count in each bucket."""
        return Counter(site.bucket for sites in self.counted.values() for site in sites)

    def sites(self) -> Iterator[tuple[str, Site]]:
        """(path, site) of everything that counts, in order."""
        return ((path, site) for path, sites in self.counted.items() for site in sites)

    @property
    def exempt(self) -> int:
        """How many sites markers exempt."""
        return sum(len(file.exempt) for file in self.files.values())

    @property
    def other_forms(self) -> int:
        """How many conditionals test a macro in a form that does not count."""
        return sum(len(file.other_forms) for file in self.files.values())


class Counting:
    """Counts files for one policy section; each blob is read once, whichever snapshots hold it."""

    def __init__(self, section: DeviceLeakage, sources: Sources) -> None:
        self._section = section
        self._sources = sources
        self._suffixes = tuple(section.suffixes)
        self._known: dict[str, FileSites] = {}
        self._shelf = sources.shelf("device_leakage", inputs(section))

    @cached_property
    def _reader(self) -> FileReader:
        from checkers.device_leakage.reading import FileReader  # what is known already needs no reader of code

        return FileReader.of(self._section)

    def selects(self, path: str) -> bool:
        """Whether the policy's sources and suffixes select a path."""
        return path.endswith(self._suffixes) and self._section.sources.match(path)

    def selected(self, snapshot: Snapshot) -> list[str]:
        """The regular files of a snapshot that are selected."""
        return [path for path, entry in snapshot.entries().items() if entry.is_regular and self.selects(path)]

    def read(self, snapshot: Snapshot, paths: Iterable[str], *, once: bool = False) -> dict[str, FileSites]:
        """What each of some files of a snapshot says; absent ones are left out.

        `once`: the contents are of passing interest, and their code is not kept for other checkers.
        """
        read: dict[str, FileSites] = {}
        unknown = []
        for path, oid in self._blobs(snapshot, paths):
            known = self._recall(oid) if oid else None
            read[path] = known or NOTHING
            if known is None:
                unknown.append(path)
        for path, data in snapshot.read_many(unknown):
            read[path] = self._read(snapshot, path, data, once)
        return read

    def _blobs(self, snapshot: Snapshot, paths: Iterable[str]) -> Iterator[tuple[str, str | None]]:
        """Each regular file with its blob id; content on disk has one only where something is known by ids."""
        if self._shelf:
            yield from self._sources.blob_ids(snapshot, paths)
            return
        for path in paths:
            entry = snapshot.get(path)
            if entry is not None and entry.is_regular:
                yield path, entry.oid

    def _recall(self, oid: str) -> FileSites | None:
        """What is known of a blob, from this run or an earlier one."""
        if oid not in self._known and self._shelf:
            sites = self._shelf.get(oid, decoded)
            if sites is None:
                return None
            self._known[oid] = sites
        return self._known.get(oid)

    def _keep(self, oid: str, sites: FileSites) -> None:
        self._known[oid] = sites
        if self._shelf is not None:
            self._shelf.put(oid, encoded(sites))

    def known(self, oids: Iterable[str]) -> dict[str, FileSites]:
        """What is known already of some blobs."""
        return {oid: sites for oid in oids if (sites := self._recall(oid)) is not None}

    def remember(self, facts: Mapping[str, FileSites]) -> None:
        """Know from now on what some blobs say."""
        for oid, sites in facts.items():
            self._keep(oid, sites)

    def read_blobs(self, blobs: Iterable[tuple[str, bytes]]) -> dict[str, FileSites]:
        """What each of some (id, content) says; nothing of it is kept."""
        return {oid: self._reader.read(data) for oid, data in blobs}

    def count(self, files: Mapping[str, FileSites], before: Mapping[str, FileSites] | None = None) -> Count:
        """Take the allowances off; of more sites than allowed, those that `before` has too are the allowed ones."""
        counted = {path: file.counted for path, file in files.items() if file.counted}
        allowed = []
        for allowance in self._section.allowances:
            path, bucket = allowance.path, allowance.bucket
            known = before.get(path, NOTHING).counted if before else ()
            sites = _oldest_first([site for site in counted.get(path, ()) if site.bucket == bucket], known)
            one = Allowed(path, bucket, allowance.count, allowance.reason, allowance.from_preset, tuple(sites))
            allowed.append(one)
            taken = {id(site) for site in sites[: one.used]}
            if taken:
                counted[path] = tuple(site for site in counted[path] if id(site) not in taken)
        return Count(files, counted, tuple(allowed))

    def _read(self, snapshot: Snapshot, path: str, data: bytes, once: bool) -> FileSites:
        share = None if once else lambda read: self._sources.fact(snapshot, path, read, data)
        sites = self._reader.read(data, share)
        entry = snapshot.get(path)
        oid = entry.oid if entry else None
        if oid is None and self._shelf is not None:
            oid = self._sources.identified(snapshot, path, data)
        if oid:
            self._keep(oid, sites)
        return sites


def _oldest_first(sites: list[Site], before: Iterable[Site]) -> list[Site]:
    """The sites that were there before, then the others, both in their order."""
    left = Counter(site.key for site in before)
    old: list[Site] = []
    new: list[Site] = []
    for site in sites:
        is_old = left[site.key] > 0
        left[site.key] -= is_old
        (old if is_old else new).append(site)
    return old + new
