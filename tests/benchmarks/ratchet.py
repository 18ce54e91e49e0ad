"""The ratchet's history beside what the tree's own script would take for the same commits."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

from tests.benchmarks.measure import Row, Run, Task, median, once

SAMPLE = 9
"""How many commits, evenly spread, the script is run at."""
SHARE = 150


def history_rows(task: Task, cold: Task, script: Path | None) -> Iterator[Row]:
    """`redfirst history` with facts of an earlier run and without; `script` is the tree's own, if it has one."""
    commits = _first_parents(task.cwd)
    runs = median([cold, task])
    for name, run, limit in zip(("no cache", "warm"), runs, (10.0, 1.0), strict=True):
        yield Row(f"history of {len(commits)} commits, {name}", run, "", f"{limit:.0f} s", run.seconds < limit)
    if script is None:
        return
    python = Path(task.argv[0]).with_name("python")
    taken = _script_at(python, script, task.cwd, commits)
    whole = taken.seconds * len(commits)
    yield Row(f"reference: script at {SAMPLE} of them, for each", taken, f"{whole:.0f} s for all", "", None)
    share = whole / runs[0].seconds
    yield Row("history, no cache, against that", runs[0], f"1/{share:.0f} of it", f"1/{SHARE}", share >= SHARE)


def _first_parents(clone: Path) -> list[str]:
    argv = ["git", "rev-list", "--first-parent", "HEAD"]
    return subprocess.run(argv, cwd=clone, check=True, capture_output=True, text=True).stdout.split()


def _script_at(python: Path, script: Path, clone: Path, commits: list[str]) -> Run:
    """The mean run of today's script in the trees of some commits, which hold the folders that it reads."""
    runs = []
    for number in range(SAMPLE):
        commit = commits[(2 * number + 1) * len(commits) // (2 * SAMPLE)]
        tree = clone.with_name(f"at-{number}")
        _lay_out(clone, commit, tree)
        own = tree / script
        own.parent.mkdir(exist_ok=True)
        shutil.copy(clone / script, own)
        runs.append(once(Task([str(python), str(own)], tree, {})))
        shutil.rmtree(tree)
    seconds, processor_s = (
        sum(values) / SAMPLE for values in zip(*((r.seconds, r.processor_s) for r in runs), strict=True)
    )
    return Run(seconds, max(run.peak_mb for run in runs), processor_s)


def _lay_out(clone: Path, commit: str, tree: Path) -> None:
    """The judged folders of a commit, below `tree`."""
    tree.mkdir()
    listed = subprocess.run(
        ["git", "ls-tree", "--name-only", commit, "src/", "include/"], cwd=clone, check=True, capture_output=True
    )
    folders = listed.stdout.decode("utf-8", "surrogateescape").split("\n")[:-1]
    packed = subprocess.run(["git", "archive", commit, "--", *folders], cwd=clone, check=True, capture_output=True)
    subprocess.run(["tar", "-x"], cwd=tree, input=packed.stdout, check=True)
