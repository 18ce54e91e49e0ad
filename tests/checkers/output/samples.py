"""Reports for the tests of every format: an ordinary one, a hostile one, and any one."""

from __future__ import annotations

from hypothesis import strategies as st

from checkers.model import (
    Finding,
    PolicyInfo,
    Report,
    Rule,
    Severity,
    Span,
    SubjectInfo,
    SubjectKind,
    Verdict,
    skipped,
    verdict,
)
from fixtures.hostile import strings

HEAD = "7a39091870" * 4
POLICY = PolicyInfo("preset:vllm-cpp", "0" * 64)
RULE = Rule(
    "attention-rung/unmarked-use", Severity.ERROR, "an unexplained use", "it is slow", "say why", "bad();", "good();"
)

HOSTILE = strings()


def finding(**changes: object) -> Finding:
    """An ordinary finding."""
    plain = Finding(
        "attention-rung/unmarked-use",
        Severity.ERROR,
        "vt::Attention is used without a recorded reason",
        "call vt::AttentionDenseFlash, or say why the naive kernel is meant",
        "src/models/tower.cpp",
        Span(639, 5, 639, 18),
        site="vt::Attention(q);",
    )
    return plain._replace(**changes)  # type: ignore[arg-type]


def failing(**changes: object) -> Verdict:
    """A verdict with one finding."""
    return verdict(
        "attention-rung",
        SubjectKind.TREE,
        population={"files": 381, "sites": 9},
        examined="9 uses in 381 files",
        findings=[finding(**changes)],
    )


PASSING = verdict("device-leakage", SubjectKind.TREE, population={"files": 3}, examined="32 references, baseline 32")
SKIPPED = skipped("issue-index", SubjectKind.RANGE, "no .agents/issue-index.md here or at the base")


def report(*verdicts: Verdict, preamble: tuple[str, ...] = ()) -> Report:
    """A report about a range."""
    return Report(SubjectInfo(SubjectKind.RANGE, HEAD, HEAD, HEAD), POLICY, verdicts, preamble)


def hostile_report(text: str) -> Report:
    """The text in every place that a repository can fill."""
    failed = verdict(
        f"command/{text}",
        SubjectKind.TREE,
        population={"files": 1},
        examined=text,
        findings=[
            finding(path=f"src/{text}", message=text or "empty", help=text, site=text),
            finding(path=text or "x", span=None),
        ],
        notes=[text],
    )
    warned = verdict(
        "commit-trailers",
        SubjectKind.RANGE,
        population={},
        examined=text,
        findings=[finding(severity=Severity.WARNING, path=None, span=None, commit=HEAD, message=f"the key {text}")],
    )
    excerpt = failed.findings[0]._replace(excerpt=((638, text), (639, text)))
    failed = failed._replace(findings=(excerpt, *failed.findings[1:]), log=(text,))
    return report(failed, warned, skipped("issue-index", SubjectKind.RANGE, text or "empty"), preamble=(text,))


_TEXT = st.one_of(
    st.sampled_from(HOSTILE), st.text(st.characters(codec=None), max_size=30), st.binary(max_size=20).map(
        lambda data: data.decode("utf-8", "surrogateescape")
    )
)  # fmt: skip
_SPAN = st.tuples(*[st.integers(1, 2000)] * 4).map(lambda four: Span(*four))
_FINDING = st.builds(
    finding,
    severity=st.sampled_from(Severity),
    message=_TEXT.filter(bool),
    help=_TEXT,
    path=st.none() | _TEXT.filter(bool),
    span=st.none() | _SPAN,
    commit=st.none() | st.just(HEAD),
    site=_TEXT,
    excerpt=st.just(()) | st.tuples(st.tuples(st.integers(1, 2000), _TEXT)),
)
_JUDGED = st.builds(
    verdict,
    st.just("device-leakage") | _TEXT.map(lambda text: f"command/{text}"),
    st.sampled_from(SubjectKind),
    population=st.dictionaries(_TEXT, st.integers(0, 10**9), max_size=3),
    examined=_TEXT,
    findings=st.lists(_FINDING, max_size=14),
    notes=st.lists(_TEXT, max_size=3),
    skip_reason=st.none() | _TEXT.filter(bool),
)
REPORTS = st.lists(_JUDGED, max_size=5).map(lambda verdicts: report(*verdicts))
