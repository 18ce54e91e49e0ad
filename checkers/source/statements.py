"""Where a statement ends: a machine that reads one token at a time and can go back to where a `#if` found it."""

from __future__ import annotations

from enum import Enum, auto
from typing import TYPE_CHECKING, NamedTuple

from checkers.source.tokens import TokenKind

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from checkers.source.tokens import Token


class Context(Enum):
    """What the machine is in the middle of."""

    STATEMENT = auto()
    EXPRESSION = auto()
    AFTER_BRACES = auto()
    BLOCK = auto()
    GROUP = auto()
    LABEL = auto()
    HEAD = auto()
    IF_HEAD = auto()
    AFTER_IF = auto()
    AFTER_DO = auto()
    AFTER_TRY = auto()


class Frame(NamedTuple):
    """One level of nesting; frames are never changed, so that an older one can be gone back to."""

    context: Context
    parent: Frame | None
    depth: int
    in_switch: bool
    closer: bytes = b""


class Step(NamedTuple):
    """What one token led to. `frame` None: the statement has ended; `consumed`: with this token, not before it."""

    frame: Frame | None
    consumed: bool
    entry: bytes = b""
    """A label's name, or `case` for a label of a `switch` around the statement; empty otherwise."""


START = Frame(Context.STATEMENT, None, 1, in_switch=False)

_CLOSERS = {b"(": b")", b"[": b"]", b"{": b"}"}
_ACCESS = frozenset({b"public", b"private", b"protected"})
_LOOPS = frozenset({b"for", b"while", b"switch"})


def step(frame: Frame, tokens: Sequence[Token], index: int) -> Step:
    """Read the token at `index` in a statement that has come to `frame`."""
    current: Frame | None = frame
    while current is not None:
        taken = _HANDLERS[current.context](current, tokens, index)
        if taken.consumed:
            return taken
        current = taken.frame
    return Step(None, consumed=False)


def _become(frame: Frame, context: Context) -> Frame:
    return frame._replace(context=context)


def _push(frame: Frame, context: Context, closer: bytes = b"") -> Frame:
    return Frame(context, frame, frame.depth + 1, frame.in_switch, closer)


def _statement(frame: Frame, tokens: Sequence[Token], index: int) -> Step:
    text = tokens[index].text
    if text == b";":
        return Step(frame.parent, consumed=True)
    if text == b"}":
        return Step(frame.parent, consumed=False)
    if text == b"else":
        return Step(frame, consumed=True)
    if text in _LOOPS:
        return Step(_become(frame, Context.HEAD)._replace(in_switch=frame.in_switch or text == b"switch"), True)
    if text in _OPENERS:
        return Step(_OPENERS[text](frame), consumed=True)
    if text == b"[" and index + 1 < len(tokens) and tokens[index + 1].text == b"[":
        return Step(_push(frame, Context.GROUP, _CLOSERS[text]), consumed=True)
    if text in (b"case", b"default"):
        return Step(_become(frame, Context.LABEL), True, b"" if frame.in_switch else b"case")
    if _is_label(tokens, index):
        return Step(_become(frame, Context.LABEL), True, text)
    return Step(_become(frame, Context.EXPRESSION), consumed=False)


_OPENERS: dict[bytes, Callable[[Frame], Frame]] = {
    b"{": lambda frame: _become(frame, Context.BLOCK),
    b"if": lambda frame: _become(frame, Context.IF_HEAD),
    b"do": lambda frame: _push(_become(frame, Context.AFTER_DO), Context.STATEMENT),
    b"try": lambda frame: _push(_become(frame, Context.AFTER_TRY), Context.STATEMENT),
}


def _is_label(tokens: Sequence[Token], index: int) -> bool:
    token = tokens[index]
    if token.kind is not TokenKind.IDENTIFIER or token.text in _ACCESS:
        return False
    return index + 1 < len(tokens) and tokens[index + 1].text == b":"


