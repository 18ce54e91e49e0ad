"""The frames of a token stream: pairs of brackets by what they hold, and where a reader stands within them."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from checkers.source.symbols import Scope


class FrameKind(Enum):
    """What a pair of brackets holds."""

    FILE = "file"
    NAMESPACE = "namespace"
    LINKAGE = 'extern "C"'
    CLASS = "class"
    ENUM = "enum"
    BLOCK = "block"
    INITIALISER = "initialiser"
    REQUIREMENT = "requires-expression"
    PARENTHESES = "parentheses"
    SQUARE = "square brackets"


UNEVALUATED = frozenset(
    {b"decltype", b"sizeof", b"alignof", b"_Alignof", b"__alignof__", b"typeid", b"noexcept", b"typeof", b"requires"}
    | {b"__typeof__", b"__typeof", b"typeof_unqual", b"__decltype"}
)
"""Words before a parenthesis whose content is never evaluated."""
STATEMENTS = frozenset(
    {FrameKind.FILE, FrameKind.NAMESPACE, FrameKind.LINKAGE, FrameKind.CLASS, FrameKind.BLOCK, FrameKind.REQUIREMENT}
)
"""Frames that hold statements or declarations."""
OUTER = frozenset({FrameKind.FILE, FrameKind.NAMESPACE, FrameKind.LINKAGE})
"""Frames whose statements are declarations at namespace scope."""
INLINE = frozenset({FrameKind.PARENTHESES, FrameKind.SQUARE})
"""Brackets within a statement."""
CLASS_KEYS = frozenset({b"class", b"struct", b"union"})
NO_PARAMETERS = frozenset(
    {b"alignas", b"__attribute__", b"__declspec", b"decltype", b"noexcept", b"throw", b"explicit"}
)
"""Words before a parenthesis that is no parameter list."""


class Statement:
    """A statement, for markers: token indices of its first token and beyond its last; -1 while not known."""

    __slots__ = ("end", "start")

    def __init__(self, start: int) -> None:
        self.start, self.end = start, -1


class Frame:
    """A pair of brackets: `opener` is the index of the opening one (-1: the file), `header` where its statement began.

    `scope` is the innermost named scope around what it holds, once that is known.
    """

    __slots__ = ("header", "is_lambda", "is_sealed", "is_unevaluated", "key", "kind", "opener", "parent", "scope")

    def __init__(self, kind: FrameKind, parent: Frame | None, opener: int, header: int) -> None:
        self.kind, self.parent, self.opener, self.header = kind, parent, opener, header
        self.key = -1
        self.scope: Scope | None = None
        self.is_lambda = self.is_sealed = False
        self.is_unevaluated: bool = kind is FrameKind.REQUIREMENT or (parent is not None and parent.is_unevaluated)


class Cell(NamedTuple):
    """Where the reader stands: a frame, and what is known of the statement so far. Never changed, so it can be kept.

    `start` is the statement's first token (in brackets: after the last comma). `parameters` is the opening
    parenthesis of a possible parameter list, `closed` that of the last one closed, `key` the place of `class`,
    `namespace` …, all -1 for none. Up to `angle_end` a template's parameters are listed.
    """

    frame: Frame
    start: int
    statement: Statement
    below: Cell | None
    parameters: int = -1
    closed: int = -1
    key: int = -1
    is_lambda: bool = False
    has_value: bool = False
    has_members: bool = False
    angle_end: int = -1
