"""git's own globs: `**` crosses folders, `*` and `?` do not, a pattern is matched against the whole path."""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from re import Pattern

_STAR = "*"
_SEPARATOR = "/"
_ANY = "[^/]"
_FOLDERS = "(?:[^/]*/)*?"
_NOTHING = "(?!)"
_DOT = r"\x2e"
_SPECIAL = re.compile(r"[*?\[\\]")
_WILDCARD = re.compile(r"\*\*/|\*+|\?")
_FILLED = {"**/": ""}
_BYTES = range(256)

_CLASSES: dict[str, frozenset[int]] = {}


class Globs:
    """A list of patterns as one matcher, after git's `wildmatch` with `WM_PATHNAME` (git's `wildmatch.c`).

    As in git a pattern speaks of bytes: `?` is one byte of a name's UTF-8, and `[[:alpha:]]` is ASCII.
    """

    def __init__(self, patterns: tuple[str, ...]) -> None:
        self.patterns = patterns

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Globs) and self.patterns == other.patterns

    def __hash__(self) -> int:
        return hash(self.patterns)

    @classmethod
    def of(cls, patterns: Iterable[str]) -> Globs:
        """Check the patterns; an empty list matches nothing. Raises ValueError, with the reason, for a bad one.

        Bad are patterns that git cannot read (an open bracket, a trailing backslash) and those that no path of a
        repository could ever match (absolute ones, `..`, empty folder names).
        """
        checked = tuple(patterns)
        for pattern in checked:
            _check(pattern)
        return cls(checked)

    @cached_property
    def regex(self) -> Pattern[str]:
        """All patterns as one expression over the bytes of a path, each byte a character; compiled when first used."""
        return re.compile("|".join(_translate(pattern) for pattern in self.patterns) or _NOTHING)

    def instance(self, filler: str) -> str | None:
        """A path that matches, with `filler` for what a pattern leaves open; None where none is found so."""
        tried = (_WILDCARD.sub(lambda found: _FILLED.get(found[0], filler), one) for one in self.patterns)
        return next((path for path in tried if self.match(path)), None)

    def match(self, path: str) -> bool:
        """Whether any pattern matches the whole path; bytes that are not UTF-8 are surrogate escapes (PEP 383)."""
        return self.regex.match(path if path.isascii() else _as_bytes(path)) is not None


def _as_bytes(text: str) -> str:
    return text.encode("utf-8", "surrogateescape").decode("latin-1")


def _check(pattern: str) -> None:
    if "\0" in pattern:
        raise ValueError("a pattern has no NUL")
    segments = _segments(_as_bytes(pattern))
    if segments == [[]]:
        raise ValueError("a pattern is not empty")
    if not segments[0]:
        raise ValueError("a pattern is relative to the repository's root and does not begin with /")
    if not segments[-1]:
        raise ValueError("a pattern names files and does not end with /; folder/** names those below one")
    if [] in segments:
        raise ValueError("a pattern has no empty folder name (//)")
    if [_DOT] in segments or [_DOT, _DOT] in segments:
        raise ValueError("a pattern has no . or .. as a folder name")


def _translate(pattern: str) -> str:
    """One pattern as an expression.

    As git does, what stands before the first special character is compared by itself and the rest is a pattern of
    its own, in which `**` stands at the beginning: so `a**` crosses folders, and `?a**` does not.
    """
    text = _as_bytes(pattern)
    special = _SPECIAL.search(text)
    if special is None:
        return re.escape(text) + r"\Z"
    return re.escape(text[: special.start()]) + _wildcards(text[special.start() :])


def _wildcards(pattern: str) -> str:
    """A pattern as an expression that never backtracks over more than one stretch of the path.

    Between two `**` stands a fixed number of folders, and between two `*` a fixed number of bytes, so the earliest
    place that fits is as good as any later one: it is taken for good (an atomic group), and only what stands after
    the last `**` or `*` has to be tried against the end.
    """
    segments = _segments(pattern)
    open_end = _is_globstar(segments[-1])
    groups: list[list[str]] = [[]]
    for segment in segments[:-1] if open_end else segments:
        if _is_globstar(segment):
            groups.append([])
        else:
            groups[-1].append(_segment_expression(segment))
    stretches = ["".join(f"{folder}/" for folder in group) for group in groups]
    stretches[1:] = [_FOLDERS + stretch for stretch in stretches[1:]]
    end = "(?s:.*)" if open_end else stretches.pop().removesuffix("/")
    return "".join(f"(?>{stretch})" for stretch in stretches) + end + r"\Z"


