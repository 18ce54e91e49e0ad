"""The token stream of a C++ or CUDA file: splices removed, comments, literals and directives told apart, offsets kept."""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple


class TokenKind(IntEnum):
    """The kinds of preprocessing token that the source model tells apart."""

    IDENTIFIER = 1
    NUMBER = 2
    STRING = 3
    CHARACTER = 4
    PUNCTUATION = 5


class Token(NamedTuple):
    """One token. `text` is without line splices; `start` and `end` are byte offsets into the file, end exclusive."""

    kind: TokenKind
    text: bytes
    start: int
    end: int


class Comment(NamedTuple):
    """One comment with its delimiters; `text` is without line splices, offsets as in Token."""

    text: bytes
    start: int
    end: int


class Directive(NamedTuple):
    """One preprocessor directive. `name` is b"define", b"if" …, empty for a null directive.

    `tokens` follow the name on its logical line (an include's `<target>` is one STRING token with its brackets);
    `index` is the number of ordinary tokens before it in the file; offsets from the `#` to the end of the logical line.
    """

    name: bytes
    tokens: tuple[Token, ...]
    index: int
    start: int
    end: int


class Lexed(NamedTuple):
    """A whole file: ordinary tokens (no comments, no directive lines), comments and directives, each in file order."""

    tokens: list[Token]
    comments: list[Comment]
    directives: list[Directive]


def lex(data: bytes) -> Lexed:
    """Read a file. Never fails: an unterminated literal ends at its line, an unterminated comment at the file's end."""
    raise NotImplementedError
