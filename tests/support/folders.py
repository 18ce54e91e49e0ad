"""What is in a folder, for tests that hold that nothing in it changes."""

from __future__ import annotations

from pathlib import Path


def everything(root: Path, *, merges: bool = False) -> dict[str, tuple[object, ...]]:
    """Every file and folder, the root too, with its content, mode, size, time of change and place on the disk.

    With `merges` the time of a stored object does not count: git renews it where a merge in memory makes it again.
    """
    found: dict[str, tuple[object, ...]] = {}
    for path in [root, *sorted(root.rglob("*"))]:
        status = path.lstat()
        is_file = path.is_file() and not path.is_symlink()
        is_object = is_file and root / ".git" / "objects" in path.parents
        time = 0 if merges and is_object else status.st_mtime_ns
        data = path.read_bytes() if is_file else b""
        found[str(path.relative_to(root))] = (data, status.st_mode, status.st_size, time, status.st_ino)
    return found
