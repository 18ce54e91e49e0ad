"""A process for one command: sets it apart, waits for it, and ends all of it when asked to or when its caller dies.

A pipe brings the command's spec and then stays open: a byte asks for the command's end, the pipe's end means that
the caller is gone. What becomes of the command is written to another pipe.
"""

from __future__ import annotations

import os
import select
import signal
from contextlib import suppress
from pathlib import Path

from bot.mutation.sandbox import child, kernel, namespaces
from bot.mutation.sandbox.command_spec import CommandSpec, Means
from bot.mutation.sandbox.status import Status
from bot.mutation.sandbox.watch import Watch


def supervise(control: int, report: int) -> None:
    """Supervise the command whose spec arrives at `control`; descriptors 1 and 2 are its output and errors."""
    status = Status(report)
    spec = CommandSpec.receive(control)
    if spec is None:
        return
    try:
        pid = _start(spec, status)
    except OSError as error:
        status.failed(error)
        return
    Watch(spec, status, control, pid).until_all_ended()


def _start(spec: CommandSpec, status: Status) -> int:
    """Fork the command, or the init process of its namespace."""
    alone = Means.NAMESPACES in spec.means
    if alone and not namespaces.enter(spec):
        status.gap("it reaches local sockets of others, which are too many or cannot be listed")
    if kernel.IS_LINUX:
        _run_out_of_memory_first()
        kernel.adopt_orphans()
        kernel.hide_from_others()
    alive, held = os.pipe()
    pid = os.fork()
    if pid:
        os.close(alive)
        return pid
    os.close(held)
    _live_no_longer_than_the_writer_of(alive)
    if alone:
        _be_init(spec, status)
    child.become(spec, status)
    raise AssertionError("unreachable")


def _run_out_of_memory_first() -> None:
    """When memory runs out, the kernel is to take a suite, not the runner."""
    with suppress(OSError):  # a system that keeps no such score
        Path("/proc/self/oom_score_adj").write_text("500")


def _live_no_longer_than_the_writer_of(pipe: int) -> None:
    """Die with the parent, which may be dead before the kernel knows of the wish."""
    if kernel.IS_LINUX:
        kernel.die_with_parent(signal.SIGKILL)
    waiting = select.poll()
    waiting.register(pipe, 0)
    if waiting.poll(0):
        os._exit(1)


def _hand_on(number: int, _frame: object) -> None:
    """Signal every process of the namespace but this one."""
    with suppress(ProcessLookupError):  # all have ended
        os.kill(-1, number)


def _be_init(spec: CommandSpec, status: Status) -> None:
    """Be the first process of a namespace: when it ends, after the command, the kernel ends all others."""
    if not namespaces.show_own_processes(spec.processes):
        status.gap("it sees the list of the system's processes")
    signal.signal(signal.SIGTERM, _hand_on)
    command = os.fork()
    if command == 0:
        child.become(spec, status)
    while True:
        pid, wait_status = os.wait()
        if pid == command:
            status.ended(wait_status)
            os._exit(0)
