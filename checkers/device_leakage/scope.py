"""What one subject asks for: the policy section that counts, both baselines, and the counts at base and head."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from checkers.device_leakage.baseline import Baseline, read_baseline
from checkers.device_leakage.counting import Count, Counting
from checkers.device_leakage.difference import Difference, Placed, difference
from checkers.errors import RepositoryError
from checkers.model import SubjectKind

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from checkers.device_leakage.sites import FileSites
    from checkers.policy.sections import DeviceLeakage, Policy
    from checkers.subject import Subject


def section_of(policy: Policy) -> DeviceLeakage:
    """The checker's section; it is not None where the checker is run."""
    assert policy.device_leakage is not None
    return policy.device_leakage


def _head_section(policy: Policy) -> DeviceLeakage:
    """What head's own policy says, where it says something else."""
    later = policy.head.device_leakage if policy.head else None
    return later or section_of(policy)


def counted_section(policy: Policy) -> DeviceLeakage:
    """The base's section with the buckets that only head's policy knows, which are held to head's."""
    base, head = section_of(policy), _head_section(policy)
    known = {bucket.name for bucket in base.buckets}
    more = tuple(bucket for bucket in head.buckets if bucket.name not in known)
    names = {bucket.name for bucket in more}
    allowances = tuple(allowance for allowance in head.allowances if allowance.bucket in names)
    return base._replace(buckets=base.buckets + more, allowances=base.allowances + allowances)


@dataclass(frozen=True)
class Scope:
    """One subject under one policy. On the index only the files that the change touches are counted."""

    subject: Subject
    policy: Policy

    @cached_property
    def section(self) -> DeviceLeakage:
        """The section that counts."""
        return counted_section(self.policy)

    @cached_property
    def counting(self) -> Counting:
        """Counts files by the section."""
        return Counting(self.section, self.subject.sources)

    @property
    def is_partial(self) -> bool:
        """Whether only touched files are counted."""
        return self.subject.kind is SubjectKind.STAGED

    @cached_property
    def touched(self) -> list[str]:
        """The selected paths that differ between base and head."""
        paths = self.subject.change.paths if self.subject.change else ()
        return [path for path in paths if self.counting.selects(path)]

    @cached_property
    def head(self) -> Count:
        """The count at head."""
        snapshot = self.subject.head
        paths = self.touched if self.is_partial else self.counting.selected(snapshot)
        return self.counting.count(self.counting.read(snapshot, paths), self._files_before)

    @cached_property
    def whole(self) -> Count:
        """The count of all files at head, whatever was touched."""
        if not self.is_partial:
            return self.head
        snapshot = self.subject.head
        files = self.counting.read(snapshot, self.counting.selected(snapshot), once=True)
        return self.counting.count(files, self._files_before)

    @cached_property
    def standing(self) -> Mapping[str, Sequence[Placed]]:
        """Everything that counts at head, by bucket, in order."""
        placed: dict[str, list[Placed]] = {}
        for path, site in self.whole.sites():
            placed.setdefault(site.bucket, []).append(Placed(path, site))
        return placed

    @cached_property
    def newer(self) -> Mapping[str, Sequence[Placed]]:
        """What counts in a tree and not in the earlier one, by bucket; nothing where git cannot give that one."""
        earlier = self.subject.earlier
        if earlier is None:
            return {}
        try:
            files = self.counting.read(earlier, self.counting.selected(earlier), once=True)
        except RepositoryError:
            return {}
        return difference(self.counting.count(files), self.head).new

    @cached_property
    def difference(self) -> Difference:
        """The sites that the subject brought and took away; none for a tree."""
        touched = {path: self.head.files[path] for path in self.touched if path in self.head.files}
        counted = {path: self.head.counted[path] for path in touched if path in self.head.counted}
        return difference(self.counting.count(self._files_before), Count(touched, counted, ()))

    @cached_property
    def _files_before(self) -> dict[str, FileSites]:
        base = self.subject.base
        return self.counting.read(base, self.touched, once=True) if base else {}

    @property
    def baseline_path(self) -> str:
        """Where head's baseline is."""
        return _head_section(self.policy).baseline

    @cached_property
    def baseline(self) -> Baseline | None:
        """Head's baseline."""
        return read_baseline(self.subject.head, self.baseline_path)

    @cached_property
    def base_baseline(self) -> Baseline | None:
        """The base's baseline; None where the base has none, or there is no base."""
        base = self.subject.base
        return read_baseline(base, section_of(self.policy).baseline) if base else None

    @cached_property
    def earlier_baseline(self) -> Baseline | None:
        """What a tree had as its baseline earlier; None where it had none, or git cannot give it."""
        try:
            return read_baseline(self.subject.earlier, self.baseline_path) if self.subject.earlier else None
        except RepositoryError:
            return None

    @cached_property
    def wanted(self) -> list[str]:
        """The buckets that head's baseline must have."""
        return [bucket.name for bucket in _head_section(self.policy).buckets]

    def number_at_base(self, bucket: str) -> int | None:
        """What the base holds a bucket to; None where its policy does not know it or its baseline has none."""
        known = any(one.name == bucket for one in section_of(self.policy).buckets)
        return self.base_baseline.buckets.get(bucket) if known and self.base_baseline else None

    def number_at_head(self, bucket: str) -> int | None:
        """What head's baseline says."""
        return self.baseline.buckets.get(bucket) if self.baseline else None
