"""Conditions in three values: what an `#if` or an `if` says when only some of its names are known."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from checkers.source.arithmetic import Operand, Value, binary, character, choose, integer, unary
from checkers.source.tokens import Token, TokenKind


class Macro(NamedTuple):
    """What is known of a macro's name. `value` is its integer where that is known; it is None otherwise."""

    is_defined: bool
    value: int | None = None


Lookup = Callable[[bytes], Macro | None]
"""What is known of a name; None: nothing is."""


def nothing_known(_name: bytes) -> Macro | None:
    """A look-up for builds of every kind."""
    return None


def evaluate(tokens: Sequence[Token], lookup: Lookup = nothing_known) -> bool | None:
    """Whether a condition holds: True, False, or None where that depends on what is not known.

    Follows the rules of `#if` ([cpp.cond]): 64-bit arithmetic, an undefined name is 0. Calls, member accesses and
    everything else that only a compiler could say are unknown operands; what is no expression is unknown as a whole.
    """
    value = _Expression(tokens, lookup).value()
    return None if value is None else value.number != 0


def constant(tokens: Sequence[Token]) -> int | None:
    """The value of an expression that names nothing, None where it has none or is unsigned."""
    value = _Expression(tokens, nothing_known).value()
    return None if value is None or value.unsigned else value.number


_TERNARY, _OPEN, _QUESTION = b"?:", b"(", b"?"
_PRECEDENCE = {
    _TERNARY: 1, b"||": 2, b"&&": 3, b"|": 4, b"^": 5, b"&": 6, b"==": 7, b"!=": 7, b"<": 8, b">": 8, b"<=": 8,
    b">=": 8, b"<<": 9, b">>": 9, b"+": 10, b"-": 10, b"*": 11, b"/": 11, b"%": 11,
    b"!u": 12, b"-u": 12, b"+u": 12, b"~u": 12,
}  # fmt: skip
_UNARY = {b"!": b"!u", b"-": b"-u", b"+": b"+u", b"~": b"~u"}
_SPELLED = {
    b"and": b"&&", b"or": b"||", b"not": b"!", b"bitand": b"&", b"bitor": b"|", b"xor": b"^", b"compl": b"~",
    b"not_eq": b"!=",
}  # fmt: skip
_CLOSING = {b"(": b")", b"[": b"]", b"{": b"}"}


class _MalformedError(Exception):
    """The tokens are no expression that `#if` knows."""


class _Expression:
    """One expression, read with two stacks of its own, so that no depth of nesting can end the reading."""

    def __init__(self, tokens: Sequence[Token], lookup: Lookup) -> None:
        self.tokens = tokens
        self.lookup = lookup
        self.position = 0
        self.values: list[Operand] = []
        self.operators: list[bytes] = []

    def value(self) -> Operand:
        """Its value, None where unknown."""
        try:
            self._read()
        except (_MalformedError, IndexError):
            return None
        return self.values[0] if len(self.values) == 1 else None

    def _read(self) -> None:
        wants_operand = True
        while self.position < len(self.tokens):
            token = self.tokens[self.position]
            text = _SPELLED.get(token.text, token.text)
            self.position += 1
            wants_operand = self._read_prefix(token, text) if wants_operand else self._read_operator(text)
        if wants_operand:
            raise _MalformedError
        self._reduce(0)
        if self.operators:
            raise _MalformedError

    def _read_prefix(self, token: Token, text: bytes) -> bool:
        """Take an operand or what may stand before one; returns whether an operand is still wanted."""
        if text in _UNARY:
            self.operators.append(_UNARY[text])
            return True
        if text == b"(":
            self.operators.append(_OPEN)
            return True
        self.values.append(self._operand(token))
        return False

    def _read_operator(self, text: bytes) -> bool:
        if text == b")":
            self._reduce(0)
            self._pop(_OPEN)
            return False
        if text == _QUESTION:
            self._reduce(_PRECEDENCE[_TERNARY] + 1)
            self.operators.append(_QUESTION)
        elif text == b":":
            self._reduce(0)
            self._pop(_QUESTION)
            self.operators.append(_TERNARY)
        elif text in _PRECEDENCE:
            self._reduce(_PRECEDENCE[text])
            self.operators.append(text)
        else:
            raise _MalformedError
        return True

    def _pop(self, operator: bytes) -> None:
        if self.operators.pop() != operator:
            raise _MalformedError

    def _reduce(self, precedence: int) -> None:
        """Apply the operators on the stack that bind at least that tightly, down to the nearest open bracket."""
        while self.operators:
            operator = self.operators[-1]
            if operator in (_OPEN, _QUESTION) or _PRECEDENCE[operator] < precedence:
                return
            self.operators.pop()
            right = self.values.pop()
            if operator in _UNARY.values():
                self.values.append(unary(operator, right))
            elif operator == _TERNARY:
                middle, condition = self.values.pop(), self.values.pop()
                self.values.append(choose(condition, middle, right))
            else:
                self.values.append(binary(operator, self.values.pop(), right))

    def _operand(self, token: Token) -> Operand:
        if token.text == b"defined":
            return self._defined()
        if token.kind is TokenKind.IDENTIFIER:
            return self._with_tail(self._named(token.text), token)
        if token.kind is TokenKind.NUMBER:
            return self._with_tail(integer(token.text), token)
        if token.kind is TokenKind.CHARACTER:
            return self._with_tail(character(token.text), token)
        if token.kind is TokenKind.STRING or token.text == b"::":
            return self._with_tail(None, token)
        raise _MalformedError

    def _named(self, name: bytes) -> Operand:
        if name in (b"true", b"false"):
            return Value(int(name == b"true"))
        macro = self.lookup(name)
        if macro is None:
            return None
        known = macro.value if macro.is_defined else 0
        return None if known is None else Value(known)

    def _defined(self) -> Operand:
        """`defined X` or `defined(X)`, after its first word."""
        in_brackets = self.tokens[self.position].text == b"("
        name = self.tokens[self.position + in_brackets]
        self.position += 1 + 2 * in_brackets
        if name.kind is not TokenKind.IDENTIFIER:
            raise _MalformedError
        if in_brackets and self.tokens[self.position - 1].text != b")":
            raise _MalformedError
        macro = self.lookup(name.text)
        return None if macro is None else Value(int(macro.is_defined))

    def _with_tail(self, value: Operand, token: Token) -> Operand:
        """The operand with the calls, subscripts and member accesses after it, which make it unknown."""
        start = self.position
        expects_name = token.text == b"::"
        while self.position < len(self.tokens):
            text = self.tokens[self.position].text
            if expects_name or text in (b"::", b".", b"->"):
                expects_name = text in (b"::", b".", b"->")
                self.position += 1
            elif text in _CLOSING:
                self._skip_brackets()
            else:
                break
        return value if self.position == start and token.text != b"::" else None

    def _skip_brackets(self) -> None:
        closers = []
        while True:
            text = self.tokens[self.position].text
            self.position += 1
            if text in _CLOSING:
                closers.append(_CLOSING[text])
            elif text == closers[-1]:
                closers.pop()
            if not closers:
                return
