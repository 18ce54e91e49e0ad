"""What triage writes: text, Markdown, JSON and the schema that describes it, and what is read back."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

import bot.triage
from bot.triage.model import ORDER, Baseline, CheckState, CheckTriage, TriageReport
from bot.triage.reporting import (
    MOST_BYTES,
    TriageError,
    as_json,
    as_markdown,
    as_text,
    load_triage,
    ordered,
    summary,
    triage_schema,
)
from checkers.output.escaping import visible
from fixtures.hostile import strings
from tests.support.github_markdown import rendered

SCHEMA_FILE = Path(bot.triage.__file__).with_name("redfirst-triage.schema.json")
BASELINE = Baseline("main", "b" * 40, 11, 12, "https://github.example/acme/engine/actions/runs/11/job/12")
CHECKS = (
    CheckTriage("ci / unit", CheckState.CAUSED, "it fails here", "https://x", ("one", "  two"), (), BASELINE),
    CheckTriage("ci / old", CheckState.INHERITED, "the same text", None, ("a",), ("a",), BASELINE),
    CheckTriage("ci / wait", CheckState.PENDING, "it has not finished: queued"),
    CheckTriage("ci / fine", CheckState.PASSED, "it passed"),
    CheckTriage("ci / idle", CheckState.SKIPPED, "it was skipped"),
)
TAGS = {"p", "strong", "em", "code", "pre", "table", "thead", "tbody", "tr", "th", "td", "span"}
REPORT = TriageReport("acme/engine", 7, "a" * 40, "main", CHECKS, ("a note",))


def test_the_published_schema_is_what_the_reader_takes(expected: Callable[[Path, Any], None]) -> None:
    expected(SCHEMA_FILE, triage_schema())


def test_the_schema_is_one_and_the_document_follows_it() -> None:
    Draft202012Validator.check_schema(triage_schema())
    document = json.loads(as_json(REPORT))
    assert next(iter(document)) == "schema"
    assert list(Draft202012Validator(triage_schema()).iter_errors(document)) == []


def test_what_was_written_is_read_back() -> None:
    assert load_triage(as_json(REPORT).encode()) == REPORT


def _with(**fields: Any) -> bytes:
    return json.dumps(json.loads(as_json(REPORT)) | fields).encode()


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "no JSON document"),
        (b"[]", "has the schema 'None'"),
        (b"\xff", "no JSON document"),
        (b'{"schema": NaN}', "no JSON document"),
        (b"[" * 100_000, "no JSON document"),
        (_with(schema="redfirst.triage/2"), "has the schema 'redfirst.triage/2'"),
        (_with(checks=None), "checks is no list"),
        (_with(more=1), "a key that is unknown: more"),
        (_with(pull_request="7"), "pull_request is no integer"),
        (_with(checks=[{"name": "x"}]), "checks[0] has no key"),
        (_with(notes=["x" * MOST_BYTES]), "larger than 16 MiB"),
    ],
)
def test_anything_else_is_refused_in_one_line(data: bytes, words: str) -> None:
    with pytest.raises(TriageError) as caught:
        load_triage(data, "triage.json")
    assert str(caught.value).startswith("triage.json ")
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


def test_text_says_states_first_and_shows_both_sides() -> None:
    assert as_text(REPORT).splitlines() == [
        "acme/engine #7   head aaaaaaa   base main",
        "",
        "caused                ci / unit  it fails here",
        "    here  one",
        "    here    two",
        "",
        "inherited             ci / old   the same text",
        "    here  a",
        "    main  a",
        "",
        "pending               ci / wait  it has not finished: queued",
        "passed                ci / fine  it passed",
        "skipped-by-condition  ci / idle  it was skipped",
        "note: a note",
        "",
        "1 caused, 1 inherited, 1 pending, 1 skipped-by-condition, 1 passed",
    ]


def test_quiet_leaves_out_what_needs_no_look() -> None:
    text = as_text(REPORT, quiet=True)
    assert "ci / fine  " not in text
    assert "ci / idle  " not in text
    assert "a note" not in text
    assert "1 passed" in text


def test_markdown_is_a_table_of_states_and_the_lines_that_decided() -> None:
    text = as_markdown(REPORT)
    assert text.startswith("**redfirst triage: 1 caused, 1 inherited,")
    page = rendered(text)
    assert page.tags().count("table") == 2
    assert page.tags().count("tr") == 1 + len(CHECKS) + 2
    assert [element.text for element in page.elements if element.tag == "pre"] == ["one\n  two\n", "a\n", "a\n"]


def test_no_check_runs_are_told() -> None:
    empty = replace(REPORT, checks=(), notes=())
    assert summary(empty) == "no check runs"
    assert "no check runs" in as_text(empty)
    assert "|---|" not in as_markdown(empty)
    assert "_No other check has run on this head._" in as_markdown(empty)


@pytest.mark.parametrize("text", strings())
def test_hostile_text_shows_as_itself(text: str) -> None:
    check = CheckTriage(text, CheckState.CAUSED, text, None, (text,), (text,), replace(BASELINE, branch=text), (text,))
    report = replace(REPORT, base_branch=text, checks=(check,), notes=(text,))
    load_triage(as_json(report).encode("ascii"))
    shown = as_text(report)
    assert all(visible(line) == line for line in shown.split("\n"))
    assert not any(line.lstrip().startswith("::") for line in shown.splitlines())
    page = rendered(as_markdown(report))
    assert set(page.tags()) <= TAGS
    assert page.effects() == page.links() == page.comments == page.unclosed == []


def test_every_state_has_its_place() -> None:
    assert set(ORDER) == set(CheckState)
    checks = [CheckTriage("b", state, "") for state in reversed(ORDER)]
    assert [check.state for check in ordered(checks)] == list(ORDER)
