"""Files of a workspace, where hostile code has been: reached through real folders alone, replaced, never opened."""

from __future__ import annotations

import os
import stat
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.mutation.slots import WorkspaceError
from checkers.plain_file import NotPlainError, plain_file
from checkers.policy.paths import check_path as check_tree_path

if TYPE_CHECKING:
    from pathlib import Path

NEW_FILE = 0o644
GIT_FOLDER = ".git"


@dataclass(frozen=True, slots=True)
class State:
    """A file's bytes and permission bits."""

    data: bytes
    mode: int


def check_path(path: str) -> str:
    """The path itself. Raises WorkspaceError where it leads out of the tree or into `.git`."""
    try:
        check_tree_path(path)
    except ValueError as error:
        raise WorkspaceError(f"{path} is no file of the workspace: {error}") from None
    return path


def locate(root: Path, path: str) -> Path:
    """Where a file of the tree is. Raises WorkspaceError where its path leads out, into `.git` or through a link."""
    *folders, _ = check_path(path).split("/")
    place = root
    for folder in folders:
        place = place / folder
        if os.path.lexists(place) and (place.is_symlink() or not place.is_dir()):
            raise WorkspaceError(f"{path} is no file of the workspace: {folder} in its path is no folder")
    return root / path


def read_state(root: Path, path: str) -> State | None:
    """A regular file as it is; None where nothing has its name. Raises WorkspaceError where something else has it."""
    place = locate(root, path)
    try:
        with plain_file(place) as (file, found):
            return State(file.read(), stat.S_IMODE(found.st_mode))
    except FileNotFoundError:
        return None
    except NotPlainError:
        raise WorkspaceError(f"{path} is no regular file") from None
    except OSError as error:
        raise WorkspaceError(f"{path} cannot be read: {error.strerror}") from None


def replace_file(root: Path, path: str, state: State | None) -> None:
    """Put a new file in a path's place, or nothing; what is there is unlinked, never written to."""
    place = locate(root, path)
    if place.is_dir() and not place.is_symlink():
        raise WorkspaceError(f"{path} is a folder")
    if state is None:
        place.unlink(missing_ok=True)
        return
    place.parent.mkdir(parents=True, exist_ok=True)
    fresh = place.with_name(f".{os.urandom(8).hex()}")
    descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        os.fchmod(descriptor, state.mode)
        file.write(state.data)
    fresh.replace(place)


def forget_bytecode(source: Path) -> None:
    """Python that ignores its environment takes bytecode of the same second and size for that of the new source."""
    cache = source.parent / "__pycache__"
    if source.suffix == ".py" and cache.is_dir() and not cache.is_symlink():
        for stale in cache.iterdir():
            if stale.name.startswith(f"{source.stem}."):
                stale.unlink()
