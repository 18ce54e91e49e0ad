"""A compiler judges random programs: a use is found where it resolves a call to the watched function, only there."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections import defaultdict
from pathlib import Path

import pytest

from tests.checkers.source.programs import Program
from tests.checkers.source.reading import file_uses

SEEDS = range(80)
COMPILER = shutil.which("g++")
ERROR = re.compile(r"^p(\d+)\.cpp:(\d+):\d+: error: (.*)$", re.MULTILINE)
FUNCTION = re.compile(r"void \S+\(\) \{")


def complaints(folder: Path, programs: dict[int, Program]) -> dict[int, dict[int, str]]:
    """What the compiler says of each program, by line."""
    assert COMPILER
    for seed, program in programs.items():
        (folder / f"p{seed}.cpp").write_text(program.text)
    options = ["-std=c++20", "-fsyntax-only", "-fno-diagnostics-show-caret", "-fmax-errors=0", "-w"]
    files = [f"p{seed}.cpp" for seed in programs]
    done = subprocess.run(
        [COMPILER, *options, *files], cwd=folder, capture_output=True, text=True, env={**os.environ, "LC_ALL": "C"}
    )
    found: dict[int, dict[int, str]] = defaultdict(dict)
    for seed, line, text in ERROR.findall(done.stderr):
        found[int(seed)].setdefault(int(line), text)
    return found


def judged_programs(folder: Path) -> list[tuple[Program, dict[int, str]]]:
    """Programs that are right but for their calls: other lines that the compiler refuses are taken out."""
    waiting = {seed: Program(seed) for seed in SEEDS}
    judged = []
    for _ in range(5):
        said = complaints(folder, waiting) if waiting else {}
        for seed, program in list(waiting.items()):
            refused = said[seed].keys() - set(program.calls)
            if not refused:
                judged.append((waiting.pop(seed), said[seed]))
            elif not program.without(refused):
                del waiting[seed]
    return judged


def expected(program: Program, said: dict[int, str]) -> tuple[set[int], set[int]]:
    """The lines that are uses, and those of which the compiler's words say nothing.

    An undeclared bare name is a use (argument-dependent look-up could find it); the compiler complains of one once a
    function. An ambiguous name may be anything.
    """
    uses, unsaid = set(), set()
    undeclared = False
    for number, line in enumerate(program.lines, 1):
        text = said.get(number, "")
        undeclared = undeclared and not FUNCTION.match(line)
        if undeclared or "ambiguous" in text:
            unsaid.add(number)
        if "use of deleted" in text:
            uses.add(number)
        elif "'Attention' was not declared" in text and line.startswith("Attention"):
            uses.add(number)
            undeclared = True
    return uses - unsaid, unsaid


@pytest.mark.skipif(COMPILER is None, reason="there is no g++ here to judge the programs")
def test_the_compiler_and_the_reading_agree_on_random_programs(tmp_path: Path) -> None:
    judged = judged_programs(tmp_path)
    assert len(judged) > len(SEEDS) // 3
    for program, said in judged:
        uses, unsaid = expected(program, said)
        found = {program.text[: use.start].count("\n") + 1 for use in file_uses(program.text).uses}
        assert found - unsaid == uses, program.text
