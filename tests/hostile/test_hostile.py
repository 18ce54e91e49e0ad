"""Every command keeps its laws in every kind of hostile repository: a few pairs always, many where there is time."""

from __future__ import annotations

import os
import random
import time
from pathlib import Path

import pytest

from tests.hostile import every_kind
from tests.hostile.commands import ACTING, ELSEWHERE, EVERY, JUDGING, Line
from tests.hostile.kinds import Kind
from tests.hostile.trial import Trials
from tests.hostile.world import World

KINDS = every_kind.KINDS
_ANY = 0 if os.environ.get("CI") else random.SystemRandom().randrange(1_000_000)
SEED = int(os.environ.get("REDFIRST_HOSTILE_SEED") or _ANY)
"""Decides which commands meet which kinds in the long version; a failure names it. In CI it is always the same one, as
it is for hypothesis: what is red there is red for the change that is judged."""
PARTS = 4
_KINDS_OF_A_PART = 14
_LINES_OF_A_KIND = 4

_FEW = (
    ("config, hooks and attributes name programs", "redfirst check --base {base} --merge-into {base} --format json"),
    ("the tree has programs named like ours", "check-attention-rung --base {base}"),
    ("files with every odd name are committed", "check-commit-trailers --base {base}"),
    ("a base's index is of another kind", "check-issue-index --base {base}"),
    ("a .pack is cut", "check-device-leakage --report --list"),
    (".redfirst.yml is a named pipe", "redfirst check --staged --format json"),
    (".git/index is garbage", "redfirst init --dry-run"),
    ("the message is a device without end", "check-commit-trailers --message-file {message} --filled"),
    ("a .git file that leads to a hostile place", "agent-preflight --no-commands"),
)
_LIGHT = [kind for kind in KINDS.values() if not kind.heavy]
_BY_NAME = {line.name: line for line in EVERY}


@pytest.fixture(scope="module")
def trials(tmp_path_factory: pytest.TempPathFactory) -> Trials:
    """A sound repository to be made hostile."""
    return Trials(tmp_path_factory.mktemp("hostile"))


@pytest.mark.parametrize(("kind", "line"), _FEW)
def test_the_laws_hold(kind: str, line: str, trials: Trials) -> None:
    assert list(trials.faults(KINDS[kind], [_BY_NAME[line]], seed=0)) == []


@pytest.mark.exhaustive
@pytest.mark.parametrize("part", range(PARTS))
def test_the_laws_hold_for_many(part: int, trials: Trials, capsys: pytest.CaptureFixture[str]) -> None:
    drawn = random.Random(SEED + part)
    with capsys.disabled():
        print(f"REDFIRST_HOSTILE_SEED={SEED}, part {part}", flush=True)
    quick = [line for line in (*JUDGING, *ACTING, *ELSEWHERE) if not line.runs_suites]
    faults: list[str] = []
    for kind in drawn.sample(_LIGHT, _KINDS_OF_A_PART):
        faults += trials.faults(kind, drawn.sample(quick, _LINES_OF_A_KIND), drawn.randrange(1_000_000))
    assert faults == []


@pytest.mark.exhaustive
@pytest.mark.parametrize("kind", [kind for kind in KINDS.values() if kind.heavy], ids=lambda kind: kind.name)
def test_the_laws_hold_where_there_is_much(kind: Kind, trials: Trials) -> None:
    lines = ("redfirst check --base {base}", "redfirst check --staged --format json", "redfirst init --dry-run")
    assert list(trials.faults(kind, [_BY_NAME[line] for line in lines], seed=0)) == []


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    "line", [line for line in EVERY if line.writes or line.runs_suites], ids=lambda line: line.name
)
def test_the_laws_hold_for_what_writes_and_what_runs_suites(line: Line, trials: Trials) -> None:
    drawn = random.Random(f"{SEED} {line.name}")
    faults: list[str] = []
    for kind in drawn.sample(_LIGHT, 1):
        faults += trials.faults(kind, [line], drawn.randrange(1_000_000))
    assert faults == [], f"REDFIRST_HOSTILE_SEED={SEED}"


def test_no_kind_is_left_out_by_name() -> None:
    assert {kind for kind, _ in _FEW} <= KINDS.keys()
    assert len(KINDS) > 500


def test_a_command_that_waits_is_ended(trials: Trials, tmp_path: Path) -> None:
    world = World.copy_of(trials.template, tmp_path / "w")
    ended = world.run(Line(("redfirst", "--version")), prepare=lambda: time.sleep(60), longest=0.2)
    assert ended.code is None
