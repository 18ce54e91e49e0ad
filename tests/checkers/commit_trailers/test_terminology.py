"""The pages in the words of other policies: both examples behave there as they do under the preset."""

from __future__ import annotations

import re
from typing import Any

import pytest

from checkers.commit_trailers import RULES
from checkers.commit_trailers.terminology import translation
from checkers.model import Rule
from checkers.policy.bounded import BoundedRegex
from checkers.policy.sections import Attribution, Protocol
from tests.checkers.commit_trailers.support import SECTION, rules_of

OTHERS: dict[str, dict[str, Any]] = {
    "other words": {
        "marker": "REVIEWED",
        "protocol": Protocol("Process", "v2"),
        "attribution": Attribution("Machine", "Made-by", None, "WHO:WHICH [HOW]"),
        "human_only": ("Acked-by",),
        "ai_names": frozenset({"robot", "zeta"}),
    },
    "no marker": {"marker": None},
    "no protocol": {"protocol": None},
    "no attribution": {"attribution": None},
    "no declaration": {"attribution": Attribution(None, "Assisted-by", None, "AGENT:MODEL [TOOL]")},
    "an attribution alone": {"marker": None, "protocol": None},
    "nothing but people": {"marker": None, "protocol": None, "attribution": None},
}
ASKS_NOTHING = {
    "no marker": ["marker", "hidden-block"],
    "no protocol": ["protocol"],
    "no attribution": ["declaration", "attribution", "placeholder"],
    "no declaration": ["declaration"],
    "an attribution alone": ["marker", "protocol"],
    "nothing but people": ["marker", "protocol", "declaration", "attribution", "placeholder", "hidden-block"],
}
"""Rules that a policy does not ask, and a block that is hidden only beside a marker."""


@pytest.mark.parametrize("name", OTHERS)
@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_the_examples_behave_under_another_policy_in_its_words(rule: Rule, name: str) -> None:
    short, words = rule.id.partition("/")[2], OTHERS[name]
    translate = translation(SECTION._replace(**words), SECTION)
    assert translate is not None
    is_filled = short == "placeholder"
    assert rules_of(translate(rule.mended), filled=is_filled, **words) == []
    if short not in ASKS_NOTHING.get(name, []):
        assert short in rules_of(translate(rule.failing), filled=is_filled, **words)


def test_what_a_policy_does_not_ask_for_stands_in_no_example() -> None:
    translate = translation(SECTION._replace(**OTHERS["nothing but people"]), SECTION)
    assert translate is not None
    for rule in RULES:
        page = translate(rule.failing) + translate(rule.mended) + translate(rule.help)
        assert not re.search("FOLLOWING|Following|Assisted-by|AI-Assisted|Scribe", page) or "attribution" in rule.id


def test_an_attribution_of_another_form_shows_its_form() -> None:
    words: dict[str, Any] = {"attribution": Attribution("AI", "By", BoundedRegex(r"[a-z]+/\d"), None)}
    translate = translation(SECTION._replace(**words), SECTION)
    assert translate is not None
    rule = next(rule for rule in RULES if rule.id.endswith("/attribution"))
    assert r"By: <[a-z]+/\d>" in translate(rule.mended)
    assert (
        translate(rule.help)
        == r"name what made the change, in the form [a-z]+/\d, or declare false and attribute nothing"
    )
