"""How long rows took in earlier runs: kept in the user's cache folder, or read from earlier reports."""

from __future__ import annotations

import json
import os
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from checkers.delivery import write_whole
from checkers.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bot.mutation.report import MutationReport

    Times = dict[tuple[str, str], float]

_MOST_BYTES = 16 * 1024 * 1024


def of_reports(reports: Iterable[MutationReport]) -> Times:
    """The times of rows by their table's path and their id; later reports count."""
    return {(table.file, row.id): row.seconds for report in reports for table in report.tables for row in table.rows}


def remembered(repository: Path) -> Times:
    """What earlier runs in a repository noted; nothing where no file of ours is there."""
    try:
        with _file(repository).open("rb") as stream:
            listed = json.loads(stream.read(_MOST_BYTES))
        return {(str(table), str(row)): float(seconds) for table, row, seconds in listed}
    except (OSError, ValueError, TypeError, RecursionError):
        return {}  # a cache that is absent or damaged is an empty one


def remember(repository: Path, report: MutationReport) -> None:
    """Note a run's times for the next plan; a cache that cannot be written is left as it is."""
    times = remembered(repository) | of_reports([report])
    listed = [(table, row, seconds) for (table, row), seconds in times.items()]
    file = _file(repository)
    with suppress(OSError, UsageError):
        file.parent.mkdir(parents=True, exist_ok=True)
        write_whole(file, json.dumps(listed).encode("ascii"), str(file))


def _file(repository: Path) -> Path:
    folder = os.environ.get("XDG_CACHE_HOME", "")
    cache = Path(folder) if Path(folder).is_absolute() else Path(os.path.expanduser("~/.cache"))  # noqa: PTH111 - no home is no error here
    name = sha256(os.fsencode(repository)).hexdigest()[:16]
    return cache / "redfirst" / "mutation-times" / f"{name}.json"
