"""A small process that is forked for every command, because starting Python anew would cost more than the command.

Each message on its socket is one byte with descriptors: the control pipe, the command's output and errors, the status
pipe, and others to be held open until all has ended. The socket's end ends the server; supervisors see to themselves.
"""

from __future__ import annotations

import gc
import os
import signal
import socket
import sys

from bot.mutation.sandbox.supervisor import supervise

_MOST_DESCRIPTORS = 32
_CLOSE_ON_EXEC = getattr(socket, "MSG_CMSG_CLOEXEC", 0)


def main() -> None:
    """Serve the socket at standard input."""
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    asked = socket.socket(fileno=os.dup(0))
    os.dup2(os.open(os.devnull, os.O_RDWR), 0)
    os.dup2(0, 1)
    gc.freeze()
    while True:
        message, descriptors, *_ = socket.recv_fds(asked, 1, _MOST_DESCRIPTORS, _CLOSE_ON_EXEC)
        if not message:
            return
        if os.fork() == 0:
            asked.close()
            _supervise(descriptors)
        for descriptor in descriptors:
            os.close(descriptor)


def _supervise(descriptors: list[int]) -> None:
    code = 1
    try:
        os.setsid()
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        control, output, errors, status, *held = descriptors
        for descriptor in (control, status, *held):
            os.set_inheritable(descriptor, False)
        os.dup2(output, 1)
        os.dup2(errors, 2)
        os.close(output)
        os.close(errors)
        supervise(control, status)
        code = 0
    except BaseException:
        sys.excepthook(*sys.exc_info())
    finally:
        os._exit(code)
