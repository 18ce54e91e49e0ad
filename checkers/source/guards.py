"""Include guards: the conditional around a whole file that keeps it from being read twice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from checkers.source.preprocess import CONTINUING, OPENING
from checkers.source.tokens import TokenKind

if TYPE_CHECKING:
    from checkers.source.lexer import Directive, Lexed


def include_guard(lexed: Lexed) -> Directive | None:
    """The conditional that guards the whole file against being read twice, if it has one."""
    conditionals = [i for i, directive in enumerate(lexed.directives) if directive.name in OPENING]
    if not conditionals or conditionals[0] + 1 >= len(lexed.directives):
        return None
    guard, define = lexed.directives[conditionals[0] : conditionals[0] + 2]
    words = {token.text for token in guard.tokens if token.kind is TokenKind.IDENTIFIER} - {b"defined"}
    negated = guard.name == b"ifndef" or (guard.name == b"if" and guard.tokens[:1] and guard.tokens[0].text == b"!")
    defines = define.name == b"define" and define.tokens and words == {define.tokens[0].text}
    if not (negated and defines and define.index == 0):
        return None
    return guard if _spans_file(lexed, conditionals[0]) else None


def _spans_file(lexed: Lexed, first: int) -> bool:
    """Whether a conditional that begins before all code ends after it and has no alternatives."""
    depth = 0
    for directive in lexed.directives[first:]:
        if directive.name in OPENING:
            depth += 1
        elif depth == 1 and directive.name in CONTINUING:
            return False
        elif directive.name == b"endif":
            depth -= 1
            if depth == 0:
                return directive.index == len(lexed.tokens)
    return False
