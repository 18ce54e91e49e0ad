"""The ratchet of one bucket: its count, its baseline at base and head, and what of it is the subject's fault."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from checkers.device_leakage import findings
from checkers.model import Severity, SubjectKind
from checkers.wording import short_hash

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from checkers.device_leakage.difference import Origins, Placed
    from checkers.device_leakage.findings import Bucketed
    from checkers.model import Finding


class Bucket(NamedTuple):
    """One bucket of one subject.

    `count` is the whole count, None where only the difference is judged. `at_base` and `at_head` are the numbers of
    the two baselines, None where one has none; a bucket that the base's policy does not know has none at base.
    `sites` are those of the whole count, `newer` those that a tree has and an earlier one has not.
    """

    name: str
    place: Bucketed
    count: int | None  # type: ignore[assignment]  # hides the tuple's own method
    at_base: int | None
    at_head: int | None
    new: Sequence[Placed] = ()
    gone: Sequence[Placed] = ()
    sites: Sequence[Placed] = ()
    newer: Sequence[Placed] = ()

    @property
    def gain(self) -> int:
        """How many more sites the subject has than its base."""
        return len(self.new) - len(self.gone)

    @property
    def limit(self) -> int | None:
        """What the count is held to: the base's number, or the first one."""
        return self.at_head if self.at_base is None else self.at_base


class Ratchet(NamedTuple):
    """How buckets are judged for one kind of subject."""

    kind: SubjectKind
    marker: str
    stale: Severity
    origins: Origins
    baseline: str
    commit: str | None = None
    earlier: str | None = None

    def judge(self, bucket: Bucket) -> Iterator[Finding]:
        """All that is wrong with a bucket."""
        if self._is_above(bucket):
            yield from self._above(bucket)
        else:
            yield from self._swaps(bucket)
            yield from self._lowered_too_far(bucket)
        yield from self._stale(bucket)
        yield from self._raised(bucket)

    def _is_above(self, bucket: Bucket) -> bool:
        if bucket.count is None:
            return bucket.gain > 0
        return bucket.limit is not None and bucket.count > bucket.limit

    def _measured(self, bucket: Bucket) -> str:
        if bucket.count is None:
            return f"{bucket.name} gains {bucket.gain}"
        return f"{bucket.name} {bucket.count} > {bucket.limit}"

    def _above(self, bucket: Bucket) -> Iterator[Finding]:
        if bucket.new and self.kind in (SubjectKind.RANGE, SubjectKind.STAGED):
            for placed in bucket.new:
                yield findings.new_site(placed, self._measured(bucket), self.origins.of(placed), self.marker)
            return
        is_inherited = self.kind is not SubjectKind.TREE and not bucket.new and bucket.at_base is not None
        message = f"{self._measured(bucket)}, its baseline"
        if bucket.new:
            message = f"{message}; new: {findings.named(bucket.new)}"
        elif is_inherited:
            message = f"{message}, as in the base: this change adds none"
        elif bucket.newer and self.earlier:
            message = f"{message}; new since {short_hash(self.earlier)}: {findings.named(bucket.newer)}"
        else:
            message = f"{message}; {findings.places(bucket.sites)}"
        yield findings.above(bucket.place, message, blamed=not is_inherited, commit=self.commit, marker=self.marker)

    def _swaps(self, bucket: Bucket) -> Iterator[Finding]:
        for came, went in zip(bucket.new, bucket.gone, strict=False):
            yield findings.swapped(came, went, self.origins.of(came), self.marker)

    def _lowered_too_far(self, bucket: Bucket) -> Iterator[Finding]:
        if bucket.count is None or bucket.at_base is None or bucket.at_head is None:
            return
        if bucket.at_head < min(bucket.at_base, bucket.count):
            lowered = f"{bucket.name} {bucket.count} > {bucket.at_head}, to which this change lowers its baseline"
            message = f"{lowered}; counted at {findings.named(bucket.sites)}"
            yield findings.above(bucket.place, message, blamed=True, commit=self.commit, marker=self.marker)

    def _stale(self, bucket: Bucket) -> Iterator[Finding]:
        if bucket.at_head is None:
            return
        if bucket.count is not None:
            is_stale, message = bucket.count < bucket.at_head, f"{bucket.name} {bucket.count} < {bucket.at_head}"
        else:
            owed = (bucket.at_base or 0) + bucket.gain
            is_stale = bucket.gain < 0 and bucket.at_head > owed
            message = f"{bucket.name} loses {-bucket.gain}, and its baseline is {bucket.at_head} > {owed}"
        if is_stale:
            message = f"{message}: the baseline in {self.baseline} does not follow"
            yield bucket.place.finding("stale-baseline", self.stale, message, self.commit)

    def _raised(self, bucket: Bucket) -> Iterator[Finding]:
        if bucket.at_base is None or bucket.at_head is None or bucket.at_head <= bucket.at_base:
            return
        message = f"the baseline of {bucket.name} rises from {bucket.at_base} to {bucket.at_head}"
        commit = self.origins.of_raise(self.baseline, bucket.name) if self.kind is SubjectKind.RANGE else self.commit
        yield bucket.place.finding("raised-baseline", Severity.ERROR, message, commit)
