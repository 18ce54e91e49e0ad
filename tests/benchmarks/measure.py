"""Runs a command and takes its time and its peak of memory."""

from __future__ import annotations

import os
import statistics
import subprocess
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

RUNS = 5
_HINDERS = frozenset({"PYTHONDONTWRITEBYTECODE"})
"""What would make every run compile the product anew, which no installed command does."""


class BrokenRunError(Exception):
    """A command could not do its work, so that its time says nothing."""


@dataclass(frozen=True, slots=True)
class Run:
    """Wall time in seconds, the largest resident set in MB, and processor time in seconds.

    Wall times are what is promised; on a machine that does other things too, processor times say more.
    """

    seconds: float
    peak_mb: float
    processor_s: float = 0.0


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table; `within` says whether `figure` keeps its target, None where it has none here."""

    name: str
    run: Run
    figure: str
    target: str
    within: bool | None

    def __str__(self) -> str:
        state = {True: "ok", False: "OVER", None: ""}[self.within]
        columns = (
            f"{self.name:<46}",
            f"{self.run.seconds:7.3f} s",
            f"{self.run.processor_s:7.3f} s cpu",
            f"{self.run.peak_mb:6.0f} MB",
            f"{self.figure:>24}",
        )
        return "  ".join((*columns, f"{self.target:>9}", state)).rstrip()


@dataclass(frozen=True, slots=True)
class Task:
    """What is measured: an argv, where, and what is set in its environment."""

    argv: Sequence[str]
    cwd: Path
    env: Mapping[str, str]


def median(tasks: Sequence[Task]) -> list[Run]:
    """The median of five runs of each task, taken in turns so that a busy moment hits all of them."""
    runs: list[list[Run]] = [[] for _ in tasks]
    for _ in range(RUNS):
        for task, taken in zip(tasks, runs, strict=True):
            taken.append(once(task))
    return [
        Run(
            statistics.median(run.seconds for run in taken),
            max(run.peak_mb for run in taken),
            statistics.median(run.processor_s for run in taken),
        )
        for taken in runs
    ]


def without_cache(task: Task) -> Task:
    """The same task where no facts of an earlier run can be found."""
    return Task(task.argv, task.cwd, {**task.env, "XDG_CACHE_HOME": os.devnull})


def once(task: Task) -> Run:
    """One run; BrokenRunError where the command could not judge (exit code above 1)."""
    started = time.perf_counter()
    process = subprocess.Popen(
        task.argv,
        cwd=task.cwd,
        env={name: value for name, value in os.environ.items() if name not in _HINDERS} | dict(task.env),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - started
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in (0, 1):
        raise BrokenRunError(f"exit {process.returncode}: {' '.join(task.argv)}")
    return Run(seconds, usage.ru_maxrss / 1024, usage.ru_utime + usage.ru_stime)
