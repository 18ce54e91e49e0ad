"""The places where a name is looked for, from a statement outward: blocks, then classes and namespaces."""

from __future__ import annotations

import itertools
from collections import defaultdict
from typing import TYPE_CHECKING, NamedTuple

from checkers.source.declarations import order
from checkers.source.frames import FrameKind
from checkers.source.symbols import Context, common

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from checkers.source.branches import Branch
    from checkers.source.found import Found
    from checkers.source.frames import Frame
    from checkers.source.lookup import Lookup
    from checkers.source.symbols import Declarations, Name, Scope


class Nominated:
    """What using-directives bring, during one look-up: scopes by the one further out where their names count.

    `seen` are these for each way outward; `searched` those that the name was looked for in.
    """

    def __init__(self) -> None:
        self.at: dict[Scope, list[Scope]] = defaultdict(list)
        self.seen: dict[bool, set[Scope]] = {False: set(), True: set()}
        self.searched: set[Scope] = set()


class Block(NamedTuple):
    """A frame, looked at from a statement that begins at `start`."""

    frame: Frame
    start: int

    def find(self, lookup: Lookup, name: bytes, context: Context, nominated: Nominated) -> Found:
        return lookup.in_frame(self.frame, self.start, name, context, nominated)


class Named(NamedTuple):
    """A namespace or a class; `by_member`: on the way outward from a member function that is defined elsewhere."""

    scope: Scope
    by_member: bool = False

    def find(self, lookup: Lookup, name: bytes, context: Context, nominated: Nominated) -> Found:
        return lookup.at_scope(self.scope, name, context, nominated, by_member=self.by_member)


Level = Block | Named
_NESTED = 64
"""The most scopes, and blocks that declare something, around a name that are looked at one by one."""


class Levels:
    """The levels around the places of one file, whose declarations are known."""

    def __init__(self, declarations: Declarations, qualifier_of: Callable[[Frame], Name | None]) -> None:
        self.qualifier_of = qualifier_of
        self._declaring = declarations.frames()
        self._outer: dict[Frame, tuple[Frame, int]] = {}
        self._members: dict[tuple[Frame, Branch | None], frozenset[Scope]] = {}

    def of(self, lookup: Lookup, context: Context) -> Iterator[Level]:
        """The places where a name is looked for, innermost first."""
        frame, start, depth = context.frame, context.start, 0
        while frame and depth < _NESTED:
            frame, start = self._telling(frame, start)
            depth += 1
            yield Block(frame, start)
            outer = frame.parent.scope if frame.parent else None
            if frame.scope and frame.scope is not outer:
                yield from map(Named, self._scopes(lookup, frame.scope, outer))
            elif frame.kind is FrameKind.BLOCK and (member := self.qualifier_of(frame)):
                yield from (Named(inner, by_member=True) for inner in self._inside(lookup, member, frame, context))
            start, frame = frame.header, frame.parent
        lookup.is_cut |= frame is not None
        if frame or context.frame is None:
            yield from map(Named, (context.scope.at_depth(_NESTED - 1) or context.scope).outward())

    def _scopes(self, lookup: Lookup, scope: Scope, outer: Scope | None) -> Iterator[Scope]:
        """The scope and those around it, up to `outer`, which is left out; not all of them where they are too many."""
        number = scope.depth - (outer.depth if outer else -1)
        lookup.is_cut |= number > _NESTED
        return itertools.islice(scope.outward(), min(number, _NESTED))

    def _telling(self, frame: Frame, start: int) -> tuple[Frame, int]:
        """The innermost frame from that one outward that can say something, and where the statement in it begins."""
        passed = []
        while frame.parent and frame not in self._outer and not self._tells(frame):
            passed.append(frame)
            start, frame = frame.header, frame.parent
        found = self._outer.get(frame, (frame, start))
        self._outer.update(dict.fromkeys(passed, found))
        return found

    def _tells(self, frame: Frame) -> bool:
        """Whether something is declared in a frame or its header, or it stands for a scope or a function's body."""
        if frame in self._declaring or frame.parent is None or frame.scope is not frame.parent.scope:
            return True
        return frame.kind is FrameKind.BLOCK and self.qualifier_of(frame) is not None

    def _inside(self, lookup: Lookup, member: Name, frame: Frame, context: Context) -> Iterator[Scope]:
        """The scopes that a member function's body stands in beyond those around its definition."""
        for scope in self._member_scopes(lookup, member, frame, context):
            yield from self._scopes(lookup, scope, common(scope, context.scope))

    def _member_scopes(self, lookup: Lookup, member: Name, frame: Frame, context: Context) -> frozenset[Scope]:
        """What the qualifiers of a function's name stand for, looked up where its body begins."""
        key = frame, context.branch
        if key not in self._members:
            place = Context(context.scope, order(frame.opener), context.branch, frame.parent, frame.header)
            if frame.parent and frame.parent.scope:
                place = place._replace(scope=frame.parent.scope)
            found = lookup.resolve_scopes(member._replace(parts=member.parts[:-1]), place)
            if lookup.is_too_long:
                return found
            self._members[key] = found
        return self._members[key]
