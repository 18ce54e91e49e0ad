"""An option that a command line has no use for is refused; one that the policy leaves without use is said."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest

from tests.support.builder import RepoBuilder
from tests.support.session import Outcome, call

CHECKS = ("doc-checkpoint", "attention-rung", "device-leakage", "issue-index", "commit-trailers")
SUBJECTS = {
    "": (),
    "--staged": ("--staged",),
    "--commit": ("--commit", "HEAD"),
    "--base": ("--base", "main"),
    "--message-file": ("--message-file", "-"),
    "--commit-msg": ("--commit-msg", "a.txt"),
}
MESSAGES = {"--commit", "--base", "--message-file", "--commit-msg", ""}
USEFUL = {
    ("--judge", "squash"): ({"doc-checkpoint"}, {"", "--base"}),
    ("--filled",): ({"commit-trailers"}, MESSAGES),
    ("--merge-into", "main"): ({"attention-rung", "device-leakage", "issue-index"}, {"--base"}),
}
"""Options, with the checkers and the subjects that have a use for each."""
ONE_CHECKERS_OWN = {
    ("--report",): ("device-leakage", {"", "--staged", "--commit", "--base"}),
    ("--list",): ("device-leakage", {"", "--staged", "--commit", "--base"}),
    ("--write-baseline",): ("device-leakage", {""}),
    ("--repair", "--onto", "main"): ("issue-index", {""}),
}


@pytest.fixture
def repo(tmp_path: Path) -> RepoBuilder:
    built = RepoBuilder(tmp_path / "repo")
    built.commit("base\n\nbody\n", {"a.txt": "a\n", "src/vllm/a.cpp": "int a;\n"})
    return built


def _refused(outcome: Outcome) -> bool:
    return outcome.code == 2 and "nothing was judged" not in outcome.err


@pytest.mark.parametrize("option", USEFUL, ids=" ".join)
@pytest.mark.parametrize("subject", SUBJECTS)
@pytest.mark.parametrize("checks", [*((check,) for check in CHECKS), CHECKS[:2], CHECKS[3:], ()], ids=" ".join)
def test_an_option_that_no_named_checker_has_a_use_for_is_refused(
    repo: RepoBuilder, option: tuple[str, ...], subject: str, checks: tuple[str, ...]
) -> None:
    able, subjects = USEFUL[option]
    outcome = call("redfirst", "check", *checks, *SUBJECTS[subject], *option, cwd=repo.root)
    named = {*checks} or {*CHECKS}
    reads_messages_only = subject in ("--message-file", "--commit-msg")
    judges = (
        "commit-trailers" in named if reads_messages_only else named != {"commit-trailers"} or subject != "--staged"
    )
    assert _refused(outcome) == (not (named & able and subject in subjects and judges)), outcome.err
    if _refused(outcome):
        assert option[0] in outcome.error or subject in outcome.error
    else:
        assert option[0] not in outcome.err


@pytest.mark.parametrize(("option", "subject"), [*product(ONE_CHECKERS_OWN, SUBJECTS)], ids=str)
@pytest.mark.parametrize("checks", [*((check,) for check in CHECKS), CHECKS[2:4], ()], ids=" ".join)
def test_what_one_checker_does_beside_judging_needs_it_alone(
    repo: RepoBuilder, option: tuple[str, ...], subject: str, checks: tuple[str, ...]
) -> None:
    owner, subjects = ONE_CHECKERS_OWN[option]
    outcome = call("redfirst", "check", *checks, *SUBJECTS[subject], *option, cwd=repo.root)
    is_useful = checks == (owner,) and subject in subjects
    if not is_useful:
        assert _refused(outcome)
        assert outcome.error
    elif option[0] != "--repair":  # which finds no index in this repository
        assert not _refused(outcome), outcome.err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (
            "check-commit-trailers --base main --merge-into main",
            "--merge-into asks nothing of commit-trailers; it is for attention-rung, device-leakage, issue-index",
        ),
        ("redfirst check issue-index --judge both", "--judge asks nothing of issue-index; it is for doc-checkpoint"),
        ("check-doc-checkpoint --staged --judge both", "--judge asks nothing of --staged; it is for a range"),
        ("check-doc-checkpoint --commit HEAD --judge both", "--judge asks nothing of --commit; it is for a range"),
        ("redfirst check --staged --filled", "--filled asks nothing of --staged; it is for messages"),
        ("redfirst check attention-rung doc-checkpoint --filled",
         "--filled asks nothing of doc-checkpoint, attention-rung; it is for commit-trailers"),
        ("check-issue-index --repair --fail-on-skip", "--repair judges nothing; leave --fail-on-skip out"),
        ("check-device-leakage --list --repo=", "--repo is empty; name a folder, or leave it out"),
        ("agent-preflight --base=", "an empty revision names no commit"),
        ("check-issue-index --repair --onto=", "an empty revision names no commit"),
        ("redfirst explain --repo .", "--repo asks nothing of a list; name a rule"),
        ("redfirst explain issue-index --repo .", "--repo asks nothing of a list; name a rule"),
        ("redfirst verdict --base main --merge-into main commit-trailers", "--merge-into asks nothing of"),
    ],
)  # fmt: skip
def test_what_is_useless_is_said_with_what_it_is_for(repo: RepoBuilder, words: str, said: str) -> None:
    program, *arguments = words.split()
    assert said in call(program, *arguments, cwd=repo.root).error


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("redfirst check --judge both", "--judge changes nothing here: .redfirst.yml has no section doc_checkpoint"),
        (
            "redfirst check --base main --merge-into main",
            "--merge-into changes nothing here: .redfirst.yml has no section attention_rung, "
            "device_leakage, issue_index",
        ),
        (
            "check-commit-trailers --message-file - --filled",
            "--filled changes nothing here: .redfirst.yml has no commit_trailers.attribution.placeholder",
        ),
    ],
)
def test_what_the_policy_has_no_use_for_is_said_and_judged_all_the_same(
    repo: RepoBuilder, words: str, said: str
) -> None:
    keys = "marker: null, protocol: null, attribution: {declaration: null, by: By, placeholder: null}, human_only: []"
    section = f"{{{keys}, forge_accounts: [], ai_names: [], strict_since: null, landed_exceptions: []}}"
    policy = f"version: 1\nextends: none\nbase_ref: main\ncommit_trailers: {section}\n"
    repo.commit("policy\n\nbody\n", {".redfirst.yml": policy})
    program, *arguments = words.split()
    outcome = call(program, *arguments, cwd=repo.root, stdin=b"subject\n\nbody\n")
    assert outcome.code in (0, 1), outcome.err
    option, policy_lacks = said.split(": ")
    assert f"redfirst: {option}: " in outcome.err
    assert f"{policy_lacks}\n" in outcome.err
    assert "commit-trailers" in outcome.out
    assert call(program, *arguments, "--quiet", cwd=repo.root, stdin=b"subject\n\nbody\n").err == ""


def test_a_checker_that_is_named_twice_is_named_once(repo: RepoBuilder) -> None:
    once = call("redfirst", "check", "device-leakage", "--list", cwd=repo.root)
    twice = call("redfirst", "check", "device-leakage", "device-leakage", "--list", cwd=repo.root)
    assert (twice.code, once.code) == (1, 1) or once.code == twice.code != 2