def _label(frame: Frame, tokens: Sequence[Token], index: int) -> Step:
    text = tokens[index].text
    if text in _CLOSERS:
        return Step(_push(frame, Context.GROUP, _CLOSERS[text]), consumed=True)
    if text in (b";", b"}"):
        return Step(_become(frame, Context.STATEMENT), consumed=False)
    return Step(_become(frame, Context.STATEMENT) if text == b":" else frame, consumed=True)


def _expression(frame: Frame, tokens: Sequence[Token], index: int) -> Step:
    text = tokens[index].text
    if text == b";":
        return Step(frame.parent, consumed=True)
    if text in (b"}", b"else"):
        return Step(frame.parent, consumed=False)
    if text in _CLOSERS:
        after = Context.AFTER_BRACES if text == b"{" else Context.EXPRESSION
        return Step(_push(_become(frame, after), Context.GROUP, _CLOSERS[text]), consumed=True)
    return Step(frame, consumed=True)


def _after_braces(frame: Frame, tokens: Sequence[Token], index: int) -> Step:
    """After `}` within an expression: an operator goes on with it, anything else begins the next statement."""
    token = tokens[index]
    goes_on = token.kind is TokenKind.PUNCTUATION and token.text not in (b"{", b"}", b"::", b"~")
    return Step(_become(frame, Context.EXPRESSION) if goes_on else frame.parent, consumed=False)


def _block(frame: Frame, tokens: Sequence[Token], index: int) -> Step:
    if tokens[index].text == b"}":
        return Step(frame.parent, consumed=True)
    return Step(_push(frame, Context.STATEMENT), consumed=False)


def _group(frame: Frame, tokens: Sequence[Token], index: int) -> Step:
    text = tokens[index].text
    if text in _CLOSERS:
        return Step(_push(frame, Context.GROUP, _CLOSERS[text]), consumed=True)
    if text in (b")", b"]", b"}"):
        matches = text == frame.closer
        return Step(frame.parent if matches else None, consumed=matches)
    return Step(frame, consumed=True)


def _head(frame: Frame, tokens: Sequence[Token], index: int) -> Step:
    """The words and the brackets after `if`, `for`, `while`, `switch` or `catch`; then the statement they govern."""
    text = tokens[index].text
    if text in (b";", b"}"):
        return Step(_become(frame, Context.STATEMENT), consumed=False)
    if text not in (b"(", b"{"):
        return Step(frame, consumed=True)
    body = _become(frame, Context.STATEMENT)
    if frame.context is Context.IF_HEAD:
        body = _push(_become(frame, Context.AFTER_IF), Context.STATEMENT)
    if text == b"{":
        return Step(body, consumed=False)
    return Step(_push(body, Context.GROUP, b")"), consumed=True)


def _after_if(frame: Frame, tokens: Sequence[Token], index: int) -> Step:
    has_else = tokens[index].text == b"else"
    return Step(_become(frame, Context.STATEMENT) if has_else else frame.parent, consumed=has_else)


def _after_do(frame: Frame, tokens: Sequence[Token], index: int) -> Step:
    has_condition = tokens[index].text == b"while"
    return Step(_become(frame, Context.EXPRESSION) if has_condition else frame.parent, consumed=has_condition)


def _after_try(frame: Frame, tokens: Sequence[Token], index: int) -> Step:
    has_handler = tokens[index].text == b"catch"
    return Step(_push(frame, Context.HEAD) if has_handler else frame.parent, consumed=has_handler)


_HANDLERS: dict[Context, Callable[[Frame, Sequence[Token], int], Step]] = {
    Context.STATEMENT: _statement,
    Context.EXPRESSION: _expression,
    Context.AFTER_BRACES: _after_braces,
    Context.BLOCK: _block,
    Context.GROUP: _group,
    Context.LABEL: _label,
    Context.HEAD: _head,
    Context.IF_HEAD: _head,
    Context.AFTER_IF: _after_if,
    Context.AFTER_DO: _after_do,
    Context.AFTER_TRY: _after_try,
}
