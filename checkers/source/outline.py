"""One C++ or CUDA file by itself: its live tokens and the scopes around them, without its headers and macros."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from checkers.source.frames import OUTER, FrameKind
from checkers.source.heads import Heads
from checkers.source.macros import Leads
from checkers.source.mentions import Mentions
from checkers.source.reader import StreamBuilder
from checkers.source.scopes import Scopes

if TYPE_CHECKING:
    from checkers.source.code import Code
    from checkers.source.frames import Frame

_MOST_NAMES = 100
"""How many names around another are known: more than anybody writes."""
_NO_MACROS = Leads(frozenset(), frozenset())


class Outline:
    """The stream of what the preprocessor reaches, no macro expanded, and the cell at each of the `words`."""

    def __init__(self, code: Code, words: frozenset[bytes] = frozenset()) -> None:
        self.code = code
        self.stream = StreamBuilder(code, _NO_MACROS, frozenset(), lambda _target: ()).build()
        self.scopes = Scopes(self.stream, words)
        self.mentions = Mentions(self.scopes)
        self._heads = Heads(self.mentions)
        self._around: dict[Frame, tuple[bytes, ...]] = {}

    def around(self, frame: Frame) -> tuple[bytes, ...]:
        """The names of the namespaces and classes around what a frame holds, outermost first.

        Those that qualify the name of a function around it count; unnamed and inline namespaces do not.
        """
        passed: list[Frame] = []
        at: Frame | None = frame
        while at and at not in self._around:
            passed.append(at)
            at = at.parent
        names = self._around[at] if at else ()
        for inner in reversed(passed):
            names = self._around[inner] = (*names, *self._names(inner))[:_MOST_NAMES]
        return names

    def _names(self, frame: Frame) -> list[bytes]:
        """The names that one frame adds."""
        if frame.kind is FrameKind.NAMESPACE:
            if self.stream.text(self.stream.before(frame.key)) == b"inline":
                return []
            return [name for name, is_inline in self._heads.namespace(frame) if not is_inline]
        if frame.kind is FrameKind.CLASS:
            return self._heads.class_(frame)[0]
        if frame.kind is FrameKind.BLOCK and frame.parent and frame.parent.kind in OUTER:
            name = self._heads.function(frame)
            return [*name.parts[:-1]] if name else []
        return []

    def closer(self, opener: int) -> int | None:
        """The index of the bracket that closes the one at `opener`; None where none does."""
        return self.scopes.closers.get(opener)

    @cached_property
    def openers(self) -> dict[int, int]:
        """The opening bracket of each closing one."""
        return {close: opener for opener, close in self.scopes.closers.items()}
