"""The arithmetic of conditions: 64-bit integers, signed or unsigned, or unknown."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable


class Value(NamedTuple):
    """An integer as `#if` computes with it."""

    number: int
    unsigned: bool = False


Operand = Value | None
"""None: unknown."""

_MODULUS = 1 << 64
_INTEGER = re.compile(rb"(0[xX][0-9a-fA-F]+|0[bB][01]+|0[0-7]*|[1-9][0-9]*)([uU]?[lLzZ]{0,2}|[lLzZ]{1,2}[uU])")
_CHARACTER = re.compile(rb"(?:u8|[uUL])?'(?:([^\\'\x80-\xff])|\\([abfnrtv\\'\"?0]))'")
_ESCAPES = {b"a": 7, b"b": 8, b"f": 12, b"n": 10, b"r": 13, b"t": 9, b"v": 11, b"0": 0}


def integer(text: bytes) -> Operand:
    """An integer literal with its suffixes and digit separators; unknown for a floating or a custom one."""
    match = _INTEGER.fullmatch(text.replace(b"'", b""))
    if match is None or len(match[1]) > 66:
        return None
    digits = match[1].lower()
    is_octal = len(digits) > 1 and digits.isdigit() and digits.startswith(b"0")
    number = int(digits, 8 if is_octal else 0)
    if number >= _MODULUS:
        return None
    return Value(number, b"u" in match[2].lower() or number >= _MODULUS // 2)


def character(text: bytes) -> Operand:
    """A character constant of one plain or simply escaped character; unknown for others."""
    match = _CHARACTER.fullmatch(text)
    if match is None:
        return None
    if match[1] is not None:
        return Value(ord(match[1]))
    return Value(_ESCAPES.get(match[2], ord(match[2])))


def unary(operator: bytes, operand: Operand) -> Operand:
    """One of `!u`, `-u`, `+u`, `~u` applied."""
    if operand is None:
        return None
    if operator == b"!u":
        return Value(int(operand.number == 0))
    number = {b"-u": -operand.number, b"+u": operand.number, b"~u": ~operand.number}[operator]
    return _wrapped(number, operand.unsigned)


def choose(condition: Operand, left: Operand, right: Operand) -> Operand:
    """`condition ? left : right`; known without the condition where both sides agree."""
    if condition is None:
        return left if left == right else None
    taken, other = (left, right) if condition.number else (right, left)
    if taken is None or (other is None and taken.number < 0):
        return None
    is_unsigned = taken.unsigned or (other is not None and other.unsigned)
    return _wrapped(taken.number, is_unsigned)


def binary(operator: bytes, left: Operand, right: Operand) -> Operand:
    """An operator between two operands; one known side can decide `&&` and `||`."""
    if operator in (b"&&", b"||"):
        return _logical(operator == b"||", left, right)
    if left is None or right is None:
        return None
    unsigned = left.unsigned or right.unsigned
    if operator in (b"<<", b">>"):
        return _shifted(operator, left, right.number)
    one, two = left.number, right.number
    if unsigned:
        one, two = one % _MODULUS, two % _MODULUS
    if operator in _COMPARISONS:
        return Value(int(_COMPARISONS[operator](one, two)))
    if operator in (b"/", b"%"):
        return _divided(operator, one, two, unsigned)
    return _wrapped(_ARITHMETIC[operator](one, two), unsigned)


_COMPARISONS: dict[bytes, Callable[[int, int], bool]] = {
    b"==": lambda one, two: one == two,
    b"!=": lambda one, two: one != two,
    b"<": lambda one, two: one < two,
    b">": lambda one, two: one > two,
    b"<=": lambda one, two: one <= two,
    b">=": lambda one, two: one >= two,
}
_ARITHMETIC: dict[bytes, Callable[[int, int], int]] = {
    b"+": lambda one, two: one + two,
    b"-": lambda one, two: one - two,
    b"*": lambda one, two: one * two,
    b"&": lambda one, two: one & two,
    b"|": lambda one, two: one | two,
    b"^": lambda one, two: one ^ two,
}


def _logical(is_or: bool, left: Operand, right: Operand) -> Operand:
    sides = [None if side is None else side.number != 0 for side in (left, right)]
    if is_or in sides:
        return Value(int(is_or))
    return None if None in sides else Value(int(not is_or))


def _shifted(operator: bytes, left: Value, count: int) -> Operand:
    if not 0 <= count < 64:
        return None
    return _wrapped(left.number << count if operator == b"<<" else left.number >> count, left.unsigned)


def _divided(operator: bytes, one: int, two: int, unsigned: bool) -> Operand:
    if two == 0:
        return None
    quotient = abs(one) // abs(two) * (1 if (one < 0) == (two < 0) else -1)
    return _wrapped(quotient if operator == b"/" else one - two * quotient, unsigned)


def _wrapped(number: int, unsigned: bool) -> Operand:
    """The number as 64 bits hold it; a signed one that does not fit is unknown."""
    if unsigned:
        return Value(number % _MODULUS, unsigned=True)
    return Value(number) if -_MODULUS // 2 <= number < _MODULUS // 2 else None
