"""Removing a folder that hostile code has filled: of any depth, with any modes, and never through a link."""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

_OURS = 0o700
_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC


def remove_tree(folder: Path) -> None:
    """Remove a file, a link or a folder and all below it; nothing where it is absent.

    Raises OSError for what cannot be removed.
    """
    with suppress(FileNotFoundError, NotADirectoryError):
        if not stat.S_ISDIR(folder.lstat().st_mode):
            folder.unlink()
            return
        empty_folder(folder)
        folder.rmdir()


def empty_folder(folder: Path) -> None:
    """Remove all below a folder of ours. Raises OSError for what cannot be removed.

    It walks with one descriptor, down by name and up by `..`, so that neither paths nor descriptors grow with depth.
    """
    folder.chmod(_OURS)
    here = os.open(folder, _FOLDER)
    try:
        trail = [("", _unlink_files(here))]
        while trail:
            name, folders = trail[-1]
            if folders:
                inner = folders.pop()
                here = _step(here, inner)
                trail.append((inner, _unlink_files(here)))
                continue
            trail.pop()
            if trail:
                here = _step(here, "..")
                os.rmdir(name, dir_fd=here)
    finally:
        os.close(here)


def _unlink_files(folder: int) -> list[str]:
    """Unlink all in a folder but its own folders, whose names are the answer; they become ours to change."""
    folders = []
    with os.scandir(folder) as entries:
        found = [(entry.name, entry.is_dir(follow_symlinks=False)) for entry in entries]
    for name, is_folder in found:
        if is_folder:
            os.chmod(name, _OURS, dir_fd=folder)
            folders.append(name)
        else:
            os.unlink(name, dir_fd=folder)
    return folders


def _step(here: int, name: str) -> int:
    """A folder seen from another one, which is left."""
    there = os.open(name, _FOLDER, dir_fd=here)
    os.close(here)
    return there