def _is_globstar(segment: list[str]) -> bool:
    return len(segment) > 1 and all(token == _STAR for token in segment)


def _segment_expression(segment: list[str]) -> str:
    pieces = [""]
    for token in segment:
        if token == _STAR:
            pieces.append("")
        else:
            pieces[-1] += token
    first, *rest = pieces
    if not rest:
        return first
    *middle, last = rest
    return first + "".join(f"(?>[^/]*?{piece})" for piece in middle if piece) + f"[^/]*{last}"


def _segments(pattern: str) -> list[list[str]]:
    """The pattern's folders and file, each as a list of stars and of expressions for one byte. Raises ValueError."""
    segments: list[list[str]] = [[]]
    for token, escaped in _tokens(pattern):
        if token != _SEPARATOR:
            segments[-1].append(token)
            continue
        if escaped and _is_globstar(segments[-1]):
            # git lets `**/` match no folder at all, but not the same with an escaped slash.
            segments.append([_STAR])
        segments.append([])
    return segments


def _tokens(pattern: str) -> Iterator[tuple[str, bool]]:
    """(token, whether it was escaped) for each byte that a pattern asks for, and each star."""
    at = 0
    while at < len(pattern):
        character = pattern[at]
        at += 1
        if character == "\\":
            if at == len(pattern):
                raise ValueError("a backslash at the end escapes nothing")
            yield _literal(pattern[at]), True
            at += 1
        elif character == "[":
            members, at = _bracket(pattern, at)
            yield _class_expression(members), False
        elif character == "?":
            yield _ANY, False
        else:
            yield (_STAR if character == "*" else _literal(character)), False


def _literal(character: str) -> str:
    return _SEPARATOR if character == "/" else f"\\x{ord(character):02x}"


def _bracket(pattern: str, at: int) -> tuple[set[int], int]:
    """The bytes that a bracket whose inside begins at `at` matches, and where the pattern goes on after it."""
    negated = pattern[at : at + 1] in ("!", "^")
    at += negated
    members: set[int] = set()
    previous: int | None = None
    first = True
    while first or pattern[at : at + 1] != "]":
        first = False
        found, previous, at = _member(pattern, at, previous)
        members |= found
    return (set(_BYTES) - members if negated else members) - {ord("/")}, at + 1


def _member(pattern: str, at: int, previous: int | None) -> tuple[frozenset[int], int | None, int]:
    """One member of a bracket: its bytes, what a range after it would begin with, and where the next one begins."""
    if pattern.startswith("[:", at):
        end = pattern.find("]", at + 2)
        if end > at + 2 and pattern[end - 1] == ":":
            return _named_class(pattern[at + 2 : end - 1]), None, end + 1
    character = pattern[at : at + 1]
    if character == "-" and previous is not None and pattern[at + 1 : at + 2] not in ("", "]"):
        last, at = _member_byte(pattern, at + 1)
        if last < previous:
            raise ValueError(f"the range {chr(previous)}-{chr(last)} runs backwards")
        return frozenset(range(previous, last + 1)), None, at
    code, at = _member_byte(pattern, at)
    return frozenset({code}), code, at


def _member_byte(pattern: str, at: int) -> tuple[int, int]:
    at += pattern[at : at + 1] == "\\"
    if at >= len(pattern):
        raise ValueError("a bracket is not closed")
    return ord(pattern[at]), at + 1


def _named_class(name: str) -> frozenset[int]:
    if not _CLASSES:
        _CLASSES.update(_named_classes())
    if name not in _CLASSES:
        raise ValueError(f"[:{name}:] is no class of characters; known are {', '.join(sorted(_CLASSES))}")
    return _CLASSES[name]


def _named_classes() -> dict[str, frozenset[int]]:
    """The classes of POSIX in the C locale."""
    graph = frozenset(range(0x21, 0x7F))
    digit = frozenset(range(0x30, 0x3A))
    upper, lower = frozenset(range(0x41, 0x5B)), frozenset(range(0x61, 0x7B))
    return {
        "alnum": upper | lower | digit,
        "alpha": upper | lower,
        "blank": frozenset(b" \t"),
        "cntrl": frozenset(range(0x20)) | {0x7F},
        "digit": digit,
        "graph": graph,
        "lower": lower,
        "print": graph | {0x20},
        "punct": graph - upper - lower - digit,
        "space": frozenset(b" \t\n\v\f\r"),
        "upper": upper,
        "xdigit": digit | frozenset(b"abcdefABCDEF"),
    }


def _class_expression(members: set[int]) -> str:
    if not members:
        return _NOTHING
    return "[" + "".join(f"\\x{code:02x}" for code in sorted(members)) + "]"
