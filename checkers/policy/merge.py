"""A policy laid over a preset: key by key, as deep as mappings go."""

from __future__ import annotations

from checkers.policy.nodes import Kind, Node

BUCKET_KINDS = frozenset({"identifier", "call", "include", "conditional"})


def merged(base: Node | None, over: Node) -> Node:
    """`over` laid over `base`.

    Mappings merge by key; a list or a value replaces, null clears (and stays a null node, which knows its line), and
    an empty mapping changes nothing. A bucket is of one kind, so one that names another kind replaces the bucket.
    """
    if base is None or base.kind is not Kind.MAPPING or over.kind is not Kind.MAPPING or _is_other_bucket(base, over):
        return over
    entries = dict(base.entries)
    for key, node in over.entries.items():
        entries[key] = merged(entries.get(key), node)
    return over._replace(entries=entries)


def _is_other_bucket(base: Node, over: Node) -> bool:
    old, new = ({kind for kind in BUCKET_KINDS if node.get(kind)} for node in (base, over))
    return bool(old and new) and old.isdisjoint(new)
