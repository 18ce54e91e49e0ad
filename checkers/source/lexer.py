"""The token stream of a C++ or CUDA file: comments, literals and directives told apart, splices removed."""

from __future__ import annotations

import re
from bisect import bisect_right
from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple

from checkers.source.grammar import (
    BLANK,
    COMMENT,
    DIGRAPHS,
    END_OF_LINE,
    PIECE,
    RAW,
    SEEN_AHEAD,
    STOP,
    SUFFIX,
    TOKEN_OR_LINE_END,
    WIDE_BLANK,
)
from checkers.source.splices import SPLICE, LogicalText
from checkers.source.tokens import LONGEST_KNOWN, MOST_KNOWN, Token, TokenKind, Tokens, is_literal, kind_of

if TYPE_CHECKING:
    from collections.abc import Callable


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


class Lexed(NamedTuple):
    """A whole file: ordinary tokens (no comments, no directive lines), comments and directives, each in file order."""

    tokens: Tokens
    comments: list[Comment]
    directives: list[Directive]


_LINE_END = re.compile(rb"[\r\n]")
_HEADER = re.compile(rb'<[^>\r\n]{0,4096}+>|"[^"\r\n]{0,4096}+"')
_INCLUDES = frozenset({b"include", b"include_next", b"import", b"embed"})
_HAS_INCLUDE = frozenset({b"__has_include", b"__has_include_next", b"__has_embed"})
_RAW_OPEN = re.compile(rb'"([^\s()\\]{0,16})\(')
_RAW_CLOSE = re.compile(rb"\)(?=([^\s()\\]{1,17}))")


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


class _Words(dict[bytes, bytes]):
    """One text for all tokens that read so, none for what needs a second look: it is not simply a token as it reads."""

    def __missing__(self, text: bytes) -> bytes:
        if text.startswith(_COMMENTS) or WIDE_BLANK.match(text) or text in DIGRAPHS or text == b"#" or is_literal(text):
            return b""
        if len(text) <= LONGEST_KNOWN and len(self) < MOST_KNOWN:
            self[text] = text
        return text


_COMMENTS = (b"//", b"/*")
_WORDS = _Words()


def _without_nuls(piece: bytes) -> bytes:
    return piece.lstrip(b" \t\n\r\f\v\0")


