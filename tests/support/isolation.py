"""The ways of setting suites apart that can be tried on this system, for parametrized tests."""

from __future__ import annotations

import pytest

from bot.mutation.isolation import Isolation, describe, tried, worked
from bot.mutation.sandbox.command_spec import Means

NAMESPACES = frozenset({Means.NAMESPACES, Means.NETWORK})
FILTERS = frozenset({Means.LANDLOCK, Means.SECCOMP})
NOTHING: frozenset[Means] = frozenset()


def isolation(means: frozenset[Means]) -> Isolation:
    """The isolation of some means; skips the test where the system does not have them."""
    if means and not worked(tried(means)):
        pytest.skip(f"this system does not let this user use {', '.join(sorted(means))}")
    return describe(means)


def label(means: frozenset[Means]) -> str:
    """The name of a parameter."""
    return "+".join(sorted(means)) or "nothing"


every_way = pytest.mark.parametrize("means", [NAMESPACES, FILTERS, NOTHING], ids=label)
isolated_ways = pytest.mark.parametrize("means", [NAMESPACES, FILTERS], ids=label)
