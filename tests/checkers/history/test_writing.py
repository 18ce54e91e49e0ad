"""The table and the JSON document of a history."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from checkers.history.json import render as as_json
from checkers.history.model import History, Point
from checkers.history.table import render as as_table
from checkers.output.escaping import display_width
from fixtures.hostile import strings
from tests.checkers.history.samples import history

SCHEMA = json.loads((files("checkers") / "history" / "redfirst-history.schema.json").read_text())
Draft202012Validator.check_schema(SCHEMA)
VALIDATOR = Draft202012Validator(SCHEMA)
MOVING = [[0, 0], [3, 0], [3, 0], [2, 1], [2, 1], [2, 1]]


def _read(written: History) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(as_json(written).encode("ascii"))
    VALIDATOR.validate(data)
    return data


def test_the_table_holds_the_first_the_last_and_what_moved() -> None:
    assert as_table(history(MOVING)).splitlines() == [
        "device-leakage  0 then, 3 now, in 6 commits: 2 commits raised a bucket, 1 commit lowered one",
        "policy preset:vllm-cpp, for every commit; first parents, up to fffffffff",
        "",
        "date        commit      kcuda  vt_ifdef  total  subject",
        "2026-05-28  000000000       0         0      0  feat: a thing",
        "2026-05-29  000000000  +3 = 3         0      3  feat: a thing",
        "2026-05-31  000000000  -1 = 2    +1 = 1      3  feat: a thing",
        "2026-06-02  000000000       2         1      3  feat: a thing",
    ]


def test_sentences_are_folded_to_the_terminal() -> None:
    lines = as_table(history(MOVING, notes=("this clone is shallow",)), width=60).splitlines()
    assert lines[:3] == [
        "device-leakage  0 then, 3 now, in 6 commits: 2 commits",
        "  raised a bucket, 1 commit lowered one",
        "policy preset:vllm-cpp, for every commit; first parents, up",
    ]
    assert max(map(len, lines[: lines.index("")])) <= 60


def test_quiet_leaves_only_what_moved() -> None:
    rows = as_table(history(MOVING), quiet=True).splitlines()
    assert [row[:10] for row in rows] == ["date      ", "2026-05-29", "2026-05-31"]
    assert as_table(history([[1, 0], [1, 0]])._replace(points=history([[0, 0]] * 2).points), quiet=True) == ""


def test_counts_that_never_move_are_said_in_one_sentence() -> None:
    assert as_table(history([[0, 0]] * 3)).startswith("device-leakage  0 all along, in 3 commits\n")
    assert as_table(history([])).splitlines()[0] == "device-leakage  no commit to count"


def test_the_range_and_what_limits_it_are_named() -> None:
    shown = as_table(history(MOVING, notes=("this clone is shallow",))._replace(base="a" * 40))
    assert "first parents, aaaaaaaaa..fffffffff\nthis clone is shallow\n" in shown


@pytest.mark.parametrize("width", [60, 80, 120])
def test_a_subject_is_cut_to_the_terminal(width: int) -> None:
    lines = as_table(history(MOVING, subject="a subject with 漢字 in it " * 9), width=width).splitlines()
    rows = lines[lines.index("") + 2 :]
    assert len(rows) == 4
    assert all(display_width(row) <= width for row in rows)
    assert all(row.endswith("…") for row in rows)


@pytest.mark.parametrize("text", strings())
def test_hostile_subjects_take_one_line_of_the_table(text: str) -> None:
    shown = as_table(history([[0], [1]], [text or "x"], subject=text))
    assert len(shown.split("\n")) == 7
    assert not any(ord(character) < 32 and character != "\n" for character in shown)


def test_a_point_says_what_it_counts_and_by_how_much_that_moved() -> None:
    data = _read(history(MOVING))
    assert data["schema"] == "redfirst.history/1"
    assert data["points"][3] == {
        "commit": f"{4:040x}",
        "date": "2026-05-31T20:26:40Z",
        "subject": "feat: a thing",
        "counts": {"kcuda": 2, "vt_ifdef": 1},
        "total": 3,
        "moved": {"kcuda": -1, "vt_ifdef": 1},
    }
    assert data["points"][2]["moved"] == {}


def test_what_moved_at_the_end_of_a_shallow_clone_is_unknown_not_nothing() -> None:
    first = history(MOVING).points[0]._replace(moved=None)
    data = _read(history(MOVING)._replace(points=[first]))
    assert data["points"][0]["moved"] is None


@pytest.mark.parametrize("text", strings())
def test_hostile_texts_make_a_document_that_is_valid(text: str) -> None:
    data = _read(history([[0], [1]], [text], subject=text))
    assert len(data["points"]) == 2


@pytest.mark.parametrize(
    ("time", "date"),
    [
        (0, "1970-01-01T00:00:00Z"), (-1, "1969-12-31T23:59:59Z"), (-(10**17), "0001-01-01T00:00:00Z"),
        (10**17, "9999-12-31T23:59:59Z"), (-60_000_000_000, "0068-09-03T13:20:00Z"),
    ],
)  # fmt: skip
def test_a_date_that_git_stores_is_always_written(time: int, date: str) -> None:
    point = Point("a" * 40, time, "", {}, {})
    assert _read(history([])._replace(points=[point]))["points"][0]["date"] == date


def test_no_points_are_an_empty_list() -> None:
    assert _read(history([]))["points"] == []
