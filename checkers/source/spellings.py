"""The qualified names that one mention spells: in another build its qualifiers can be others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from checkers.source.mentions import KEYWORDS
from checkers.source.symbols import Name

if TYPE_CHECKING:
    from collections.abc import Iterator

    from checkers.source.stream import Stream

_MOST = 64
"""How many places are looked at for one mention."""
_CLOSERS = frozenset({b">", b">>", b")"})


def spellings(stream: Stream, index: int) -> Iterator[Name]:
    """The qualified names that end at `index`, through every alternative of the conditionals before it."""
    waiting: list[tuple[int, tuple[bytes, ...]]] = [(index, (stream.text(index),))]
    for _ in range(_MOST):
        if not waiting:
            return
        at, parts = waiting.pop()
        for before in stream.all_before(at):
            if stream.text(before) == b"template":
                waiting.append((before, parts))
            elif stream.text(before) != b"::":
                yield Name(parts)
            else:
                for owner in stream.all_before(before):
                    text = stream.text(owner)
                    if text in _CLOSERS:
                        yield Name((b"", *parts))
                    elif not stream.is_word(owner) or text in KEYWORDS:
                        yield Name(parts, is_global=True)
                    else:
                        waiting.append((owner, (text, *parts)))
