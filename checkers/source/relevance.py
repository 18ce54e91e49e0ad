"""Which headers can bear on the watched names that some files mention; the others need not be parsed for them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from checkers.source.invocations import PARENTHESES, invocations
from checkers.source.tokens import TokenKind, kind_of
from checkers.source.unread import NameSearch, name_pattern, without_splices

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from checkers.source.code import Code
    from checkers.source.macros import Leads, Macro
    from checkers.source.symbols import Symbols

_MEMBER = frozenset({b".", b"->"})
# Where a comment begins between two words, what follows it is not looked at: the header counts as one that may matter.
_DIRECTIVE = re.compile(rb"using(?<!\wusing)(?:\s++namespace\b|\s*+/[*/])")
_ALIAS = re.compile(rb"namespace(?<!\wnamespace)(?:\s++[\w$\\\x80-\xff]++)?+\s*+(?:=|/[*/])")
_HEADS = frozenset({b"namespace", b"class", b"struct", b"union", b"using"})
_FROM_HEAD = re.compile(rb"%s[^;{}()]*+" % name_pattern(_HEADS).pattern)
"""A word that may introduce a scope, and what stands after it up to a bracket or the statement's end."""


class Relevance:
    """What the given files mention, `macros` being all that may be visible to them, `lead` those that matter.

    `needs_all` tells that a bare name is among it, which any declaration anywhere could explain.
    """

    def __init__(
        self, codes: Iterable[Code], symbols: Symbols, macros: Mapping[bytes, Iterable[Macro]], lead: Leads
    ) -> None:
        self.symbols = symbols
        self.needs_all = False
        words: set[bytes] = set()
        self._qualifiers: set[bytes] = set()
        for code in codes:
            tokens, texts = code.lexed.tokens, code.lexed.tokens.texts
            noted = -1
            for index in tokens.find(symbols.names | lead.relevant):
                if texts[index] in symbols.names:
                    self._note(texts, index, noted)
                    noted = index
                words.add(texts[index])
            told = tokens.find(symbols.names | macros.keys())
            carriers = invocations(texts, told, tokens.find(PARENTHESES), macros, frozenset(), symbols.names)
            words.update(texts[index] for index in carriers)
        self._macros = _used_names(words, macros)
        self._names = NameSearch(symbols.names)
        self._qualified = name_pattern(self._qualifiers)
        self._words = name_pattern(_HEADS | self._qualifiers)

    def _note(self, texts: Sequence[bytes], index: int, noted: int) -> None:
        """Take the qualifiers of one mention, those before the one at `noted` are taken already.

        One without any may mean whatever is declared.
        """
        at = index - 1
        if at >= 0 and texts[at] == b"template":
            at -= 1
        if at < 0 or texts[at] not in _MEMBER | {b"::"}:
            self.needs_all = True
        while at > max(noted, 0) and texts[at] == b"::" and kind_of(texts[at - 1]) is TokenKind.IDENTIFIER:
            self._qualifiers.add(texts[at - 1])
            at -= 2

    def is_needed(self, data: bytes, macros: Iterable[Macro]) -> bool:
        """Whether a header declares, aliases or defines something that bears on what was mentioned."""
        if self.needs_all or any(macro.name in self._macros for macro in macros):
            return True
        text = without_splices(data)
        if self._names.holds_any(text) or _DIRECTIVE.search(text) or _ALIAS.search(text):
            return True
        brace = text.find(b"{")
        return any(0 <= brace < start or not self._is_own(text[start:end]) for start, end in self._scopes(text))

    def _scopes(self, text: bytes) -> Iterator[tuple[int, int]]:
        """From each word that may introduce a scope to the mentioned name after it, with no bracket or `;` between."""
        for head in _FROM_HEAD.finditer(text):
            if self._qualified.search(text, *head.span()):
                yield from self._scopes_of(text, *head.span())

    def _scopes_of(self, text: bytes, begin: int, end: int) -> Iterator[tuple[int, int]]:
        start = -1
        for piece in self._words.finditer(text, begin, end):
            if start >= 0 and piece[0] in self._qualifiers:
                yield start, piece.end()
                start = -1
            elif piece[0] in _HEADS:
                start = piece.start() if start < 0 else start

    def _is_own(self, head: bytes) -> bool:
        """Whether a scope's head opens a watched symbol's own namespace and nothing else."""
        words = head.split()
        return len(words) == 2 and words[0] == b"namespace" and words[1] in self.outermost

    @property
    def outermost(self) -> frozenset[bytes]:
        """The outermost namespaces of the watched symbols."""
        return frozenset(scope.name for scope in self.symbols.namespaces if scope.parent is self.symbols.root)


def _used_names(words: set[bytes], macros: Mapping[bytes, Iterable[Macro]]) -> set[bytes]:
    """The words, and those that macros among them expand to, and so on."""
    found, waiting = set(words), [word for word in words if word in macros]
    while waiting:
        for macro in macros[waiting.pop()]:
            fresh = {token.text for token in macro.body if token.kind is TokenKind.IDENTIFIER} - found
            found |= fresh
            waiting.extend(word for word in fresh if word in macros)
    return found
