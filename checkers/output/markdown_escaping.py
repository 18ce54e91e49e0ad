"""Hostile text inside GitHub's Markdown: no mention, link, HTML, cell, fence, emoji or reference comes out of it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from checkers.output.escaping import visible

if TYPE_CHECKING:
    from collections.abc import Iterable

_BREAK = "&#8203;"
"""A zero-width space: GitHub looks for mentions, references and emoji in the rendered text, where escapes are gone."""

_DOLLAR = "<span>&#36;</span>"
"""A pair of dollar signs in one run of text would be set as mathematics, escaped or not."""

_LINKED = re.compile(
    r"[@#]|/(?=/(?! ))|:(?=(?:100|1234|[0-9]*[A-Za-z_+-][A-Za-z0-9_+-]*):)|(?<=[Ww]{3})(?=\.)|(?<=[Gg][Hh])(?=-[0-9])"
    r"|(?<=[Gg][Hh][Ss][Aa])(?=-)|(?<=[Cc][Vv][Ee])(?=-[0-9])"
)
"""Where GitHub would see a mention, a reference to an issue or an advisory, an address, or an emoji."""

_HASH = re.compile(r"\b([0-9A-Fa-f]{7,40})\b")
"""GitHub links what looks like a commit; inside code it does not, and code can be copied."""

_COLOUR = re.compile(r"^(#(?=[0-9a-f]{3,8}$)|(?:rgb|hsl)a?(?=\([^()]*\)$))", re.IGNORECASE)
"""GitHub paints a swatch into a code span that holds a colour and nothing else."""
_BROKEN = "\\1\u200b"

_PUNCTUATION = re.compile(r"[!-/:-@\[-`{-~]")
_HARMLESS = frozenset("-,.;()'\"/=+%?:")
"""Punctuation that means nothing inside a line, once links are broken."""

_LIST_START = re.compile(r"^(?:[-+]|[0-9]{1,6}[.)])")
_TICKS = re.compile(r"`+")
_LONGEST_FENCE = 80
"""GitHub's renderer knows no longer ones (MAXBACKTICKS of cmark)."""
_MARKUP = re.compile(r"[<>&\"'$]")
_EMPTY_LINE = "&nbsp;"


def prose(text: str, most: int | None = None) -> str:
    """One line of text that renders as itself, in a table's cell too.

    `most` cuts the text to that many characters.
    """
    shown = visible(cut(text, most)).strip()
    start = _LIST_START.match(shown)
    length = start.end() if start else 0
    return _entities(shown[:length], frozenset()) + _pieces(shown[length:], "`", "`")


def code(text: str, most: int | None = None, *, in_table: bool = False) -> str:
    """A code span that holds the text, whatever it holds."""
    shown = visible(cut(text, most))
    if not shown.strip():
        return "(blank)"
    shown = _COLOUR.sub(_BROKEN, shown, count=1)
    fence = "`" * (1 + max((len(run) for run in _TICKS.findall(shown)), default=0))
    if len(fence) > _LONGEST_FENCE:
        return html_code(text, most)
    padding = " " if shown[0] in "` " or shown[-1] in "` " else ""
    span = f"{fence}{padding}{shown}{padding}{fence}"
    return span.replace("|", "\\|") if in_table else span


def html(text: str) -> str:
    """Text inside an HTML block, where Markdown is not read."""
    return _pieces(visible(text), "<code>", "</code>")


def html_code(text: str, most: int | None = None) -> str:
    """Code as HTML, inside an HTML block or a line of Markdown."""
    return f"<code>{_words(_COLOUR.sub(_BROKEN, visible(cut(text, most)), count=1))}</code>"


def preformatted(lines: Iterable[str]) -> str:
    """Lines inside `<pre>`, all on one line of Markdown, so that no blank one ends the HTML block around them."""
    return "".join(f"{_in_pre(visible(line)) or _EMPTY_LINE}&#10;" for line in lines)


def cut(text: str, most: int | None) -> str:
    """The text, at most that many characters of it."""
    return text if most is None or len(text) <= most else f"{text[:most]}…"


def _pieces(text: str, before: str, after: str) -> str:
    """The text with what looks like a commit between `before` and `after`, which make code of it."""
    parts = _HASH.split(text)
    return "".join(f"{before}{part}{after}" if index % 2 else _words(part) for index, part in enumerate(parts))


def _words(text: str) -> str:
    return _entities(_LINKED.sub(lambda match: f"{match[0]}\u200b", text), _HARMLESS)


def _entities(text: str, but: frozenset[str]) -> str:
    """`visible` left no zero-width space in the text, so each one that is here is a break."""
    text = _PUNCTUATION.sub(lambda match: match[0] if match[0] in but else f"&#{ord(match[0])};", text)
    return text.replace("&#36;", _DOLLAR).replace("\u200b", _BREAK)


def _in_pre(text: str) -> str:
    return _MARKUP.sub(lambda match: _DOLLAR if match[0] == "$" else f"&#{ord(match[0])};", text)
