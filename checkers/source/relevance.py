"""Which headers can bear on the watched names that some files mention; the others need not be parsed for them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from checkers.source.invocations import invocations
from checkers.source.lexer import TokenKind
from checkers.source.unread import NameSearch, without_splices

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from checkers.source.code import Code
    from checkers.source.lexer import Token
    from checkers.source.macros import Leads, Macro
    from checkers.source.symbols import Symbols

_MEMBER = frozenset({b".", b"->"})
_GAP = rb"(?:\s|/\*.*?\*/|//[^\r\n]*)"
_DIRECTIVE = re.compile(rb"using%s+namespace\b" % _GAP, re.DOTALL)
_ALIAS = re.compile(rb"namespace%s+\w+%s*=" % (_GAP, _GAP), re.DOTALL)


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
            tokens = code.lexed.tokens
            hot = symbols.names | lead.relevant
            noted = -1
            for index in [i for i, token in enumerate(tokens) if token[1] in hot]:
                if tokens[index].text in symbols.names:
                    self._note(tokens, index, noted)
                    noted = index
                words.add(tokens[index].text)
            carriers = invocations(tokens, 0, len(tokens), macros, frozenset(), symbols.names)
            words.update(tokens[index].text for index in carriers)
        self._macros = _used_names(words, macros)
        self._names = NameSearch(symbols.names)
        heads = b"|".join(re.escape(name) for name in sorted(self._qualifiers))
        self._scopes = [
            re.compile(rb"%s\b[^;{}()]*?\b(?:%s)\b" % (key, heads))
            for key in (b"namespace", b"class", b"struct", b"union", b"using")
        ]

    def _note(self, tokens: list[Token], index: int, noted: int) -> None:
        """Take the qualifiers of one mention, those before the one at `noted` are taken already.

        One without any may mean whatever is declared.
        """
        at = index - 1
        if at >= 0 and tokens[at].text == b"template":
            at -= 1
        if at < 0 or tokens[at].text not in _MEMBER | {b"::"}:
            self.needs_all = True
        while at > max(noted, 0) and tokens[at].text == b"::" and tokens[at - 1].kind is TokenKind.IDENTIFIER:
            self._qualifiers.add(tokens[at - 1].text)
            at -= 2

    def is_needed(self, data: bytes, macros: Iterable[Macro]) -> bool:
        """Whether a header declares, aliases or defines something that bears on what was mentioned."""
        if self.needs_all or any(macro.name in self._macros for macro in macros):
            return True
        text = without_splices(data)
        if self._names.holds_any(text) or _DIRECTIVE.search(text) or _ALIAS.search(text):
            return True
        return any(self._nests(text, match) for scope in self._scopes for match in scope.finditer(text))

    def _nests(self, text: bytes, match: re.Match[bytes]) -> bool:
        """Whether a scope of a mentioned name is more than a watched symbol's own namespace at the outermost level."""
        words = match[0].split()
        is_own = len(words) == 2 and words[0] == b"namespace" and words[1] in self.outermost
        return not is_own or text.find(b"{", 0, match.start()) >= 0

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
