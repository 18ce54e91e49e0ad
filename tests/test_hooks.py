"""The hooks that pre-commit offers: one a checker, each an installed command, each fit for its stage."""

from __future__ import annotations

import shlex
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

from checkers.registry import CHECKERS
from fixtures import build
from tests.support.builder import RepoBuilder
from tests.support.commands import run
from tests.support.modules import ROOT

HOOKS: list[dict[str, Any]] = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
BY_ID = {hook["id"]: hook for hook in HOOKS}
GOOD = "feat: a thing\n\nIt was missing.\n\nFOLLOWING_AGENTS_PROTOCOL\n\nFollowing-Agents-Protocol: true\n"
GOOD += "AI-Assisted: false\n"


def test_there_is_a_hook_for_every_checker_and_for_preflight() -> None:
    assert [hook["id"] for hook in HOOKS] == [*(f"check-{checker.name}" for checker in CHECKERS), "agent-preflight"]


@pytest.mark.parametrize("hook", HOOKS, ids=lambda hook: hook["id"])
def test_a_hook_starts_an_installed_command_at_an_explicit_stage(hook: dict[str, Any]) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert shlex.split(hook["entry"])[0] in project["scripts"]
    assert hook["language"] == "python"
    assert hook["always_run"] is True
    assert len(hook["stages"]) == 1
    assert hook["stages"][0] in ("pre-commit", "commit-msg", "pre-push")


@pytest.mark.parametrize("hook", HOOKS, ids=lambda hook: hook["id"])
def test_only_the_message_hook_is_handed_a_file(hook: dict[str, Any]) -> None:
    assert hook.get("pass_filenames", True) is (hook["stages"] == ["commit-msg"])


@pytest.mark.parametrize("hook", HOOKS, ids=lambda hook: hook["id"])
def test_a_skip_is_seen_where_pre_commit_says_passed(hook: dict[str, Any]) -> None:
    assert hook["verbose"] is True
    assert "--quiet" not in hook["entry"]


@pytest.fixture(scope="module")
def repo(tmp_path_factory: pytest.TempPathFactory) -> RepoBuilder:
    builder = build.build("main", tmp_path_factory.mktemp("hooks") / "repo")
    assert not (builder.root / ".redfirst.yml").exists()
    return builder


@pytest.mark.parametrize("hook", [hook for hook in HOOKS if hook["stages"] != ["commit-msg"]], ids=lambda h: h["id"])
def test_a_hook_passes_in_a_good_repository_without_a_policy_file(hook: dict[str, Any], repo: RepoBuilder) -> None:
    done = run(shlex.split(hook["entry"]), repo.root)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_message_hook_reads_the_file_that_git_hands_over(repo: RepoBuilder, tmp_path: Path) -> None:
    message = tmp_path / "COMMIT_EDITMSG"
    argv = [*shlex.split(BY_ID["check-commit-trailers"]["entry"]), str(message)]
    message.write_text(GOOD + "# Please enter the commit message for your changes.\n")
    assert run(argv, repo.root).returncode == 0
    message.write_text("Quick fix.\n")
    done = run(argv, repo.root)
    assert done.returncode == 1
    assert "commit-trailers/marker" in done.stdout


@pytest.mark.parametrize(
    ("hook", "path", "old", "new", "rule"),
    [
        (
            "check-attention-rung",
            "src/vllm/model_executor/models/delta_net.cpp",
            "&AttentionDenseFlash, true",
            "&Attention, true",
            "attention-rung/unmarked-use",
        ),
        (
            "check-device-leakage",
            "src/vllm/engine.cpp",
            "constexpr size_t kMaxRunning",
            "#ifdef VT_WIDE\n#endif\nconstexpr size_t kMaxRunning",
            "device-leakage/regression",
        ),
        (
            "check-doc-checkpoint",
            "examples/cli/main.cpp",
            "(default 16)",
            "(16, if none is given)",
            "doc-checkpoint/surface-missing",
        ),
        (
            "check-issue-index",
            ".agents/issue-index.md",
            "| Images ",
            "| Pictures ",
            "issue-index/edited-row",
        ),
    ],
)
def test_a_hook_refuses_what_is_staged(hook: str, path: str, old: str, new: str, rule: str, tmp_path: Path) -> None:
    repo = build.build("main", tmp_path / "repo")
    text = (repo.root / path).read_text(encoding="utf-8")
    assert old in text
    repo.write({path: text.replace(old, new)})
    repo.git("add", "-A")
    done = run(shlex.split(BY_ID[hook]["entry"]), repo.root)
    assert done.returncode == 1, done.stdout + done.stderr
    assert rule in done.stdout
