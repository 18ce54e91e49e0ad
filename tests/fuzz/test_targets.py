"""Each target of the fuzzer over what it starts from, whole and cut, and over whatever it ever found."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.fuzz.targets import TARGETS

FOUND = Path(__file__).with_name("found")
"""Inputs that once failed, one file each, in a folder for each target."""
SEEDS = 12


@pytest.mark.parametrize("name", TARGETS)
def test_a_target_returns_for_its_seeds_whole_and_cut(name: str) -> None:
    target = TARGETS[name]
    seeds = list(target.seeds())
    assert seeds
    for seed in seeds[:: max(1, len(seeds) // SEEDS)]:
        for end in (len(seed), len(seed) // 2):
            target.run(seed[:end])


def test_what_was_found_stays_mended() -> None:
    found = [path for path in sorted(FOUND.rglob("*")) if path.is_file()]
    assert found
    for path in found:
        TARGETS[path.parent.name].run(path.read_bytes())
