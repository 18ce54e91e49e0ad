"""The repository that is made hostile: the fixture tree with a merge, a topic branch, a table and a Python suite."""

from __future__ import annotations

import os
import random
import shutil
import subprocess
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from fixtures.build import build
from tests.hostile.commands import Line
from tests.hostile.process import LONGEST_S, Ended, run
from tests.support.builder import IDENTITY, RepoBuilder

_POLICY = """\
version: 1
base_ref: main
mutation:
  suites:
    unit: {run: [python3, -m, unittest, -v, tests.units.test_one], report: {unittest: stderr}}
  evidence:
    - checker: "scripts/check-*.py"
      suite: "tests/units/test_{name}.py"
      run: [python3, -m, unittest, -v, "tests.units.test_{name}"]
      report: {unittest: stderr}
"""
_TABLE = """\
version: 1
suites:
  unit: {run: [python3, -m, unittest, -v, tests.units.test_one], report: {unittest: stderr}}
mutations:
  - id: M1
    claim: the answer is held by its case
    suite: unit
    edits: [{file: units/one.py, find: "42", with: "41"}]
    expect: {red: ["*.test_one"]}
"""
_SUITE = """\
import unittest
from units.one import answer


class One(unittest.TestCase):
    def test_one(self):
        self.assertEqual(answer(), 42)
"""
MESSAGE = """\
feat(units): answer

The answer is what the case asks for.

FOLLOWING_AGENTS_PROTOCOL

Following-Agents-Protocol: true
AI-Assisted: false
"""
TABLE = "tests/mutations/units.yml"
FILES: Mapping[str, str] = {
    ".redfirst.yml": _POLICY,
    TABLE: _TABLE,
    "units/__init__.py": "",
    "units/one.py": "def answer():\n    return 42\n",
    "tests/units/__init__.py": "",
    "tests/units/test_one.py": _SUITE,
}


def sound(root: Path) -> RepoBuilder:
    """The repository as it is before anything was done to it; the topic branch is checked out."""
    built = build("lost-row", root)
    built.commit(MESSAGE, FILES)
    built.git("pack-refs", "--all")
    return built


@dataclass
class World:
    """A copy of the repository, what lies beside it, and how commands are pointed at it."""

    folder: Path
    root: Path = field(init=False)
    base: str = "main"
    env: dict[str, str] = field(default_factory=dict)
    random: random.Random = field(default_factory=lambda: random.Random(0))

    def __post_init__(self) -> None:
        self.root = self.folder / "repo"
        self.beside = self.folder / "beside"
        self.fired = self.folder / "fired"
        self.message = self.beside / "message"
        self.table = self.root / TABLE
        self._clock = 1_790_000_000
        for one in (self.beside, self.fired, self.folder / "home"):
            one.mkdir(parents=True)
        self.message.write_text(MESSAGE)

    @classmethod
    def copy_of(cls, template: Path, folder: Path) -> World:
        """A world of its own below `folder`."""
        world = cls(folder)
        shutil.copytree(template, world.root, symlinks=True)
        return world

    @property
    def git_dir(self) -> Path:
        return self.root / ".git"

    def git(self, *words: str | bytes, stdin: bytes = b"", check: bool = True) -> bytes:
        """Run git in the repository; its output, stripped."""
        self._clock += 60
        dates = {"GIT_AUTHOR_DATE": f"{self._clock} +0000", "GIT_COMMITTER_DATE": f"{self._clock} +0000"}
        clean = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
        done = subprocess.run(
            ["git", "-c", "gc.auto=0", *words],
            cwd=self.root,
            env=clean | IDENTITY | dates,
            input=stdin,
            capture_output=True,
            check=False,
        )
        assert done.returncode == 0 or not check, (words, done.stderr)
        return done.stdout.strip()

    def write(self, name: str | bytes, data: str | bytes) -> None:
        """Write a file of the work tree."""
        path = Path(os.fsdecode(os.fsencode(self.root) + b"/" + os.fsencode(name)))
        path.parent.mkdir(parents=True, exist_ok=True)
        path.unlink(missing_ok=True)
        path.write_bytes(data.encode("utf-8", "surrogateescape") if isinstance(data, str) else data)

    def commit(self, message: str | bytes = MESSAGE) -> None:
        """Commit everything, with the message as it stands."""
        self.git("add", "-A")
        data = message.encode() if isinstance(message, str) else message
        self.git("commit", "-q", "--allow-empty", "--allow-empty-message", "--cleanup=verbatim", "-F", "-", stdin=data)

    def canary(self, name: str) -> str:
        """A program that leaves a trace when something starts it."""
        program = self.folder / "canaries" / name
        program.parent.mkdir(exist_ok=True)
        program.write_text(f"#!/bin/sh\n: >'{self.fired / name}'\nexit 0\n")
        program.chmod(0o755)
        return str(program)

    def loose(self, name: str) -> Path:
        """The file of a loose object, writable."""
        oid = self.git("rev-parse", name).decode()
        path = self.git_dir / "objects" / oid[:2] / oid[2:]
        path.chmod(0o644)
        return path

    def repack(self) -> Path:
        """Everything in one pack; the pack's path."""
        self.git("repack", "-a", "-d", "-q")
        (pack,) = (self.git_dir / "objects" / "pack").glob("*.pack")
        for path in pack.parent.iterdir():
            path.chmod(0o644)
        return pack

    def run(self, line: Line, prepare: Callable[[], None] | None = None, longest: float = LONGEST_S) -> Ended:
        """Run a command line from the repository's top; `prepare` is called in its process first."""
        return run(self.words(line), self.root, env=self._environment(), prepare=prepare, longest=longest)

    def words(self, line: Line) -> Sequence[str]:
        """The words of a command line for this world."""
        places = {"base": self.base, "beside": self.beside, "message": self.message, "table": self.table}
        return [word.format(**places) for word in line.words]

    def _environment(self) -> dict[str, str]:
        home = str(self.folder / "home")
        absent = {"GITHUB_API_URL": "http://127.0.0.1:9", "GITHUB_TOKEN": "", "REDFIRST_CACHE": "0"}
        return {"HOME": home, "XDG_CACHE_HOME": f"{home}/.cache", **absent, **self.env}
