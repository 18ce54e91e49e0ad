"""Snapshots, changes and commits of plain memory, which the checkers' own tests use."""

from __future__ import annotations

import pytest

from checkers.repo.types import Entry, FileKind, MemorySnapshot, MergeChange, compare
from tests.checkers.repo.conftest import Open
from tests.support.builder import RepoBuilder
from tests.support.histories import memory_history


def test_a_snapshot_of_memory_reads_like_a_stored_one(build: RepoBuilder, opened: Open) -> None:
    files: dict[str, str | bytes] = {"d/f": "text ü\udcff", "b": b"\0\1", "a": ""}
    memory = MemorySnapshot(files)
    stored = opened(build).tree(build.commit("one", files))
    assert dict(memory.entries()) == dict(stored.entries())
    for path in ("a", "b", "d/f", "d", "none"):
        assert memory.get(path) == stored.get(path)
        assert memory.read(path) == stored.read(path)
    wanted = ["d/f", "none", "a"]
    assert list(memory.read_many(wanted)) == list(stored.read_many(wanted))


def test_links_and_submodules_of_memory_have_no_content() -> None:
    memory = MemorySnapshot({"l": "target", "s": "", "x": "#!"}, {"l": FileKind.SYMLINK, "s": FileKind.SUBMODULE})
    assert (memory.read("l"), memory.read("s"), memory.read("x")) == (None, None, b"#!")
    assert dict(memory.read_many(["l", "s", "x"])) == {"x": b"#!"}


@pytest.mark.parametrize(
    ("before", "after", "paths"),
    [
        ({}, {}, []),
        ({"a": "1"}, {"a": "1"}, []),
        ({"a": "1"}, {"a": "2"}, ["a"]),
        ({"z": "1"}, {"a": "1"}, ["a", "z"]),
    ],
)
def test_a_comparison_names_what_differs(before: dict[str, str], after: dict[str, str], paths: list[str]) -> None:
    assert list(compare(MemorySnapshot(before), MemorySnapshot(after)).paths) == paths


def test_a_comparison_sees_kinds_and_contents_without_ids(build: RepoBuilder, opened: Open) -> None:
    build.commit("one", {"same": "1", "edited": "1", "mode": "1", "gone": "1"})
    repository = opened(build)
    build.write({"edited": "2", "new": "1"})
    (build.root / "mode").chmod(0o755)
    (build.root / "gone").unlink()
    change = compare(repository.tree(repository.resolve("HEAD")), repository.work_tree())
    assert list(change.paths) == ["edited", "gone", "mode", "new"]
    assert change.paths["new"].after == Entry("new", FileKind.FILE, None)
    assert change.paths["gone"].after is None


def test_a_history_of_memory_is_linear() -> None:
    first, second = memory_history([{"f": "1"}, {"f": "2"}, {"f": "2", "g": "1"}], ["one"])
    assert (first.message, second.message) == ("one", "")
    assert second.parents == (first.sha,)
    assert [list(commit.change.paths) for commit in (first, second)] == [["f"], ["g"]]


def test_a_merge_of_memory_says_what_it_was_given() -> None:
    (commit,) = memory_history([{"f": "1"}, {"f": "2"}])
    merge = MergeChange(commit.change, frozenset({"f"}))
    assert type(commit)("0" * 40, commit.change, merge=merge).beyond_merge() is merge
