"""Reads a file into a stream: follows its conditionals, expands the macros that matter, notes its includes."""

from __future__ import annotations

from bisect import bisect_left
from contextlib import suppress
from typing import TYPE_CHECKING

from checkers.source.branches import Branch, Group
from checkers.source.dead import WORDS
from checkers.source.expand import TOKENS, Expansion, TooLarge, body_with_placeholders, expand
from checkers.source.guards import include_guard
from checkers.source.invocations import PARENTHESES, invocations
from checkers.source.macros import Choice, Macro, MacroEvent, MacroTable, parse_macro
from checkers.source.preprocess import CONTINUING, OPENING
from checkers.source.stream import Include, Stream, Turn
from checkers.source.tokens import Token, TokenKind, Tokens

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from checkers.source.code import Code
    from checkers.source.lexer import Directive
    from checkers.source.macros import Leads
    from checkers.source.preprocess import Line

_INCLUDES = frozenset({b"include", b"include_next", b"import"})
_EXPANDED_PER_FILE = 200_000
_NOTHING = Choice((), may_be_undefined=True)


class _Open:
    """A conditional that is being read."""

    __slots__ = ("before", "branch", "ends", "group", "is_guard", "outer")

    def __init__(self, outer: Branch | None, before: int, *, is_guard: bool) -> None:
        self.group = Group()
        self.branch = Branch(self.group, 0, outer)
        self.outer, self.before, self.is_guard = outer, before, is_guard
        self.ends: list[int] = []


