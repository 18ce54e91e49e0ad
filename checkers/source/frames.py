"""The scopes of a token stream: braces told apart (namespaces, classes, blocks, initialisers), statements, brackets."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, NamedTuple

from checkers.source.lexer import TokenKind
from checkers.source.stream import Turn

if TYPE_CHECKING:
    from collections.abc import Iterable

    from checkers.source.stream import Stream
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
_STATEMENTS = frozenset(
    {FrameKind.FILE, FrameKind.NAMESPACE, FrameKind.LINKAGE, FrameKind.CLASS, FrameKind.BLOCK, FrameKind.REQUIREMENT}
)
OUTER = frozenset({FrameKind.FILE, FrameKind.NAMESPACE, FrameKind.LINKAGE})
"""Frames whose statements are declarations at namespace scope."""
_INLINE = frozenset({FrameKind.PARENTHESES, FrameKind.SQUARE})
_CLASS_KEYS = frozenset({b"class", b"struct", b"union"})
_KEYS = _CLASS_KEYS | {b"namespace", b"enum"}
_CONTROL = frozenset({b"if", b"for", b"while", b"switch", b"catch", b"constexpr"})
_LOOPING = frozenset({b"for", b"if", b"switch", b"while", b"constexpr"})
_NO_PARAMETERS = frozenset(
    {b"alignas", b"__attribute__", b"__declspec", b"decltype", b"noexcept", b"throw", b"explicit"}
)
_BEFORE_BLOCK = frozenset({b";", b"{", b"}", b":", b"else", b"do", b"try", b"", b"__try", b"__finally"})
_AFTER_DECLARATOR = frozenset(
    {b"const", b"noexcept", b"override", b"final", b"mutable", b"volatile", b"&", b"&&", b"try"}
)
_BEFORE_VALUE = frozenset({b"=", b",", b"return", b"co_return", b"co_yield", b"throw", b"(", b"[", b"?"})
_ENDS_VALUE = frozenset({b")", b"]", b"auto"})
_STRUCTURE = (
    frozenset({b"{", b"}", b"(", b")", b"[", b"]", b";", b",", b":", b"=", b"else", b"do", b"template"}) | _KEYS
)


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


class Scopes:
    """One reading of a stream. `places` gives the cell at each watched token, `frames` every named scope in order.

    `closers` gives the closing bracket of each opening one, `blocks` the opening braces of blocks, all by index.
    """

    def __init__(self, stream: Stream, watched: frozenset[bytes]) -> None:
        self.stream = stream
        self.places: dict[int, Cell] = {}
        self.frames: list[Frame] = []
        self.closers: dict[int, int] = {}
        self.blocks: list[int] = []
        self._watched = watched
        file = Frame(FrameKind.FILE, None, -1, 0)
        self._cell = Cell(file, 0, Statement(0), None)
        self._turned: list[tuple[Cell, Cell | None]] = []
        self._read()

    def _read(self) -> None:
        tokens, interesting = self.stream.tokens, _STRUCTURE | self._watched
        turns = iter([*self.stream.turns, (len(tokens) + 1, Turn.CLOSE)])
        at, turn = next(turns)
        for index in [i for i, token in enumerate(tokens) if token[1] in interesting]:
            while at <= index:
                self._turn(at, turn)
                at, turn = next(turns)
            self._step(index, tokens[index].text)
        while at <= len(tokens):
            self._turn(at, turn)
            at, turn = next(turns)

    def _turn(self, at: int, turn: Turn) -> None:
        if turn in (Turn.OPEN, Turn.SEAL):
            self._turned.append((self._cell, None))
            if turn is Turn.SEAL:
                self._push(FrameKind.BLOCK, at - 1).is_sealed = True
            return
        entered, first = self._turned.pop()
        if turn is Turn.UNSEAL:
            self._cell = entered
        elif turn is Turn.NEXT:
            self._turned.append((entered, first or self._settled(at)))
            self._cell = entered
        else:
            self._cell = first or self._cell
        self._cell = self._fresh(self._cell, at)

    def _settled(self, at: int) -> Cell:
        """The cell as it will be taken up again after the conditional; a statement not yet begun begins there."""
        return self._cell._replace(start=-1) if self._cell.start >= at else self._cell

    def _fresh(self, cell: Cell, at: int) -> Cell:
        """A statement that had not begun before a turn begins after it."""
        before = self.stream.before(at) if at else -1
        if cell.start < 0 or cell.start > before:
            return cell._replace(start=at, statement=Statement(at))
        return cell

    def _step(self, index: int, text: bytes) -> None:
        if text in self._watched:
            self.places[index] = self._cell
        if text == b"{":
            self._open_brace(index)
        elif text in (b"(", b"["):
            kind = FrameKind.PARENTHESES if text == b"(" else FrameKind.SQUARE
            frame = self._push(kind, index)
            frame.is_unevaluated |= self.stream.text(self.stream.before(index)) in UNEVALUATED
        elif text == b"}":
            self._close_brace(index)
        elif text in (b")", b"]"):
            self._close_inline(index, text)
        elif text == b";":
            self._semicolon(index)
        else:
            self._note(index, text)

    def _note(self, index: int, text: bytes) -> None:
        cell = self._cell
        if index < cell.angle_end:
            return
        if text == b",":
            if cell.frame.kind in _INLINE:
                self._cell = cell._replace(start=index + 1, is_lambda=False)
            elif cell.frame.kind is FrameKind.INITIALISER:
                self._cell = cell._replace(is_lambda=False)
        elif text in _KEYS:
            if cell.key < 0:
                self._cell = cell._replace(key=index)
        elif text == b"=":
            if self.stream.text(self.stream.before(index)) != b"operator":
                self._cell = cell._replace(has_value=True, is_lambda=False)
        elif text == b":":
            self._colon(index)
        elif text == b"template" and self.stream.text(self.stream.after(index)) == b"<":
            self._cell = cell._replace(angle_end=close_angle(self.stream, self.stream.after(index)))

    def _colon(self, index: int) -> None:
        cell = self._cell
        if cell.parameters >= 0 and not cell.has_value and cell.frame.kind in OUTER | {FrameKind.CLASS}:
            self._cell = cell._replace(has_members=True)

    def _push(self, kind: FrameKind, index: int) -> Frame:
        cell = self._cell
        frame = Frame(kind, cell.frame, index, cell.start)
        statement = Statement(index + 1) if kind in _STATEMENTS else cell.statement
        self._cell = Cell(frame, index + 1, statement, cell)
        return frame

    def _semicolon(self, index: int) -> None:
        cell = self._cell
        while cell.below and cell.frame.kind in _INLINE:
            opened_by = self.stream.text(self.stream.before(cell.frame.opener))
            if cell.frame.kind is FrameKind.PARENTHESES and opened_by in _LOOPING:
                self._cell = cell._replace(start=index + 1)
                return
            cell = cell.below
        if cell.frame.kind is FrameKind.INITIALISER:
            cell.frame.kind = FrameKind.BLOCK
        cell.statement.end = index + 1
        self._cell = _begun(cell, index + 1)

    def _open_brace(self, index: int) -> None:
        kind = self._kind(index)
        cell = self._cell
        is_lambda = kind is FrameKind.BLOCK and cell.is_lambda
        if kind in _STATEMENTS and not is_lambda:
            cell.statement.end = index + 1
        frame = self._push(kind, index)
        frame.key, frame.is_lambda = cell.key, is_lambda
        if kind is FrameKind.BLOCK:
            self.blocks.append(index)
        elif kind in (FrameKind.NAMESPACE, FrameKind.CLASS, FrameKind.ENUM):
            self.frames.append(frame)

    def _close_brace(self, index: int) -> None:
        cell = self._cell
        while cell.below and cell.frame.kind in _INLINE:
            cell = cell.below
        if cell.below is None or cell.frame.is_sealed:
            self._cell = _begun(cell, index + 1)
            return
        closed, outer = cell.frame, cell.below
        self.closers[closed.opener] = index
        if cell.statement.end < 0:
            cell.statement.end = index
        ends = closed.kind in (FrameKind.BLOCK, FrameKind.NAMESPACE, FrameKind.LINKAGE) and not closed.is_lambda
        if ends and outer.frame.kind in _STATEMENTS:
            goes_on = self.stream.text(self.stream.after(index)) == b"else"
            self._cell = _begun(outer, index + 1, outer.start if goes_on else index + 1)
        else:
            self._cell = outer._replace(is_lambda=False, key=-1 if closed.kind is FrameKind.INITIALISER else outer.key)

    def _close_inline(self, index: int, text: bytes) -> None:
        kind = FrameKind.PARENTHESES if text == b")" else FrameKind.SQUARE
        cell = self._cell
        while cell.below and cell.frame.kind in _INLINE and cell.frame.kind is not kind:
            cell = cell.below
        if cell.frame.kind is not kind or cell.below is None:
            return
        self.closers[cell.frame.opener] = index
        opener, outer = cell.frame.opener, cell.below
        self._cell = self._closed(outer, opener) if text == b")" else self._after_square(outer, opener)
        before = self.stream.text(self.stream.before(opener))
        if text == b")" and before in _CONTROL and outer.frame.kind is FrameKind.BLOCK:
            outer.statement.end = index + 1
            self._cell = self._cell._replace(statement=Statement(index + 1))

    def _closed(self, outer: Cell, opener: int) -> Cell:
        is_list = self.stream.text(self.stream.before(opener)) not in _NO_PARAMETERS
        return outer._replace(closed=opener, parameters=opener if is_list else outer.parameters)

    def _after_square(self, outer: Cell, opener: int) -> Cell:
        """A lambda introducer stands where a value may begin; a subscript, an attribute and a binding do not."""
        before = self.stream.before(opener)
        token = self.stream.tokens[before] if before >= 0 else None
        is_value = token is not None and (
            token.text in _ENDS_VALUE
            or token.kind in (TokenKind.NUMBER, TokenKind.STRING)
            or (token.kind is TokenKind.IDENTIFIER and token.text not in _BEFORE_VALUE | {b"case", b"else", b"do"})
        )
        is_binding = token is not None and token.text in (b"&", b"&&") and self.stream.text(before - 1) == b"auto"
        is_attribute = self.stream.text(opener + 1) == b"[" or (token is not None and token.text == b"[")
        return outer._replace(is_lambda=not (is_value or is_binding or is_attribute) or outer.is_lambda)

    def _kind(self, index: int) -> FrameKind:
        """What a `{` opens."""
        cell = self._cell
        before = self.stream.before(index)
        text = self.stream.text(before)
        if cell.is_lambda and text not in _BEFORE_VALUE:
            return FrameKind.BLOCK
        if cell.start >= index or text in _BEFORE_BLOCK:
            return self._kind_at_start()
        if text == b"requires":
            return FrameKind.REQUIREMENT
        if text == b")":
            return self._kind_after_parentheses()
        return self._kind_after_name(before, text)

    def _kind_at_start(self) -> FrameKind:
        cell = self._cell
        if cell.frame.kind in _INLINE or cell.frame.kind is FrameKind.INITIALISER:
            return FrameKind.INITIALISER
        return FrameKind.BLOCK

    def _kind_after_parentheses(self) -> FrameKind:
        cell = self._cell
        before = self.stream.before(cell.closed)
        text = self.stream.text(before)
        if text == b"requires":
            earlier = self.stream.text(self.stream.before(before))
            is_clause = earlier in _AFTER_DECLARATOR | {b")"} and cell.frame.kind in OUTER | {FrameKind.CLASS}
            return FrameKind.BLOCK if is_clause else FrameKind.REQUIREMENT
        if cell.frame.kind in _INLINE or cell.frame.kind is FrameKind.INITIALISER:
            return FrameKind.INITIALISER
        if cell.key >= 0 and cell.parameters < 0:
            return self._keyed(cell.key)
        return FrameKind.BLOCK

    def _kind_after_name(self, before: int, text: bytes) -> FrameKind:
        cell = self._cell
        if text in _BEFORE_VALUE or cell.frame.kind in _INLINE:
            return FrameKind.INITIALISER
        if self.stream.tokens[before].kind is TokenKind.STRING:
            is_linkage = self.stream.text(self.stream.before(before)) == b"extern"
            return FrameKind.LINKAGE if is_linkage else FrameKind.INITIALISER
        if cell.parameters >= 0 and not (cell.has_value or cell.has_members):
            is_function = cell.frame.kind in OUTER | {FrameKind.CLASS}
            return FrameKind.BLOCK if is_function or text in _AFTER_DECLARATOR else FrameKind.INITIALISER
        if cell.key >= 0 and not cell.has_value:
            return self._keyed(cell.key)
        return FrameKind.INITIALISER

    def _keyed(self, key: int) -> FrameKind:
        text = self.stream.text(key)
        if text in _CLASS_KEYS:
            return FrameKind.CLASS
        return FrameKind.NAMESPACE if text == b"namespace" else FrameKind.ENUM


def _begun(cell: Cell, index: int, start: int | None = None) -> Cell:
    """The same frame with a new statement; names declared from `start` on are still known in it."""
    return Cell(cell.frame, index if start is None else start, Statement(index), cell.below)


_ANGLE_TOKENS = 2000
_ANGLES = {b"<": 1, b">": -1, b">>": -2, b">>>": -3}


def close_angle(stream: Stream, opener: int) -> int:
    """The index of the `>` that closes the `<` at `opener`; `opener` itself where it is no bracket."""
    depth = round_depth = 0
    index = opener
    for _ in range(_ANGLE_TOKENS):
        text = stream.text(index)
        if text in (b"(", b"[", b"{"):
            round_depth += 1
        elif text in (b")", b"]", b"}"):
            round_depth -= 1
        elif not round_depth:
            depth += _ANGLES.get(text, 0)
        if depth <= 0:
            return index
        if round_depth < 0 or text in (b"", b";"):
            break
        index = stream.after(index)
    return opener


def enclosing(frame: Frame | None) -> Iterable[Frame]:
    """The frame and those around it, innermost first."""
    while frame:
        yield frame
        frame = frame.parent
