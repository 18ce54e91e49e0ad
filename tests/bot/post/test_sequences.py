"""However runs that post at the same time are interleaved, one comment remains, and it shows the newest run."""

from __future__ import annotations

import pytest

from tests.bot.post.sequences import Sequence, problems
from tests.forge.server import serving

FEW = 20
MANY = 1_000


def _play(seed: int) -> Sequence:
    with serving() as forge:
        sequence = Sequence(forge, seed)
        sequence.play()
    return sequence


@pytest.mark.parametrize("seed", range(FEW))
def test_a_few_sequences_end_with_one_comment_that_shows_the_newest_run(seed: int) -> None:
    assert problems(_play(seed)) == []


@pytest.mark.exhaustive
@pytest.mark.parametrize("seed", range(FEW, FEW + MANY))
def test_a_thousand_sequences_end_with_one_comment_that_shows_the_newest_run(seed: int) -> None:
    assert problems(_play(seed)) == []


def test_a_sequence_is_the_same_each_time() -> None:
    first, second = _play(7), _play(7)
    assert first.steps == second.steps
    bodies = [[comment.body for comment in it.forge.world.pulls[7].comments] for it in (first, second)]
    assert bodies[0] == bodies[1]
