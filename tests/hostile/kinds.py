"""The list of hostile repositories: each kind has a name and does one thing to a sound copy."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from tests.hostile.world import World

Make = Callable[[World], None]


class Kind(NamedTuple):
    """One kind of hostile repository."""

    name: str
    make: Make
    damaged: bool
    """What it holds is what the sound one holds, where it can be read: a verdict may be missing, never another one."""
    heavy: bool
    """So large that a command takes seconds."""
    waits: bool
    """git itself waits here without end, until it is ended."""


KINDS: dict[str, Kind] = {}


def kind(name: str, *, damaged: bool = False, heavy: bool = False, waits: bool = False) -> Callable[[Make], Make]:
    """Put what is decorated on the list."""

    def listed(make: Make) -> Make:
        assert name not in KINDS, name
        KINDS[name] = Kind(name, make, damaged, heavy, waits)
        return make

    return listed
