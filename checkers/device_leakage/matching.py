"""From one file's code to the references in it: identifiers, calls, includes and conditionals."""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING, NamedTuple

from checkers.device_leakage.calls import Calls
from checkers.device_leakage.conditionals import Form, macros_defined_from, tested_form
from checkers.policy.sections import CallBucket, ConditionalBucket, IdentifierBucket, IncludeBucket
from checkers.source.conditions import Macro
from checkers.source.preprocess import Role
from checkers.source.tokens import TokenKind
from checkers.source.unread import without_splices

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from checkers.policy.globs import Globs
    from checkers.policy.sections import DeviceLeakage
    from checkers.source.code import Code
    from checkers.source.conditions import Lookup
    from checkers.source.lexer import Directive
    from checkers.source.preprocess import Line
    from checkers.source.tokens import Token, Tokens

_NAMING = frozenset(b"define undef if elif ifdef ifndef elifdef elifndef pragma".split())
_CALLING = frozenset(b"define if elif pragma".split())
_INCLUDING = frozenset({b"include", b"include_next", b"import"})
_SHORTEST_TARGET = 3
_UNDEFINED = Macro(is_defined=False)


class Found(NamedTuple):
    """One reference: its bucket, its byte offsets, and whether it tests a macro in a form that may not count."""

    bucket: str
    start: int
    end: int
    is_other_form: bool = False


def references(code: Code, section: DeviceLeakage) -> list[Found]:
    """All live references, in file order."""
    found = [*_named(code, section), *_included(code, section), *_tested(code, section)]
    return sorted(found, key=lambda one: (one.start, one.bucket))


def _text(name: bytes) -> str:
    return name.decode("utf-8", "surrogateescape")


class _Names(NamedTuple):
    """The names that identifier and call buckets look for."""

    identifiers: dict[bytes, list[IdentifierBucket]]
    calls: dict[bytes, list[CallBucket]]

    @classmethod
    def of(cls, section: DeviceLeakage) -> _Names:
        """The names of a policy section's buckets."""
        names = cls({}, {})
        for bucket in section.buckets:
            if isinstance(bucket, IdentifierBucket):
                names.identifiers.setdefault(_bytes(bucket.identifier), []).append(bucket)
            elif isinstance(bucket, CallBucket):
                names.calls.setdefault(_bytes(bucket.call), []).append(bucket)
        return names

    def among(self, tokens: Tokens) -> Iterator[Found]:
        """The references among the tokens of a file."""
        return self._at(tokens.find(self.identifiers.keys() | self.calls.keys()), tokens, Calls(tokens.texts))

    def on_directive(self, tokens: Sequence[Token], *, identifiers: bool = True, calls: bool = True) -> Iterator[Found]:
        """The references among the tokens of a directive."""
        reader = Calls([token.text for token in tokens])
        return self._at(range(len(tokens)), tokens, reader, identifiers=identifiers, calls=calls)

    def _at(
        self,
        places: Iterable[int],
        tokens: Sequence[Token],
        reader: Calls,
        *,
        identifiers: bool = True,
        calls: bool = True,
    ) -> Iterator[Found]:
        for index in places:
            token = tokens[index]
            if identifiers:
                for one in self.identifiers.get(token.text, ()):
                    yield Found(one.name, token.start, token.end)
            for call in self.calls.get(token.text, ()) if calls else ():
                if reader.is_call(index, call.arguments):
                    yield Found(call.name, token.start, token.end)


def _bytes(name: str) -> bytes:
    return name.encode("utf-8", "surrogateescape")


def _named(code: Code, section: DeviceLeakage) -> Iterator[Found]:
    names = _Names.of(section)
    text = without_splices(code.data)
    if not any(name in text for name in (*names.identifiers, *names.calls)):
        return
    for found in names.among(code.lexed.tokens):
        if code.is_live(found.start):
            yield found
    for directive, line in zip(code.lexed.directives, code.reach.lines, strict=True):
        if line.is_live and directive.name in _NAMING:
            yield from names.on_directive(directive.tokens, calls=False)
        if line.is_live and directive.name in _CALLING:
            body = directive.tokens[1:] if directive.name == b"define" else directive.tokens
            yield from names.on_directive(body, identifiers=False)


def _included(code: Code, section: DeviceLeakage) -> Iterator[Found]:
    buckets = [bucket for bucket in section.buckets if isinstance(bucket, IncludeBucket)]
    if not buckets or not any(directive.name in _INCLUDING for directive in code.lexed.directives):
        return
    needs_device_off = any(bucket.reachable_without_device for bucket in buckets)
    without = code.reach_where(without_device(section.device_macros)) if needs_device_off else code.reach
    named: dict[bytes, set[str]] = {}
    for directive, line, line_without in zip(code.lexed.directives, code.reach.lines, without.lines, strict=True):
        if not line.is_live:
            continue
        if directive.name == b"define" and len(directive.tokens) > 1:
            body = code.data[directive.tokens[1].start : directive.tokens[-1].end]
            named.setdefault(directive.tokens[0].text, set()).update(_naming(buckets, body))
        if directive.name in _INCLUDING and directive.tokens:
            first = directive.tokens[0]
            is_macro = first.kind is TokenKind.IDENTIFIER
            wanted = named.get(first.text, set()) if is_macro else _naming(buckets, first.text)
            for bucket in buckets:
                reached = line_without.is_live or not bucket.reachable_without_device
                if reached and bucket.name in wanted:
                    yield Found(bucket.name, directive.start, directive.tokens[-1].end)


def without_device(macros: Globs) -> Lookup:
    """What is known in a build without the device: its own macros are undefined, of others nothing is known."""
    return lambda name: _UNDEFINED if macros.match(_text(name)) else None


def _naming(buckets: Sequence[IncludeBucket], target: bytes) -> set[str]:
    """The names of the buckets that a target belongs to; it is in quotes or brackets, or what a macro stands for."""
    if target[:1] not in (b"<", b'"') or len(target) < _SHORTEST_TARGET:
        return set()
    path = _text(target[1:-1])
    return {bucket.name for bucket in buckets if _matches(bucket.include, path)}


def _matches(patterns: Globs, target: str) -> bool:
    if patterns.match(target):
        return True
    plain = posixpath.normpath(target)
    while plain.startswith("../"):
        plain = plain[3:]
    return patterns.match(plain)


def _tested(code: Code, section: DeviceLeakage) -> Iterator[Found]:
    for bucket in section.buckets:
        if isinstance(bucket, ConditionalBucket):
            lines = list(zip(code.lexed.directives, code.reach.lines, strict=True))
            yield from _tests_of(bucket, lines)


def _tests_of(bucket: ConditionalBucket, lines: Sequence[tuple[Directive, Line]]) -> Iterator[Found]:
    derived = macros_defined_from(bucket.conditional, [directive for directive, line in lines if line.is_live])
    for directive, line in lines:
        if not line.is_live or line.role not in (Role.OPENS, Role.CONTINUES) or not directive.tokens:
            continue
        form = tested_form(directive, bucket.conditional, derived)
        if form is not Form.NONE:
            is_other = form is Form.OTHER and not bucket.all_forms
            yield Found(bucket.name, directive.start, directive.tokens[-1].end, is_other)
