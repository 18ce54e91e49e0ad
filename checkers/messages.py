"""One commit message or pull request body, read as it stands or cleaned as git will clean it."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from checkers.errors import UsageError, reason_of
from checkers.model import SubjectKind
from checkers.reading import read_start
from checkers.subject import Message, Subject

if TYPE_CHECKING:
    from checkers.repo.repository import Repository

MOST_BYTES = 16 * 1024 * 1024
"""A longer message is a mistake in the path."""


def as_it_stands(repository: Repository, path: str, *, filled: bool) -> Subject:
    """The message in a file, or on standard input for `-`. Raises UsageError."""
    text = read_message(path, "--message-file")
    source = None if path == "-" else _relative(repository, Path(path))
    return Subject(SubjectKind.MESSAGE, message=Message(text, source=source, filled=filled))


def from_hook(repository: Repository, path: str, *, filled: bool) -> Subject:
    """The file that git hands to a commit-msg hook, cleaned by `commit.cleanup` and the comment mark.

    git tells its hooks by `GIT_EDITOR=:` that no editor was opened; then comments are no comments. Raises UsageError.
    """
    from checkers.commit_trailers.cleanup import cleaned, cleanup_mode

    text = read_message(path, "--commit-msg")
    mode = cleanup_mode(repository.config("commit.cleanup"), editor=os.environ.get("GIT_EDITOR") != ":")
    message = Message(
        cleaned(text, mode, repository.comment_mark()),
        source=_relative(repository, Path(path)),
        filled=filled,
        is_merge=(repository.git_dir / "MERGE_HEAD").exists(),
    )
    return Subject(SubjectKind.MESSAGE, message=message)


def read_message(path: str, option: str) -> str:
    """The text in the file that an option names, or on standard input for `-`. Raises UsageError."""
    name = f"{option} {path}"
    data = _standard_input(name) if path == "-" else read_start(Path(path), MOST_BYTES + 1, name)
    if len(data) > MOST_BYTES:
        raise UsageError(f"{name} is over {MOST_BYTES // 1024 // 1024} MiB; name the message's own file")
    return data.decode("utf-8", "surrogateescape")


def _standard_input(name: str) -> bytes:
    if sys.stdin is None:
        raise UsageError(f"{name} cannot be read: standard input is closed")
    try:
        return sys.stdin.buffer.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        raise UsageError(f"{name} cannot be read: {reason_of(error)}") from None


def _relative(repository: Repository, path: Path) -> str | None:
    """The path below the repository's root, with `/`; None for a file elsewhere."""
    root = repository.root
    whole = Path(os.path.realpath(path))
    return whole.relative_to(root).as_posix() if root and whole.is_relative_to(root) else None
