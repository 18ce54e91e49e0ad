"""The baseline file: JSON with `total` and `buckets`, read with the place of every number in it."""

from __future__ import annotations

import json
import re
from collections import Counter
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple, NoReturn

from checkers.source.text import SourceText

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from checkers.model import Span
    from checkers.repo.types import Snapshot

_MOST_BYTES = 1 << 20
_DEEPEST = 64
_LARGEST = 10**9
_TOKEN = re.compile(rb'"(?:[^"\\]++|\\.)*+"?|[{}\[\],:]|[^\s{}\[\],:"]++', re.DOTALL)

Key = tuple[str, ...]
TOTAL: Key = ("total",)


class Place(NamedTuple):
    """Where a key and its value stand, as byte offsets (end exclusive)."""

    key: tuple[int, int]
    value: tuple[int, int]


@dataclass(frozen=True)
class Baseline:
    """A baseline file as it was read.

    `buckets` holds the counts that can be used; `unreadable` says why there are none at all. `faults` are the values
    that are no counts, as sentences by key. `places` are by key: `("total",)`, `("buckets", name)`.
    """

    data: bytes
    unreadable: str | None = None
    buckets: Mapping[str, int] = field(default_factory=dict)
    total: int | None = None
    names: tuple[str, ...] = ()
    faults: tuple[tuple[Key, str], ...] = ()
    places: Mapping[Key, Place] = field(default_factory=dict)

    def span(self, key: Key) -> Span | None:
        """Where the line of a key is to be shown: from the key to its value's end; None where it does not stand."""
        place = self.places.get(key)
        return self._text.span(place.key[0], place.value[1]) if place else None

    @cached_property
    def _text(self) -> SourceText:
        return SourceText(self.data)

    def problems(self, wanted: Sequence[str], known: Sequence[str]) -> Iterator[tuple[Key, str]]:
        """What makes it no baseline for the `wanted` buckets, as sentences by key; it may name the `known` ones."""
        if self.unreadable:
            yield (), self.unreadable
            return
        yield from self.faults
        for name in wanted:
            if name not in self.names:
                yield (), f"it lacks the bucket {name}"
        for name in self.names:
            if name not in known:
                yield ("buckets", name), f"it has a bucket {name}, which the policy does not know"
        if not self.faults and self.total != sum(self.buckets.values()):
            yield TOTAL, f"its total {self.total} is not the sum of its buckets, {sum(self.buckets.values())}"


def read_baseline(snapshot: Snapshot, path: str) -> Baseline | None:
    """The baseline at a path of a snapshot, None where the path is absent."""
    entry = snapshot.get(path)
    if entry is None:
        return None
    data = snapshot.read(path) if entry.is_regular else None
    return Baseline(b"", "it is no regular file") if data is None else parse_baseline(data)


def parse_baseline(data: bytes) -> Baseline:
    """Read a baseline file; never raises, whatever the bytes are."""
    if len(data) > _MOST_BYTES:
        return Baseline(data, f"it is over {_MOST_BYTES} bytes long")
    if _depth(data) > _DEEPEST:
        return Baseline(data, f"it is nested deeper than {_DEEPEST} levels")
    try:
        document = json.loads(data.decode("utf-8"), object_pairs_hook=_unique, parse_constant=_refuse)
    except UnicodeDecodeError:
        return Baseline(data, "it is not UTF-8")
    except ValueError as error:
        return Baseline(data, f"it is not JSON as expected: {error}")
    buckets = document.get("buckets") if isinstance(document, dict) else None
    if not isinstance(buckets, dict):
        return Baseline(data, "it has no mapping `buckets`")
    return _typed(data, document, buckets)


def _typed(data: bytes, document: Mapping[str, object], buckets: Mapping[str, object]) -> Baseline:
    counts = {name: value for name, value in buckets.items() if _is_count(value)}
    faults: list[tuple[Key, str]] = [
        (("buckets", name), f"its bucket {name} is no count") for name in buckets if name not in counts
    ]
    total = document.get("total")
    if not _is_count(total):
        faults.append((TOTAL, "its `total` is no count" if "total" in document else "it has no `total`"))
    return Baseline(
        data,
        buckets={name: int(str(value)) for name, value in counts.items()},
        total=int(str(total)) if _is_count(total) else None,
        names=tuple(buckets),
        faults=tuple(faults),
        places=dict(_places(data)),
    )


def _is_count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= _LARGEST


def _unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
    mapping = dict(pairs)
    if len(mapping) < len(pairs):
        times = Counter(name for name, _value in pairs)
        twice = next(name for name, number in times.items() if number > 1)
        raise ValueError(f"the key {json.dumps(twice)} stands twice")
    return mapping


def _refuse(word: str) -> NoReturn:
    raise ValueError(f"{word} is no number of JSON")


def _depth(data: bytes) -> int:
    deepest = depth = 0
    for match in _TOKEN.finditer(data):
        if match[0] in (b"{", b"["):
            depth += 1
            deepest = max(deepest, depth)
        elif match[0] in (b"}", b"]"):
            depth -= 1
    return deepest


def _places(data: bytes) -> Iterator[tuple[Key, Place]]:
    """The keys of valid JSON down to the second level, with their places."""
    keys: list[tuple[str, tuple[int, int]] | None] = []
    in_mapping: list[bool] = []
    for match in _TOKEN.finditer(data):
        token = match[0]
        if token in (b"{", b"["):
            keys.append(None)
            in_mapping.append(token == b"{")
        elif token in (b"}", b"]"):
            keys.pop()
            in_mapping.pop()
        elif token == b",":
            keys[-1] = None
        elif token != b":" and keys and in_mapping[-1]:
            last = keys[-1]
            if last is None:
                keys[-1] = (str(json.loads(token.decode("utf-8"))), match.span())
            elif len(keys) <= 2 and all(keys):
                yield tuple(key[0] for key in keys if key), Place(last[1], match.span())
