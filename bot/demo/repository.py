"""A repository of our own making, with a pinned identity and pinned dates: the same hashes on every machine."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from checkers.repo.process import Git, clean_environment

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

_FIRST_COMMIT = 1_780_000_000
"""Seconds since the epoch; each command is a minute later."""
_MINUTE = 60
_WHO = {
    f"GIT_{role}_{what}": value
    for role in ("AUTHOR", "COMMITTER")
    for what, value in (("NAME", "Porter"), ("EMAIL", "porter@example.org"))
}


class DemoRepository:
    """Builds a repository in a folder that is empty or absent; the user's configuration of git is left out."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self._clock = _FIRST_COMMIT
        root.mkdir(parents=True, exist_ok=True)
        self.git("init", "-q", "-b", "main")

    def git(self, *args: str) -> str:
        """What a git command writes. Raises RepositoryError where it fails."""
        self._clock += _MINUTE
        dates = {f"GIT_{role}_DATE": f"{self._clock} +0000" for role in ("AUTHOR", "COMMITTER")}
        own = {"GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_GLOBAL": os.devnull}
        git = Git(self.root, clean_environment(with_places=False) | own | _WHO | dates)
        return git.output(*args).decode("utf-8", "replace").strip()

    def write(self, files: Mapping[str, str | bytes]) -> None:
        """Write files below the root; text is UTF-8."""
        for name, content in files.items():
            path = self.root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content.encode() if isinstance(content, str) else content)

    def commit(self, message: str) -> str:
        """Commit everything; the new commit's hash."""
        self.git("add", "-A")
        self.git("commit", "-q", "--cleanup=verbatim", "-m", message)
        return self.git("rev-parse", "HEAD")
