"""What the code names: macros that conditionals test, included headers, values and questions about a device."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.init.vocabulary import has_word, parts_of, vocabulary
from checkers.policy.globs import Globs

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

_CONDITIONAL = re.compile(rb"^[ \t]*#[ \t]*(?:if|ifdef|ifndef|elif|elifdef|elifndef)\b([^\r\n]*)", re.MULTILINE)
_INCLUDE = re.compile(rb'^[ \t]*#[ \t]*include[ \t]*([<"])([^>"\r\n]+)', re.MULTILINE)
_NAME = re.compile(rb"[A-Za-z_][A-Za-z0-9_]*")
_COMMENT_TAIL = re.compile(rb"//|/\*")
_MARKER = re.compile(rb"(?://|/\*)[ \t]*([A-Z][A-Z0-9]*(?:-[A-Z0-9]+)+)(\([^()\r\n]*\))?:[ \t]*\S")
_MOST_OF_A_KIND = 3


@dataclass(frozen=True, slots=True)
class Census:
    """How often each thing is named in the files that were read."""

    macros: Mapping[str, int]
    system: Mapping[str, int]
    """Targets of `#include <…>` and `"…"`, both."""
    quoted: Mapping[str, int]
    values: Mapping[str, int]
    questions: Mapping[str, int]
    markers: Mapping[str, int]
    row_markers: Mapping[str, int]
    """Words that begin a comment as `WORD: …`, and as `WORD(…): …`."""


def take(files: Iterable[bytes]) -> Census:
    """Count over the contents of files."""
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    values = _searched(vocabulary().device_values, "")
    questions = _searched(vocabulary().device_questions, r"\s*\(\s*\)")
    for data in files:
        for match in _CONDITIONAL.finditer(data):
            condition = _COMMENT_TAIL.split(match[1])[0]
            counts["macros"].update(name.decode() for name in _NAME.findall(condition) if name != b"defined")
        for match in _INCLUDE.finditer(data):
            target = match[2].decode("utf-8", "replace").strip()
            counts["system"][target] += 1
            counts["quoted"][target] += match[1] == b'"'
        counts["values"].update(name.decode() for name in values.findall(data))
        counts["questions"].update(name.decode() for name in questions.findall(data))
        for match in _MARKER.finditer(data):
            counts["row_markers" if match[2] else "markers"][match[1].decode()] += 1
    quoted = {target: times for target, times in counts["quoted"].items() if times}
    return Census(**{name: dict(counts[name]) for name in Census.__slots__ if name != "quoted"}, quoted=quoted)


def device_macros(census: Census) -> tuple[str, ...]:
    """The tree's own macros that a device's name is part of; a prefix as `NAME_*` where several share it."""
    known = set(vocabulary().compiler_macros)
    guards = set(vocabulary().guard_words)
    own = [
        name
        for name in census.macros
        if name not in known and not name.startswith("__") and guards.isdisjoint(parts_of(name)[-1:])
    ]
    grouped: dict[str, set[str]] = defaultdict(set)
    for name in own:
        if has_word(name, vocabulary().device_words):
            grouped[_up_to_device(name)].add(name)
    globs = [f"{prefix}*" if len(names) > 1 else next(iter(names)) for prefix, names in grouped.items()]
    return tuple(sorted(globs))


def compiler_macros(census: Census) -> tuple[str, ...]:
    """The device compilers' own macros that are tested here."""
    return tuple(name for name in vocabulary().compiler_macros if name in census.macros)


def device_headers(census: Census) -> tuple[str, ...]:
    """Globs over the device's headers that are included here."""
    suffixes = vocabulary().device_suffixes
    found = [glob for glob in vocabulary().device_headers if any(map(Globs.of([glob]).match, census.system))]
    own = [target for target in census.system if target.endswith(suffixes)]
    return (*found, *(f"**/*{suffix}" for suffix in suffixes if any(target.endswith(suffix) for target in own)))


def most_named(counts: Mapping[str, int]) -> tuple[str, ...]:
    """The few that are named most, twice at least."""
    ordered = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    return tuple(name for name, times in ordered[:_MOST_OF_A_KIND] if times > 1)


def _searched(names: Iterable[str], behind: str) -> re.Pattern[bytes]:
    listed = "|".join(sorted(names, key=len, reverse=True))
    return re.compile(rf"(?<![A-Za-z0-9_])({listed})(?![A-Za-z0-9_]){behind}".encode())


def _up_to_device(name: str) -> str:
    """The beginning of a name up to the first word that is a device's."""
    position = 0
    for part in parts_of(name):
        position = name.lower().index(part, position) + len(part)
        if part in vocabulary().device_words:
            break
    return name[:position]
