"""Whom a trailer names: its words, its addresses, and whether one of them is an AI."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple
from unicodedata import normalize

from checkers.wording import readable

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_WORD = re.compile(r"[^\W\d_]+|\d+")
_ATTRIBUTION = re.compile(
    r"(?P<agent>[^\s:\[\]](?:[^:\[\]]*[^\s:\[\]])?):(?P<model>[^\s\[\]]+)(?P<tools>(?:\s+\[\s*[^\s\[\]][^\[\]]*\])+)"
)
_TOOL = re.compile(r"\[([^\[\]]*)\]")
_PIECE = re.compile(r"[^\s<>]+")
_LOOKALIKES = str.maketrans("аеорсухіјѕԁһкмтвгпԛԝαοερτυινκχ", "aeopcyxijsdhkmtbrnqwaoeptuivkx")
"""Letters of other scripts by the Latin ones that they look like."""
_LONGEST = 8
"""Words of a name that are compared; what an attribution names is told apart by fewer."""

Words = tuple[str, ...]


class Attribution(NamedTuple):
    """`NAME:MODEL [TOOL]…`, taken apart."""

    agent: str
    model: str
    tools: tuple[str, ...]

    @classmethod
    def of(cls, value: str) -> Attribution | None:
        """The parts of an attribution's value, or None where it has another form."""
        found = _ATTRIBUTION.fullmatch(readable(value).strip())
        if not found:
            return None
        return cls(found["agent"], found["model"], tuple(_TOOL.findall(found["tools"])))


def words(text: str) -> Words:
    """The words of a text in one case; whatever is no letter parts two words, and a number is a word of its own.

    Full-width letters are letters, characters that nobody sees part nothing, and a letter of another script among
    Latin ones is the one that it looks like.
    """
    if text.isascii():
        return tuple(_WORD.findall(text.casefold()))
    return tuple(map(_latin, _WORD.findall(readable(normalize("NFKC", text)).casefold())))


def _latin(word: str) -> str:
    return word.translate(_LOOKALIKES) if any(char < "\x80" for char in word) else word


def addresses(value: str) -> tuple[str, ...]:
    """The mail addresses of a trailer's value, with or without angle brackets."""
    return tuple(piece for piece in _PIECE.findall(value) if "@" in piece)


class Names:
    """A set of names, to be found as whole words."""

    def __init__(self, names: Iterable[str]) -> None:
        self._names = frozenset(cut for name in names if (cut := words(name)[:_LONGEST]))
        self._lengths = sorted({len(name) for name in self._names})

    def found_in(self, value: str) -> str | None:
        """The first of the names in a trailer's value: in the name, or in the address before its `@`."""
        return next((found for part in _named_parts(value) for found in self._matches(words(part))), None)

    def _matches(self, text: Words) -> Iterator[str]:
        for start in range(len(text)):
            for length in self._lengths:
                if text[start : start + length] in self._names:
                    yield " ".join(text[start : start + length])


def _named_parts(value: str) -> Iterator[str]:
    yield _PIECE.sub(lambda piece: " " if "@" in piece[0] else piece[0], value)
    for address in addresses(value):
        yield address.rpartition("@")[0]
