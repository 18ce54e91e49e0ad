"""The JSON report: the published schema holds the writer, and what was written is read back as it was."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

import bot.mutation
from bot.mutation.report import MutationReport
from bot.mutation.reporting.json import read, render, report_schema
from bot.serialization import FormError, decode, encode
from checkers.errors import UsageError
from tests.bot.mutation.reporting.samples import HOSTILE, PROOF, WHOLE, hostile

SCHEMA_FILE = Path(bot.mutation.__file__).with_name("redfirst-mutation.schema.json")
VALIDATOR = Draft202012Validator(report_schema())


def test_the_published_schema_is_what_the_types_say(expected: Callable[[Path, Any], None]) -> None:
    expected(SCHEMA_FILE, report_schema())


def test_the_schema_is_one() -> None:
    Draft202012Validator.check_schema(report_schema())


@pytest.mark.parametrize("whole", [WHOLE, PROOF, *map(hostile, HOSTILE)])
def test_the_schema_holds_the_writer_and_the_reader_takes_it_back(whole: MutationReport) -> None:
    text = render(whole)
    data = json.loads(text)
    assert next(iter(data)) == "schema"
    assert list(VALIDATOR.iter_errors(data)) == []
    again = read(text.encode(), "r.json")
    assert render(again) == text
    assert [table.outcome for table in again.tables] == [table.outcome for table in whole.tables]


def test_what_the_design_names_is_there() -> None:
    data = json.loads(render(WHOLE))
    assert data["schema"] == "redfirst.mutation/1"
    assert [(table["file"], table["outcome"]) for table in data["tables"]] == [
        ("seam.yml", "fail"),
        ("unit.yml", "void"),
    ]
    first = data["tables"][0]["rows"][0]
    assert (first["id"], first["outcome"]) == ("M1", "detected")
    assert (first["lines"], first["build"]["exit_code"], first["run"]["exit_code"]) == (
        {"added": 1, "removed": 5},
        0,
        1,
    )
    assert (first["cases"], first["assertions"]) == ({"before": 7, "after": 7}, {"before": 129, "after": 120})
    assert first["red"] == ["seam: capacity"]
    assert data["summary"] == {"passed": 1, "failed": 2, "green": False}


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"schema": "redfirst.report/1"}, "redfirst.report/1"),
        ({"tables": {}}, "tables is no list"),
        ({"tables": [1]}, "tables[0] is no object"),
        ({"commit": 5}, "commit is no string"),
        ({"shard": "1/2"}, "shard is no"),
        ({"more": 1}, "unknown: more"),
        ({"commit": None}, "commit is no string"),
    ],
)
def test_another_form_is_refused_with_its_place(change: dict[str, Any], words: str) -> None:
    data = json.loads(render(WHOLE)) | change
    with pytest.raises(UsageError, match="no report of a mutation run") as caught:
        read(json.dumps(data).encode(), "r.json")
    assert words in str(caught.value)


def test_a_missing_key_is_named() -> None:
    data = json.loads(render(WHOLE))
    del data["tables"][0]["rows"][1]["log"]
    with pytest.raises(UsageError, match=r"tables\[0\].rows\[1\] has no key log"):
        read(json.dumps(data).encode(), "r.json")


@pytest.mark.parametrize("value", [True, "1", None, [1], float("inf"), float("nan"), 10**400])
def test_a_number_is_no_other_thing(value: object) -> None:
    data = encode(WHOLE)
    data["tables"][0]["rows"][0]["seconds"] = value
    with pytest.raises(FormError, match="seconds is no number"):
        decode(MutationReport, data)


@settings(max_examples=100, deadline=None)
@given(
    st.binary(max_size=200) | st.recursive(st.none() | st.text(), st.lists).map(lambda data: json.dumps(data).encode())
)
def test_no_bytes_crash_the_reader(data: bytes) -> None:
    with pytest.raises(UsageError):
        read(data, "r.json")
