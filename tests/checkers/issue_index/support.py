"""Indexes and histories for the tests of issue-index."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from checkers.errors import RedfirstError
from checkers.issue_index import judge
from checkers.model import SubjectKind
from checkers.policy.bounded import BoundedRegex
from checkers.policy.sections import IssueIndex, Policy
from checkers.repo.types import MemorySnapshot, compare
from checkers.subject import Subject
from tests.support.histories import MemoryCommit

if TYPE_CHECKING:
    from collections.abc import Sequence

    from checkers.model import Verdict

PATH = ".agents/issue-index.md"
SECTION = IssueIndex(PATH, BoundedRegex(r"\[#(?P<number>[1-9][0-9]*)\]"), unique_issues=True)
HEAD = "# I\n\n| Issue | Row |\n|---|---|\n"
BASE_SHA = "b" * 40
HEAD_SHA = "a" * 40

Content = str | bytes | None


def row(number: int, text: str = "") -> str:
    return f"| [#{number}](u) | `{text or chr(64 + number % 26)}` |\n"


def index(*rows: str | int) -> str:
    return HEAD + "".join(one if isinstance(one, str) else row(one) for one in rows)


def tree(content: Content) -> MemorySnapshot:
    return MemorySnapshot({} if content is None else {PATH: content})


def policy(**changes: object) -> Policy:
    return Policy("test", "0" * 64, "origin/main", issue_index=SECTION._replace(**changes))  # type: ignore[arg-type]


@dataclass(frozen=True)
class Forge:
    """A history in which the forge sees that answer."""

    conflicts: bool | RedfirstError | None = None

    def older_than(self, revision: str) -> frozenset[str]:
        return frozenset()

    def forge_conflicts(self, path: str) -> bool | None:
        if isinstance(self.conflicts, RedfirstError):
            raise self.conflicts
        return self.conflicts


def merge(result: Content, *parents: Content, sha: str = "e" * 40) -> MemoryCommit:
    snapshots = tuple(tree(parent) for parent in parents)
    names = tuple(str(number) * 40 for number in range(1, len(parents) + 1))
    return MemoryCommit(sha, compare(snapshots[0], tree(result)), "", names, 0, snapshots)


def over(
    base: Content,
    head: Content,
    *,
    merges: Sequence[MemoryCommit] = (),
    kind: SubjectKind = SubjectKind.RANGE,
    on_disk: Content = None,
    conflicts: bool | RedfirstError | None = None,
    **changes: object,
) -> Verdict:
    before, after = tree(base), tree(head)
    subject = Subject(
        kind,
        head=after,
        base=before,
        change=compare(before, after),
        commits=merges,
        head_sha=HEAD_SHA,
        base_sha=BASE_SHA,
        merge_base=BASE_SHA,
        history=Forge(conflicts),
        work_tree=None if on_disk is None else tree(on_disk),
    )
    return judge(subject, policy(**changes))


def over_tree(content: Content, **changes: object) -> Verdict:
    return judge(Subject(SubjectKind.TREE, head=tree(content)), policy(**changes))


def places(verdict: Verdict) -> list[tuple[str, int]]:
    """The findings as (rule, line), sorted; a warning's rule is in brackets."""
    return sorted(
        (name if finding.severity == "error" else f"({name})", finding.span.line if finding.span else 0)
        for finding in verdict.findings
        for name in [finding.rule.partition("/")[2]]
    )


def rules(verdict: Verdict) -> list[str]:
    return [name for name, _ in places(verdict)]
