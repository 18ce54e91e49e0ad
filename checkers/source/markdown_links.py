"""Links in Markdown: where their targets stand in a text, what they are, and the text without them."""

from __future__ import annotations

import re
from html import unescape
from typing import TYPE_CHECKING, NamedTuple

from checkers.source.markdown_cells import CodeSpans

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

_TOKEN = re.compile(r"\\[^\r\n]|`+|<|!?\[|\]|(?<![A-Za-z0-9])(?:https?://|www\.)")
_AUTOLINK = re.compile(r"<([A-Za-z][A-Za-z0-9+.-]{1,31}:[^\s<>]*|[^\s<>@]+@[^\s<>@]+)>")
_TAG = re.compile(r"</?[A-Za-z][^<>]*>")
_TAG_TARGET = re.compile(r"""(?<=\s)(?:href|src)=(?:"([^"\s]*)"|'([^'\s]*)'|([^\s"'>]+))""", re.IGNORECASE)
_BARE = re.compile(r"(?:https?://|www\.)[^\s<>\[\]()\"'`|]*", re.IGNORECASE)
_SPACE = re.compile(r"\s*")
_ANGLED = re.compile(r"<((?:[^<>\\\r\n]|\\.)*)>")
_PARENTHESIS = re.compile(r"\\[^\s]|[()\s]")
_TITLE = re.compile(r""""(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\((?:[^()\\]|\\.)*\)""", re.DOTALL)
_LABEL = re.compile(r"\[((?:[^\[\]\\]|\\.){1,999})\]", re.DOTALL)
_ESCAPE = re.compile(r"\\([!-/:-@\[-`{-~])")


class Target(NamedTuple):
    """A link's target: `start` and `end` are where it stands in the text, `url` is what it says, escapes resolved.

    A use of a reference (`[text][label]`) has the definition's url and no extent of its own. `bare` tells that the
    target is also the link's text, as in `<https://example.org>`.
    """

    start: int
    end: int
    url: str
    bare: bool = False


def targets(text: str, definitions: Mapping[str, str] | None = None) -> list[Target]:
    """The targets of the links and images in the text of one block, in order; those in code are text.

    `definitions` are the document's reference definitions by label. Linear in the text's length.
    """
    scanner = _Scanner(text, definitions or {})
    scanner.run()
    return sorted(scanner.found)


def without_targets(text: str) -> str:
    """The text of one block without the targets of its links: what marks a link stays, so that a new one shows."""
    if not may_link(text):
        return text
    definitions, end = _definitions(text)
    parts = [_cut(text[:end], [target for _, target in definitions]), _cut(text[end:], targets(text[end:]))]
    return "".join(parts)


def _cut(text: str, found: Iterable[Target]) -> str:
    parts, position = [], 0
    for target in found:
        if target.end > target.start >= position:
            parts += [text[position : target.start], "://" if target.bare else ""]
            position = target.end
    return "".join([*parts, text[position:]])


def without_tag_targets(text: str) -> str:
    """A block of HTML without the targets of its tags; Markdown's own links are text there."""
    found = [target for tag in _TAG.finditer(text) for target in _tag_targets(text, *tag.span())]
    return _cut(text, found)


def may_link(text: str) -> bool:
    """Whether anything in the text could be a link; cheap, and true for some texts that hold none."""
    return "](" in text or "]:" in text or "<" in text or "://" in text or "www." in text or "][" in text


def definitions_of(paragraphs: Iterable[str]) -> dict[str, str]:
    """The reference definitions that some paragraphs begin with: folded label to url, the first one of each label.

    A footnote is no definition.
    """
    found: dict[str, str] = {}
    for paragraph in paragraphs:
        for label, target in _definitions(paragraph)[0]:
            found.setdefault(label, target.url)
    return found


def is_definitions(paragraph: str) -> bool:
    """Whether a paragraph holds reference definitions and nothing that shows."""
    return not paragraph[_definitions(paragraph)[1] :].strip()


def _definitions(paragraph: str) -> tuple[list[tuple[str, Target]], int]:
    """The definitions that a paragraph begins with, and where its other text begins."""
    found: list[tuple[str, Target]] = []
    position = 0
    while paragraph.startswith("[", _skip(paragraph, position)) and (definition := _definition(paragraph, position)):
        label, target, position = definition
        found.append((label, target))
    return found, position


