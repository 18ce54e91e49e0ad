"""Verdicts to post, and posting them on the forge of a test, in this process and without waiting."""

from __future__ import annotations

from dataclasses import replace

from bot.github.credentials import Identity, sign_in
from bot.post.posting import Poster
from bot.post.reconciling import Result
from bot.post.superseding import Superseder
from bot.triage.model import TriageReport
from bot.verdict.gates import JUDGE
from bot.verdict.model import Commits, PullRequestVerdict, RunIdentity, Target
from checkers.model import Finding, Report, Severity, Span, SubjectKind, Verdict, skipped, verdict
from tests.bot.verdict.samples import SAMPLE
from tests.forge.clients import Clock, patience
from tests.forge.server import Forge
from tests.forge.state import TOKEN, Comment

OLD, HEAD, NEW = "0" * 39 + "a", "0" * 39 + "b", "0" * 39 + "c"
REPOSITORY = "acme/infer"
NUMBER = 7
RANGE = SubjectKind.RANGE
PASSED = verdict("doc-checkpoint", RANGE, population={"commits": 3}, examined="3 commits")
SKIPPED = skipped("issue-index", RANGE, "there is no index")


def not_judged(why: str = "there is no policy") -> Verdict:
    """The one gate of a head that could not be judged."""
    return skipped(JUDGE, RANGE, why)


def failing(findings: int = 1, name: str = "tower") -> Verdict:
    """A gate with that many errors."""
    found = [
        Finding(
            "attention-rung/unmarked-use", Severity.ERROR, f"kern::slow is called without a reason ({n})", "say why",
            f"src/{name}.cpp", Span(n, 3, n, 8), site=str(n),
        )
        for n in range(1, findings + 1)
    ]  # fmt: skip
    return verdict("attention-rung", RANGE, population={"files": 2}, examined="1 use", findings=found)


def judged(
    head: str = HEAD, run: int | None = 1, attempt: int | None = 1, *gates: Verdict, **fields: object
) -> PullRequestVerdict:
    """A verdict on a head by a run; one red gate unless gates are given. Its text names the run."""
    subject = SAMPLE.report.subject._replace(head=head)
    report = Report(subject, SAMPLE.report.policy, gates or (failing(), PASSED))
    identity = RunIdentity(run, attempt)
    commits = Commits(SAMPLE.commits.base, head, SAMPLE.commits.merge_base)
    made = replace(SAMPLE, target=Target(REPOSITORY, NUMBER), run=identity, commits=commits, report=report)
    return replace(replace(made, mutations=(), notes=()), **fields)  # type: ignore[arg-type]


def post(
    forge: Forge,
    verdict: PullRequestVerdict,
    *,
    token: str = TOKEN,
    author: str | None = None,
    clock: Clock | None = None,
    triage: TriageReport | None = None,
    timeout: float = 5.0,
    seed: int = 0,
    budget: float = 300.0,
    number: int = NUMBER,
) -> Result:
    """Post a verdict on a pull request, number 7 unless another one is named."""
    environment = {"GITHUB_API_URL": forge.url, "GITHUB_TOKEN": token, "GITHUB_ACTIONS": "true"}
    kept = patience(clock or Clock(), budget, timeout, seed)
    client, identity = sign_in(environment, author=author).client(REPOSITORY, kept)
    assert isinstance(identity, Identity)
    return Poster(client, identity, REPOSITORY, number, verdict, triage).post()


def supersede(forge: Forge, number: int = NUMBER) -> Result:
    """Say on a pull request, number 7 unless another one is named, what is known of its head."""
    environment = {"GITHUB_API_URL": forge.url, "GITHUB_TOKEN": TOKEN, "GITHUB_ACTIONS": "true"}
    client, identity = sign_in(environment).client(REPOSITORY, patience(Clock()))
    return Superseder(client, identity, REPOSITORY, number).post()


def ours(forge: Forge) -> list[Comment]:
    """The comments that carry a marker of ours and are by the bot of Actions."""
    comments = forge.world.pulls[NUMBER].comments
    return [
        comment
        for comment in comments
        if "<!-- redfirst/1 " in comment.body and comment.author.login == "github-actions[bot]"
    ]
