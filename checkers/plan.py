"""From a command line to tasks: which checker judges which subject by which policy."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from checkers.applicability import refuse_useless
from checkers.errors import RangeUnavailable, RevisionError
from checkers.model import SubjectInfo, SubjectKind
from checkers.registry import CHECKERS
from checkers.run import Task
from checkers.subject import Subject

if TYPE_CHECKING:
    from collections.abc import Sequence

    from checkers.arguments import Options
    from checkers.merging import Landing
    from checkers.policies import Policies
    from checkers.policy.select import Selected
    from checkers.registry import Checker
    from checkers.subject import Message
    from checkers.subjects import Range, Subjects

_NO_BASE = "the policy names no base_ref; name the base with --base"
_UNBORN = "HEAD has no commit yet, so there is no range to judge"


class Plan(NamedTuple):
    """What a run will do: `selected` is the policy that the report names."""

    info: SubjectInfo
    selected: Selected
    tasks: tuple[Task, ...]


class Pinned(NamedTuple):
    """A base that was resolved once, before anything is judged; `unavailable` says why its range cannot be taken."""

    name: str | None
    base: str | None = None
    ends: Range | None = None
    unavailable: str | None = None


def plan_of(options: Options, subjects: Subjects, policies: Policies) -> Plan:
    """The plan of one checker's executable or of `redfirst check`. Raises UsageError and RevisionError."""
    checkers = named(options.checks)
    refuse_useless(options, checkers)
    if options.staged:
        return staged_plan(checkers, subjects, policies)
    if options.commit is not None:
        return _commit_plan(options.commit, checkers, subjects, policies)
    if options.base is not None:
        return _range_plan(options, checkers, subjects, policies)
    if options.subject_option:
        return _message_plan(options, checkers, subjects, policies)
    if not all(checker.judges_changes for checker in checkers):
        subjects.work_tree.entries()  # one question for the whole tree, before single paths are asked for
    selected = policies.on_disk()
    changes = any(checker.judges_changes for checker in checkers)
    pinned = pin(selected.policy.base_ref, subjects) if changes else Pinned(None)
    return bare_plan(checkers, subjects, policies, pinned)


def named(checks: Sequence[str]) -> list[Checker]:
    """The checkers of those names; all of them where there is none."""
    return [checker for checker in CHECKERS if not checks or checker.name in checks]


def pin(name: str | None, subjects: Subjects, *, explicit: bool = False) -> Pinned:
    """Resolve a base once. A base that the user named must resolve (RevisionError); another may be unavailable."""
    repository = subjects.repository
    if name is None:
        return Pinned(None, unavailable=_NO_BASE)
    try:
        base = repository.resolve(name)
    except RevisionError as error:
        if explicit:
            raise
        return Pinned(name, unavailable=str(error))
    head = repository.head()
    if head is None:
        return Pinned(name, base, unavailable=_UNBORN)
    try:
        return Pinned(name, base, subjects.range_between(base, head))
    except RangeUnavailable as error:
        return Pinned(name, base, unavailable=str(error))


def bare_plan(checkers: Sequence[Checker], subjects: Subjects, policies: Policies, pinned: Pinned) -> Plan:
    """The work tree, and `base..HEAD` where a checker judges changes."""
    subjects.refuse_bare()
    on_disk = policies.on_disk()
    of_range = policies.of_range(pinned.ends, on_disk) if pinned.ends else on_disk
    tasks = [
        _change_task(checker, subjects, of_range, pinned)
        if checker.judges_changes
        else Task(checker, SubjectKind.TREE, on_disk, partial(subjects.tree, pinned.ends))
        for checker in checkers
    ]
    only_changes = all(checker.judges_changes for checker in checkers)
    kind = SubjectKind.RANGE if only_changes else SubjectKind.TREE
    ends = pinned.ends
    info = SubjectInfo(kind, ends.base, ends.head, ends.merge_base) if ends else SubjectInfo(kind, pinned.base)
    return _plan(info, of_range if only_changes else on_disk, tasks)


def staged_plan(checkers: Sequence[Checker], subjects: Subjects, policies: Policies) -> Plan:
    """The index against HEAD."""
    selected = policies.of_index()
    info = SubjectInfo(SubjectKind.STAGED, base=subjects.repository.head())
    return _plan(info, selected, _tasks(checkers, SubjectKind.STAGED, selected, subjects))