class _Scanner:
    """One pass over a block's text with a stack of opening brackets."""

    def __init__(self, text: str, definitions: Mapping[str, str]) -> None:
        self.found: list[Target] = []
        self._text = text
        self._definitions = definitions
        self._code = CodeSpans(text)
        self._openers: list[tuple[int, bool]] = []
        """Where the text behind each open bracket begins, and whether it is an image's."""
        self._dead = 0
        """So many openers at the bottom of the stack stand around a link: links do not nest, images do."""
        self._comments = True
        self._ends: dict[int, int] | None = None

    def run(self) -> None:
        position = 0
        while token := _TOKEN.search(self._text, position):
            position = self._step(token)

    def _step(self, token: re.Match[str]) -> int:
        """Take one token; where to go on."""
        mark = token[0]
        if mark[0] == "`":
            return self._code.close(token.start(), token.end()) or token.end()
        if mark == "<":
            return self._angle(token.start())
        if mark == "]":
            return self._close(token.end())
        if mark[0] in "hHwW":
            return self._bare(token.start())
        if mark[0] != "\\":
            self._openers.append((token.end(), mark[0] == "!"))
        return token.end()

    def _angle(self, start: int) -> int:
        if autolink := _AUTOLINK.match(self._text, start):
            self.found.append(Target(*autolink.span(1), autolink[1], bare=True))
            return autolink.end()
        if self._comments and self._text.startswith("<!--", start):
            end = self._text.find("-->", start)
            self._comments = end >= 0
            return end + 3 if self._comments else start + 4
        if tag := _TAG.match(self._text, start):
            self.found.extend(_tag_targets(self._text, *tag.span()))
            return tag.end()
        return start + 1

    def _bare(self, start: int) -> int:
        url = _BARE.match(self._text, start)
        assert url is not None
        end = url.start() + len(url[0].rstrip(".,:;!?*_~"))
        self.found.append(Target(start, end, url[0], bare=True))
        return url.end()

    def _close(self, after: int) -> int:
        if not self._openers:
            return after
        start, image = self._openers.pop()
        dead = len(self._openers) < self._dead
        self._dead = min(self._dead, len(self._openers))
        if dead and not image:
            return after
        return self._link(start, after, image=image)

    def _link(self, start: int, after: int, *, image: bool) -> int:
        inline = _inline(self._text, after, self._target_end)
        if inline:
            target, end = inline
        else:
            reference = self._reference(start, after)
            if reference is None:
                return after
            target, end = reference
        self.found.append(target)
        if not image:
            self._dead = len(self._openers)
        return end

    def _target_end(self, opening: int) -> int | None:
        if self._ends is None:
            self._ends = _target_ends(self._text)
        return self._ends.get(opening)

    def _reference(self, start: int, after: int) -> tuple[Target, int] | None:
        if not self._definitions:
            return None
        own = self._text[start : after - 1] if after - start <= 1000 else ""
        label = _LABEL.match(self._text, after)
        end = label.end() if label else after + 2 * self._text.startswith("[]", after)
        url = self._definitions.get(fold_label(label[1] if label else own))
        return (Target(after, after, url), end) if url is not None else None


def _inline(text: str, after: int, ends: Callable[[int], int | None]) -> tuple[Target, int] | None:
    """The `(target "title")` behind a closing bracket, and where it ends; `ends` tells where the parenthesis leads."""
    if not text.startswith("(", after):
        return None
    start = _skip(text, after + 1)
    target = _destination(text, start, ends(after) if start == after + 1 else _plain_end(text, start))
    target = target or Target(start, start, "")
    end = _skip(text, target.end)
    if end > target.end and (title := _TITLE.match(text, end)):
        end = _skip(text, title.end())
    return (target, end + 1) if text.startswith(")", end) else None


def _destination(text: str, start: int, plain_end: int | None) -> Target | None:
    """The target that begins at `start`; without angle brackets it ends at `plain_end`."""
    if angled := _ANGLED.match(text, start):
        return Target(*angled.span(), _unescape(angled[1]))
    if text.startswith("<", start) or plain_end is None or plain_end == start:
        return None
    return Target(start, plain_end, _unescape(text[start:plain_end]))


def _plain_end(text: str, start: int) -> int | None:
    """Where a target without angle brackets ends: at white space or at a parenthesis that closes none of its own."""
    depth, end = 0, len(text)
    for mark in _PARENTHESIS.finditer(text, start):
        if mark[0] == "(":
            depth += 1
        elif mark[0] == ")" and depth:
            depth -= 1
        elif mark[0][0] != "\\":
            end = mark.start()
            break
    return end if depth == 0 else None


def _target_ends(text: str) -> dict[int, int]:
    """For each opening parenthesis that a target could follow at once, where that target ends."""
    found: dict[int, int] = {}
    opened: list[int] = []
    for mark in _PARENTHESIS.finditer(text):
        if mark[0] == "(":
            opened.append(mark.start())
        elif opened and mark[0][0] != "\\":
            found[opened.pop()] = mark.start()
            if mark[0] != ")":
                opened.clear()
    return found


def _definition(text: str, position: int) -> tuple[str, Target, int] | None:
    """The definition that begins here: its label, its target, and where the next line begins."""
    label = _LABEL.match(text, _skip(text, position))
    if label is None or label[1].startswith("^") or not label[1].strip() or not text.startswith(":", label.end()):
        return None
    start = _skip(text, label.end() + 1)
    target = _destination(text, start, _plain_end(text, start))
    if target is None:
        return None
    titled = _TITLE.match(text, _skip(text, target.end))
    for stop in (titled.end() if titled and titled.start() > target.end else target.end, target.end):
        line_end = _line_end(text, stop)
        if line_end is not None:
            return fold_label(label[1]), target, line_end
    return None


def _line_end(text: str, position: int) -> int | None:
    """Where the next line begins, if nothing but white space stands before it."""
    end = text.find("\n", position)
    end = len(text) if end < 0 else end + 1
    return None if text[position:end].strip() else end


def fold_label(label: str) -> str:
    """A reference's label as labels are compared: without case, white space folded."""
    return " ".join(label.split()).casefold()


def _tag_targets(text: str, start: int, end: int) -> list[Target]:
    found = []
    for attribute in _TAG_TARGET.finditer(text, start, end):
        group = attribute.lastindex or 0
        found.append(Target(*attribute.span(group), unescape(attribute[group])))
    return found


def _unescape(target: str) -> str:
    return unescape(_ESCAPE.sub(r"\1", target))


def _skip(text: str, position: int) -> int:
    space = _SPACE.match(text, position)
    return space.end() if space else position
