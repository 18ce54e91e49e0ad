"""One edit applied to one file, whatever its kind; pure, so that what it did can be told and undone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.mutation.edits.language import Language, language_of
from bot.mutation.edits.literal import replace_text
from bot.mutation.edits.patch import apply_patch
from bot.mutation.edits.refusal import NotApplied, refuse_unchanged
from bot.mutation.model import Patch, Replace, RestoreBase, StubDisabled

if TYPE_CHECKING:
    from bot.mutation.model import Edit, StructuralEdit

STUB = b'"""Disabled: a file in this place that does nothing."""\n'
"""What `stub: disabled` makes of a Python file."""


def apply(edit: Edit, data: bytes | None, base: bytes | None) -> bytes | None:
    """The file's bytes after the edit; None is an absent file, before and after.

    `base` is the file as it is at the merge base. Raises NotApplied where the edit changes nothing or does not apply.
    """
    match edit:
        case Patch():
            return apply_patch(edit.patch, edit.file, data)
        case RestoreBase():
            return _restored(data, base)
        case StubDisabled():
            return _changed(data, STUB)
    if data is None:
        raise NotApplied("the file is not there")
    if isinstance(edit, Replace):
        return replace_text(edit, data)
    return _structural(edit, data)


def _restored(data: bytes | None, base: bytes | None) -> bytes | None:
    if data == base:
        raise NotApplied(f"the file {'is absent' if data is None else 'is the same'} at the merge base too")
    return base


def _changed(before: bytes | None, after: bytes) -> bytes:
    if before == after:
        refuse_unchanged()
    return after


def _structural(edit: StructuralEdit, data: bytes) -> bytes:
    language = language_of(edit.file, data)
    if language is None:
        raise NotApplied("the file is neither C++, CUDA nor Python by its name: use find and with, or a patch")
    if language is Language.PYTHON:
        from bot.mutation.edits.python import edit_python as edited
    else:
        from bot.mutation.edits.cpp import edit_cpp as edited
    return _changed(data, edited(edit, data))
