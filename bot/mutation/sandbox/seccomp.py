"""A system call filter that refuses network sockets, for systems that give no network namespace."""

from __future__ import annotations

import errno
import os
import struct

from bot.mutation.sandbox import kernel

_MACHINES = {"x86_64": (0xC000003E, 41), "aarch64": (0xC00000B7, 198), "riscv64": (0xC00000F3, 198)}
"""By machine: the audit architecture, and the number of socket(2)."""
_IO_URING_SETUP = 425
"""Its rings open sockets without a call that a filter sees."""
_OTHER_TABLE = 0x40000000
"""From here on call numbers of x86-64 are those of its second table."""

_LOCAL, _KERNEL = 1, 16
"""The families of sockets that reach nothing but this machine: AF_UNIX and AF_NETLINK."""

_LOAD, _EQUAL, _AT_LEAST, _RETURN = 0x20, 0x15, 0x35, 0x06
_NUMBER, _ARCHITECTURE, _FIRST_ARGUMENT = 0, 4, 16
_ALLOW, _ERROR = 0x7FFF0000, 0x00050000


def is_known() -> bool:
    """Whether the filter can be written for this machine."""
    return kernel.IS_LINUX and os.uname().machine in _MACHINES


def refuse_network() -> None:
    """Fail to open any socket but local ones, from here on, with EACCES."""
    architecture, open_socket = _MACHINES[os.uname().machine]
    kernel.filter_system_calls(_program(architecture, open_socket))


def _program(architecture: int, open_socket: int) -> bytes:
    """Jumps count the instructions that they leave out: if true, if false."""
    return b"".join((
        _step(_LOAD, _ARCHITECTURE),
        _step(_EQUAL, architecture, 0, 8),
        _step(_LOAD, _NUMBER),
        _step(_AT_LEAST, _OTHER_TABLE, 6, 0),
        _step(_EQUAL, _IO_URING_SETUP, 5, 0),
        _step(_EQUAL, open_socket, 0, 3),
        _step(_LOAD, _FIRST_ARGUMENT),
        _step(_EQUAL, _LOCAL, 1, 0),
        _step(_EQUAL, _KERNEL, 0, 2),
        _step(_RETURN, _ALLOW),
        _step(_RETURN, _ERROR | errno.ENOSYS),
        _step(_RETURN, _ERROR | errno.EACCES),
    ))  # fmt: skip


def _step(code: int, value: int, if_true: int = 0, if_false: int = 0) -> bytes:
    return struct.pack("=HBBI", code, if_true, if_false, value)
