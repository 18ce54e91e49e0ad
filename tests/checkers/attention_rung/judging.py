"""Judgements over trees and changes of plain strings."""

from __future__ import annotations

from collections.abc import Mapping

from checkers.attention_rung import judge
from checkers.model import Finding, Severity, SubjectKind, Verdict
from checkers.policy.globs import Globs
from checkers.policy.sections import AttentionRung, Policy
from checkers.repo.types import FileKind, MemorySnapshot, compare
from checkers.subject import Subject

Tree = Mapping[str, str | bytes]
LIST = "scripts/allowlist.txt"
TOWER = "engine/models/tower.cpp"
REASON = "the reference arm of the equivalence test"
FAST = "void Fast() { vt::AttentionDenseFlash(q); }\n"


def section(**changes: object) -> AttentionRung:
    """A section for a small tree."""
    values = {
        "sources": Globs.of(["engine/**"]),
        "suffixes": frozenset({".cpp", ".h", ".cu"}),
        "naive": ("vt::Attention",),
        "fast": ("vt::AttentionDenseFlash", "vt::PagedAttention"),
        "marker": "VT-ATTN-NAIVE",
        "include_roots": ("engine",),
        "window_lines": 20,
        "min_reason_chars": 16,
        "allowlist": LIST,
    }
    return AttentionRung(**(values | changes))  # type: ignore[arg-type]  # the tests' own values


def judged(subject: Subject, **changes: object) -> Verdict:
    """The verdict under that section."""
    return judge(subject, Policy(".redfirst.yml", "0" * 64, None, attention_rung=section(**changes)))


def tree(files: Tree, kinds: Mapping[str, FileKind] | None = None, **changes: object) -> Verdict:
    """The verdict over a tree."""
    return judged(Subject(SubjectKind.TREE, MemorySnapshot(files, kinds)), **changes)


def source(text: str | bytes, **changes: object) -> Verdict:
    """The verdict over a tree of one file."""
    return tree({TOWER: text}, **changes)


def change(before: Tree, after: Tree, kind: SubjectKind = SubjectKind.RANGE, **changes: object) -> Verdict:
    """The verdict over a change."""
    base, head = MemorySnapshot(before), MemorySnapshot(after)
    return judged(Subject(kind, head, base, compare(base, head)), **changes)


def brief(findings: tuple[Finding, ...]) -> list[tuple[str, str, int]]:
    """Rule (without the checker's name), severity and line of each."""
    return [(f.rule.split("/")[1], f.severity.value, f.span.line if f.span else 0) for f in findings]


def errors(verdict: Verdict) -> list[tuple[str, int]]:
    """Rule and line of each error."""
    return [(rule, line) for rule, severity, line in brief(verdict.findings) if severity == Severity.ERROR]
