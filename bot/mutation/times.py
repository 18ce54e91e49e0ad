"""How long rows took in earlier runs: kept in redfirst's cache, or read from earlier reports."""

from __future__ import annotations

import json
import os
from contextlib import suppress
from hashlib import sha256
from typing import TYPE_CHECKING

from checkers.cache.folder import cache_folder
from checkers.delivery import write_whole
from checkers.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from bot.mutation.report import MutationReport

    Times = dict[tuple[str, str], float]

_MOST_BYTES = 16 * 1024 * 1024


def of_reports(reports: Iterable[MutationReport]) -> Times:
    """The times of rows by their table's path and their id; later reports count."""
    return {(table.file, row.id): row.seconds for report in reports for table in report.tables for row in table.rows}


def remembered(repository: Path) -> Times:
    """What earlier runs in a repository noted; nothing where no file of ours is there."""
    file = _file(repository)
    if file is None:
        return {}
    try:
        with file.open("rb") as stream:
            listed = json.loads(stream.read(_MOST_BYTES))
        return {(str(table), str(row)): float(seconds) for table, row, seconds in listed}
    except (OSError, ValueError, TypeError, RecursionError):
        return {}  # a cache that is absent or damaged is an empty one


def remember(repository: Path, report: MutationReport) -> None:
    """Note a run's times for the next plan; a cache that is off or cannot be written is left as it is."""
    file = _file(repository)
    if file is None:
        return
    times = remembered(repository) | of_reports([report])
    listed = [(table, row, seconds) for (table, row), seconds in times.items()]
    with suppress(OSError, UsageError):
        file.parent.mkdir(parents=True, exist_ok=True)
        write_whole(file, json.dumps(listed).encode("ascii"), str(file))


def _file(repository: Path) -> Path | None:
    """Where they lie; None where the cache is off or cannot be trusted."""
    folder = cache_folder([repository])
    name = sha256(os.fsencode(repository)).hexdigest()[:16]
    return folder / "mutation-times" / f"{name}.json" if folder else None
