"""Compiled suites with real build tools: what the build does not see proves nothing, and it sees every edit."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.bot.mutation.trees import TABLE, outcomes, replace, report, row, rows_of, table
from tests.support.builder import RepoBuilder
from tests.support.commands import needs

MAIN = """\
#include <stdio.h>
int limit(void);
int main(void) {
  int fine = limit() == 5;
  printf("1..1\\n%sok 1 - limit\\n", fine ? "" : "not ");
  return !fine;
}
"""
SOURCES = {
    "lib.c": '#include "lib.h"\nint limit(void) { return BASE + 1; }\n',
    "lib.h": "#define BASE 4\n",
    "main.c": MAIN,
    "beside.c": "int beside(void) { return 1; }\n",
    "Makefile": (
        "app: lib.o main.o\n\tcc -o app lib.o main.o\n"
        "lib.o: lib.c lib.h\n\tcc -c lib.c\nmain.o: main.c\n\tcc -c main.c\n"
    ),
    "build.ninja": (
        "rule cc\n  command = cc -MD -MF $out.d -c $in -o $out\n  depfile = $out.d\n"
        "rule link\n  command = cc -o $out $in\n"
        "build lib.o: cc lib.c\nbuild main.o: cc main.c\nbuild app: link lib.o main.o\n"
    ),
    ".gitignore": "*.o\napp\n*.d\n.ninja*\nbuild/\n",
    ".redfirst.yml": "extends: none\n",
}
RUN: dict[str, Any] = {"run": ["./app"], "report": {"tap": "stdout"}, "artifacts": ["app"]}
RED = {"red": ["limit"]}
HIT = row("hit", replace("BASE + 1", "BASE + 2", "lib.c"), RED)
ROWS = [
    HIT,
    row("same-size", replace("BASE + 1", "BASE + 3", "lib.c"), RED),
    row("header", replace("BASE 4", "BASE 5", "lib.h"), RED),
    row("beside", replace("return 1", "return 2", "beside.c"), RED),
    row("broken", replace("return BASE", "return base", "lib.c"), RED),
    row("no-link", replace("int limit", "int other", "lib.c"), {"build": "fails"}),
    row("it-builds", replace("BASE + 1", "BASE + 2", "lib.c"), {"build": "fails"}),
    row("again", replace("BASE + 1", "BASE + 2", "lib.c"), RED),
]
EXPECTED = {
    "hit": "detected",
    "same-size": "detected",
    "header": "detected",
    "beside": "inert",
    "broken": "unbuildable",
    "no-link": "unbuildable",
    "it-builds": "misplaced",
    "again": "detected",
}


def _tools(*programs: str) -> pytest.MarkDecorator:
    reason = needs(*programs)
    return pytest.mark.skipif(reason is not None, reason=reason or "")


def _repo(root: Path, suite: dict[str, Any], rows: list[dict[str, Any]]) -> RepoBuilder:
    repo = RepoBuilder(root)
    repo.commit("base", {**SOURCES, TABLE: table(*rows, unit=suite)})
    return repo


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    "build",
    [
        pytest.param(["make"], marks=_tools("make", "cc")),
        pytest.param(["ninja"], marks=_tools("ninja", "cc")),
    ],
    ids=lambda build: build[0],
)
def test_a_build_tool_sees_every_edit_and_every_restoration(tmp_path: Path, build: list[str]) -> None:
    repo = _repo(tmp_path / "repo", {**RUN, "build": build}, ROWS)
    result = report(repo.root, TABLE, code=1)
    assert outcomes(result) == EXPECTED
    rows = rows_of(result)
    assert rows["no-link"]["passes"]
    assert rows["broken"]["log"]
    assert rows["broken"]["build"]["exit_code"] != 0
    (artifact,) = rows["hit"]["artifacts"]
    assert artifact["path"] == "app"
    assert artifact["before"] != artifact["after"]
    (artifact,) = rows["beside"]["artifacts"]
    assert artifact["before"] == artifact["after"]
    assert [control["green"] for control in result["tables"][0]["controls"]] == [True, True]


@pytest.mark.exhaustive
@_tools("cc")
def test_a_build_that_goes_by_whole_seconds_sees_every_edit_and_restoration(tmp_path: Path) -> None:
    """What was edited in the second of the last build looks as old as that; a mutant must not stay in the binary."""
    build = "[ -e app ] && for source in *.c; do [ $(stat -c %Y app) -ge $(stat -c %Y $source) ] || stale=1; done\n"
    build += "[ -e app ] && [ -z $stale ] || cc -o app lib.c main.c\n"
    rows = [
        row("one", replace("BASE + 1", "BASE + 2", "lib.c"), RED),
        row("beside", replace("return 1", "return 2", "beside.c"), RED),
        row("two", replace("BASE + 1", "BASE + 3", "lib.c"), RED),
    ]
    repo = RepoBuilder(tmp_path / "repo")
    repo.commit("base", {**SOURCES, "build.sh": build, TABLE: table(*rows, unit={**RUN, "build": ["sh", "build.sh"]})})
    result = report(repo.root, TABLE, code=1)
    assert outcomes(result) == {"one": "detected", "beside": "inert", "two": "detected"}


@pytest.mark.exhaustive
@_tools("make", "cc")
def test_a_build_of_copied_sources_is_inert(tmp_path: Path) -> None:
    """The build folder has the sources as they were when it was made."""
    suite = {
        **RUN,
        "prepare": [["mkdir", "-p", "build"], ["cp", "lib.c", "lib.h", "main.c", "Makefile", "build"]],
        "build": ["make", "-C", "build"],
        "run": ["build/app"],
        "artifacts": ["build/app"],
    }
    green = {"green": True, "reason": "nobody looks"}
    rows = [
        row("unseen", replace("BASE + 1", "9", "lib.c"), RED),
        row("declared", replace("+ 1", "+ 2", "lib.c"), green),
    ]
    repo = _repo(tmp_path / "repo", suite, rows)
    result = report(repo.root, TABLE, code=1)
    assert outcomes(result) == {"unseen": "inert", "declared": "inert"}


@_tools("cc")
def test_an_artifact_that_is_never_twice_the_same_is_noted(tmp_path: Path) -> None:
    build = ["sh", "-c", "cc -o app lib.c main.c && date +%N >>app"]
    rows = [row("hit", replace("BASE + 1", "9", "lib.c"), RED)]
    repo = _repo(tmp_path / "repo", {**RUN, "build": build}, rows)
    (found,) = report(repo.root, TABLE, code=0)["tables"]
    assert "two builds of the same tree" in found["notes"][0]


@_tools("cc")
def test_a_built_suite_without_artifacts_is_noted(tmp_path: Path) -> None:
    suite = {**RUN, "build": ["cc", "-o", "app", "lib.c", "main.c"], "artifacts": []}
    repo = _repo(tmp_path / "repo", suite, [HIT])
    (found,) = report(repo.root, TABLE, code=0)["tables"]
    assert "names no artifacts" in found["notes"][0]


@_tools("cmake", "ninja", "cc")
def test_a_target_without_the_file_is_inert(tmp_path: Path) -> None:
    cmake = (
        "cmake_minimum_required(VERSION 3.16)\nproject(demo C)\nadd_library(beside beside.c)\n"
        "add_executable(app lib.c main.c)\n"
    )
    suite = {
        "prepare": [["cmake", "-S", ".", "-B", "build", "-G", "Ninja"]],
        "build": ["ninja", "-C", "build", "app"],
        "run": ["build/app"],
        "report": {"tap": "stdout"},
        "artifacts": ["build/app"],
    }
    rows = [row("beside", replace("return 1", "return 2", "beside.c"), RED), HIT]
    repo = RepoBuilder(tmp_path / "repo")
    repo.commit("base", {**SOURCES, "CMakeLists.txt": cmake, TABLE: table(*rows, unit=suite)})
    assert outcomes(report(repo.root, TABLE, code=1)) == {"beside": "inert", "hit": "detected"}
