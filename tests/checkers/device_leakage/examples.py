"""The examples of the rules' pages, judged."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from checkers.policy.load import parse_policy
from tests.checkers.device_leakage.trees import over_range, over_tree

if TYPE_CHECKING:
    from checkers.model import Verdict
    from checkers.policy.sections import DeviceLeakage, Policy

PATH = "src/vllm/a.cpp"
HELD = "scripts/device-leakage-baseline.json"
HEAD = re.compile(r"(?:baseline: (?P<bucket>\S+) (?P<held>\d+)|allowance: (?P<allowing>\S+) (?P<allowed>\d+))\n")


def policy_of(own: str = "", allowances: str = "[]") -> Policy:
    """The preset with further keys of the section, indented by two, and with these allowances alone."""
    text = f"version: 1\ndevice_leakage:\n  allowances: {allowances}\n{own}"
    return parse_policy(text.encode(), ".redfirst.yml")


def section_of(policy: Policy) -> DeviceLeakage:
    """The section, which is there."""
    assert policy.device_leakage is not None
    return policy.device_leakage


def _tree(lines: list[str], own: str) -> tuple[dict[str, str], str]:
    """A tree and its allowances from an example's lines."""
    files: dict[str, str] = {}
    allowances = "[]"
    source = []
    for line in lines:
        head = HEAD.fullmatch(line)
        if head is None:
            source.append(line)
        elif head["held"]:
            buckets = {bucket.name: 0 for bucket in section_of(policy_of(own)).buckets}
            buckets |= {head["bucket"]: int(head["held"])}
            files[HELD] = json.dumps({"total": sum(buckets.values()), "buckets": buckets})
        else:
            allowances = f"[{{path: {PATH}, bucket: {head['allowing']}, count: {head['allowed']}, reason: the leg}}]"
    return {**files, PATH: "".join(source)}, allowances


def judged(example: str, own: str = "") -> Verdict:
    """The verdict over an example under the preset with further keys."""
    lines = example.splitlines(keepends=True)
    if not any(line.startswith(("- ", "+ ")) for line in lines):
        files, allowances = _tree(lines, own)
        return over_tree(files, policy_of(own, allowances))
    before, _ = _tree([line[2:] for line in lines if line[0] != "+"], own)
    after, _ = _tree([line[2:] for line in lines if line[0] != "-"], own)
    assert HELD in before
    return over_range(before, after, policy=policy_of(own))
