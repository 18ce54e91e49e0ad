"""What a verdict says on GitHub: the one text of comment and check run, its title, its conclusion."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.comment import Urls, render, state_in_words
from bot.github.annotations import annotatable, annotations_of
from bot.github.check_run import LONGEST_TEXT, Content
from bot.github.marker import LONGEST, age_of
from checkers.model import Status
from checkers.provenance import rule_pages
from checkers.wording import counted, github_hash

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.triage.model import TriageReport
    from bot.verdict.model import PullRequestVerdict


def content_of(
    verdict: PullRequestVerdict, triage: TriageReport | None, repository: str, remarks: Sequence[str] = ()
) -> Content:
    """The check run of a verdict. `repository` is the address of its page, empty where it is not known."""
    run = verdict.run
    attempt = f"/attempts/{run.attempt}" if run.attempt else ""
    page = f"{repository}/actions/runs/{run.id}{attempt}" if run.id and repository else None
    urls = Urls(repository or None, page, rule_pages())
    text = render(verdict, triage=triage, urls=urls, remarks=remarks, limit=LONGEST_TEXT - LONGEST)
    title = state_in_words(verdict, triage)
    return Content(age_of(run), conclusion_of(verdict), title, _summary(verdict), text, page)


def conclusion_of(verdict: PullRequestVerdict) -> str:
    """`failure` if anything failed, `success` if everything passed; `neutral` is neither: something did not run.

    A head that could not be judged is a failure: what requires the check would take `neutral` for enough.
    """
    failed = verdict.report.number_of(Status.FAIL) or any(report.failed for report in verdict.mutations)
    failed = failed or not verdict.is_judged
    return "failure" if failed else "success" if verdict.green else "neutral"


def _summary(verdict: PullRequestVerdict) -> str:
    head = verdict.commits.head
    findings, shown = annotatable(verdict.report), annotations_of(verdict.report, head)
    cut = f" The first {len(shown)} of {counted(len(findings), 'finding')} are annotated."
    done = "Judged" if verdict.is_judged else "Tried"
    return f"{done} at `{github_hash(head)}`.{cut if len(shown) < len(findings) else ''}"
