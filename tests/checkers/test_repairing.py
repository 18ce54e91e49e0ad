"""The repaired index on the command line: printed, written, or refused with the reason."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.builder import RepoBuilder
from tests.support.session import call

INDEX = ".agents/issue-index.md"
HEAD = "| Issue | Row |\n|---|---|\n| [#1](u) | `A` |\n"


@pytest.fixture
def repo(tmp_path: Path) -> RepoBuilder:
    """Two branches that each appended a row."""
    built = RepoBuilder(tmp_path / "repo")
    built.commit("base\n", {".redfirst.yml": "version: 1\nbase_ref: main\n", INDEX: HEAD})
    built.branch("topic")
    built.commit("ours\n", {INDEX: HEAD + "| [#5](u) | `T` |\n"})
    built.switch("main")
    built.commit("theirs\n", {INDEX: HEAD + "| [#8](u) | `M` |\n"})
    built.switch("topic")
    return built


WHOLE = HEAD + "| [#8](u) | `M` |\n| [#5](u) | `T` |\n"


@pytest.mark.parametrize("words", [[], ["--onto", "main"], ["--onto", "HEAD@{0}", "--onto", "refs/heads/main"]])
def test_the_index_is_printed_and_nothing_else(repo: RepoBuilder, words: list[str]) -> None:
    outcome = call("check-issue-index", "--repair", *words, cwd=repo.root)
    assert (outcome.code, outcome.out, outcome.err) == (0, WHOLE, "")
    assert call("redfirst", "check", "issue-index", "--repair", *words, cwd=repo.root) == outcome


def test_it_can_be_written_over_the_file(repo: RepoBuilder) -> None:
    outcome = call("check-issue-index", "--repair", "--output", INDEX, cwd=repo.root)
    assert (outcome.code, outcome.out, outcome.err) == (0, "", "")
    assert (repo.root / INDEX).read_text() == WHOLE


def test_bytes_stay_what_they_are(repo: RepoBuilder) -> None:
    repo.commit("more\n", {INDEX: HEAD.encode() + b"| [#6](u) | \xff |\n"})
    outcome = call("check-issue-index", "--repair", "--onto", "HEAD~1", cwd=repo.root, encoding="latin-1")
    assert "\xff" in outcome.out


def test_a_repair_that_would_change_a_row_is_refused(repo: RepoBuilder, tmp_path: Path) -> None:
    repo.commit("edit\n", {INDEX: HEAD.replace("`A`", "`Z`")})
    outcome = call("check-issue-index", "--repair", "--output", tmp_path / "out", cwd=repo.root)
    assert (outcome.code, outcome.out) == (1, "")
    assert outcome.err.startswith("redfirst: --repair is refused: this branch edits the row of #1")
    assert not (tmp_path / "out").exists()


def test_line_ends_that_git_writes_to_disk_are_no_uncommitted_rows(repo: RepoBuilder) -> None:
    repo.commit("ends\n", {".gitattributes": f"{INDEX} text eol=crlf\n"})
    (repo.root / INDEX).unlink()
    repo.git("checkout", "--", INDEX)
    assert b"\r\n" in (repo.root / INDEX).read_bytes()
    outcome = call("check-issue-index", "--repair", cwd=repo.root)
    assert (outcome.out, outcome.err) == (WHOLE, "")


def test_an_index_that_is_not_committed_at_all_is_told_to_be_left_out(repo: RepoBuilder) -> None:
    repo.git("rm", "-q", "--cached", INDEX)
    repo.git("commit", "-q", "-m", "gone")
    outcome = call("check-issue-index", "--repair", cwd=repo.root)
    assert outcome.err.startswith(f"redfirst: {INDEX} differs from HEAD here")


def test_uncommitted_rows_are_told_to_be_left_out(repo: RepoBuilder) -> None:
    repo.write({INDEX: HEAD + "| [#5](u) | `T` |\n| [#7](u) | `U` |\n"})
    outcome = call("check-issue-index", "--repair", cwd=repo.root)
    assert outcome.out == WHOLE
    assert outcome.err == f"redfirst: {INDEX} differs from HEAD here; only what is committed is in the repaired index\n"


@pytest.mark.parametrize(
    ("policy", "said"),
    [
        ("version: 1\nbase_ref: null\n", "name the base with --onto"),
        ("version: 1\n", "origin/main does not name a commit here; fetch it, or name the base with --onto"),
        ("version: 1\nextends: none\nbase_ref: main\n", ".redfirst.yml has no section issue_index"),
        ("version: 1\nbase_ref: main\nissue_index: {path: no.md}\n", "there is no no.md at HEAD or at main"),
    ],
)
def test_what_cannot_be_repaired(repo: RepoBuilder, policy: str, said: str) -> None:
    repo.write({".redfirst.yml": policy})
    assert said in call("check-issue-index", "--repair", cwd=repo.root).error


def test_a_branch_without_a_commit_has_nothing_to_repair(tmp_path: Path) -> None:
    built = RepoBuilder(tmp_path / "new")
    assert "does not name a commit" in call("check-issue-index", "--repair", "--onto", "HEAD", cwd=built.root).error
