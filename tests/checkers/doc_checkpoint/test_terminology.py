"""The pages in the words of other policies: both examples behave there as they do under the preset."""

from __future__ import annotations

import pytest

from checkers.doc_checkpoint import RULES
from checkers.doc_checkpoint.terminology import translation
from checkers.model import Rule
from checkers.policy.globs import Globs
from checkers.policy.sections import Landing, Spec, States
from tests.checkers.doc_checkpoint.support import judged, section, trees_of

OTHERS: dict[str, dict[str, object]] = {
    "one document": {"surfaces": {"lifecycle": ("notes/NEWS.md",)}},
    "three documents": {"surfaces": {"lifecycle": ("a.md", "docs/b.md", "docs/STATUS.md")}},
    "other places": {
        "tables": Globs.of(["docs/**/*-table.md"]),
        "spec": Spec("design", "What is next"),
        "landing": Landing("docs/index.md", Globs.of(["docs/*/goal?.md"])),
        "surfaces": {"lifecycle": ("CHANGES.md",)},
        "triggers": {},
    },
    "other states": {
        "state_columns": frozenset({"Phase"}),
        "states": States(frozenset({"OPEN", "LIVE"}), frozenset({"IDEA"}), frozenset({"LIVE"})),
    },
    "no record states": {"states": States(frozenset({"OPEN", "LIVE"}), frozenset(), frozenset({"LIVE"}))},
    "no spec": {"spec": None},
    "no landing page": {"landing": None},
}
OF_SPECS = {"spec-unlinked", "spec-not-updated", "now-missing", "now-empty"}
ASKS_NOTHING = {"no spec": OF_SPECS, "no landing page": {"unlicensed-landing"}}


@pytest.mark.parametrize("name", OTHERS)
@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_the_examples_behave_under_another_policy_in_its_words(rule: Rule, name: str) -> None:
    own = section(**OTHERS[name])
    translate = translation(own, section())
    assert translate is not None
    found = {finding.rule for finding in judged(*trees_of(translate(rule.failing)), own=own).findings}
    is_asked = rule.id.partition("/")[2] not in ASKS_NOTHING.get(name, set())
    assert found == ({rule.id} if is_asked else set())
    if name != "no record states" or "row-lost" not in rule.id:
        assert judged(*trees_of(translate(rule.mended)), own=own).findings == ()


@pytest.mark.parametrize(
    "without",
    [
        {"surfaces": {}},
        {"surfaces": {"user_usage": ("a.md",)}},
        {"tables": Globs(())},
        {"states": States(frozenset({"ONE"}), frozenset(), frozenset({"ONE"}))},
        {"states": States(frozenset(), frozenset({"ONE", "TWO"}), frozenset())},
    ],
)
def test_a_policy_that_lacks_what_they_show_has_no_words(without: dict[str, object]) -> None:
    assert translation(section(**without), section()) is None
