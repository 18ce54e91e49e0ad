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
_NAMES = rb"%s(?:include|include_next|import)" % _BLANK
_INCLUDE = rb"%s%s[\"<]" % (_NAMES, _BLANK)
_NAMED_INCLUDE = rb"%s%s[A-Za-z_]" % (_NAMES, _BLANK)
_NAMED_TARGET = rb"%sdefine\b%s\w++%s[\"<]" % (_BLANK, _BLANK, _BLANK)
_WITH_COMMENT = rb"(?:%s|%s%s)/\*" % (_BLANK, _NAMES, _BLANK)
_NAMED_WITH_COMMENT = rb"%sdefine\b%s(?:\w++%s)?+/\*" % (_BLANK, _BLANK, _BLANK)
_END = re.compile(rb"[\">\r\n]")


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


def on_directives(text: bytes, rest: bytes) -> re.Pattern[bytes]:
    """A pattern for a directive in the text, whose sign `rest` follows.

    Nearly always that sign is `#`, and what begins with one certain character is searched for far quicker.
    """
    return re.compile((rb"(?:#|%:)" if b"%:" in text else b"#") + rest)


def include_targets(data: bytes) -> list[bytes]:
    """What a file may include, with brackets or quotes; dead includes and those in comments too.

    Where an include names a macro, all that the file's macros could stand for.
    """
    text = without_comments_in_directives(without_splices(data), _WITH_COMMENT)
    found = list(_opened(text, _INCLUDE))
    if on_directives(text, _NAMED_INCLUDE).search(text):
        text = without_comments_in_directives(text, _NAMED_WITH_COMMENT)
        found += _opened(text, _NAMED_TARGET)
    return found


def _opened(text: bytes, rest: bytes) -> Iterator[bytes]:
    """What stands in quotes or brackets that close on the line, from where a directive with that rest opens them."""
    end = 0
    for match in on_directives(text, rest).finditer(text):
        if end < match.end():
            closing = _END.search(text, match.end())
            end = closing.start() if closing else len(text)
        if 0 < end - match.end() <= _LONGEST and text[end : end + 1] in (b'"', b">"):
            yield text[match.end() - 1 : end + 1]


def without_comments_in_directives(text: bytes, rest: bytes) -> bytes:
    """The text or, where a comment stands in a directive with that rest, the text with a blank for each comment."""
    if not on_directives(text, rest).search(text):
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
