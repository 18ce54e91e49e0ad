"""`make bench`: figures about speed and memory, each beside its reference and its target."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

from tests.benchmarks.measure import BrokenRunError, Row, Task, median
from tests.benchmarks.tables import Tables

TREE_SCRIPT = Path("scripts/check-device-leakage.py")
CHANGED_FILES = 10
MESSAGE = "fix: a thing\n\nWhy.\n\nFOLLOWING_AGENTS_PROTOCOL\n\nFollowing-Agents-Protocol: true\nAI-Assisted: false\n"


class Bench:
    """The commands over one throw-away clone, with caches of their own."""

    def __init__(self, bin_folder: Path, clone: Path, scratch: Path) -> None:
        self.bin, self.clone, self.scratch = bin_folder, clone, scratch
        self.python = Task([str(bin_folder / "python"), "-c", "pass"], clone, {})

    def task(self, *argv: str, cache: str) -> Task:
        return Task([str(self.bin / argv[0]), *argv[1:]], self.clone, {"XDG_CACHE_HOME": str(self.scratch / cache)})

    def work_tree(self) -> Iterator[Row]:
        """All five over the work tree, cold and warm, beside the tree's own script where it has one."""
        script = self.clone / TREE_SCRIPT
        reference = Task([str(self.bin / "python"), str(script)], self.clone, {}) if script.is_file() else self.python
        names = "the tree's own script" if script.is_file() else "python -c pass"
        warm = self.task("redfirst", "check", "--format", "json", cache="warm")
        cold = Task(warm.argv, warm.cwd, {"XDG_CACHE_HOME": os.devnull})
        runs = median([cold, warm, reference])
        yield Row(f"reference: {names}", runs[2], "", "", None)
        limit = 0.55 if script.is_file() else None
        for name, run in zip(("all five, no cache", "all five, warm"), runs, strict=False):
            ratio = run.seconds / runs[2].seconds
            yield Row(name, run, f"{ratio:.2f} of it", f"{limit or '-'}", ratio <= limit if limit else None)
        peak = max(run.peak_mb for run in runs[:2])
        yield Row("peak of memory of these", runs[0], f"{peak:.0f} MB", "300 MB", peak < 300)

    def staged(self) -> Iterator[Row]:
        """`--staged` with ten changed files, which it stages first."""
        _stage_changes(self.clone)
        yield from self._seconds(f"--staged, {CHANGED_FILES} files", 0.35, "redfirst", "check", "--staged")

    def message(self) -> Iterator[Row]:
        """One message beside an interpreter that does nothing."""
        path = self.scratch / "message"
        path.write_text(MESSAGE, encoding="utf-8")
        run, nothing = median(
            [self.task("check-commit-trailers", "--message-file", str(path), cache="warm"), self.python]
        )
        ratio = run.seconds / nothing.seconds
        yield Row("one message", run, f"{ratio:.1f} x python -c pass", "9", ratio <= 9)

    def history(self) -> Iterator[Row]:
        """Every commit through the three checkers that judge changes."""
        root = _git(self.clone, "rev-list", "--max-parents=0", "HEAD").split()[-1]
        count = _git(self.clone, "rev-list", "--count", f"{root}..HEAD").strip()
        checks = ("doc-checkpoint", "issue-index", "commit-trailers")
        yield from self._seconds(f"{count} commits, three checkers", 5.0, "redfirst", "check", *checks, "--base", root)

    def _seconds(self, name: str, limit: float, *argv: str) -> Iterator[Row]:
        run, nothing = median([self.task(*argv, "--format", "json", cache="warm"), self.python])
        ratio = run.seconds / nothing.seconds
        yield Row(name, run, f"{ratio:.1f} x python -c pass", f"{limit} s", run.seconds < limit)
        if run.peak_mb >= 300:
            yield Row("peak of memory of that", run, f"{run.peak_mb:.0f} MB", "300 MB", False)


def main() -> int:
    """Exit 0 with the table, 1 where a target is missed, 2 where a command could not do its work."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks", description=__doc__)
    parser.add_argument("--bin", type=Path, required=True, help="the folder with the installed commands")
    parser.add_argument("--tree", type=Path, help="a clone to measure on; it is only read (default: a grown fixture)")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="redfirst-bench-") as scratch:
        clone = Path(scratch) / "clone"
        _prepare(options.tree, clone)
        bench = Bench(options.bin.absolute(), clone, Path(scratch))
        tables = Tables(bench.bin, Path(scratch))
        rows = []
        try:
            for row in chain(bench.work_tree(), bench.message(), bench.history(), bench.staged(), tables.rows()):
                print(row, flush=True)
                rows.append(row)
        except BrokenRunError as error:
            print(f"no figure: {error}", file=sys.stderr)
            return 2
    return int(any(row.within is False for row in rows))


def _prepare(tree: Path | None, clone: Path) -> None:
    """A clone of the given tree, or a grown one, with `origin/main` at its head.

    Growing is left to another process, so that its memory is not counted as that of the commands that follow. A tree
    whose store lacks objects is checked out as far as it goes.
    """
    if tree is None:
        subprocess.run([sys.executable, "-m", "tests.benchmarks.grow", str(clone)], check=True)
    else:
        source = str(tree.absolute())
        subprocess.run(["git", "clone", "-q", "--no-hardlinks", "--no-checkout", source, str(clone)], check=True)
        _git(clone, "read-tree", "HEAD")
        subprocess.run(["git", "checkout-index", "--all", "--quiet"], cwd=clone, stderr=subprocess.DEVNULL, check=False)
    _git(clone, "update-ref", "refs/remotes/origin/main", "HEAD")


def _stage_changes(clone: Path) -> None:
    sources = _git(clone, "ls-files", "-z", "--", "src/vllm/**/*.cpp").split("\0")[:CHANGED_FILES]
    for source in sources:
        with (clone / source).open("a", encoding="utf-8") as file:
            file.write("\n// One more line.\n")
    _git(clone, "add", "--", *sources)


def _git(cwd: Path, *argv: str) -> str:
    done = subprocess.run(["git", *argv], cwd=cwd, check=True, capture_output=True)
    return done.stdout.decode("utf-8", "surrogateescape")


if __name__ == "__main__":
    sys.exit(main())
