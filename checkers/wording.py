"""Small pieces of sentences that several checkers share."""

from __future__ import annotations

_SHOWN = 120


def shown(text: str) -> str:
    """A piece of somebody's text as a sentence quotes it: white space folded, cut where it is long."""
    folded = " ".join(text[: 4 * _SHOWN].split())
    is_whole = len(folded) <= _SHOWN and len(text) <= 4 * _SHOWN
    return folded if is_whole else f"{folded[:_SHOWN]}…"


def counted(number: int, noun: str) -> str:
    """`1 row`, `2 rows`."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
