"""`redfirst post`: from its options to its exit code."""

from __future__ import annotations

import os
from dataclasses import replace
from typing import TYPE_CHECKING

from bot.artifact import Expected, open_artifact, refuse_foreign
from bot.github.credentials import sign_in
from bot.github.patience import Patience
from bot.post.posting import Poster
from bot.post.reconciling import Outcome
from bot.post.superseding import Superseder
from bot.triage.reporting import MOST_BYTES, load_triage
from bot.verdict.gates import JUDGE, with_skip
from bot.verdict.json import load_verdict
from checkers.delivery import print_out, say
from checkers.errors import UsageError
from checkers.exits import Exit
from checkers.output.escaping import visible
from checkers.reading import read_start
from checkers.wording import github_hash

if TYPE_CHECKING:
    from pathlib import Path

    from bot.github.client import Client
    from bot.github.credentials import Identity
    from bot.post.arguments import PostOptions
    from bot.post.reconciling import Result
    from bot.triage.model import TriageReport
    from bot.verdict.model import PullRequestVerdict


def post(options: PostOptions) -> int:
    """Post, and say in one line what became of it. Raises RedfirstError; before anything is asked, for what it reads.

    Green where the pull request says what is true now, which includes that a newer run had the last word; a part that
    could not be written is a failure to post.
    """
    if options.verdict is None:
        result = Superseder(*_signed_in(options), options.pull_request).post()
        print_out(f"{_told(result, result.head)}\n")
        return Exit.GREEN
    verdict = _verdict(options.verdict, options)
    triage = None if options.triage is None else _triage(options.triage, options, verdict.commits.head)
    result = Poster(*_signed_in(options), options.pull_request, verdict, triage).post()
    for sentence in result.missing:
        say(visible(sentence).removesuffix("."))
    print_out(f"{_told(result, verdict.commits.head)}\n")
    return Exit.CANNOT_JUDGE if result.missing else Exit.GREEN


def _signed_in(options: PostOptions) -> tuple[Client, Identity, str]:
    """Who asks and writes, and where."""
    signing = sign_in(os.environ, options.app_id, options.app_key, options.author)
    return *signing.client(options.repository, Patience(float(options.patience))), options.repository


def _verdict(path: Path, options: PostOptions) -> PullRequestVerdict:
    """The verdict, about what the command line says; one that does not tell is bound by its head, and by hand alone."""
    verdict, name = load_verdict(open_artifact(path), str(path)), str(path)
    target = verdict.target
    repository: str | None = options.repository
    number: int | None = options.pull_request
    if options.run_id is None:
        told = {"repository": target.repository, "pull request": target.pull_request}
        if untold := [what for what, it in told.items() if it is None]:
            say(f"{name} does not tell its {' and its '.join(untold)}; its head decides where it belongs")
        repository, number = repository if target.repository else None, number if target.pull_request else None
    expected = Expected(repository, number, options.head, options.run_id, options.run_attempt)
    refuse_foreign(verdict, expected, name)
    if options.not_trusted is None:
        return verdict
    return replace(verdict, report=with_skip(verdict.report, JUDGE, options.not_trusted))


def _told(result: Result, judged: str) -> str:
    where = f": {visible(result.url)}" if result.url else ""
    if result.outcome is Outcome.OLD_HEAD:
        return f"not posted, for {github_hash(judged)} was judged and the head is {github_hash(result.head)} now{where}"
    if result.outcome is Outcome.OLD_RUN:
        return f"not posted, for a newer run has posted{where}"
    return f"{result.outcome.value}{where}"


def _triage(path: Path, options: PostOptions, head: str) -> TriageReport | None:
    """The triage of the same pull request; None, and a line that says so, where it is about another head."""
    report = load_triage(read_start(path, MOST_BYTES + 1, str(path)), str(path))
    if (report.repository.lower(), report.pull_request) != (options.repository.lower(), options.pull_request):
        raise UsageError(f"{path} is about another pull request, {visible(report.repository)}#{report.pull_request}")
    if report.head != head:
        say(f"{path} is about {github_hash(report.head)} and not about {github_hash(head)}; it is left out")
        return None
    return report
