"""From messages to the verdict: the commits of a range or one message, with what is excused and why."""

from __future__ import annotations

from typing import TYPE_CHECKING

from checkers.commit_trailers.case import Case, case_of, difference
from checkers.commit_trailers.judging import faults, only_marker
from checkers.commit_trailers.reading import Reading
from checkers.commit_trailers.rules import CHECK
from checkers.errors import RevisionError
from checkers.model import Finding, SubjectKind, Verdict, verdict
from checkers.wording import counted, listed, short_hash

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from checkers.policy.sections import CommitTrailers, LandedException, Policy
    from checkers.repo.types import Commit
    from checkers.subject import Message, Subject

_LISTED = 20


class _Landed:
    """What the judging of landed commits gathers."""

    def __init__(self) -> None:
        self.findings: list[Finding] = []
        self.excused: set[LandedException] = set()
        self.differences: dict[str, list[str]] = {}


def judge(subject: Subject, policy: Policy) -> Verdict:
    """The verdict over one message, or over every commit of a range; a commit's findings name the commit."""
    section = policy.commit_trailers
    assert section is not None
    if subject.message is not None:
        return _message_verdict(subject.message, section)
    landed = _landed(subject, section)
    merges = sum(len(commit.parents) > 1 for commit in subject.commits)
    population = {"commits": len(subject.commits), "merges": merges, "excused": len(landed.excused)}
    notes = [*_exceptions(section, subject.commits, landed.excused), *_differences(landed.differences)]
    return verdict(
        CHECK,
        subject.kind,
        population=population,
        examined=_examined(population),
        findings=landed.findings,
        notes=notes,
    )


def _message_verdict(message: Message, section: CommitTrailers) -> Verdict:
    case = case_of(message, section)
    unlike = difference(case)
    return verdict(
        CHECK,
        SubjectKind.MESSAGE,
        population={"commits": 0, "merges": 0, "excused": 0, "messages": 1},
        examined="1 message",
        findings=(found._replace(path=message.source) for found in faults(case)),
        notes=[*_exceptions(section, (), set()), *([unlike] if unlike else [])],
    )


def _landed(subject: Subject, section: CommitTrailers) -> _Landed:
    landed = _Landed()
    excuses = {(exception.commit.lower(), exception.rule): exception for exception in section.landed_exceptions}
    older = _older(subject, section)
    for commit in subject.commits:
        case = Case(Reading(commit.message), section, subject.filled, merge=len(commit.parents) > 1)
        for found in only_marker(case) if commit.sha in older else faults(case):
            excuse = excuses.get((commit.sha, found.rule))
            if excuse:
                landed.excused.add(excuse)
            else:
                landed.findings.append(found._replace(commit=commit.sha))
        unlike = difference(case)
        if unlike:
            landed.differences.setdefault(unlike, []).append(short_hash(commit.sha))
    return landed


def _older(subject: Subject, section: CommitTrailers) -> frozenset[str]:
    """The commits before `strict_since`. Raises RevisionError, with the key's path, where that is no ancestor."""
    if section.strict_since is None or subject.history is None:
        return frozenset()
    try:
        return subject.history.older_than(section.strict_since)
    except RevisionError as error:
        raise RevisionError(f"commit_trailers.strict_since: {error}") from error


def _exceptions(section: CommitTrailers, commits: Sequence[Commit], excused: set[LandedException]) -> Iterator[str]:
    """One note an exception, on every run."""
    judged = {commit.sha for commit in commits}
    for exception in section.landed_exceptions:
        name = f"{short_hash(exception.commit)} {exception.rule}"
        if exception in excused:
            yield f"{name} is excused: {exception.reason}"
        elif exception.commit.lower() in judged:
            yield f"{name} is excused and matches nothing in that commit: {exception.reason}"
        else:
            yield f"{name} is excused, not judged here: {exception.reason}"


def _differences(found: dict[str, list[str]]) -> Iterable[str]:
    for sentence, commits in found.items():
        yield f"{listed(commits, _LISTED)}: {sentence}"


def _examined(population: dict[str, int]) -> str:
    parts = [counted(population["commits"], "commit")]
    parts += [counted(population["merges"], "merge")] if population["merges"] else []
    parts += [f"{population['excused']} excused"] if population["excused"] else []
    return ", ".join(parts)
