"""Names in the heads of namespaces, classes and functions, and in aliases."""

from __future__ import annotations

from typing import TYPE_CHECKING

from checkers.source.symbols import Name
from checkers.source.tokens import TokenKind

if TYPE_CHECKING:
    from collections.abc import Iterator

    from checkers.source.frames import Frame
    from checkers.source.mentions import Mentions

_HEADER_TOKENS = 400
_NOT_NAMES = frozenset(
    b"final alignas __attribute__ __declspec virtual public private protected inline typename".split()
)
_BEFORE_NAMESPACE = frozenset({b"namespace", b"::", b"inline", b"]", b")"})


class Heads:
    """Reads names at stated places of a stream."""

    def __init__(self, mentions: Mentions) -> None:
        self.mentions, self.scopes, self.stream = mentions, mentions.scopes, mentions.stream

    def function(self, frame: Frame) -> Name | None:
        """The qualified name of the function whose body a block is; None for a plain name and for other blocks."""
        stream, index = self.stream, frame.header
        for _ in range(_HEADER_TOKENS):
            text, after = stream.text(index), stream.after(index)
            if index >= frame.opener:
                return None
            if text == b"template" and stream.text(after) == b"<":
                after = stream.after(stream.close_angle(after))
            elif text == b"(":
                name = self._before_parameters(index)
                if name:
                    return name if len(name.parts) > 1 else None
                after = stream.after(self.scopes.closers.get(index, index))
            index = after
        return None

    def _before_parameters(self, opener: int) -> Name | None:
        """The qualified name in front of a parameter list; None where other brackets open there."""
        stream = self.stream
        last = stream.before(opener)
        if last < 0 or stream.text(last) in _NOT_NAMES | {b"decltype", b"explicit", b"noexcept"}:
            return None
        if not stream.is_word(last):
            before = stream.before(last)
            if stream.text(before) != b"operator":
                return None
            last = before
        if stream.text(stream.before(last)) == b"~":
            last = stream.before(last)
        return self.mentions.qualified(last)[0]

    def namespace(self, frame: Frame) -> Iterator[tuple[bytes, bool]]:
        """The names of `namespace a::inline b`, each with whether it is inline."""
        stream, is_inline = self.stream, False
        for index in range(frame.key + 1, frame.opener):
            text = stream.text(index)
            if not stream.is_word(index):
                continue
            if text == b"inline":
                is_inline = True
            elif stream.text(stream.before(index)) in _BEFORE_NAMESPACE:
                yield text, is_inline
                is_inline = False

    def class_(self, frame: Frame) -> tuple[list[bytes], list[Name]]:
        """A class's name (qualified: its parts) and its bases."""
        name: list[bytes] = []
        bases: list[Name] = []
        index, in_bases = frame.key + 1, False
        for _ in range(_HEADER_TOKENS):
            if index >= frame.opener:
                break
            token, after = self.stream.tokens[index], self.stream.after(index)
            if token.text == b"<":
                after = self.stream.after(self.stream.close_angle(index))
            elif token.text in (b"(", b"["):
                after = self.stream.after(self.scopes.closers.get(index, index))
            elif token.text == b":":
                in_bases = True
            elif token.kind is TokenKind.IDENTIFIER and token.text not in _NOT_NAMES:
                if not in_bases:
                    name = [*name, token.text] if self.stream.text(index - 1) == b"::" else [token.text]
                elif self.stream.text(after) != b"::":
                    bases.append(self.mentions.qualified(index)[0])
            index = after
        return name, bases

    def qualified(self, index: int, ends: bytes = b"") -> Name | None:
        """The qualified name that begins at `index`; None where something else does, or does not end as demanded."""
        stream = self.stream
        parts: list[bytes] = []
        is_global = stream.text(index) == b"::"
        at = stream.after(index) if is_global else index
        for _ in range(_HEADER_TOKENS):
            if stream.text(at) in (b"typename", b"template"):
                at = stream.after(at)
            if not stream.is_word(at):
                return None
            parts.append(stream.text(at))
            at = stream.after(at)
            if stream.text(at) != b"::":
                break
            at = stream.after(at)
        return Name(tuple(parts), is_global) if not ends or stream.text(at) == ends else None
