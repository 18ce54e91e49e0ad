"""The pages in the words of other policies: both examples behave there as they do under the preset."""

from __future__ import annotations

from typing import Any

import pytest

from checkers.attention_rung import RULES
from checkers.attention_rung.terminology import translation
from checkers.model import Rule
from checkers.policy.load import preset_policy
from tests.checkers.attention_rung.judging import LIST, TOWER, errors, section, tree

PRESET = preset_policy().attention_rung
OTHERS: list[dict[str, Any]] = [
    {"naive": ("kern::sdpa_ref",), "fast": ("kern::sdpa_tiled",), "marker": "REF-KERNEL"},
    {"naive": ("slow",), "fast": ("slow_no_more",), "marker": "[why]"},
    {"naive": ("a::b::AttentionNaive", "vt::Attention"), "fast": ("vt::Attention2", "b"), "marker": "VT-ATTN-NAIVE"},
]


@pytest.mark.parametrize("words", OTHERS, ids=lambda words: words["marker"])
@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_the_examples_behave_under_another_policy_in_its_words(rule: Rule, words: dict[str, Any]) -> None:
    assert PRESET is not None
    translate = translation(section(**words), PRESET)
    assert translate is not None
    kernel = translate("vt::Attention" if "unknown" in rule.id else "vt::AttentionDenseFlash")
    for text, is_found in ((translate(rule.failing), True), (translate(rule.mended), False)):
        files = {TOWER: text}
        if rule.id.endswith("-stem"):
            files = {TOWER: f"void F() {{ {kernel}(q); }}\n", LIST: text}
        verdict = tree(files, **words)
        assert (rule.id in {finding.rule for finding in verdict.findings}) is is_found
        if not is_found:
            assert errors(verdict) == []


@pytest.mark.parametrize("key", ["naive", "fast"])
def test_a_policy_without_kernels_has_no_words(key: str) -> None:
    assert PRESET is not None
    assert translation(section(**{key: ()}), PRESET) is None
