"""Verdicts and triages as reviewers meet them: green, one red, many, skipped, long tables, other checks."""

from __future__ import annotations

from dataclasses import replace

from bot.comment import Urls
from bot.mutation.model import EndedBy, Outcome
from bot.mutation.report import (
    CaseOutcome,
    Lines,
    MutationReport,
    PolicySource,
    RowResult,
    Step,
    TableOutcome,
    TableResult,
    Tool,
)
from bot.triage.model import Baseline, CheckState, CheckTriage, TriageReport
from bot.verdict.model import Commits, PullRequestVerdict, RunIdentity, Target
from checkers.model import Finding, PolicyInfo, Report, Severity, Span, SubjectInfo, SubjectKind, Verdict, verdict
from checkers.model import skipped as not_run

HEAD = "7a39091870c4b1d2e5f60718293a4b5c6d7e8f90"
BASE = "3e5d2f370a1b2c3d4e5f60718293a4b5c6d7e8f9"
NEWER = "b51c0de9f8e7d6c5b4a3928170f6e5d4c3b2a190"
FORGE = "https://github.com/mini/engine"
URLS = Urls(FORGE, f"{FORGE}/actions/runs/81/attempts/2", "https://github.com/OWNER/redfirst/blob/v0.1.0/docs/rules")
POLICY = PolicyInfo("preset:vllm-cpp", "ab" * 32)
TOOL = Tool("redfirst", "0.1.0")
TOWER = "src/vllm/model_executor/models/glyph_tower.cpp"

_RANGE, _TREE = SubjectKind.RANGE, SubjectKind.TREE


def _gate(check: str, kind: SubjectKind, examined: str, *findings: Finding, notes: tuple[str, ...] = ()) -> Verdict:
    return verdict(check, kind, population={"files": 1}, examined=examined, findings=findings, notes=notes)


UNMARKED = Finding(
    "attention-rung/unmarked-use",
    Severity.ERROR,
    "vt::Attention is called without a recorded reason",
    "call vt::AttentionDenseFlash or vt::PagedAttention, or record why the naive kernel is meant: "
    "// VT-ATTN-NAIVE: <reason>",
    TOWER,
    Span(26, 14, 26, 27),
)
UNPAID = Finding(
    "doc-checkpoint/surface-missing",
    Severity.ERROR,
    ".agents/model-matrix.md MODEL-SIGHT ACTIVE -> DONE owes docs/BENCHMARKS.md, which this commit does not touch",
    "say in the owed document what the change claims, in the same change; amend this commit (a later one cannot pay "
    "its debt)",
    "docs/BENCHMARKS.md",
    commit="c2ff41d07a1b2c3d4e5f60718293a4b5c6d7e8f9",
)
EDITED = Finding(
    "issue-index/edited-row",
    Severity.ERROR,
    'the row of #9 is edited: "| [#9](https://forge.example/mini/issues/9) | `MODEL-SIGHT` | Images |" became '
    '"| [#9](https://forge.example/mini/issues/9) | `MODEL-SIGHT` | Images (done) |"',
    "give the row back the text that the base has; say what changed in the issue itself",
    ".agents/issue-index.md",
    Span(11, 1, 11, 127),
)
ATTRIBUTION = Finding(
    "commit-trailers/attribution",
    Severity.WARNING,
    "the commit names a tool as its author",
    "name who answers for the change; say in AI-Assisted which tool helped",
    commit="c2ff41d07a1b2c3d4e5f60718293a4b5c6d7e8f9",
)
LEAKAGE = _gate(
    "device-leakage",
    _TREE,
    "32 references in 381 files, baseline 32, 21 exempt",
    notes=("exempt: src/vllm/model_executor/models/pocket_moe.cpp:68:1: vt_ifdef: #ifdef VT_FUSED_EXPERTS",),
)
DOCUMENTS = _gate("doc-checkpoint", _RANGE, "4 commits, 1 row moved, 2 of 2 documents paid")
TRAILERS = _gate("commit-trailers", _RANGE, "4 commits and the squash message")
ATTENTION = _gate("attention-rung", _TREE, "9 uses in 381 files, 8 with a reason, 1 excused")
INDEX = _gate("issue-index", _RANGE, "41 rows, 2 added, 1 merge")
UNMARKED_ATTENTION = _gate("attention-rung", _TREE, "9 uses in 381 files, 8 with a reason", UNMARKED)
NO_INDEX = not_run("issue-index", _RANGE, "no .agents/issue-index.md here or at the base")

_STEP = Step(EndedBy.EXIT, 0, 6.1)
DETECTED = RowResult(
    "M1",
    Outcome.DETECTED,
    True,
    "1 of 7 red as claimed",
    "the refusal is held by the capacity case",
    lines=Lines(1, 5),
    build=_STEP,
    run=_STEP,
)
SURVIVED = RowResult(
    "M2",
    Outcome.SURVIVED,
    False,
    "no case is red",
    "the production call site is what the reachability case enters through",
    lines=Lines(0, 5),
    build=_STEP,
    run=_STEP,
    missing=("seam: reachability",),
    log=("[doctest] test cases: 7 | 7 passed | 0 failed", "[doctest] assertions: 129 | 129 passed | 0 failed |"),
)


