"""The uses of watched functions in one file, told apart from everything that only looks like one."""

from __future__ import annotations

import re
from bisect import bisect_left
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from checkers.source.frames import UNEVALUATED, FrameKind
from checkers.source.lookup import Lookup
from checkers.source.mentions import Mention, Role
from checkers.source.parse import unread_regions
from checkers.source.preprocess import Ranges
from checkers.source.spellings import spellings
from checkers.source.symbols import Name, Symbol
from checkers.source.unread import unexplained

if TYPE_CHECKING:
    from collections.abc import Iterator

    from checkers.source.code import Code
    from checkers.source.declarations import Reading
    from checkers.source.frames import Statement as TokenStatement

_MACRO_LIKE = re.compile(rb"[A-Z][A-Z0-9_]+")
_INSTANCE_AND_MEMBER = 2
_LOGICAL_LINE = re.compile(rb"(?:\\[ \t\f\v]*(?:\r\n?|\n)|[^\r\n])*")


class Statement(NamedTuple):
    """A statement's byte offsets, end exclusive, and those of the outermost blocks in it, in order."""

    start: int
    end: int
    blocks: tuple[tuple[int, int], ...] = ()

    def own_parts(self) -> Iterator[tuple[int, int]]:
        """The byte offsets of what stands in this very statement, not in a block within it; end exclusive."""
        start = self.start + 1
        for block, end in self.blocks:
            yield start, min(block, self.end)
            start = max(block, end)
        yield start, self.end


class Use(NamedTuple):
    """One use: the byte offsets of the name as written (of the macro's name, where one expands to it)."""

    symbol: Symbol
    start: int
    end: int
    is_call: bool
    statement: Statement


class FileUses(NamedTuple):
    """The uses of one file in order, and the byte ranges of candidates that could not be read."""

    uses: tuple[Use, ...] = ()
    unread: tuple[tuple[int, int], ...] = ()


