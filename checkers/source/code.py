"""One C++ or CUDA file, read: its tokens with what is live among them, as a fact for `Sources.fact`."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from checkers.source.conditions import Lookup, nothing_known
from checkers.source.dead import dead_statements
from checkers.source.lexer import lex
from checkers.source.preprocess import reach
from checkers.source.text import SourceText

if TYPE_CHECKING:
    from checkers.source.lexer import Lexed
    from checkers.source.preprocess import Ranges, Reach


@dataclass(frozen=True)
class Code:
    """A file's bytes and tokens. What costs more is computed when it is first asked for."""

    data: bytes
    lexed: Lexed

    @cached_property
    def text(self) -> SourceText:
        """Lines and columns; logical lines are without comments."""
        return SourceText(self.data, self.lexed.comments)

    @cached_property
    def reach(self) -> Reach:
        """What the preprocessor reaches in some build."""
        return reach(self.data, self.lexed.directives)

    def reach_where(self, lookup: Lookup = nothing_known) -> Reach:
        """What the preprocessor reaches when something is known of macros."""
        return reach(self.data, self.lexed.directives, lookup)

    @cached_property
    def dead_statements(self) -> Ranges:
        """Statements that never run; they hold for ordinary tokens, not for directives among them."""
        return dead_statements(self.lexed, self.reach)

    def is_live(self, offset: int) -> bool:
        """Whether an ordinary token that begins there is compiled in some build, and can run."""
        return offset not in self.reach.dead and offset not in self.dead_statements


def read_code(data: bytes) -> Code:
    """Read a file; never fails."""
    return Code(data, lex(data))
