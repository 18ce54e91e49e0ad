"""The tokens of a file: their texts and places as they were read, each made into a token when it is asked for."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator, Sequence
from enum import IntEnum
from functools import cached_property, partial
from itertools import chain
from operator import sub
from typing import TYPE_CHECKING, NamedTuple, overload

from checkers.source.splices import SPLICE

if TYPE_CHECKING:
    from collections.abc import Mapping, Set

    from checkers.source.splices import LogicalText


class TokenKind(IntEnum):
    """The kinds of preprocessing token that the source model tells apart."""

    IDENTIFIER = 1
    NUMBER = 2
    STRING = 3
    CHARACTER = 4
    PUNCTUATION = 5


class Token(NamedTuple):
    """One token. `text` is without line splices; `start` and `end` are byte offsets into the file, end exclusive.

    Digraphs are given as what they stand for (`<:` is `[`); operators are read as long as possible, as C++ reads them
    (`>>` is one token, `<::` begins with `<`).
    """

    kind: TokenKind
    text: bytes
    start: int
    end: int


class _Kinds(dict[bytes, TokenKind]):
    """The kind of each text of a token that was asked for, as many as are worth remembering."""

    def __missing__(self, text: bytes) -> TokenKind:
        kind = _kind(text)
        if len(text) <= LONGEST_KNOWN and len(self) < MOST_KNOWN:
            self[text] = kind
        return kind


LONGEST_KNOWN, MOST_KNOWN = 64, 20_000
"""Bytes of a text that is worth remembering, and how many such texts are."""
_KINDS = _Kinds()
_new_token = partial(tuple.__new__, Token)


def _kind(text: bytes) -> TokenKind:
    first = text[:1]
    if first.isdigit() or (first == b"." and text[1:2].isdigit()):
        return TokenKind.NUMBER
    quote = _QUOTE.search(text)
    if quote:
        return TokenKind.STRING if quote[0] == b'"' else TokenKind.CHARACTER
    is_word = first.isalpha() or first in (b"_", b"$") or first >= b"\x80" or (first == b"\\" and len(text) > 1)
    return TokenKind.IDENTIFIER if is_word else TokenKind.PUNCTUATION


_QUOTE = re.compile(rb"[\"']")


def are_glued(data: bytes, left: Token, right: Token) -> bool:
    """Whether nothing but line splices stands between two tokens of one file, as between a macro's name and its `(`."""
    return left.end == right.start or not SPLICE.sub(b"", data[left.end : right.start])


def kind_of(text: bytes) -> TokenKind:
    """What kind of token reads so; no text is of two kinds."""
    return _KINDS[text]


def is_literal(text: bytes) -> bool:
    """Whether a token that reads so is a string or a character."""
    return _KINDS[text] in (TokenKind.STRING, TokenKind.CHARACTER)


_LOOKS = 2
"""How many looks at all tokens take less time than an index of them."""


class Tokens(Sequence[Token]):
    """The tokens of a file or of a stream, in order.

    Most are only ever looked at for their texts, so that a token is made when it is asked for. `texts` has the text of
    each; `literals` are the indices, from 0, of a file's strings and characters; `splices` lead from the logical text,
    where tokens are read, to the file.
    """

    def __init__(self, splices: LogicalText | None = None) -> None:
        self.splices = splices
        self.texts: list[bytes] = []
        self.literals: list[int] = []
        self._ends: list[int] = []
        self._made: dict[int, Token] = {}
        self._made_at: list[int] = []
        self._questions = 0

    def add(self, text: bytes, start: int, end: int) -> None:
        """Add a token that stands there in the logical text; it may read otherwise there, as a digraph does."""
        if len(text) != end - start:
            self._keep(Token(_KINDS[text], text, *self._place(start, end)))
        self.texts.append(text)
        self._ends.append(end)

    def extend(self, texts: Sequence[bytes], ends: Sequence[int]) -> None:
        """Add tokens that end there in the logical text, and read there as these texts."""
        self.texts += texts
        self._ends += ends

    def take(self, source: Sequence[Token], start: int, end: int) -> None:
        """Add those of another list from index `start` up to `end`; where these are a file's, it is the same file's."""
        if isinstance(source, Tokens):
            shift = len(self.texts) - start
            for at in source._made_at[bisect_left(source._made_at, start) : bisect_left(source._made_at, end)]:
                self._keep(source._made[at], at + shift)
            self.extend(source.texts[start:end], source._ends[start:end])
            return
        for token in source[start:end]:
            self._keep(token)
            self.texts.append(token.text)
            self._ends.append(token.end)

    def _keep(self, token: Token, at: int | None = None) -> None:
        index = len(self.texts) if at is None else at
        self._made[index] = token
        self._made_at.append(index)

    def _place(self, start: int, end: int) -> tuple[int, int]:
        return self.splices.place(start, end) if self.splices else (start, end)

    @property
    def last_end(self) -> int:
        """Where the last token ends in the logical text; negative where there is none."""
        return self._ends[-1] if self._ends else -1

    def find(self, texts: Set[bytes]) -> list[int]:
        """The indices of the tokens that read as one of the texts, in order.

        The first questions are answered by a look at all of them; where more are asked, an index is worth its time.
        """
        if self._questions < _LOOKS:
            self._questions += 1
            return [index for index, text in enumerate(self.texts) if text in texts]
        return sorted(chain.from_iterable(self._index[text] for text in self._index.keys() & texts))

    @cached_property
    def _index(self) -> Mapping[bytes, list[int]]:
        index: defaultdict[bytes, list[int]] = defaultdict(list)
        for number, text in enumerate(self.texts):
            index[text].append(number)
        return index

    def __len__(self) -> int:
        return len(self.texts)

    def __iter__(self) -> Iterator[Token]:
        return iter(self[:])

    @overload
    def __getitem__(self, index: int) -> Token: ...

    @overload
    def __getitem__(self, index: slice) -> list[Token]: ...

    def __getitem__(self, index: int | slice) -> Token | list[Token]:
        if isinstance(index, slice):
            return self._run(index)
        text, end = self.texts[index], self._ends[index]
        if self._made and (made := self._made.get(index % len(self.texts))):
            return made
        return Token(_KINDS[text], text, *self._place(end - len(text), end))

    def _run(self, run: slice) -> list[Token]:
        """All tokens of a run at once."""
        texts, ends = self.texts[run], self._ends[run]
        starts = list(map(sub, ends, map(len, texts)))
        if self.splices:
            places = list(map(self.splices.place, starts, ends))
            starts, ends = [start for start, _ in places], [end for _, end in places]
        tokens = list(map(_new_token, zip(map(_KINDS.__getitem__, texts), texts, starts, ends, strict=True)))
        if self._made:
            made = ((number, self._made.get(index)) for number, index in enumerate(range(len(self.texts))[run]))
            for number, token in made:
                tokens[number] = token or tokens[number]
        return tokens
