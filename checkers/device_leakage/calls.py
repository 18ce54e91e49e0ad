"""Calls among tokens: told apart from declarations and definitions, with their arguments counted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from checkers.source.tokens import TokenKind

if TYPE_CHECKING:
    from collections.abc import Sequence

    from checkers.source.tokens import Token

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
    """The calls of one list of tokens."""

    def __init__(self, tokens: Sequence[Token]) -> None:
        self._tokens = tokens
        self._pairs: dict[int, tuple[int, int]] | None = None

    def is_call(self, index: int, arguments: int | None) -> bool:
        """Whether the name at `index` is called there with that many arguments (None: any number).

        A declaration or definition of the name is no call. Where only a compiler could tell, it is one.
        """
        opening = _opening(self._tokens, _beyond_parentheses(self._tokens, index))
        if opening is None:
            return False
        closing, count = self._arguments(opening)
        if arguments is not None and count != arguments:
            return False
        return not _is_declared(self._tokens, index, closing)

    def _arguments(self, opening: int) -> tuple[int, int]:
        """The number of the token that closes a call, and how many arguments stand before it."""
        if opening + 1 < len(self._tokens) and self._tokens[opening + 1].text == b")":
            return opening + 1, 0
        if self._pairs is None:
            self._pairs = _bracket_pairs(self._tokens)
        return self._pairs.get(opening, (len(self._tokens), 1))


def _opening(tokens: Sequence[Token], index: int) -> int | None:
    """The number of the `(` after a name and its template arguments, None where there is none."""
    if index < len(tokens) and tokens[index].text == b"<":
        index = _template_end(tokens, index) or index
    return index if index < len(tokens) and tokens[index].text == b"(" else None


def _beyond_parentheses(tokens: Sequence[Token], name: int) -> int:
    """The number of the token after a name and the parentheses that hold nothing but its expression: `(p.name)`."""
    first, index = name, name + 1
    while index < len(tokens) and tokens[index].text == b")":
        first = _opening_before(tokens, first)
        before = tokens[first - 1] if first > 0 else None
        if first < 0 or (before and before.text in _APPLIED):
            return name + 1
        if before and before.kind is TokenKind.IDENTIFIER and before.text not in _EXPRESSION_WORDS:
            return name + 1
        index += 1
    return index


def _opening_before(tokens: Sequence[Token], index: int) -> int:
    """The number of the `(` around the token at `index`; negative where it is not near."""
    depth = 1
    for number in range(index - 1, max(index - _LONGEST_DECLARATOR, -1), -1):
        text = tokens[number].text
        depth += (text == b")") - (text == b"(")
        if depth == 0:
            return number
        if text in (b";", b"{", b"}", b","):
            break
    return -1


def _bracket_pairs(tokens: Sequence[Token]) -> dict[int, tuple[int, int]]:
    """For each opening bracket the number of its closing one, and how many comma-separated parts stand between."""
    pairs: dict[int, tuple[int, int]] = {}
    opened: list[int] = []
    commas: list[int] = []
    skip_to = 0
    for index, token in enumerate(tokens):
        text = token.text
        if index < skip_to:
            continue
        if text in _OPEN:
            opened.append(index)
            commas.append(0)
        elif text in _CLOSE and opened and _OPEN[tokens[opened[-1]].text] == text:
            pairs[opened.pop()] = (index, commas.pop() + 1)
        elif text == b"," and commas:
            commas[-1] += 1
        elif text == b"<" and index and tokens[index - 1].kind is TokenKind.IDENTIFIER:
            skip_to = _template_end(tokens, index) or 0
    return pairs


def _template_end(tokens: Sequence[Token], index: int) -> int | None:
    """The number after the `>` that closes the `<` at `index`, where that looks like template arguments."""
    depth = 0
    for number in range(index, min(index + _LONGEST_DECLARATOR, len(tokens))):
        text = tokens[number].text
        if text in (b";", b"{", b"}", b"&&", b"||", b"(", b")"):
            return None
        depth += (text == b"<") - (text == b">") - 2 * (text == b">>")
        if depth <= 0:
            following = tokens[number + 1].text if number + 1 < len(tokens) else b";"
            return number + 1 if following in _AFTER_TEMPLATE else None
    return None


def _is_declared(tokens: Sequence[Token], index: int, closing: int) -> bool:
    before = _before_qualifiers(tokens, index)
    previous = tokens[before] if before >= 0 else None
    if previous is not None and previous.text in (b".", b"->"):
        return False
    if closing + 1 < len(tokens) and tokens[closing + 1].text == b"{":
        return True
    if previous is None:
        return False
    if previous.kind is TokenKind.IDENTIFIER:
        return previous.text not in _EXPRESSION_WORDS and (
            not _is_macro_like(previous.text) or _begins_declaration(tokens, before)
        )
    return previous.text in (b"*", b"&", b">") and _begins_declaration(tokens, before)


def _before_qualifiers(tokens: Sequence[Token], index: int) -> int:
    """The number of the token before a name and the qualifiers that lead to it (`a::b<c>::`)."""
    index -= 1
    if index >= 0 and tokens[index].text == b"template":
        index -= 1
    while index >= 0 and tokens[index].text == b"::":
        index = _before_template(tokens, index - 1)
        if index >= 0 and tokens[index].kind is TokenKind.IDENTIFIER and tokens[index].text not in _EXPRESSION_WORDS:
            index -= 1
    return index


def _before_template(tokens: Sequence[Token], index: int) -> int:
    depth = 0
    for number in range(index, max(index - _LONGEST_DECLARATOR, -1), -1):
        text = tokens[number].text
        depth += (text == b">") + 2 * (text == b">>") - (text == b"<")
        if depth <= 0:
            return number - 1 if number < index else index
    return index


def _begins_declaration(tokens: Sequence[Token], index: int) -> bool:
    """Whether only what names a type stands from the statement's beginning up to the token at `index`."""
    depth = types = 0
    for number in range(index, max(index - _LONGEST_DECLARATOR, -1), -1):
        token = tokens[number]
        if token.text in _BOUNDARIES and depth == 0:
            break
        if token.text in (b">", b">>"):
            depth += len(token.text)
        elif token.text == b"<":
            depth -= 1
        elif token.kind is TokenKind.IDENTIFIER:
            if token.text in _EXPRESSION_WORDS:
                return False
            types += not _is_macro_like(token.text)
        elif depth == 0 and token.text not in _TYPE_MARKS:
            return False
        if depth < 0:
            return False
    return types > 0 and depth == 0


def _is_macro_like(name: bytes) -> bool:
    return name.isupper() and len(name) > 1
