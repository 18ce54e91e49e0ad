"""The pages of the rules: both examples are judged under the preset and behave as the page says."""

from __future__ import annotations

import re

import pytest

from checkers.device_leakage import RULES
from checkers.model import Rule, Verdict
from checkers.policy.load import parse_policy
from checkers.policy.sections import Policy
from tests.checkers.device_leakage.trees import BASELINE, baseline, over_range, over_tree

PATH = "src/vllm/a.cpp"
HELD = "scripts/device-leakage-baseline.json"
HEAD = re.compile(r"(?:baseline: kcuda (?P<held>\d+)|allowance: kcuda (?P<allowed>\d+))\n")


def _policy(allowances: str) -> Policy:
    """The preset with these allowances."""
    policy = parse_policy(f"version: 1\ndevice_leakage: {{allowances: {allowances}}}\n".encode(), ".redfirst.yml")
    assert policy.device_leakage is not None
    return policy


def _tree(lines: list[str]) -> tuple[dict[str, str], str]:
    """A tree and its allowances from an example's lines."""
    files: dict[str, str] = {}
    allowances = "[]"
    source = []
    for line in lines:
        head = HEAD.fullmatch(line)
        if head is None:
            source.append(line)
        elif head["held"]:
            files[HELD] = baseline(kcuda=int(head["held"]))[BASELINE]
        else:
            allowances = f"[{{path: {PATH}, bucket: kcuda, count: {head['allowed']}, reason: the leg}}]"
    return {**files, PATH: "".join(source)}, allowances


def _judged(example: str) -> Verdict:
    lines = example.splitlines(keepends=True)
    if not any(line.startswith(("- ", "+ ")) for line in lines):
        files, allowances = _tree(lines)
        return over_tree(files, _policy(allowances))
    before, _ = _tree([line[2:] for line in lines if line[0] != "+"])
    after, _ = _tree([line[2:] for line in lines if line[0] != "-"])
    assert HELD in before
    return over_range(before, after, policy=_policy("[]"))


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_the_failing_example_is_found(rule: Rule) -> None:
    found = [finding for finding in _judged(rule.failing).findings if finding.rule == rule.id]
    assert found
    assert {finding.severity for finding in found} == {rule.severity}


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_the_mended_example_has_no_finding(rule: Rule) -> None:
    assert _judged(rule.mended).findings == ()
