"""Two tasks at once: where a work tree is large, another process judges one of the code checkers on the second core."""

from __future__ import annotations

import os
import signal
import threading
from typing import TYPE_CHECKING

from checkers.model import SubjectKind
from checkers.run import judged

if TYPE_CHECKING:
    from collections.abc import Sequence

    from checkers.model import Verdict
    from checkers.repo.repository import Repository
    from checkers.run import Task

WORTH_FILES = 500
"""From how many files on a second process takes less time than it saves; starting one costs about 5 ms."""


def all_judged(tasks: Sequence[Task], repository: Repository, *, excerpts: bool = False) -> list[Verdict]:
    """The verdict of each task, in their order; the same whether or not a second process took part."""
    apart = _worth_a_process(tasks)
    if apart is None:
        return [judged(task, excerpts=excerpts) for task in tasks]
    with _Fork(tasks[apart], repository, excerpts) as fork:
        here = [None if number == apart else judged(task, excerpts=excerpts) for number, task in enumerate(tasks)]
        there = fork.verdict() or judged(tasks[apart], excerpts=excerpts)
    return [verdict or there for verdict in here]


def _worth_a_process(tasks: Sequence[Task]) -> int | None:
    """Which task another process takes: the second one that reads the work tree's code, if there are two.

    A process with threads is not forked: what another thread holds would be held for ever in the copy.
    """
    on_disk = [number for number, task in enumerate(tasks) if _reads_code(task)]
    if len(on_disk) < 2 or not hasattr(os, "fork") or threading.active_count() > 1 or _cores() < 2:
        return None
    make = tasks[on_disk[1]].make
    return on_disk[1] if make and len(make().head.entries()) >= WORTH_FILES else None


def _reads_code(task: Task) -> bool:
    return task.kind is SubjectKind.TREE and not task.checker.judges_changes and task.make is not None


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class _Fork:
    """One task in a copy of this process. Whatever goes wrong there, the task is left to be judged here."""

    def __init__(self, task: Task, repository: Repository, excerpts: bool) -> None:
        self._reading, writing = os.pipe()
        self._pid = os.fork()
        if self._pid == 0:
            _answer(task, repository, excerpts, writing)
        os.close(writing)

    def __enter__(self) -> _Fork:
        return self

    def __exit__(self, *_: object) -> None:
        """Leave no process behind, not even when this one is interrupted."""
        os.close(self._reading)
        os.kill(self._pid, signal.SIGKILL)
        os.waitpid(self._pid, 0)

    def verdict(self) -> Verdict | None:
        """The other process's verdict; None where it ended without a whole one."""
        import pickle

        chunks = []
        while chunk := os.read(self._reading, 1 << 20):
            chunks.append(chunk)
        done, _, data = b"".join(chunks).partition(b"\n")
        verdict: Verdict | None = pickle.loads(data) if done == b"%d" % len(data) and data else None
        return verdict


def _answer(task: Task, repository: Repository, excerpts: bool, writing: int) -> None:
    """In the copy: judge, write the verdict with its length before it, and end without the parent's clean-up."""
    try:
        import pickle

        repository.disown_processes()
        data = pickle.dumps(judged(task, excerpts=excerpts))
        with os.fdopen(writing, "wb") as pipe:
            pipe.write(b"%d\n" % len(data) + data)
    finally:
        os._exit(0)
