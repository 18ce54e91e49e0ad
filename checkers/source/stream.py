"""The tokens that a compiler may see, live branches one after another, as one list with the turns between them."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from checkers.source.angles import angle_closers, near_closer
from checkers.source.tokens import TokenKind, Tokens, kind_of

if TYPE_CHECKING:
    from checkers.source.branches import Branch
    from checkers.source.macros import MacroEvent
    from checkers.source.tokens import Token

_REFERENCES = frozenset({b"*", b"&", b"&&", b"..."})
_AFTER_PARAMETER = frozenset({b",", b")", b"=", b"["})


class Turn(Enum):
    """What happens between two tokens of a stream."""

    OPEN = "a conditional begins"
    NEXT = "its next alternative begins"
    CLOSE = "it ends"
    SEAL = "a macro's body begins, read at its definition"
    UNSEAL = "that body ends"


class Include(NamedTuple):
    """An `#include` at a place of the stream; `target` with its brackets or quotes."""

    at: int
    target: bytes
    branch: Branch | None


@dataclass(eq=False)
class Stream:
    """Tokens with the turns between them. `following` and `preceding` hold where a neighbour is not the next index."""

    tokens: Tokens = field(default_factory=Tokens)
    turns: list[tuple[int, Turn]] = field(default_factory=list)
    following: dict[int, int] = field(default_factory=dict)
    preceding: dict[int, int] = field(default_factory=dict)
    joined: dict[int, tuple[int, ...]] = field(default_factory=dict)
    """Where a conditional ends before a token: the last tokens of all that builds can read before it."""
    includes: list[Include] = field(default_factory=list)
    events: list[MacroEvent] = field(default_factory=list)
    """The file's own definitions, in order."""
    too_large: list[Token] = field(default_factory=list)
    """Macro names whose expansion could not be read."""
    redefines_words: bool = False
    """Whether a macro stands for one of the words that make a statement dead."""
    replaced: list[tuple[int, int]] = field(default_factory=list)
    """Byte ranges of the source that expansions took the place of, in order."""
    _starts: list[int] = field(default_factory=lambda: [0])
    _branches: list[Branch | None] = field(default_factory=lambda: [None])

    def after(self, index: int) -> int:
        """The index of the token that follows in the same build."""
        return self.following.get(index, index + 1)

    def before(self, index: int) -> int:
        """The index of the token that precedes in the same build; negative at the start."""
        return self.preceding.get(index, index - 1)

    def all_before(self, index: int) -> tuple[int, ...]:
        """The indices of the tokens that precede in some build; negative at the start."""
        return self.joined.get(index) or (self.before(index),)

    def text(self, index: int) -> bytes:
        """A token's text, empty beyond both ends."""
        texts = self.tokens.texts
        return texts[index] if 0 <= index < len(texts) else b""

    def is_word(self, index: int) -> bool:
        """Whether a token is an identifier or a keyword; not beyond both ends."""
        return kind_of(self.text(index)) is TokenKind.IDENTIFIER

    def close_angle(self, opener: int) -> int:
        """The index of the `>` that closes the `<` at `opener`; `opener` itself where it is no bracket.

        Most are closed a few tokens on; all of a file's are matched once one is not.
        """
        closer = near_closer(self, opener)
        return self._angles.get(opener, opener) if closer is None else closer

    def closes_angle(self, index: int) -> bool:
        """Whether the token at an index closes a `<`."""
        return index in self._closing_angles

    @cached_property
    def _closing_angles(self) -> frozenset[int]:
        return frozenset(self._angles.values())

    @cached_property
    def _angles(self) -> dict[int, int]:
        """Read when the stream is whole."""
        return angle_closers(self.tokens, self.following)

    def head(self, index: int) -> bytes:
        """The first word of the statement that begins at a token, `export` apart."""
        return self.text(self.after(index) if self.text(index) == b"export" else index)

    def branch(self, index: int) -> Branch | None:
        """The branch that a token stands in."""
        return self._branches[bisect_right(self._starts, index) - 1]

    def enter(self, branch: Branch | None) -> None:
        """What is added from now on stands in that branch."""
        self._starts.append(len(self.tokens))
        self._branches.append(branch)

    def has_parameters(self, opener: int, closer: int) -> bool:
        """Whether what stands between two parentheses declares something: `Type name`, `Type&` or `Type* name`."""
        before, index = opener, self.after(opener)
        while 0 <= before < index < closer:
            following = self.after(index)
            if self._is_declared(before, index, self.text(following)):
                return True
            before, index = index, following
        return False

    def _is_declared(self, before: int, index: int, following: bytes) -> bool:
        ends = following in _AFTER_PARAMETER
        if self.text(index) in _REFERENCES:
            return ends
        return ends and self.is_word(index) and (self.is_word(before) or self.text(before) in _REFERENCES)