class UseFinder:
    """Finds the uses in a file that has been read."""

    def __init__(self, path: str, code: Code, reading: Reading) -> None:
        self.path, self.code = path, code
        self.reading, self.symbols, self.stream = reading, reading.symbols, reading.stream
        self.lookup = Lookup(self.symbols, reading.declarations, reading.qualifier_of)
        self.dead = Ranges() if self.stream.redefines_words else code.dead_statements
        self._statements: dict[TokenStatement, Statement] = {}
        self._unread: set[tuple[int, int]] = set()

    def find(self) -> FileUses:
        """All of them; one at each place."""
        found: dict[int, Use] = {}
        for mention in self.reading.uses:
            use = self._use(mention)
            if use and not (use.start in found and found[use.start].symbol.is_naive):
                found[use.start] = use
        self._unread.update((token.start, token.end) for token in self.stream.too_large)
        self._unread.update(unexplained(self.code, self.symbols.naive_names))
        self._distrust_declarations()
        unread = sorted(place for place in self._unread if place[0] not in found)
        return FileUses(tuple(found[start] for start in sorted(found)), tuple(unread))

    def _use(self, mention: Mention) -> Use | None:
        start, end = self._place(mention)
        is_sealed = self._is_sealed(mention)
        if (not is_sealed and start in self.dead) or not self.reading.mentions.is_evaluated(mention):
            return None
        self.lookup.begin()
        symbol = self._symbol(mention)
        if symbol is None:
            if self.lookup.is_cut and mention.name.parts[-1] in self.symbols.naive_names:
                self._unread.add((start, end))
            return None
        statement = self._definition(start) if is_sealed else self._statement(mention)
        return Use(symbol, start, end, self.reading.mentions.is_call(mention), statement)

    def _place(self, mention: Mention) -> tuple[int, int]:
        first, last = self.stream.tokens[mention.first], self.stream.tokens[mention.last]
        return first.start, max(last.end, first.end)

    def _is_sealed(self, mention: Mention) -> bool:
        branch = self.stream.branch(mention.last)
        return branch is not None and branch.sealed is not None

    def _symbol(self, mention: Mention) -> Symbol | None:
        """The watched symbol that the mention may stand for, a naive one before a fast one."""
        symbols = self._symbols(mention.name, mention)
        if self.stream.joined:
            for name in spellings(self.stream, mention.last):
                symbols |= self._symbols(name, mention) if name != mention.name else set()
        return max(sorted(symbols, key=lambda symbol: symbol.name), key=lambda symbol: symbol.is_naive, default=None)

    def _symbols(self, name: Name, mention: Mention) -> set[Symbol]:
        """Those that a name can stand for at the place of a mention."""
        context = self.reading.context(mention.last, mention.cell)
        found = self.lookup.resolve(name, context)
        symbols = set(found.symbols)
        is_bare = len(name.parts) == 1 and not name.is_global
        if is_bare and not found.is_certain and self.stream.text(mention.after) == b"(":
            symbols.update(self.symbols.by_last[name.parts[0]])
        if not symbols and len(name.parts) > 1 and self._may_begin_behind(name.parts, mention):
            symbols |= self.lookup.resolve(Name(name.parts[1:], is_global=True), context).symbols
        return symbols

    def _may_begin_behind(self, parts: tuple[bytes, ...], mention: Mention) -> bool:
        """Whether a name may begin at its first `::`: what reads as its first part is something else then.

        That is a macro that nobody here defines (`UNUSED ::ns::f(x)`), or the end of a cast, a condition or a
        comparison (`(void)::ns::f(x)`, `a > ::ns::f(x)`).
        """
        if parts[0]:
            return _MACRO_LIKE.fullmatch(parts[0]) is not None
        owner = self.stream.before(mention.first)
        if self.stream.text(owner) != b")":
            return len(parts) > _INSTANCE_AND_MEMBER or not self.stream.closes_angle(owner)
        return self.stream.text(self.stream.before(self._openers.get(owner, -1))) not in UNEVALUATED

    @cached_property
    def _openers(self) -> dict[int, int]:
        """The opening bracket of each closing one, by index."""
        return {closer: opener for opener, closer in self.reading.scopes.closers.items()}

    def _definition(self, start: int) -> Statement:
        line = _LOGICAL_LINE.match(self.code.data, start)
        return Statement(start, line.end() if line else len(self.code.data))

    def _statement(self, mention: Mention) -> Statement:
        key = mention.cell.statement
        if key not in self._statements:
            tokens = self.stream.tokens
            end = key.end if key.end > key.start else len(tokens)
            last = tokens[min(end, len(tokens)) - 1].end
            self._statements[key] = Statement(tokens[key.start].start, last, tuple(self._blocks(key.start, end)))
        return self._statements[key]

    def _blocks(self, start: int, end: int) -> Iterator[tuple[int, int]]:
        """The outermost blocks between two tokens."""
        tokens, blocks = self.stream.tokens, self.reading.scopes.blocks
        at = bisect_left(blocks, start)
        while at < len(blocks) and blocks[at] < end:
            close = self.reading.scopes.closers.get(blocks[at], len(tokens) - 1)
            yield tokens[blocks[at]].start, tokens[close].start
            at = bisect_left(blocks, max(close, blocks[at] + 1))

    def _distrust_declarations(self) -> None:
        """What reads as a local declaration of a naive name is unread where the grammar could not read it either."""
        doubtful = [
            self._place(mention) for mention, role in self.reading.explained if self._is_doubtful(mention, role)
        ]
        if doubtful:
            regions = unread_regions(self.path, self.code.data)
            self._unread.update(p for p in doubtful if any(start <= p[0] < end for start, end in regions))

    def _is_doubtful(self, mention: Mention, role: Role) -> bool:
        is_local = mention.cell.frame.kind is FrameKind.BLOCK
        is_declared = role in (Role.DECLARED_IN_SCOPE, Role.DECLARATION)
        if not (is_local and is_declared and self.stream.text(mention.after) == b"("):
            return False
        return mention.name.parts[-1] in self.symbols.naive_names and self._place(mention)[0] not in self.dead
