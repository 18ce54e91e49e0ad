"""Files that a command line names: read up to a bound, or refused in one line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from checkers.errors import UsageError, reason_of

if TYPE_CHECKING:
    from pathlib import Path


def read_start(path: Path, most: int, name: str) -> bytes:
    """The first `most` bytes of a file; `name` is how an error calls it. Raises UsageError where it cannot be read.

    Whoever has a limit asks for one byte more, and says itself what is too large.
    """
    try:
        with path.open("rb") as file:
            return file.read(most)
    except (OSError, ValueError) as error:
        raise UsageError(f"{name} cannot be read: {reason_of(error)}") from None


def read_whole(path: Path, most: int, name: str) -> bytes:
    """All of a file. Raises UsageError where it cannot be read, or has more than `most` bytes (whole MiB)."""
    data = read_start(path, most + 1, name)
    if len(data) > most:
        raise UsageError(f"{name} is larger than {most >> 20} MiB, the most that is read of it")
    return data
