"""Which policy decides over which subject, with what is to be said about the choice."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from checkers.errors import PolicyError
from checkers.model import PolicyInfo
from checkers.policy.load import parse_policy, preset_policy
from checkers.policy.sections import Judge

if TYPE_CHECKING:
    from pathlib import Path

    from checkers.policy.sections import Policy
    from checkers.repo.types import Snapshot
    from checkers.subject import Subject
    from checkers.subjects import Range, Subjects

POLICY_FILE = ".redfirst.yml"


@dataclass(frozen=True, slots=True)
class Judging:
    """What decides over one subject: the policy, and notes about the choice of it."""

    policy: Policy
    notes: tuple[str, ...] = ()

    @property
    def info(self) -> PolicyInfo:
        """The policy's name and hash."""
        return PolicyInfo(self.policy.source, self.policy.sha256)


class Policies:
    """The policies of one run.

    A file that `--policy` names (`override`) decides over every subject; `judge` is doc-checkpoint's, where given.
    """

    def __init__(self, subjects: Subjects, override: Path | None = None, judge: str | None = None) -> None:
        self._subjects = subjects
        self._override = _read(override) if override else None
        self._judge = judge

    def on_disk(self) -> Judging:
        """For the work tree and for messages."""
        if self._override or self._subjects.repository.root is None:
            return self._judging(self._override or preset_policy())
        return self._judging(_of(self._subjects.work_tree))

    def of_index(self) -> Judging:
        """For what is staged."""
        return self._judging(self._override or _of(self._subjects.repository.index()))

    def of_range(self, ends: Range, own: Judging | None = None) -> Judging:
        """For a range: that of its merge base."""
        return self._judging(self._override or _of(self._subjects.repository.tree(ends.merge_base)))

    def of_commit(self, subject: Subject) -> Judging:
        """For a commit: that of its first parent."""
        return self._judging(self._override or _of(subject.base or subject.head))

    def _judging(self, policy: Policy, notes: tuple[str, ...] = ()) -> Judging:
        if self._judge and policy.doc_checkpoint:
            policy = replace(policy, doc_checkpoint=replace(policy.doc_checkpoint, judge=Judge(self._judge)))
        return Judging(policy, notes)


def _of(snapshot: Snapshot) -> Policy:
    data = snapshot.read(POLICY_FILE)
    return preset_policy() if data is None else parse_policy(data, POLICY_FILE)


def _read(path: Path) -> Policy:
    try:
        return parse_policy(path.read_bytes(), str(path))
    except (OSError, ValueError) as error:
        raise PolicyError(f"--policy {path} cannot be read: {getattr(error, 'strerror', None) or error}") from None
