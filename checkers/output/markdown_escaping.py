"""Hostile text inside GitHub's Markdown: no mention, link, HTML, cell, fence, emoji or reference comes out of it."""

from __future__ import annotations

import re

from checkers.output.escaping import visible

_BREAK = "&#8203;"
"""A zero-width space: GitHub looks for mentions, references and emoji in the rendered text, where escapes are gone."""

_DOLLAR = "<span>&#36;</span>"
"""A pair of dollar signs in one run of text would be set as mathematics, escaped or not."""

_LINKED = re.compile(r"[@#]|/(?=/[^ ])|:(?=[A-Za-z0-9_+-]+:)|(?<=[Ww]{3})(?=\.)|(?<=[Gg][Hh])(?=-[0-9])")
_PUNCTUATION = re.compile(r"[!-/:-@\[-`{-~]")
_HARMLESS = frozenset("-,.;()'\"/=+%?:")
"""Punctuation that means nothing inside a line, once links are broken."""

_LIST_START = re.compile(r"^(?:[-+]|[0-9]+[.)])")
_TICKS = re.compile(r"`+")
_CODE_SEGMENT = re.compile(r"`([^`]+)`")


def prose(text: str, most: int | None = None, *, in_table: bool = False) -> str:
    """One line of text that renders as itself; what stands in single backticks becomes code.

    `most` cuts the text to that many characters.
    """
    segments = _CODE_SEGMENT.split(visible(cut(text.strip(), most)))
    return "".join(code(part, in_table=in_table) if index % 2 else _words(part) for index, part in enumerate(segments))


def code(text: str, most: int | None = None, *, in_table: bool = False) -> str:
    """A code span that holds the text, whatever it holds."""
    shown = visible(cut(text, most))
    if not shown.strip():
        return "(blank)"
    fence = "`" * (1 + max((len(run) for run in _TICKS.findall(shown)), default=0))
    padding = " " if shown[0] in "` " or shown[-1] in "` " else ""
    span = f"{fence}{padding}{shown}{padding}{fence}"
    return span.replace("|", "\\|") if in_table else span


def html(text: str) -> str:
    """Text inside an HTML block, where Markdown is not read."""
    return _entities(_LINKED.sub(_with_break, visible(text)), frozenset())


def cut(text: str, most: int | None) -> str:
    """The text, at most that many characters of it."""
    return text if most is None or len(text) <= most else f"{text[:most]}…"


def _words(text: str) -> str:
    start = _LIST_START.match(text)
    length = start.end() if start else 0
    broken = _LINKED.sub(_with_break, text[length:])
    return _entities(text[:length], frozenset()) + _entities(broken, _HARMLESS)


def _with_break(match: re.Match[str]) -> str:
    return f"{match[0]}\u200b"


def _entities(text: str, but: frozenset[str]) -> str:
    """`visible` left no zero-width space in the text, so each one that is here is a break."""
    text = _PUNCTUATION.sub(lambda match: match[0] if match[0] in but else f"&#{ord(match[0])};", text)
    return text.replace("&#36;", _DOLLAR).replace("\u200b", _BREAK)