class StreamBuilder:
    """Reads one file into a stream. `import_macros` gives the macros that an include's target brings, in order."""

    def __init__(
        self,
        code: Code,
        lead: Leads,
        names: frozenset[bytes],
        import_macros: Callable[[bytes], Sequence[MacroEvent]],
    ) -> None:
        self.data, self.lexed, self.reach = code.data, code.lexed, code.reach
        self.lead, self.names = lead, names
        self.import_macros = import_macros
        self.is_live = True
        self.out = Stream(Tokens(code.lexed.tokens.splices))
        self.table = MacroTable()
        self.stack: list[_Open] = []
        self.branch: Branch | None = None
        self.position = self.work = 0
        self.tail = -1
        self.loose: list[int] = []
        self.joined: list[int] = []
        self.guard = include_guard(code.lexed)
        self.named: list[int] = []
        self.told: list[int] = []
        self.parentheses: list[int] = []
        self.late: list[tuple[Macro, Branch | None]] = []

    def build(self) -> Stream:
        """The whole file."""
        tokens, names = self.lexed.tokens, self.names | self.lead.relevant
        self.named = tokens.find(names)
        if self.named:
            self.told, self.parentheses = tokens.find(names | self.lead.defined), tokens.find(PARENTHESES)
        for directive, line in zip(self.lexed.directives, self.reach.lines, strict=True):
            self._emit_up_to(directive.index)
            self._take(directive, line)
            self.is_live = line.opens_live
        self._emit_up_to(len(self.lexed.tokens))
        for macro, branch in self.late:
            self._emit_body(macro, branch)
        self.out.redefines_words = not WORDS.isdisjoint(self.table.events)
        return self.out

    def _take(self, directive: Directive, line: Line) -> None:
        name = directive.name
        if name in OPENING:
            self._open(line, is_guard=directive is self.guard)
        elif name in CONTINUING and self.stack:
            self._next(line)
        elif name == b"endif" and self.stack:
            self._close(line)
        elif not line.is_live:
            return
        elif name == b"define":
            self._define(directive)
        elif name == b"undef" and directive.tokens:
            self._note(MacroEvent(directive.tokens[0].text, None, self.branch))
        elif name in _INCLUDES and directive.tokens:
            self._include(directive)

    def _open(self, line: Line, *, is_guard: bool) -> None:
        opened = _Open(self.branch, self.tail, is_guard=is_guard)
        self.stack.append(opened)
        if is_guard:
            return
        if line.opens_live:
            opened.group.live.add(0)
        self._enter(opened.branch)
        self.out.turns.append((len(self.out.tokens), Turn.OPEN))

    def _next(self, line: Line) -> None:
        opened = self.stack[-1]
        if opened.is_guard:
            return
        self._end_alternative(opened)
        opened.branch = Branch(opened.group, opened.branch.alternative + 1, opened.outer)
        if line.opens_live:
            opened.group.live.add(opened.branch.alternative)
        self.tail, self.loose, self.joined = opened.before, [], []
        self._enter(opened.branch)
        self.out.turns.append((len(self.out.tokens), Turn.NEXT))

    def _end_alternative(self, opened: _Open) -> None:
        if opened.branch.alternative in opened.group.live:
            opened.ends.append(self.tail)

    def _close(self, line: Line) -> None:
        opened = self.stack.pop()
        if opened.is_guard:
            return
        opened.group.is_exhaustive = not line.may_skip
        self._end_alternative(opened)
        if opened.ends:
            self.tail = opened.ends[0]
        self.loose = [end for end in opened.ends if end >= 0]
        self.joined = [*opened.ends, opened.before] if line.may_skip else opened.ends
        self._enter(opened.outer)
        self.out.turns.append((len(self.out.tokens), Turn.CLOSE))

    def _enter(self, branch: Branch | None) -> None:
        self.branch = branch
        self.out.enter(branch)

    def _note(self, event: MacroEvent) -> None:
        self.table.add(event)
        self.out.events.append(event)

    def _define(self, directive: Directive) -> None:
        macro = parse_macro(directive, self.data)
        if macro is None:
            return
        self._note(MacroEvent(macro.name, macro, self.branch))
        if macro.name in self.lead.to_names:
            self._emit_body(macro, self.branch)
            self.late.append((macro, self.branch))

    def _include(self, directive: Directive) -> None:
        for target in self._targets(directive.tokens[0]):
            self.out.includes.append(Include(len(self.out.tokens), target, self.branch))
            for event in self.import_macros(target):
                self.table.add(event if event.branch else event._replace(branch=self.branch))

    def _targets(self, token: Token) -> list[bytes]:
        """What an include names, through a macro that stands for a target as it is written."""
        if token.kind is not TokenKind.IDENTIFIER:
            return [token.text]
        bodies = (macro.body for macro in self.table.choice(token.text, self.branch).macros)
        return [b"".join(part.text for part in body) for body in bodies if body]

    def _emit_body(self, macro: Macro, branch: Branch | None) -> None:
        """Read a macro's body at its definition, as something that nothing else sees."""
        sealed = Branch(Group(is_sealed=True), 0, branch)
        saved = self.tail, self.loose, self.joined, self.branch
        self._enter(sealed)
        self.out.turns.append((len(self.out.tokens), Turn.SEAL))
        self.tail, self.loose, self.joined = -1, [], []
        place = Token(TokenKind.IDENTIFIER, macro.name, macro.start, macro.end)
        body = [token._replace(start=place.start, end=place.end) for token in body_with_placeholders(macro)]
        every, texts = range(len(body)), [token.text for token in body]
        self._emit_run(body, texts, every, every, (0, len(body)), hidden=macro.name)
        self.out.turns.append((len(self.out.tokens), Turn.UNSEAL))
        self.tail, self.loose, self.joined, branch = saved
        self._enter(branch)

    def _emit_up_to(self, end: int) -> None:
        """Add the ordinary tokens before index `end` of the file."""
        tokens, start = self.lexed.tokens, self.position
        self.position = max(end, start)
        if start >= end or not self.is_live:
            return
        first = bisect_left(self.named, start)
        if first < len(self.named) and self.named[first] < end:
            told, parentheses = _between(self.told, start, end), _between(self.parentheses, start, end)
            self._emit_run(tokens, tokens.texts, told, parentheses, (start, end))
        else:
            self._emit(tokens, start, end)

    def _emit_run(
        self,
        tokens: Sequence[Token],
        texts: Sequence[bytes],
        told: Sequence[int],
        parentheses: Sequence[int],
        run: tuple[int, int],
        hidden: bytes = b"",
    ) -> None:
        """Add a run of tokens, with the macros expanded that lead to a watched name or have one among their arguments.

        `texts`, `told` and `parentheses` are as for `invocations`.
        """
        position, end = run
        events, relevant = self.table.events, self.lead.relevant
        for invoked in invocations(texts, told, parentheses, events, relevant, self.names):
            if invoked >= position and texts[invoked] != hidden:
                self._emit(tokens, position, invoked)
                position = invoked + self._emit_expanded(tokens, invoked, end, hidden)
        self._emit(tokens, position, end)

    def _emit_expanded(self, tokens: Sequence[Token], at: int, end: int, hidden: bytes) -> int:
        """Add what a macro expands to, in all its alternatives; returns how many tokens that replaces."""
        branch, table = self.branch, self.table
        results: list[Expansion] = []
        if self.work < _EXPANDED_PER_FILE:
            with suppress(TooLarge):
                results = expand(tokens, at, end, lambda n: _NOTHING if n == hidden else table.choice(n, branch))
        if not results:
            self.work += TOKENS
            self._emit(tokens, at, at + 1)
            if tokens[at].text in self.lead.to_names:
                self.out.too_large.append(tokens[at])
            return 1
        self.work += sum(len(result.tokens) for result in results)
        consumed = max(result.consumed for result in results)
        self.out.replaced.append((tokens[at].start, tokens[at + consumed - 1].end))
        versions = [[*result.tokens, *tokens[at + result.consumed : at + consumed]] for result in results]
        self._emit_versions(versions)
        return consumed

    def _emit_versions(self, versions: list[list[Token]]) -> None:
        """Add one version of some tokens, or several as the alternatives of a conditional of their own."""
        if len(versions) == 1:
            self._emit(versions[0], 0, len(versions[0]))
            return
        outer, before, ends = self.branch, self.tail, list[int]()
        group = Group()
        group.is_exhaustive, group.live = True, set(range(len(versions)))
        for number, version in enumerate(versions):
            self._enter(Branch(group, number, outer))
            self.out.turns.append((len(self.out.tokens), Turn.NEXT if number else Turn.OPEN))
            self.tail, self.loose, self.joined = before, self.loose if number == 0 else [], []
            self._emit(version, 0, len(version))
            ends.append(self.tail)
        self.tail, self.loose, self.joined = ends[0], [end for end in ends if end >= 0], ends
        self._enter(outer)
        self.out.turns.append((len(self.out.tokens), Turn.CLOSE))

    def _emit(self, tokens: Sequence[Token], start: int, end: int) -> None:
        """Add the tokens from index `start` up to `end`."""
        if start >= end:
            return
        out = self.out
        first = len(out.tokens)
        for loose in self.loose:
            if loose != first - 1:
                out.following.setdefault(loose, first)
        if self.tail != first - 1:
            out.preceding[first] = self.tail
        if len(self.joined) > 1:
            out.joined[first] = tuple(dict.fromkeys(self.joined))
        out.tokens.take(tokens, start, end)
        self.tail = len(out.tokens) - 1
        self.loose, self.joined = [self.tail], []


def _between(indices: Sequence[int], start: int, end: int) -> Sequence[int]:
    return indices[bisect_left(indices, start) : bisect_left(indices, end)]
