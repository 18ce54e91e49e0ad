"""Models that a source file registers: the live expansions of a macro."""

from __future__ import annotations

from typing import TYPE_CHECKING

from checkers.source.dead import dead_statements
from checkers.source.lexer import lex
from checkers.source.preprocess import reach
from checkers.source.tokens import TokenKind

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from checkers.source.lexer import Directive, Lexed
    from checkers.source.tokens import Token

_OPEN, _CLOSE = frozenset({b"(", b"[", b"{"}), frozenset({b")", b"]", b"}"})
_WORDS = frozenset({TokenKind.IDENTIFIER, TokenKind.NUMBER})


def registered(data: bytes, macro: str) -> frozenset[str]:
    """What a C++ file registers by the macro or by a macro of its own that uses it: argument texts, white space apart.

    Comments, literals, definitions, dead statements and branches that no build reaches register nothing.
    """
    name = macro.encode("utf-8", "surrogateescape")
    if name not in data and b"\\\n" not in data and b"\\\r" not in data:
        return frozenset()
    lexed = lex(data)
    names = _names(name, lexed.directives)
    return frozenset(_text(arguments) for arguments in _expansions(_live(lexed, data), names))


def _live(lexed: Lexed, data: bytes) -> list[Token]:
    """The tokens that some build reaches and some run could."""
    reached = reach(data, lexed.directives)
    dead = [ranges for ranges in (reached.dead, dead_statements(lexed, reached)) if ranges]
    return [token for token in lexed.tokens if not any(token.start in ranges for ranges in dead)]


def _names(macro: bytes, directives: Iterable[Directive]) -> frozenset[bytes]:
    """The macro and the file's macros that lead to it."""
    users: dict[bytes, set[bytes]] = {}
    for directive in directives:
        if directive.name == b"define":
            for token in directive.tokens[1:]:
                users.setdefault(token.text, set()).add(directive.tokens[0].text)
    names, waiting = {macro}, [macro]
    while waiting:
        new = users.get(waiting.pop(), set()) - names
        names |= new
        waiting += new
    return frozenset(names)


def _expansions(tokens: Sequence[Token], names: frozenset[bytes]) -> list[Sequence[Token]]:
    """The arguments of each expansion; one inside another's arguments is part of that one."""
    found: list[Sequence[Token]] = []
    depth = start = outer = 0
    for index, token in enumerate(tokens):
        if token.text in _OPEN:
            depth += 1
            if not start and token.text == b"(" and index and _names_macro(tokens[index - 1], names):
                start, outer = index + 1, depth
        elif token.text in _CLOSE:
            if start and depth == outer:
                found.append(tokens[start:index])
                start = 0
            depth -= 1
    return found


def _names_macro(token: Token, names: frozenset[bytes]) -> bool:
    return token.kind is TokenKind.IDENTIFIER and token.text in names


def _text(tokens: Sequence[Token]) -> str:
    parts: list[bytes] = []
    before = None
    for token in tokens:
        if before in _WORDS and token.kind in _WORDS:
            parts.append(b" ")
        parts.append(token.text)
        before = token.kind
    return b"".join(parts).decode("utf-8", "surrogateescape")
