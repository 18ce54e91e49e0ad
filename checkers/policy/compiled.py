"""A packaged preset as JSON, so that what needs no policy of its own need not load a YAML parser either."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NamedTuple

from checkers.policy.nodes import Kind, Node

if TYPE_CHECKING:
    from collections.abc import Mapping


class Compiled(NamedTuple):
    """A preset's document, and the SHA-256 of the YAML that it was made of, as hex."""

    sha256: str
    root: Node


def compiled(data: bytes, origin: str) -> Compiled:
    """The inverse of `as_data`, from JSON. `origin` is what the nodes call their document."""
    found: Mapping[str, Any] = json.loads(data)
    return Compiled(found["sha256"], _node(found["root"], origin))


def as_data(preset: Compiled) -> dict[str, Any]:
    """What a preset's JSON holds."""
    return {"sha256": preset.sha256, "root": _data(preset.root)}


def _node(data: Any, origin: str) -> Node:
    """A node from its kind's name, its line and its content: a scalar, nodes, or keys with their lines and nodes."""
    name, line, content = data
    kind = Kind[name]
    if kind is Kind.LIST:
        return Node(kind, line, origin, items=tuple(_node(item, origin) for item in content))
    if kind is Kind.MAPPING:
        entries = {key: _node(item, origin) for key, _, item in content}
        return Node(kind, line, origin, entries=entries, key_lines={key: at for key, at, _ in content})
    return Node(kind, line, origin, value=content)


def _data(node: Node) -> Any:
    content: Any = node.value
    if node.kind is Kind.LIST:
        content = [_data(item) for item in node.items]
    elif node.kind is Kind.MAPPING:
        content = [[key, node.key_lines[key], _data(item)] for key, item in node.entries.items()]
    return [node.kind.name, node.line, content]
