"""A checked mapping of the policy, read key by key; absent and null are the same."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeVar, cast

from checkers.policy.globs import Globs
from checkers.policy.nodes import Kind, Node, joined

if TYPE_CHECKING:
    from collections.abc import Callable

Made = TypeVar("Made")


class Fields(NamedTuple):
    """One mapping and the dotted path that leads to it. The types of its values were checked before."""

    node: Node
    path: str

    def texts(self, key: str) -> tuple[str, ...]:
        """A list of texts, or one text as a list of one; nothing where there is none."""
        node = self.node.get(key)
        if node is None:
            return ()
        return tuple(cast("str", item.value) for item in (node.items if node.kind is Kind.LIST else (node,)))

    def words(self, key: str) -> frozenset[str]:
        """The same as a set."""
        return frozenset(self.texts(key))

    def globs(self, key: str) -> Globs:
        """The same as one matcher."""
        return Globs(self.texts(key))

    def text_or_none(self, key: str) -> str | None:
        """One text."""
        node = self.node.get(key)
        return None if node is None else cast("str", node.value)

    def text(self, key: str) -> str:
        """One text that must be there. Raises PolicyError."""
        return cast("str", self._needed(key).value)

    def sentence(self, key: str) -> str:
        """One text that must be there, white space folded. Raises PolicyError."""
        return " ".join(self.text(key).split())

    def number(self, key: str) -> int:
        """A number that must be there. Raises PolicyError."""
        return cast("int", self._needed(key).value)

    def number_or(self, key: str, default: float) -> float:
        """A number, or the default."""
        node = self.node.get(key)
        return default if node is None else cast("float", node.value)

    def is_true(self, key: str) -> bool:
        """A truth value; absent is false."""
        node = self.node.get(key)
        return node is not None and node.value is True

    def made(self, key: str, make: Callable[[Fields], Made]) -> Made | None:
        """What `make` makes of a mapping that may be absent."""
        node = self.node.get(key)
        return None if node is None else make(Fields(node, joined(self.path, key)))

    def inner(self, key: str) -> Fields:
        """A mapping; an empty one where there is none."""
        node = self.node.get(key) or Node(Kind.MAPPING, self.node.line, self.node.origin)
        return Fields(node, joined(self.path, key))

    def rows(self, key: str) -> tuple[Fields, ...]:
        """The mappings of a list."""
        node = self.node.get(key)
        items = () if node is None else node.items
        return tuple(Fields(item, f"{joined(self.path, key)}[{number}]") for number, item in enumerate(items))

    def _needed(self, key: str) -> Node:
        node = self.node.entries.get(key, self.node)
        if node is self.node or node.kind is Kind.NULL:
            node.refuse(joined(self.path, key), "must be given: there is no empty value for it")
        return node
