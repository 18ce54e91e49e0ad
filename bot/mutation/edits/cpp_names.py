"""Names of C++ functions as a table writes them, and where a file writes them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from bot.mutation.edits.refusal import NotApplied, quoted
from checkers.source.lexer import lex
from checkers.source.tokens import TokenKind

if TYPE_CHECKING:
    from collections.abc import Sequence

    from checkers.source.frames import Cell
    from checkers.source.outline import Outline

_MEMBER = frozenset({b".", b"->", b".*", b"->*"})


class AskedName(NamedTuple):
    """A name by its tokens. `anchor` is the identifier (or `operator`) to look for, `rest` what follows it.

    `before` are the tokens in front: qualifiers with `::`, or the object of a member with `.` and `->`.
    """

    anchor: bytes
    is_destructor: bool
    rest: tuple[bytes, ...]
    before: tuple[bytes, ...]

    @property
    def qualifiers(self) -> tuple[bytes, ...]:
        """The names in front, without their `::`."""
        return tuple(text for text in self.before if text != b"::")

    @property
    def is_plain(self) -> bool:
        """Whether any function of that name is meant."""
        return not self.before

    @property
    def is_member(self) -> bool:
        """Whether an object stands in front, which is compared as it is written."""
        return any(text in _MEMBER for text in self.before)


class Site(NamedTuple):
    """A name in the stream: the index of its first token with all qualifiers, and of what follows it."""

    first: int
    after: int


def asked_name(text: str) -> AskedName:
    """Read a name such as `Function`, `space::Function`, `Class::~Class` or `operator()`. Raises NotApplied."""
    tokens = lex(text.encode("utf-8", "surrogateescape")).tokens
    texts = tuple(token.text for token in tokens)
    at = _anchor(texts)
    if at is None or tokens[at].kind is not TokenKind.IDENTIFIER:
        raise NotApplied(f"{quoted(text)} is no name of a function, such as space::Function")
    is_destructor = at > 0 and texts[at - 1] == b"~"
    return AskedName(texts[at], is_destructor, texts[at + 1 :], texts[: at - is_destructor])


def _anchor(texts: Sequence[bytes]) -> int | None:
    """Where the name proper begins: at `operator`, in front of template arguments, or at the last token."""
    if b"operator" in texts:
        return texts.index(b"operator")
    if b"<" in texts:
        return texts.index(b"<") - 1 if texts[0] != b"<" else None
    return len(texts) - 1 if texts else None


def site(outline: Outline, asked: AskedName, index: int, cell: Cell, *, outward: bool) -> Site | None:
    """The name at an index, if it is the one asked for.

    A qualified name is also the one that is written shorter within the namespace or class that it names; with
    `outward` (a use, not a definition) within one that lies in it, too.
    """
    after = _after(outline, asked, index)
    last = outline.stream.before(index) if asked.is_destructor else index
    if after is None or outline.stream.text(after) == b"::":
        return None
    if asked.is_destructor != (outline.stream.text(outline.stream.before(index)) == b"~"):
        return None
    name, first = outline.mentions.qualified(last)
    if asked.is_plain:
        return Site(first, after)
    if asked.is_member:
        return Site(first, after) if _stands_before(outline, asked.before, first) else None
    if outline.stream.text(outline.stream.before(first)) in _MEMBER:
        return None
    around = () if name.is_global else outline.around(cell.frame)
    return Site(first, after) if _is_meant(asked, name.parts[:-1], around, outward=outward) else None


def _after(outline: Outline, asked: AskedName, index: int) -> int | None:
    """The index behind the name and its template arguments; None where it is another name."""
    stream = outline.stream
    at = stream.after(index)
    for text in asked.rest:
        if stream.text(at) != text:
            return None
        at = stream.after(at)
    if stream.text(at) == b"<" and not asked.rest:
        close = stream.close_angle(at)
        return stream.after(close) if close != at else at
    return at


def _stands_before(outline: Outline, texts: Sequence[bytes], index: int) -> bool:
    stream = outline.stream
    at = index
    for text in reversed(texts):
        at = stream.before(at)
        if stream.text(at) != text:
            return False
    return True


def _is_meant(asked: AskedName, written: tuple[bytes, ...], around: tuple[bytes, ...], *, outward: bool) -> bool:
    qualifiers = asked.qualifiers
    for count in range(len(around), -1, -1) if outward else (len(around),):
        whole = (*around[:count], *written)
        if whole == qualifiers or (asked.before[0] != b"::" and whole[-len(qualifiers) :] == qualifiers):
            return True
    return False
