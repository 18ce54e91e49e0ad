"""What a row's edits make of the tree: the files before and after, in memory, before anything is written."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.mutation.edits import NotApplied, apply, line_changes
from bot.mutation.model import RestoreBase
from bot.mutation.python_programs import is_program
from bot.mutation.report import Lines

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from bot.mutation.model import Edit

    Read = Callable[[str], bytes | None]


@dataclass(frozen=True, slots=True)
class Edited:
    """One file with all of a row's edits in it; None where it is absent."""

    before: bytes | None
    after: bytes | None


def edited_files(edits: Sequence[Edit], read: Read, base: Read) -> Mapping[str, Edited]:
    """Every file that the edits name, by its path; edits of one file follow one another.

    `base` reads the merge base. Raises NotApplied for the first edit that does not apply, and for edits that undo one
    another.
    """
    before: dict[str, bytes | None] = {}
    after: dict[str, bytes | None] = {}
    for number, edit in enumerate(edits, start=1):
        path = edit.file
        if path not in before:
            before[path] = after[path] = read(path)
        try:
            after[path] = apply(edit, after[path], base(path) if isinstance(edit, RestoreBase) else None)
        except NotApplied as error:
            which = f"edit {number}, " if len(edits) > 1 else ""
            raise NotApplied(f"{which}{path}: {error.reason}") from None
    unchanged = [path for path in before if before[path] == after[path]]
    if unchanged:
        raise NotApplied(f"{unchanged[0]}: the edits undo one another")
    return {path: Edited(before[path], after[path]) for path in before}


def lines_of(files: Mapping[str, Edited]) -> Lines:
    """How many lines all edits together added and removed."""
    counts = [line_changes(file.before or b"", file.after or b"") for file in files.values()]
    return Lines(sum(added for added, _ in counts), sum(removed for _, removed in counts))


def broken_programs(files: Mapping[str, Edited]) -> tuple[str, ...]:
    """The edited Python files that were programs and are none any more: nothing compiles them before they are run."""
    return tuple(
        path
        for path, file in files.items()
        if path.endswith(".py")
        and file.after is not None
        and is_program(file.before or b"")
        and not is_program(file.after)
    )
