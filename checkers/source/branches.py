"""Alternatives of preprocessor conditionals: which declaration a use can see, from inside which branch."""

from __future__ import annotations

from enum import IntEnum
from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable


class Sight(IntEnum):
    """How a use sees something: never, in some builds, or in every build that has the use."""

    HIDDEN = 0
    MAYBE = 1
    CERTAIN = 2


class Group:
    """One conditional from its `#if` to its `#endif`.

    `live` are the alternatives that some build can reach; `is_exhaustive` tells that every build takes one of them.
    A sealed group is no conditional: what stands in it (a macro's body, read at its definition) is seen by nobody else.
    """

    __slots__ = ("is_exhaustive", "is_sealed", "live")

    def __init__(self, *, is_sealed: bool = False) -> None:
        self.live: set[int] = set()
        self.is_exhaustive = False
        self.is_sealed = is_sealed


class Branch:
    """One alternative of a group, within the branch around it (None: the file itself)."""

    def __init__(self, group: Group, alternative: int, parent: Branch | None) -> None:
        self.group = group
        self.alternative = alternative
        self.parent = parent

    @cached_property
    def choices(self) -> dict[Group, int]:
        """The alternative taken of each group around this place."""
        taken: dict[Group, int] = {}
        node: Branch | None = self
        while node:
            taken[node.group] = node.alternative
            node = node.parent
        return taken


def sight(declared: Branch | None, used: Branch | None) -> Sight:
    """How a use in one branch sees what another branch declares before it."""
    if declared is None or declared is used:
        return Sight.CERTAIN
    choices = used.choices if used else {}
    result = Sight.CERTAIN
    node: Branch | None = declared
    while node:
        taken = choices.get(node.group)
        if taken is None:
            if node.group.is_sealed:
                return Sight.HIDDEN
            result = Sight.MAYBE
        elif taken != node.alternative:
            return Sight.HIDDEN
        node = node.parent
    return result


def covers_every_build(branches: Iterable[Branch | None], used: Branch | None) -> bool:
    """Whether in every build that has the use at least one of the branches is taken.

    Alternatives are joined group by group, from the inside out.
    """
    choices = used.choices if used else {}
    waiting = list(branches)
    joined: dict[tuple[Group, Branch | None], set[int]] = {}
    while waiting:
        branch = waiting.pop()
        while branch is not None and branch.group in choices:
            branch = branch.parent
        if branch is None:
            return True
        taken = joined.setdefault((branch.group, branch.parent), set())
        taken.add(branch.alternative)
        if branch.group.is_exhaustive and taken >= branch.group.live:
            waiting.append(branch.parent)
    return False
