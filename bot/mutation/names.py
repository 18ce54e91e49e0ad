"""Names of cases against what a table expects: compared whole, as they stand or as globs."""

from __future__ import annotations

from collections import Counter
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING

from bot.mutation.model import Colour
from checkers.wording import listed

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bot.mutation.model import CaseResult, SuiteResult


def matches(name: str, glob: str) -> bool:
    """Whether a glob, in which `*` crosses everything, means the case; a name with brackets may stand as it is."""
    return name == glob or fnmatchcase(name, glob)


def is_red(case: CaseResult) -> bool:
    """A case that threw is red, whatever the runner's own summary says of it."""
    return case.threw or case.colour is Colour.RED


def red_names(result: SuiteResult) -> tuple[str, ...]:
    """The names of the red cases, each once, in the report's order."""
    return tuple(dict.fromkeys(case.name for case in result.cases if is_red(case)))


def ran(result: SuiteResult) -> Counter[str]:
    """How often each name ran, green or red; a skipped case did not."""
    return Counter(case.name for case in result.cases if is_red(case) or case.colour is not Colour.SKIPPED)


def lost(before: SuiteResult, after: SuiteResult) -> tuple[str, ...]:
    """The cases that ran before and did not run, or ran less often, after; each once."""
    return tuple(ran(before) - ran(after))


def colours(result: SuiteResult) -> dict[str, Colour]:
    """Each name's colour: red where any case of the name is, skipped where all are."""
    found: dict[str, Colour] = {}
    for case in result.cases:
        colour = Colour.RED if is_red(case) else case.colour
        found[case.name] = max(colour, found.get(case.name, colour), key=_WEIGHT.index)
    return found


_WEIGHT = (Colour.SKIPPED, Colour.GREEN, Colour.RED)


NAMED = 3
"""So many names a sentence lists."""


def quoted(names: Iterable[str], most: int = NAMED) -> str:
    """The first few names as a sentence lists them."""
    return listed([f'"{name}"' for name in names], most)
