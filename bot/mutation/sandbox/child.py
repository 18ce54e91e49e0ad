"""The command's own process, from the fork to the program that it becomes."""

from __future__ import annotations

import os
import resource
import signal
from typing import TYPE_CHECKING

from bot.mutation.sandbox import kernel, landlock, seccomp
from bot.mutation.sandbox.order import Means, Order

if TYPE_CHECKING:
    from bot.mutation.sandbox.status import Status


def become(order: Order, status: Status) -> None:
    """Turn this process into the order's command; it never returns. What cannot be done is reported first."""
    code = 0
    try:
        _confine(order)
        if order.argv:
            os.chdir(order.cwd)
            _start(order)
    except OSError as error:
        status.failed(error)
        code = 1
    os._exit(code)


def _confine(order: Order) -> None:
    os.setsid()
    _limit(order)
    if not kernel.IS_LINUX:
        return
    kernel.gain_no_privileges()
    kernel.drop_capabilities()
    if Means.LANDLOCK in order.means:
        landlock.restrict_writes(order.writable)
    if Means.SECCOMP in order.means:
        seccomp.refuse_network()


def _limit(order: Order) -> None:
    _lower(resource.RLIMIT_FSIZE, order.file_bytes)
    _lower(resource.RLIMIT_CORE, 0)
    _lower(resource.RLIMIT_NPROC, order.processes)
    if order.memory_bytes is not None:
        _lower(resource.RLIMIT_AS, order.memory_bytes)


def _lower(kind: int, value: int) -> None:
    """Set both limits, at most to what is allowed already."""
    _, hard = resource.getrlimit(kind)
    lowest = value if hard == resource.RLIM_INFINITY else min(value, hard)
    resource.setrlimit(kind, (lowest, lowest))


def _start(order: Order) -> None:
    """Run the program with signals as a shell would leave them, whatever is ignored here or was from the start."""
    for number in signal.valid_signals() - {signal.SIGKILL, signal.SIGSTOP}:
        signal.signal(number, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_SETMASK, ())
    program = order.argv[0]
    if b"/" in program:
        os.execve(program, order.argv, order.environment)
    os.execvpe(program, order.argv, order.environment)
