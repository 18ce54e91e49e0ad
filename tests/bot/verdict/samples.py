"""Verdicts with one gate of every kind, as strategies and as one whole example."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import strategies as st

from bot.mutation.report import MutationReport, Tool
from bot.verdict.model import Commits, PullRequestVerdict, RunIdentity, Target
from checkers.model import (
    Finding,
    PolicyInfo,
    Report,
    Severity,
    Span,
    SubjectInfo,
    SubjectKind,
    Verdict,
    skipped,
    verdict,
)
from tests.bot.mutation.reporting.samples import PROOF, WHOLE

BASE, HEAD, MERGE_BASE = "ba5e" * 10, "4ead" * 10, "3e48" * 10
FINDING = Finding(
    "attention-rung/unmarked-use",
    Severity.ERROR,
    "kern::slow is called without a recorded reason",
    "call kern::fast, or record why the slow one is meant",
    "src/models/tower.cpp",
    Span(412, 3, 412, 27),
    HEAD,
)
RANGE = SubjectKind.RANGE
GATES = (
    verdict("doc-checkpoint", RANGE, population={"commits": 3}, examined="3 commits"),
    verdict("attention-rung", RANGE, population={"files": 2, "sites": 1}, examined="1 use", findings=(FINDING,)),
    skipped("issue-index", RANGE, "there is no index"),
    verdict("commit-trailers", SubjectKind.MESSAGE, population={}, examined="1 message", notes=("a note",)),
)


def mutations_at_head(*reports: MutationReport) -> tuple[MutationReport, ...]:
    """Reports about the sample's head and merge base."""
    return tuple(
        replace(report, commit=HEAD, shard=None, uncommitted=None, base=MERGE_BASE if report.base else None)
        for report in reports
    )


SAMPLE = PullRequestVerdict(
    tool=Tool("redfirst", "0.1.0"),
    target=Target("owner/name", 7),
    run=RunIdentity(8_000_000_001, 2),
    commits=Commits(BASE, HEAD, MERGE_BASE, BASE),
    judged_at="2026-01-31T12:00:00Z",
    report=Report(SubjectInfo(RANGE, BASE, HEAD, MERGE_BASE), PolicyInfo("preset:plain", "5" * 64), GATES),
    mutations=mutations_at_head(WHOLE, PROOF),
    notes=("the tables were run by another policy",),
)

_texts = st.text(max_size=20)
_sentences = st.text(min_size=1, max_size=20)
_hashes = st.text("0123456789abcdef", min_size=40, max_size=40)
_places = st.builds(Span, *(st.integers(1, 9999) for _ in Span._fields))
_findings = st.builds(
    Finding,
    rule=st.sampled_from(["a-check/first", "a-check/second"]),
    severity=st.sampled_from(Severity),
    message=_sentences,
    help=_texts,
    path=st.none() | _texts,
    span=st.none() | _places,
    commit=st.none() | _hashes,
)


@st.composite
def _gates(draw: st.DrawFn) -> Verdict:
    check, kind = draw(_sentences), draw(st.sampled_from(SubjectKind))
    if draw(st.booleans()):
        return skipped(check, kind, draw(_sentences))
    return verdict(
        check,
        kind,
        population=draw(st.dictionaries(_texts, st.integers(0, 9999), max_size=3)),
        examined=draw(_texts),
        findings=draw(st.lists(_findings, max_size=4)),
        notes=draw(st.lists(_texts, max_size=2)),
    )._replace(log=tuple(draw(st.lists(_texts, max_size=2))))


@st.composite
def verdicts(draw: st.DrawFn) -> PullRequestVerdict:
    """Any verdict; its texts may hold surrogate escapes of bytes that are not UTF-8."""
    gates = tuple(draw(st.lists(_gates(), min_size=1, max_size=4)))
    repository = draw(st.none() | st.just("owner/name.x") | st.just("O_x-1/_"))
    return replace(
        SAMPLE,
        target=Target(repository, draw(st.none() | st.integers(1, 10**9))),
        run=RunIdentity(draw(st.none() | st.integers(1, 10**12)), draw(st.none() | st.integers(1, 99))),
        report=SAMPLE.report._replace(verdicts=gates),
        mutations=tuple(draw(st.lists(st.sampled_from(SAMPLE.mutations), max_size=2))),
        notes=tuple(draw(st.lists(_texts, max_size=2))),
    )
