"""An index of tokens by their texts: who looks for a few words need not read all the others."""

from __future__ import annotations

from collections import defaultdict
from itertools import chain
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Set

    from checkers.source.lexer import Token


class Positions:
    """Where each text stands among some tokens, by index from 0."""

    def __init__(self, tokens: Iterable[Token]) -> None:
        found: defaultdict[bytes, list[int]] = defaultdict(list)
        for index, token in enumerate(tokens):
            found[token[1]].append(index)
        self._found = dict(found)

    def of(self, texts: Set[bytes]) -> list[int]:
        """The indices of the tokens that read as one of the texts, in order."""
        return sorted(chain.from_iterable(self._found[text] for text in self._found.keys() & texts))

    def where(self, is_wanted: Callable[[bytes], bool]) -> list[int]:
        """The indices of the tokens with a text that is wanted, in order; each text is asked for once."""
        return self.of({text for text in self._found if is_wanted(text)})
