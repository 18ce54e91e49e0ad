"""An executable run in a forked copy of this process: its own streams, limits and end, without Python's start."""

from __future__ import annotations

import atexit
import io
import os
import select
import signal
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO

from tests.support.session import MAINS, clean_environment

LONGEST_S = 60.0
"""How long any command may take in any repository."""
_BROKEN_TEST = 99


@dataclass(frozen=True)
class Ended:
    """How a command ended; no code where it had to be killed."""

    words: tuple[str, ...]
    code: int | None
    out: bytes
    err: bytes
    seconds: float


def run(
    words: Sequence[str | Path],
    cwd: Path,
    *,
    stdin: bytes = b"",
    env: Mapping[str, str] | None = None,
    prepare: Callable[[], None] | None = None,
    longest: float = LONGEST_S,
) -> Ended:
    """Run an executable; `prepare` is called in its process first."""
    argv = [str(word) for word in words]
    with TemporaryFile() as given, TemporaryFile() as out, TemporaryFile() as err:
        given.write(stdin)
        given.seek(0)
        began = time.monotonic()
        child = os.fork()
        if child == 0:
            _become(argv, cwd, {**clean_environment(), **(env or {})}, (given, out, err), prepare)
        code = _awaited(child, longest)
        seconds = time.monotonic() - began
        out.seek(0)
        err.seek(0)
        return Ended(tuple(argv), code, out.read(), err.read(), seconds)


def _become(
    argv: list[str],
    cwd: Path,
    environment: dict[str, str],
    streams: Sequence[IO[bytes]],
    prepare: Callable[[], None] | None,
) -> None:
    """Be the command, in this process, and never return."""
    try:
        os.setsid()
        atexit._clear()
        os.environ.clear()
        os.environ.update(environment)
        os.chdir(cwd)
        for number, stream in enumerate(streams):
            os.dup2(stream.fileno(), number)
        sys.stdin = io.TextIOWrapper(io.FileIO(0, closefd=False), encoding="utf-8")
        sys.stdout = io.TextIOWrapper(io.BufferedWriter(io.FileIO(1, "w", closefd=False)), encoding="utf-8")
        sys.stderr = io.TextIOWrapper(io.BufferedWriter(io.FileIO(2, "w", closefd=False)), encoding="utf-8")
        sys.argv = argv
        if prepare:
            prepare()
        MAINS[argv[0]](None)
    except BaseException:
        import traceback

        with suppress(BaseException):
            os.write(2, traceback.format_exc().encode("utf-8", "backslashreplace"))
    os._exit(_BROKEN_TEST)


def _awaited(child: int, longest: float) -> int | None:
    descriptor = os.pidfd_open(child)
    try:
        ended, _, _ = select.select([descriptor], [], [], longest)
    finally:
        os.close(descriptor)
    if not ended:
        with suppress(ProcessLookupError):
            os.killpg(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    return os.waitstatus_to_exitcode(status) if ended else None
