"""Small pieces of sentences that several checkers share."""

from __future__ import annotations

import re

_SHOWN = 120
_SPACE = re.compile(r"[ \t\r\n\f\v]+")


def shown(text: str) -> str:
    """A piece of somebody's text as a sentence quotes it, cut where it is long.

    Runs of ASCII white space are one space; a character that nobody would see is written as its escape.
    """
    folded = " ".join(_SPACE.split(text[: 4 * _SHOWN])).strip(" ")
    is_whole = len(folded) <= _SHOWN and len(text) <= 4 * _SHOWN
    seen = folded[:_SHOWN]
    seen = seen if seen.isprintable() else "".join(map(_seen, seen))
    return seen if is_whole else f"{seen}…"


def _seen(character: str) -> str:
    if character.isprintable() or "\ud800" <= character <= "\udfff":
        return character
    return character.encode("unicode_escape").decode("ascii")


def counted(number: int, noun: str) -> str:
    """`1 row`, `2 rows`."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
