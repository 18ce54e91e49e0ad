"""Running one command within limits, apart from the rest of the system, to the end of all of its processes."""

from __future__ import annotations

import os
import select
import signal
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.mutation.isolation import Isolation, isolation_here
from bot.mutation.model import EndedBy, Execution
from bot.mutation.sandbox.command_spec import CommandSpec
from bot.mutation.sandbox.reaper import PATIENCE_S
from bot.mutation.supervision import Supervisor, SupervisorStatus

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path
    from threading import Event

_MIB = 1 << 20
_CHUNK = 1 << 16
_LOOK_S = 0.25
"""How often the free space is looked at."""
_DRAIN_S = 1.0
"""How long output may still arrive when all processes are gone."""
_KEPT_PAST_LIMIT = _MIB
"""What is kept of the beginning and of the end of each stream where a command printed too much."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What one command may use up. `seconds` is wall time; `grace` are seconds between SIGTERM and SIGKILL.

    `output_bytes` bounds what it prints in all, `file_bytes` each file that it writes, `free_bytes` is what it must
    leave free on the workspace's file system, `processes` their number (not for root), `memory_bytes` the address
    space of each.
    """

    seconds: float = 600.0
    grace: float = 2.0
    output_bytes: int = 64 * _MIB
    file_bytes: int = 4096 * _MIB
    free_bytes: int = 256 * _MIB
    processes: int = 8192
    memory_bytes: int | None = None


@dataclass(frozen=True, slots=True)
class Confinement:
    """Where commands may write (existing folders), what keeps them there, and descriptors that outlive them.

    `held` are descriptors, a lock's say, that stay open until the last process of a command has ended. `stop` ends
    commands that another thread waits for.
    """

    writable: tuple[Path, ...]
    isolation: Isolation
    held: tuple[int, ...] = ()
    stop: Event | None = None


def run(
    argv: Sequence[str],
    cwd: Path,
    environment: Mapping[str, str],
    limits: Limits | None = None,
    confinement: Confinement | None = None,
) -> Execution:
    """Run a program, without a shell, with exactly this environment, and return when none of its processes lives.

    Without `confinement` it may write in `cwd` alone, with the isolation that works here. It never raises for what the
    command does; a command that cannot be started is `NOT_STARTED`. Raises KeyboardInterrupt when `stop` is set.
    """
    limits = limits or Limits()
    confinement = confinement or Confinement((cwd,), isolation_here())
    started = time.monotonic()
    refusal = _refusal(argv)
    if refusal:
        return Execution(tuple(argv), EndedBy.NOT_STARTED, None, 0.0, b"", b"", refusal)
    supervisor = Supervisor(_command_spec(argv, cwd, environment, limits, confinement), confinement.held)
    try:
        watch = _Watch(supervisor, limits, cwd)
        watch.until_ended(started, confinement.stop)
    finally:
        supervisor.close()
    return watch.execution(tuple(argv), time.monotonic() - started)


def _refusal(argv: Sequence[str]) -> str:
    if not argv or not argv[0]:
        return "the command is empty"
    return "the command holds a NUL character" if any("\0" in word for word in argv) else ""


def _command_spec(
    argv: Sequence[str], cwd: Path, environment: Mapping[str, str], limits: Limits, confinement: Confinement
) -> CommandSpec:
    return CommandSpec(
        argv=[os.fsencode(word) for word in argv],
        cwd=os.fsencode(cwd),
        environment={os.fsencode(name): os.fsencode(value) for name, value in environment.items()},
        writable=[os.fsencode(folder) for folder in confinement.writable],
        means=sorted(confinement.isolation.means),
        grace=limits.grace,
        file_bytes=limits.file_bytes,
        processes=limits.processes,
        memory_bytes=limits.memory_bytes,
    )


