"""Policies as text: the same text for the same meaning, another for another."""

from __future__ import annotations

import pytest

from checkers.policy.bounded import BoundedRegex
from checkers.policy.globs import Globs
from checkers.policy.identity import identity
from checkers.policy.load import parse_policy, preset_policy


def test_a_policy_read_twice_has_the_same_text() -> None:
    assert identity(preset_policy()) == identity(preset_policy())
    assert " at 0x" not in identity(preset_policy())


@pytest.mark.parametrize(
    "text",
    [
        "device_leakage: {marker: OTHER}",
        "device_leakage: {buckets: {vt_ifdef: {conditional: [VT_Y*]}}}",
        "device_leakage: {buckets: {vt_ifdef: {forms: all}}}",
        "attention_rung: {naive: [vt::Other]}",
        "attention_rung: {include_roots: [src, include]}",
        "issue_index: {issue: '#(?P<number>[1-9]+)'}",
    ],
)
def test_a_policy_that_means_something_else_has_another_text(text: str) -> None:
    preset, other = preset_policy(), parse_policy(text.encode(), "p.yml")
    plain = other._replace(source=preset.source, sha256=preset.sha256)
    assert identity(plain) != identity(preset)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (("a", "b"), ("a, b",)),
        ((None,), ("None",)),
        (frozenset({"a"}), ("a",)),
        (BoundedRegex("a"), BoundedRegex("(?i)a")),
        (Globs(("a",)), ("a",)),
        ({"a": 1}, {"a": "1"}),
        (True, 1),
    ],
)
def test_values_that_differ_differ_as_text(one: object, other: object) -> None:
    assert identity(one) != identity(other)


def test_a_set_has_one_text() -> None:
    assert identity(frozenset("abcdef")) == identity(frozenset("fedcba"))
