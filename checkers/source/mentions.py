"""One mention of a name: its qualifiers, and whether it declares the name, uses it or only sits in its way."""

from __future__ import annotations

import re
from enum import Enum
from typing import TYPE_CHECKING, NamedTuple

from checkers.source.frames import OUTER, UNEVALUATED, Cell, FrameKind
from checkers.source.symbols import Name
from checkers.source.tokens import TokenKind

if TYPE_CHECKING:
    from checkers.source.scopes import Scopes

_PREFIX_TOKENS = 200
_SPECIFIERS = frozenset(
    b"auto void bool char short int long float double signed unsigned wchar_t char8_t char16_t char32_t size_t const "
    b"volatile static inline extern constexpr consteval constinit virtual typename typedef friend register "
    b"thread_local mutable explicit class struct union enum __global__ __device__ __host__ __forceinline__ __inline__ "
    b"concept".split()
)
_NO_TYPES = frozenset(
    b"return case goto new delete throw else do if while for switch sizeof alignof co_return co_await co_yield not and "
    b"or xor and_eq or_eq xor_eq not_eq bitand bitor compl this true false nullptr static_cast dynamic_cast const_cast "
    b"reinterpret_cast using namespace default break continue try catch noexcept static_assert asm in import".split()
)
KEYWORDS = _SPECIFIERS | _NO_TYPES | frozenset({b"operator", b"template", b"decltype"})
_ACCESS = frozenset({b"public", b"private", b"protected", b"signals"})
_ATTRIBUTES = frozenset({b"requires", b"__attribute__", b"__declspec", b"alignas", b"__extension__", b"export"})
_MEMBER = frozenset({b".", b"->", b".*", b"->*"})
_POINTERS = frozenset({b"*", b"&", b"&&", b"...", b"~"})
_AFTER_DECLARED = frozenset({b";", b"=", b",", b")", b"[", b"{", b":", b"...", b"<", b""})
_CLASS_KEYS = frozenset({b"class", b"struct", b"union", b"enum"})
_MACRO_LIKE = re.compile(rb"[A-Z][A-Z0-9_]+|__\w+")


class Role(Enum):
    """What a mention is."""

    USE = "a use, if the name resolves to a watched symbol"
    DECLARED_IN_SCOPE = "it declares the name in the scope around it"
    DECLARED_IN_HEADER = "it declares the name for its statement and the block that follows (parameters)"
    USING = "a using-declaration"
    DECLARATION = "it declares or defines what the qualified name stands for"
    OTHER = "a member, a label, an attribute: never the function"


class Mention(NamedTuple):
    """A name with its qualifiers: token indices of its first token, of the name, and beyond template arguments."""

    name: Name
    first: int
    last: int
    after: int
    cell: Cell


class _Prefix(NamedTuple):
    """What stands before a name in its statement, when it looks like the beginning of a declaration."""

    has_specifier: bool
    has_type: bool
    last: bytes


