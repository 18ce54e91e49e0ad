"""Preprocessor conditionals: which lines some build can reach, under stated macros."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, NamedTuple

from checkers.source.conditions import Lookup, Macro, constant, evaluate, nothing_known
from checkers.source.tokens import Token, TokenKind, are_glued

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from checkers.source.lexer import Directive

OPENING = frozenset({b"if", b"ifdef", b"ifndef"})
CONTINUING = frozenset({b"elif", b"elifdef", b"elifndef", b"else"})
_INCLUDING = frozenset({b"include", b"include_next", b"import", b"embed"})
_UNDEFINED = Macro(is_defined=False)


class Ranges:
    """Byte ranges of one file, ordered and disjoint."""

    def __init__(self, ranges: Iterable[tuple[int, int]] = ()) -> None:
        self.ranges = [(start, end) for start, end in ranges if start < end]
        self._starts = [start for start, _end in self.ranges]

    def __contains__(self, offset: int) -> bool:
        """Whether a byte offset lies in one of them."""
        number = bisect_right(self._starts, offset) - 1
        return number >= 0 and offset < self.ranges[number][1]

    def __bool__(self) -> bool:
        return bool(self.ranges)


class Role(Enum):
    """What a directive does to the conditionals around it."""

    NONE = 0
    OPENS = 1
    CONTINUES = 2
    CLOSES = 3


class Line(NamedTuple):
    """What is known of one directive.

    `is_live`: some build reads the line (an `#elif` after a branch that every build takes is not read).
    `opens_live`: some build can reach what follows it. `may_skip`, of an `#endif`: some build can take no branch.
    """

    role: Role
    is_live: bool
    opens_live: bool
    may_skip: bool = False


class Reach(NamedTuple):
    """What some build reaches in one file: `lines`, one a directive, and the byte ranges that no build reaches.

    `unclosed` is where the file's last conditional without its `#endif` begins, None where all are closed.
    """

    lines: tuple[Line, ...]
    dead: Ranges
    unclosed: int | None


def reach(data: bytes, directives: Sequence[Directive], lookup: Lookup = nothing_known) -> Reach:
    """What can be reached when `lookup` says what is known of macros at the file's start.

    A macro that the file itself defines or undefines is known from there on where that line is certain to be read, up
    to the next include, which could change it; one that a conditional branch touches is unknown after the branch.
    Directives without their counterpart are tolerated.
    """
    return _Walk(data, lookup).over(directives)


@dataclass(slots=True)
class _Group:
    """One open conditional. `touched` are the names that its present branch defines or undefines."""

    start: int
    parent_live: bool
    may_still: bool = True
    touched: set[bytes] = field(default_factory=set)


class _Walk:
    def __init__(self, data: bytes, lookup: Lookup) -> None:
        self.data = data
        self.outer = lookup
        self.known: dict[bytes, tuple[int, Macro | None]] = {}
        self.includes = 0
        self.groups: list[_Group] = []
        self.live = True
        self.dead: list[tuple[int, int]] = []
        self.dead_since: int | None = None

    def over(self, directives: Sequence[Directive]) -> Reach:
        lines = tuple(self._step(directive) for directive in directives)
        if self.dead_since is not None:
            self.dead.append((self.dead_since, len(self.data)))
        unclosed = self.groups[-1].start if self.groups else None
        return Reach(lines, Ranges(self.dead), unclosed)

    def _step(self, directive: Directive) -> Line:
        if directive.name in OPENING:
            line = self._open(directive)
        elif directive.name in CONTINUING and self.groups:
            line = self._continue(directive, self.groups[-1])
        elif directive.name == b"endif" and self.groups:
            line = self._close()
        else:
            if self.live:
                self._take(directive)
            return Line(Role.NONE, self.live, self.live)
        self._note_dead(directive)
        return line

    def _note_dead(self, directive: Directive) -> None:
        """Dead ranges run from the end of the directive that begins them to the start of the one that ends them."""
        if self.live and self.dead_since is not None:
            self.dead.append((self.dead_since, directive.start))
            self.dead_since = None
        elif not self.live and self.dead_since is None:
            self.dead_since = directive.end

    def _open(self, directive: Directive) -> Line:
        group = _Group(directive.start, self.live)
        self.groups.append(group)
        return Line(Role.OPENS, group.parent_live, self._enter(directive, group))

    def _continue(self, directive: Directive, group: _Group) -> Line:
        self._leave_branch(group)
        is_live = group.parent_live and group.may_still
        return Line(Role.CONTINUES, is_live, self._enter(directive, group))

    def _enter(self, directive: Directive, group: _Group) -> bool:
        """Begin a branch; returns whether some build can reach it."""
        self.live = group.parent_live and group.may_still
        if self.live:
            holds = self._holds(directive)
            self.live = holds is not False
            group.may_still = holds is not True
        return self.live

    def _close(self) -> Line:
        group = self.groups.pop()
        self._leave_branch(group)
        self.live = group.parent_live
        return Line(Role.CLOSES, self.live, self.live, may_skip=group.may_still)

    def _leave_branch(self, group: _Group) -> None:
        """What a branch touched is unknown from here on, and stays so until somebody touches it again."""
        for name in group.touched:
            self.known[name] = (self.includes, None)
        group.touched.clear()

    def _holds(self, directive: Directive) -> bool | None:
        name, tokens = directive.name, directive.tokens
        if name == b"else":
            return True
        if name in (b"if", b"elif"):
            return evaluate(tokens, self.lookup)
        macro = self.lookup(tokens[0].text) if tokens else None
        if macro is None:
            return None
        return macro.is_defined == name.endswith(b"ifdef")

    def lookup(self, name: bytes) -> Macro | None:
        """What is known of a name here; an include since it was touched could have changed it."""
        if name not in self.known:
            return self.outer(name)
        includes, macro = self.known[name]
        return macro if includes == self.includes else None

    def _take(self, directive: Directive) -> None:
        """What a live line that is no conditional does to the macros that are known."""
        if directive.name in _INCLUDING:
            self.includes += 1
        elif directive.name in (b"define", b"undef") and directive.tokens:
            name = directive.tokens[0].text
            macro = _UNDEFINED if directive.name == b"undef" else Macro(True, _constant(self.data, directive.tokens))
            self.known[name] = (self.includes, macro)
            if self.groups:
                self.groups[-1].touched.add(name)


def _constant(data: bytes, tokens: Sequence[Token]) -> int | None:
    """The value of an object-like macro whose body is one constant or stands in brackets and names nothing."""
    body = tokens[1:]
    if not body or (body[0].text == b"(" and are_glued(data, tokens[0], body[0])):
        return None
    if any(token.kind is TokenKind.IDENTIFIER and token.text not in (b"true", b"false") for token in body):
        return None
    if len(body) > 1 and (body[0].text, body[-1].text) != (b"(", b")"):
        return None
    return constant(body)
