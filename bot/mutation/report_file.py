"""Reading what a suite wrote for us: bounded, never through a link that leads elsewhere, never from a device."""

from __future__ import annotations

import os
from pathlib import Path

from bot.mutation.results.errors import ReportTooLarge, ReportUnreadable
from checkers.plain_file import NotPlainError, plain_file

LARGEST_REPORT = 64 << 20
"""Bytes."""


def read_report(root: Path, path: str, limit: int = LARGEST_REPORT) -> bytes | None:
    """The bytes of a regular file below `root`; None where nothing is there. Raises ReportError for anything else."""
    place = inside(root, path)
    if place is None:
        raise ReportUnreadable(f"{path} lies outside the workspace")
    try:
        with plain_file(place) as (file, facts):
            if facts.st_size > limit:
                raise ReportTooLarge(path, limit)
            return file.read(limit)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except NotPlainError:
        raise ReportUnreadable(f"{path} is no regular file") from None
    except OSError as error:
        raise ReportUnreadable(f"{path} cannot be read: {error.strerror}") from None


def inside(root: Path, path: str) -> Path | None:
    """Where a path leads, through links; None where that is not below `root`."""
    if "\0" in path:
        return None
    place, top = (Path(os.path.realpath(way)) for way in (root / path, root))
    return place if place != top and place.is_relative_to(top) else None
