"""An index of tokens by their texts: who looks for a few words need not read all the others."""

from __future__ import annotations

from collections import defaultdict
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence, Set

    from checkers.source.lexer import Token


class Positions:
    """Where each text stands among some tokens, by index from 0.

    The first question is answered by a look at all tokens; from the second one on there is an index.
    """

    def __init__(self, tokens: Sequence[Token]) -> None:
        self._tokens = tokens
        self._is_asked = False

    def of(self, texts: Set[bytes]) -> list[int]:
        """The indices of the tokens that read as one of the texts, in order."""
        if not self._is_asked:
            self._is_asked = True
            return [index for index, token in enumerate(self._tokens) if token[1] in texts]
        return sorted(chain.from_iterable(self._index[text] for text in self._index.keys() & texts))

    @cached_property
    def _index(self) -> Mapping[bytes, list[int]]:
        index: defaultdict[bytes, list[int]] = defaultdict(list)
        for number, token in enumerate(self._tokens):
            index[token[1]].append(number)
        return index
