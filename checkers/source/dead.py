"""Dead statements: what stands under `if (false)`, `if constexpr (false)` or `while (false)`."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from checkers.source.conditions import evaluate
from checkers.source.preprocess import Line, Ranges, Reach, Role
from checkers.source.statements import START, Frame, step
from checkers.source.tokens import TokenKind, kind_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from checkers.source.lexer import Directive, Lexed
    from checkers.source.tokens import Token, Tokens

_LONGEST_CONDITION = 64
_STEPS_PER_TOKEN = 4
_BEFORE_CONDITION = frozenset({b"if", b"while"})
_TRUTH_VALUES = frozenset({b"true", b"false"})
WORDS = frozenset({b"if", b"else", b"while", b"do", b"constexpr", b"true", b"false"})
"""The words that make a statement dead; a macro by one of these names can make it live."""


def dead_statements(lexed: Lexed, reach: Reach) -> Ranges:
    """The byte ranges of statements that never run because the condition before them is false on its face.

    They hold for ordinary tokens: directives among them are obeyed all the same. A condition counts as false only
    where `evaluate` is certain without knowing any name. An `else` branch is live, the body of `do … while (false)`
    too, and so is a statement with a label in it that a `goto` outside can reach or a `case` of a `switch` around it.
    Where conditional directives leave brackets uneven, what follows is live, and in a file that defines one of `WORDS`
    as a macro everything is.
    """
    if any(
        _redefines(directive) and line.is_live for directive, line in zip(lexed.directives, reach.lines, strict=True)
    ):
        return Ranges()
    return _Search(lexed, reach).ranges()


def _redefines(directive: Directive) -> bool:
    return directive.name == b"define" and bool(directive.tokens) and directive.tokens[0].text in WORDS


@dataclass(slots=True)
class _Branches:
    """A conditional inside a dead statement: where it began, and the earliest end of its branches so far."""

    saved: Frame | None
    is_live: bool
    in_live_branch: bool
    reached: bool = False
    ended: bool = False
    best: Frame | None = None

    def leave(self, frame: Frame | None) -> None:
        """Note how one branch ended."""
        if not self.in_live_branch:
            return
        self.reached = True
        self.ended |= frame is None
        if frame is not None and (self.best is None or frame.depth < self.best.depth):
            self.best = frame

    def merged(self) -> Frame | None:
        """How the statement goes on after all branches; None where one of them has ended it."""
        if not self.reached:
            return self.saved
        return None if self.ended else self.best


class _Extent(NamedTuple):
    """A statement under a false condition: its runs of token numbers, and the labels it holds."""

    runs: list[tuple[int, int]]
    entries: set[bytes]


class _Search:
    def __init__(self, lexed: Lexed, reach: Reach) -> None:
        self.tokens = lexed.tokens
        self.unreached = reach.dead
        pairs = zip(lexed.directives, reach.lines, strict=True)
        self.marks = [(directive.index, line) for directive, line in pairs if line.role is not Role.NONE]
        self.mark_places = [index for index, _line in self.marks]
        self.budget = _STEPS_PER_TOKEN * len(self.tokens)
        self.jumps: dict[bytes, list[int]] | None = None

    @cached_property
    def made_tokens(self) -> list[Token]:
        """All of them at once: a statement is read token by token."""
        return list(self.tokens)

    def ranges(self) -> Ranges:
        """All of them, merged."""
        runs: list[tuple[int, int]] = []
        resume = 0
        for index in self.tokens.find(_BEFORE_CONDITION):
            if index < resume or self.tokens[index].start in self.unreached:
                continue
            body = self._false_condition(index + 1)
            extent = self._extent(body) if body else None
            if extent and extent.runs and not self._can_enter(extent):
                runs.extend(extent.runs)
                resume = extent.runs[0][1]
        return Ranges(self._merged(runs))

    def _merged(self, runs: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
        merged: list[tuple[int, int]] = []
        for first, last in sorted(runs):
            start, end = self.tokens[first].start, self.tokens[last - 1].end
            if merged and start <= merged[-1][1]:
                merged[-1] = (merged[-1][0], max(merged[-1][1], end))
            else:
                merged.append((start, end))
        return merged

    def _false_condition(self, index: int) -> int | None:
        """The token number after a bracketed condition that is certainly false; None where there is none."""
        tokens = self.tokens
        if index < len(tokens) and tokens.texts[index] == b"constexpr":
            index += 1
        closing = self._closing(index)
        if closing is None or self._marks_between(index, closing):
            return None
        texts = tokens.texts[index + 1 : closing]
        if not any(text in _TRUTH_VALUES or kind_of(text) is TokenKind.NUMBER for text in texts):
            return None
        return closing + 1 if evaluate(_after_initialiser(tokens[index + 1 : closing])) is False else None

    def _closing(self, index: int) -> int | None:
        """The number of the bracket that closes the one at `index`, if it is near."""
        depth = 0
        for number in range(index, min(index + _LONGEST_CONDITION, len(self.tokens))):
            text = self.tokens.texts[number]
            depth += (text == b"(") - (text == b")")
            if depth <= 0:
                return number if number > index else None
        return None

    def _marks_between(self, first: int, last: int) -> bool:
        number = bisect_left(self.mark_places, first + 1)
        return number < len(self.marks) and self.mark_places[number] <= last

    def _extent(self, index: int) -> _Extent | None:
        """The statement that begins at a token number; None when reading it would cost too much."""
        return _Reader(self, index).read()

    def _can_enter(self, extent: _Extent) -> bool:
        """Whether a label in the statement can be reached from outside of it."""
        if not extent.entries:
            return False
        if b"case" in extent.entries:
            return True
        if self.jumps is None:
            self.jumps = _jumps(self.tokens)
        if b"*" in self.jumps:
            return True
        return any(self._is_jumped_to(label, extent.runs) for label in extent.entries)

    def _is_jumped_to(self, label: bytes, runs: Sequence[tuple[int, int]]) -> bool:
        jumps = (self.jumps or {}).get(label, [])
        if len(runs) > 1:
            return bool(jumps)
        first, last = runs[0]
        return bisect_left(jumps, last) - bisect_left(jumps, first) < len(jumps)


class _Reader:
    """Reads one statement across the conditional directives in it, every branch from where the first one began."""

    def __init__(self, search: _Search, index: int) -> None:
        self.search = search
        self.frame: Frame | None = START
        self.index = index
        self.mark = bisect_left(search.mark_places, index)
        self.open: list[_Branches] = []
        self.extent = _Extent([], set())

    def read(self) -> _Extent | None:
        search = self.search
        while self.frame is not None or self.open:
            if not self._pass_marks() or self.index >= len(search.tokens):
                break
            search.budget -= 1
            if search.budget < 0:
                return None
            if self.frame is not None and search.made_tokens[self.index].start not in search.unreached:
                self._take()
            self.index += 1
        return self.extent

    def _take(self) -> None:
        assert self.frame is not None
        depth = self.frame.depth
        taken = step(self.frame, self.search.made_tokens, self.index)
        self.frame = taken.frame
        self.search.budget -= abs(depth - (taken.frame.depth if taken.frame else 0))
        if taken.entry:
            self.extent.entries.add(taken.entry)
        if taken.consumed:
            runs = self.extent.runs
            if runs and runs[-1][1] == self.index:
                runs[-1] = (runs[-1][0], self.index + 1)
            else:
                runs.append((self.index, self.index + 1))

    def _pass_marks(self) -> bool:
        """Obey the conditional directives before the next token; False where one ends what is certain."""
        marks = self.search.marks
        while self.mark < len(marks) and marks[self.mark][0] <= self.index:
            line = marks[self.mark][1]
            self.mark += 1
            if line.role is Role.OPENS:
                self.open.append(_Branches(self.frame, line.is_live, line.opens_live))
            elif not self.open:
                return False
            else:
                self._switch(line)
        return self.frame is not None or bool(self.open)

    def _switch(self, line: Line) -> None:
        branches = self.open[-1]
        branches.leave(self.frame)
        self.frame = branches.saved
        branches.in_live_branch = line.opens_live
        if line.role is Role.CLOSES:
            self.open.pop()
            branches.in_live_branch = line.may_skip
            branches.leave(branches.saved)
            self.frame = branches.merged()


def _after_initialiser(condition: Sequence[Token]) -> Sequence[Token]:
    """The condition proper of `if (init; condition)`."""
    for number in range(len(condition) - 1, -1, -1):
        if condition[number].text == b";":
            return condition[number + 1 :]
    return condition


def _jumps(tokens: Tokens) -> dict[bytes, list[int]]:
    """The places of each `goto`, as token numbers by its target's name; `*` is the target of a computed one."""
    jumps: dict[bytes, list[int]] = {}
    for index in tokens.find({b"goto"}):
        if index + 1 < len(tokens):
            jumps.setdefault(tokens.texts[index + 1], []).append(index)
    return jumps
