"""YAML as a person would write it: keys with short comments, lists on one line where they fit."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from textwrap import wrap
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    Scalar = str | int | bool | None
    Value = Scalar | Sequence[Scalar] | Mapping[str, object]

_WIDTH = 110
_PLAIN = re.compile(r"[A-Za-z_./][A-Za-z0-9_./+-]*")
_NOT_A_STRING = re.compile(r"(?i)(?:true|false|null|yes|no|on|off|y|n|\.(?:inf|nan))")


@dataclass(frozen=True, slots=True)
class Key:
    """One key of a section, and why it has its value; a mapping of several entries stands on lines of its own."""

    name: str
    value: Value
    why: str = ""


@dataclass(frozen=True, slots=True)
class Section:
    """One section of a policy: its keys; where `absent` says why it is not proposed, they are a comment to fill in."""

    name: str
    keys: tuple[Key, ...]
    about: str
    absent: str | None = None

    @property
    def text(self) -> str:
        """The section's lines, below what it is about."""
        lines = [f"{self.name}:", *(f"  {line}" for key in self.keys for line in _key_lines(key))]
        heading = self.about if self.absent is None else f"{self.about} Not proposed: {self.absent}"
        shown = lines if self.absent is None else [f"# {line}" for line in lines]
        return "\n".join([*comment(heading), *shown]) + "\n"


def _quoted(value: str) -> str:
    """In the quotes that need fewer escapes; what cannot be printed is an escape."""
    if value.isprintable() and "\\" in value and "'" not in value:
        return f"'{value}'"
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + "".join(each if each.isprintable() else f"\\U{ord(each):08x}" for each in escaped) + '"'


def comment(text: str) -> list[str]:
    """Prose as lines of a comment."""
    return [f"# {line}" for line in wrap(text, _WIDTH - 2, break_long_words=False, break_on_hyphens=False)]


def _key_lines(key: Key) -> Iterator[str]:
    behind = f" # {key.why}" if key.why else ""
    line = f"{key.name}: {flow(key.value)}"
    if len(line) <= _WIDTH - 2:
        yield line + (behind if len(line) + len(behind) <= _WIDTH else "")
        return
    yield f"{key.name}:{behind}"
    if isinstance(key.value, dict):
        for name, inner in key.value.items():
            yield from _folded(f"{flow(name)}: {flow(inner)}", "  ")
    elif isinstance(key.value, tuple | list) and any("/" in str(item) for item in key.value):
        yield from (f"  - {flow(item)}" for item in key.value)
    else:
        yield from _folded(flow(key.value), "  ")


def _folded(text: str, indent: str) -> list[str]:
    """One value over several lines, deeper after the first; YAML reads a line's end within it as a space."""
    width = _WIDTH - 2
    return wrap(
        text,
        width,
        initial_indent=indent,
        subsequent_indent=f"{indent}  ",
        break_long_words=False,
        break_on_hyphens=False,
    )


def flow(value: object) -> str:
    """A value on one line."""
    if value is None or isinstance(value, bool | int):
        return json.dumps(value)
    if isinstance(value, str):
        is_plain = _PLAIN.fullmatch(value) and not _NOT_A_STRING.fullmatch(value) and value not in (".", "..")
        return value if is_plain else _quoted(value)
    if isinstance(value, dict):
        return "{" + ", ".join(f"{flow(name)}: {flow(inner)}" for name, inner in value.items()) + "}"
    assert isinstance(value, tuple | list)
    return "[" + ", ".join(flow(item) for item in value) + "]"
