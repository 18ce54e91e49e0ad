"""Where workspaces are: folders at fixed paths, each held by a lock for as long as anything of its run lives."""

from __future__ import annotations

import fcntl
import os
import stat
import tempfile
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from bot.mutation.removal import remove_tree
from checkers.cache.folder import user_caches
from checkers.errors import RedfirstError

_LOCK = ".lock"
_MOST = 1000
"""How many runs over one repository may go on at the same time."""


class WorkspaceError(RedfirstError):
    """A workspace cannot be made, or no longer be trusted."""


@dataclass(frozen=True, slots=True)
class Slot:
    """One claimed folder; `lock` is a descriptor whose lock lasts as long as any process has it open."""

    folder: Path
    lock: int

    def release(self) -> None:
        """Remove the folder and give the slot up. Raises OSError where something cannot be removed."""
        try:
            remove_tree(self.folder)
            _lock_file(self.folder).unlink(missing_ok=True)
        finally:
            os.close(self.lock)


def workspaces_folder(judged: Path | None = None) -> Path:
    """The folder of all workspaces of this user, made if need be; never inside the judged work tree.

    It lies below XDG_CACHE_HOME, or else below ~/.cache, or where that cannot be written below the temporary folder.
    """
    for base in _bases():
        own = base / "redfirst"
        folder = own / "workspaces"
        if judged is not None and folder.resolve().is_relative_to(judged.resolve()):
            continue
        with suppress(OSError):
            own.parent.mkdir(parents=True, exist_ok=True)
            own.mkdir(exist_ok=True, mode=0o700)
            folder.mkdir(exist_ok=True, mode=0o700)
            if _is_ours(folder):
                return folder.resolve()
    raise WorkspaceError("no folder for workspaces can be written; name one with XDG_CACHE_HOME")


def claim(base: Path, identity: bytes, job: int) -> Slot:
    """Claim the folder of a repository's job, empty; where another run holds it, the next one that is free."""
    key = sha256(identity).hexdigest()[:16]
    for number in range(_MOST):
        folder = base / (f"{key}-{job}" if number == 0 else f"{key}-{job}.{number}")
        lock = _try_lock(folder)
        if lock is not None and _emptied(Slot(folder, lock)):
            return Slot(folder, lock)
    raise WorkspaceError(f"no workspace can be made in {base}: {_MOST} are held by other runs, or cannot be emptied")


def clear_abandoned(base: Path) -> None:
    """Remove what runs left behind that were killed: everything that nobody holds."""
    for path in sorted(base.iterdir()):
        folder = base / path.name.removesuffix(_LOCK)
        lock = _try_lock(folder)
        if lock is not None:
            with suppress(OSError):  # another user's, or beyond removal: it harms no run
                Slot(folder, lock).release()


def _emptied(slot: Slot) -> bool:
    """Whether the slot is an empty folder now; where a killed run's git still writes there it is given up again."""
    try:
        remove_tree(slot.folder)
        slot.folder.mkdir(mode=0o700)
    except OSError:
        os.close(slot.lock)
        return False
    return True


def _try_lock(folder: Path) -> int | None:
    """A descriptor that holds the folder's lock; None where somebody else holds it, or just gave it up."""
    path = _lock_file(folder)
    lock = os.open(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        if os.path.samestat(os.fstat(lock), path.stat()):
            return lock
    except OSError:
        pass
    os.close(lock)
    return None


def _lock_file(folder: Path) -> Path:
    return folder.with_name(folder.name + _LOCK)


def _bases() -> list[Path]:
    return [*user_caches(), Path(tempfile.gettempdir()) / f"redfirst-{os.geteuid()}"]


def _is_ours(folder: Path) -> bool:
    """Whether nobody else may have put something into a folder, and we may."""
    facts = folder.stat()
    return facts.st_uid == os.geteuid() and not facts.st_mode & stat.S_IWOTH and os.access(folder, os.W_OK)
