"""Runs that are killed at any moment: the judged repository stays byte for byte, and nothing lives on or stays behind.

`REDFIRST_KILLS` is how many runs are killed; a few by default.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.bot.mutation.trees import CAPACITY, TABLE, build, mutate, replace, row, table
from tests.support.builder import RepoBuilder
from tests.support.folders import everything
from tests.support.modules import ROOT

KILLS = int(os.environ.get("REDFIRST_KILLS", "4"))
RUN = [
    sys.executable,
    "-c",
    "import sys; from bot.cli import main; sys.argv[0] = 'redfirst'; sys.exit(main())",
    "mutate",
]
SUITE = {
    "prepare": [["sh", "-c", "setsid sleep 60 & true"]],
    "build": ["sh", "-c", "cp guard.sh built.sh; setsid sh -c 'trap \"\" TERM; sleep 60' & true"],
    "run": ["sh", "-c", "trap '' TERM; (setsid sleep 60 &); sh suite.sh; code=$?; sleep 0.15; exit $code"],
    "artifacts": ["built.sh"],
    "report": {"tap": "stdout"},
}


@pytest.fixture
def repo(tmp_path: Path) -> RepoBuilder:
    """A repository with a table whose suite leaves processes behind."""
    rows = [row(f"r{number}", replace("-le", "-gt" if number % 2 else "-lt"), CAPACITY) for number in range(6)]
    made = build(tmp_path / "repo", {TABLE: table(*rows, unit=SUITE)})
    made.write({"guard.sh": (made.root / "guard.sh").read_text() + "# uncommitted\n", "untracked": "x"})
    return made


def family(pid: int) -> set[tuple[int, bytes]]:
    """Processes below one, as (number, start time), which tells a number that is used again apart."""
    parents: dict[int, int] = {}
    starts: dict[int, bytes] = {}
    for place in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = place.read_bytes().rpartition(b")")[2].split()
        except OSError:
            continue
        parents[int(place.parent.name)], starts[int(place.parent.name)] = int(fields[1]), fields[19]
    found = {pid}
    while more := {child for child, parent in parents.items() if parent in found} - found:
        found |= more
    return {(child, starts[child]) for child in found - {pid}}


def is_living(process: tuple[int, bytes]) -> bool:
    """Whether a process is there, and not merely waiting for its parent to notice its end."""
    try:
        fields = Path(f"/proc/{process[0]}/stat").read_bytes().rpartition(b")")[2].split()
    except OSError:
        return False
    return fields[19] == process[1] and fields[0] != b"Z"


def killed_after(seconds: float, repo: Path, cache: Path) -> set[tuple[int, bytes]]:
    """Start a run, kill it after some time, and say which processes it had then."""
    environment = {**os.environ, "XDG_CACHE_HOME": str(cache), "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(
        [*RUN, TABLE, "--worktree", "--jobs", "2"],
        cwd=repo,
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    ) as run:
        time.sleep(seconds)
        had = family(run.pid)
        run.kill()
    return had


@pytest.mark.exhaustive
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="processes are looked for in /proc")
def test_a_run_that_is_killed_leaves_nothing(repo: RepoBuilder, tmp_path: Path) -> None:
    moments = random.Random(7)
    before, met = everything(repo.root), 0
    for _ in range(KILLS):
        had = killed_after(moments.uniform(0.3, 1.6), repo.root, tmp_path / "cache")
        met += len(had)
        deadline = time.monotonic() + 5
        while (left := [process for process in had if is_living(process)]) and time.monotonic() < deadline:
            time.sleep(0.02)
        assert not left, [Path(f"/proc/{pid}/cmdline").read_bytes() for pid, _ in left]
        assert everything(repo.root) == before
    assert met > KILLS
    outcome = mutate(repo.root, TABLE, "--worktree", cache=tmp_path / "cache")
    assert outcome.code == 1, outcome
    assert everything(repo.root) == before
    assert list((tmp_path / "cache" / "redfirst" / "workspaces").iterdir()) == []
