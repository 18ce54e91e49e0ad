"""The command's own process, from the fork to the program that it becomes."""

from __future__ import annotations

import os
import resource
import signal
from typing import TYPE_CHECKING

from bot.mutation.sandbox import kernel, landlock, seccomp
from bot.mutation.sandbox.command_spec import CommandSpec, Means

if TYPE_CHECKING:
    from bot.mutation.sandbox.status import Status


def become(spec: CommandSpec, status: Status) -> None:
    """Turn this process into the spec's command; it never returns. What cannot be done is reported first."""
    code = 0
    try:
        _confine(spec)
        if spec.argv:
            os.chdir(spec.cwd)
            _start(spec)
    except OSError as error:
        status.failed(error)
        code = 1
    os._exit(code)


def _confine(spec: CommandSpec) -> None:
    os.setsid()
    _limit(spec)
    if not kernel.IS_LINUX:
        return
    kernel.gain_no_privileges()
    kernel.drop_capabilities()
    if Means.LANDLOCK in spec.means:
        landlock.restrict_writes(spec.writable)
    if Means.SECCOMP in spec.means:
        seccomp.refuse_network()


def _limit(spec: CommandSpec) -> None:
    _lower(resource.RLIMIT_FSIZE, spec.file_bytes)
    _lower(resource.RLIMIT_CORE, 0)
    _lower(resource.RLIMIT_NPROC, spec.processes)
    if spec.memory_bytes is not None:
        _lower(resource.RLIMIT_AS, spec.memory_bytes)


def _lower(kind: int, value: int) -> None:
    """Set both limits, at most to what is allowed already."""
    _, hard = resource.getrlimit(kind)
    lowest = value if hard == resource.RLIM_INFINITY else min(value, hard)
    resource.setrlimit(kind, (lowest, lowest))


def _start(spec: CommandSpec) -> None:
    """Run the program with signals as a shell would leave them, whatever is ignored here or was from the start."""
    for number in signal.valid_signals() - {signal.SIGKILL, signal.SIGSTOP}:
        signal.signal(number, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_SETMASK, ())
    program = spec.argv[0]
    if b"/" in program:
        os.execve(program, spec.argv, spec.environment)
    os.execvpe(program, spec.argv, spec.environment)
