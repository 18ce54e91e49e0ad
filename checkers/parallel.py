"""Two tasks at once: where a work tree is large, another process judges one of the code checkers on the second core."""

from __future__ import annotations

from typing import TYPE_CHECKING

from checkers.forking import Fork, may_fork
from checkers.model import SubjectKind
from checkers.run import judged

if TYPE_CHECKING:
    from collections.abc import Sequence

    from checkers.model import Verdict
    from checkers.repo.repository import Repository
    from checkers.run import Task

WORTH_FILES = 500
"""From how many files on a second process takes less time than it saves; starting one costs about 5 ms."""


def all_judged(tasks: Sequence[Task], repository: Repository, *, excerpts: bool = False) -> list[Verdict]:
    """The verdict of each task, in their order; the same whether or not a second process took part."""
    apart = _worth_a_process(tasks)
    if apart is None:
        return [judged(task, excerpts=excerpts) for task in tasks]
    with Fork(lambda: judged(tasks[apart], excerpts=excerpts), before=repository.disown_processes) as fork:
        here = [None if number == apart else judged(task, excerpts=excerpts) for number, task in enumerate(tasks)]
        there = fork.result() or judged(tasks[apart], excerpts=excerpts)
    return [verdict or there for verdict in here]


def _worth_a_process(tasks: Sequence[Task]) -> int | None:
    """Which task another process takes: the first one that reads the work tree's code, if there is much to read.

    Of the two it takes longer, and the tasks that ask for changes are done here meanwhile.
    """
    on_disk = [number for number, task in enumerate(tasks) if _reads_code(task)]
    if len(on_disk) < 2 or not may_fork():
        return None
    task = tasks[on_disk[0]]
    subject = task.make() if task.make else None
    if subject is None or len(subject.head.entries()) < WORTH_FILES or subject.sources.knows(task.checker.section):
        return None
    return on_disk[0]


def _reads_code(task: Task) -> bool:
    return task.kind is SubjectKind.TREE and not task.checker.judges_changes and task.make is not None
