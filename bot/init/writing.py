"""Writing what is new: whole or not at all, never over what exists, and never through a link."""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from checkers.errors import UsageError


class Standing(StrEnum):
    """What lies where a file is proposed."""

    NEW = "new"
    SAME = "same"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Proposed:
    """A file: its path from the root, its content, and in a few words what it holds."""

    path: str
    content: bytes
    about: str
    standing: Standing = Standing.NEW


def standing_of(root: Path, path: str, content: bytes) -> Standing:
    """What lies there now. Raises UsageError where a link or a file stands for a folder on the way."""
    _refuse_detours(root, path)
    target = root / path
    try:
        mode = target.lstat().st_mode
    except FileNotFoundError:
        return Standing.NEW
    same = stat.S_ISREG(mode) and target.stat().st_size == len(content) and target.read_bytes() == content
    return Standing.SAME if same else Standing.OTHER


def write_new(root: Path, path: str, content: bytes) -> None:
    """Write a file that is not there yet. Raises UsageError, and leaves nothing behind, where that cannot be done."""
    _refuse_detours(root, path)
    target = root / path
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        _refuse_detours(root, path)
        _put(target, content)
    except FileExistsError:
        raise UsageError(f"{path} came into being meanwhile, and is kept; run redfirst init again") from None
    except OSError as error:
        raise UsageError(f"{path} cannot be written: {error.strerror}") from None


def _put(target: Path, content: bytes) -> None:
    """Write beside the place, then link into it, which fails where something is there by then."""
    beside = target.with_name(f".{target.name}.{os.getpid()}.tmp")
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
    descriptor = os.open(beside, flags, 0o666)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)
        os.link(beside, target, follow_symlinks=False)
    finally:
        with suppress(OSError):
            beside.unlink()


def _refuse_detours(root: Path, path: str) -> None:
    """What leads to the place is folders of the tree, or is not there yet."""
    folder = root
    for part in Path(path).parts[:-1]:
        folder = folder / part
        try:
            mode = folder.lstat().st_mode
        except FileNotFoundError:
            return
        if not stat.S_ISDIR(mode):
            what = "a link" if stat.S_ISLNK(mode) else "no folder"
            raise UsageError(f"{path} is not written: {folder.relative_to(root)} is {what}; make it a folder")
