"""HTML in Markdown: where a block of it begins and ends, and what of a text is comment."""

from __future__ import annotations

import re

_BLOCK_TAGS = (
    "address article aside base basefont blockquote body caption center col colgroup dd details dialog dir div dl dt "
    "fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hr html iframe legend li link "
    "main menu menuitem nav noframes ol optgroup option p param search section summary table tbody td tfoot th thead "
    "title tr track ul"
)
_NAME = r"[A-Za-z][A-Za-z0-9-]*"
_ATTRIBUTE = r"""\s+[A-Za-z_:][A-Za-z0-9_.:-]*(?:\s*=\s*(?:[^\s"'=<>`]+|'[^']*'|"[^"]*"))?"""
_LONE_TAG = re.compile(rf"<(?:/{_NAME}\s*|{_NAME}(?:{_ATTRIBUTE})*\s*/?)>\s*")
NEVER = re.compile(r"(?!)")
"""The end of a block that only a blank line ends."""

_STARTS = (
    (r"<(?:script|pre|style|textarea)(?:\s|>|$)", r"</(?:script|pre|style|textarea)>"),
    (r"<!--", r"-->"),
    (r"<\?", r"\?>"),
    (r"<![A-Za-z]", r">"),
    (r"<!\[CDATA\[", r"\]\]>"),
)
_BLOCKS = tuple((re.compile(start, re.IGNORECASE), re.compile(end, re.IGNORECASE)) for start, end in _STARTS)
_BLOCK_TAG = re.compile(rf"</?(?:{'|'.join(_BLOCK_TAGS.split())})(?:\s|/?>|$)", re.IGNORECASE)
_COMMENT = re.compile(r"<!--(?:-?>|.*?(?:-->|\Z))", re.DOTALL)


def block_end(text: str, *, in_paragraph: bool) -> re.Pattern[str] | None:
    """What ends the HTML block that a line begins (CommonMark's seven kinds), or None where it begins none.

    `text` is without indentation. A pattern that never matches stands for a block that a blank line ends.
    """
    if not text.startswith("<"):
        return None
    for start, end in _BLOCKS:
        if start.match(text):
            return end
    if _BLOCK_TAG.match(text) or (not in_paragraph and _LONE_TAG.fullmatch(text)):
        return NEVER
    return None


def ends_at_blank(end: re.Pattern[str]) -> bool:
    """Whether a block with that end is one that a blank line ends."""
    return end is NEVER


def without_comments(text: str) -> str:
    """The text without its HTML comments; one that is never closed reaches to the end."""
    return _COMMENT.sub("", text) if "<!--" in text else text
