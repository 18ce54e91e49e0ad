"""Regular expressions from a policy: what compiles, and what can be matched without running for ever."""

from __future__ import annotations

import re
import warnings
from functools import reduce
from importlib import import_module
from operator import or_
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable

MAX_CHARS = 300
"""Bounds the depth of groups too, which Python's own parser follows by recursion."""
_MAX_UNDECIDED = 3

_EVERY: int = (1 << 257) - 1
"""Sets of characters are bits: one for each of the first 256 code points, the last for all others."""
_BEYOND: int = 1 << 256
_UPPER: int = sum(1 << code for code in (*range(0x41, 0x5B), *range(0xC0, 0xDF)))
"""Upper case letters; the lower case of each is 32 code points above it."""
_PAIRED_BEYOND: int = sum(1 << ord(letter) for letter in "IKSiksµÅßåÿ")
"""Letters that Python takes for the same as one of the others where case is ignored: `k` and the Kelvin sign."""

_IGNORES_CASE = re.compile(r"\(\?[a-zA-Z-]*i")

_CATEGORIES = {
    "CATEGORY_DIGIT": r"\d",
    "CATEGORY_NOT_DIGIT": r"\D",
    "CATEGORY_SPACE": r"\s",
    "CATEGORY_NOT_SPACE": r"\S",
    "CATEGORY_WORD": r"\w",
    "CATEGORY_NOT_WORD": r"\W",
}


def check_regex(pattern: str, group: str | None = None) -> None:
    """Raises ValueError, with the reason, for an expression that is not sound or lacks the named group.

    Python's engine backtracks. Inside a repeat one character must therefore tell which way to go (whether to go on
    or to leave, and which alternative to take), which rules out exponential time; outside of repeats at most
    _MAX_UNDECIDED places may be undecided, which bounds the power of the polynomial.
    """
    if len(pattern) > MAX_CHARS:
        raise ValueError(f"it has {len(pattern)} characters; at most {MAX_CHARS} are allowed")
    compiled = _compiled(pattern)
    undecided(pattern)
    if group is not None and group not in compiled.groupindex:
        raise ValueError(f"it has no group (?P<{group}>...)")


def undecided(pattern: str) -> int:
    """How many places of a sound expression are undecided. Raises ValueError, with the reason, for too many."""
    walk = _Walk(ignores_case=_IGNORES_CASE.search(pattern) is not None)
    walk.sequence(import_module("re._parser").parse(pattern), 0, looped=False)
    return walk.undecided


def _compiled(pattern: str) -> re.Pattern[str]:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        try:
            return re.compile(pattern)
        except (re.error, OverflowError, Warning) as error:
            raise ValueError(str(error)) from None


class _Walk:
    """Goes through a parsed expression from right to left, with the characters that may follow each part."""

    def __init__(self, ignores_case: bool) -> None:
        self._ignores_case = ignores_case
        self.undecided = 0

    def sequence(self, parts: Any, follow: int, looped: bool) -> None:
        """Check one sequence; `follow` are the characters that can come after it, `looped` is true in a repeat."""
        for operation, argument in reversed(list(parts)):
            self._part(str(operation), argument, follow, looped)
            first, can_be_empty = self._first_of(str(operation), argument)
            follow = first | follow if can_be_empty else first

    def _part(self, operation: str, argument: Any, follow: int, looped: bool) -> None:
        if operation.startswith("GROUPREF"):
            raise ValueError("it refers back to a group, which is not allowed")
        if operation.endswith("_REPEAT"):
            self._repeat(argument, follow, looped)
        elif operation == "BRANCH":
            self._branch(argument[1], follow, looped)
        elif operation == "SUBPATTERN":
            self.sequence(argument[-1], follow, looped)
        elif operation == "ATOMIC_GROUP":
            self.sequence(argument, follow, looped)
        elif operation.startswith("ASSERT"):
            self.sequence(argument[1], 0, looped)

    def _repeat(self, argument: Any, follow: int, looped: bool) -> None:
        least, most, body = argument
        first, can_be_empty = self._first(body)
        loops = most > 1
        if can_be_empty and loops:
            raise ValueError("it repeats something that can be empty, which can take for ever")
        if least != most and first & follow:
            self._note_undecided(looped)
        self.sequence(body, (first if loops else 0) | follow, looped or loops)

    def _branch(self, alternatives: Any, follow: int, looped: bool) -> None:
        seen = 0
        for alternative in alternatives:
            first, can_be_empty = self._first(alternative)
            first |= follow if can_be_empty else 0
            if first & seen:
                self._note_undecided(looped)
            seen |= first
            self.sequence(alternative, follow, looped)

    def _note_undecided(self, looped: bool) -> None:
        self.undecided += 1
        if looped:
            raise ValueError("inside a repeat it can match the same text in two ways, which can take for ever")
        if self.undecided > _MAX_UNDECIDED:
            raise ValueError(f"more than {_MAX_UNDECIDED} of its repeats and alternatives run into what follows them")

    def _first(self, parts: Any) -> tuple[int, bool]:
        """The characters that a sequence can begin with, and whether it can be empty."""
        first = 0
        for operation, argument in parts:
            characters, can_be_empty = self._first_of(str(operation), argument)
            first |= characters
            if not can_be_empty:
                return first, False
        return first, True

    def _first_of(self, operation: str, argument: Any) -> tuple[int, bool]:
        if operation.endswith("_REPEAT"):
            characters, can_be_empty = self._first(argument[2])
            return characters, can_be_empty or argument[0] == 0
        if operation == "BRANCH":
            firsts = [self._first(alternative) for alternative in argument[1]]
            return _union(characters for characters, _ in firsts), any(can_be_empty for _, can_be_empty in firsts)
        if operation in ("SUBPATTERN", "ATOMIC_GROUP"):
            return self._first(argument[-1] if operation == "SUBPATTERN" else argument)
        if operation == "AT" or operation.startswith("ASSERT"):
            return 0, True
        return self._cased(_characters(operation, argument)), False

    def _cased(self, bits: int) -> int:
        """With the other case of each letter, where case may be ignored."""
        if not self._ignores_case:
            return bits
        raised = (bits & _UPPER) << 32
        lowered = (bits & _UPPER << 32) >> 32
        beyond = _BEYOND if bits & _PAIRED_BEYOND else 0
        within = _PAIRED_BEYOND if bits & _BEYOND else 0
        return bits | raised | lowered | beyond | within


def _characters(operation: str, argument: Any) -> int:
    if operation == "LITERAL":
        return _range(argument, argument)
    if operation == "NOT_LITERAL":
        return _EVERY & ~_range(argument, argument) | _BEYOND
    if operation == "RANGE":
        return _range(*argument)
    if operation == "CATEGORY":
        return _category(str(argument))
    if operation == "IN":
        return _set(argument)
    return _EVERY


def _set(members: Any) -> int:
    negated = str(members[0][0]) == "NEGATE"
    found = _union(_characters(str(operation), argument) for operation, argument in members[negated:])
    return (_EVERY & ~found) | _BEYOND if negated else found


def _range(low: int, high: int) -> int:
    inside: int = (1 << min(high, 255) + 1) - (1 << low) if low < 256 else 0
    return inside | (_BEYOND if high > 255 else 0)


def _category(name: str) -> int:
    matches = re.compile(_CATEGORIES.get(name, r"[\s\S]")).match
    return _BEYOND | _union(1 << code for code in range(256) if matches(chr(code)))


def _union(sets: Iterable[int]) -> int:
    every: int = reduce(or_, sets, 0)
    return every
