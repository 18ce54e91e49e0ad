"""Removing a folder that hostile code has filled: of any depth, with any modes, and never through a link."""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from itertools import count
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_OURS = 0o700


def remove_tree(folder: Path) -> None:
    """Remove a folder and all below it; nothing where it is absent. Raises OSError for what cannot be removed.

    Folders are moved up beside their parent as they are met, so that no path grows long and none is walked twice.
    """
    with suppress(FileNotFoundError):
        if not stat.S_ISDIR(os.lstat(folder).st_mode):
            folder.unlink()
            return
        empty_folder(folder)
        folder.rmdir()


def empty_folder(folder: Path) -> None:
    """Remove all below a folder of ours. Raises OSError for what cannot be removed."""
    folder.chmod(_OURS)
    top = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC)
    try:
        fresh = (f".{os.urandom(8).hex()}-{number}" for number in count())
        while names := _names(top):
            for name in names:
                _remove(name, top, fresh)
    finally:
        os.close(top)


def _remove(name: str, top: int, fresh: Iterator[str]) -> None:
    """Remove an entry of the top folder, once its own folders are moved up there under fresh names."""
    if not stat.S_ISDIR(os.lstat(name, dir_fd=top).st_mode):
        os.unlink(name, dir_fd=top)
        return
    os.chmod(name, _OURS, dir_fd=top)
    inner = os.open(name, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC, dir_fd=top)
    try:
        for entry in _names(inner):
            if stat.S_ISDIR(os.lstat(entry, dir_fd=inner).st_mode):
                os.chmod(entry, _OURS, dir_fd=inner)
                os.rename(entry, next(fresh), src_dir_fd=inner, dst_dir_fd=top)
            else:
                os.unlink(entry, dir_fd=inner)
    finally:
        os.close(inner)
    os.rmdir(name, dir_fd=top)


def _names(folder: int) -> list[str]:
    with os.scandir(folder) as entries:
        return [entry.name for entry in entries]
