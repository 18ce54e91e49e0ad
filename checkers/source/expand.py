"""Macro expansion as C++ does it, with one result for each set of branches that the definitions stand in."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from checkers.source.tokens import Token, TokenKind

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from checkers.source.macros import Choice, Macro

_RESULTS = 16
TOKENS = 5_000
"""The most that one expansion may cost, in tokens."""
_DEPTH = 200
_IDENTIFIER = re.compile(rb"[A-Za-z_$\x80-\xff\\][\w$\x80-\xff\\]*+")
_PLACEHOLDER = Token(TokenKind.IDENTIFIER, b"\0parameter", 0, 0)


class TooLarge(Exception):  # noqa: N818 - a signal between two functions, not an error
    """An expansion grew beyond what is read."""


class Expansion(NamedTuple):
    """One result: the tokens, and how many tokens of the source they replace."""

    tokens: list[Token]
    consumed: int


class _Hidden(NamedTuple):
    """The macros that a token must not be expanded as again, innermost first."""

    name: bytes
    outer: _Hidden | None
    depth: int


_Pending = tuple[Token, "_Hidden | None"]


def expand(tokens: Sequence[Token], start: int, limit: int, look_up: Callable[[bytes], Choice]) -> list[Expansion]:
    """Every result of expanding the macro name at `start`; arguments are taken from before `limit`.

    Raises TooLarge.
    """
    results, path = [], list[tuple[int, int]]()
    while True:
        run = _Run(tokens, start, limit, look_up, [chosen for chosen, _ in path])
        results.append(run.expansion())
        path = run.taken
        while path and path[-1][0] + 1 >= path[-1][1]:
            path.pop()
        if not path:
            return results
        path[-1] = (path[-1][0] + 1, path[-1][1])
        if len(results) == _RESULTS:
            raise TooLarge


def body_with_placeholders(macro: Macro) -> list[Token]:
    """A macro's body as it reads at its definition: names of parameters stand for nothing."""
    arguments = [[_PLACEHOLDER] for _ in macro.parameters or ()]
    place = Token(TokenKind.IDENTIFIER, macro.name, macro.start, macro.end)
    return [token for token, _ in _substituted(macro, arguments, place, None)]


class _Run:
    """One expansion with fixed choices, after Prosser's algorithm; arguments are rescanned, not expanded first."""

    def __init__(
        self,
        tokens: Sequence[Token],
        start: int,
        limit: int,
        look_up: Callable[[bytes], Choice],
        choices: list[int],
    ) -> None:
        self.tokens, self.next, self.limit = tokens, start + 1, limit
        self.start = start
        self.look_up, self.choices = look_up, choices
        self.taken: list[tuple[int, int]] = []
        self.pending: list[_Pending] = [(tokens[start], None)]
        self.work = 0

    def expansion(self) -> Expansion:
        """Expand until nothing is left to rescan."""
        done: list[Token] = []
        while self.pending:
            token, hidden = self.pending.pop()
            self._count(1)
            macro = self._macro(token, hidden)
            if macro is None or not self._replace(macro, token, hidden):
                done.append(token)
        return Expansion(done, self.next - self.start)

    def _count(self, size: int) -> None:
        self.work += size
        if self.work > TOKENS:
            raise TooLarge

    def _macro(self, token: Token, hidden: _Hidden | None) -> Macro | None:
        if token.kind is not TokenKind.IDENTIFIER:
            return None
        choice = self.look_up(token.text)
        if not choice.macros or _is_hidden(token.text, hidden):
            return None
        options: list[Macro | None] = [*choice.macros]
        if choice.may_be_undefined:
            options.append(None)
        if len(options) == 1:
            return options[0]
        number = len(self.taken)
        chosen = self.choices[number] if number < len(self.choices) else 0
        self.taken.append((chosen, len(options)))
        return options[chosen]

    def _replace(self, macro: Macro, token: Token, hidden: _Hidden | None) -> bool:
        """Put the body in place of the name and its arguments; False where it is not invoked here."""
        arguments: list[list[Token]] = []
        if macro.parameters is not None:
            found = self._arguments(macro)
            if found is None:
                return False
            arguments = found
        if hidden and hidden.depth >= _DEPTH:
            raise TooLarge
        inner = _Hidden(macro.name, hidden, hidden.depth + 1 if hidden else 1)
        result = _substituted(macro, arguments, token, inner)
        self._count(len(result))
        self.pending.extend(reversed(result))
        return True

    def _arguments(self, macro: Macro) -> list[list[Token]] | None:
        """Take the arguments, from what is pending and then from the source; None (nothing taken) without `(`."""
        if self._peek() != b"(":
            return None
        self._take()
        arguments: list[list[Token]] = [[]]
        depth, count = 1, len(macro.parameters or ())
        while token := self._take_in_argument():
            depth += (token.text == b"(") - (token.text == b")")
            if depth == 0:
                return arguments
            is_rest = macro.is_variadic and len(arguments) == count
            if token.text == b"," and depth == 1 and not is_rest:
                arguments.append([])
            else:
                arguments[-1].append(token)
        raise TooLarge

    def _take_in_argument(self) -> Token | None:
        """The next token; what came as an argument itself has been expanded by then, as far as no list follows it."""
        while self.pending and self.pending[-1][1] is None:
            token, _ = self.pending.pop()
            macro = self._macro(token, None)
            if macro is None or macro.parameters is not None:
                return token
            self._count(1)
            self.pending.extend(reversed(self._plainly_expanded(macro, token)))
        return self._take()

    def _plainly_expanded(self, macro: Macro, place: Token) -> list[_Pending]:
        """What an object-like macro stands for, through others of its kind; nothing in it is expanded again."""
        hidden = _Hidden(macro.name, None, 1)
        waiting = list(reversed(_substituted(macro, [], place, hidden)))
        done: list[_Pending] = []
        while waiting:
            token, around = waiting.pop()
            self._count(1)
            inner = self._macro(token, around)
            if inner is None or inner.parameters is not None or (around and around.depth >= _DEPTH):
                done.append((token, around))
                continue
            deeper = _Hidden(inner.name, around, around.depth + 1 if around else 1)
            waiting.extend(reversed(_substituted(inner, [], token, deeper)))
        return done

    def _peek(self) -> bytes:
        if self.pending:
            return self.pending[-1][0].text
        return self.tokens[self.next].text if self.next < self.limit else b""

    def _take(self) -> Token | None:
        if self.pending:
            return self.pending.pop()[0]
        if self.next >= self.limit:
            return None
        self.next += 1
        self._count(1)
        return self.tokens[self.next - 1]


