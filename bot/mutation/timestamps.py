"""Time stamps by which a build sees every change: later than all that was there, and never in the future.

Make rebuilds what is older than its source, to the resolution of the file system; so a source that is written in the
same instant as an output was has to be written again a moment later.
"""

from __future__ import annotations

import os
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_WAIT_S = 0.001
_LONGEST_WAIT_S = 5.0
"""Longer than the resolution of any file system (two seconds)."""

_LONGEST_PATH = 4096 - 256 - 2
"""Bytes of a folder's path for which the path of everything in it is one that system calls take."""


class ClockError(OSError):
    """The file system's clock stands still or runs backwards."""


@dataclass(slots=True)
class Timestamps:
    """The clock of a workspace's file system, read from a file of our own beside the checkout."""

    probe: Path
    seen: int = 0
    """The newest time stamp, in nanoseconds, that anything in the workspace can have."""
    disturbed: bool = True
    """Whether a command may have written since the last look; it is looked once for all commands of a row."""

    def settle(self, root: Path) -> None:
        """Before a first write after commands: nothing of theirs is newer than now; what claims to be is set back."""
        if not self.disturbed:
            return
        now = self._now()
        for path in _newer_than(os.fsencode(root), now):
            os.utime(path, ns=(now, now), follow_symlinks=False)
        self.seen = max(self.seen, now)
        self.disturbed = False

    def advance(self, path: Path) -> None:
        """Give a file that was just written a time stamp later than all others. Raises ClockError."""
        last = time.monotonic() + _LONGEST_WAIT_S
        while (stamp := os.lstat(path).st_mtime_ns) <= self.seen:
            if time.monotonic() > last:
                raise ClockError(f"the clock of the file system at {path} does not advance")
            time.sleep(_WAIT_S)
            self._touch(path)
        self.seen = stamp

    def _touch(self, path: Path) -> None:
        os.utime(path, follow_symlinks=False)

    def _now(self) -> int:
        self.probe.write_bytes(b"")
        os.utime(self.probe)
        return self.probe.stat().st_mtime_ns


def _newer_than(root: bytes, now: int) -> Iterator[bytes]:
    """What lies below a folder with a time stamp after `now`; links are not followed."""
    pending = [root]
    while pending:
        for entry in _entries(pending.pop()):
            if entry.stat(follow_symlinks=False).st_mtime_ns > now:
                yield entry.path
            if entry.is_dir(follow_symlinks=False) and entry.name != b".git":
                pending.append(entry.path)


def _entries(folder: bytes) -> list[os.DirEntry[bytes]]:
    """What a folder holds; nothing where no build reaches it either, by its mode or by the length of its path."""
    if len(folder) > _LONGEST_PATH:
        return []
    try:
        with os.scandir(folder) as entries:
            return list(entries)
    except PermissionError:
        return []
