"""The system calls that Python has no name for; each raises OSError that says which call failed."""

from __future__ import annotations

import ctypes
import os
import sys

NEW_MOUNTS = 0x00020000
NEW_IPC = 0x08000000
NEW_USER = 0x10000000
NEW_PROCESSES = 0x20000000
NEW_NETWORK = 0x40000000

NO_SETUID, NO_DEVICES, NO_EXEC = 2, 4, 8
BIND, RECURSIVE, PRIVATE = 0x1000, 0x4000, 1 << 18

_SET_PARENT_DEATH_SIGNAL, _SET_DUMPABLE, _SET_SECCOMP = 1, 4, 22
_DROP_BOUND, _SET_SUBREAPER, _NO_NEW_PRIVILEGES = 24, 36, 38
_FILTER = 2
_SYS_MOUNT_SETATTR = 442
_SYS_LANDLOCK_CREATE, _SYS_LANDLOCK_ADD, _SYS_LANDLOCK_RESTRICT = 444, 445, 446
_RECURSE_BELOW = 0x8000
_HERE = -100
_CAPABILITY_VERSION = 0x20080522
_LAST_CAPABILITY = 63

KEPT_CAPABILITIES = (0, 1, 3, 4, 5, 6, 7)
"""To change owners, modes and users, and to signal, of what is within reach anyway; nothing that mounts or traces."""

IS_LINUX = sys.platform == "linux"

_libc = ctypes.CDLL(None, use_errno=True)


def unshare(flags: int) -> None:
    """Leave the namespaces of the parent."""
    _call("unshare", flags)


def mount(source: bytes, target: bytes, kind: bytes | None, flags: int, options: bytes | None = None) -> None:
    """See mount(2)."""
    _call("mount", source, target, kind, ctypes.c_ulong(flags), options)


def set_read_only(target: bytes, value: bool, *, below: bool) -> None:
    """Make a mount, with all below it or alone, read-only or writable."""
    attributes = (ctypes.c_uint64 * 4)(int(value), int(not value), 0, 0)
    flags = _RECURSE_BELOW if below else 0
    _system_call("mount_setattr", _SYS_MOUNT_SETATTR, _HERE, target, flags, attributes, ctypes.sizeof(attributes))


def die_with_parent(number: int) -> None:
    """Send this process a signal when its parent ends."""
    _control("PR_SET_PDEATHSIG", _SET_PARENT_DEATH_SIGNAL, number)


def adopt_orphans() -> None:
    """Become the parent of every descendant whose own parent ends."""
    _control("PR_SET_CHILD_SUBREAPER", _SET_SUBREAPER, 1)


def hide_from_others() -> None:
    """Keep processes of the same user from reading this one's memory, environment and descriptors."""
    _control("PR_SET_DUMPABLE", _SET_DUMPABLE, 0)


def gain_no_privileges() -> None:
    """No program that is run from here on gets more rights by its file's mode (sudo, say)."""
    _control("PR_SET_NO_NEW_PRIVS", _NO_NEW_PRIVILEGES, 1)


def drop_capabilities() -> None:
    """Give up, for good, what KEPT_CAPABILITIES does not name."""
    for number in range(_LAST_CAPABILITY + 1):
        if number not in KEPT_CAPABILITIES and _libc.prctl(_DROP_BOUND, number, 0, 0, 0) != 0:
            break  # not ours to drop, or the kernel knows no more of them
    held = (ctypes.c_uint32 * 6)()
    header = (ctypes.c_uint32 * 2)(_CAPABILITY_VERSION, 0)
    _call("capget", header, held)
    mask = sum(1 << number for number in KEPT_CAPABILITIES)
    for index, word in enumerate(held):
        held[index] = word & (mask if index < 3 else 0)
    _call("capset", header, held)


def filter_system_calls(program: bytes) -> None:
    """Judge every later system call by a program of 8-byte instructions (seccomp)."""

    class Program(ctypes.Structure):
        _fields_ = (("length", ctypes.c_ushort), ("code", ctypes.c_char_p))

    held = Program(len(program) // 8, program)
    _control("PR_SET_SECCOMP", _SET_SECCOMP, _FILTER, ctypes.addressof(held))


def landlock_version() -> int:
    """The version of Landlock here; 0 where the kernel has none."""
    if not IS_LINUX:
        return 0
    return max(0, int(_libc.syscall(ctypes.c_long(_SYS_LANDLOCK_CREATE), None, ctypes.c_size_t(0), 1)))


def landlock_rules(attributes: bytes) -> int:
    """A descriptor of a new set of rules."""
    return _system_call("landlock_create_ruleset", _SYS_LANDLOCK_CREATE, attributes, len(attributes), 0)


def landlock_allow(rules: int, rule: bytes) -> None:
    """Add a rule about what lies beneath a path."""
    _system_call("landlock_add_rule", _SYS_LANDLOCK_ADD, rules, 1, rule, 0)


def landlock_restrict(rules: int) -> None:
    """Live by the rules from here on."""
    _system_call("landlock_restrict_self", _SYS_LANDLOCK_RESTRICT, rules, 0)


def _control(name: str, option: int, value: int, more: int = 0) -> None:
    words = [ctypes.c_ulong(word) for word in (value, more, 0, 0)]
    if _libc.prctl(option, *words) != 0:
        raise _failure(name)


def _system_call(name: str, number: int, *arguments: object) -> int:
    words = [ctypes.c_long(word) if isinstance(word, int) else word for word in arguments]
    result = int(_libc.syscall(ctypes.c_long(number), *words))
    if result < 0:
        raise _failure(name)
    return result


def _call(name: str, *arguments: object) -> None:
    if getattr(_libc, name)(*arguments) != 0:
        raise _failure(name)


def _failure(name: str) -> OSError:
    number = ctypes.get_errno()
    return OSError(number, f"{name}: {os.strerror(number)}")
