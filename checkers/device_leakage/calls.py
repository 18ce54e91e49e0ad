"""Calls among the texts of tokens: told apart from declarations and definitions, with their arguments counted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from checkers.source.tokens import TokenKind, kind_of

if TYPE_CHECKING:
    from collections.abc import Sequence

_EXPRESSION_WORDS = frozenset(
    b"return co_return co_await co_yield throw case else do and or not xor and_eq or_eq xor_eq not_eq bitand bitor "
    b"compl new delete sizeof alignof typeid goto noexcept requires".split()
)
_BOUNDARIES = frozenset({b";", b"{", b"}", b":", b")", b"else", b"do"})
_TYPE_MARKS = frozenset({b"*", b"&", b"::", b"...", b"[", b"]"})
_OPEN = {b"(": b")", b"[": b"]", b"{": b"}"}
_CLOSE = frozenset(_OPEN.values())
_AFTER_TEMPLATE = frozenset({b"(", b")", b"::", b",", b"{", b"}", b">", b";"})
_APPLIED = frozenset({b")", b"]", b">"})
_LONGEST_DECLARATOR = 64


class Calls:
    """The calls among some tokens, which are given by their texts."""

    def __init__(self, texts: Sequence[bytes]) -> None:
        self._texts = texts
        self._pairs: dict[int, tuple[int, int]] | None = None

    def is_call(self, index: int, arguments: int | None) -> bool:
        """Whether the name at `index` is called there with that many arguments (None: any number).

        A declaration or definition of the name is no call. Where only a compiler could tell, it is one.
        """
        opening = _opening(self._texts, _beyond_parentheses(self._texts, index))
        if opening is None:
            return False
        closing, count = self._arguments(opening)
        if arguments is not None and count != arguments:
            return False
        return not _is_declared(self._texts, index, closing)

    def _arguments(self, opening: int) -> tuple[int, int]:
        """The number of the token that closes a call, and how many arguments stand before it."""
        if opening + 1 < len(self._texts) and self._texts[opening + 1] == b")":
            return opening + 1, 0
        if self._pairs is None:
            self._pairs = _bracket_pairs(self._texts)
        return self._pairs.get(opening, (len(self._texts), 1))


def _opening(texts: Sequence[bytes], index: int) -> int | None:
    """The number of the `(` after a name and its template arguments, None where there is none."""
    if index < len(texts) and texts[index] == b"<":
        index = _template_end(texts, index) or index
    return index if index < len(texts) and texts[index] == b"(" else None


def _beyond_parentheses(texts: Sequence[bytes], name: int) -> int:
    """The number of the token after a name and the parentheses that hold nothing but its expression: `(p.name)`."""
    first, index = name, name + 1
    while index < len(texts) and texts[index] == b")":
        first = _opening_before(texts, first)
        before = texts[first - 1] if first > 0 else b""
        if first < 0 or before in _APPLIED:
            return name + 1
        if _is_word(before) and before not in _EXPRESSION_WORDS:
            return name + 1
        index += 1
    return index


def _opening_before(texts: Sequence[bytes], index: int) -> int:
    """The number of the `(` around the token at `index`; negative where it is not near."""
    depth = 1
    for number in range(index - 1, max(index - _LONGEST_DECLARATOR, -1), -1):
        text = texts[number]
        depth += (text == b")") - (text == b"(")
        if depth == 0:
            return number
        if text in (b";", b"{", b"}", b","):
            break
    return -1


def _bracket_pairs(texts: Sequence[bytes]) -> dict[int, tuple[int, int]]:
    """For each opening bracket the number of its closing one, and how many comma-separated parts stand between."""
    pairs: dict[int, tuple[int, int]] = {}
    opened: list[int] = []
    commas: list[int] = []
    skip_to = 0
    for index, text in enumerate(texts):
        if index < skip_to:
            continue
        if text in _OPEN:
            opened.append(index)
            commas.append(0)
        elif text in _CLOSE and opened and _OPEN[texts[opened[-1]]] == text:
            pairs[opened.pop()] = (index, commas.pop() + 1)
        elif text == b"," and commas:
            commas[-1] += 1
        elif text == b"<" and index and _is_word(texts[index - 1]):
            skip_to = _template_end(texts, index) or 0
    return pairs


def _template_end(texts: Sequence[bytes], index: int) -> int | None:
    """The number after the `>` that closes the `<` at `index`, where that looks like template arguments."""
    depth = 0
    for number in range(index, min(index + _LONGEST_DECLARATOR, len(texts))):
        text = texts[number]
        if text in (b";", b"{", b"}", b"&&", b"||", b"(", b")"):
            return None
        depth += (text == b"<") - (text == b">") - 2 * (text == b">>")
        if depth <= 0:
            following = texts[number + 1] if number + 1 < len(texts) else b";"
            return number + 1 if following in _AFTER_TEMPLATE else None
    return None


def _is_declared(texts: Sequence[bytes], index: int, closing: int) -> bool:
    before = _before_qualifiers(texts, index)
    previous = texts[before] if before >= 0 else b""
    if previous in (b".", b"->"):
        return False
    if closing + 1 < len(texts) and texts[closing + 1] == b"{":
        return True
    if _is_word(previous):
        return previous not in _EXPRESSION_WORDS and (
            not _is_macro_like(previous) or _begins_declaration(texts, before)
        )
    return previous in (b"*", b"&", b">") and _begins_declaration(texts, before)


def _before_qualifiers(texts: Sequence[bytes], index: int) -> int:
    """The number of the token before a name and the qualifiers that lead to it (`a::b<c>::`)."""
    index -= 1
    if index >= 0 and texts[index] == b"template":
        index -= 1
    while index >= 0 and texts[index] == b"::":
        index = _before_template(texts, index - 1)
        if index >= 0 and _is_word(texts[index]) and texts[index] not in _EXPRESSION_WORDS:
            index -= 1
    return index


def _before_template(texts: Sequence[bytes], index: int) -> int:
    depth = 0
    for number in range(index, max(index - _LONGEST_DECLARATOR, -1), -1):
        text = texts[number]
        depth += (text == b">") + 2 * (text == b">>") - (text == b"<")
        if depth <= 0:
            return number - 1 if number < index else index
    return index


def _begins_declaration(texts: Sequence[bytes], index: int) -> bool:
    """Whether only what names a type stands from the statement's beginning up to the token at `index`."""
    depth = types = 0
    for number in range(index, max(index - _LONGEST_DECLARATOR, -1), -1):
        text = texts[number]
        if text in _BOUNDARIES and depth == 0:
            break
        if text in (b">", b">>"):
            depth += len(text)
        elif text == b"<":
            depth -= 1
        elif _is_word(text):
            if text in _EXPRESSION_WORDS:
                return False
            types += not _is_macro_like(text)
        elif depth == 0 and text not in _TYPE_MARKS:
            return False
        if depth < 0:
            return False
    return types > 0 and depth == 0


def _is_macro_like(name: bytes) -> bool:
    return name.isupper() and len(name) > 1


def _is_word(text: bytes) -> bool:
    return kind_of(text) is TokenKind.IDENTIFIER
