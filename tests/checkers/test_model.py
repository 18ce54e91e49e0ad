"""The words of the product as types: how findings become a status, and what a fingerprint is made of."""

from __future__ import annotations

import pytest

from checkers.model import Finding, PolicyInfo, Severity, Span, Status, SubjectKind, Verdict, verdict, with_fingerprints

FOUND = Finding("x/rule", Severity.ERROR, "it is wrong", "mend it", "a.cpp", Span(3, 1, 3, 5), None, "its text")


def _verdict(*severities: Severity, skip_reason: str | None = None) -> Verdict:
    findings = [FOUND._replace(severity=severity) for severity in severities]
    return verdict("x", SubjectKind.TREE, population={}, examined="", findings=findings, skip_reason=skip_reason)


@pytest.mark.parametrize(
    ("severities", "skip_reason", "status", "reason"),
    [
        ([], None, Status.PASS, None),
        ([], "why", Status.SKIP, "why"),
        ([Severity.WARNING, Severity.NOTE], None, Status.PASS, None),
        ([Severity.WARNING], "why", Status.SKIP, "why"),
        ([Severity.NOTE, Severity.ERROR], None, Status.FAIL, None),
        ([Severity.ERROR], "why", Status.FAIL, None),
    ],
)
def test_an_error_weighs_more_than_a_skip_and_a_skip_more_than_a_pass(
    severities: list[Severity], skip_reason: str | None, status: Status, reason: str | None
) -> None:
    found = _verdict(*severities, skip_reason=skip_reason)
    assert (found.status, found.reason) == (status, reason)


@pytest.mark.parametrize(
    "other",
    [
        {"span": Span(40, 9, 41, 2)},
        {"span": None},
        {"message": "it is wrong, 3 > 2"},
        {"help": "mend it otherwise"},
        {"severity": Severity.WARNING},
        {"commit": "1" * 40},
    ],
)
def test_a_fingerprint_survives_all_that_is_said_of_the_same_site(other: dict[str, object]) -> None:
    moved = FOUND._replace(**other)  # type: ignore[arg-type]
    assert with_fingerprints([moved])[0].fingerprint == with_fingerprints([FOUND])[0].fingerprint


@pytest.mark.parametrize("other", [{"rule": "x/other"}, {"path": "b.cpp"}, {"path": None}, {"site": "another text"}])
def test_another_rule_path_or_site_has_another_fingerprint(other: dict[str, object]) -> None:
    first, second = with_fingerprints([FOUND, FOUND._replace(**other)])  # type: ignore[arg-type]
    assert first.fingerprint != second.fingerprint


def test_equal_sites_are_told_apart_by_their_order() -> None:
    several = with_fingerprints([FOUND, FOUND, FOUND])
    assert len({finding.fingerprint for finding in several}) == 3
    assert with_fingerprints([FOUND, FOUND])[1].fingerprint == several[1].fingerprint


@pytest.mark.parametrize(
    ("source", "preset"), [("preset:vllm-cpp", "vllm-cpp"), (".redfirst.yml", None), ("a:b", None)]
)
def test_a_policy_is_a_preset_by_its_source(source: str, preset: str | None) -> None:
    assert PolicyInfo(source, "").preset == preset
