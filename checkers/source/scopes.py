"""The scopes of a token stream, read in one pass that survives broken code: frames, statements, brackets."""

from __future__ import annotations

from typing import TYPE_CHECKING

from checkers.source.braces import BEFORE_VALUE, brace_kind
from checkers.source.frames import (
    CLASS_KEYS,
    INLINE,
    NO_PARAMETERS,
    OUTER,
    STATEMENTS,
    UNEVALUATED,
    Cell,
    Frame,
    FrameKind,
    Statement,
)
from checkers.source.stream import Turn
from checkers.source.tokens import TokenKind

if TYPE_CHECKING:
    from collections.abc import Sequence

    from checkers.source.stream import Stream

_KEYS = CLASS_KEYS | {b"namespace", b"enum"}
_CONTROL = frozenset({b"if", b"for", b"while", b"switch", b"catch", b"constexpr"})
_LOOPING = frozenset({b"for", b"if", b"switch", b"while", b"constexpr"})
_ENDS_VALUE = frozenset({b")", b"]", b"auto"})
_STRUCTURE = (
    frozenset({b"{", b"}", b"(", b")", b"[", b"]", b";", b",", b":", b"=", b"else", b"do", b"template"}) | _KEYS
)


class Scopes:
    """One reading of a stream. `places` gives the cell at each watched token, `frames` every named scope in order.

    `closers` gives the closing bracket of each opening one, `blocks` the opening braces of blocks, all by index; with
    `passes_over` what stands in blocks without a watched token is left out of them.
    """

    def __init__(self, stream: Stream, watched: frozenset[bytes], *, passes_over: bool = False) -> None:
        self.stream = stream
        self.places: dict[int, Cell] = {}
        self.frames: list[Frame] = []
        self.closers: dict[int, int] = {}
        self.blocks: list[int] = []
        self._watched = watched
        self._passes_over = passes_over
        file = Frame(FrameKind.FILE, None, -1, 0)
        self._cell = Cell(file, 0, Statement(0), None)
        self._turned: list[tuple[Cell, Cell | None]] = []
        self._read()

    def _read(self) -> None:
        texts, interesting = self.stream.tokens.texts, _STRUCTURE | self._watched
        turns = iter([*self.stream.turns, (len(texts) + 1, Turn.CLOSE)])
        at, turn = next(turns)
        indices = [i for i, text in enumerate(texts) if text in interesting]
        dull = self._dull_braces(indices) if self._passes_over else {}
        number = 0
        while number < len(indices):
            index = indices[number]
            while at <= index:
                self._turn(at, turn)
                at, turn = next(turns)
            self._step(index, texts[index])
            is_dull = number in dull and self._cell.frame.kind is FrameKind.BLOCK
            number = dull[number] if is_dull else number + 1
        while at <= len(texts):
            self._turn(at, turn)
            at, turn = next(turns)

    def _dull_braces(self, indices: Sequence[int]) -> dict[int, int]:
        """The braces, by number among `indices`, that enclose nothing watched, no turn and no scope with a name.

        Whatever else stands between them, what follows is read in the same way: as a block they can be passed over.
        """
        texts, telling = self.stream.tokens.texts, self._watched | _KEYS
        turns = [at for at, _ in self.stream.turns]
        dull: dict[int, int] = {}
        opened: list[tuple[int, int]] = []
        told = turned = 0
        for number, index in enumerate(indices):
            while turned < len(turns) and turns[turned] <= index:
                turned += 1
                told += 1
            text = texts[index]
            if text == b"{":
                opened.append((number, told))
            elif text == b"}" and opened:
                start, before = opened.pop()
                if before == told:
                    dull[start] = number
            elif text in telling:
                told += 1
        return dull

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
            if cell.frame.kind in INLINE:
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
            self._cell = cell._replace(angle_end=self.stream.close_angle(self.stream.after(index)))

    def _colon(self, index: int) -> None:
        cell = self._cell
        if cell.parameters >= 0 and not cell.has_value and cell.frame.kind in OUTER | {FrameKind.CLASS}:
            self._cell = cell._replace(has_members=True)

    def _push(self, kind: FrameKind, index: int) -> Frame:
        cell = self._cell
        frame = Frame(kind, cell.frame, index, cell.start)
        statement = Statement(index + 1) if kind in STATEMENTS else cell.statement
        self._cell = Cell(frame, index + 1, statement, cell)
        return frame

    def _semicolon(self, index: int) -> None:
        cell = self._cell
        while cell.below and cell.frame.kind in INLINE:
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
        kind = brace_kind(self.stream, self._cell, index)
        cell = self._cell
        is_lambda = kind is FrameKind.BLOCK and cell.is_lambda
        if kind in STATEMENTS and not is_lambda:
            cell.statement.end = index + 1
        frame = self._push(kind, index)
        frame.key, frame.is_lambda = cell.key, is_lambda
        frame.is_unevaluated &= not is_lambda
        if kind is FrameKind.BLOCK:
            self.blocks.append(index)
        elif kind in (FrameKind.NAMESPACE, FrameKind.CLASS, FrameKind.ENUM):
            self.frames.append(frame)

    def _close_brace(self, index: int) -> None:
        cell = self._cell
        while cell.below and cell.frame.kind in INLINE:
            cell = cell.below
        if cell.below is None or cell.frame.is_sealed:
            self._cell = _begun(cell, index + 1)
            return
        closed, outer = cell.frame, cell.below
        self.closers[closed.opener] = index
        if cell.statement.end < 0:
            cell.statement.end = index
        ends = closed.kind in (FrameKind.BLOCK, FrameKind.NAMESPACE, FrameKind.LINKAGE) and not closed.is_lambda
        if ends and outer.frame.kind in STATEMENTS:
            goes_on = self.stream.text(self.stream.after(index)) == b"else"
            self._cell = _begun(outer, index + 1, outer.start if goes_on else index + 1)
        else:
            self._cell = outer._replace(is_lambda=False, key=-1 if closed.kind is FrameKind.INITIALISER else outer.key)

    def _close_inline(self, index: int, text: bytes) -> None:
        kind = FrameKind.PARENTHESES if text == b")" else FrameKind.SQUARE
        cell = self._cell
        while cell.below and cell.frame.kind in INLINE and cell.frame.kind is not kind:
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
        is_list = self.stream.text(self.stream.before(opener)) not in NO_PARAMETERS
        parameters = opener if is_list else outer.parameters
        return Cell(
            outer.frame,
            outer.start,
            outer.statement,
            outer.below,
            parameters,
            opener,
            outer.key,
            outer.is_lambda,
            outer.has_value,
            outer.has_members,
            outer.angle_end,
        )

    def _after_square(self, outer: Cell, opener: int) -> Cell:
        """A lambda introducer stands where a value may begin; a subscript, an attribute and a binding do not."""
        before = self.stream.before(opener)
        token = self.stream.tokens[before] if before >= 0 else None
        is_value = token is not None and (
            token.text in _ENDS_VALUE
            or token.kind in (TokenKind.NUMBER, TokenKind.STRING)
            or (token.kind is TokenKind.IDENTIFIER and token.text not in BEFORE_VALUE | {b"case", b"else", b"do"})
        )
        is_binding = token is not None and token.text in (b"&", b"&&") and self.stream.text(before - 1) == b"auto"
        is_attribute = self.stream.text(opener + 1) == b"[" or (token is not None and token.text == b"[")
        return outer._replace(is_lambda=not (is_value or is_binding or is_attribute) or outer.is_lambda)


def _begun(cell: Cell, index: int, start: int | None = None) -> Cell:
    """The same frame with a new statement; names declared from `start` on are still known in it."""
    return Cell(cell.frame, index if start is None else start, Statement(index), cell.below)
