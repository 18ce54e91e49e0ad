"""The verdict that there is none: what is handed over where the judge itself ended with an error."""

from __future__ import annotations

from datetime import UTC, datetime
from hashlib import sha256
from typing import TYPE_CHECKING

from bot.mutation.report import THIS_TOOL
from bot.verdict.gates import JUDGE
from bot.verdict.model import Commits, PullRequestVerdict
from bot.verdict.validation import COMMIT, MOMENT
from checkers.errors import UsageError
from checkers.model import PolicyInfo, Report, SubjectInfo, SubjectKind, skipped

if TYPE_CHECKING:
    from bot.verdict.arguments import VerdictOptions
    from bot.verdict.model import Target

_LONGEST = 400
"""Characters of a reason, as many as the comment shows."""
_NO_POLICY = PolicyInfo("none", sha256().hexdigest())


def unjudged(options: VerdictOptions, target: Target, why: str) -> PullRequestVerdict:
    """A verdict of one gate, the judge itself, which did not run; `why` may be any text.

    The repository may be what is broken, so nothing is looked up there. Raises UsageError for ends that are not named
    by their full hashes.
    """
    base, head = _hash("--base", options.base), _hash("--head", options.head)
    told = " ".join(why.split())
    gate = skipped(JUDGE, SubjectKind.RANGE, told if len(told) <= _LONGEST else f"{told[:_LONGEST]}…")
    return PullRequestVerdict(
        tool=THIS_TOOL,
        target=target,
        run=options.run,
        commits=Commits(base, head, None),
        judged_at=datetime.now(UTC).strftime(MOMENT),
        report=Report(SubjectInfo(SubjectKind.RANGE, base, head), _NO_POLICY, (gate,)),
    )


def _hash(option: str, told: str | None) -> str:
    where = "with --not-judged nothing is looked up"
    if told is None:
        raise UsageError(f"{where}; name {option}, a full hash")
    if not COMMIT.fullmatch(told):
        raise UsageError(f"{where}, and {option} {told} is no full hash")
    return told
