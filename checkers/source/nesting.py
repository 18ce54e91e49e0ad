"""Things within things: the way outward from one, and where two ways meet, however deep they lie."""

from __future__ import annotations

from typing import Self, TypeVar

_Node = TypeVar("_Node", bound="Nested")


class Nested:
    """Something within `parent` (None: outermost); `depth` counts what is around it."""

    __slots__ = ("_jump", "depth", "parent")

    def __init__(self, parent: Self | None) -> None:
        self.parent = parent
        self.depth: int = _depth(parent) + 1
        near: Self | None = _jump(parent)
        far: Self | None = _jump(near)
        self._jump: Self | None = far if _depth(parent) - _depth(near) == _depth(near) - _depth(far) else parent

    def at_depth(self, depth: int) -> Self | None:
        """What of that depth it is or lies in; None where it is not so deep, and for a negative depth.

        `_jump` leads as far outward as keeps this logarithmic (Myers, "An applicative random-access stack", 1983).
        """
        node: Self | None = self
        while node and node.depth > depth:
            node = node._jump if _depth(node._jump) >= depth else node.parent
        return node if _depth(node) == depth else None

    def parting(self, other: Self | None) -> tuple[Self | None, Self | None]:
        """The outermost ones around this (or this) and around another that are not around both; None without any."""
        level = min(self.depth, _depth(other))
        one, two = self.at_depth(level), other.at_depth(level) if other else None
        if one is two:
            return self.at_depth(level + 1), other.at_depth(level + 1) if other else None
        while one and two and one.parent is not two.parent:
            one, two = (one._jump, two._jump) if one._jump is not two._jump else (one.parent, two.parent)
        return one, two


def _depth(node: Nested | None) -> int:
    return node.depth if node else -1


def _jump(node: _Node | None) -> _Node | None:
    return node._jump if node else None
