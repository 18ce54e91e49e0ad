"""The caller's side of a supervisor: has it forked, gives it the command, reads its status, and lets go of it."""

from __future__ import annotations

import os
import select
import socket
import subprocess
import sys
import time
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING

from bot.mutation.sandbox.status import ENDED, FAILED, GAP, LEFT

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bot.mutation.sandbox.command_spec import CommandSpec

_PACKAGES = str(Path(__file__).resolve().parents[2])
_PROGRAM = f"import sys; sys.path.append({_PACKAGES!r}); from bot.mutation.sandbox.fork_server import main; main()"
_FOR_PYTHON = frozenset({"LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH"})
_LAST_WAIT_S = 30.0
"""For processes that were killed; longer than any system takes to end them."""


@dataclass(slots=True)
class SupervisorStatus:
    """What a supervisor has reported: the wait status, why nothing was run, what is left, what is not isolated."""

    wait_status: int | None = None
    failure: str | None = None
    left: int = 0
    gaps: list[str] = field(default_factory=list)

    def take(self, line: bytes) -> None:
        """Take in one line; the first status counts."""
        word, _, rest = line.partition(b" ")
        if word == ENDED and self.wait_status is None:
            self.wait_status = int(rest)
        elif word == FAILED:
            self.failure = rest.decode("utf-8", "replace")
        elif word == LEFT:
            self.left = int(rest)
        elif word == GAP:
            self.gaps.append(rest.decode("utf-8", "replace"))


class ForkServer:
    """The process that supervisors are forked from: started when first used, gone with this process."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._socket: socket.socket | None = None
        self._process: subprocess.Popen[bytes] | None = None
        self._owner = 0

    def fork(self, descriptors: list[int]) -> None:
        """Have a supervisor forked that gets these descriptors; a server that was killed is started anew."""
        with self._lock:
            try:
                socket.send_fds(self._connected(), [b"+"], descriptors)
            except BrokenPipeError:
                self._socket = None
                socket.send_fds(self._connected(), [b"+"], descriptors)

    def _connected(self) -> socket.socket:
        if self._socket is None or self._owner != os.getpid():
            ours, theirs = socket.socketpair()
            argv = [sys.executable, "-I", "-S", "-c", _PROGRAM]
            with theirs:
                self._process = subprocess.Popen(
                    argv,
                    cwd="/",
                    env=_environment(),
                    stdin=theirs.fileno(),
                    stdout=subprocess.DEVNULL,
                    start_new_session=True,
                )
            self._socket, self._owner = ours, os.getpid()
        return self._socket


def _environment() -> dict[str, str]:
    """Nothing but what some installations of Python need to start; commands do not get it."""
    return {name: value for name, value in os.environ.items() if name in _FOR_PYTHON}


_SERVER = ForkServer()


class Supervisor:
    """A supervisor that was forked with a spec; `close` ends it and all that it watches.

    `output`, `errors` and `status` are descriptors to read until they end; the end of `status` says that all is over.
    `held` are descriptors (a lock, say) that stay open until then, even if this process is killed.
    """

    def __init__(self, spec: CommandSpec, held: Iterable[int] = ()) -> None:
        given, self._control = os.pipe()
        self.output, output = os.pipe()
        self.errors, errors = os.pipe()
        self.status, status = os.pipe()
        self._ours = [self.output, self.errors, self.status]
        theirs = [given, output, errors, status]
        try:
            _SERVER.fork([*theirs, *held])
        except BaseException:
            self._close_all([self._control, *self._ours])
            raise
        finally:
            self._close_all(theirs)
        self._send(spec.encode())

    def ask_to_end(self) -> None:
        """End the command: first by SIGTERM, after the spec's grace by force."""
        self._send(b"T")

    def kill(self) -> None:
        """End the command and all of its processes now."""
        if self._control >= 0:
            os.close(self._control)
            self._control = -1

    def close(self) -> None:
        """Return when the supervisor is gone, and all that it watched."""
        self.kill()
        try:
            self._await_end()
        finally:
            self._close_all(self._ours)

    def _await_end(self) -> None:
        last = time.monotonic() + _LAST_WAIT_S
        waiting = select.poll()
        waiting.register(self.status, select.POLLIN)
        while waiting.poll(max(0.0, last - time.monotonic()) * 1000):
            if not os.read(self.status, 1 << 12):
                return

    def _send(self, data: bytes) -> None:
        view = memoryview(data)
        with suppress(BrokenPipeError):  # it is gone, which its status says
            while view and self._control >= 0:
                view = view[os.write(self._control, view) :]

    def _close_all(self, descriptors: list[int]) -> None:
        for descriptor in descriptors:
            os.close(descriptor)


def read_status(supervisor: Supervisor) -> SupervisorStatus:
    """All that a supervisor of an empty command says, to its end."""
    status = SupervisorStatus()
    with os.fdopen(supervisor.status, "rb", closefd=False) as lines:
        for line in lines:
            status.take(line.rstrip(b"\n"))
    return status
