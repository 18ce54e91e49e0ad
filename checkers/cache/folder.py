"""Where the cache lies, and when it is not to be trusted: then there is none, and everything is computed."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

SWITCH = "REDFIRST_CACHE"
"""The variable that turns the cache off where it is `0`."""

_NAME = "redfirst"
_OTHERS_WRITE = stat.S_IWGRP | stat.S_IWOTH


def cache_folder(judged: Iterable[Path]) -> Path | None:
    """The folder of the cache, made if need be; None where it cannot be had or cannot be trusted.

    It is the user's own, nobody else may write to it, and it lies in none of the `judged` folders: what a judged
    repository holds could otherwise pass for facts about it.
    """
    if os.environ.get(SWITCH) == "0":
        return None
    caches = next(iter(user_caches()), None)
    if caches is None:
        return None
    folder = caches / _NAME
    try:
        if _lies_in(folder, judged):
            return None
        caches.mkdir(mode=0o700, parents=True, exist_ok=True)
        folder.mkdir(mode=0o700, exist_ok=True)
        return folder if _is_private(folder) else None
    except OSError:
        return None


def user_caches() -> list[Path]:
    """Where this user's caches may lie, made or not, the right place first; nowhere for a user without a home.

    The XDG Base Directory Specification ignores a relative path.
    """
    named = os.environ.get("XDG_CACHE_HOME", "")
    home = os.path.expanduser("~")  # noqa: PTH111 - where nobody has a home, this raises nothing
    return [path for path in (Path(named), Path(home) / ".cache") if path.is_absolute()]


def _is_private(folder: Path) -> bool:
    found = folder.lstat()
    return stat.S_ISDIR(found.st_mode) and found.st_uid == os.geteuid() and not found.st_mode & _OTHERS_WRITE


def _lies_in(folder: Path, judged: Iterable[Path]) -> bool:
    real = Path(os.path.realpath(folder))
    return any(real.is_relative_to(os.path.realpath(one)) for one in judged)
