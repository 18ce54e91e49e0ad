"""Landlock: the kernel refuses this process and its descendants to write outside a few folders."""

from __future__ import annotations

import os
import stat
import struct
from pathlib import Path

from bot.mutation.sandbox import kernel

MINIMUM = 2
"""The first version under which a file may be moved from one folder to another at all."""

_WRITE_FILE, _TRUNCATE = 1 << 1, 1 << 14
_CHANGE_FOLDERS = sum(1 << bit for bit in range(4, 14))
"""Remove and make entries of every kind, and move them between folders."""
_SCOPES_FROM, _NETWORK_FROM, _TRUNCATE_FROM = 6, 4, 3
_ABSTRACT_SOCKETS, _SIGNALS = 1, 2

DEVICES, SHARED_MEMORY = b"/dev", b"/dev/shm"
"""Where devices are, and where C libraries put shared memory."""


def restrict_writes(folders: list[bytes]) -> None:
    """Allow writing beneath `folders` and to devices alone. Signals reach no process that is not restricted alike."""
    version = kernel.landlock_version()
    if version < MINIMUM:
        raise OSError(f"Landlock version {MINIMUM} is needed; this kernel has {version}")
    files = _WRITE_FILE | (_TRUNCATE if version >= _TRUNCATE_FROM else 0)
    rights = files | _CHANGE_FOLDERS
    rules = kernel.landlock_rules(_attributes(version, rights))
    for folder in folders:
        _allow(rules, folder, rights)
    for device in _devices():
        _allow(rules, device, files)
    if Path(os.fsdecode(SHARED_MEMORY)).is_dir():
        _allow(rules, SHARED_MEMORY, rights)
    kernel.landlock_restrict(rules)
    os.close(rules)


def _devices() -> list[bytes]:
    """Everything in the folder of devices but links and disks, which their modes leave open to root."""
    with os.scandir(DEVICES) as entries:
        modes = [(entry.path, entry.stat(follow_symlinks=False).st_mode) for entry in entries]
    return [path for path, mode in modes if not stat.S_ISBLK(mode) and not stat.S_ISLNK(mode)]


def _attributes(version: int, rights: int) -> bytes:
    words = [rights]
    if version >= _NETWORK_FROM:
        words.append(0)
    if version >= _SCOPES_FROM:
        words.append(_ABSTRACT_SOCKETS | _SIGNALS)
    return struct.pack(f"={len(words)}Q", *words)


def _allow(rules: int, path: bytes, rights: int) -> None:
    descriptor = os.open(path, os.O_PATH | os.O_CLOEXEC)
    try:
        if not stat.S_ISDIR(os.fstat(descriptor).st_mode):
            rights &= _WRITE_FILE | _TRUNCATE
        kernel.landlock_allow(rules, struct.pack("=Qi", rights, descriptor))
    finally:
        os.close(descriptor)
