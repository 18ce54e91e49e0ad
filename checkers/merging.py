"""What lands: the tree that merging a range's head into another commit yields, judged beside the range."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from checkers.errors import MissingObjectError, RangeUnavailable
from checkers.model import Severity, Status
from checkers.wording import listed, short_hash, shown

if TYPE_CHECKING:
    from checkers.model import Finding, Verdict
    from checkers.policy.sections import Policy
    from checkers.registry import Checker
    from checkers.subjects import Range, Subjects

_LISTED = 10


class Landing(NamedTuple):
    """Merging a range into a commit: `name` is the revision as it was written, `into` its full hash."""

    subjects: Subjects
    ends: Range
    name: str
    into: str

    def beside(self, verdict: Verdict, checker: Checker, policy: Policy) -> Verdict:
        """The range's verdict with what the merge adds to it: a failure there fails, a conflict is no pass.

        Neither is a merge that cannot be made or read here, and it hides no failure of the range.
        """
        try:
            subject, conflicts = self.subjects.merged(self.ends, self.into)
            if conflicts:
                return _skipped(verdict, self._conflict(conflicts))
            return self._folded(verdict, checker.load().judge(subject, policy))
        except (MissingObjectError, RangeUnavailable) as error:
            return _skipped(verdict, f"merging into {self._target} was not judged: {error}")

    @property
    def _target(self) -> str:
        return f"{shown(self.name)} ({short_hash(self.into)})"

    @property
    def _after(self) -> str:
        return f"after merging into {self._target}"

    def _conflict(self, conflicts: tuple[str, ...]) -> str:
        files = listed(conflicts, _LISTED)
        return f"merging into {self._target} conflicts in {files}: merge it, and judge the result"

    def _folded(self, verdict: Verdict, merged: Verdict) -> Verdict:
        known = {finding.fingerprint for finding in verdict.findings}
        new = [self._named(finding) for finding in merged.findings if finding.fingerprint not in known]
        findings = sorted((*verdict.findings, *new), key=_place)
        failed = any(finding.severity is Severity.ERROR for finding in findings)
        reasons = [verdict.reason] if verdict.reason else []
        reasons += [f"{self._after}: {merged.reason}"] if merged.reason else []
        notes = [f"{self._after}: {note}" for note in merged.notes if note not in verdict.notes]
        return verdict._replace(
            status=Status.FAIL if failed else Status.SKIP if reasons else Status.PASS,
            reason=None if failed or not reasons else reasons[0],
            findings=tuple(findings),
            notes=(*verdict.notes, *notes),
        )

    def _named(self, finding: Finding) -> Finding:
        return finding._replace(message=f"{self._after}: {finding.message}")


def _skipped(verdict: Verdict, reason: str) -> Verdict:
    """The verdict of a range whose merge was not judged: no pass, and a failure all the same."""
    if verdict.status is Status.FAIL:
        return verdict._replace(notes=(*verdict.notes, reason))
    also = (verdict.reason,) if verdict.reason else ()
    return verdict._replace(status=Status.SKIP, reason=reason, notes=(*verdict.notes, *also))


def _place(finding: Finding) -> tuple[str, int, str]:
    return (finding.path or "", finding.span.line if finding.span else 0, finding.rule)
