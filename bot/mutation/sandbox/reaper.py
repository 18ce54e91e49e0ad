"""Ending a command and everything that it started where no process namespace does it."""

from __future__ import annotations

import os
import signal
import time
from contextlib import suppress
from pathlib import Path

from bot.mutation.sandbox import kernel

PATIENCE_S = 5.0
"""How long what was killed may take to be gone."""


def descendants() -> list[int]:
    """The processes below this one, the parents first; on systems that do not list them, none."""
    children: dict[int, list[int]] = {}
    for place in Path("/proc").iterdir() if kernel.IS_LINUX else ():
        if place.name.isdigit():
            children.setdefault(_parent(place), []).append(int(place.name))
    found = list(children.get(os.getpid(), ()))
    for pid in found:
        found.extend(children.get(pid, ()))
    return found


def send(number: int, group: int) -> None:
    """Send a signal to a process group and to every descendant outside of it, once to each."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(group, number)
    for pid in descendants():
        with suppress(ProcessLookupError, PermissionError):
            if os.getpgid(pid) != group:
                os.kill(pid, number)


def end_all(group: int) -> int:
    """Kill the group and every descendant, stopped first so that none starts another; how many are left."""
    deadline = time.monotonic() + PATIENCE_S
    while True:
        send(signal.SIGSTOP, group)
        send(signal.SIGKILL, group)
        if _collect():
            return 0
        if time.monotonic() > deadline:
            return max(1, len(descendants()))
        time.sleep(0.002)


def _collect() -> bool:
    """Take leave of every child that has ended; whether none is left."""
    try:
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass
    except ChildProcessError:
        return True
    return False


def _parent(process: Path) -> int:
    """The parent of a process by its folder in /proc; 0 where it is gone meanwhile."""
    try:
        return int((process / "stat").read_bytes().rpartition(b")")[2].split()[1])
    except OSError:
        return 0
