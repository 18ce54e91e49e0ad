"""Attention kernels by their names: functions that the tree declares, told apart as slow ones and fast ones."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.init.vocabulary import has_word, vocabulary
from checkers.source.lexer import lex
from checkers.source.tokens import TokenKind

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator, Sequence

    from checkers.source.tokens import Token

_MOST_FILES = 200
_MOST_BYTES = 1_000_000
_MOST_NAMES = 6
_DEEPEST = 32
"""Namespaces within each other that a name is followed through."""


@dataclass(frozen=True, slots=True)
class Kernels:
    """Qualified names such as `kern::sdpa_ref`, those named most often first."""

    slow: tuple[str, ...] = ()
    fast: tuple[str, ...] = ()
    parts: tuple[str, ...] = ()
    """What attention that is put together by hand would call."""


def find_kernels(files: Iterable[tuple[str, bytes]], host: Container[str] | None = None) -> Kernels:
    """The kernels that (path, content) declare at namespace scope.

    What `host` paths name counts, which is what models call; None: all of them.
    """
    mentioned = re.compile("|".join(vocabulary().attention).encode(), re.IGNORECASE)
    declared: set[str] = set()
    named: Counter[str] = Counter()
    read = 0
    for path, data in files:
        if len(data) > _MOST_BYTES or not mentioned.search(data) or not _is_telling(data):
            continue
        read += 1
        if read > _MOST_FILES:
            break
        tokens = lex(data).tokens
        declared.update(_declared(tokens))
        if host is None or path in host:
            named.update(token.text.decode() for token in tokens if _is_name(token.text))
    ordered = sorted(declared, key=lambda name: (-named[_last(name)], name))
    kernels = [name for name in ordered if not has_word(_last(name), vocabulary().not_kernels)]
    attention = [name for name in kernels if has_word(_last(name), vocabulary().attention)]
    slow = [name for name in attention if has_word(_last(name), vocabulary().slow)]
    fast = [name for name in attention if has_word(_last(name), vocabulary().fast) and name not in slow]
    parts = [name for name in kernels if has_word(_last(name), vocabulary().composed) and name not in attention]
    return Kernels(*(tuple(names[:_MOST_NAMES]) for names in (slow, fast, parts)))


def _is_telling(data: bytes) -> bool:
    lowered = data.lower()
    return any(word.encode() in lowered for word in (*vocabulary().slow, *vocabulary().fast))


def _declared(tokens: Sequence[Token]) -> Iterator[str]:
    """The qualified names of the functions that are declared or defined in a namespace, as far as tokens tell."""
    spaces: list[str | None] = []
    closed = 0  # how many of the open braces are no namespace's
    statement: list[Token] = []
    is_expression = False  # an earlier parenthesis or `=` makes what follows one
    for token in tokens:
        if token.text == b"{":
            spaces.append(_space_opened(statement))
            closed += spaces[-1] is None
        elif token.text == b"}" and spaces:
            closed -= spaces.pop() is None
        elif token.text == b"(" and not (closed or is_expression or len(spaces) > _DEEPEST) and _is_declared(statement):
            yield "::".join([*(space for space in spaces if space), statement[-1].text.decode()])
        is_expression = is_expression or token.text in (b"(", b"=")
        statement.append(token)
        if token.text in (b"{", b"}", b";"):
            statement, is_expression = [], False


def _is_declared(statement: Sequence[Token]) -> bool:
    """Whether what stands before a parenthesis is a name behind a type."""
    if len(statement) < 2 or not _is_name(statement[-1].text):
        return False
    return statement[-2].kind is TokenKind.IDENTIFIER or statement[-2].text in (b"*", b"&", b">")


def _space_opened(statement: Sequence[Token]) -> str | None:
    """What a brace opens: a namespace by its name, one without a name as ``, anything else as None."""
    texts = [token.text for token in statement]
    if len(texts) >= 2 and texts[-2] == b"extern" and statement[-1].kind is TokenKind.STRING:
        return ""
    if b"namespace" not in texts:
        return None
    named = texts[texts.index(b"namespace") + 1 :]
    return b"".join(named).decode() if all(name == b"::" or _is_name(name) for name in named) else None


def _is_name(text: bytes) -> bool:
    return text.isascii() and text.decode().isidentifier()


def _last(name: str) -> str:
    return name.rpartition("::")[2]
