"""The pages of the rules: both examples are judged and behave as the page says."""

from __future__ import annotations

import re

import pytest

from checkers.device_leakage import RULES
from checkers.model import Rule, Verdict
from tests.checkers.device_leakage.trees import BASELINE, baseline, over_range, over_tree, policy

PATH = "src/a.cpp"
HEAD = re.compile(r"(?:baseline: kcuda (?P<held>\d+)|allowance: kcuda (?P<allowed>\d+))\n")


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
            files |= baseline(kcuda=int(head["held"]))
        else:
            allowances = f"[{{path: {PATH}, bucket: kcuda, count: {head['allowed']}, reason: the leg}}]"
    return {**files, PATH: "".join(source)}, allowances


def _judged(example: str) -> Verdict:
    lines = example.splitlines(keepends=True)
    if not any(line.startswith(("- ", "+ ")) for line in lines):
        files, allowances = _tree(lines)
        return over_tree(files, policy(allowances))
    before, _ = _tree([line[2:] for line in lines if line[0] != "+"])
    after, _ = _tree([line[2:] for line in lines if line[0] != "-"])
    assert BASELINE in before
    return over_range(before, after)


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_the_failing_example_is_found(rule: Rule) -> None:
    found = [finding for finding in _judged(rule.failing).findings if finding.rule == rule.id]
    assert found
    assert {finding.severity for finding in found} == {rule.severity}


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_the_mended_example_has_no_finding(rule: Rule) -> None:
    assert _judged(rule.mended).findings == ()
