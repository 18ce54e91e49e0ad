"""Every gate in one run before a push: all checkers and the policy's own commands, from one pinned base."""

from __future__ import annotations

from typing import TYPE_CHECKING

from checkers import __version__
from checkers.output.formats import Format
from checkers.parallel import all_judged
from checkers.plan import bare_plan, pin, staged_plan
from checkers.policies import Policies
from checkers.registry import CHECKERS
from checkers.repo.repository import Repository
from checkers.run import report
from checkers.session import finish
from checkers.subjects import Subjects
from checkers.wording import counted, short_hash, shown

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from checkers.arguments import Options
    from checkers.model import Verdict
    from checkers.plan import Pinned
    from checkers.policy.select import Selected
    from checkers.run import Task

_ORDER = {checker.name: number for number, checker in enumerate(CHECKERS)}


def preflight(options: Options) -> int:
    """Run every gate and write the report; the exit code."""
    with Repository.open_named(options.repo) as repository:
        subjects = Subjects(repository, cached=options.cache)
        policies = Policies(subjects, options.policy)
        subjects.refuse_bare()
        selected = policies.on_disk()
        pinned = pin(_base(options, selected), subjects, explicit=options.base is not None)
        preamble = [_title(selected), _base_line(pinned, subjects)]
        plan = bare_plan(CHECKERS, subjects, policies, pinned)
        tasks = [*plan.tasks, *(staged_plan(CHECKERS, subjects, policies).tasks if options.staged else ())]
        verdicts = all_judged(_in_order(tasks), repository, excerpts=options.format is Format.TEXT)
        if options.commands:
            verdicts += _commands(selected, subjects)
        whole = report(plan.info, selected.policy.info, verdicts, preamble)
    return finish(whole, options)


def _base(options: Options, selected: Selected) -> str | None:
    return selected.policy.base_ref if options.base is None else options.base


def _in_order(tasks: Sequence[Task]) -> list[Task]:
    return sorted(tasks, key=lambda task: _ORDER[task.checker.name])


def _commands(selected: Selected, subjects: Subjects) -> Iterator[Verdict]:
    root = subjects.repository.root
    if selected.policy.commands and root:
        from checkers.commands import run_command

        yield from (run_command(command, root) for command in selected.policy.commands)


def _title(selected: Selected) -> str:
    preset = selected.policy.info.preset
    return f"redfirst {__version__}   {f'preset {preset}' if preset else f'policy {selected.policy.source}'}"


def _base_line(pinned: Pinned, subjects: Subjects) -> str:
    """The pinned commit, whether HEAD contains it, and how many commits the range holds; or why there is no range."""
    if pinned.base is None:
        return f"base  {pinned.unavailable}"
    commit = f"base  {shown(pinned.name or '')}  {short_hash(pinned.base)}"
    if pinned.ends is None:
        return f"{commit}  ({pinned.unavailable})"
    commits = counted(subjects.count(pinned.ends), "commit")
    if pinned.ends.merge_base == pinned.base:
        return f"{commit}  (ancestor of HEAD, {commits})"
    return f"{commit}  (not an ancestor of HEAD, {commits} since the merge base {short_hash(pinned.ends.merge_base)})"
