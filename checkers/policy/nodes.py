"""Values that know their file and line, and the one form that every refusal of a policy has."""

from __future__ import annotations

from enum import StrEnum
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple, NoReturn

from checkers.errors import PolicyError

if TYPE_CHECKING:
    from collections.abc import Mapping

Scalar = str | int | float | bool | None

_SHOWN = 80
_NO_ENTRIES: Mapping[str, Node] = MappingProxyType({})
_NO_LINES: Mapping[str, int] = MappingProxyType({})


class Kind(StrEnum):
    """What a node is, in words for a message."""

    NULL = "null"
    BOOLEAN = "true or false"
    NUMBER = "a number"
    TEXT = "text"
    LIST = "a list"
    MAPPING = "a mapping"
    OTHER = "a value that YAML takes for a date or an odd number"


class Node(NamedTuple):
    """One value of a document. `line` counts from 1; `origin` names the document as messages do.

    A scalar has its `value`, a list its `items`, a mapping its `entries` and the lines of their keys.
    """

    kind: Kind
    line: int
    origin: str
    value: Scalar = None
    items: tuple[Node, ...] = ()
    entries: Mapping[str, Node] = _NO_ENTRIES
    key_lines: Mapping[str, int] = _NO_LINES

    def get(self, key: str) -> Node | None:
        """A mapping's value under that key; None where it is absent or null."""
        node = self.entries.get(key)
        return None if node is None or node.kind is Kind.NULL else node

    def refuse(self, path: str, reason: str) -> NoReturn:
        """Raise the PolicyError for this node; `path` is the dotted path of keys that leads to it."""
        raise refusal(self.origin, self.line, path, reason)

    def refuse_key(self, key: str, path: str, reason: str) -> NoReturn:
        """Raise the PolicyError for one key of this mapping; `path` leads to the mapping."""
        raise refusal(self.origin, self.key_lines.get(key, self.line), joined(path, key), reason)

    def plain(self) -> object:
        """The value as lists, dictionaries and scalars."""
        if self.kind is Kind.LIST:
            return [item.plain() for item in self.items]
        if self.kind is Kind.MAPPING:
            return {key: node.plain() for key, node in self.entries.items()}
        return self.value


def refusal(origin: str, line: int, path: str, reason: str) -> PolicyError:
    """One line that names the file, the line and the key's path, and says what is wrong and what is allowed."""
    return PolicyError(f"{shown(origin)}:{line}: {f'{shown(path)} ' if path else ''}{reason}")


def joined(path: str, key: str) -> str:
    """A dotted path with one more key."""
    return f"{path}.{key}" if path else key


def shown(text: str, at_most: int = _SHOWN) -> str:
    """Text from outside for one line of a message: cut short, control characters and lone surrogates escaped."""
    short = text if len(text) <= at_most else f"{text[: at_most - 3]}..."
    return "".join(char if char.isprintable() else char.encode("unicode_escape").decode() for char in short)
