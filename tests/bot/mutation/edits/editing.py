"""Edits as a test writes them: text in, text or the reason out."""

from __future__ import annotations

from bot.mutation.edits import NotApplied, apply
from bot.mutation.model import Edit


def edited(edit: Edit, text: str) -> str:
    """The file's text after an edit that applies."""
    after = apply(edit, text.encode(), None)
    assert after is not None
    assert after.decode() != text
    return after.decode()


def reason(edit: Edit, data: str | bytes | None, base: bytes | None = None) -> str:
    """Why an edit does not apply."""
    try:
        apply(edit, data.encode() if isinstance(data, str) else data, base)
    except NotApplied as error:
        assert error.reason == str(error)
        assert "\n" not in error.reason
        return error.reason
    raise AssertionError("it applied")
