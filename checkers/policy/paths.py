"""Paths that a policy names: relative to the repository's root, within it, and written in one way."""

from __future__ import annotations

import re

_DRIVE = re.compile(r"[A-Za-z]:")
_GIT_FOLDERS = frozenset({".git", "git~1"})
"""The folder's name, and what a file system with short names also calls it."""


def check_path(text: str) -> None:
    """Raises ValueError, with the reason, for a path that leaves the repository or that no entry of a tree has."""
    if text.startswith("/") or _DRIVE.match(text):
        raise ValueError("it is absolute")
    if "\\" in text:
        raise ValueError("folders are separated by /")
    if re.search(r"[\x00-\x1f\x7f]", text):
        raise ValueError("it holds a control character")
    parts = text.split("/")
    if ".." in parts:
        raise ValueError("it leaves the repository")
    if "" in parts or "." in parts:
        raise ValueError("it has an empty name or . in it")
    if any(part.rstrip(". ").lower() in _GIT_FOLDERS for part in parts):
        raise ValueError("it lies in git's own folder")


def check_folder(text: str) -> None:
    """The same for a folder, which may end in / and may be . for the root."""
    if text not in (".", "./"):
        check_path(text.removesuffix("/"))
