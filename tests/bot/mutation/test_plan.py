"""Plans: every row in exactly one shard, and the shards as even as the known times allow."""

from __future__ import annotations

import json
import shlex
from pathlib import Path
from typing import Any

import pytest

from bot.arguments import parse_mutate
from bot.mutation import times
from bot.mutation.model import Expectation, ExpectKind, Mutation, Replace, Table
from bot.mutation.plan import matrix
from bot.mutation.report import Shard
from bot.mutation.selection import Selected, only_rows
from bot.mutation.shards import merged, parse_shard, part_of
from checkers.errors import UsageError
from tests.bot.mutation.reporting.samples import DETECTED, report, table


def _selected(path: str, *names: str) -> Selected:
    edits = (Replace("f", "a", "b", 1),)
    rows = tuple(Mutation(name, "c", "unit", edits, Expectation(ExpectKind.RED, ("*",)), 1) for name in names)
    return Selected(Table(path, "0" * 64, {}, rows), rows, names)


ONE, TWO = _selected("one.yml", "a", "b", "c d".replace(" ", "$")), _selected("two tables.yml", "a", "e")


def _include(count: int, known: dict[tuple[str, str], float] | None = None) -> list[dict[str, Any]]:
    planned = matrix([ONE, TWO], count, known or {})
    assert planned.count("\n") == 1
    include: list[dict[str, Any]] = json.loads(planned)["include"]
    return include


def _rows(entry: dict[str, Any]) -> list[tuple[str, str]]:
    options = parse_mutate(shlex.split(entry["arguments"]))
    assert options.shard == parse_shard(entry["shard"])
    assert options.tables == ("one.yml", "two tables.yml")
    return [(one.table.path, row.id) for one in only_rows([ONE, TWO], options.rows) for row in one.rows]


@pytest.mark.parametrize("count", [1, 2, 3, 4, 5, 50])
def test_every_row_is_in_one_shard(count: int) -> None:
    include = _include(count)
    assert len(include) == min(count, 5)
    rows = [row for entry in include for row in _rows(entry)]
    assert sorted(rows) == [
        ("one.yml", "a"),
        ("one.yml", "b"),
        ("one.yml", "c$d"),
        ("two tables.yml", "a"),
        ("two tables.yml", "e"),
    ]
    assert [entry["rows"] for entry in include] == [len(_rows(entry)) for entry in include]


def test_shards_are_balanced_by_known_times() -> None:
    known = {
        ("one.yml", "a"): 90.0,
        ("one.yml", "b"): 20.0,
        ("two tables.yml", "a"): 20.0,
        ("two tables.yml", "e"): 20.0,
    }
    first, second = _include(2, known)
    assert _rows(first) == [("one.yml", "a")]
    assert (first["seconds"], second["seconds"]) == (90.0, 80.0)


@pytest.mark.parametrize(
    ("name", "said"),
    [("end-tokn", "did you mean end-token?"), ("overtaken", "there are end-token, first")],
)
def test_a_row_that_is_not_there_is_named_with_what_was_meant(name: str, said: str) -> None:
    with pytest.raises(UsageError, match=f"there is no row {name}; {said}".replace("?", r"\?")):
        only_rows([_selected("one.yml", "end-token", "first")], [name])


def test_nothing_to_plan_is_an_empty_list() -> None:
    assert json.loads(matrix([], 4, {})) == {"include": []}


@pytest.mark.parametrize("of", [1, 2, 3, 7])
def test_plain_shards_divide_all_rows(of: int) -> None:
    parts = [part_of([ONE, TWO], Shard(number, of)) for number in range(1, of + 1)]
    assert all(len(part) == 2 for part in parts)
    rows = [(one.table.path, row.id) for part in parts for one in part for row in one.rows]
    assert len(rows) == len(set(rows)) == 5
    sizes = [sum(len(one.rows) for one in part) for part in parts]
    assert max(sizes) - min(sizes) <= 1


@pytest.mark.parametrize("text", ["1/4", "4/4", "12/100"])
def test_a_shard_is_k_of_n(text: str) -> None:
    shard = parse_shard(text)
    assert f"{shard.number}/{shard.of}" == text


@pytest.mark.parametrize("text", ["", "0/1", "5/4", "1/0", "1", "1/", "-1/4", "01/4", "1/4 ", "a/b", "1/99999999"])
def test_anything_else_is_no_shard(text: str) -> None:
    with pytest.raises(UsageError, match="K/N"):
        parse_shard(text)


@pytest.mark.parametrize(
    ("shard", "said"),
    [
        (Shard(1, 10**6), "shard 2, 3, 4, 5, 6, 7, 8, 9, … of 1000000 is missing"),
        (Shard(3, 2), "a.json is shard 3/2, which is no part of a whole"),
        (Shard(0, 1), "a.json is shard 0/1, which is no part of a whole"),
        (Shard(1, 0), "a.json is shard 1/0, which is no part of a whole"),
    ],
)
def test_a_report_that_anybody_wrote_may_call_itself_any_shard(shard: Shard, said: str) -> None:
    with pytest.raises(UsageError) as refused:
        merged([("a.json", report(table(DETECTED), shard=shard))])
    assert str(refused.value) == said


def test_times_are_kept_for_the_next_plan(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert times.remembered(Path("/repo")) == {}
    times.remember(Path("/repo"), report(table(DETECTED)))
    times.remember(Path("/repo"), report(table(DETECTED, file="other.yml")))
    assert times.remembered(Path("/repo")) == {("seam.yml", "M1"): 6.5, ("other.yml", "M1"): 6.5}
    assert times.remembered(Path("/another")) == {}


@pytest.mark.parametrize("damage", [b"", b"{}", b"[[1]]", b'[["a", "b", "c"]]', b"[" * 100_000, b"\xff"])
def test_a_damaged_cache_is_an_empty_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, damage: bytes) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    times.remember(Path("/repo"), report(table(DETECTED)))
    (file,) = tmp_path.rglob("*.json")
    file.write_bytes(damage)
    assert times.remembered(Path("/repo")) == {}
    times.remember(Path("/repo"), report(table(DETECTED)))
    assert times.remembered(Path("/repo"))


def test_without_a_home_times_are_noted_nowhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setenv("HOME", "none")
    monkeypatch.chdir(tmp_path)
    times.remember(Path("/repo"), report(table(DETECTED)))
    assert times.remembered(Path("/repo")) == {}
    assert list(tmp_path.iterdir()) == []


def test_a_cache_that_is_off_keeps_no_times(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setenv("REDFIRST_CACHE", "0")
    times.remember(Path("/repo"), report(table(DETECTED)))
    assert list(tmp_path.iterdir()) == []


def test_no_times_are_noted_in_the_judged_tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    times.remember(tmp_path, report(table(DETECTED)))
    assert list(tmp_path.iterdir()) == []


def test_a_cache_that_cannot_be_written_is_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "redfirst").write_text("a file in the folder's place")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    times.remember(Path("/repo"), report(table(DETECTED)))
    assert times.remembered(Path("/repo")) == {}
