"""Real test runners on small programs of our own: built once a session, run as a table's suite would be."""

from __future__ import annotations

import fcntl
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from bot.mutation.model import EndedBy, Execution, ReportKind, ReportSource
from tests.support.commands import needs

PROGRAMS = Path(__file__).parent / "programs"
RECORDED = Path(__file__).parent / "recorded"
ENVIRONMENT = {"PYTHONDONTWRITEBYTECODE": "1", "NO_COLOR": "1", "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
LIBRARIES = {"gtest_cases": ("-lgtest", "-lpthread")}
HEADERS = {
    "doctest_cases": ("doctest/doctest.h", "doctest-dev"),
    "catch2_cases": ("catch2/catch.hpp", "catch2 (version 2)"),
    "gtest_cases": ("gtest/gtest.h", "libgtest-dev"),
}


@dataclass(frozen=True)
class Suite:
    """A runner as a table would name it: the program that it runs, its arguments, and where its report is."""

    program: str
    argv: tuple[str, ...]
    source: ReportSource

    @property
    def recording(self) -> str:
        """The suffix of a recorded report."""
        return self.source.kind.value


SUITES = {
    "doctest": Suite("doctest_cases", ("-r=xml", "-o=report"), ReportSource(ReportKind.DOCTEST_XML, "report")),
    "doctest-printed": Suite("doctest_cases", ("-r=xml",), ReportSource(ReportKind.DOCTEST_XML, "stdout")),
    "doctest-junit": Suite("doctest_cases", ("-r=junit", "-o=report"), ReportSource(ReportKind.JUNIT, "report")),
    "catch2": Suite("catch2_cases", ("-r", "junit", "-o", "report"), ReportSource(ReportKind.JUNIT, "report")),
    "gtest": Suite("gtest_cases", ("--gtest_output=xml:report",), ReportSource(ReportKind.JUNIT, "report")),
    "gtest-json": Suite("gtest_cases", ("--gtest_output=json:report",), ReportSource(ReportKind.GTEST_JSON, "report")),
    "ctest": Suite("ctest", ("ctest", "--output-junit", "report"), ReportSource(ReportKind.CTEST_JUNIT, "report")),
    "pytest": Suite("pytest_cases.py", (), ReportSource(ReportKind.JUNIT, "report")),
    "unittest": Suite("suite_cases.py", ("-v",), ReportSource(ReportKind.UNITTEST, "stderr")),
    "unittest-quiet": Suite("suite_cases.py", ("-q",), ReportSource(ReportKind.UNITTEST, "stderr")),
    "unittest-buffered": Suite("suite_cases.py", ("-v", "-b"), ReportSource(ReportKind.UNITTEST, "stderr")),
    "tap": Suite("prove", ("perl", "cases.t"), ReportSource(ReportKind.TAP, "stdout")),
    "prove": Suite("prove", ("prove", "--verbose", "."), ReportSource(ReportKind.TAP, "stdout")),
    "prove-quiet": Suite("prove", ("prove", "."), ReportSource(ReportKind.TAP, "stdout")),
}


@dataclass
class RunnerHarness:
    """Runs suites in folders of their own; what is compiled is shared by all of a session's workers."""

    compiled: Path
    scratch: Path

    def run(self, runner: str, breaks: str, *more: str) -> tuple[Execution, bytes | None]:
        """Run a suite with a variable BREAK: how it ended, and the file that it left as its report."""
        suite = SUITES[runner]
        missing = self._missing(suite)
        if missing:
            pytest.skip(missing)
        report = self.scratch / "report"
        report.unlink(missing_ok=True)
        done = self._execute((*self._command(suite, breaks), *more), breaks)
        return done, report.read_bytes() if report.exists() else None

    def _missing(self, suite: Suite) -> str | None:
        if suite.program in HEADERS:
            header, package = HEADERS[suite.program]
            absent = not any((root / header).exists() for root in (Path("/usr/include"), Path("/usr/local/include")))
            return needs("g++") or (f"{header} is not installed here (Debian: {package})" if absent else None)
        return {"ctest": needs("ctest", "cmake"), "prove": needs("perl", "prove")}.get(suite.program)

    def _command(self, suite: Suite, breaks: str) -> tuple[str, ...]:
        if suite.program in HEADERS:
            return (str(self._built(suite.program)), *suite.argv)
        if suite.program == "pytest_cases.py":
            self._lay("pytest_cases.py")
            options = ("-p", "no:cacheprovider", "--tb=line", "-c", os.devnull)
            return (sys.executable, "-m", "pytest", *options, "--rootdir=.", "--junit-xml=report", suite.program)
        if suite.program == "suite_cases.py":
            self._lay("suite_cases.py")
            return (sys.executable, "-m", "unittest", *suite.argv, "suite_cases")
        if suite.program == "ctest":
            self._configure(breaks)
            return suite.argv
        for name in ("cases.t", "more.t"):
            self._lay(f"prove/{name}")
        return suite.argv

    def _lay(self, name: str) -> None:
        source = PROGRAMS / name
        (self.scratch / source.name).write_bytes(source.read_bytes())

    def _built(self, program: str) -> Path:
        target = self.compiled / program
        with _held(self.compiled / f"{program}.lock"):
            if not target.exists():
                argv = ["g++", "-std=c++17", "-O0", "-w", "-o", f"{target}.new", f"{program}.cpp"]
                subprocess.run([*argv, *LIBRARIES.get(program, ())], cwd=PROGRAMS, check=True)
                Path(f"{target}.new").rename(target)
        return target

    def _configure(self, breaks: str) -> None:
        source = str(PROGRAMS / "ctest")
        subprocess.run(
            ["cmake", "-S", source, "-B", ".", f"-DBREAK={breaks}"], cwd=self.scratch, check=True, capture_output=True
        )

    def _execute(self, argv: tuple[str, ...], breaks: str) -> Execution:
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST", "COV", "HARNESS"))}
        environment: Mapping[str, str] = kept | {"BREAK": breaks, **ENVIRONMENT}
        done = subprocess.run(argv, cwd=self.scratch, env=environment, capture_output=True, check=False)
        ended_by = EndedBy.EXIT if done.returncode >= 0 else EndedBy.SIGNAL
        return Execution(argv, ended_by, abs(done.returncode), 0.1, done.stdout, done.stderr)


@contextmanager
def _held(path: Path) -> Iterator[None]:
    with path.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield
