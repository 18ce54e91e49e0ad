"""Completion as a shell offers it, asked of real shells."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from bot.cli import every_command
from bot.completion import SHELLS, standalone_parsers
from tests.support.session import call

ASK = r"""
source "$1"; shift
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMP_LINE="$*"; COMP_POINT=${#COMP_LINE}; COMPREPLY=()
handler=$(complete -p "$1"); handler=${handler#*-F }; ${handler%% *}
printf '%s\n' "${COMPREPLY[@]}"
"""
ASKED = [
    ("redfirst", "ch"), ("redfirst", "explain", "issue-index/lost"), ("redfirst", "check", "issue"),
    ("redfirst", "check", "--fail"), ("redfirst", "check", "--format", "sar"), ("check-issue-index", "--repa"),
    ("agent-preflight", "--no-com"), ("redfirst", "completion", "fi"),
]  # fmt: skip
OFFERED = [
    "check", "issue-index/lost-in-merge", "issue-index", "--fail-on-skip", "sarif", "--repair", "--no-commands", "fish",
]  # fmt: skip


@pytest.fixture(scope="module")
def scripts(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("completion")
    for shell in SHELLS:
        (folder / shell).write_text(call("redfirst", "completion", shell, cwd=folder).out, encoding="utf-8")
    return folder


@pytest.mark.parametrize(("words", "offered"), list(zip(ASKED, OFFERED, strict=True)), ids=str)
def test_bash_completes(scripts: Path, words: tuple[str, ...], offered: str) -> None:
    argv = ["bash", "--norc", "-c", ASK, "ask", str(scripts / "bash"), *words]
    done = subprocess.run(argv, capture_output=True, text=True, check=True)
    assert done.stdout.split() == [offered]
    assert done.stderr == ""


def test_bash_offers_files_where_a_file_is_asked_for(scripts: Path) -> None:
    (scripts / "notes.md").write_text("")
    argv = ["bash", "--norc", "-c", ASK, "ask", str(scripts / "bash"), "redfirst", "check", "--output", "note"]
    done = subprocess.run(argv, cwd=scripts, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["notes.md"]


@pytest.mark.parametrize("shell", SHELLS)
def test_a_shell_reads_its_script(scripts: Path, shell: str) -> None:
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not installed")
    done = subprocess.run([shell, "-n", str(scripts / shell)], capture_output=True, text=True, check=True)
    assert (done.stdout, done.stderr) == ("", "")


def test_fish_completes(scripts: Path) -> None:
    if shutil.which("fish") is None:
        pytest.skip("fish is not installed")
    code = f"source {scripts / 'fish'}; complete -C 'redfirst expl'; complete -C 'check-issue-index --repa'"
    done = subprocess.run(["fish", "--no-config", "-c", code], capture_output=True, text=True, check=True)
    assert [line.split("\t")[0] for line in done.stdout.splitlines()] == ["explain", "--repair"]


def test_zsh_knows_every_executable(scripts: Path) -> None:
    if shutil.which("zsh") is None:
        pytest.skip("zsh is not installed")
    code = f'autoload -Uz compinit; compinit -u -D; eval "$(<{scripts / "zsh"})"; print -l ${{(k)_comps}}'
    done = subprocess.run(["zsh", "-f", "-c", code], capture_output=True, text=True, check=True)
    assert {"redfirst", *(parser.prog for parser in standalone_parsers())} <= set(done.stdout.split())


@pytest.mark.parametrize("shell", SHELLS)
def test_every_command_and_option_is_in_the_script(scripts: Path, shell: str) -> None:
    script = (scripts / shell).read_text(encoding="utf-8")
    for name in every_command():
        assert re.search(rf"\b{name}\b", script)
    options = [option for parser in standalone_parsers() for option in parser._option_string_actions]
    assert [option for option in options if option.lstrip("-") not in script] == []


def test_another_shell_is_refused(tmp_path: Path) -> None:
    assert "'csh'" in call("redfirst", "completion", "csh", cwd=tmp_path).error
