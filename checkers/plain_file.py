"""Files in reach of hostile code: opened without following a link, waiting for a pipe or touching a device."""

from __future__ import annotations

import errno
import os
import stat
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path
    from typing import BinaryIO


class NotPlainError(OSError):
    """What has the name is a folder, a pipe, a device or a socket."""


@contextmanager
def plain_file(path: Path | bytes) -> Iterator[tuple[BinaryIO, os.stat_result]]:
    """A regular file to read, with its status; the last step of the path is no link.

    Raises OSError where it cannot be opened, of which NotPlainError is one.
    """
    descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    try:
        found = os.fstat(descriptor)
        if not stat.S_ISREG(found.st_mode):
            raise NotPlainError(errno.EINVAL, "it is no regular file")
        with os.fdopen(descriptor, "rb", closefd=False) as file:
            yield file, found
    finally:
        os.close(descriptor)
