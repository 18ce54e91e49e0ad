"""Functions that a C++ file defines, and the statement that leaves one at once."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from bot.mutation.edits.cpp_names import site
from bot.mutation.edits.refusal import NotApplied
from checkers.source.frames import OUTER, FrameKind
from checkers.source.tokens import TokenKind

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bot.mutation.edits.cpp_names import AskedName
    from checkers.source.outline import Outline

_HEAD_TOKENS = 2000
_SPECIFIERS = frozenset(
    b"static inline extern constexpr consteval constinit virtual explicit friend const volatile __global__ __device__ "
    b"__host__ __forceinline__ __inline__ __noinline__ public private protected typename template : ".split()
)
_LEAVES_COROUTINE = frozenset({b"co_await", b"co_return", b"co_yield"})
_NO_NAME_BEFORE = frozenset({b",", b".", b"->", b"(", b"=", b"return", b"new", b"&&", b"||"})


class Definition(NamedTuple):
    """A function's definition by token indices: its `name`, and where its name with all qualifiers begins (`first`).

    `head` is where the definition begins, `parameters` the opening bracket of its parameters, `body` its opening
    brace; `class_name` is the name of the class around it, empty where there is none.
    """

    name: int
    first: int
    head: int
    parameters: int
    body: int
    class_name: bytes


def definitions(outline: Outline, asked: AskedName) -> list[Definition]:
    """The live definitions of a name that have a body, in the order of the file.

    Lambdas have no name, so none is found; what a macro's invocation defines is found by the macro's name.
    """
    return sorted(_definitions(outline, asked))


def _definitions(outline: Outline, asked: AskedName) -> Iterator[Definition]:
    stream, bodies = outline.stream, _Bodies(outline)
    for index, cell in outline.scopes.places.items():
        if cell.frame.kind not in OUTER | {FrameKind.CLASS} or cell.has_members or cell.has_value:
            continue
        found = site(outline, asked, index, cell, outward=False)
        if found is None or stream.text(found.after) != b"(" or not outline.code.is_live(stream.tokens[index].start):
            continue
        body = bodies.behind(found.after)
        if body is not None and stream.text(stream.before(found.first)) not in _NO_NAME_BEFORE:
            around = outline.around(cell.frame) if cell.frame.kind is FrameKind.CLASS else ()
            class_name = around[-1] if around else b""
            yield Definition(index, found.first, cell.start, found.after, body, class_name)


class _Bodies:
    """The bodies that follow parameter lists. Each token is passed once, however many lists stand in front of it."""

    def __init__(self, outline: Outline) -> None:
        self.outline, self.stream = outline, outline.stream
        self._blocks = frozenset(outline.scopes.blocks)
        self._known: dict[int, int | None] = {}

    def behind(self, parameters: int) -> int | None:
        """The opening brace of the body behind the parameter list at an index; None for a declaration."""
        passed: list[int] = []
        at, body = parameters, None
        while at not in self._known:
            passed.append(at)
            close = self.outline.closer(at)
            at = self.stream.after(at if close is None else close)
            text = self.stream.text(at)
            if text == b"{" and at in self._blocks:
                body = at
                break
            if text in (b"", b";", b"}", b"="):
                break
        body = self._known.get(at, body)
        self._known.update(dict.fromkeys(passed, body))
        return body


def early_return(outline: Outline, function: Definition, value: str | None) -> bytes:
    """The statement; without a value it returns nothing, or `{}` where the function returns something.

    A constructor's members are initialised before it. Raises NotApplied where what is returned cannot be told.
    """
    body = _texts(outline, function.body, outline.closer(function.body))
    word = b"co_return" if _LEAVES_COROUTINE.intersection(body) else b"return"
    if value is not None:
        return b"%s %s;" % (word, value.encode("utf-8", "surrogateescape"))
    if word == b"co_return":
        return b"co_return {};" if _gives_value(body, word) else b"co_return;"
    return b"return {};" if _returns_something(outline, function, body) else b"return;"


def _texts(outline: Outline, first: int, last: int | None) -> list[bytes]:
    tokens = outline.stream.tokens
    return [token.text for token in tokens[first : len(tokens) if last is None else last]]


def _gives_value(body: Sequence[bytes], word: bytes) -> bool:
    return any(text == word and after != b";" for text, after in pairwise(body))


def _returns_something(outline: Outline, function: Definition, body: Sequence[bytes]) -> bool:
    kind = _trailing_type(outline, function) or _leading_type(outline, function)
    if not kind or _is_constructor(outline, function):
        return False
    if kind[-1] in (b"&", b"&&"):
        raise NotApplied("the function returns a reference, for which nothing can stand: give the value to return")
    if b"void" in kind:
        return b"*" in kind[kind.index(b"void") :]
    if b"auto" in kind and _gives_value(body, b"return"):
        raise NotApplied("the function's type is deduced from what it returns: give the value to return")
    return b"auto" not in kind


def _is_constructor(outline: Outline, function: Definition) -> bool:
    """Whether it is one, or a destructor."""
    stream = outline.stream
    name, before = stream.text(function.name), stream.before(function.name)
    if stream.text(before) == b"::":
        return stream.text(stream.before(before)) == name
    return stream.text(before) == b"~" or function.class_name == name


def _trailing_type(outline: Outline, function: Definition) -> list[bytes]:
    """What stands behind `->`; nothing where no such type is given."""
    stream = outline.stream
    at = outline.closer(function.parameters) or function.parameters
    for _ in range(_HEAD_TOKENS):
        at = stream.after(outline.closer(at) or at)
        if at >= function.body or stream.text(at) in (b":", b"requires", b"try"):
            return []
        if stream.text(at) == b"->":
            return _type(outline, stream.after(at), function.body)
    return []


def _leading_type(outline: Outline, function: Definition) -> list[bytes]:
    """What stands before the name; a conversion's type is its name."""
    stream = outline.stream
    kind = _type(outline, function.head, function.first)
    is_conversion = stream.text(function.name) == b"operator" and stream.text(stream.after(function.name)) != b"("
    return [b"operator"] if is_conversion and not kind else kind


def _type(outline: Outline, first: int, end: int) -> list[bytes]:
    """The words of a type between two tokens, without specifiers, attributes, strings and template arguments."""
    stream = outline.stream
    kind: list[bytes] = []
    at = first
    while at < min(end, first + _HEAD_TOKENS):
        token, behind = stream.tokens[at], at
        if token.text == b"<":
            behind = stream.close_angle(at)
        elif token.text == b"[" and stream.text(stream.after(at)) == b"[":
            behind = outline.closer(at) or at
        elif token.text in (b":", b"requires", b"try") and kind:
            break
        elif token.kind is not TokenKind.STRING and token.text not in _SPECIFIERS:
            kind.append(token.text)
        at = stream.after(behind)
    return kind
