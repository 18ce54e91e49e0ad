"""How a conditional tests a macro: in the counted form, in another one, or not at all."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

from checkers.source.tokens import TokenKind

if TYPE_CHECKING:
    from collections.abc import Sequence
    from collections.abc import Set as AbstractSet

    from checkers.policy.globs import Globs
    from checkers.source.lexer import Directive
    from checkers.source.tokens import Token

_BY_NAME = frozenset({b"ifdef", b"ifndef", b"elifdef", b"elifndef"})
_BY_EXPRESSION = frozenset({b"if", b"elif"})


class Form(Enum):
    """The forms of a test. PLAIN is `#ifdef M` and an `#if` whose condition begins with `defined(M)`."""

    NONE = 0
    PLAIN = 1
    OTHER = 2


def tested_form(directive: Directive, macros: Globs, derived: AbstractSet[bytes] = frozenset()) -> Form:
    """How a conditional tests one of `macros`, or of the names in `derived`, which are defined from one."""
    if directive.name in _BY_NAME:
        name = directive.tokens[0]
        if directive.name == b"ifdef" and _is_watched(name, macros):
            return Form.PLAIN
        return Form.OTHER if _is_watched(name, macros) or name.text in derived else Form.NONE
    if directive.name not in _BY_EXPRESSION:
        return Form.NONE
    if directive.name == b"if" and _begins_with_defined(directive.tokens, macros):
        return Form.PLAIN
    is_tested = any(_is_watched(token, macros) or token.text in derived for token in directive.tokens)
    return Form.OTHER if is_tested else Form.NONE


def macros_defined_from(macros: Globs, directives: Sequence[Directive]) -> frozenset[bytes]:
    """The names that the file defines with a body that names one of `macros`, or another such name."""
    users: dict[bytes, set[bytes]] = {}
    found: list[bytes] = []
    for directive in directives:
        if directive.name != b"define" or len(directive.tokens) < 2:
            continue
        name, *body = directive.tokens
        if any(_is_watched(token, macros) for token in body):
            found.append(name.text)
        for token in body:
            if token.kind is TokenKind.IDENTIFIER:
                users.setdefault(token.text, set()).add(name.text)
    reached: set[bytes] = set()
    while found:
        name_text = found.pop()
        if name_text not in reached:
            reached.add(name_text)
            found.extend(users.get(name_text, ()))
    return frozenset(reached)


def _begins_with_defined(tokens: Sequence[Token], macros: Globs) -> bool:
    words = [token.text for token in tokens[:4]]
    return len(words) == 4 and words[::3] == [b"defined", b")"] and words[1] == b"(" and _is_watched(tokens[2], macros)


def _is_watched(token: Token, macros: Globs) -> bool:
    return token.kind is TokenKind.IDENTIFIER and macros.match(token.text.decode("utf-8", "surrogateescape"))
