"""Subjects of plain text for doc-checkpoint, and its verdicts over them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from checkers.doc_checkpoint import judge
from checkers.model import SubjectKind
from checkers.policy.load import preset_policy
from checkers.policy.sections import DocCheckpoint, Judge, Policy
from checkers.repo.types import MemorySnapshot, compare
from checkers.subject import Subject
from tests.support.histories import memory_history

if TYPE_CHECKING:
    from collections.abc import Mapping

    from checkers.model import Finding, Verdict

Tree = dict[str, str]

PAGES: Tree = dict.fromkeys(("docs/STATUS.md", "docs/BENCHMARKS.md", "docs/FEATURES.md", "docs/USAGE.md"), "# Page\n")
PAID: Tree = dict.fromkeys(("docs/STATUS.md", "docs/BENCHMARKS.md"), "# Page\n\nMore.\n")
ENGINE = ".agents/engine-matrix.md"
KERNEL = ".agents/kernel-matrix.md"
SPEC = ".agents/specs/a.md"
OLD_SPEC: Tree = {SPEC: "# A\n\n## Now\n\nOld.\n"}
NEW_SPEC: Tree = {SPEC: "# A\n\n## Now\n\nNew.\n"}


def table(*rows: str, header: str = "| ID | Spec | State |") -> str:
    """A table's text with those rows."""
    cells = header.count("|") - 1
    return "\n".join(["# Table", "", header, "|" + "---|" * cells, *rows]) + "\n"


def row(state: str, name: str = "`ENG-A`", spec: str = "[a](specs/a.md)") -> str:
    """A row of that table."""
    return f"| {name} | {spec} | {state} |"


def section(**changes: object) -> DocCheckpoint:
    """The preset's section with some keys replaced."""
    preset = preset_policy().doc_checkpoint
    assert preset is not None
    return preset._replace(**changes)  # type: ignore[arg-type]


def policy(own: DocCheckpoint) -> Policy:
    """A policy of that section alone."""
    return Policy(source="test", sha256="", base_ref=None, doc_checkpoint=own)


def judged(*trees: Mapping[str, str | bytes], how: str = "commits", own: DocCheckpoint | None = None) -> Verdict:
    """The verdict over a range whose commits lead from tree to tree."""
    commits = memory_history(trees)
    base, head = MemorySnapshot(trees[0]), MemorySnapshot(trees[-1])
    subject = Subject(
        SubjectKind.RANGE,
        head=head,
        base=base,
        change=compare(base, head),
        commits=commits,
        head_sha=commits[-1].sha if commits else "0" * 40,
    )
    return judge(subject, policy((own or section())._replace(judge=Judge(how))))


def staged(before: Tree, after: Tree) -> Verdict:
    """The verdict over a staged change."""
    base, head = MemorySnapshot(before), MemorySnapshot(after)
    subject = Subject(SubjectKind.STAGED, head=head, base=base, change=compare(base, head))
    return judge(subject, policy(section()))


def names(verdict: Verdict) -> list[str]:
    """The rules of a verdict's findings, without the checker's name."""
    return [finding.rule.partition("/")[2] for finding in verdict.findings]


def places(verdict: Verdict) -> list[tuple[str, str | None]]:
    """Rules and paths of a verdict's findings."""
    return [(finding.rule.partition("/")[2], finding.path) for finding in verdict.findings]


def only(verdict: Verdict, rule: str) -> Finding:
    """The one finding of a rule."""
    (found,) = [finding for finding in verdict.findings if finding.rule == f"doc-checkpoint/{rule}"]
    return found


def trees_of(example: str) -> tuple[dict[str, str], dict[str, str]]:
    """The two trees of a rule's example: files after `---`; lines with a space are in both, `-` before, `+` after."""
    before: dict[str, str] = {}
    after: dict[str, str] = {}
    name = ""
    for line in example.splitlines():
        if line.startswith("--- "):
            name = line[4:]
            continue
        for mark, tree in (("-", before), ("+", after)):
            if line[0] in (" ", mark):
                tree[name] = tree.get(name, "") + line[1:] + "\n"
    return PAGES | before, PAGES | after
