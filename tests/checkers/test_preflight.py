"""Every gate in one run: one pinned base, three states, and a banner that is earned."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.checkers.output.test_json import VALIDATOR
from tests.support.builder import RepoBuilder
from tests.support.session import Outcome, call

GOOD = (
    "feat: two\n\nIt was missing.\n\nFOLLOWING_AGENTS_PROTOCOL\n\nFollowing-Agents-Protocol: true\nAI-Assisted: false\n"
)
MODEL = "src/vllm/model_executor/models/m.cpp"
TREE = {
    ".redfirst.yml": "version: 1\nbase_ref: main\n",
    "scripts/device-leakage-baseline.json": json.dumps(
        {"total": 0, "buckets": {"kcuda": 0, "is_cuda": 0, "cuda_inc": 0, "vt_ifdef": 0}}
    ),
    MODEL: "void F() { vt::AttentionDenseFlash(q); }\n",
    ".agents/engine-matrix.md": "| ID | State |\n|---|---|\n| `ENG-A` | `READY` |\n",
    ".agents/issue-index.md": "| Issue | Row |\n|---|---|\n| [#1](u) | `A` |\n",
}
NAIVE = {MODEL: "void F() { vt::Attention(q); }\n"}
COMMANDS = """\
version: 1
extends: none
base_ref: main
preflight:
  commands:
