"""Merges that git itself made, judged from the command line."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from checkers.cli import issue_index
from tests.checkers.issue_index.support import PATH, index, row
from tests.support.builder import RepoBuilder

if TYPE_CHECKING:
    from pathlib import Path

UNION = {".gitattributes": f"{PATH} merge=union\n"}


def report(repo: RepoBuilder, *arguments: str) -> Any:
    output = repo.root.parent / "report.json"
    issue_index(["--repo", str(repo.root), "--format", "json", "--output", str(output), *arguments])
    return json.loads(output.read_text(encoding="utf-8"))["verdicts"][0]


def found(verdict: Any) -> list[tuple[str, str | None]]:
    return sorted((one["rule"].partition("/")[2], one["commit"]) for one in verdict["findings"])


@pytest.fixture
def repo(tmp_path: Path) -> RepoBuilder:
    builder = RepoBuilder(tmp_path / "repo")
    builder.commit("base", {**UNION, PATH: index(1)})
    builder.branch("topic")
    return builder


def test_a_union_merge_of_two_appended_rows_is_green(repo: RepoBuilder) -> None:
    repo.commit("ours", {PATH: index(1, 5)})
    repo.switch("main")
    repo.commit("theirs", {PATH: index(1, 8)})
    repo.switch("topic")
    repo.merge("main")
    verdict = report(repo, "--base", "main")
    assert [one for one in verdict["findings"] if one["severity"] == "error"] == []
    assert verdict["population"] == {"rows_base": 2, "rows_head": 3, "added": 1, "merges": 1}


def test_a_union_merge_that_joins_two_rows_is_caught(repo: RepoBuilder) -> None:
    repo.commit("ours", {PATH: index(1, 5).rstrip("\n")})
    repo.switch("main")
    repo.commit("theirs", {PATH: index(1, 8)})
    start = repo.git("rev-parse", "main~1")
    repo.switch("topic")
    merge = repo.merge("main", {PATH: index(1) + row(5).rstrip("\n") + row(8)})
    rules = found(report(repo, "--base", start))
    assert ("lost-in-merge", merge) in rules
    assert ("malformed-row", None) in rules


def test_an_edited_row_that_a_union_merge_doubles_is_caught(repo: RepoBuilder) -> None:
    repo.commit("ours", {PATH: index(row(1, "ours"))})
    repo.switch("main")
    repo.commit("theirs", {PATH: index(row(1, "theirs"))})
    repo.switch("topic")
    repo.merge("main")
    rules = [rule for rule, _ in found(report(repo, "--base", "main"))]
    assert "duplicate-issue" in rules


def test_an_octopus_merge_is_judged_against_every_parent(repo: RepoBuilder) -> None:
    for name, number in (("one", 2), ("two", 3)):
        repo.switch("main")
        repo.branch(name)
        repo.commit(name, {PATH: index(1, number), f"{name}.txt": name})
    repo.switch("topic")
    repo.commit("ours", {PATH: index(1, 5)})
    repo.write({PATH: index(1, 5, 2)})
    repo.git("add", "-A")
    tree = repo.git("write-tree")
    merge = repo.git("commit-tree", tree, "-p", "topic", "-p", "one", "-p", "two", "-m", "octopus")
    repo.git("reset", "-q", "--hard", merge)
    verdict = report(repo, "--base", "main")
    assert found(verdict) == [("lost-in-merge", merge)]
    assert "#3" in verdict["findings"][0]["message"]
    assert "parent 3" in verdict["findings"][0]["message"]


def test_a_merge_commit_by_itself_is_judged_as_a_merge(repo: RepoBuilder) -> None:
    repo.commit("ours", {PATH: index(1, 5)})
    repo.switch("main")
    repo.commit("theirs", {PATH: index(1, 8)})
    repo.switch("topic")
    merge = repo.merge("main", {PATH: index(1, 5)})
    assert found(report(repo, "--commit", merge)) == [("lost-in-merge", merge)]


def test_the_index_is_judged_against_head(repo: RepoBuilder) -> None:
    repo.write({PATH: index(1, 2).rstrip("\n")})
    repo.git("add", "-A")
    assert found(report(repo, "--staged")) == [("missing-final-newline", None)]
    repo.write({PATH: ""})
    repo.git("add", "-A")
    assert "removed-row" in [rule for rule, _ in found(report(repo, "--staged"))]


def test_a_bare_run_reads_the_files_on_disk(repo: RepoBuilder) -> None:
    repo.git("update-ref", "refs/remotes/origin/main", "main")
    repo.write({PATH: index(1, 1)})
    assert found(report(repo)) == [("duplicate-row", None)]


def test_a_bare_run_without_its_base_ref_is_no_green(repo: RepoBuilder) -> None:
    assert report(repo)["status"] == "skip"
    repo.write({PATH: index(1, "| x |\n")})
    assert found(report(repo)) == [("malformed-row", None)]
