"""How fast mutation tables run: rows a second, and what a row costs beside the build and the run of its suite."""

from __future__ import annotations

import json
import statistics
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.benchmarks.measure import BrokenRunError, Row, Run, Task, median, once
from tests.support.builder import RepoBuilder

ROWS = 50
CASES = 20
SHARDS = 4
BUILT_ROWS = 20
TABLE = "tests/mutations/table.yml"


def interpreted(root: Path) -> None:
    """A table of fifty rows over a unittest suite of twenty cases."""
    functions = "".join(f"def f{number}(x):\n    return x + {number}\n\n\n" for number in range(ROWS))
    cases = "".join(
        f"    def test_{case:02}(self):\n        for i in range({case}, {ROWS}, {CASES}):\n"
        f"            self.assertEqual(getattr(g, f'f{{i}}')(1), i + 1)\n\n"
        for case in range(CASES)
    )
    run = "run: [python3, -m, unittest, -v, test_g], report: {unittest: stderr}"
    rows = [
        _row(f"M{number}", "g.py", f"return x + {number}\n", f"return x - {number + 1}\n", f"*test_{number % CASES:02}")
        for number in range(ROWS)
    ]
    files = {"g.py": functions, "test_g.py": f"import unittest\n\nimport g\n\n\nclass T(unittest.TestCase):\n{cases}"}
    RepoBuilder(root).commit("tree", {**files, TABLE: _table(f"{{{run}, min_cases: {CASES}}}", rows)})


def compiled(root: Path) -> None:
    """A table of twenty rows over a program that make builds."""
    functions = "".join(f"int f{number}(int x) {{ return x + {number}; }}\n" for number in range(BUILT_ROWS))
    checks = "".join(
        f'  printf("%s {n + 1} - f{n}\\n", f{n}(1) == {n + 1} ? "ok" : (red = 1, "not ok"));\n'
        for n in range(BUILT_ROWS)
    )
    main = f'#include <stdio.h>\n#include "g.c"\nint main(void) {{\n  int red = 0;\n{checks}'
    main += f'  printf("1..{BUILT_ROWS}\\n");\n  return red;\n}}\n'
    suite = "{build: [make, -s, app], run: [./app], report: {tap: stdout}, artifacts: [app]}"
    rows = [_row(f"M{n}", "g.c", f"return x + {n};", f"return x - {n + 1};", f"f{n}") for n in range(BUILT_ROWS)]
    files = {"g.c": functions, "main.c": main, "Makefile": "app: main.c g.c\n\tcc -O0 -o $@ main.c\n"}
    RepoBuilder(root).commit("tree", {**files, TABLE: _table(suite, rows)})


def _row(name: str, file: str, find: str, with_: str, red: str) -> Mapping[str, Any]:
    edit = {"file": file, "find": find, "with": with_}
    return {"id": name, "claim": "one function, one case", "suite": "unit", "edits": [edit], "expect": {"red": [red]}}


def _table(suite: str, rows: list[Mapping[str, Any]]) -> str:
    listed = "".join(f"  - {json.dumps(row)}\n" for row in rows)
    return f"version: 1\nsuites:\n  unit: {suite}\nmutations:\n{listed}"


@dataclass(frozen=True, slots=True)
class Tables:
    """`redfirst mutate` over tables of our own making, in a scratch folder."""

    bin_folder: Path
    scratch: Path

    def rows(self) -> Iterator[Row]:
        """Rows a second, shards against one run, and what a compiled row costs beside its build and its run."""
        repo = self.scratch / "interpreted"
        interpreted(repo)
        suite = Task(["python3", "-m", "unittest", "-v", "test_g"], repo, {"PYTHONDONTWRITEBYTECODE": "1"})
        (alone,) = median([suite])
        yield Row(f"reference: a suite of {CASES} cases", alone, "", "", None)
        whole, run = self._mutate(repo, "whole")
        rate = ROWS / run.seconds
        yield Row(f"{ROWS} rows, unittest of {CASES} cases", run, f"{rate:.1f} rows a second", "1", rate >= 1)
        took = statistics.median(row["seconds"] for row in _rows(whole))
        yield Row("a row of it", run, f"{took / alone.seconds:.2f} of it", "-", None)
        yield self._sharded(repo, whole)
        repo = self.scratch / "compiled"
        compiled(repo)
        told, run = self._mutate(repo, "compiled")
        yield self._beside("a compiled row beside build and run", told, run, 0.150)

    def _beside(self, name: str, told: Mapping[str, Any], run: Run, limit: float) -> Row:
        """The median over the rows of what is neither build nor run."""
        left = statistics.median(row["seconds"] - _commands(row) for row in _rows(told))
        return Row(name, run, f"{left * 1000:.0f} ms a row", f"{limit} s", left < limit)

    def _sharded(self, repo: Path, whole: Mapping[str, Any]) -> Row:
        names = [f"{number}/{SHARDS}" for number in range(1, SHARDS + 1)]
        for name in names:
            self._mutate(repo, name, "--shard", name)
        files = [str(self._report(name)) for name in names]
        joined, run = self._mutate(repo, "joined", "--merge", *files)
        alike = sum(_said(one) == _said(other) for one, other in zip(_rows(whole), _rows(joined), strict=True))
        return Row(f"{SHARDS} shards against one run", run, f"{alike} rows alike", f"{ROWS}", alike == ROWS)

    def _mutate(self, repo: Path, name: str, *words: str) -> tuple[dict[str, Any], Run]:
        file = self._report(name)
        named = () if "--merge" in words else (TABLE,)
        argv = [str(self.bin_folder / "redfirst"), "mutate", "--format=json", "--quiet", f"--output={file}"]
        run = once(Task([*argv, *words, *named], repo, {"XDG_CACHE_HOME": str(self.scratch / "cache")}))
        told: dict[str, Any] = json.loads(file.read_bytes())
        failed = [row["id"] for row in _rows(told) if not row["passes"]]
        if failed:
            raise BrokenRunError(f"{len(failed)} rows do not pass, such as {failed[0]}")
        return told, run

    def _report(self, name: str) -> Path:
        return self.scratch / f"{name.replace('/', 'of')}.json"


def _rows(told: Mapping[str, Any]) -> list[dict[str, Any]]:
    return [row for table in told["tables"] for row in table["rows"]]


def _commands(row: Mapping[str, Any]) -> float:
    return sum(float(row[step]["seconds"]) for step in ("build", "run") if row[step])


def _said(row: Mapping[str, Any]) -> dict[str, Any]:
    """A row without its times."""
    untimed = {name: value for name, value in row.items() if name != "seconds"}
    for step in ("build", "run"):
        untimed[step] = {name: value for name, value in (row[step] or {}).items() if name != "seconds"}
    return untimed
