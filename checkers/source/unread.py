"""The second instrument: a scan of a file's bytes for watched names, each of which the reading must explain."""

from __future__ import annotations

import re
from bisect import bisect_right
from operator import attrgetter
from typing import TYPE_CHECKING

from checkers.source.lexer import is_terminated
from checkers.source.splices import SPLICE, LogicalText
from checkers.source.tokens import TokenKind

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from checkers.source.code import Code
    from checkers.source.lexer import Lexed

_WORD = rb"[\w$\x80-\xff]"


def name_pattern(names: Iterable[bytes]) -> re.Pattern[bytes]:
    """A pattern that finds each of the names as a whole word; nothing, for no names.

    That no word goes on before a name is asked for behind it: what begins with a literal is searched for far quicker.
    """
    words = b"|".join(rb"%s(?<!%s%s)" % (name, _WORD, name) for name in map(re.escape, sorted(names)))
    return re.compile(rb"(?:%s)(?!%s)" % (words, _WORD) if words else rb"(?!)")


class NameSearch:
    """Finds out quickly whether a text holds one of some names as a whole word."""

    def __init__(self, names: Iterable[bytes]) -> None:
        self._patterns = [(name, name_pattern([name])) for name in sorted(names)]

    def holds_any(self, text: bytes) -> bool:
        """Whether one of the names is there; a plain search comes before a pattern."""
        return any(name in text and pattern.search(text) for name, pattern in self._patterns)


def without_splices(data: bytes) -> bytes:
    """The text for a search: names that line splices cut apart are whole."""
    return SPLICE.sub(b"", data) if b"\\" in data else data


def unexplained(code: Code, names: Iterable[bytes]) -> list[tuple[int, int]]:
    """The byte ranges of names that stand in nothing that was read.

    That is: in a literal or comment that never ends, in a conditional that never ends, or outside every token. A name
    that is a token of its own is explained by whoever reads the tokens.
    """
    regions, reach = _Regions(code.lexed), code.reach
    found = []
    for start, end in _occurrences(code.data, names):
        in_open_conditional = reach.unclosed is not None and start > reach.unclosed and start in reach.dead
        if in_open_conditional or (start not in reach.dead and not regions.explain(start)):
            found.append((start, end))
    return found


def _occurrences(data: bytes, names: Iterable[bytes]) -> Iterator[tuple[int, int]]:
    names = [name for name in names if name in data or b"\\" in data]
    if not names:
        return
    pattern = name_pattern(names)
    if b"\\" not in data or not SPLICE.search(data):
        yield from (match.span() for match in pattern.finditer(data))
        return
    logical = LogicalText(data)
    for match in pattern.finditer(logical.text):
        yield logical.place(*match.span())


_START = attrgetter("start")


class _Regions:
    """What was read, by place."""

    def __init__(self, lexed: Lexed) -> None:
        self._tokens, self._comments, self._directives = lexed.tokens, lexed.comments, lexed.directives

    def explain(self, offset: int) -> bool:
        """Whether the offset lies in a token, a comment or a directive that ends as it should."""
        number = bisect_right(self._comments, offset, key=_START) - 1
        if number >= 0 and offset < self._comments[number].end:
            return is_terminated(self._comments[number].text)
        number = bisect_right(self._directives, offset, key=_START) - 1
        if number >= 0 and offset < self._directives[number].end:
            return True
        number = bisect_right(self._tokens, offset, key=_START) - 1
        if number < 0 or offset >= self._tokens[number].end:
            return False
        token = self._tokens[number]
        return token.kind not in (TokenKind.STRING, TokenKind.CHARACTER) or is_terminated(token.text)
