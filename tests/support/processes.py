"""Processes of the machine: those that hold a mark, and waiting for them to begin or end."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path


def living(mark: str) -> list[str]:
    """The command lines of processes that hold a mark."""
    found = []
    for place in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            words = place.read_bytes()
        except OSError:
            continue
        if mark.encode() in words:
            found.append(words.decode("utf-8", "replace"))
    return found


def mark_of(folder: Path) -> str:
    """A number of seconds that no other test sleeps for."""
    return f"{1000 + hash(str(folder)) % 100000}.{os.getpid()}"


def soon(found: Callable[[], object], seconds: float = 20) -> bool:
    """Whether something holds before some seconds are over."""
    last = time.monotonic() + seconds
    while not found():
        if time.monotonic() > last:
            return False
        time.sleep(0.05)
    return True
