"""How messages are written here, by the newest ones: what nearly all of them do may be asked of the next."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

_TRAILER = re.compile(r"^([A-Za-z0-9][A-Za-z0-9-]*): +(\S.*)$")
_MARKER = re.compile(r"[A-Z][A-Z0-9]*(?:[_-][A-Z0-9]+)+")
_PERSON = re.compile(r"<[^<>@\s]+@[^<>\s]+>")
"""Where one person writes everything, who signs is the same in all messages, and yet nothing to ask of the next one."""
_ATTRIBUTION = "assisted-by"
_NEARLY_ALL = 0.95
_FEWEST = 5
"""So many messages say something about a habit."""


@dataclass(frozen=True, slots=True)
class Habits:
    """What was found in `read` messages. `constant` is a trailer with one value in nearly all of them."""

    read: int = 0
    marker: str | None = None
    constant: tuple[str, str] | None = None
    declaration: str | None = None
    attribution: str | None = None
    attributed: int = 0
    """How many messages have that trailer."""


def habits_of(messages: Sequence[str]) -> Habits:
    """The habits in messages that are no merges'."""
    read = len(messages)
    if read < _FEWEST:
        return Habits(read)
    trailers = [_trailers(message) for message in messages]
    keys = Counter(key for each in trailers for key in each)
    common = [key for key, times in keys.items() if times >= read * _NEARLY_ALL]
    constant, declaration = _fixed(common, trailers)
    attribution = next((key for key in keys if key.lower() == _ATTRIBUTION), None)
    markers = Counter(line for message in messages for line in set(message.splitlines()) if _MARKER.fullmatch(line))
    marker = next((line for line, times in markers.items() if times >= read * _NEARLY_ALL), None)
    return Habits(
        read=read,
        marker=marker,
        constant=constant,
        declaration=declaration,
        attribution=attribution,
        attributed=keys[attribution] if attribution else 0,
    )


def _trailers(message: str) -> dict[str, str]:
    paragraph = message.rstrip().rpartition("\n\n")[2] if "\n\n" in message.rstrip() else ""
    matches = (_TRAILER.match(line) for line in paragraph.splitlines())
    return {match[1]: match[2].strip() for match in matches if match}


def _fixed(keys: Sequence[str], trailers: Sequence[dict[str, str]]) -> tuple[tuple[str, str] | None, str | None]:
    """A key that always has the same value, and one that is always `true` or `false`."""
    constant = declaration = None
    for key in keys:
        values = {each[key] for each in trailers if key in each}
        if values == {"true", "false"}:
            declaration = key
        elif len(values) == 1 and _is_protocol(key, only := next(iter(values))):
            constant = (key, only)
    return constant, declaration


def _is_protocol(key: str, value: str) -> bool:
    names_somebody = key.lower() == _ATTRIBUTION or _PERSON.search(value) is not None
    return not names_somebody and value.isprintable() and len(value) < 40
