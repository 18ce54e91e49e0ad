"""The policy's section on mutation: suites with types, and which suite is the evidence of which gate."""

from __future__ import annotations

import pytest

from bot.mutation.model import ReportKind, ReportSource
from bot.mutation.settings import Evidence, Settings, read_settings
from checkers.errors import PolicyError
from checkers.policy.load import parse_policy, preset_policy

EVIDENCE = """\
mutation:
  evidence:
    - checker: CHECKER
      suite: "tests/scripts/test_check_{name}.py"
      run: [python3, -m, unittest, "tests.scripts.test_check_{name}"]
      report: {unittest: stderr}
"""


def settings_of(text: str) -> Settings:
    return read_settings(parse_policy(f"extends: none\n{text}".encode(), ".redfirst.yml").mutation)


def evidence(checker: str) -> Evidence:
    (only,) = settings_of(EVIDENCE.replace("CHECKER", checker)).evidence
    return only


def test_the_preset_says_where_tables_and_tests_are() -> None:
    settings = read_settings(preset_policy().mutation)
    assert settings.tables.match("tests/mutations/vt/seam.yml")
    assert settings.tests.match("tests/a/b.cpp")
    assert (dict(settings.suites), settings.evidence) == ({}, ())


@pytest.mark.parametrize("text", ["", "mutation: null", "mutation: {}", "mutation: {suites: {unit: null}}"])
def test_a_policy_that_says_nothing_has_nothing(text: str) -> None:
    settings = settings_of(text)
    assert not settings.tables.match("tests/mutations/a.yml")
    assert (dict(settings.suites), settings.evidence) == ({}, ())


def test_a_suite_of_the_policy_has_its_name_and_types() -> None:
    suite = settings_of("mutation: {suites: {unit: {run: [a, b], report: {tap: stdout}, compile_red: true}}}").suites[
        "unit"
    ]
    assert (suite.name, suite.run, suite.compile_red) == ("unit", ("a", "b"), True)
    assert (suite.report, suite.min_cases) == (ReportSource(ReportKind.TAP, "stdout"), 1)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (
            "mutation:\n  suites:\n    unit: {report: exit-code}",
            ".redfirst.yml:4: mutation.suites.unit.run must be given: the command that runs the cases",
        ),
        (
            "mutation:\n  suites:\n    unit: {run: [x]}",
            ".redfirst.yml:4: mutation.suites.unit.report must be given: where the results of the cases are read",
        ),
        (
            EVIDENCE.replace("CHECKER", '"scripts/*/check-*.py"'),
            ".redfirst.yml:4: mutation.evidence[0].checker needs exactly one *, and no other wildcard: "
            "{name} stands for it",
        ),
    ],
)
def test_what_only_its_meaning_forbids_is_refused_with_its_line(text: str, reason: str) -> None:
    with pytest.raises(PolicyError) as caught:
        settings_of(text)
    assert str(caught.value) == reason


@pytest.mark.parametrize(
    ("path", "name"),
    [("scripts/check-x.py", "x"), ("scripts/check-issue-index.py", "issue_index"), ("scripts/check-a_b-c.py", "a_b_c")],
)
def test_the_name_is_what_the_star_matched_with_underscores(path: str, name: str) -> None:
    found = evidence("scripts/check-*.py").of(path)
    assert found
    assert found[0] == f"tests/scripts/test_check_{name}.py"
    assert found[1].run == ("python3", "-m", "unittest", f"tests.scripts.test_check_{name}")


@pytest.mark.parametrize("path", ["scripts/check.py", "scripts/a/check-x.py", "scripts/check-a/b.py", "check-x.py"])
def test_a_script_that_the_glob_does_not_match_has_no_evidence(path: str) -> None:
    assert evidence("scripts/check-*.py").of(path) is None


def test_a_suite_without_a_name_in_it_serves_every_script() -> None:
    text = "mutation: {evidence: [{checker: 'gates/**', suite: t.py, run: [x], report: exit-code}]}"
    (only,) = settings_of(text).evidence
    assert only.of("gates/a/b") == ("t.py", only.suite)
