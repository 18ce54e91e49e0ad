"""What stands under a heading of a Markdown document."""

from __future__ import annotations

import re
from html import unescape
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from checkers.source.markdown_blocks import Line, LineKind, read_lines, split_lines
from checkers.source.markdown_compare import said_by, squeeze
from checkers.source.markdown_html import without_comments
from checkers.source.markdown_links import is_definitions, without_tag_targets
from checkers.wording import readable

if TYPE_CHECKING:
    from collections.abc import Sequence

_OPENING = re.compile(r"#{1,6}(?: |$)")
_TAG = re.compile(r"<[^<>]*>")
_LINK = re.compile(r"!?\[([^\[\]]*)\](?:\([^()]*\)|\[[^\[\]]*\])?")
_MARKUP = re.compile(r"\\([!-/:-@\[-`{-~])|[*_~`]")


class Section(NamedTuple):
    """What stands under one heading, wherever the document has it.

    `line` is the first such heading's, from 1. `says` is what a reader sees under it, without link targets and white
    space; deeper headings are part of it, comments, rules and reference definitions are not. It is empty where nothing
    is left.
    """

    line: int
    says: str


def section(text: str, heading: str) -> Section | None:
    """The sections of a document under headings with that text, or None where no heading of the document has it.

    A section ends at the next heading of its level or above. Case, markup and closing marks make no other heading; a
    heading in a quote, a list, code or HTML is none of the document's.
    """
    wanted = fold_heading(heading)
    members: list[Line] = []
    first = level = 0
    for _, lines in groupby(read_lines(text), key=lambda line: line.block):
        block = list(lines)
        head = block[0]
        if head.kind is not LineKind.HEADING or head.depth or 0 < level < head.level:
            members += block if level else []
            continue
        level = head.level if fold_heading(heading_text(block)) == wanted else 0
        first = first or (head.number if level else 0)
    return Section(first, _visible(members, split_lines(text))) if first else None


def heading_text(block: Sequence[Line]) -> str:
    """The text of a heading, given its lines: without the marks that make it one."""
    text = " ".join(line.text.strip() for line in block if line.kind is LineKind.HEADING)
    if not _OPENING.match(text):
        return text
    text = text.lstrip("#").strip()
    bare = text.rstrip("#")
    return bare.rstrip() if bare != text and (not bare or bare[-1] in " \t") else text


def plain_text(text: str) -> str:
    """The words of a heading or a cell: without emphasis, code marks, tags and link targets, white space folded."""
    text = _TAG.sub("", _LINK.sub(r"\1", text))
    return " ".join(readable(_MARKUP.sub(r"\1", text)).split())


def fold_heading(text: str) -> str:
    """A heading as headings are compared: its words without case and without a colon at the end."""
    return plain_text(text).casefold().rstrip(" :")


def _visible(members: Sequence[Line], source: Sequence[str]) -> str:
    shown = [line for line in members if line.kind not in (LineKind.BLANK, LineKind.RULE)]
    parts = [_shown(list(block), source) for _, block in groupby(shown, key=lambda line: line.block)]
    return squeeze(readable(unescape("".join(parts))))


def _shown(block: Sequence[Line], source: Sequence[str]) -> str:
    """What a reader sees of one block; nothing where it only holds comments, definitions or an empty fence."""
    kind, text = block[0].kind, "\n".join(line.text for line in block)
    if kind is LineKind.HTML:
        return without_tag_targets(without_comments(text))
    if kind is LineKind.FENCE and not any(line.text.strip() for line in block if line.kind is LineKind.CODE):
        return ""
    return "" if kind is LineKind.TEXT and is_definitions(text) else said_by(block, source)
