"""Two sets of failures held against each other: which are the same, told by their cases and their normalised lines."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.triage.normalise import normalise
from bot.triage.texts.failure import Failure, Runner

if TYPE_CHECKING:
    from collections.abc import Iterable

Key = tuple[str, str | None, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Comparison:
    """The head's failures that the baseline has as well, and those that it has not.

    `matched` are the baseline's that are the same as `shared`, in that order; `others` are all its other failures.
    """

    shared: tuple[Failure, ...]
    new: tuple[Failure, ...]
    matched: tuple[Failure, ...]
    others: tuple[Failure, ...]


def compare(head: Iterable[Failure], baseline: Iterable[Failure]) -> Comparison:
    """Hold one against the other. A second place that fails with the same text is a failure more than one."""
    left: dict[Key, deque[Failure]] = {}
    for failure in distinct(baseline):
        left.setdefault(key_of(failure), deque()).append(failure)
    shared: list[Failure] = []
    new: list[Failure] = []
    matched: list[Failure] = []
    for failure in distinct(head):
        if same := left.get(key_of(failure)):
            shared.append(failure)
            matched.append(same.popleft())
        else:
            new.append(failure)
    others = tuple(failure for rest in left.values() for failure in rest)
    return Comparison(tuple(shared), tuple(new), tuple(matched), others)


def distinct(failures: Iterable[Failure]) -> tuple[Failure, ...]:
    """Each failure once: what is told again of the same place, as by a second run or a summary, is the same one."""
    return tuple({key_of(failure, places=True): failure for failure in failures}.values())


def key_of(failure: Failure, *, places: bool = False) -> Key:
    """What is equal for two runs of one failure. Which of two racing accesses is told first is chance."""
    lines = [normalise(line, places=places) for line in failure.lines]
    if failure.runner is Runner.SANITIZER and "ThreadSanitizer" in lines[0]:
        lines = sorted(line.replace("Previous ", "").lower() for line in lines)
    return failure.runner.value, _case(failure.case), tuple(lines)


def _case(case: str | None) -> str | None:
    return None if case is None else " ".join(case.split())