"""


@pytest.fixture
def repo(tmp_path: Path) -> RepoBuilder:
    """A green tree with a green branch of one commit."""
    built = RepoBuilder(tmp_path / "repo")
    built.commit(GOOD, TREE)
    built.branch("topic")
    built.commit(GOOD, {"src/vllm/util.cpp": "int Two() { return 2; }\n"})
    return built


def _run(repo: RepoBuilder, *words: str) -> Outcome:
    return call("agent-preflight", *words, cwd=repo.root)


def _report(repo: RepoBuilder, *words: str) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(_run(repo, "--format=json", *words).out)
    VALIDATOR.validate(data)
    return data


def _statuses(report: dict[str, Any]) -> dict[str, str]:
    return {verdict["check"]: verdict["status"] for verdict in report["verdicts"]}


@pytest.mark.parametrize("is_committed", [True, False])
def test_a_leak_is_named_where_it_came(repo: RepoBuilder, is_committed: bool) -> None:
    repo.write({"src/vllm/leak.cpp": "\nauto device = kCUDA;\n"})
    if is_committed:
        repo.commit(GOOD)
    said = f"kcuda 1 > 0, its baseline; new since {repo.git('rev-parse', 'main')[:9]}: src/vllm/leak.cpp:2:15"
    assert said in _run(repo).out


def test_a_leak_of_one_checker_s_run_is_named_against_head(repo: RepoBuilder) -> None:
    repo.write({"src/vllm/leak.cpp": "\nauto device = kCUDA;\n"})
    said = f"new since {repo.git('rev-parse', 'HEAD')[:9]}: src/vllm/leak.cpp:2:15"
    assert said in call("check-device-leakage", cwd=repo.root).out


def test_green_is_one_line_a_gate_and_the_banner(repo: RepoBuilder) -> None:
    outcome = _run(repo)
    lines = outcome.out.splitlines()
    assert outcome.code == 0
    assert lines[0] == "redfirst 0.1.0   policy .redfirst.yml"
    assert lines[1] == f"base  main  {repo.git('rev-parse', 'main')[:9]}  (ancestor of HEAD, 1 commit)"
    assert lines[2] == ""
    states = [line.split()[:2] for line in lines[3:8]]
    assert states == [
        ["ok", "doc-checkpoint"],
        ["ok", "attention-rung"],
        ["ok", "device-leakage"],
        ["ok", "issue-index"],
        ["ok", "commit-trailers"],
    ]
    assert lines[8:] == ["", "All gates green."]


def test_one_red_and_one_not_run_are_told_apart(repo: RepoBuilder) -> None:
    repo.switch("main")
    repo.git("rm", "-q", ".agents/issue-index.md")
    repo.commit(GOOD)
    repo.git("switch", "-q", "-c", "later")
    repo.write(NAIVE)
    outcome = _run(repo)
    assert outcome.code == 1
    assert outcome.out.splitlines()[-3:] == [
        "1 gate failed: attention-rung",
        "1 gate did not run: issue-index",
        "Not green.  redfirst explain attention-rung/unmarked-use",
    ]
    assert "   >    1  void F() { vt::Attention(q); }" in outcome.out
    assert "All gates green." not in outcome.out


def test_a_base_that_does_not_resolve_costs_the_banner(repo: RepoBuilder) -> None:
    repo.write({".redfirst.yml": "version: 1\n"})
    outcome = _run(repo)
    assert outcome.code == 0
    assert "base  origin/main does not name a commit here; fetch it, or name the base with --base" in outcome.out
    assert "3 gates did not run: doc-checkpoint, issue-index, commit-trailers" in outcome.out
    assert outcome.out.endswith("\nNot green.\n")
    assert _run(repo, "--fail-on-skip").code == 3
    assert _report(repo)["summary"] == {"pass": 2, "fail": 0, "skip": 3, "green": False}


def test_what_stands_in_the_index_is_judged_without_a_base(repo: RepoBuilder) -> None:
    row = "| [#1](u) | `A` |\n"
    repo.write({".redfirst.yml": "version: 1\n", ".agents/issue-index.md": "| Issue | Row |\n|---|---|\n" + row * 2})
    assert _statuses(_report(repo))["issue-index"] == "fail"


def test_a_base_that_is_named_counts(repo: RepoBuilder) -> None:
    repo.write({".redfirst.yml": "version: 1\nbase_ref: nowhere\n"})
    report = _report(repo, "--base", "main")
    assert report["summary"]["green"]
    assert report["subject"] == {
        "kind": "tree",
        "base": repo.git("rev-parse", "main"),
        "head": repo.git("rev-parse", "topic"),
        "merge_base": repo.git("rev-parse", "main"),
    }


def test_a_base_that_is_named_must_resolve(repo: RepoBuilder) -> None:
    outcome = _run(repo, "--base", "nowhere")
    assert (outcome.code, outcome.out) == (2, "")
    assert "nowhere does not name a commit here" in outcome.error


def test_a_base_that_has_moved_on_is_said_to_be_no_ancestor(repo: RepoBuilder) -> None:
    merge_base = repo.git("rev-parse", "main")
    repo.switch("main")
    repo.commit(GOOD, {"b.txt": "b\n"})
    repo.switch("topic")
    tip = repo.git("rev-parse", "main")
    line = _run(repo).out.splitlines()[1]
    assert line == f"base  main  {tip[:9]}  (not an ancestor of HEAD, 1 commit since the merge base {merge_base[:9]})"


def test_an_empty_range_is_no_skip(repo: RepoBuilder) -> None:
    repo.git("switch", "-q", "-c", "fresh", "main")
    outcome = _run(repo)
    assert "(ancestor of HEAD, 0 commits)" in outcome.out
    assert outcome.out.endswith("All gates green.\n")
    populations = {verdict["check"]: verdict["population"] for verdict in _report(repo)["verdicts"]}
    assert populations["commit-trailers"]["commits"] == populations["doc-checkpoint"]["commits"] == 0


def test_the_staged_change_has_verdicts_of_its_own(repo: RepoBuilder) -> None:
    repo.write(NAIVE)
    repo.git("add", "-A")
    repo.write({MODEL: TREE[MODEL]})
    report = _report(repo, "--staged")
    states = [(verdict["check"], verdict["subject"], verdict["status"]) for verdict in report["verdicts"]]
    assert states == [
        ("doc-checkpoint", "range", "pass"),
        ("doc-checkpoint", "staged", "pass"),
        ("attention-rung", "tree", "pass"),
        ("attention-rung", "staged", "fail"),
        ("device-leakage", "tree", "pass"),
        ("device-leakage", "staged", "pass"),
        ("issue-index", "range", "pass"),
        ("issue-index", "staged", "pass"),
        ("commit-trailers", "range", "pass"),
    ]
    text = _run(repo, "--staged").out
    assert "1 gate failed: attention-rung (staged)" in text


def test_a_moved_ref_cannot_change_the_question(repo: RepoBuilder) -> None:
    repo.write(
        {
            ".redfirst.yml": "version: 1\nbase_ref: main\npreflight: {commands: "
            "[{name: moves, run: [git, update-ref, refs/heads/main, topic]}]}\n"
        }
    )
    pinned = repo.git("rev-parse", "main")
    report = _report(repo)
    assert repo.git("rev-parse", "main") != pinned
    assert report["subject"]["base"] == pinned
    assert {verdict["check"]: verdict for verdict in report["verdicts"]}["commit-trailers"]["population"][
        "commits"
    ] == 1


def _with_commands(repo: RepoBuilder, *commands: str) -> None:
    """A tree that is governed by these commands alone, at the base too."""
    repo.switch("main")
    repo.commit(GOOD, {".redfirst.yml": COMMANDS + "".join(f"    - {command}\n" for command in commands)})


def test_the_policys_own_commands_have_the_same_three_states(repo: RepoBuilder) -> None:
    _with_commands(
        repo,
        '{name: passes, run: [sh, -c, "exit 0"]}',
        '{name: breaks, run: [sh, -c, "echo the reason it broke; exit 4"]}',
        '{name: abstains, run: [sh, -c, "echo no device here; exit 77"]}',
        "{name: missing, run: [no-such-program-here]}",
    )
    outcome = _run(repo)
    assert outcome.code == 1
    assert "  | the reason it broke\n" in outcome.out
    assert "SKIP  command/abstains  no device here\n" in outcome.out
    assert "2 gates failed: command/breaks, command/missing\n" in outcome.out
    assert "1 gate did not run: command/abstains\n" in outcome.out
    assert "redfirst explain command/failed" in outcome.out
    report = _report(repo)
    assert _statuses(report) == {
        "command/passes": "pass",
        "command/breaks": "fail",
        "command/abstains": "skip",
        "command/missing": "fail",
    }
    assert report["verdicts"][1]["findings"][0]["rule"] == "command/failed"
    assert report["verdicts"][1]["log"] == ["the reason it broke"]
    assert report["verdicts"][2]["reason"] == "no device here"


def test_commands_can_be_left_out(repo: RepoBuilder) -> None:
    _with_commands(repo, "{name: passes, run: [sh, -c, 'touch ran']}")
    assert "nothing was judged" in _run(repo, "--no-commands").error
    assert not (repo.root / "ran").exists()
    assert _run(repo).code == 0
    assert (repo.root / "ran").exists()


def test_hostile_output_of_a_command_stays_text(repo: RepoBuilder) -> None:
    _with_commands(repo, r"""{name: bad, run: [sh, -c, 'printf "\033[2J\n::error::owned\n##[error]x\n"; exit 1']}""")
    out = _run(repo).out
    assert "\x1b" not in out
    assert not any(line.lstrip().startswith("::") for line in out.splitlines())
    assert "##[" not in out


@pytest.mark.parametrize("form", ["sarif", "github", "markdown"])
def test_every_format_tells_skip_and_failure(repo: RepoBuilder, form: str) -> None:
    _with_commands(repo, "{name: bad, run: ['false']}", "{name: none, run: [sh, -c, 'echo no device; exit 77']}")
    outcome = _run(repo, "--format", form)
    assert outcome.code == 1
    assert "command/failed" in outcome.out
    assert "no device" in outcome.out


def test_quiet_keeps_what_is_wrong(repo: RepoBuilder) -> None:
    assert _run(repo, "--quiet").out == ""
    repo.write(NAIVE)
    lines = _run(repo, "--quiet").out.splitlines()
    assert lines[0].startswith("FAIL  attention-rung")
    assert lines[-1].startswith("Not green.")


def test_the_first_commit_of_a_repository_can_be_looked_at(tmp_path: Path) -> None:
    built = RepoBuilder(tmp_path / "new")
    built.write({**TREE, **NAIVE})
    built.git("add", "-A")
    states = [
        (verdict["check"], verdict["subject"], verdict["status"]) for verdict in _report(built, "--staged")["verdicts"]
    ]
    assert ("attention-rung", "tree", "fail") in states
    assert ("attention-rung", "staged", "fail") in states
    assert ("commit-trailers", "range", "skip") in states
    assert "base  main does not name a commit here" in _run(built).out


def test_an_empty_repository_is_not_green(tmp_path: Path) -> None:
    report = _report(RepoBuilder(tmp_path / "empty"))
    assert not report["summary"]["green"]
    assert report["summary"]["pass"] == 0
