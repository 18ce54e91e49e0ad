"""The vocabulary by which init knows things in a tree of any kind: data, so that another tree needs no code."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, fields
from functools import cache
from itertools import pairwise
from pathlib import Path

_FILE = Path(__file__).with_name("vocabulary.json")
_PARTS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """Lists of words, all but suffixes, headers, values and questions in lower case."""

    code_suffixes: tuple[str, ...]
    device_suffixes: tuple[str, ...]
    device_words: tuple[str, ...]
    device_folders: tuple[str, ...]
    guard_words: tuple[str, ...]
    compiler_macros: tuple[str, ...]
    device_headers: tuple[str, ...]
    device_values: tuple[str, ...]
    device_questions: tuple[str, ...]
    vendored: tuple[str, ...]
    apart: tuple[str, ...]
    attention: tuple[str, ...]
    slow: tuple[str, ...]
    fast: tuple[str, ...]
    composed: tuple[str, ...]
    not_kernels: tuple[str, ...]
    state_columns: tuple[str, ...]
    record_states: tuple[str, ...]
    arrival_states: tuple[str, ...]
    spec_headings: tuple[str, ...]
    status_documents: tuple[str, ...]
    base_branches: tuple[str, ...]


@cache
def vocabulary() -> Vocabulary:
    """The one that comes with the package."""
    data = json.loads(_FILE.read_text(encoding="utf-8"))
    return Vocabulary(**{field.name: tuple(data[field.name]) for field in fields(Vocabulary)})


def parts_of(name: str) -> list[str]:
    """The words that a name is made of, in lower case: `PagedAttnV2` is paged, attn, v, 2."""
    return [part.lower() for part in _PARTS.findall(name)]


def has_word(name: str, wanted: tuple[str, ...]) -> bool:
    """Whether one of the wanted words is a word of the name, or two that stand together (`fa` and `2`)."""
    parts = parts_of(name)
    together = [left + right for left, right in pairwise(parts)]
    return not set(wanted).isdisjoint([*parts, *together])
