"""A part of a policy as text: two parts with the same text mean the same."""

from __future__ import annotations

from collections.abc import Mapping

from checkers.policy.bounded import BoundedRegex
from checkers.policy.globs import Globs


def identity(value: object) -> str:
    """The text of a section, of a part of one, or of plain values; sets have an order there."""
    if isinstance(value, Globs):
        return f"Globs{value.patterns!r}"
    if isinstance(value, BoundedRegex):
        return f"Regex({value.pattern!r})"
    if isinstance(value, frozenset | set):
        return "{" + ", ".join(sorted(map(identity, value))) + "}"
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{identity(key)}: {identity(item)}" for key, item in value.items()) + "}"
    if isinstance(value, tuple | list):
        return f"{type(value).__name__}({', '.join(map(identity, value))})"
    return repr(value)
