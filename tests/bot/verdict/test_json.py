"""The verdict as JSON: the published schema holds the writer, and the reader takes it back or refuses in one line."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

import bot.verdict
from bot.mutation.report import Shard
from bot.verdict.json import MOST_BYTES, VerdictError, load_verdict, render, verdict_schema
from bot.verdict.model import PullRequestVerdict
from checkers.errors import RedfirstError
from tests.bot.verdict.samples import BASE, HEAD, SAMPLE, verdicts

SCHEMA_FILE = Path(bot.verdict.__file__).with_name("redfirst-verdict.schema.json")
VALIDATOR = Draft202012Validator(verdict_schema())
WRITTEN = render(SAMPLE)


def _refusal(data: bytes) -> str:
    with pytest.raises(VerdictError) as caught:
        load_verdict(data, "v.json")
    text = str(caught.value)
    assert text.startswith("v.json ")
    assert "\n" not in text
    return text


def _changed(place: str, value: Any) -> bytes:
    """The sample with another value at a dotted place; list items by their number."""
    document = json.loads(WRITTEN)
    *way, last = place.split(".")
    inner = document
    for step in way:
        inner = inner[int(step) if isinstance(inner, list) else step]
    inner[int(last) if isinstance(inner, list) else last] = value
    return json.dumps(document).encode()


def test_the_published_schema_is_what_the_types_say(expected: Callable[[Path, Any], None]) -> None:
    expected(SCHEMA_FILE, verdict_schema())


def test_the_schema_is_one() -> None:
    Draft202012Validator.check_schema(verdict_schema())


def test_a_verdict_is_read_back_as_it_was() -> None:
    read = load_verdict(WRITTEN.encode())
    assert render(read) == WRITTEN
    assert read.report.verdicts[1].findings[0].span == SAMPLE.report.verdicts[1].findings[0].span
    assert (read.target, read.run, read.commits, read.notes) == (
        SAMPLE.target,
        SAMPLE.run,
        SAMPLE.commits,
        SAMPLE.notes,
    )
    assert [report.summary for report in read.mutations] == [report.summary for report in SAMPLE.mutations]
    assert next(iter(json.loads(WRITTEN))) == "schema"


@settings(max_examples=40, deadline=None)
@given(verdicts())
def test_every_verdict_is_read_back(verdict: PullRequestVerdict) -> None:
    text = render(verdict)
    read = load_verdict(text.encode("ascii"))
    assert render(read) == text
    assert read.green is verdict.green


@settings(max_examples=15, deadline=None)
@given(verdicts())
def test_the_schema_holds_the_writer(verdict: PullRequestVerdict) -> None:
    assert [error.message for error in VALIDATOR.iter_errors(json.loads(render(verdict)))] == []


@settings(max_examples=40, deadline=None)
@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    )
)
def test_any_json_is_refused_and_nothing_crashes(data: Any) -> None:
    with pytest.raises(RedfirstError):
        load_verdict(json.dumps(data).encode())


_PLACES = sorted(
    {
        ".".join(map(str, way))
        for way in (
            ("schema",), ("tool",), ("tool", "name"), ("target",), ("target", "repository"), ("target", "pull_request"),
            ("run", "id"), ("run", "attempt"), ("commits", "head"), ("commits", "merge_base"), ("judged_at",),
            ("report",), ("report", "schema"), ("report", "subject", "kind"), ("report", "verdicts"),
            ("report", "verdicts", 1), ("report", "verdicts", 1, "findings", 0, "line"),
            ("report", "verdicts", 1, "population"), ("report", "summary"), ("mutations",), ("mutations", 0),
            ("mutations", 0, "tables"), ("mutations", 0, "commit"), ("notes",), ("notes", 0),
        )
    }
)  # fmt: skip
_VALUES = (
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.lists(st.integers(), max_size=2)
    | st.dictionaries(st.text(max_size=3), st.integers(), max_size=2) | st.sampled_from(["\ud800", 10**4000, -0.0])
)  # fmt: skip


@settings(max_examples=100, deadline=None)
@given(st.sampled_from(_PLACES), _VALUES)
def test_any_value_at_any_place_gives_a_verdict_or_a_refusal(place: str, value: Any) -> None:
    try:
        read = load_verdict(_changed(place, value))
    except VerdictError as error:
        assert "\n" not in str(error)
    else:
        render(read).encode("ascii")


@settings(max_examples=50, deadline=None)
@given(st.binary(max_size=200))
def test_no_bytes_crash_the_reader(data: bytes) -> None:
    _refusal(data)


@pytest.mark.parametrize(
    ("place", "value", "words"),
    [
        ("schema", "redfirst.verdict/2", "'redfirst.verdict/2', not redfirst.verdict/1"),
        ("schema", None, "'None'"),
        ("report.schema", "redfirst.report/2", "report.schema is 'redfirst.report/2'"),
        ("target.repository", "owner", "target.repository is no OWNER/NAME"),
        ("target.repository", "owner/..", "target.repository is no OWNER/NAME"),
        ("target.repository", "owner/name\n", "target.repository is no OWNER/NAME"),
        ("target.repository", "owner/na/me", "target.repository is no OWNER/NAME"),
        ("target.pull_request", 0, "target.pull_request is no number"),
        ("target.pull_request", True, "target.pull_request is no"),
        ("target.pull_request", 2**53, "target.pull_request is no number"),
        ("run.id", -1, "run.id is no number"),
        ("run.attempt", 0, "run.attempt is no number"),
        ("commits.head", "main", "commits.head is no full hash"),
        ("commits.head", "4EAD" * 10, "commits.head is no full hash"),
        ("commits.merge_into", "f" * 41, "commits.merge_into is no full hash"),
        ("commits.head", "1" * 40, "report.subject is another range"),
        ("report.subject.head", BASE, "report.subject is another range"),
        ("report.subject.kind", "tree", "report.subject.kind is tree"),
        ("judged_at", "yesterday", "judged_at is no time"),
        ("judged_at", "2026-02-30T12:00:00Z", "judged_at is no time"),
        ("judged_at", "2026-1-31T12:00:00Z", "judged_at is no time"),
        ("judged_at", "2026-01-31T12:00:00Z\n", "judged_at is no time"),
        ("report.policy.sha256", "5" * 63, "report.policy.sha256 is no SHA-256"),
        ("report.verdicts.1.status", "pass", "report.verdicts[1].status is pass"),
        ("report.verdicts.0.status", "fail", "report.verdicts[0].status is fail"),
        ("report.verdicts.2.reason", None, "report.verdicts[2].reason is for a gate that was skipped"),
        ("report.verdicts.0.reason", "why", "report.verdicts[0].reason is for a gate that was skipped"),
        ("report.verdicts.0.population.commits", -1, "report.verdicts[0].population has a number below 0"),
        ("report.verdicts.1.findings.0.commit", "HEAD", "commit of a finding of attention-rung is no full hash"),
        ("report.verdicts.1.findings.0.rule", "../x", "rule of a finding of attention-rung is no id of a rule"),
        ("report.verdicts.1.findings.0.fingerprint", "", "fingerprint of a finding of attention-rung"),
        ("report.verdicts.1.findings.0.line", None, "report.verdicts[1].findings[0] has no whole place"),
        ("report.verdicts.1.findings.0.column", 0, "report.verdicts[1].findings[0] has no whole place"),
        ("report.verdicts.1.findings.0.severity", "fatal", "severity is none of error, warning, note"),
        ("report.summary.green", True, "report.summary is not what its verdicts say"),
        ("report.summary.pass", 4, "report.summary is not what its verdicts say"),
        ("report.verdicts", [], "report.summary is not what its verdicts say"),
        ("report.more", 1, "report has a key that is unknown: more"),
        ("mutations.0.commit", BASE, f"mutations[0] is about {BASE[:12]}, not about the judged head {HEAD[:12]}"),
        ("mutations.0.uncommitted", "5" * 64, "mutations[0] is about uncommitted changes"),
        ("mutations.0.shard", {"number": 1, "of": 2}, "mutations[0] is shard 1/2, not the whole"),
        ("mutations.0.command", "rm", "mutations[0] is of 'rm'"),
        ("mutations.0.tables.0.outcome", "pass", "mutations[0] says that 'seam.yml' passes"),
        ("mutations.1.base", BASE, "mutations[1] is about the range from"),
        ("mutations.0.policy.sha256", "", "mutations[0].policy.sha256 is no SHA-256"),
        ("notes", "text", "notes is no list"),
    ],
)  # fmt: skip
def test_what_cannot_be_so_is_refused_with_its_place(place: str, value: Any, words: str) -> None:
    assert words in _refusal(_changed(place, value))


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "no JSON document"),
        (b"\xff\xfe", "no JSON document"),
        (WRITTEN.encode()[:-20], "no JSON document"),
        (b"[" * 100_000, "no JSON document"),
        (WRITTEN.encode().replace(b'"seconds": 0.3', b'"seconds": NaN'), "NaN is no number"),
        (b'{"schema": "redfirst.report/1"}', "redfirst.report/1"),
        (b'{"schema": "redfirst.verdict/1"}', "has no key tool"),
        (b"[]", "schema 'None'"),
        (b" " * (MOST_BYTES + 1), "is larger than 16 MiB"),
    ],
)
def test_what_is_no_verdict_is_refused(data: bytes, words: str) -> None:
    assert words in _refusal(data)


def test_a_shard_alone_is_told_how_to_become_a_whole() -> None:
    parts = (replace(SAMPLE.mutations[0], shard=Shard(2, 3)),)
    assert "redfirst mutate --merge" in _refusal(render(replace(SAMPLE, mutations=parts)).encode())


def test_a_range_that_could_not_be_taken_makes_a_verdict_too() -> None:
    subject = SAMPLE.report.subject._replace(merge_base=None)
    commits = replace(SAMPLE.commits, merge_base=None, merge_into=None)
    verdict = replace(SAMPLE, commits=commits, report=SAMPLE.report._replace(subject=subject), mutations=())
    assert load_verdict(render(verdict).encode()).commits == commits
