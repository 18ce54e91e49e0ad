"""The search over bytes: which files can hold a reference at all, and what looks like one in text that was not read."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from checkers.device_leakage.matching import Found
from checkers.policy.sections import CallBucket, ConditionalBucket, IdentifierBucket, IncludeBucket
from checkers.source.lexer import is_terminated
from checkers.source.splices import SPLICE

if TYPE_CHECKING:
    from collections.abc import Iterator
    from re import Pattern

    from checkers.policy.globs import Globs
    from checkers.policy.sections import DeviceLeakage
    from checkers.source.code import Code

_SPECIAL = re.compile(r"[*?\[\\]")
_DIRECTIVE_SIGNS = (b"#", b"%:", b"*/")


class Candidates(NamedTuple):
    """What the buckets of a policy section look like as bytes.

    `anywhere` are texts one of which a file with a site of that kind holds; `on_directives` stand on a line with a
    directive (or behind the end of a comment that could hide its beginning).
    """

    anywhere: tuple[bytes, ...]
    on_directives: tuple[bytes, ...]
    patterns: tuple[tuple[str, Pattern[bytes]], ...]

    @classmethod
    def of(cls, section: DeviceLeakage) -> Candidates:
        """The candidates of a policy section, its marker among them."""
        anywhere = [section.marker.encode()]
        on_directives: list[bytes] = []
        patterns = []
        for bucket in section.buckets:
            if isinstance(bucket, ConditionalBucket):
                on_directives.extend(_prefixes(bucket.conditional))
                condition = rb"[^\r\n]*?\b(?:%s)" % b"|".join(_starts(bucket.conditional))
                patterns.append((bucket.name, re.compile(rb"(?:#|%%:)[ \t]*(?:el)?if%s" % condition)))
            elif isinstance(bucket, IncludeBucket):
                on_directives.extend(prefix.rstrip(b"/").rpartition(b"/")[2] for prefix in _prefixes(bucket.include))
                target = rb"[ \t]*include[^\r\n]*?[<\"/](?:%s)" % b"|".join(_starts(bucket.include))
                patterns.append((bucket.name, re.compile(rb"(?:#|%%:)%s" % target)))
            else:
                name = _name(bucket)
                anywhere.append(name)
                tail = rb"[ \t]*\(" if isinstance(bucket, CallBucket) else b""
                patterns.append((bucket.name, re.compile(rb"(?<![\w$])%s(?![\w$])%s" % (re.escape(name), tail))))
        return cls(tuple(anywhere), tuple(on_directives), tuple(patterns))

    def may_be_in(self, data: bytes) -> bool:
        """Whether a file can hold anything that matters; False is certain."""
        text = SPLICE.sub(b"", data) if b"\\" in data else data
        if any(part in text for part in self.anywhere):
            return True
        return any(_is_on_directive(text, part) for part in self.on_directives)

    def in_unread(self, code: Code) -> list[Found]:
        """What looks like a reference where the file could not be read.

        Those are literals and comments without an end, and what stands in a dead branch that nothing closes.
        """
        return [
            Found(bucket, match.start(), match.end())
            for start, end in _unread_regions(code)
            for bucket, pattern in self.patterns
            for match in pattern.finditer(code.data, start, end)
        ]


def _name(bucket: IdentifierBucket | CallBucket) -> bytes:
    name = bucket.identifier if isinstance(bucket, IdentifierBucket) else bucket.call
    return name.encode("utf-8", "surrogateescape")


def _prefixes(globs: Globs) -> Iterator[bytes]:
    """What each pattern begins with, up to its first special character."""
    for pattern in globs.patterns:
        yield _SPECIAL.split(pattern, maxsplit=1)[0].encode("utf-8", "surrogateescape")


def _starts(globs: Globs) -> list[bytes]:
    return [re.escape(prefix) for prefix in _prefixes(globs)]


def _is_on_directive(text: bytes, part: bytes) -> bool:
    if not part:
        return any(sign in text for sign in _DIRECTIVE_SIGNS)
    position = text.find(part)
    while position >= 0:
        start = text.rfind(b"\n", 0, position) + 1
        end = text.find(b"\n", position)
        line = text[start : end if end >= 0 else len(text)]
        if any(sign in line for sign in _DIRECTIVE_SIGNS):
            return True
        if end < 0:
            return False
        position = text.find(part, end)
    return False


def _unread_regions(code: Code) -> Iterator[tuple[int, int]]:
    tokens = code.lexed.tokens
    for index in tokens.literals:
        if not is_terminated(tokens.texts[index]) and code.is_live(tokens[index].start):
            yield tokens[index].start, tokens[index].end
    last = code.lexed.comments[-1] if code.lexed.comments else None
    if last and not is_terminated(last.text) and last.start not in code.reach.dead:
        yield last.start, last.end
    if code.reach.unclosed is not None:
        for start, end in code.reach.dead.ranges:
            if start >= code.reach.unclosed:
                yield start, end
