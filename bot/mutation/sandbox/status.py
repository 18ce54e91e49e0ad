"""What a supervisor says of its command, one line each, through a pipe that the command never sees."""

from __future__ import annotations

import os
from contextlib import suppress

ENDED, FAILED, LEFT, GAP = b"ended", b"failed", b"left", b"gap"
"""The first words of lines; after them the wait status, why nothing was run, how many processes could not be ended,
and what is not isolated."""


class Status:
    """The writing end."""

    __slots__ = ("descriptor",)

    def __init__(self, descriptor: int) -> None:
        self.descriptor = descriptor
        os.set_inheritable(descriptor, False)

    def ended(self, wait_status: int) -> None:
        """The command's own process ended, with this status as wait(2) gives it."""
        self._write(ENDED, str(wait_status))

    def failed(self, error: OSError) -> None:
        """The command was not started."""
        self._write(FAILED, error.strerror or str(error))

    def left(self, count: int) -> None:
        """So many processes live on."""
        self._write(LEFT, str(count))

    def gap(self, what: str) -> None:
        """Something that the means of isolation leave open here."""
        self._write(GAP, what)

    def _write(self, word: bytes, rest: str) -> None:
        line = word + b" " + rest.encode("utf-8", "replace").replace(b"\n", b" ") + b"\n"
        with suppress(BrokenPipeError):  # the caller is gone
            os.write(self.descriptor, line)
