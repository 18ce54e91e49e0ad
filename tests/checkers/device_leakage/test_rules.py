"""The pages of the rules: their examples behave as they say."""

from __future__ import annotations

import pytest

from checkers.device_leakage import RULES
from checkers.model import Rule
from tests.checkers.device_leakage.examples import judged


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_the_failing_example_is_found(rule: Rule) -> None:
    found = [finding for finding in judged(rule.failing).findings if finding.rule == rule.id]
    assert found
    assert {finding.severity for finding in found} == {rule.severity}


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_the_mended_example_has_no_finding(rule: Rule) -> None:
    assert judged(rule.mended).findings == ()