class Mentions:
    """Reads mentions out of a stream whose scopes are known."""

    def __init__(self, scopes: Scopes) -> None:
        self.scopes, self.stream = scopes, scopes.stream

    def read(self, index: int) -> Mention | None:
        """The mention of the name at `index`; None where it only qualifies another name."""
        stream = self.stream
        after = stream.after(index)
        if stream.text(after) == b"<":
            close = stream.close_angle(after)
            follower = stream.after(close)
            if close != after and stream.text(follower) in (b"(", b"::", b")", b",", b";", b"}", b">", b"{"):
                after = follower
        if stream.text(after) == b"::":
            return None
        name, first = self.qualified(index)
        return Mention(name, first, index, after, self.scopes.places[index])

    def qualified(self, index: int) -> tuple[Name, int]:
        """The qualified name that ends at `index`, and where it begins."""
        stream = self.stream
        parts, first = [stream.text(index)], index
        at = stream.before(index)
        if stream.text(at) == b"template":
            first, at = at, stream.before(at)
        while stream.text(at) == b"::":
            first, before = at, stream.before(at)
            text = stream.text(before)
            if text in (b">", b">>", b")"):
                return Name((b"", *reversed(parts))), first
            if not stream.is_word(before) or text in KEYWORDS:
                return Name(tuple(reversed(parts)), is_global=True), first
            parts.append(text)
            first, at = before, stream.before(before)
        return Name(tuple(reversed(parts))), first

    def role(self, mention: Mention) -> Role:
        """What a mention is."""
        before = self.stream.before(mention.first)
        text = self.stream.text(before)
        if text in _MEMBER or text == b"goto":
            return Role.OTHER
        if len(mention.name.parts) > 1 or mention.name.is_global:
            return self._qualified_role(mention)
        kind = mention.cell.frame.kind
        if mention.first < mention.cell.angle_end:
            return self._template_parameter(mention)
        if kind is FrameKind.SQUARE:
            return self._in_square(mention, text)
        if kind is FrameKind.PARENTHESES:
            return self._in_parentheses(mention)
        if kind is FrameKind.ENUM:
            return Role.DECLARED_IN_SCOPE if text in (b"{", b",") else Role.USE
        if kind is FrameKind.INITIALISER:
            return Role.USE
        return self._in_statement(mention)

    def is_call(self, mention: Mention) -> bool:
        """Whether an argument list follows, also behind parentheses around the name."""
        stream = self.stream
        after, before = mention.after, stream.before(mention.first)
        while stream.text(after) == b")":
            while stream.text(before) in (b"*", b"&"):
                before = stream.before(before)
            if stream.text(before) != b"(" or self._is_function_name(stream.before(before)):
                return False
            before, after = stream.before(before), stream.after(after)
        return stream.text(after) == b"("

    def is_evaluated(self, mention: Mention) -> bool:
        """False inside `decltype`, `sizeof` and the like, and in a requires-expression."""
        if mention.cell.frame.is_unevaluated:
            return False
        before = self.stream.before(mention.first)
        while self.stream.text(before) in (b"&", b"*"):
            before = self.stream.before(before)
        return self.stream.text(before) not in UNEVALUATED - {b"requires", b"noexcept"}

    def _is_function_name(self, index: int) -> bool:
        if index < 0:
            return False
        token = self.stream.tokens[index]
        return token.text in (b")", b"]", b">") or (
            token.kind is TokenKind.IDENTIFIER and (token.text in UNEVALUATED or token.text not in KEYWORDS)
        )

    def _qualified_role(self, mention: Mention) -> Role:
        cell = mention.cell
        head = self.stream.head(cell.start)
        if head == b"using" and cell.frame.kind not in (FrameKind.PARENTHESES, FrameKind.INITIALISER):
            return Role.USE if cell.has_value else Role.USING
        if cell.frame.kind in (FrameKind.PARENTHESES, FrameKind.SQUARE, FrameKind.INITIALISER, FrameKind.ENUM):
            return Role.USE
        if cell.has_value or cell.has_members or mention.first < cell.angle_end:
            return Role.USE
        prefix = self._prefix(cell, mention.first)
        if prefix is None:
            return Role.USE
        if prefix.has_specifier:
            return Role.DECLARATION
        may_declare = prefix.has_type and cell.frame.kind in OUTER | {FrameKind.CLASS}
        return Role.DECLARATION if may_declare and self._is_declared(mention) else Role.USE

    def _is_declared(self, mention: Mention) -> bool:
        """Whether a list declares parameters, or a body (or `= delete`) follows it."""
        stream, at = self.stream, self.scopes.closers.get(mention.after, -1)
        if stream.has_parameters(mention.after, at):
            return True
        for _ in range(_PREFIX_TOKENS):
            if at < 0 or stream.text(at) in (b";", b""):
                return False
            at = stream.after(at)
            if stream.text(at) in (b"{", b"="):
                return True
            if stream.text(at) in (b"(", b"["):
                at = self.scopes.closers.get(at, -1)
        return False

    def _template_parameter(self, mention: Mention) -> Role:
        before = self.stream.before(mention.first)
        text = self.stream.text(before)
        is_name = self.stream.is_word(before)
        is_named = self.stream.text(mention.after) in (b",", b">", b"=", b">>")
        return Role.DECLARED_IN_HEADER if is_named and (is_name or text in (b"...", b">", b"*", b"&")) else Role.USE

    def _in_square(self, mention: Mention, before: bytes) -> Role:
        frame = mention.cell.frame
        outer = frame.parent
        if outer and outer.kind is FrameKind.SQUARE and self.stream.before(frame.opener) == outer.opener:
            return Role.OTHER
        after = self.stream.text(mention.after)
        if after == b"=" and before in (b"[", b",", b"&", b"..."):
            return Role.DECLARED_IN_HEADER
        opened_after = self.stream.before(frame.opener)
        if self.stream.text(opened_after) in (b"&", b"&&"):
            opened_after = self.stream.before(opened_after)
        is_binding = self.stream.text(opened_after) == b"auto" and after in (b",", b"]")
        return Role.DECLARED_IN_SCOPE if is_binding else Role.USE

    def _in_parentheses(self, mention: Mention) -> Role:
        prefix = self._prefix(mention.cell, mention.first)
        after = self.stream.text(mention.after)
        if prefix is None:
            return Role.USE
        if prefix.has_type:
            is_named = after in _AFTER_DECLARED - {b"<", b""} or (after == b"(" and prefix.has_specifier)
            return Role.DECLARED_IN_HEADER if is_named else Role.USE
        return self._pointer_declarator(mention) if prefix.last in _POINTERS and after in (b")", b"[") else Role.USE

    def _pointer_declarator(self, mention: Mention) -> Role:
        """`void (*Name)(int)`: a declaration if a type stands before the parentheses, else a call through `*Name`."""
        frame, outer = mention.cell.frame, mention.cell.below
        if outer is None or outer.has_value:
            return Role.USE
        prefix = self._prefix(outer, frame.opener)
        follower = self.stream.text(self.stream.after(self.scopes.closers.get(frame.opener, -1)))
        if prefix is None or not prefix.has_type or follower not in (b"(", b"["):
            return Role.USE
        is_inner = outer.frame.kind is FrameKind.PARENTHESES
        return Role.DECLARED_IN_HEADER if is_inner else Role.DECLARED_IN_SCOPE

    def _in_statement(self, mention: Mention) -> Role:
        cell, after = mention.cell, self.stream.text(mention.after)
        kind, head = cell.frame.kind, self.stream.head(cell.start)
        if head == b"using":
            return Role.DECLARED_IN_SCOPE if after == b"=" else Role.USE
        if cell.has_value or cell.has_members:
            return Role.USE
        prefix = self._prefix(cell, mention.first)
        if prefix is None:
            return Role.OTHER if self.stream.text(self.stream.before(mention.first)) == b"namespace" else Role.USE
        if head == b"friend":
            return Role.DECLARATION
        if not prefix.has_type:
            return self._first_in_statement(mention, prefix, after)
        if after == b"(" and kind is FrameKind.BLOCK and not prefix.has_specifier:
            is_macro = _MACRO_LIKE.fullmatch(prefix.last) is not None
            return Role.USE if is_macro or prefix.last in _POINTERS else Role.DECLARED_IN_SCOPE
        return Role.DECLARED_IN_SCOPE if after in _AFTER_DECLARED | {b"("} or prefix.last in _CLASS_KEYS else Role.USE

    def _first_in_statement(self, mention: Mention, prefix: _Prefix, after: bytes) -> Role:
        kind = mention.cell.frame.kind
        if after == b":" and kind is FrameKind.BLOCK and prefix.last == b"":
            return Role.OTHER
        is_constructor = kind is FrameKind.CLASS and after == b"("
        return Role.OTHER if is_constructor else Role.USE

    def _prefix(self, cell: Cell, end: int) -> _Prefix | None:
        """What stands between the statement's start and `end`; None where no declaration begins like that."""
        stream, index = self.stream, cell.start
        has_specifier = has_type = False
        names = 0
        last = b""
        for _ in range(_PREFIX_TOKENS):
            if index >= end or index < 0:
                return _Prefix(has_specifier, has_type, last)
            token = stream.tokens[index]
            skipped = self._skipped(cell, index, last, names)
            if skipped is None or skipped > end:
                return None
            if token.kind is TokenKind.IDENTIFIER and token.text not in _ACCESS | _ATTRIBUTES:
                has_specifier |= token.text in _SPECIFIERS or token.text == b"template"
                has_type |= token.text != b"template"
                names += 1
            last, index = token.text, skipped
        return None

    def _skipped(self, cell: Cell, index: int, last: bytes, names: int) -> int | None:
        """The index after a token (or bracketed group) that may stand before a declared name; None for any other."""
        stream = self.stream
        token = stream.tokens[index]
        text, after = token.text, stream.after(index)
        if token.kind is TokenKind.IDENTIFIER:
            if text in _ACCESS and stream.text(after) == b":":
                return stream.after(after)
            return None if text in _NO_TYPES else after
        if text == b"<":
            close = stream.close_angle(index)
            return stream.after(close) if close != index else None
        if text in (b"[", b"("):
            is_attribute = stream.text(after) == b"[" if text == b"[" else self._takes_arguments(last)
            close = self.scopes.closers.get(index, -1)
            return stream.after(close) if is_attribute and close > 0 else None
        if text == b"," and names > 1:
            return after
        if token.kind is TokenKind.STRING:
            return after if last == b"extern" else None
        return after if text in _POINTERS or text == b"::" else None

    def _takes_arguments(self, name: bytes) -> bool:
        return name in (b"decltype", b"alignas", b"explicit", b"requires") or _MACRO_LIKE.fullmatch(name) is not None
