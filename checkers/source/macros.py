"""Macros: their definitions, which of them are visible in a branch, and which lead to a watched name."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from checkers.source.branches import Branch, Sight, sight
from checkers.source.dead import WORDS
from checkers.source.tokens import Token, TokenKind, are_glued

if TYPE_CHECKING:
    from collections.abc import Iterable

    from checkers.source.lexer import Directive

_EVENTS_LOOKED_AT = 64
_STRUCTURE = frozenset({b"namespace", b"using"})
_ATTRIBUTES = frozenset({b"[", b"__attribute__", b"__declspec"})
_OPENING, _CLOSING = frozenset({b"{", b"("}), frozenset({b"}", b")"})
_WORD = re.compile(rb"[A-Za-z_$\x80-\xff][\w$\x80-\xff]*")


class Macro(NamedTuple):
    """One definition. `parameters` is None for an object-like macro; `start` is its `#`, `end` the end of its name."""

    name: bytes
    parameters: tuple[bytes, ...] | None
    is_variadic: bool
    body: tuple[Token, ...]
    start: int
    end: int


class MacroEvent(NamedTuple):
    """A definition, or None for an `#undef`, in its branch."""

    name: bytes
    macro: Macro | None
    branch: Branch | None


class Choice(NamedTuple):
    """What a name can stand for at one place. `may_be_undefined`: in some build it is no macro there."""

    macros: tuple[Macro, ...]
    may_be_undefined: bool


def parse_macro(directive: Directive, data: bytes) -> Macro | None:
    """The definition in a `#define` line; None where there is no name."""
    tokens = directive.tokens
    if not tokens or tokens[0].kind is not TokenKind.IDENTIFIER:
        return None
    name = tokens[0]
    if len(tokens) < 2 or tokens[1].text != b"(" or not are_glued(data, name, tokens[1]):
        return Macro(name.text, None, False, tokens[1:], directive.start, name.end)
    close = next((i for i, token in enumerate(tokens) if token.text == b")"), len(tokens))
    words = tuple(token.text for token in tokens[2:close] if token.kind is TokenKind.IDENTIFIER)
    is_variadic = any(token.text == b"..." for token in tokens[2:close])
    if is_variadic and tokens[close - 2].kind is not TokenKind.IDENTIFIER:
        words = (*words, b"__VA_ARGS__")
    return Macro(name.text, words, is_variadic, tokens[close + 1 :], directive.start, name.end)


@dataclass
class MacroTable:
    """The definitions seen so far, in order."""

    events: dict[bytes, list[MacroEvent]] = field(default_factory=lambda: defaultdict(list))

    def add(self, event: MacroEvent) -> None:
        """Take a definition or an `#undef` that stands after all earlier ones."""
        self.events[event.name].append(event)

    def choice(self, name: bytes, branch: Branch | None) -> Choice:
        """What a name stands for in a branch: one alternative per branch that is not known to be another build's."""
        macros: list[Macro] = []
        for event in reversed(self.events.get(name, [])[-_EVENTS_LOOKED_AT:]):
            seen = sight(event.branch, branch)
            if seen is Sight.HIDDEN:
                continue
            if event.macro:
                macros.append(event.macro)
            if seen is Sight.CERTAIN:
                return Choice(tuple(macros), may_be_undefined=event.macro is None)
        return Choice(tuple(macros), may_be_undefined=True)


class Leads(NamedTuple):
    """Macro names by what they may expand to."""

    to_names: frozenset[bytes]
    """Those whose expansion may hold a watched name."""
    relevant: frozenset[bytes]
    """Those whose expansion may matter to how names resolve; a superset."""
    defined: frozenset[bytes] = frozenset()
    """All that were looked at."""


def leads(macros: Iterable[Macro], names: frozenset[bytes], qualifiers: frozenset[bytes]) -> Leads:
    """Close the watched names over the macros that lead to them, through any number of other macros.

    `names` are the last components of the watched symbols, `qualifiers` the namespaces in front of them.
    """
    users: dict[bytes, set[bytes]] = defaultdict(set)
    to_names, relevant, defined = set(), set(), set()
    for macro in macros:
        defined.add(macro.name)
        words = {token.text for token in macro.body if token.kind is TokenKind.IDENTIFIER}
        for word in words:
            users[word].add(macro.name)
        if words & names or _may_paste(macro, names):
            to_names.add(macro.name)
        if macro.name in names | qualifiers | WORDS or _shapes_names(macro, qualifiers):
            relevant.add(macro.name)
    _close(to_names, users)
    relevant |= to_names
    _close(relevant, users)
    return Leads(frozenset(to_names), frozenset(relevant), frozenset(defined))


def _close(found: set[bytes], users: dict[bytes, set[bytes]]) -> None:
    waiting = list(found)
    while waiting:
        fresh = users.get(waiting.pop(), set()) - found
        found |= fresh
        waiting.extend(fresh)


def _may_paste(macro: Macro, names: frozenset[bytes]) -> bool:
    """Whether `##` in the body may yield a name: a piece is a parameter, or a part of one of the names."""
    body = macro.body
    joints = [i for i, token in enumerate(body) if token.text == b"##"]
    for joint in joints:
        pieces = [body[i].text for i in (joint - 1, joint + 1) if 0 <= i < len(body)]
        if all(_is_piece(piece, macro, names) for piece in pieces):
            return True
    return False


def _is_piece(piece: bytes, macro: Macro, names: frozenset[bytes]) -> bool:
    return piece in (macro.parameters or ()) or (
        _WORD.match(piece) is not None and any(piece in name for name in names)
    )


def _shapes_names(macro: Macro, qualifiers: frozenset[bytes]) -> bool:
    """Whether the body opens scopes, is unbalanced, a mere attribute, or holds a namespace without a name after it."""
    depth = 0
    body = macro.body
    for i, token in enumerate(body):
        if token.text in _STRUCTURE:
            return True
        depth += (token.text in _OPENING) - (token.text in _CLOSING)
        if token.text in qualifiers:
            after = body[i + 1 : i + 3]
            if len(after) < 2 or after[0].text != b"::" or after[1].text in (macro.parameters or ()):
                return True
    if macro.parameters is None and (not body or body[0].text in _ATTRIBUTES):
        return True
    return depth != 0 or (len(body) == 1 and body[0].kind is TokenKind.IDENTIFIER)
