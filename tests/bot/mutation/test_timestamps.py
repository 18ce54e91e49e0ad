"""Time stamps: real builds see every mutation and every restoration, however fast they follow one another."""

from __future__ import annotations

import os
import shutil
import sys
import time
from pathlib import Path

import pytest

from bot.mutation.timestamps import ClockError, Timestamps
from bot.mutation.workspace import Workspace
from checkers.repo.repository import Repository
from tests.support.builder import RepoBuilder

MAKEFILE = "out.txt: mid.txt\n\tcp mid.txt out.txt\nmid.txt: in.txt\n\tcat in.txt > mid.txt\n"
NINJA = """\
rule copy
  command = cp $in $out
build mid.txt: copy in.txt
build out.txt: copy mid.txt
"""
CALC = "LIMIT = 4\n"
SUITE = "import calc\nprint(calc.LIMIT)\n"
BUILDS = {"make": ["make", "-s"], "ninja": ["ninja", "--quiet"]}


@pytest.fixture
def workspace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Workspace:
    """A workspace with two builds and a Python suite."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    build = RepoBuilder(tmp_path / "repo")
    build.commit("first", {
        "Makefile": MAKEFILE, "build.ninja": NINJA, "in.txt": "0\n", "calc.py": CALC, "suite.py": SUITE
    })  # fmt: skip
    repository = Repository.open(build.root, trust_environment=False)
    return Workspace.create(repository, repository.resolve("HEAD"))


def needs(tool: str) -> None:
    """Skip a test where its tool is absent."""
    if shutil.which(tool) is None:
        pytest.skip(f"{tool} is not installed")


def built(workspace: Workspace, tool: str) -> bytes | None:
    """What is in the output after a build."""
    done = workspace.run(BUILDS[tool], {}, 20)
    assert done.succeeded, done
    assert b"skew" not in done.stderr
    return workspace.read("out.txt")


@pytest.mark.parametrize("tool", sorted(BUILDS))
def test_every_change_of_the_same_size_is_built_at_once(workspace: Workspace, tool: str) -> None:
    needs(tool)
    with workspace:
        assert built(workspace, tool) == b"0\n"
        for number in (1, 0, 2, 0, 3, 0, 4, 0):
            data = b"%d\n" % number
            workspace.write("in.txt", data)
            assert built(workspace, tool) == data


@pytest.mark.parametrize("tool", sorted(BUILDS))
def test_what_did_not_change_is_not_built_again(workspace: Workspace, tool: str) -> None:
    needs(tool)
    with workspace:
        workspace.write("in.txt", b"1\n")
        built(workspace, tool)
        before = (workspace.root / "out.txt").stat().st_mtime_ns
        built(workspace, tool)
        assert (workspace.root / "out.txt").stat().st_mtime_ns == before


@pytest.mark.parametrize("tool", sorted(BUILDS))
def test_outputs_that_claim_to_be_of_the_future_do_not_hide_a_change(workspace: Workspace, tool: str) -> None:
    needs(tool)
    with workspace:
        built(workspace, tool)
        workspace.run(["touch", "-d", "2150-01-01", "out.txt", "mid.txt"], {}, 20)
        workspace.write("in.txt", b"1\n")
        assert built(workspace, tool) == b"1\n"


def test_python_runs_the_source_that_is_there(workspace: Workspace) -> None:
    with workspace:
        for arguments in (["suite.py"], ["-E", "suite.py"]):
            for number in (4, 5, 4, 6, 4):
                workspace.write("calc.py", b"LIMIT = %d\n" % number)
                done = workspace.run([sys.executable, *arguments], {}, 20)
                assert done.stdout == b"%d\n" % number, arguments


def test_time_stamps_only_advance_and_are_never_of_the_future(workspace: Workspace) -> None:
    with workspace:
        last = 0
        for number in range(50):
            workspace.write(("in.txt", "calc.py")[number % 2], b"%d\n" % number)
            stamp = (workspace.root / ("in.txt", "calc.py")[number % 2]).stat().st_mtime_ns
            assert last < stamp <= time.time_ns()
            last = stamp


class CoarseStamps(Timestamps):
    """A file system that keeps whole seconds, as far as this test's files are concerned."""

    def advance(self, path: Path) -> None:
        truncate(path)
        super().advance(path)

    def _touch(self, path: Path) -> None:
        super()._touch(path)
        truncate(path)

    def settle(self, root: Path) -> None:
        if self.disturbed:
            for path in root.rglob("*"):
                truncate(path)
        super().settle(root)
        self.seen = self.seen // 10**9 * 10**9


def truncate(path: Path) -> None:
    """Cut a time stamp to the second."""
    second = path.lstat().st_mtime_ns // 10**9 * 10**9
    os.utime(path, ns=(second, second), follow_symlinks=False)


@pytest.mark.parametrize("tool", sorted(BUILDS))
def test_builds_are_right_where_the_file_system_keeps_whole_seconds(workspace: Workspace, tool: str) -> None:
    needs(tool)
    with workspace:
        workspace._timestamps = CoarseStamps(workspace._timestamps.probe)
        built(workspace, tool)
        for number in (1, 0):
            workspace.write("in.txt", b"%d\n" % number)
            assert (workspace.root / "in.txt").stat().st_mtime_ns % 10**9 == 0
            assert built(workspace, tool) == b"%d\n" % number


def test_a_written_file_is_later_than_all_that_was_seen(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()
    stamps = Timestamps(tmp_path / "clock")
    last = stamps.seen = file.stat().st_mtime_ns + 20_000_000
    stamps.advance(file)
    assert file.stat().st_mtime_ns == stamps.seen > last


def test_a_clock_that_stands_still_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.mutation.timestamps._LONGEST_WAIT_S", 0.05)
    (tmp_path / "file").write_text("x")
    with pytest.raises(ClockError, match="does not advance"):
        Timestamps(tmp_path / "probe", seen=time.time_ns() + 10**12).advance(tmp_path / "file")
