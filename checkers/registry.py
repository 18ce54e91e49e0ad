"""The checkers, in the order of every report."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, NamedTuple, Protocol, cast

from checkers.model import SubjectKind

if TYPE_CHECKING:
    from checkers.model import Rule, Verdict
    from checkers.policy.sections import Policy
    from checkers.subject import Subject


class Judge(Protocol):
    """The package of one checker: `RULES`, and `judge`, which is pure."""

    RULES: tuple[Rule, ...]

    def judge(self, subject: Subject, policy: Policy) -> Verdict:
        """The verdict over one subject; the policy's section of this checker is not None."""


class Checker(NamedTuple):
    """One line of the registry; its package is imported when asked for, so that a message hook loads no parser."""

    name: str
    section: str
    subjects: frozenset[SubjectKind]
    judges_changes: bool
    """True where a bare run takes the range from the policy's base ref instead of the work tree."""
    judges_merges: bool = False
    """True where two changes that pass apart can fail together, so that `--merge-into` judges what merging yields."""

    @property
    def reads_messages_only(self) -> bool:
        """True where a commit's message is all that is judged, so that no tree need be read."""
        return SubjectKind.MESSAGE in self.subjects

    def is_configured(self, policy: Policy) -> bool:
        """Whether the policy has a section for it; without one it does not run."""
        return getattr(policy, self.section) is not None

    def load(self) -> Judge:
        """The checker's package."""
        return cast("Judge", import_module(f"checkers.{self.section}"))


_TREES = frozenset({SubjectKind.TREE, SubjectKind.STAGED, SubjectKind.COMMIT, SubjectKind.RANGE})
_CHANGES = frozenset({SubjectKind.STAGED, SubjectKind.COMMIT, SubjectKind.RANGE})
_MESSAGES = frozenset({SubjectKind.COMMIT, SubjectKind.RANGE, SubjectKind.MESSAGE})

CHECKERS = (
    Checker("doc-checkpoint", "doc_checkpoint", _CHANGES, judges_changes=True),
    Checker("attention-rung", "attention_rung", _TREES, judges_changes=False, judges_merges=True),
    Checker("device-leakage", "device_leakage", _TREES, judges_changes=False, judges_merges=True),
    Checker("issue-index", "issue_index", _TREES, judges_changes=True, judges_merges=True),
    Checker("commit-trailers", "commit_trailers", _MESSAGES, judges_changes=True),
)
