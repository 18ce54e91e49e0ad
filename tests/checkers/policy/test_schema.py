"""The published JSON Schema, held to the loader."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
import yaml
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

from checkers.errors import PolicyError
from checkers.policy.keys import POLICY, policy_schema
from checkers.policy.load import PRESETS, parse_policy
from checkers.policy.shapes import Fixed, ListOf, Named, OneOf, OrText, Shape

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

SCHEMA_FILE = PRESETS.parent / "redfirst-policy.schema.json"
VALIDATOR = Draft202012Validator(policy_schema())


def test_the_published_schema_is_what_the_loader_says(expected: Callable[[Path, Any], None]) -> None:
    expected(SCHEMA_FILE, policy_schema())


def test_the_schema_is_one() -> None:
    Draft202012Validator.check_schema(policy_schema())


@pytest.mark.parametrize("preset", sorted(PRESETS.glob("*.yml")), ids=lambda path: path.stem)
def test_a_preset_is_valid(preset: Path) -> None:
    document = yaml.safe_load(preset.read_bytes())
    assert list(VALIDATOR.iter_errors(document)) == []


def shapes(shape: Shape) -> list[Shape]:
    inner: list[Shape] = []
    if isinstance(shape, Fixed):
        inner = [key.shape for key in shape.keys.values()]
    elif isinstance(shape, Named):
        inner = [shape.value]
    elif isinstance(shape, OneOf):
        inner = [*shape.forms.values()]
    elif isinstance(shape, ListOf):
        inner = [shape.item]
    elif isinstance(shape, OrText):
        inner = [shape.other]
    return [shape, *(deeper for each in inner for deeper in shapes(each))]


def test_every_key_is_described() -> None:
    keys = [key for shape in shapes(POLICY) if isinstance(shape, Fixed) for key in shape.keys.values()]
    assert len(keys) > 60
    assert all((key.about.endswith((".", "...")) and key.about[0].isupper()) or key.about[0] == "5" for key in keys)


BOTH_TAKE = [
    "version: 1",
    "{}",
    "extends: none",
    "base_ref: null",
    "attention_rung: null",
    "attention_rung: {allowlist: null, window_lines: 3, naive: ['a::b'], suffixes: [.cc]}",
    "device_leakage: {buckets: {a: {call: x, arguments: null}, b: {include: ['x/**']}, kcuda: null}}",
    "device_leakage: {allowances: [{path: a, bucket: kcuda, count: any, reason: x}]}",
    "device_leakage: {allowances: [{path: a, bucket: kcuda, count: 0, reason: x}]}",
    "doc_checkpoint: {judge: both, spec: null, triggers: {user_usage: []}}",
    "commit_trailers: {style: {subject_period: allow, body: optional, merges: judged}}",
    "preflight: {commands: [{name: a, run: [x, '']}]}",
    "mutation: {suites: {a: {run: [x], report: exit-code, timeout: 5x}, b: {timeout: 2.5, report: {junit: x}}}}",
]
BOTH_REFUSE = [
    "version: 2",
    "zzz: 1",
    "extends: other",
    "base_ref: -x",
    "base_ref: ''",
    "attention_rung: []",
    "attention_rung: {sourcs: []}",
    "attention_rung: {sources: a}",
    "attention_rung: {window_lines: -1}",
    "attention_rung: {window_lines: many}",
    "attention_rung: {suffixes: [cc]}",
    "attention_rung: {marker: 'a b'}",
    "device_leakage: {stale: warn}",
    "device_leakage: {buckets: {total: {identifier: x}}}",
    "device_leakage: {buckets: {a: {include: []}}}",
    "device_leakage: {allowances: [{path: a, bucket: kcuda, count: 1}]}",
    "device_leakage: {allowances: [{path: a, bucket: kcuda, count: some, reason: x}]}",
    "device_leakage: {allowances: [{path: a, bucket: kcuda, count: true, reason: x}]}",
    "issue_index: {unique_issues: 1}",
    "commit_trailers: {protocol: {value: true}}",
    "commit_trailers: {landed_exceptions: [{commit: abc, rule: commit-trailers/x, reason: x}]}",
    "preflight: {commands: [{name: a, run: []}]}",
    "preflight: {commands: [{name: a, run: x}]}",
    "preflight: {commands: [{name: a, run: [x], timeout_s: 0}]}",
    "mutation: {suites: {a: {biuld: [x]}}}",
    "mutation: {suites: {a: {report: nothing}}}",
    "mutation: {suites: {a: {report: {}}}}",
    "mutation: {suites: {a: {report: {junit: a.xml, tap: stdout}}}}",
    "mutation: {suites: {a: {report: {tap: out.tap}}}}",
    "mutation: {suites: {a: {report: {junit: null}}}}",
    "mutation: {suites: {a: {min_cases: 0}}}",
]


@pytest.mark.parametrize("text", BOTH_TAKE)
def test_what_the_loader_takes_the_schema_takes(text: str) -> None:
    parse_policy(text.encode(), ".redfirst.yml")
    assert list(VALIDATOR.iter_errors(yaml.safe_load(text))) == []


@pytest.mark.parametrize("text", BOTH_REFUSE)
def test_what_the_loader_refuses_the_schema_refuses(text: str) -> None:
    with pytest.raises(PolicyError):
        parse_policy(text.encode(), ".redfirst.yml")
    assert list(VALIDATOR.iter_errors(yaml.safe_load(text)))