class _Watch:
    """Reads what a command prints and what its supervisor says, and has it ended at its limits."""

    def __init__(self, supervisor: Supervisor, limits: Limits, cwd: Path) -> None:
        self._supervisor, self._limits, self._cwd = supervisor, limits, cwd
        self._kept = {supervisor.output: bytearray(), supervisor.errors: bytearray()}
        self._open = {*self._kept, supervisor.status}
        self._poll = select.poll()
        for descriptor in self._open:
            self._poll.register(descriptor, select.POLLIN)
        self._printed = 0
        self._unparsed = b""
        self._status = SupervisorStatus()
        self._ended: tuple[EndedBy, str] | None = None
        self._had_space = _free_bytes(cwd) > limits.free_bytes

    def until_ended(self, started: float, stop: Event | None) -> None:
        """Read until the supervisor is gone, and then what is still in the pipes."""
        limit = started + self._limits.seconds
        last = limit + self._limits.grace + 2 * PATIENCE_S
        while self._supervisor.status in self._open and time.monotonic() < last:
            self._turn(min(_LOOK_S, max(0.0, limit - time.monotonic()) if not self._ended else _LOOK_S))
            self._hold_to_limits(time.monotonic() >= limit)
            if stop is not None and stop.is_set():
                raise KeyboardInterrupt
        self._supervisor.kill()
        last = time.monotonic() + _DRAIN_S
        while self._open and time.monotonic() < last:
            self._turn(_DRAIN_S)

    def execution(self, argv: tuple[str, ...], seconds: float) -> Execution:
        """What became of the command."""
        ended_by, code, detail = self._verdict(argv[0])
        if self._status.left:
            detail = f"{detail}; {self._status.left} of its processes could not be ended".removeprefix("; ")
        output, errors = (self._bounded(data) for data in self._kept.values())
        return Execution(argv, ended_by, code, seconds, output, errors, detail)

    def _verdict(self, program: str) -> tuple[EndedBy, int | None, str]:
        if self._status.failure is not None:
            return EndedBy.NOT_STARTED, None, f"{program} cannot be started: {self._status.failure}"
        code = None if self._status.wait_status is None else os.waitstatus_to_exitcode(self._status.wait_status)
        if self._ended is not None:
            return self._ended[0], code if code is None else abs(code), self._ended[1]
        if code is None:
            return EndedBy.SIGNAL, int(signal.SIGKILL), "it ended together with its supervisor"
        if code >= 0:
            return EndedBy.EXIT, code, ""
        return EndedBy.SIGNAL, -code, self._signal_sentence(-code)

    def _signal_sentence(self, number: int) -> str:
        if number == signal.SIGXFSZ:
            return f"it was ended by SIGXFSZ: it wrote a file of more than {_size(self._limits.file_bytes)}"
        names = {known.value: known.name for known in signal.Signals}
        return f"it was ended by {names.get(number, f'signal {number}')}"

    def _turn(self, seconds: float) -> None:
        for descriptor, _ in self._poll.poll(seconds * 1000):
            if not self._read(descriptor):
                self._poll.unregister(descriptor)
                self._open.discard(descriptor)

    def _read(self, descriptor: int) -> bool:
        data = os.read(descriptor, _CHUNK)
        if descriptor == self._supervisor.status:
            *lines, self._unparsed = (self._unparsed + data).split(b"\n")
            for line in lines:
                self._status.take(line)
        else:
            self._printed += len(data)
            self._keep(self._kept[descriptor], data)
        return bool(data)

    def _keep(self, kept: bytearray, data: bytes) -> None:
        """Everything up to the limit; past it, which ends the command, the end takes the place of the middle."""
        kept += data
        if self._printed > self._limits.output_bytes and len(kept) > 4 * _KEPT_PAST_LIMIT:
            del kept[_KEPT_PAST_LIMIT:-_KEPT_PAST_LIMIT]

    def _bounded(self, kept: bytearray) -> bytes:
        if self._printed <= self._limits.output_bytes or len(kept) <= 2 * _KEPT_PAST_LIMIT:
            return bytes(kept)
        return bytes(kept[:_KEPT_PAST_LIMIT]) + b"\n[...]\n" + bytes(kept[-_KEPT_PAST_LIMIT:])

    def _hold_to_limits(self, overdue: bool) -> None:
        if self._ended is not None:
            return
        if self._printed > self._limits.output_bytes:
            self._ended = EndedBy.OUTPUT, f"it was ended: it printed more than {_size(self._limits.output_bytes)}"
            self._supervisor.kill()
        elif self._had_space and _free_bytes(self._cwd) <= self._limits.free_bytes:
            self._ended = EndedBy.OUTPUT, f"it was ended: it left less than {_size(self._limits.free_bytes)} of disk"
            self._supervisor.kill()
        elif overdue:
            self._ended = EndedBy.TIME, f"it was ended after {self._limits.seconds:g} s, its limit"
            self._supervisor.ask_to_end()


def _free_bytes(folder: Path) -> int:
    """What is left to this user on the file system of a folder; nothing where the folder is gone."""
    try:
        space = os.statvfs(folder)
    except OSError:
        return 0
    return space.f_bavail * space.f_frsize


def _size(count: int) -> str:
    return f"{count / _MIB:g} MB"
