"""Alternatives of preprocessor conditionals: which declaration a use can see, from inside which branch."""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING

from checkers.source.nesting import Nested

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


class Branch(Nested):
    """One alternative of a group, within the branch around it (None: the file itself).

    `sealed` is the innermost branch of a sealed group that it is or stands in.
    """

    __slots__ = ("alternative", "group", "sealed")

    def __init__(self, group: Group, alternative: int, parent: Branch | None) -> None:
        super().__init__(parent)
        self.group = group
        self.alternative = alternative
        outer_sealed = parent.sealed if parent else None
        self.sealed: Branch | None = self if group.is_sealed else outer_sealed


def sight(declared: Branch | None, used: Branch | None) -> Sight:
    """How a use in one branch sees what another branch declares before it."""
    if declared is None or declared is used:
        return Sight.CERTAIN
    mine, theirs = declared.parting(used)
    if mine is None:
        return Sight.CERTAIN
    is_another_build = theirs is not None and mine.group is theirs.group
    is_sealed = declared.sealed is not None and declared.sealed.depth >= mine.depth
    return Sight.HIDDEN if is_another_build or is_sealed else Sight.MAYBE


def covers_every_build(branches: Iterable[Branch | None], used: Branch | None) -> bool:
    """Whether in every build that has the use at least one of the branches is taken.

    Alternatives are joined group by group, from the inside out.
    """
    waiting = list(branches)
    joined: dict[tuple[Group, Branch | None], set[int]] = {}
    while waiting:
        branch = waiting.pop()
        taken = used.at_depth(branch.depth) if used and branch else None
        if branch is None or (taken and taken.group is branch.group):
            return True
        alternatives = joined.setdefault((branch.group, branch.parent), set())
        alternatives.add(branch.alternative)
        if branch.group.is_exhaustive and alternatives >= branch.group.live:
            waiting.append(branch.parent)
    return False
