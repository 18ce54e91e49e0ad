"""Builds histories from recipes: each step's files are laid, edited and committed."""

from __future__ import annotations

from fnmatch import fnmatchcase
from typing import TYPE_CHECKING, Protocol

from bot.demo.material import tree_files

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path

    from bot.demo.recipe import Replacement, Step


class Builder(Protocol):
    """A repository that grows: files are written into its work tree, and each commit takes all of them."""

    root: Path

    def git(self, *args: str) -> str:
        """What a git command writes."""

    def write(self, files: Mapping[str, str | bytes]) -> None:
        """Write files below the root."""

    def commit(self, message: str) -> str:
        """Commit everything; the new commit's hash."""


def take_steps(steps: Iterable[Step], builder: Builder) -> None:
    """Add the commits of a recipe. Raises ValueError where an edit or a glob does not fit the tree."""
    for step in steps:
        if step.switch:
            builder.git("switch", "-q", step.switch)
        if step.branch:
            builder.git("switch", "-q", "-c", step.branch)
        if step.merge:
            builder.git("merge", "-q", "--no-ff", "--no-commit", step.merge)
        _edit(step, builder)
        builder.commit(step.message)


def _edit(step: Step, builder: Builder) -> None:
    builder.write(dict(_laid(step)))
    for path in step.remove:
        (builder.root / path).unlink()
    builder.write(step.write or {})
    for path, text in (step.append or {}).items():
        builder.write({path: _read(builder, path) + text})
    for edit in step.replace:
        _replace(edit, builder)


def _laid(step: Step) -> Iterator[tuple[str, bytes]]:
    files = tree_files() if step.lay else {}
    for pattern in step.lay:
        matched = [path for path in files if fnmatchcase(path, pattern)]
        if not matched:
            raise ValueError(f"nothing in the tree matches {pattern}")
        yield from ((path, files[path]) for path in matched)


def _replace(edit: Replacement, builder: Builder) -> None:
    text = _read(builder, edit.path)
    if text.count(edit.old) != 1:
        raise ValueError(f"{edit.path} has {text.count(edit.old)} of {edit.old!r}, not one")
    builder.write({edit.path: text.replace(edit.old, edit.new)})


def _read(builder: Builder, path: str) -> str:
    return (builder.root / path).read_text(encoding="utf-8")
