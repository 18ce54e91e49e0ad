"""A copy of this process that computes something on the second core."""

from __future__ import annotations

import os
import signal
import threading
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

Result = TypeVar("Result")


def may_fork() -> bool:
    """Whether there is a second core, and no thread whose locks would be held for ever in the copy."""
    return hasattr(os, "fork") and threading.active_count() == 1 and _cores() >= 2


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class Fork(Generic[Result]):
    """One computation in a copy of this process. Whatever goes wrong there, it is left to be done here.

    `before` is called in the copy first, to let go of what is this process's own.
    """

    def __init__(self, compute: Callable[[], Result], before: Callable[[], None]) -> None:
        self._reading, writing = os.pipe()
        self._pid = _forked()
        if self._pid == 0:
            _answer(compute, before, writing)
        os.close(writing)

    def __enter__(self) -> Fork[Result]:
        return self

    def __exit__(self, *_: object) -> None:
        """Leave no process behind, not even when this one is interrupted."""
        os.close(self._reading)
        if self._pid is not None:
            os.kill(self._pid, signal.SIGKILL)
            os.waitpid(self._pid, 0)

    def result(self) -> Result | None:
        """What the other process computed; None where it ended without a whole answer."""
        import pickle

        chunks = []
        while chunk := os.read(self._reading, 1 << 20):
            chunks.append(chunk)
        done, _, data = b"".join(chunks).partition(b"\n")
        result: Result | None = pickle.loads(data) if done == b"%d" % len(data) and data else None
        return result


def _forked() -> int | None:
    """0 in the copy, its number here; None where the system has no room for another process."""
    try:
        return os.fork()
    except OSError:
        return None


def _answer(compute: Callable[[], object], before: Callable[[], None], writing: int) -> None:
    """In the copy: compute, write the result with its length before it, and end without the parent's clean-up."""
    try:
        import pickle

        before()
        data = pickle.dumps(compute())
        with os.fdopen(writing, "wb") as pipe:
            pipe.write(b"%d\n" % len(data) + data)
    finally:
        os._exit(0)