class _Lexer:
    """One reading of one file. It works on the logical text (without splices) and gives places in the file itself."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.text = data
        self.map: LogicalText | None = None
        self.strip: Callable[[bytes], bytes] = _without_nuls if b"\0" in data else bytes.lstrip
        if b"\\" in data and SPLICE.search(data):
            self.map = LogicalText(data)
            self.text = self.map.text
        self.tokens = Tokens(self.map)
        self.comments: list[Comment] = []
        self.directives: list[Directive] = []
        self.last_end = -1
        self.raw_closers: dict[bytes, int] | None = None

    def lexed(self) -> Lexed:
        """Read from end to end; offsets become those of the file at last."""
        position = 0
        while position < len(self.text):
            position = self._read(position)
        if self.map is None:
            return Lexed(self.tokens, self.comments, self.directives)
        place = self.map.place
        return Lexed(
            self.tokens,
            [Comment(comment.text, *place(comment.start, comment.end)) for comment in self.comments],
            [self._placed(directive) for directive in self.directives],
        )

    def _placed(self, directive: Directive) -> Directive:
        assert self.map is not None
        place = self.map.place
        tokens = tuple(Token(token.kind, token.text, *place(token.start, token.end)) for token in directive.tokens)
        start, end = place(directive.start, directive.end)
        return Directive(directive.name, tokens, directive.index, start, end)

    def _read(self, position: int) -> int:
        """Read up to and with a directive, a raw string or what only looks like one, and return where that ends."""
        stop = STOP.search(self.text, position)
        end = stop.end() if stop else len(self.text)
        position = self._read_pieces(position, stop.start() if stop else end, is_last=stop is None)
        while position < end:
            position = self._read_one(position)
        return position

    def _read_pieces(self, position: int, end: int, *, is_last: bool) -> int:
        """Read tokens before `end`, and return where the next one may begin; a few before `end` are left.

        What stands there may go on behind it, or be another token for what does.
        """
        pieces = PIECE.findall(self.text, position, end)
        ends = list(accumulate(map(len, pieces), initial=position))
        count = len(pieces) if is_last else max(bisect_right(ends, end - SEEN_AHEAD) - 1, 0)
        del ends[0], ends[count:], pieces[count:]
        stripped = list(map(self.strip, pieces))
        texts = [*map(_WORDS.__getitem__, stripped), b""]
        begin = 0
        while (at := texts.index(b"", begin)) < count:
            self.tokens.extend(texts[begin:at], ends[begin:at])
            begin = at + 1
            text, place = stripped[at], ends[at]
            after = self._take(text, place - len(text), place)
            if after != place:
                return after
        self.tokens.extend(texts[begin:count], ends[begin:count])
        if is_last:
            return len(self.text)
        return ends[-1] if ends else position

    def _take(self, text: bytes, start: int, end: int) -> int:
        """Take what is no plain token, and return where reading goes on."""
        if text.startswith(_COMMENTS):
            self.comments.append(Comment(text, start, end))
        elif not WIDE_BLANK.match(text):
            token = DIGRAPHS.get(text, text)
            if token == b"#" and self._starts_line(start):
                return self._read_directive(start, end)
            self._add(token, start, end)
        return end

    def _add(self, text: bytes, start: int, end: int) -> None:
        if is_literal(text):
            self.tokens.literals.append(len(self.tokens))
        self.tokens.add(text, start, end)

    def _read_one(self, position: int) -> int:
        """Read one token, comment or directive, and return where it ends."""
        match = TOKEN_OR_LINE_END.match(self.text, position)
        assert match is not None, "whatever the bytes are, one of the alternatives takes them"
        group = match.lastindex
        if group is None:
            return len(self.text)
        if group == END_OF_LINE:
            return match.end()
        if group == RAW:
            token = self._raw_string(match)
            self._add(token.text, token.start, token.end)
            return token.end
        return self._take(match[group], *match.span(group))

    def _starts_line(self, position: int) -> bool:
        """Whether only blanks and comments stand before a `#` on its line; line ends in comments are none."""
        end = max(self.last_end, self.tokens.last_end)
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
        while (match := TOKEN_OR_LINE_END.match(self.text, position)) and match.lastindex:
            if match.lastindex == END_OF_LINE:
                end = match.start(END_OF_LINE)
                break
            position = self._read_in_directive(match, match.lastindex, tokens)
        name = tokens.pop(0).text if tokens and tokens[0].kind is TokenKind.IDENTIFIER else b""
        self.directives.append(Directive(name, tuple(tokens), len(self.tokens), start, end))
        self.last_end = end
        return end

    def _read_in_directive(self, match: re.Match[bytes], group: int, tokens: list[Token]) -> int:
        """Take one match on a directive's line and return where it ends."""
        if group == COMMENT:
            self.comments.append(Comment(match[group], *match.span(group)))
        if group in (COMMENT, BLANK):
            return match.end()
        if _expects_header(tokens) and (header := _HEADER.match(self.text, match.start(group))):
            token = Token(TokenKind.STRING, header[0], *header.span())
        else:
            token = self._raw_string(match) if group == RAW else _token(match, group)
        tokens.append(token)
        return token.end

    def _raw_string(self, match: re.Match[bytes]) -> Token:
        """The raw string that begins like `match`, read in the file itself, where a splice is text.

        One that never ends is read like an ordinary string, so that it hides as little as possible.
        """
        first = match.start(RAW)
        quote = self.text.index(b'"', first)
        start = self.map.to_file(quote) if self.map else quote
        closing = self._raw_end(start)
        if closing is None:
            return _token(match, RAW)
        end = self.map.to_text(closing) if self.map else closing
        suffix = SUFFIX.match(self.text, end)
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
    return Token(kind_of(text), DIGRAPHS.get(text, text), *match.span(group))


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
