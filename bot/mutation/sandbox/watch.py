"""The supervisor's waiting: for the command's end, for the caller's wish, for the caller's death."""

from __future__ import annotations

import os
import select
import signal
import time
from typing import TYPE_CHECKING

from bot.mutation.sandbox import reaper
from bot.mutation.sandbox.command_spec import CommandSpec, Means

if TYPE_CHECKING:
    from bot.mutation.sandbox.status import Status


class Watch:
    """Waits for one child: the command itself, or the init process of its namespace."""

    __slots__ = ("_alone", "_control", "_deadline", "_grace", "_pid", "_status")

    def __init__(self, spec: CommandSpec, status: Status, control: int, pid: int) -> None:
        self._alone = Means.NAMESPACES in spec.means
        self._grace = spec.grace
        self._status, self._control, self._pid = status, control, pid
        self._deadline: float | None = None

    def until_all_ended(self) -> None:
        """Return when nothing of the command lives any more."""
        waiting = select.poll()
        waiting.register(self._control, select.POLLIN)
        ends = _ends_of_children()
        waiting.register(ends, select.POLLIN)
        while not self._has_ended():
            ready = [descriptor for descriptor, _ in waiting.poll(self._patience_ms())]
            if ends in ready:
                os.read(ends, 1 << 12)
            if self._control in ready:
                self._obey(os.read(self._control, 1))
            if self._deadline is not None and time.monotonic() >= self._deadline:
                self._kill()
                return

    def _patience_ms(self) -> float | None:
        return None if self._deadline is None else max(0.0, self._deadline - time.monotonic()) * 1000 + 1

    def _obey(self, wish: bytes) -> None:
        """A byte asks for an end with grace; the end of the pipe leaves none."""
        if not wish:
            self._deadline = 0.0
        elif self._deadline is None:
            self._deadline = time.monotonic() + self._grace
            self._ask_to_end()

    def _ask_to_end(self) -> None:
        if self._alone:
            os.kill(self._pid, signal.SIGTERM)  # init hands it on to all
        else:
            reaper.send(signal.SIGTERM, self._pid)

    def _has_ended(self) -> bool:
        """Take leave of children; when the one that counts has ended, end the others."""
        pid, wait_status = os.waitpid(-1, os.WNOHANG)
        while pid:
            if pid == self._pid:
                self._finish(wait_status)
                return True
            pid, wait_status = os.waitpid(-1, os.WNOHANG)
        return False

    def _finish(self, wait_status: int) -> None:
        """With namespaces, init has reported the command's end, unless somebody killed it."""
        if not self._alone:
            self._sweep()
        if not self._alone or os.WIFSIGNALED(wait_status):
            self._status.ended(wait_status)

    def _kill(self) -> None:
        if self._alone:
            os.kill(self._pid, signal.SIGKILL)
            os.waitpid(self._pid, 0)
        else:
            self._sweep()
        self._status.ended(signal.SIGKILL)

    def _sweep(self) -> None:
        left = reaper.end_all(self._pid)
        if left:
            self._status.left(left)


def _ends_of_children() -> int:
    """A descriptor that becomes readable when a child ends."""
    ends, announced = os.pipe()
    os.set_blocking(announced, False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.set_wakeup_fd(announced, warn_on_full_buffer=False)
    return ends
