"""The command that a supervisor runs, and its limits, as they travel through a pipe."""

from __future__ import annotations

import marshal
import os
from enum import StrEnum


class Means(StrEnum):
    """How commands are kept apart from the rest of the system; each is used only where it was seen to work."""

    NAMESPACES = "namespaces"
    """Process, mount and IPC namespaces of their own: nothing outlives the command or is written elsewhere."""
    NETWORK = "network"
    """A network namespace with nothing in it but a loopback device."""
    LANDLOCK = "landlock"
    """The kernel refuses to write elsewhere."""
    SECCOMP = "seccomp"
    """The kernel refuses to open network sockets."""


class CommandSpec:
    """One command: what to run, where it may write, what it may use up.

    `argv` may be empty: then everything is set up and nothing is run. `writable` are existing folders; `grace` is in
    seconds; `file_bytes` bounds each file that is written, `memory_bytes` each process, `processes` their number.
    """

    __slots__ = ("argv", "cwd", "environment", "file_bytes", "grace", "means", "memory_bytes", "processes", "writable")

    def __init__(
        self,
        *,
        argv: list[bytes],
        cwd: bytes,
        environment: dict[bytes, bytes],
        writable: list[bytes],
        means: list[str],
        grace: float,
        file_bytes: int,
        processes: int,
        memory_bytes: int | None,
    ) -> None:
        self.argv = argv
        self.cwd = cwd
        self.environment = environment
        self.writable = writable
        self.means = frozenset(Means(name) for name in means)
        self.grace = grace
        self.file_bytes = file_bytes
        self.processes = processes
        self.memory_bytes = memory_bytes

    def encode(self) -> bytes:
        """The spec with its length before it."""
        values = {name: getattr(self, name) for name in self.__slots__}
        data = marshal.dumps(values | {"means": [str(means) for means in self.means]})
        return len(data).to_bytes(8, "big") + data

    @classmethod
    def receive(cls, descriptor: int) -> CommandSpec | None:
        """The spec that arrives at a pipe; None where the pipe closes before all of it is there."""
        size = _take(descriptor, 8)
        data = _take(descriptor, int.from_bytes(size, "big"))
        return cls(**marshal.loads(data)) if data else None


def _take(descriptor: int, size: int) -> bytes:
    taken = b""
    while len(taken) < size:
        chunk = os.read(descriptor, size - len(taken))
        if not chunk:
            return b""
        taken += chunk
    return taken
