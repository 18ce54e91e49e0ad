"""From snapshots and commits to the verdict on the index."""

from __future__ import annotations

from typing import TYPE_CHECKING

from checkers.errors import MissingObjectError, RangeUnavailable
from checkers.gaps import Gaps
from checkers.issue_index.change import EMPTY, changed, deleted
from checkers.issue_index.compare import Comparison, compare
from checkers.issue_index.content import content, duplicates
from checkers.issue_index.index import Index, Reader
from checkers.issue_index.merges import merged
from checkers.issue_index.rules import CHECK, finding
from checkers.model import Status, SubjectKind, Verdict, skipped, verdict
from checkers.wording import counted, revision_hash, short_hash

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from checkers.errors import RedfirstError
    from checkers.model import Finding
    from checkers.policy.sections import IssueIndex, Policy
    from checkers.repo.types import Snapshot
    from checkers.subject import Subject


def judge(subject: Subject, policy: Policy) -> Verdict:
    """The verdict over a tree, a commit, the index or a range; beside a range also over the files on disk."""
    section = policy.issue_index
    assert section is not None
    reader = Reader(section)
    if subject.kind is SubjectKind.TREE:
        return _tree_verdict(subject, reader, section)
    try:
        return _change_verdict(subject, reader, section)
    except (MissingObjectError, RangeUnavailable) as error:
        return _on_disk_verdict(subject, reader, section, error)


def _on_disk_verdict(subject: Subject, reader: Reader, section: IssueIndex, error: RedfirstError) -> Verdict:
    """What is wrong with the files on disk whatever became of the range, which git cannot give; else that error."""
    on_disk = subject._replace(head=subject.work_tree) if subject.work_tree else None
    made = _tree_verdict(on_disk, reader, section) if on_disk else None
    if made is None or made.status is not Status.FAIL:
        raise error
    return made._replace(notes=(*made.notes, f"the range was not judged: {error}"))


def _change_verdict(subject: Subject, reader: Reader, section: IssueIndex) -> Verdict:
    base, head = reader.read(subject.base), reader.read(subject.head)
    on_disk = reader.read(subject.work_tree)
    if base is None and head is None and on_disk is None:
        return skipped(CHECK, subject.kind, _absent(subject, section))
    comparison = compare(base or EMPTY, head or EMPTY)
    merges = [commit for commit in subject.commits if len(commit.parents) > 1]
    forge, unknown = _forge_conflict(subject, section, touched=base is not head)
    findings = [*_differences(subject, base, head, comparison, section), *forge]
    gaps = Gaps()
    for commit in merges:
        with gaps.part(f"merge {short_hash(commit.sha)}"):
            findings += merged(commit, reader, section)
    population = {
        "rows_base": len(base.rows) if base else 0,
        "rows_head": len(head.rows) if head else 0,
        "added": len(comparison.added),
        "merges": len(merges),
    }
    made = verdict(
        CHECK,
        subject.kind,
        population=population,
        examined=_examined(population),
        findings=_beside(findings, list(_by_itself(on_disk, section))),
        skip_reason=_without_table((base, head, on_disk), section) or unknown,
    )
    return gaps.closed(made._replace(notes=(unknown,)) if unknown and made.reason != unknown else made)


def _tree_verdict(subject: Subject, reader: Reader, section: IssueIndex) -> Verdict:
    index = reader.read(subject.head)
    if index is None:
        return skipped(CHECK, subject.kind, _absent(subject, section))
    population = {"rows_base": 0, "rows_head": len(index.rows), "added": 0, "merges": 0}
    return verdict(
        CHECK,
        subject.kind,
        population=population,
        examined=counted(len(index.rows), "row"),
        findings=_by_itself(index, section),
        skip_reason=_without_table((index,), section),
    )


def _differences(
    subject: Subject, base: Index | None, head: Index | None, comparison: Comparison, section: IssueIndex
) -> Iterator[Finding]:
    if head is not None:
        yield from changed(base or EMPTY, head, comparison, section)
    elif base is not None:
        is_link = subject.head.get(section.path) is not None
        yield deleted(base, section, "is no regular file any more" if is_link else "is deleted")


def _by_itself(index: Index | None, section: IssueIndex) -> Iterator[Finding]:
    """What a tree's index must be whatever its past is."""
    if index is not None:
        yield from content(index, section)
        yield from duplicates(index, section)


def _forge_conflict(subject: Subject, section: IssueIndex, *, touched: bool) -> tuple[tuple[Finding, ...], str | None]:
    """The warning about the merge that the forge will make; or why nobody knows here what becomes of that."""
    if not touched or subject.kind is not SubjectKind.RANGE or subject.history is None:
        return (), None
    try:
        conflicts = subject.history.forge_conflicts(section.path)
    except (MissingObjectError, RangeUnavailable) as error:
        return (), f"whether the forge's own merge conflicts in {section.path} is unknown: {error}"
    if not conflicts:
        return (), None
    onto = revision_hash(subject.base_sha or "BASE")
    message = f"merging this into the base without the union driver conflicts in {section.path}, as the forge will"
    help = f"print the index that merges with check-issue-index --repair --onto {onto}, merge the base, commit that"
    return (finding("forge-conflict", message, path=section.path, site=section.path, help=help),), None


def _beside(findings: Iterable[Finding], on_disk: Sequence[Finding]) -> list[Finding]:
    """The findings of the range and of the files on disk; what both have is said once, as an error of the tree."""
    known = {_place(found) for found in on_disk}
    return [*(found for found in findings if _place(found) not in known), *on_disk]


def _place(found: Finding) -> tuple[str, str, int]:
    return (found.rule, found.site, found.span.line if found.span else 0)


def _absent(subject: Subject, section: IssueIndex) -> str:
    snapshots: list[Snapshot | None] = [subject.head, subject.base]
    if any(snapshot is not None and snapshot.get(section.path) for snapshot in snapshots):
        return f"{section.path} is no regular file"
    return f"no {section.path} here{' or at the base' if subject.base is not None else ''}"


def _without_table(indexes: tuple[Index | None, ...], section: IssueIndex) -> str | None:
    if any(index is not None and index.has_table for index in indexes):
        return None
    return f"{section.path} holds no table; do path and issue of the policy still name this tree's index?"


def _examined(population: dict[str, int]) -> str:
    parts = [counted(population["rows_head"], "row"), f"{population['added']} added"]
    return ", ".join([*parts, *([counted(population["merges"], "merge")] if population["merges"] else [])])
