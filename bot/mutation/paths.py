"""Paths that an edit may name: files of the judged tree, never git's own."""

from __future__ import annotations

from checkers.policy.paths import check_path

_GIT_FOLDERS = frozenset({".git", "git~1"})
"""The folder's name, and what a file system with short names also calls it."""


def check_edit_path(text: str) -> None:
    """Raises ValueError, with the reason, for a path outside the repository or inside a `.git`, at any depth."""
    check_path(text)
    if any(part.rstrip(". ").lower() in _GIT_FOLDERS for part in text.split("/")):
        raise ValueError("it lies in git's own folder")
