"""The examples of the rules in the words of other policies: they behave as they do under the preset."""

from __future__ import annotations

import pytest

from checkers.device_leakage import RULES
from checkers.device_leakage.terminology import translation
from checkers.model import Rule
from checkers.policy.load import preset_policy
from tests.checkers.device_leakage.examples import judged, policy_of, section_of

CLEARED = "{kcuda: null, is_cuda: null, cuda_inc: null, vt_ifdef: null, "
OTHERS = {
    "another marker": "  marker: GPU-OK\n",
    "an identifier": f"  buckets: {CLEARED} gpu: {{identifier: kGpu}}}}\n  marker: GPU-OK\n",
    "a call": f"  buckets: {CLEARED} gpu: {{call: is_gpu}}}}\n",
    "a call with arguments": f"  buckets: {CLEARED} inc: {{include: x.h}}, gpu: {{call: is_gpu, arguments: 2}}}}\n",
    "a conditional": f"  buckets: {CLEARED} gpu_if: {{conditional: USE_GPU}}}}\n  marker: GPU-OK\n",
    "conditionals": f'  buckets: {CLEARED} gpu_if: {{conditional: ["[A-Z]_*", "GPU_*"]}}}}\n',
    "an include": f'  buckets: {CLEARED} inc: {{include: ["gpu/**"], reachable_without_device: true}}}}\n',
}


def words(own: str, text: str) -> str:
    """The text in the words of that policy."""
    translate = translation(section_of(policy_of(own)), section_of(preset_policy()))
    assert translate is not None
    return translate(text)


@pytest.mark.parametrize("name", OTHERS)
@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_the_examples_behave_under_another_policy_in_its_words(rule: Rule, name: str) -> None:
    own = OTHERS[name]
    failing = words(own, rule.failing)
    assert rule.id in {finding.rule for finding in judged(failing, own).findings}, failing
    mended = words(own, rule.mended)
    assert judged(mended, own).findings == (), mended
    assert "GPU-OK" not in own or "DSR-ALLOW" not in failing + mended + words(own, rule.help)


def test_a_policy_whose_names_cannot_be_guessed_has_no_words() -> None:
    own = f'  buckets: {CLEARED} gpu_if: {{conditional: "[A-Z]_*"}}}}\n'
    assert translation(section_of(policy_of(own)), section_of(preset_policy())) is None
