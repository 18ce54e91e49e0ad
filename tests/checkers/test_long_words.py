"""A word of any length is echoed only as far as it helps, and what is to be done about it is still said."""

from __future__ import annotations

from pathlib import Path

import pytest

from checkers.delivery import one_line
from tests.support.builder import RepoBuilder
from tests.support.session import call

LONG = "W"
"""Stands for the long word in the command lines below."""
MOST = 1_500
VERDICT = "redfirst verdict --base main"
POST = "redfirst post v --repo a/b --pr 1"
LINES = {
    "redfirst W": "is no command; there are check",
    "redfirst check W": "is no checker; there are doc-checkpoint",
    "redfirst check --W": "; redfirst check --help lists the options",
    "redfirst check --format W": "(choose from 'text', 'json', 'sarif', 'github', 'markdown')",
    "redfirst check --color W": "redfirst check --help lists the options",
    "redfirst check --base W": "does not name a commit here; fetch it, or name the base with --base",
    "redfirst check --base main --head W": "or name the head with --head",
    "redfirst check --base main --merge-into W": "does not name a commit here",
    "redfirst check --commit W": "does not name a commit here",
    "redfirst check --repo W": "git cannot be run in ",
    "redfirst check --policy W": "cannot be read: File name too long",
    "redfirst check --output W": "cannot be written: File name too long",
    "check-commit-trailers --message-file W": "cannot be read: File name too long",
    "check-commit-trailers --commit-msg W": "cannot be read: File name too long",
    "check-doc-checkpoint --judge W": "(choose from 'commits', 'squash', 'both')",
    "check-issue-index --repair --onto W": "or name the base with --onto",
    "agent-preflight W": "agent-preflight --help lists the options",
    "agent-preflight --base W": "or name the base with --base",
    "redfirst explain W": "is no rule; redfirst explain lists them",
    "redfirst explain issue-index/W": "is no rule; there are issue-index/",
    "redfirst history W": "has no history; device-leakage has one",
    "redfirst history device-leakage --head W": "or name another head with --head",
    "redfirst history device-leakage --svg W": "cannot be written: File name too long",
    "redfirst init --from W": "with the commit's full hash",
    "redfirst init --repo W": "git cannot be run in ",
    "redfirst completion W": "(choose from 'bash', 'zsh', 'fish')",
    "redfirst demo W": "name another folder",
    "redfirst mutate W": "cannot be read: File name too long; name a mutation table",
    "redfirst mutate --at W": "or name the commit with --at",
    "redfirst mutate --jobs W": "is no number from 1 to 256",
    "redfirst mutate --shard W": "write K/N, such as 2/4",
    "redfirst mutate --merge W": "cannot be read: File name too long",
    "redfirst prove --base main --suite W": "define it under mutation.suites",
    "redfirst prove --base main --suite a --keep W": "cannot be used: File name too long; name another",
    f"{VERDICT} --mutations W": "cannot be read: File name too long",
    f"{VERDICT} --event W": "cannot be read: File name too long",
    f"{VERDICT} --pr-body W": "cannot be read: File name too long",
    f"{VERDICT} --output W": "cannot be made: File name too long",
    f"{VERDICT} --repository W": "is no OWNER/NAME",
    f"{VERDICT} --run-id W": "is no number from 1 to",
    f"{POST} --head W": "is no full hash of a commit",
    "redfirst post W --repo a/b --pr 1": "cannot be read: File name too long",
    "redfirst triage --repo a/b --pr W": "is no number from 1 to",
}
WORDS = {
    "a run of letters": "y" * 100_000,
    "words": "y z " * 25_000,
    "escapes": "y\x1b[2J\u202e\n" * 14_000,
}


@pytest.fixture(scope="module")
def repo(tmp_path_factory: pytest.TempPathFactory) -> RepoBuilder:
    """A small repository that nothing in this module changes."""
    built = RepoBuilder(tmp_path_factory.mktemp("repo"))
    built.commit("base\n\nbody\n", {"a.txt": "a\n"})
    return built


@pytest.mark.parametrize("line", LINES)
def test_a_long_word_on_the_command_line_leaves_room_for_what_to_do(repo: RepoBuilder, line: str) -> None:
    program, *words = line.split()
    long = WORDS["a run of letters"]
    error = call(program, *(word.replace(LONG, long) for word in words), cwd=repo.root).error
    assert LINES[line] in error
    assert len(error) <= MOST
    assert "internal error" not in error


@pytest.mark.parametrize("kind", WORDS)
@pytest.mark.parametrize("line", ["redfirst W", "redfirst check --commit=W", "check-doc-checkpoint --judge=W"])
def test_a_word_of_any_kind_is_bounded_and_shown_as_text(repo: RepoBuilder, line: str, kind: str) -> None:
    program, *words = line.split()
    error = call(program, *(word.replace(LONG, WORDS[kind]) for word in words), cwd=repo.root).error
    assert error.isprintable()
    assert len(error) <= MOST


def test_a_long_revision_is_cut_in_a_report_too(repo: RepoBuilder) -> None:
    long = f"HEAD{'^0' * 20_000}"
    assert len(call("agent-preflight", "--base", long, cwd=repo.root).out) < 5_000
    page = call("redfirst", "explain", "attention-rung/unmarked-use", "--repo", "y" * 100_000, cwd=repo.root).out
    assert len(page) < 5_000
    assert page.endswith("File name too long\n")
    repo.branch("other")
    repo.commit("other\n\nbody\n", {"a.txt": "other\n"})
    repo.git("switch", "-q", "main")
    repo.commit("main\n\nbody\n", {"a.txt": "main\n"})
    merged = call("check-attention-rung", "--base", "main", "--head", "other", "--merge-into", long, cwd=repo.root)
    assert "conflicts in a.txt" in merged.out
    assert len(merged.out) < 5_000


def test_a_base_of_the_policy_that_is_nowhere_is_cut(tmp_path: Path) -> None:
    built = RepoBuilder(tmp_path / "repo")
    built.commit("base\n\nbody\n", {".redfirst.yml": f"version: 1\nbase_ref: {'y' * 9_000}\n"})
    assert len(call("agent-preflight", cwd=built.root).out) < 5_000


def test_what_is_short_enough_is_said_as_it_is() -> None:
    path = f"/{'a' * 100}/{'b' * 90}"
    assert one_line(f"{path} is no file; name one") == f"{path} is no file; name one"
    names = ", ".join(f"name-{number}" for number in range(100))
    assert one_line(names) == names


def test_both_ends_of_a_long_line_are_kept() -> None:
    assert one_line(f"--output {'a' * 500}/b.json cannot be written").endswith("a/b.json cannot be written")
    told = one_line(f"first {'and another ' * 1_000}last; do this")
    assert told.startswith("first and another")
    assert told.endswith("last; do this")
    assert "…" in told
