"""The judged tree's own headers: what an include names, and which files a file includes, directly or not."""

from __future__ import annotations

import posixpath
import re
from typing import TYPE_CHECKING

from checkers.source.lexer import lex
from checkers.source.unread import without_splices

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from checkers.repo.types import Snapshot

_BLANK = rb"[ \t\f\v]*+"
_LONGEST = 4096
"""The longest path that an operating system takes, in bytes."""
_START = rb"(?:#|%%:)%s(?:include|include_next|import)%s" % (_BLANK, _BLANK)
_INCLUDE = re.compile(rb"%s[\"<]" % _START)
_NAMED_INCLUDE = re.compile(rb"%s[A-Za-z_]" % _START)
_NAMED_TARGET = re.compile(rb"(?:#|%%:)%sdefine\b%s\w++%s[\"<]" % (_BLANK, _BLANK, _BLANK))
_END = re.compile(rb"[\">\r\n]")
_WITH_COMMENT = re.compile(rb"(?:#|%%:)%s(?:/\*|(?:include|include_next|import)%s/\*)" % (_BLANK, _BLANK))
_NAMED_WITH_COMMENT = re.compile(rb"(?:#|%%:)%sdefine\b%s(?:\w++%s)?+/\*" % (_BLANK, _BLANK, _BLANK))


class Includes:
    """Finds headers in one snapshot: beside the including file first, then below each root, in order."""

    def __init__(self, snapshot: Snapshot, roots: Iterable[str]) -> None:
        self.snapshot = snapshot
        self.roots = tuple(roots)
        self._found: dict[tuple[str, bytes], str | None] = {}

    def find(self, path: str, target: bytes) -> str | None:
        """The path of the file that `#include target` in `path` names; None for one that is not of this tree."""
        key = (posixpath.dirname(path), target)
        if key not in self._found:
            self._found[key] = self._search(*key)
        return self._found[key]

    def _search(self, folder: str, target: bytes) -> str | None:
        name = target[1:-1].decode("utf-8", "surrogateescape")
        for root in (folder, *self.roots):
            path = posixpath.normpath(posixpath.join(root, name))
            if path.startswith(("/", "../")):
                continue
            entry = self.snapshot.get(path)
            if entry is not None and entry.is_regular:
                return path
        return None


def include_targets(data: bytes) -> list[bytes]:
    """What a file may include, with brackets or quotes; dead includes and those in comments too.

    Where an include names a macro, all that the file's macros could stand for.
    """
    text = without_comments_in_directives(without_splices(data), _WITH_COMMENT)
    found = list(_opened(text, _INCLUDE))
    if _NAMED_INCLUDE.search(text):
        text = without_comments_in_directives(text, _NAMED_WITH_COMMENT)
        found += _opened(text, _NAMED_TARGET)
    return found


def _opened(text: bytes, pattern: re.Pattern[bytes]) -> Iterator[bytes]:
    """What stands in quotes or brackets that close on the line, from where each match of the pattern opens them."""
    end = 0
    for match in pattern.finditer(text):
        if end < match.end():
            closing = _END.search(text, match.end())
            end = closing.start() if closing else len(text)
        if 0 < end - match.end() <= _LONGEST and text[end : end + 1] in (b'"', b">"):
            yield text[match.end() - 1 : end + 1]


def without_comments_in_directives(text: bytes, pattern: re.Pattern[bytes]) -> bytes:
    """The text itself or, where the pattern finds a comment in a directive, the text with a blank for each comment."""
    if not pattern.search(text):
        return text
    pieces, position = [], 0
    for comment in lex(text).comments:
        pieces.append(text[position : comment.start])
        position = comment.end
    return b" ".join([*pieces, text[position:]])


def depth_first(start: Iterable[str], following: Callable[[str], Iterable[str]]) -> Iterator[str]:
    """Every file that can be reached, each once, after those that it includes; a cycle is cut where it closes."""
    seen: set[str] = set()
    for first in start:
        if first in seen:
            continue
        seen.add(first)
        stack = [(first, iter(following(first)))]
        while stack:
            path, rest = stack[-1]
            child = next((other for other in rest if other not in seen), None)
            if child is None:
                stack.pop()
                yield path
            else:
                seen.add(child)
                stack.append((child, iter(following(child))))
