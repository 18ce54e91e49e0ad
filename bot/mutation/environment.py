"""The environment of a suite's commands: what is named here and what the suite names, and nothing else of ours."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping


def suite_environment(
    home: Path, temporary: Path, commit_time: int, named: Mapping[str, str] | None = None
) -> dict[str, str]:
    """Variables by name. `named` are the suite's own, which win; `commit_time` is in seconds since the epoch.

    Python writes and reads no bytecode, because a same-size edit within a second would run the old one. Hash seeds and
    the dates that compilers write are fixed, so that two runs differ only by the mutation.
    """
    return {
        "PATH": search_path(),
        "HOME": str(home),
        "TMPDIR": str(temporary),
        "LANG": "C.UTF-8",
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONHASHSEED": "0",
        "PYTHONPYCACHEPREFIX": str(temporary / "no-bytecode"),
        "SOURCE_DATE_EPOCH": str(commit_time),
        **(named or {}),
    }


def search_path() -> str:
    """Our own PATH without relative folders, which would be the workspace's."""
    folders = os.environ.get("PATH", os.defpath).split(os.pathsep)
    return os.pathsep.join(folder for folder in folders if Path(folder).is_absolute())