def _tasks(checkers: Sequence[Checker], kind: SubjectKind, selected: Selected, subjects: Subjects) -> list[Task]:
    return [Task(checker, kind, selected, subjects.staged) for checker in checkers if kind in checker.subjects]


def _change_task(checker: Checker, subjects: Subjects, selected: Selected, pinned: Pinned) -> Task:
    """A range gate of a bare run; the index can be read without a range, though not found whole."""
    if pinned.ends:
        messages_only = checker.reads_messages_only
        make = partial(subjects.range, pinned.ends, messages_only=messages_only, beside_work_tree=not messages_only)
        return Task(checker, SubjectKind.RANGE, selected, make)
    if SubjectKind.TREE in checker.subjects:
        return Task(checker, SubjectKind.TREE, selected, subjects.tree, pinned.unavailable)
    return Task(checker, SubjectKind.RANGE, selected, None, pinned.unavailable)


def _commit_plan(revision: str, checkers: Sequence[Checker], subjects: Subjects, policies: Policies) -> Plan:
    commit = subjects.named_commit(revision)
    selected = policies.of_commit(commit)
    kind = SubjectKind.COMMIT
    tasks = [
        Task(checker, kind, selected, partial(subjects.commit, commit, messages_only=checker.reads_messages_only))
        for checker in checkers
        if kind in checker.subjects
    ]
    parent = commit.parents[0] if commit.parents else None
    return _plan(SubjectInfo(kind, base=parent, head=commit.sha), selected, tasks)


def _range_plan(options: Options, checkers: Sequence[Checker], subjects: Subjects, policies: Policies) -> Plan:
    assert options.base is not None
    from checkers.merging import Landing  # a message is merged into nothing

    into = subjects.repository.resolve(options.merge_into) if options.merge_into is not None else None
    base, head = subjects.named_ends(options.base, options.head)
    try:
        ends = subjects.range_between(base, head)
    except RangeUnavailable as error:
        selected = policies.on_disk()
        tasks = [Task(checker, SubjectKind.RANGE, selected, None, str(error)) for checker in checkers]
        return _plan(SubjectInfo(SubjectKind.RANGE, base, head), selected, tasks)
    selected = policies.of_range(ends)
    landing = Landing(subjects, ends, options.merge_into or "", into) if into else None
    tasks = [_range_task(checker, subjects, selected, ends, landing) for checker in checkers]
    return _plan(SubjectInfo(SubjectKind.RANGE, ends.base, ends.head, ends.merge_base), selected, tasks)


def _range_task(checker: Checker, subjects: Subjects, selected: Selected, ends: Range, landing: Landing | None) -> Task:
    make = partial(subjects.range, ends, messages_only=checker.reads_messages_only)
    then = (
        partial(landing.beside, checker=checker, policy=selected.policy) if landing and checker.judges_merges else None
    )
    return Task(checker, SubjectKind.RANGE, selected, make, then=then)


def _message_plan(options: Options, checkers: Sequence[Checker], subjects: Subjects, policies: Policies) -> Plan:
    from checkers.messages import as_it_stands, from_hook

    if options.message_file is not None:
        subject = as_it_stands(subjects.repository, options.message_file, filled=options.filled)
    else:
        subject = from_hook(subjects.repository, options.commit_msg or "", filled=options.filled)
    selected = policies.on_disk()
    return _plan(SubjectInfo(SubjectKind.MESSAGE), selected, _message_tasks(subject, checkers, selected))


def with_message(plan: Plan, message: Message, checkers: Sequence[Checker]) -> Plan:
    """The plan of a range, with the message under which it will land, judged by the same policy.

    Where the range could not be taken nobody knows which policy decides, so the message is not judged either.
    """
    subject = Subject(SubjectKind.MESSAGE, message=message)
    unavailable = next((task.unavailable for task in plan.tasks if task.make is None), None)
    tasks = _message_tasks(subject, checkers, plan.selected, unavailable)
    return _plan(plan.info, plan.selected, (*plan.tasks, *tasks))


def _message_tasks(
    subject: Subject, checkers: Sequence[Checker], selected: Selected, unavailable: str | None = None
) -> list[Task]:
    make = None if unavailable else lambda: subject
    able = [checker for checker in checkers if SubjectKind.MESSAGE in checker.subjects]
    return [Task(checker, SubjectKind.MESSAGE, selected, make, unavailable) for checker in able]


def _plan(info: SubjectInfo, selected: Selected, tasks: Sequence[Task]) -> Plan:
    return Plan(info, selected, tuple(task for task in tasks if task.is_configured))
