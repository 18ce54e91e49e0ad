"""`make bench`: figures about speed and memory, each beside its reference and its target."""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

from tests.benchmarks.curve import curves
from tests.benchmarks.measure import BrokenRunError, Row, Run, Task, median, once, without_cache
from tests.benchmarks.ratchet import history_rows
from tests.benchmarks.tables import Tables

TREE_SCRIPT = Path("scripts/check-device-leakage.py")
SCRIPT, PATTERN = "the tree's own script", "one pattern by ast-grep"
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
        """All five over the work tree, cold and warm, beside the tree's own script and a search for one pattern."""
        warm = self.task("redfirst", "check", "--format", "json", cache="warm")
        tasks = {"all five, no cache": without_cache(warm), "all five, warm": warm, **self._references()}
        once(warm)
        runs = dict(zip(tasks, median(list(tasks.values())), strict=True))
        names = list(tasks)
        for name in names[2:]:
            yield Row(f"reference: {name}", runs[name], "", "", None)
        for name, limit in zip(names[:2], (0.55, 0.2), strict=True):
            yield _against(name, runs[name], runs[names[2]], limit if names[2] == SCRIPT else None)
        if PATTERN in runs:
            yield _against("all five, no cache, against a pattern", runs[names[0]], runs[PATTERN], 3.0)
        peak = max(runs[name].peak_mb for name in names[:2])
        yield Row("peak of memory of these", runs[names[0]], f"{peak:.0f} MB", "300 MB", peak < 300)

    def _references(self) -> dict[str, Task]:
        """What the five are held against: the tree's script, or an interpreter that does nothing; one pattern."""
        script, search = self.clone / TREE_SCRIPT, self.bin / "ast-grep"
        references = {"python -c pass": self.python}
        if script.is_file():
            references = {SCRIPT: Task([str(self.bin / "python"), str(script)], self.clone, {})}
        if search.exists():
            argv = [str(search), "run", "--lang", "cpp", "--pattern", "vt::Attention($$$)", "src/vllm", "include/vllm"]
            references[PATTERN] = Task(argv, self.clone, {})
        return references

    def ratchet(self) -> Iterator[Row]:
        """The ratchet at every commit, and what the tree's own script would take for that."""
        task = self.task("redfirst", "history", "device-leakage", "--format", "json", cache="history")
        script = TREE_SCRIPT if (self.clone / TREE_SCRIPT).is_file() else None
        yield from history_rows(task, without_cache(task), script)

    def staged(self) -> Iterator[Row]:
        """`--staged` with ten changed files, which it stages first."""
        _stage_changes(self.clone)
        yield from self._seconds(f"--staged, {CHANGED_FILES} files", 0.3, "redfirst", "check", "--staged")

    def message(self) -> Iterator[Row]:
        """One message beside an interpreter that does nothing."""
        path = self.scratch / "message"
        path.write_text(MESSAGE, encoding="utf-8")
        run, nothing = median(
            [self.task("check-commit-trailers", "--message-file", str(path), cache="warm"), self.python]
        )
        ratio = run.seconds / nothing.seconds
        yield Row("one message", run, f"{ratio:.1f} x python -c pass", "6", ratio <= 6)

    def history(self) -> Iterator[Row]:
        """Every commit through the three checkers that judge changes."""
        root = _git(self.clone, "rev-list", "--max-parents=0", "HEAD").split()[-1]
        count = _git(self.clone, "rev-list", "--count", f"{root}..HEAD").strip()
        checks = ("doc-checkpoint", "issue-index", "commit-trailers")
        yield from self._seconds(f"{count} commits, three checkers", 5.0, "redfirst", "check", *checks, "--base", root)

    def verdict(self) -> Iterator[Row]:
        """What a whole verdict adds to the checkers: the landing message, both files, the comment."""
        ends = ("--base", "HEAD~5" if _has(self.clone, "HEAD~5") else "HEAD~1")
        more = ("--pr-title", "fix: a thing", "--output", str(self.scratch / "verdict"))
        check = self.task("redfirst", "check", *ends, cache="warm")
        whole = self.task("redfirst", "verdict", *ends, *more, cache="warm")
        alone, run = median([check, whole])
        added = run.processor_s - alone.processor_s  # a difference of wall times is mostly what else goes on
        yield Row("a verdict, beside the same check", run, f"{added:.3f} s cpu more", "0.3 s", added < 0.3)

    def _seconds(self, name: str, limit: float, *argv: str) -> Iterator[Row]:
        run, nothing = median([self.task(*argv, "--format", "json", cache="warm"), self.python])
        ratio = run.seconds / nothing.seconds
        yield Row(name, run, f"{ratio:.1f} x python -c pass", f"{limit} s", run.seconds < limit)
        if run.peak_mb >= 300:
            yield Row("peak of memory of that", run, f"{run.peak_mb:.0f} MB", "300 MB", False)


def _against(name: str, run: Run, reference: Run, limit: float | None) -> Row:
    ratio = run.seconds / reference.seconds
    return Row(name, run, f"{ratio:.2f} of it", f"{limit or '-'}", ratio <= limit if limit else None)


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
            for row in chain(
                bench.work_tree(),
                bench.message(),
                bench.history(),
                bench.ratchet(),
                bench.verdict(),
                bench.staged(),
                tables.rows(),
                curves(bench.bin, Path(scratch)),
            ):
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


def _has(cwd: Path, revision: str) -> bool:
    return (
        subprocess.run(["git", "rev-parse", "-q", "--verify", revision], cwd=cwd, capture_output=True).returncode == 0
    )


def _git(cwd: Path, *argv: str) -> str:
    done = subprocess.run(["git", *argv], cwd=cwd, check=True, capture_output=True)
    return done.stdout.decode("utf-8", "surrogateescape")


if __name__ == "__main__":
    sys.exit(main())