def _is_hidden(name: bytes, hidden: _Hidden | None) -> bool:
    while hidden:
        if hidden.name == name:
            return True
        hidden = hidden.outer
    return False


def _substituted(macro: Macro, arguments: list[list[Token]], place: Token, hidden: _Hidden | None) -> list[_Pending]:
    """The body with arguments put in, `#` and `##` done; tokens of the body stand at `place`."""
    values = dict(zip(macro.parameters or (), arguments, strict=False))
    out: list[_Pending] = []
    glue = skip = is_empty = False
    body = _without_va_opt(macro, values)
    for number, token in enumerate(body):
        if skip:
            skip = False
            continue
        if token.text == b"##":
            glue = True
            continue
        follower = body[number + 1] if number + 1 < len(body) else None
        if token.text == b"#" and macro.parameters is not None and follower and follower.text in values:
            piece: list[_Pending] = [(_placed(token, TokenKind.STRING, b'""', place), hidden)]
            skip = True
        elif token.text in values:
            piece = [(value, None) for value in values[token.text]]
        else:
            piece = [(_placed(token, token.kind, token.text, place), hidden)]
        if glue and out and piece and not is_empty and out[-1][0].text != b",":
            piece[0] = (_pasted(out.pop()[0], piece[0][0], place), hidden)
        is_empty = not piece and (is_empty or not glue)
        glue = False
        out += piece
    return out


def _without_va_opt(macro: Macro, values: dict[bytes, list[Token]]) -> Sequence[Token]:
    """The body with `__VA_OPT__(…)` unwrapped, or gone where the rest of the arguments is empty."""
    if not macro.is_variadic or all(token.text != b"__VA_OPT__" for token in macro.body):
        return macro.body
    kept, depth, is_empty = [], 0, not (macro.parameters and values.get(macro.parameters[-1]))
    for token in macro.body:
        if depth == 0 and token.text == b"__VA_OPT__":
            depth = 1
        elif depth == 1 and token.text == b"(":
            depth = 2
        elif depth:
            depth += (token.text == b"(") - (token.text == b")")
            depth = 0 if depth == 1 else depth
            if depth and not is_empty:
                kept.append(token)
        else:
            kept.append(token)
    return kept


def _placed(token: Token, kind: TokenKind, text: bytes, place: Token) -> Token:
    return token._replace(kind=kind, text=text, start=place.start, end=place.end)


def _pasted(left: Token, right: Token, place: Token) -> Token:
    text = left.text + right.text
    kind = TokenKind.IDENTIFIER if _IDENTIFIER.fullmatch(text) else left.kind
    return Token(kind, text, place.start, place.end)
