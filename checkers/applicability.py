"""What each option and subject is of use to: a command line that asks nothing is refused, one for nothing is said."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from checkers.errors import UsageError
from checkers.model import SubjectKind
from checkers.registry import CHECKERS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from checkers.arguments import Options
    from checkers.policy.sections import Policy
    from checkers.registry import Checker

_KINDS = {
    "--staged": SubjectKind.STAGED,
    "--commit": SubjectKind.COMMIT,
    "--base": SubjectKind.RANGE,
    "--message-file": SubjectKind.MESSAGE,
    "--commit-msg": SubjectKind.MESSAGE,
}
"""The subject that each option names; a bare run judges a range where a checker judges changes."""


class _Use(NamedTuple):
    """An option that bears on some checkers, and there on some subjects, which `subjects` says in words."""

    option: str
    field: str
    checkers: tuple[Checker, ...]
    kinds: frozenset[SubjectKind]
    subjects: str


def _named(name: str) -> tuple[Checker, ...]:
    return tuple(checker for checker in CHECKERS if checker.name == name)


_RANGE = frozenset({SubjectKind.RANGE})
_MERGES = tuple(checker for checker in CHECKERS if checker.judges_merges)
_MESSAGES = frozenset({SubjectKind.COMMIT, SubjectKind.RANGE, SubjectKind.MESSAGE})
_USES = (
    _Use("--merge-into", "merge_into", _MERGES, _RANGE, "a range"),
    _Use("--judge", "judge", _named("doc-checkpoint"), _RANGE, "a range"),
    _Use("--filled", "filled", _named("commit-trailers"), _MESSAGES, "messages, by themselves or in commits"),
)


def refuse_useless(options: Options, checkers: Sequence[Checker]) -> None:
    """Raise UsageError for a subject that none of the checkers can judge, and for an option that asks nothing."""
    subject = options.subject_option
    kind = _KINDS[subject] if subject else SubjectKind.RANGE
    if subject and not any(kind in checker.subjects for checker in checkers):
        able = _listed(checker for checker in CHECKERS if kind in checker.subjects)
        raise UsageError(f"{subject} names nothing that {_listed(checkers)} can judge; it is for {able}")
    for use in _given(options):
        if not any(checker in use.checkers for checker in checkers):
            raise UsageError(f"{use.option} asks nothing of {_listed(checkers)}; it is for {_listed(use.checkers)}")
        if kind not in use.kinds:
            raise UsageError(f"{use.option} asks nothing of {subject}; it is for {use.subjects}")


def useless_here(options: Options, policy: Policy) -> Iterator[str]:
    """A sentence for each option that would be of use, were there more in the policy."""
    for use in _given(options):
        if not any(checker.is_configured(policy) for checker in use.checkers):
            sections = ", ".join(checker.section for checker in use.checkers)
            yield f"{use.option} changes nothing here: {policy.source} has no section {sections}"
    trailers = policy.commit_trailers
    attribution = trailers.attribution if trailers else None
    if options.filled and trailers and (attribution is None or attribution.placeholder is None):
        key = "commit_trailers.attribution.placeholder"
        yield f"--filled changes nothing here: {policy.source} has no {key}"


def _given(options: Options) -> Iterator[_Use]:
    return (use for use in _USES if getattr(options, use.field))


def _listed(checkers: Iterator[Checker] | Sequence[Checker]) -> str:
    return ", ".join(checker.name for checker in checkers)
