"""Subjects of plain strings for the tests of device-leakage, under a policy of its own."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from checkers.device_leakage import judge
from checkers.model import Finding, SubjectKind, Verdict
from checkers.policy.load import parse_policy
from checkers.policy.sections import Policy
from checkers.repo.types import MemorySnapshot, compare
from checkers.subject import Subject
from tests.support.histories import memory_history

BASELINE = "scripts/baseline.json"
Tree = Mapping[str, str | bytes]

_SECTION = """
version: 1
extends: none
device_leakage:
  sources: ["src/**"]
  suffixes: [.h, .cpp, .cu]
  baseline: scripts/baseline.json
  stale: {stale}
  marker: DSR-ALLOW
  device_macros: [DEVICE, "VT_*"]
  buckets:
    kcuda: {{identifier: kCUDA}}
    is_cuda: {{call: is_cuda, arguments: 0}}
    cuda_inc: {{include: ["vt/cuda/**", "cuda_runtime*"], reachable_without_device: true}}
    vt_ifdef: {{conditional: "VT_*"{forms}}}{buckets}
  allowances: {allowances}
"""
NAMES = ("kcuda", "is_cuda", "cuda_inc", "vt_ifdef")


def policy(allowances: str = "[]", buckets: str = "", stale: str = "error", forms: str = "") -> Policy:
    """The policy of these tests; `buckets` are further lines of the section, indented by four."""
    text = _SECTION.format(allowances=allowances, buckets=buckets, stale=stale, forms=forms)
    return parse_policy(text.encode(), ".redfirst.yml")


POLICY = policy()


def baseline(**counts: int) -> dict[str, str]:
    """The baseline file with these counts and zeros for the rest."""
    buckets = dict.fromkeys(NAMES, 0) | counts
    return {BASELINE: json.dumps({"total": sum(buckets.values()), "buckets": buckets}, indent=2) + "\n"}


def tree(files: Tree) -> Subject:
    """The work tree."""
    return Subject(SubjectKind.TREE, MemorySnapshot(files))


def change(kind: SubjectKind, *trees: Tree) -> Subject:
    """A range over the trees, one commit each after the first; or the same as one commit, or staged."""
    steps: Sequence[Tree] = trees if kind is SubjectKind.RANGE else (trees[0], trees[-1])
    commits = memory_history(steps)
    before, after = MemorySnapshot(trees[0]), MemorySnapshot(trees[-1])
    return Subject(
        kind,
        head=after,
        base=before,
        change=compare(before, after),
        commits=() if kind is SubjectKind.STAGED else commits,
        head_sha=None if kind is SubjectKind.STAGED else commits[-1].sha,
    )


def over_range(*trees: Tree, policy: Policy = POLICY) -> Verdict:
    """The verdict over a range."""
    return judge(change(SubjectKind.RANGE, *trees), policy)


def staged(before: Tree, after: Tree, policy: Policy = POLICY) -> Verdict:
    """The verdict over the index."""
    return judge(change(SubjectKind.STAGED, before, after), policy)


def over_tree(files: Tree, policy: Policy = POLICY) -> Verdict:
    """The verdict over the work tree."""
    return judge(tree(files), policy)


def rules(verdict: Verdict) -> list[str]:
    """The rules of the findings, without the checker's name, warnings in brackets."""
    return [_name(finding) for finding in verdict.findings]


def _name(finding: Finding) -> str:
    name = finding.rule.removeprefix("device-leakage/")
    return name if finding.severity == "error" else f"({name})"
