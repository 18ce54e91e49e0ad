"""The pages of the rules: their examples are diffs, and behave as the pages say."""

from __future__ import annotations

import pytest

from checkers.issue_index import RULES
from checkers.model import Rule, Severity, Status
from tests.checkers.issue_index.support import merge, over

NO_NEWLINE = "\\ No newline at end of file\n"


def sides(diff: str) -> tuple[str, str]:
    """The file before and after a diff."""
    before, after = "", ""
    for line in diff.split("\n")[:-1]:
        sign, text = line[:1], line[2:] + "\n"
        if line + "\n" == NO_NEWLINE:
            after = after[:-1]
            continue
        before += text if sign in " -" else ""
        after += text if sign in " +" else ""
    return before, after


def combined(diff: str) -> tuple[str, str, str]:
    """The two parents and the result of a combined diff."""
    lines = [(line[0], line[1], line[2:] + "\n") for line in diff.split("\n")[:-1]]
    first = "".join(text for a, b, text in lines if a == "-" or (a == " " and b != "-"))
    second = "".join(text for a, b, text in lines if b == "-" or (b == " " and a != "-"))
    return first, second, "".join(text for a, b, text in lines if "-" not in (a, b))


def judged(rule: Rule, example: str) -> set[str]:
    name = rule.id.partition("/")[2]
    if "in-merge" in name:
        first, second, result = combined(example)
        return {one.rule for one in over(None, result, merges=[merge(result, first, second)]).findings}
    if name == "forge-conflict":
        before, after = sides(example)
        return {one.rule for one in over(before, after, conflicts="<<<<<<<" in example).findings}
    return {one.rule for one in over(*sides(example)).findings}


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_the_page_of_a_rule_behaves_as_it_says(rule: Rule) -> None:
    assert rule.id in judged(rule, rule.failing)
    if rule.id != "issue-index/forge-conflict":
        assert judged(rule, rule.failing) == {rule.id}
    assert judged(rule, rule.mended) == set()


def test_the_warnings_are_three_and_fail_nothing() -> None:
    warnings = {rule.id.partition("/")[2] for rule in RULES if rule.severity is Severity.WARNING}
    assert warnings == {"not-at-end", "forge-conflict", "mixed-line-ends"}
    assert over("| A |\n|---|\n| [#1] |\n", "| A |\n|---|\n| [#2] |\n| [#1] |\n").status is Status.PASS


def test_no_help_widens_anything() -> None:
    assert not any(word in rule.help for rule in RULES for word in ("allowlist", "baseline", "exception"))
