"""The JSON report holds to its published schema, whatever a repository contains."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any

import pytest
from hypothesis import given, settings
from jsonschema import Draft202012Validator

from checkers.model import Report, Severity, skipped
from checkers.model import SubjectKind as Kind
from checkers.output.escaping import unicode_text
from checkers.output.json import render
from tests.checkers.output.samples import (
    HEAD,
    HOSTILE,
    PASSING,
    REPORTS,
    SKIPPED,
    failing,
    finding,
    hostile_report,
    report,
)

SCHEMA = json.loads((files("checkers") / "output" / "redfirst-report.schema.json").read_text())
Draft202012Validator.check_schema(SCHEMA)
VALIDATOR = Draft202012Validator(SCHEMA)


def _read(judged: Report) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(render(judged).encode().decode("ascii"))
    VALIDATOR.validate(data)
    assert render(judged) == json.dumps(data, indent=2) + "\n"
    return data


def test_a_finding_has_every_field_of_the_contract() -> None:
    verdict = _read(report(failing(commit=HEAD)))["verdicts"][0]
    fingerprint = verdict["findings"][0].pop("fingerprint")
    assert len(fingerprint) == 32
    assert verdict == {
        "check": "attention-rung",
        "subject": "tree",
        "status": "fail",
        "reason": None,
        "population": {"files": 381, "sites": 9},
        "examined": "9 uses in 381 files",
        "notes": [],
        "findings": [
            {
                "rule": "attention-rung/unmarked-use",
                "severity": "error",
                "path": "src/models/tower.cpp",
                "line": 639,
                "column": 5,
                "end_line": 639,
                "end_column": 18,
                "commit": HEAD,
                "message": "vt::Attention is used without a recorded reason",
                "help": "call vt::AttentionDenseFlash, or say why the naive kernel is meant",
            }
        ],
    }


def test_the_top_level_says_what_was_judged_by_which_policy() -> None:
    data = _read(report(failing(), PASSING, SKIPPED))
    assert list(data) == ["schema", "tool", "subject", "policy", "verdicts", "summary"]
    assert data["schema"] == "redfirst.report/1"
    assert data["tool"] == {"name": "redfirst", "version": "0.1.0"}
    assert data["subject"] == {"kind": "range", "base": HEAD, "head": HEAD, "merge_base": HEAD}
    assert data["policy"] == {"source": "preset:vllm-cpp", "sha256": "0" * 64}
    assert data["summary"] == {"pass": 1, "fail": 1, "skip": 1, "green": False}


@pytest.mark.parametrize(
    ("verdicts", "green"),
    [((PASSING,), True), ((PASSING, SKIPPED), False), ((failing(), PASSING), False), ((SKIPPED,), False), ((), False)],
)
def test_green_needs_every_verdict_to_pass(verdicts: tuple[Any, ...], green: bool) -> None:
    assert _read(report(*verdicts))["summary"]["green"] is green


def test_a_skip_has_its_reason_and_nothing_else_has_one() -> None:
    data = _read(report(PASSING, SKIPPED))
    assert [verdict["reason"] for verdict in data["verdicts"]] == [None, SKIPPED.reason]


def test_undecodable_bytes_are_shown_as_escapes() -> None:
    data = _read(report(failing(path="src/\udcff.cpp")))
    assert data["verdicts"][0]["findings"][0]["path"] == "src/\\xff.cpp"


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_text_comes_back_as_itself(text: str) -> None:
    data = _read(hostile_report(text))
    assert data["verdicts"][0]["notes"][0] == unicode_text(text)


@pytest.mark.parametrize(
    "broken",
    [
        {"status": "pass", "reason": "why"},
        {"status": "skip", "reason": None},
        {"status": "pass", "findings": [finding(severity=Severity.ERROR)]},
        {"extra": 1},
    ],
)
def test_the_schema_refuses_a_report_that_contradicts_itself(broken: dict[str, Any]) -> None:
    data = _read(report(PASSING))
    if "findings" in broken:
        broken = broken | {"findings": _read(report(failing()))["verdicts"][0]["findings"]}
    data["verdicts"][0] |= broken
    assert not VALIDATOR.is_valid(data)


@given(REPORTS)
@settings(max_examples=80, deadline=None)
def test_any_report_is_valid(judged: Report) -> None:
    _read(judged)


def test_the_log_of_a_failed_command_is_told() -> None:
    data = _read(hostile_report("boom"))
    assert data["verdicts"][0]["log"] == ["boom"]
    assert "log" not in _read(report(skipped("x", Kind.TREE, "why")))["verdicts"][0]
