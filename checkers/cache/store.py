"""The shelves of one run: opened when first asked for, saved at its end, and bounded all together."""

from __future__ import annotations

import os
import time
from contextlib import suppress
from hashlib import sha256
from typing import TYPE_CHECKING

from checkers.cache.code_hash import code_hash
from checkers.cache.folder import cache_folder
from checkers.cache.shelf import UNFINISHED, Shelf

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

LARGEST_CACHE = 64 << 20
"""Bytes of all files; beyond it those that were written longest ago go."""
_FORMAT = "redfirst.facts/1"
_ABANDONED_S = 3600.0
_REFRESHED_S = 86_400.0
_SHORT = 16


class Store:
    """The cache as one run sees it; without a folder every shelf is absent."""

    def __init__(self, judged: Iterable[Path]) -> None:
        self._folder = cache_folder(judged)
        self._code_hashes: dict[str, str | None] = {}
        self._shelves: dict[tuple[str, str], Shelf | None] = {}

    def shelf(self, room: str, inputs: str) -> Shelf | None:
        """The facts of one checker's room under some inputs (all that a fact depends on besides the content)."""
        key = (room, inputs)
        if key not in self._shelves:
            self._shelves[key] = self._opened(room, inputs)
        return self._shelves[key]

    def save(self) -> None:
        """Keep what is new."""
        shelves = [shelf for shelf in self._shelves.values() if shelf is not None and shelf.is_changed]
        for shelf in shelves:
            shelf.save()
        if shelves and self._folder:
            with suppress(OSError):
                _tidy(self._folder)

    def knows(self, room: str) -> bool:
        """Whether anything outlived an earlier run of this very code, under whatever inputs."""
        made_by = self._code_hash(room)
        if self._folder is None or made_by is None:
            return False
        try:
            return any(path.name.startswith(_prefix(room, made_by)) for path in self._folder.iterdir())
        except OSError:
            return False

    def _opened(self, room: str, inputs: str) -> Shelf | None:
        made_by = self._code_hash(room)
        if self._folder is None or made_by is None:
            return None
        made_under = sha256(inputs.encode("utf-8", "surrogatepass")).hexdigest()
        path = self._folder / f"{_prefix(room, made_by)}{made_under[:_SHORT]}"
        _refresh(path)
        return Shelf(path, f"{_FORMAT} {room} {made_by} {made_under}")

    def _code_hash(self, room: str) -> str | None:
        if self._folder is not None and room not in self._code_hashes:
            self._code_hashes[room] = code_hash(room)
        return self._code_hashes.get(room)


def _prefix(room: str, made_by: str) -> str:
    return f"{room}-{made_by[:_SHORT]}-"


def _refresh(path: Path) -> None:
    """A file that is still read counts as new, at a cost of one write a day."""
    with suppress(OSError):
        if time.time() - path.lstat().st_mtime > _REFRESHED_S:
            os.utime(path, follow_symlinks=False)


def _tidy(folder: Path) -> None:
    """Remove what killed runs left, and the oldest files beyond the bound."""
    now = time.time()
    with os.scandir(folder) as entries:
        found = [(entry.stat(follow_symlinks=False), entry) for entry in entries if not entry.is_dir()]
    files = sorted(found, key=lambda one: one[0].st_mtime, reverse=True)
    size = 0
    for status, entry in files:
        size += status.st_size
        is_abandoned = entry.name.endswith(UNFINISHED) and now - status.st_mtime > _ABANDONED_S
        if size > LARGEST_CACHE or is_abandoned:
            with suppress(OSError):
                os.unlink(entry.path)  # noqa: PTH108 - an entry has its path as text
