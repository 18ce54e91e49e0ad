"""Conditions in a C++ file: of `if`, `while`, `for`, the ternary operator and assertions."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from bot.mutation.edits.refusal import NotApplied, quoted
from checkers.source.lexer import lex
from checkers.source.tokens import TokenKind

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from checkers.source.outline import Outline
    from checkers.source.tokens import Token

_MACRO = re.compile(rb"[A-Z][A-Z0-9_]+|assert|static_assert")
"""What takes a condition as its first argument where it stands as a statement."""
_BEFORE_STATEMENT = frozenset({b"", b";", b"{", b"}", b":", b")", b"else", b"do"})
_BEFORE_CONDITION = frozenset(
    b"( [ { } , ; ? : return co_return co_yield throw else do case = += -= *= /= %= &= |= ^= <<= >>=".split()
) | {b""}
"""What stands before the condition of a ternary operator: what binds less than its operators do."""
_POINTS = frozenset({b"*", b"&", b"&&", b">"})


def asked_condition(text: str) -> list[Token]:
    """The tokens of a condition as a table writes it. Raises NotApplied."""
    tokens = list(lex(text.encode("utf-8", "surrogateescape")).tokens)
    if not tokens:
        raise NotApplied(f"{quoted(text)} is no condition")
    if _declares(tokens):
        raise NotApplied(f"{quoted(text)} declares a variable, which cannot be negated: use find and with")
    return tokens


def _declares(tokens: Sequence[Token]) -> bool:
    for before, name, equals in zip(tokens, tokens[1:], tokens[2:], strict=False):
        if equals.text == b"=" and name.kind is TokenKind.IDENTIFIER:
            return before.kind is TokenKind.IDENTIFIER or before.text in _POINTS
    return False


def conditions(outline: Outline, asked: Sequence[Token]) -> list[tuple[int, int]]:
    """The byte ranges of live conditions that hold those very tokens, in the order of the file.

    A condition may stand in brackets of its own.
    """
    texts, tokens = [token.text for token in asked], outline.stream.tokens
    found = set()
    for first, last in _candidates(outline, len(texts)):
        is_asked = last - first + 1 == len(texts) and [token.text for token in tokens[first : last + 1]] == texts
        if is_asked and outline.code.is_live(tokens[first].start):
            found.add((tokens[first].start, tokens[last].end))
    return sorted(found)


def _candidates(outline: Outline, length: int) -> Iterator[tuple[int, int]]:
    """The first and last token of each condition, and of what stands in its brackets if those are all that it is."""
    stream = outline.stream
    for index, token in enumerate(stream.tokens):
        text, after = token.text, stream.after(index)
        if text == b"?":
            yield from _before_question_mark(outline, index, length)
        elif text in (b"if", b"while", b"for"):
            yield from _bare(outline, _in_head(outline, text, after))
        elif token.kind is TokenKind.IDENTIFIER and stream.text(after) == b"(" and _MACRO.fullmatch(text):
            yield from _bare(outline, _first_argument(outline, index, after))


def _bare(outline: Outline, found: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Each range, and what is left of it without the brackets around it."""
    for first, last in found:
        yield first, last
        while outline.stream.text(first) == b"(" and outline.closer(first) == last:
            first, last = first + 1, last - 1
            yield first, last


def _before_question_mark(outline: Outline, index: int, length: int) -> Iterator[tuple[int, int]]:
    """The condition of a ternary operator by its end; in the form without a middle operand it is a value as well."""
    stream = outline.stream
    last = stream.before(index)
    if stream.text(stream.after(index)) == b":":
        return
    opener = outline.openers.get(last)
    if opener is not None and _may_begin(outline, opener):
        yield from _bare(outline, [(opener, last)])
    first = last - length + 1
    if first >= 0 and _may_begin(outline, first):
        yield first, last


def _may_begin(outline: Outline, index: int) -> bool:
    stream = outline.stream
    before = stream.before(index)
    text = stream.text(before)
    if text == b")":
        return stream.text(stream.before(outline.openers.get(before, 0))) in (b"if", b"while", b"for", b"switch")
    return text in _BEFORE_CONDITION


def _in_head(outline: Outline, keyword: bytes, index: int) -> Iterator[tuple[int, int]]:
    """The condition in the brackets after a keyword, between or behind the semicolons in them."""
    stream = outline.stream
    if stream.text(index) == b"constexpr":
        index = stream.after(index)
    close = outline.closer(index) if stream.text(index) == b"(" else None
    if close is None:
        return
    marks = [index, *_semicolons(outline, index + 1, close), close]
    if keyword == b"for":
        if len(marks) == 4:
            yield marks[1] + 1, marks[2] - 1
    else:
        yield marks[-2] + 1, close - 1


def _semicolons(outline: Outline, first: int, end: int) -> Iterator[int]:
    at = first
    while at < end:
        if outline.stream.text(at) == b";":
            yield at
        at = (outline.closer(at) or at) + 1


def _first_argument(outline: Outline, name: int, opener: int) -> Iterator[tuple[int, int]]:
    stream = outline.stream
    close = outline.closer(opener)
    if close is None or stream.text(stream.before(name)) not in _BEFORE_STATEMENT:
        return
    at = opener + 1
    while at < close and stream.text(at) != b",":
        at = (outline.closer(at) or at) + 1
    yield opener + 1, at - 1
