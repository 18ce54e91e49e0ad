"""Real repositories for tests, with a pinned identity and pinned dates."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping
from pathlib import Path

IDENTITY = {
    "GIT_AUTHOR_NAME": "Test", "GIT_AUTHOR_EMAIL": "test@example.org",
    "GIT_COMMITTER_NAME": "Test", "GIT_COMMITTER_EMAIL": "test@example.org",
    "GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_GLOBAL": os.devnull, "GIT_TERMINAL_PROMPT": "0",
}  # fmt: skip


class RepoBuilder:
    """Builds a repository step by step; each commit is a minute after the last one."""

    def __init__(self, root: Path, *init_options: str) -> None:
        self.root = root
        self.clock = 1_780_000_000
        root.mkdir(parents=True, exist_ok=True)
        self.git("init", "-q", "-b", "main", *init_options)

    def git(self, *args: str, check: bool = True) -> str:
        """Run git there and return its output, stripped."""
        self.clock += 60
        dates = {"GIT_AUTHOR_DATE": f"{self.clock} +0000", "GIT_COMMITTER_DATE": f"{self.clock} +0000"}
        clean = {key: value for key, value in os.environ.items() if not key.startswith("GIT_")}
        done = subprocess.run(
            ["git", *args], cwd=self.root, env=clean | IDENTITY | dates, capture_output=True, check=False
        )
        if check and done.returncode:
            raise AssertionError(f"git {args}: {done.stderr.decode(errors='replace')}")
        return done.stdout.decode(errors="surrogateescape").strip()

    def write(self, files: Mapping[str, str | bytes]) -> None:
        """Write files below the root; text is UTF-8 with surrogate escapes."""
        for name, content in files.items():
            path = self.root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content.encode("utf-8", "surrogateescape") if isinstance(content, str) else content)

    def commit(self, message: str = "change", files: Mapping[str, str | bytes] | None = None) -> str:
        """Write the files, add everything, commit, and return the new hash."""
        self.write(files or {})
        self.git("add", "-A")
        self.git("commit", "-q", "--allow-empty", "--allow-empty-message", "--cleanup=verbatim", "-m", message)
        return self.git("rev-parse", "HEAD")

    def branch(self, name: str) -> None:
        """Create a branch and switch to it."""
        self.git("switch", "-q", "-c", name)

    def switch(self, name: str) -> None:
        """Switch to a branch."""
        self.git("switch", "-q", name)

    def merge(self, branch: str, files: Mapping[str, str | bytes] | None = None, message: str = "") -> str:
        """Merge without fast-forward; `files` replace what the merge made. Returns the merge's hash."""
        self.git("merge", "-q", "--no-ff", "--no-commit", branch, check=False)
        self.write(files or {})
        self.git("add", "-A")
        self.git("commit", "-q", "--cleanup=verbatim", "-m", message or f"Merge {branch}\n")
        return self.git("rev-parse", "HEAD")
