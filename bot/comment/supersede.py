"""A comment whose pull request has moved on: its first line says so at once, what was found folds, and back again."""

from __future__ import annotations

import re

from checkers.output.markdown import linked, open_fold
from checkers.output.markdown_escaping import code
from checkers.wording import github_hash

ROOM = 512
"""Bytes that the words about a newer head and the fold add to a comment, with a link of up to 300."""

_START = "**redfirst: "
_OPENING = open_fold("What was found")
_CLOSING = "\n</details>\n"
_WORDS = "which has no verdict yet · was **"
_OLD = re.compile(
    rf"\*\*redfirst: superseded\*\* by [^\n]*?, {re.escape(_WORDS)}([^\n]*\n){re.escape(_OPENING)}(.*){_CLOSING}?",
    re.DOTALL,
)


def superseded(text: str, newer: str, link: str | None = None) -> str:
    """A rendered comment as one about an old head; `newer` is the hash of the new one and `link` its address."""
    first, _, rest = current(text).partition("\n")
    state = first.removeprefix(_START)
    shown = linked(code(github_hash(newer)), link)
    return f"{_START}superseded** by {shown}, {_WORDS}{state}\n{_OPENING}{rest}{_CLOSING}"


def current(text: str) -> str:
    """A rendered comment without a word about a newer head."""
    found = _OLD.fullmatch(text)
    return f"{_START}{found[1]}{found[2]}" if found else text
