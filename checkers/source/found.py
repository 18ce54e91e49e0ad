"""What a look-up finds, and how a place sees a declaration."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from checkers.source.branches import Sight, sight

if TYPE_CHECKING:
    from collections.abc import Iterable

    from checkers.source.symbols import Context, Declaration, Scope, Symbol


class Found(NamedTuple):
    """What a name may stand for: watched symbols and scopes. `is_certain`: in every build it stands for something."""

    symbols: frozenset[Symbol]
    scopes: frozenset[Scope]
    is_certain: bool


NOTHING = Found(frozenset(), frozenset(), is_certain=False)


def union(founds: Iterable[Found]) -> Found:
    """Everything that any of them found; certain if one of them is."""
    symbols: set[Symbol] = set()
    scopes: set[Scope] = set()
    is_certain = False
    for found in founds:
        symbols |= found.symbols
        scopes |= found.scopes
        is_certain |= found.is_certain
    return Found(frozenset(symbols), frozenset(scopes), is_certain)


def sight_of(declaration: Declaration, context: Context) -> Sight:
    """How a place sees a declaration: not before it stands, unless it is a member of a class."""
    if declaration.context.at >= context.at:
        return Sight.HIDDEN
    seen = sight(declaration.context.branch, context.branch)
    for branch in declaration.branches:
        seen = min(seen, sight(branch, context.branch))
    return seen
