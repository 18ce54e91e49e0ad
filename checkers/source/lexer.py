"""The token stream of a C++ or CUDA file: comments, literals and directives told apart, splices removed."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property
from typing import NamedTuple

from checkers.source.positions import Positions
from checkers.source.splices import SPLICE, LogicalText


class TokenKind(IntEnum):
    """The kinds of preprocessing token that the source model tells apart."""

    IDENTIFIER = 1
    NUMBER = 2
    STRING = 3
    CHARACTER = 4
    PUNCTUATION = 5


class Token(NamedTuple):
    """One token. `text` is without line splices; `start` and `end` are byte offsets into the file, end exclusive.

    Digraphs are given as what they stand for (`<:` is `[`); operators are read as long as possible, as C++ reads them
    (`>>` is one token, `<::` begins with `<`).
    """

    kind: TokenKind
    text: bytes
    start: int
    end: int


class Comment(NamedTuple):
    """One comment with its delimiters; `text` is without line splices, offsets as in Token."""

    text: bytes
    start: int
    end: int


class Directive(NamedTuple):
    """One preprocessor directive. `name` is b"define", b"if" …, empty for a null directive.

    `tokens` follow the name on its logical line (an include's `<target>` is one STRING token with its brackets);
    `index` is the number of ordinary tokens before it in the file; offsets from the `#` to the end of the logical line.
    """

    name: bytes
    tokens: tuple[Token, ...]
    index: int  # type: ignore[assignment]  # hides the tuple's own method
    start: int
    end: int


@dataclass(frozen=True)
class Lexed:
    """A whole file: ordinary tokens (no comments, no directive lines), comments and directives, each in file order."""

    tokens: list[Token]
    comments: list[Comment]
    directives: list[Directive]

    @cached_property
    def positions(self) -> Positions:
        """Where each text stands among the tokens."""
        return Positions(self.tokens)


_WIDE_BLANK = rb"\xc2\xa0|\xe1\x9a\x80|\xe2\x80[\x80-\x8a\xa8\xa9\xaf]|\xe2\x81\x9f|\xe3\x80\x80|\xef\xbb\xbf"
_UNIVERSAL = rb"\\u[0-9A-Fa-f]{4}|\\U[0-9A-Fa-f]{8}"
_ODD = rb"(?:(?!%s)[\x80-\xff]|%s)" % (_WIDE_BLANK, _UNIVERSAL)
_REST = rb"[A-Za-z0-9_$]*+(?:(?=[\\\x80-\xff])(?:%s[A-Za-z0-9_$]*+)*+)?+" % _ODD
_SUFFIX = rb"(?:_%s|sv?+(?![A-Za-z0-9_]))?+" % _REST
_STRING = rb'"(?:[^"\\\r\n]++|\\[^\r\n])*+(?:"%s|\\?+)' % _SUFFIX
_CHARACTER = rb"'(?:[^'\\\r\n]++|\\[^\r\n])*+(?:'%s|\\?+)" % _SUFFIX
_FREQUENT = rb"[(){};,\[\]~?]|::|->(?!\*)|[-=<>:*&!.+](?![-=<>:*&!.+%0-9|])"
_OPERATOR = (
    rb"<<=|>>=|<=>|->\*|\.\.\.|%:%:|<(?=::[^:>])|->|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|"
    rb"\#\#|\.\*|<:|:>|<%|%>|%:|[^\s\x00\x80-\xff]"
)
# Nearly every token is one of the first two alternatives; the order of the others decides what a prefix belongs to.
_PATTERN = (
    rb"([A-KM-QSTV-Za-tv-z_$]%s)" % _REST
    + rb"|(%s)" % _FREQUENT
    + rb"|(\.?+[0-9](?:[eEpP][-+]|'?[0-9A-Za-z_]|\.|[A-Za-z0-9_$]++|%s)*+)" % _ODD
    + rb"|((?:u8|[uUL])?%s)" % _STRING
    + rb"|((?:u8|[uUL])?%s)" % _CHARACTER
    + rb"|(//[^\r\n]*+|/\*(?s:.*?)(?:\*/|\Z))"
    + rb"|((?:u8|[uUL])?R%s)" % _STRING
    + rb"|([ULRu]%s|(?=[\\\x80-\xff])(?:%s[A-Za-z0-9_$]*+)++)" % (_REST, _ODD)
    + rb"|(%s)" % _OPERATOR
    + rb"|(%s)" % _WIDE_BLANK
)
# Blanks are a part of each match: to look for the next token from every one of them would cost more than the token.
_TOKEN = re.compile(rb"[\s\x00]*+(?:%s|\Z)" % _PATTERN)
_TOKEN_OR_LINE_END = re.compile(rb"[ \t\f\v\x00]*+(?:%s|([\r\n])|\Z)" % _PATTERN)
_SUFFIX_ONLY = re.compile(_SUFFIX)
_PLAIN, _COMMENT, _RAW, _BLANK, _END_OF_LINE = 5, 6, 7, 10, 11
_KINDS = (
    TokenKind.PUNCTUATION,
    TokenKind.IDENTIFIER,
    TokenKind.PUNCTUATION,
    TokenKind.NUMBER,
    TokenKind.STRING,
    TokenKind.CHARACTER,
    TokenKind.STRING,
    TokenKind.STRING,
    TokenKind.IDENTIFIER,
    TokenKind.PUNCTUATION,
)
"""The kind of token that each group of the pattern takes; those up to _PLAIN need no second look."""
_DIGRAPHS = {b"<:": b"[", b":>": b"]", b"<%": b"{", b"%>": b"}", b"%:": b"#", b"%:%:": b"##"}
_LINE_END = re.compile(rb"[\r\n]")
_HEADER = re.compile(rb'<[^>\r\n]{0,4096}+>|"[^"\r\n]{0,4096}+"')
_INCLUDES = frozenset({b"include", b"include_next", b"import", b"embed"})
_HAS_INCLUDE = frozenset({b"__has_include", b"__has_include_next", b"__has_embed"})
_RAW_OPEN = re.compile(rb'"([^\s()\\]{0,16})\(')
_RAW_CLOSE = re.compile(rb"\)(?=([^\s()\\]{1,17}))")
_new_tuple = tuple.__new__


def lex(data: bytes) -> Lexed:
    """Read a file. Never fails: an unterminated literal ends at its line, an unterminated comment at the file's end."""
    return _Lexer(data).lexed()


def is_terminated(text: bytes) -> bool:
    """Whether the text of a literal token or a comment has its closing delimiter."""
    if text.startswith(b"/"):
        return text.startswith(b"//") or (len(text) > 3 and text.endswith(b"*/"))
    quote = text.find(b'"')
    raw = _RAW_OPEN.match(text, quote) if b"R" in text[: max(quote, 0)] else None
    if raw:
        return text.find(b")" + raw[1] + b'"', raw.end()) >= 0
    return _CLOSED_LITERAL.fullmatch(text) is not None


_CLOSED_LITERAL = re.compile(
    rb"""[A-Za-z0-9]*+(?:"(?:[^"\\]++|\\.)*+"|'(?:[^'\\]++|\\.)*+'|<[^>]*+>)[A-Za-z0-9_$\\\x80-\xff]*+""", re.DOTALL
)


def are_glued(data: bytes, left: Token, right: Token) -> bool:
    """Whether nothing but line splices stands between two tokens of one file, as between a macro's name and its `(`."""
    return left.end == right.start or not SPLICE.sub(b"", data[left.end : right.start])


class _Lexer:
    """One reading of one file. It works on the logical text (without splices) and gives places in the file itself."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.text = data
        self.map: LogicalText | None = None
        if b"\\" in data and SPLICE.search(data):
            self.map = LogicalText(data)
            self.text = self.map.text
        self.tokens: list[Token] = []
        self.comments: list[Comment] = []
        self.directives: list[Directive] = []
        self.last_end = -1
        self.raw_closers: dict[bytes, int] | None = None

    def lexed(self) -> Lexed:
        """Read from end to end; offsets become those of the file at last."""
        position = 0
        while position < len(self.text):
            position = self._read_code(position)
        if self.map is None:
            return Lexed(self.tokens, self.comments, self.directives)
        place = self.map.place
        return Lexed(
            [Token(token.kind, token.text, *place(token.start, token.end)) for token in self.tokens],
            [Comment(comment.text, *place(comment.start, comment.end)) for comment in self.comments],
            [self._placed(directive) for directive in self.directives],
        )

    def _placed(self, directive: Directive) -> Directive:
        assert self.map is not None
        place = self.map.place
        tokens = tuple(Token(token.kind, token.text, *place(token.start, token.end)) for token in directive.tokens)
        start, end = place(directive.start, directive.end)
        return Directive(directive.name, tokens, directive.index, start, end)

    def _read_code(self, position: int) -> int:
        """Read ordinary tokens up to a directive or a raw string, read that too, and return where it ends."""
        add, kinds, new = self.tokens.append, _KINDS, _new_tuple
        for match in _TOKEN.finditer(self.text, position):
            group = match.lastindex or _BLANK
            if group <= _PLAIN:
                start, end = match.span(group)
                add(new(Token, (kinds[group], match[group], start, end)))
            elif group == _COMMENT:
                self.comments.append(Comment(match[group], *match.span(group)))
            elif group == _RAW:
                token = self._raw_string(match)
                add(token)
                return token.end
            elif group != _BLANK:
                token = _token(match, group)
                if token.text == b"#" and self._starts_line(token.start):
                    return self._read_directive(token.start, token.end)
                add(token)
        return len(self.text)

    def _starts_line(self, position: int) -> bool:
        """Whether only blanks and comments stand before a `#` on its line; line ends in comments are none."""
        end = max(self.last_end, self.tokens[-1].end if self.tokens else -1)
        if end < 0:
            return True
        for comment in reversed(self.comments):
            if comment.start < end:
                break
            if _LINE_END.search(self.text, comment.end, position):
                return True
            position = comment.start
        return _LINE_END.search(self.text, end, position) is not None

    def _read_directive(self, start: int, position: int) -> int:
        tokens: list[Token] = []
        end = len(self.text)
        while (match := _TOKEN_OR_LINE_END.match(self.text, position)) and match.lastindex:
            if match.lastindex == _END_OF_LINE:
                end = match.start(_END_OF_LINE)
                break
            position = self._read_in_directive(match, match.lastindex, tokens)
        name = tokens.pop(0).text if tokens and tokens[0].kind is TokenKind.IDENTIFIER else b""
        self.directives.append(Directive(name, tuple(tokens), len(self.tokens), start, end))
        self.last_end = end
        return end

    def _read_in_directive(self, match: re.Match[bytes], group: int, tokens: list[Token]) -> int:
        """Take one match on a directive's line and return where it ends."""
        if group == _COMMENT:
            self.comments.append(Comment(match[group], *match.span(group)))
        if group in (_COMMENT, _BLANK):
            return match.end()
        if _expects_header(tokens) and (header := _HEADER.match(self.text, match.start(group))):
            token = Token(TokenKind.STRING, header[0], *header.span())
        else:
            token = self._raw_string(match) if group == _RAW else _token(match, group)
        tokens.append(token)
        return token.end

    def _raw_string(self, match: re.Match[bytes]) -> Token:
        """The raw string that begins like `match`, read in the file itself, where a splice is text.

        One that never ends is read like an ordinary string, so that it hides as little as possible.
        """
        first = match.start(_RAW)
        quote = self.text.index(b'"', first)
        start = self.map.to_file(quote) if self.map else quote
        closing = self._raw_end(start)
        if closing is None:
            return _token(match, _RAW)
        end = self.map.to_text(closing) if self.map else closing
        suffix = _SUFFIX_ONLY.match(self.text, end)
        text = self.text[first:quote] + self.data[start:closing] + (suffix[0] if suffix else b"")
        return Token(TokenKind.STRING, text, first, suffix.end() if suffix else end)

    def _raw_end(self, quote: int) -> int | None:
        """Where the raw string ends whose first quote stands there in the file; None where it is none or never ends."""
        opening = _RAW_OPEN.match(self.data, quote)
        if opening is None:
            return None
        if self.raw_closers is None:
            self.raw_closers = _last_raw_closers(self.data)
        if self.raw_closers.get(opening[1], -1) < opening.end():
            return None
        closer = b")" + opening[1] + b'"'
        return self.data.index(closer, opening.end()) + len(closer)


def _token(match: re.Match[bytes], group: int) -> Token:
    text = match[group]
    return Token(_KINDS[group], _DIGRAPHS.get(text, text), *match.span(group))


def _expects_header(tokens: list[Token]) -> bool:
    if len(tokens) == 1:
        return tokens[0].text in _INCLUDES
    return len(tokens) > 1 and tokens[-1].text == b"(" and tokens[-2].text in _HAS_INCLUDE


def _last_raw_closers(data: bytes) -> dict[bytes, int]:
    """Each delimiter that closes a raw string somewhere, with the last place where it does."""
    closers = {}
    for match in _RAW_CLOSE.finditer(data):
        tail = match[1]
        quote = tail.find(b'"')
        while quote >= 0:
            closers[tail[:quote]] = match.start()
            quote = tail.find(b'"', quote + 1)
    return closers
