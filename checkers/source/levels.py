"""The places where a name is looked for, from a statement outward: blocks, then classes and namespaces."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

    from checkers.source.found import Found
    from checkers.source.frames import Frame
    from checkers.source.lookup import Lookup
    from checkers.source.symbols import Context, Scope


class Block(NamedTuple):
    """A frame, looked at from a statement that begins at `start`."""

    frame: Frame
    start: int

    def find(self, lookup: Lookup, name: bytes, context: Context, nominated: dict[Scope, list[Scope]]) -> Found:
        return lookup.in_frame(self.frame, self.start, name, context, nominated)


class Named(NamedTuple):
    """A namespace or a class."""

    scope: Scope

    def find(self, lookup: Lookup, name: bytes, context: Context, nominated: dict[Scope, list[Scope]]) -> Found:
        return lookup.at_scope(self.scope, name, context, nominated)


Level = Block | Named


def until(scope: Scope, outer: Scope | None) -> Iterator[Scope]:
    """The scope and those around it, up to `outer`, which is left out."""
    return itertools.takewhile(lambda inner: inner is not outer, scope.outward())
