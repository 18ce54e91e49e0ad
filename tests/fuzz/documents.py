"""Fuzzing of JSON documents: bytes say what is changed in one that is sound, so that its syntax stands."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from copy import deepcopy
from typing import Any

_BYTES_OF_A_CHANGE = 4
_MOST_CHANGES = 6
_VALUES: tuple[Any, ...] = (
    None, True, False, 0, 1, -1, 2**31, 2**70, 0.5, 1e308, "", "x", "\0", "\ud800", "\u202e", "../x", "a\nb",
    "<!-- -->", "x" * 3000, "1.1", "0" * 40, "2026-02-30T25:61:61Z", "pass", "fail", "skip", [], {}, [[]], [None],
    {"": ""},
)  # fmt: skip


def changed(sound: str, data: bytes) -> bytes:
    """The document with the changes that the bytes name: a value replaced, left out, doubled, or one from elsewhere."""
    document = {"": json.loads(sound)}
    for at in range(0, min(len(data), _BYTES_OF_A_CHANGE * _MOST_CHANGES), _BYTES_OF_A_CHANGE):
        step = data[at : at + _BYTES_OF_A_CHANGE].ljust(_BYTES_OF_A_CHANGE, b"\0")
        places = list(_places(document))
        holder, key = places[int.from_bytes(step[:2], "big") % len(places)]
        _change(holder, key, step[2], places[step[3] % len(places)])
    return json.dumps(document.get("")).encode("ascii")


def _change(holder: Any, key: Any, kind: int, other: tuple[Any, Any]) -> None:
    if kind < len(_VALUES):
        holder[key] = deepcopy(_VALUES[kind])
    elif kind % 3 == 0 and key != "":
        del holder[key]
    elif kind % 3 == 1 and isinstance(holder, list):
        holder.append(deepcopy(holder[key]))
    else:
        holder[key] = deepcopy(other[0][other[1]])


def _places(holder: Any) -> Iterator[tuple[Any, Any]]:
    """Every value of a document, as what holds it and the key or index there."""
    waiting = [holder]
    while waiting:
        one = waiting.pop()
        for key in list(one) if isinstance(one, dict) else range(len(one)):
            yield one, key
            if isinstance(one[key], dict | list):
                waiting.append(one[key])


def reader(sound: str, read: Callable[[bytes], None]) -> Callable[[bytes], None]:
    """A target that reads the bytes as they are, and the sound document with the changes that they name."""

    def run(data: bytes) -> None:
        read(data)
        read(changed(sound, data))

    return run
