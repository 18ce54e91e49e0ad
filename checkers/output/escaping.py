"""Hostile text made harmless: what a terminal, a CI log or a JSON reader must not take for anything but text."""

from __future__ import annotations

import re
import unicodedata

_HARMFUL = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
"""Categories that move the cursor, change the direction, hide, or are no characters: controls, formats, separators."""

# Patterns that few texts need are compiled, and kept, by `re` when one does: no start of a command waits for them.
_BLANK = (
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180d\u180f\u3164\ufe00-\ufe0d\uffa0\U000e0100-\U000e01ef]"
    "|(?<![\u00a9\u00ae\u203c-\u3299\U0001f000-\U0001faff])[\ufe0e\ufe0f]"
)
"""Letters and marks that show nothing, though their categories are harmless (Unicode's Default_Ignorable_Code_Point).

After a symbol the last two choose between its picture and its plain form, which people write in subjects.
"""

_NAMED = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}
_OLD_WORKFLOW_COMMAND = r"##(?=\[)"
_SURROGATE = "[\ud800-\udfff]"
_NO_BYTE = "[\ud800-\udc7f\udd00-\udfff]"


def visible(text: str) -> str:
    """The text on one line, every control, bidi, zero-width and undecodable character shown as an escape.

    A CI runner reads `##[…]` as a command anywhere in a line, so that is broken up too.
    """
    if not (text.isascii() and text.isprintable()):
        text = "".join(map(_shown, re.sub(_BLANK, _escaped, text)))
    return re.sub(_OLD_WORKFLOW_COMMAND, r"#\\#", text) if "##[" in text else text


def visible_path(path: str) -> str:
    """A path as `visible` shows it; one that would begin a line as a workflow command gets a harmless `./` first."""
    shown = visible(path)
    return f"./{shown}" if shown.lstrip().startswith("::") else shown


def plain_line(line: str) -> str:
    """A line of prose that a CI runner would take for a command, for it begins with `::`, held back by a backslash."""
    text = line.lstrip()
    return f"{line[: len(line) - len(text)]}\\{text}" if text.startswith("::") else line


def unicode_text(text: str) -> str:
    """The text with every surrogate written out, so that it can be encoded: undecodable bytes as `\\xNN`."""
    return text if text.isascii() else re.sub(_SURROGATE, _escaped, text)


def raw_bytes(text: str) -> bytes:
    """The bytes that the text was read from (PEP 383); a surrogate that stands for no byte is written out."""
    return re.sub(_NO_BYTE, _escaped, text).encode("utf-8", "surrogateescape")


def display_width(text: str) -> int:
    """How many terminal cells the text takes."""
    return len(text) if text.isascii() else sum(map(_cells, text))


def _shown(character: str) -> str:
    if character in _NAMED:
        return _NAMED[character]
    return _escape(ord(character)) if unicodedata.category(character) in _HARMFUL else character


def _escaped(match: re.Match[str]) -> str:
    return _escape(ord(match[0]))


def _escape(code: int) -> str:
    if 0xDC80 <= code <= 0xDCFF:
        return f"\\x{code - 0xDC00:02x}"
    if code < 0x80:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code <= 0xFFFF else f"\\U{code:08x}"


def _cells(character: str) -> int:
    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1
