"""Time in proportion to size, measured in processor time, so that a busy machine does not matter."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

_SLACK_S = 0.15


def assert_in_proportion(run: Callable[[int], object], size: int) -> None:
    """Four times the size may take ten times as long, and a little more; what is quadratic takes sixteen times."""
    run(size)
    small, large = _seconds(run, size), _seconds(run, 4 * size)
    assert large < 10 * small + _SLACK_S, f"size {size}: {small:.3f} s, size {4 * size}: {large:.3f} s"


def _seconds(run: Callable[[int], object], size: int) -> float:
    gc.collect()
    gc.disable()  # a collection costs what the test process holds, not what is measured
    try:
        began = time.process_time()
        run(size)
        return time.process_time() - began
    finally:
        gc.enable()


@contextmanager
def at_most(seconds: float) -> Iterator[None]:
    """The block takes no longer than that, far above what it needs: only another order of growth reaches it."""
    began = time.process_time()
    yield
    taken = time.process_time() - began
    assert taken < seconds, f"{taken:.1f} s, where {seconds} are allowed"
