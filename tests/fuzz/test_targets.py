"""Each target of the fuzzer over what it starts from, whole and cut, and over whatever it ever found."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bot.mutation.reporting.json import read as read_mutation_report
from bot.triage.reporting import load_triage
from bot.verdict.json import load_verdict
from tests.fuzz.documents import changed
from tests.fuzz.targets import MUTATION, TARGETS, TRIAGE, VERDICT

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


@pytest.mark.parametrize(
    ("sound", "load"),
    [(VERDICT, load_verdict), (TRIAGE, load_triage), (MUTATION, lambda data: read_mutation_report(data, "r.json"))],
    ids=["verdict", "triage", "mutation"],
)
def test_a_document_without_a_change_is_sound_and_with_one_is_another(sound: str, load: Callable[[bytes], Any]) -> None:
    assert load(changed(sound, b"")) == load(sound.encode())
    assert json.loads(changed(sound, b"\0\2\7\0")) != json.loads(sound)