def judged(
    *gates: Verdict, mutations: tuple[MutationReport, ...] = (), notes: tuple[str, ...] = ()
) -> PullRequestVerdict:
    """A verdict of those gates on the same pull request."""
    report = Report(SubjectInfo(_RANGE, BASE, HEAD, BASE), POLICY, gates)
    return PullRequestVerdict(
        TOOL,
        Target("mini/engine", 7),
        RunIdentity(81, 2),
        Commits(BASE, HEAD, BASE),
        "2026-11-29T17:04:31Z",
        report,
        mutations,
        notes,
    )


def table(*rows: RowResult, file: str = "tests/mutations/seam.yml", **more: object) -> TableResult:
    """A table of those rows, which passes if they do."""
    outcome = TableOutcome.PASS if all(row.passes for row in rows) else TableOutcome.FAIL
    said: dict[str, object] = {"outcome": outcome, "reason": None, "rows": rows, **more}
    return TableResult(file=file, sha256="cd" * 32, declared=tuple(row.id for row in rows), **said)  # type: ignore[arg-type]


def mutations(*tables: TableResult, command: str = "mutate") -> MutationReport:
    """A report of those tables, judged at the same head."""
    return MutationReport(TOOL, command, HEAD, PolicySource(POLICY.source, POLICY.sha256), tables)


SEAM = mutations(
    table(
        DETECTED,
        SURVIVED,
        *(replace(DETECTED, id=f"M{number}", claim=f"bound {number} is held") for number in range(3, 8)),
    )
)
PROVEN = RowResult(
    "tests.seam.Capacity.test_refuses", CaseOutcome.PROVEN, True, "red without the change, green with it"
)
UNPROVEN = RowResult(
    "tests.seam.Capacity.test_grows", CaseOutcome.UNPROVEN, False, "it is green without the change too"
)
PROOF = mutations(table(PROVEN, UNPROVEN, file="unit"), command="prove")

_JOBS = f"{FORGE}/actions/runs/80/job"
_MAIN = Baseline("main", BASE, 79, 12, f"{FORGE}/actions/runs/79/job/12")
TRIAGE = TriageReport(
    "mini/engine",
    7,
    HEAD,
    "main",
    (
        CheckTriage(
            "build (ubuntu-24.04, gcc-13)",
            CheckState.CAUSED,
            "fails here and passed on main",
            f"{_JOBS}/1",
            (
                f"{TOWER}:26:14: error: no matching function for call to 'vt::Attention(Tensor&, const Args&)'",
                "include/vt/attention.h:41:6: note: candidate expects 5 arguments, 2 provided",
            ),
            baseline=_MAIN,
        ),
        CheckTriage(
            "unit tests",
            CheckState.NEW_FAILURE,
            "fails on main too, with another text",
            f"{_JOBS}/2",
            ("tests/test_models.cpp:88: ERROR: CHECK( pages == 3 ) is NOT correct!", "  values: CHECK( 4 == 3 )"),
            ("tests/test_scheduler.cpp:31: ERROR: CHECK( slots == 8 ) is NOT correct!", "  values: CHECK( 7 == 8 )"),
            baseline=_MAIN,
        ),
        *(
            CheckTriage(
                f"sanitizers ({name})",
                CheckState.INHERITED,
                "fails on main with the same text",
                f"{_JOBS}/{number}",
                (f"SUMMARY: {name}: heap-use-after-free src/vt/ops.cpp:{number}1 in vt::Add",),
                (f"SUMMARY: {name}: heap-use-after-free src/vt/ops.cpp:{number}4 in vt::Add",),
                baseline=_MAIN,
            )
            for number, name in ((3, "AddressSanitizer"), (4, "ThreadSanitizer"), (5, "MemorySanitizer"))
        ),
        CheckTriage("nightly benchmark", CheckState.PENDING, "it has run for 12 minutes", f"{_JOBS}/6"),
        CheckTriage("docs", CheckState.PASSED, "passed", f"{_JOBS}/7"),
        CheckTriage("deploy", CheckState.SKIPPED, "its condition is false for pull requests", f"{_JOBS}/8"),
    ),
)


def many_findings(number: int) -> Verdict:
    """A gate with that many findings of one rule, in as many lines of many files."""
    files = ("attention/backend", "core/scheduler", "models/pocket_moe", "models/tiny_llama", "worker/model_runner")
    findings = [
        UNMARKED._replace(
            path=f"src/vllm/{files[index % 5]}_{index // 50}.cpp",
            span=Span(7 * index + 3, 5, 7 * index + 3, 18),
            message=f"vt::Attention is called without a recorded reason, {index % 9 + 1} over its allowance",
        )
        for index in range(number)
    ]
    return _gate("attention-rung", _TREE, f"{number + 8} uses in 381 files, 8 with a reason", *findings)


def long_table(number: int) -> MutationReport:
    """A table of that many rows, every seventh of which does not pass."""
    rows = [
        replace(
            SURVIVED if index % 7 == 6 else DETECTED,
            id=f"R{index + 1:02}",
            claim=f"guard {index + 1} of the scheduler is held by the case that fills the queue to its last slot",
        )
        for index in range(number)
    ]
    return mutations(table(*rows, file="tests/mutations/scheduler.yml"))
