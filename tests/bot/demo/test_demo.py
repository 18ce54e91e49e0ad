"""`redfirst demo`: it shows a refusal and a survivor, ends well when both are as expected, and badly when not."""

from __future__ import annotations

import subprocess
import tempfile
from pathlib import Path

import pytest

from bot.demo import command
from bot.demo.material import TREE, tree_files
from checkers.errors import RedfirstError
from tests.support.session import Outcome, call


@pytest.fixture(scope="module")
def shown(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Outcome]:
    """A demo in a folder, and what it said."""
    root = tmp_path_factory.mktemp("demo")
    return root / "here", _demo(root, root / "here")


def _demo(root: Path, *arguments: str | Path) -> Outcome:
    return call("redfirst", "demo", *arguments, cwd=root, env={"XDG_CACHE_HOME": str(root / "cache")})


def test_the_demo_shows_what_preflight_refuses_and_where_to_look(shown: tuple[Path, Outcome]) -> None:
    folder, outcome = shown
    assert outcome.code == 0, outcome.err
    before, after = outcome.out.index("$ agent-preflight --base main"), outcome.out.index("Where to look next")
    assert "5 gates failed" in outcome.out[before:after]
    assert "attention-rung/unmarked-use" in outcome.out[before:after]
    own = [line.replace(str(folder), ".demo") for line in outcome.out[after:].splitlines() if "bin/" not in line]
    assert [line for line in own if len(line) > 80] == []
    assert f"  cd {folder}" in outcome.out


def test_the_demo_shows_a_row_that_survived_on_a_branch_that_every_gate_lets_pass(shown: tuple[Path, Outcome]) -> None:
    folder, outcome = shown
    told = outcome.out[outcome.out.index(f"$ redfirst mutate {command.TABLE}") :]
    states = [line.split()[:2] for line in told.splitlines() if line.startswith("  ")]
    assert [state for state in states if state[0] in ("no-row", "not-there", "order")] == [
        ["no-row", "detected"],
        ["not-there", "survived"],
        ["order", "accepted"],
    ]
    assert "1 of 6 rows does not pass" in told
    assert call("agent-preflight", "--base", "main", cwd=folder).code == 0


def test_the_same_table_is_green_before_the_branch(shown: tuple[Path, Outcome]) -> None:
    folder, _ = shown
    cache = {"XDG_CACHE_HOME": str(folder.parent / "cache")}
    words = ("--quiet", "--at", "main", "--row", "not-there", command.TABLE)
    assert call("redfirst", "mutate", *words, cwd=folder, env=cache).code == 0


def test_a_second_demo_replaces_the_first(shown: tuple[Path, Outcome]) -> None:
    folder, _ = shown
    (folder / "README.md").write_text("spoilt")
    command._build(command._folder([str(folder)]))
    assert (folder / "README.md").read_bytes() == (TREE / "README.md").read_bytes()


def test_without_a_folder_a_temporary_one_is_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    assert command._folder([]).parent == tmp_path


@pytest.mark.parametrize("is_file", [True, False])
def test_the_demo_does_not_replace_what_it_did_not_make(tmp_path: Path, is_file: bool) -> None:
    mine = tmp_path / "mine"
    (mine if is_file else tmp_path / "mine" / "a").parent.mkdir(exist_ok=True)
    (mine if is_file else tmp_path / "mine" / "a").write_text("keep")
    assert "did not make" in _demo(tmp_path, mine).error
    assert [path.read_text() for path in tmp_path.rglob("*") if path.is_file()] == ["keep"]


def test_the_demo_says_that_it_went_wrong(tmp_path: Path) -> None:
    with pytest.raises(RedfirstError, match="agent-preflight ended with exit code 0, not 1"):
        command.demo([str(tmp_path / "demo")], {"agent-preflight": lambda words: 0})


def test_what_running_the_trees_scripts_leaves_is_not_of_the_tree() -> None:
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", "."],
        cwd=TREE, capture_output=True, text=True, check=True,
    ).stdout.split("\0")  # fmt: skip
    assert sorted(tree_files()) == sorted(name for name in listed if name)
