"""Small pieces of sentences that checkers and reports share."""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping, Sequence

    Translate = Callable[[str], str]
    """Puts other words into a text."""

_SHOWN = 120
_SHORT_HASH, _GITHUB_HASH, _REVISION_HASH = 9, 7, 12
_UNSEEN = (
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164"
    "\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
"""Default-ignorable code points (Unicode Standard Annex #44) and the marks of writing direction; a pattern."""
_SPACE = re.compile(r"[ \t\r\n\f\v]+")
_TIMES = {0: "not at all", 1: "once", 2: "twice"}


def shown(text: str) -> str:
    """A piece of somebody's text as a sentence quotes it, cut where it is long.

    Runs of ASCII white space are one space; a character that nobody would see is written as its escape.
    """
    folded = " ".join(_SPACE.split(text[: 4 * _SHOWN])).strip(" ")
    is_whole = len(folded) <= _SHOWN and len(text) <= 4 * _SHOWN
    seen = folded[:_SHOWN]
    seen = seen if seen.isprintable() else "".join(map(_seen, seen))
    return seen if is_whole else f"{seen}…"


def printable(text: str) -> str:
    """Text on one line: control characters escaped, bytes that are no UTF-8 as `\\xNN`."""
    return text if text.isprintable() else "".join(map(_escaped, text))


def _escaped(character: str) -> str:
    if character.isprintable():
        return character
    code = ord(character)
    if 0xDC80 <= code <= 0xDCFF:
        return f"\\x{code - 0xDC00:02x}"
    return character.encode("unicode_escape").decode("ascii")


def _seen(character: str) -> str:
    if character.isprintable() or "\ud800" <= character <= "\udfff":
        return character
    return character.encode("unicode_escape").decode("ascii")


def counted(number: int, noun: str, plural: str = "") -> str:
    """`1 row`, `2 rows`."""
    return f"{number} {noun}" if number == 1 else f"{number} {plural or noun + 's'}"


def every(number: int, noun: str) -> str:
    """`the one row`, `both rows`, `all 3 rows`."""
    if number == 1:
        return f"the one {noun}"
    return f"both {noun}s" if number == 2 else f"all {number} {noun}s"


def none_of(number: int, noun: str) -> str:
    """`neither row`, `none of the 3 rows`: of two or more; a verb that follows is in the singular."""
    return f"neither {noun}" if number == 2 else f"none of the {number} {noun}s"


def is_or_are(number: int) -> str:
    """The verb of so many."""
    return "is" if number == 1 else "are"


def times(number: int) -> str:
    """`not at all`, `once`, `twice`, `3 times`."""
    return _TIMES.get(number, f"{number} times")


def listed(names: Sequence[str], most: int) -> str:
    """`a, b and 3 more`: the first of some names, at most so many, and how many there are besides."""
    more = f" and {len(names) - most} more" if len(names) > most else ""
    return ", ".join(names[:most]) + more


def substitution(words: Mapping[str, str]) -> Translate:
    """What puts other words for some; the longest first, names as a whole, and nothing is replaced twice."""
    longest = sorted((word for word in words if word), key=len, reverse=True)
    pattern = re.compile("|".join(map(_whole, longest)) or "(?!)")
    return partial(pattern.sub, lambda found: words[found[0]])


def _whole(word: str) -> str:
    before = r"(?<![\w])" if re.match(r"\w", word) else ""
    after = r"(?![\w])" if re.search(r"\w\Z", word) else ""
    return f"{before}{re.escape(word)}{after}"


def short_hash(commit: str) -> str:
    """As many digits of a commit as people are shown on a terminal."""
    return commit[:_SHORT_HASH]


def revision_hash(commit: str) -> str:
    """As many digits of a commit as are handed back to git, in a command or before a path: still its own in a year."""
    return commit[:_REVISION_HASH]


def github_hash(commit: str) -> str:
    """As many digits of a commit as GitHub shows."""
    return commit[:_GITHUB_HASH]


def help_lines(help_text: str) -> list[str]:
    """What to do, and below it the comment that is to be written, so that it can be copied."""
    told, comment, written = help_text.partition(": // ")
    return [f"{told}:", f"// {written}"] if comment else [help_text]


def emptiness(section: str, lists: Mapping[str, Collection[object]]) -> str | None:
    """Why a checker cannot find anything: the first of its lists, by key of the policy's section, that is empty."""
    for key, entries in lists.items():
        if not entries:
            return f"{section}.{key} is empty, so nothing can be found; name there what the tree has"
    return None


def readable(text: str) -> str:
    """The text without characters that take no room, such as a zero-width space."""
    return text if text.isascii() else re.sub(_UNSEEN, "", text)
