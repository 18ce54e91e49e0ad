"""What check-device-leakage does beside judging: the table, the list of sites, and the baseline that it writes."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from checkers.delivery import say, write_whole
from checkers.errors import UsageError, reason_of
from checkers.output.escaping import plain_line, visible
from checkers.policies import Policies
from checkers.subjects import Subjects

if TYPE_CHECKING:
    from checkers.arguments import Options
    from checkers.plan import Plan
    from checkers.repo.repository import Repository


def listing(plan: Plan, options: Options) -> str:
    """The table and the list that the options ask for, over the judged subject; empty where they ask for none."""
    if not (options.table or options.sites) or not plan.tasks or plan.tasks[0].make is None:
        return ""
    from checkers.device_leakage.listing import report_table, site_list

    task = plan.tasks[0]
    assert task.make
    asked = [write for write, is_asked in ((report_table, options.table), (site_list, options.sites)) if is_asked]
    text = "\n".join(write(task.make(), task.selected.policy) for write in asked)
    return "".join(f"{plain_line(visible(line))}\n" for line in text.split("\n")[:-1])


def write_baseline(repository: Repository, options: Options) -> bool:
    """Write what is counted in the work tree to the baseline file, downwards only; False where that is refused.

    What was done, or why not, is said on standard error.
    """
    from checkers.device_leakage.writing import written_baseline

    subjects = Subjects(repository)
    subject, policy = subjects.tree(), Policies(subjects, options.policy).on_disk().policy
    if policy.device_leakage is None:
        raise UsageError(f"{policy.source} has no section device_leakage; there is no baseline to write")
    written = written_baseline(subject, policy)
    if written.content is None:
        for number, line in enumerate(written.refusal):
            say(line if number else f"--write-baseline is refused: {line}")
        return False
    assert repository.root
    if subject.head.read(written.path) == written.content:
        say(f"{written.path} holds what is counted already")
        return True
    _write(repository.root, written.path, written.content)
    say(f"wrote {written.path}")
    return True


def _write(root: Path, path: str, content: bytes) -> None:
    """Write a file of the work tree, never through a link: what it leads to is another file."""
    target = root / path
    if target.is_symlink() or Path(os.path.realpath(target.parent)) != Path(os.path.realpath(root)) / Path(path).parent:
        raise UsageError(
            f"--write-baseline writes through no link, and {path} is behind one; make it a file of its own"
        )
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(f"--write-baseline cannot make the folder of {path}: {reason_of(error)}") from None
    write_whole(target, content, f"--write-baseline: {path}")
