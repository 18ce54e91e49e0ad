"""The rules as pages: every rule of every checker has one, and a wrong name is helped."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from checkers.explain import all_rules, rule_list, rule_page
from checkers.model import Rule, Severity
from checkers.registry import CHECKERS
from tests.support.session import call

RULE = Rule(
    "x/wrong", Severity.ERROR, "A wrong thing.", "It is slow. " * 20, "mend it", "bad();\n  worse();\n", "good();",
    ("x.sources", "x.marker"),
)  # fmt: skip


def test_every_rule_has_a_whole_page() -> None:
    rules = all_rules()
    ids = [rule.id for rule in rules]
    assert len(ids) == len(set(ids))
    for rule in rules:
        page = rule_page(rule)
        for part in (rule.summary, rule.why, rule.help, rule.mended):
            assert part.strip(), rule.id
        assert "An example that fails\n\n    " in page
        assert page.startswith(f"{rule.id}   {rule.severity.value}\n")
        assert rule.failing != rule.mended, rule.id


def test_rules_stand_beside_their_checker() -> None:
    for checker in CHECKERS:
        assert {rule.id.partition("/")[0] for rule in checker.load().RULES} == {checker.name}


def test_the_list_is_one_line_a_rule(tmp_path: Path) -> None:
    outcome = call("redfirst", "explain", cwd=tmp_path)
    assert outcome.code == 0
    assert [line.split()[0] for line in outcome.out.splitlines()] == [rule.id for rule in all_rules()]


@pytest.mark.parametrize("check", [*(checker.name for checker in CHECKERS), "command"])
def test_the_name_of_a_checker_lists_its_rules_alone(tmp_path: Path, check: str) -> None:
    outcome = call("redfirst", "explain", check, cwd=tmp_path)
    assert outcome.code == 0
    listed = [line.split()[0] for line in outcome.out.splitlines()]
    assert listed == [rule.id for rule in all_rules() if rule.id.startswith(f"{check}/")] != []


def test_a_summary_is_a_phrase() -> None:
    assert [rule.id for rule in all_rules() if rule.summary[0].isupper() or rule.summary.endswith(".")] == []


def test_a_page_says_what_why_how_and_shows_it() -> None:
    lines = rule_page(RULE).splitlines()
    assert lines[:3] == ["x/wrong   error", "", "A wrong thing."]
    assert max(map(len, lines)) <= 80
    text = "\n".join(lines)
    assert "An example that fails\n\n    bad();\n      worse();\n\n" in text
    assert "The same, mended\n\n    good();\n" in text
    assert text.endswith("Policy keys that shape it\n\n  x.sources, x.marker")


@pytest.mark.parametrize("width", [40, 60, 79, 200])
def test_prose_keeps_within_a_narrow_terminal(width: int) -> None:
    page = rule_page(RULE._replace(failing="x", mended="y"), width)
    assert max(map(len, page.splitlines())) <= min(width, 80)


def test_the_comment_to_write_stands_on_a_line_of_its_own() -> None:
    page = rule_page(RULE._replace(help=f"{'mend it ' * 9}or say why: // OK(<row>): <reason>"))
    assert "why:\n  // OK(<row>): <reason>\n" in page


def test_an_example_shows_what_nobody_would_see() -> None:
    page = rule_page(RULE._replace(failing="a\r\nb\n", mended="  \n"))
    assert "    a␍\n    b\n" in page
    assert "    (nothing but white space)\n" in page


def test_the_list_keeps_its_columns_on_a_terminal() -> None:
    lines = rule_list([RULE._replace(summary="a thing that is wrong " * 4)], 50).splitlines()
    assert lines[0].startswith("x/wrong  error    a thing")
    assert len(lines) > 1
    assert all(re.match(r" {18}\S", line) for line in lines[1:])
    assert max(map(len, lines)) <= 50
    assert rule_list(all_rules(), 80).count("\n") > len(all_rules())
    assert rule_list(all_rules(), 20)


def test_the_list_has_severity_and_summary() -> None:
    assert rule_list([RULE]) == "x/wrong  error    A wrong thing.\n"


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("commit-trailers/markr", "did you mean commit-trailers/marker?"),
        ("patch-divider", "did you mean commit-trailers/patch-divider?"),
        ("patch-dividr", "did you mean commit-trailers/patch-divider?"),
        ("device-leakge", "did you mean device-leakage?"),
        ("issue-index/foo", "issue-index/foo is no rule; there are issue-index/"),
        ("zzzz", "zzzz is no rule; redfirst explain lists them"),
        ("x\x1b[2J", "x\\x1b[2J is no rule"),
    ],
)
def test_a_name_that_is_no_rule(tmp_path: Path, name: str, said: str) -> None:
    assert said in call("redfirst", "explain", name, cwd=tmp_path).error


def test_a_word_too_many_is_refused(tmp_path: Path) -> None:
    assert "redfirst explain --help" in call("redfirst", "explain", "a", "b", cwd=tmp_path).error
