"""Namespaces: a command sees no process but its own, no network, and a file system that it cannot write to."""

from __future__ import annotations

import contextlib
import fcntl
import os
import re
import socket
import stat
import struct
from pathlib import Path

from bot.mutation.sandbox import kernel
from bot.mutation.sandbox.command_spec import CommandSpec, Means

_SHARED_MEMORY = b"/dev/shm"
_SHARED_MEMORY_OPTIONS = b"mode=1777,size=1g"
_LIST_BYTES, _SOCKETS_COVERED = 4 << 20, 1000
"""How many bytes of the system's list of local sockets are read, and how many of them are covered."""
_NOTHING = b"/dev/null"
_FEWEST_NUMBERS = 400


def enter(spec: CommandSpec) -> bool:
    """Move this process into namespaces of its own; its children are in a process namespace, the first as init.

    What is writable is the spec's folders, shared memory of its own, and devices other than disks. False where local
    sockets of others are left in reach. Raises OSError where the system does not let it.
    """
    sockets, are_all = local_sockets()
    _unshare(Means.NETWORK in spec.means)
    if Means.NETWORK in spec.means:
        _raise_loopback()
    kernel.mount(b"none", b"/", None, kernel.RECURSIVE | kernel.PRIVATE)
    for folder in spec.writable:
        kernel.mount(folder, folder, None, kernel.BIND)
    if _is_folder(_SHARED_MEMORY):
        kernel.mount(b"tmpfs", _SHARED_MEMORY, b"tmpfs", kernel.NO_SETUID | kernel.NO_DEVICES, _SHARED_MEMORY_OPTIONS)
    for path in (*_disks(), *sockets):
        _cover(path)
    kernel.set_read_only(b"/", True, below=True)
    for folder in (*spec.writable, _SHARED_MEMORY):
        if _is_folder(folder):
            kernel.set_read_only(folder, False, below=False)
    return are_all


def show_own_processes(most: int) -> bool:
    """Mount the list of this namespace's processes, read-only, and bound their number where the kernel can.

    False where the system does not let it be mounted.
    """
    try:
        kernel.mount(b"proc", b"/proc", b"proc", kernel.NO_SETUID | kernel.NO_DEVICES | kernel.NO_EXEC)
    except OSError:
        return False  # parts of the list are covered, as in many containers: theirs stays
    if _numbers_are_our_own():
        with contextlib.suppress(PermissionError):  # no root here: then the limit of the user's processes binds
            _write("/proc/sys/kernel/pid_max", str(max(most, _FEWEST_NUMBERS)))
    kernel.set_read_only(b"/proc", True, below=False)
    return True


def _numbers_are_our_own() -> bool:
    """Whether the highest process number is the namespace's and not the whole system's: since Linux 6.14."""
    major, minor, *_ = re.findall(r"\d+", os.uname().release)
    return (int(major), int(minor)) >= (6, 14)


def _unshare(network: bool) -> None:
    flags = kernel.NEW_MOUNTS | kernel.NEW_IPC | kernel.NEW_PROCESSES | (kernel.NEW_NETWORK if network else 0)
    try:
        kernel.unshare(flags)
    except PermissionError:
        user, group = os.geteuid(), os.getegid()
        kernel.unshare(flags | kernel.NEW_USER)
        _write("/proc/self/setgroups", "deny")
        _write("/proc/self/uid_map", f"{user} {user} 1")
        _write("/proc/self/gid_map", f"{group} {group} 1")


def _write(path: str, text: str) -> None:
    descriptor = os.open(path, os.O_WRONLY | os.O_CLOEXEC)
    try:
        os.write(descriptor, text.encode())
    finally:
        os.close(descriptor)


def _raise_loopback() -> None:
    """Let a suite talk to itself; where the device cannot be raised it has no network at all."""
    get_flags, set_flags, is_up = 0x8913, 0x8914, 1
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        request = struct.pack("16sH22x", b"lo", 0)
        name, flags = struct.unpack("16sH22x", fcntl.ioctl(asking, get_flags, request))
        fcntl.ioctl(asking, set_flags, struct.pack("16sH22x", name, flags | is_up))


def _disks() -> list[bytes]:
    """Block devices, which their modes leave open to root."""
    with os.scandir(b"/dev") as entries:
        return [entry.path for entry in entries if stat.S_ISBLK(entry.stat(follow_symlinks=False).st_mode)]


def local_sockets() -> tuple[list[bytes], bool]:
    """The paths of sockets on which others listen (a container engine's, a session bus): a way out of namespaces.

    No more of them than can be covered; False where there may be others.
    """
    try:
        with Path("/proc/net/unix").open("rb") as file:
            listed = file.read(_LIST_BYTES + 1)
    except OSError:
        return [], False
    paths = {b"/" + line.partition(b" /")[2] for line in listed.split(b"\n")[1:] if b" /" in line}
    sockets = sorted(path for path in paths if _is_socket(path))
    return sockets[:_SOCKETS_COVERED], len(listed) <= _LIST_BYTES and len(sockets) <= _SOCKETS_COVERED


def _is_folder(path: bytes) -> bool:
    return Path(os.fsdecode(path)).is_dir()


def _is_socket(path: bytes) -> bool:
    try:
        return stat.S_ISSOCK(os.lstat(path).st_mode)
    except OSError:
        return False  # it is gone, or lies in another root


def _cover(path: bytes) -> None:
    with contextlib.suppress(FileNotFoundError):  # it went away meanwhile
        kernel.mount(_NOTHING, path, None, kernel.BIND)
