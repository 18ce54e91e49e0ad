"""From tasks to verdicts: three states, time, notes, and exit codes."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from checkers.errors import MissingObjectError, PolicyError, RangeUnavailable, UsageError
from checkers.excerpts import MOST, with_excerpts
from checkers.model import (
    Finding,
    PolicyInfo,
    Rule,
    Severity,
    Span,
    Status,
    SubjectInfo,
    SubjectKind,
    Verdict,
    skipped,
    verdict,
)
from checkers.policy.load import preset_policy
from checkers.policy.sections import Policy
from checkers.policy.select import Selected
from checkers.registry import CHECKERS, Checker
from checkers.repo.types import MemorySnapshot
from checkers.run import Task, exit_code, judged, report
from checkers.subject import Subject

POLICY = preset_policy()
TREE = Subject(SubjectKind.TREE, head=MemorySnapshot({"a.cpp": "one\n  two();\nthree\n"}))
ERROR = Finding("x/y", Severity.ERROR, "wrong", "do it", "a.cpp", Span(2, 3, 2, 8), site="two();")


@dataclass(frozen=True, slots=True)
class _Gate:
    """A checker whose verdict, or error, is given."""

    outcome: Verdict | Exception
    RULES: tuple[Rule, ...] = ()

    def judge(self, subject: Subject, policy: Policy) -> Verdict:
        if isinstance(self.outcome, Exception):
            raise self.outcome
        return self.outcome


class _Checker(Checker):
    gate: _Gate

    def load(self) -> _Gate:  # type: ignore[override]
        return self.gate


def _task(outcome: Verdict | Exception, **changes: object) -> Task:
    checker = _Checker("x", "attention_rung", frozenset(SubjectKind), False)
    checker.gate = _Gate(outcome)
    task = Task(checker, SubjectKind.TREE, Selected(POLICY), lambda: TREE)
    return task._replace(**changes)  # type: ignore[arg-type]


def _verdict(*findings: Finding, skip_reason: str | None = None) -> Verdict:
    return verdict(
        "x", SubjectKind.TREE, population={}, examined="x", findings=findings, notes=["own"], skip_reason=skip_reason
    )


def test_a_verdict_keeps_its_status_and_gets_its_time() -> None:
    for status, outcome in ((Status.PASS, _verdict()), (Status.FAIL, _verdict(ERROR))):
        result = judged(_task(outcome))
        assert result.status is status
        assert result.seconds > 0


@pytest.mark.parametrize("error", [MissingObjectError("blob abc is missing"), RangeUnavailable("no merge base")])
def test_what_git_does_not_have_is_a_skip_that_names_it(error: Exception) -> None:
    result = judged(_task(error))
    assert (result.status, result.reason) == (Status.SKIP, str(error))


def test_other_errors_are_not_swallowed() -> None:
    with pytest.raises(PolicyError):
        judged(_task(PolicyError("wrong")))
    with pytest.raises(ZeroDivisionError):
        judged(_task(ZeroDivisionError()))


def test_a_task_without_a_subject_is_a_skip_with_its_reason() -> None:
    result = judged(_task(_verdict(), make=None, unavailable="no base"))
    assert (result.status, result.reason, result.examined) == (Status.SKIP, "no base", "nothing")


@pytest.mark.parametrize(
    ("outcome", "status", "reason"),
    [
        (_verdict(), Status.SKIP, "no base"),
        (_verdict(ERROR), Status.FAIL, None),
        (_verdict(skip_reason="nothing here"), Status.SKIP, "nothing here"),
    ],
)
def test_half_an_answer_is_no_pass(outcome: Verdict, status: Status, reason: str | None) -> None:
    result = judged(_task(outcome, unavailable="no base"))
    assert (result.status, result.reason) == (status, reason)
    assert "no base" in " ".join([result.reason or "", *result.notes])


def test_notes_about_the_policy_stand_before_the_checkers_own() -> None:
    result = judged(_task(_verdict(), selected=Selected(POLICY, ("the policy changes",))))
    assert result.notes == ("the policy changes", "own")


def test_a_finding_over_one_commit_names_the_commit() -> None:
    subject = Subject(SubjectKind.COMMIT, head_sha="c" * 40)
    task = _task(_verdict(Finding("x/y", Severity.ERROR, "m", "h", path="a.cpp")), make=lambda: subject)
    assert [finding.commit for finding in judged(task).findings] == ["c" * 40]
    over_a_tree = task._replace(make=lambda: TREE)
    assert [finding.commit for finding in judged(over_a_tree).findings] == [None]


def test_a_task_is_configured_where_the_policy_has_its_section() -> None:
    bare = POLICY._replace(attention_rung=None)
    assert _task(_verdict()).is_configured
    assert not _task(_verdict(), selected=Selected(bare)).is_configured


def test_a_run_that_judges_nothing_is_an_error() -> None:
    with pytest.raises(UsageError, match=r"nothing was judged: \.redfirst\.yml"):
        report(SubjectInfo(SubjectKind.TREE), PolicyInfo(".redfirst.yml", "0"), [])


@pytest.mark.parametrize(
    ("verdicts", "code", "strict"),
    [
        ([_verdict()], 0, 0),
        ([_verdict(), skipped("y", SubjectKind.TREE, "why")], 0, 3),
        ([_verdict(ERROR)], 1, 1),
        ([_verdict(ERROR), skipped("y", SubjectKind.TREE, "why")], 1, 1),
        ([_verdict(ERROR._replace(severity=Severity.WARNING))], 0, 0),
    ],
)
def test_a_failure_weighs_more_than_a_skip_in_the_exit_code(verdicts: list[Verdict], code: int, strict: int) -> None:
    whole = report(SubjectInfo(SubjectKind.TREE), PolicyInfo("p", "0"), verdicts)
    assert exit_code(whole, fail_on_skip=False) == code
    assert exit_code(whole, fail_on_skip=True) == strict


def test_a_finding_is_shown_with_its_line_and_the_one_before() -> None:
    shown = judged(_task(_verdict(ERROR)), excerpts=True)
    assert shown.findings[0].excerpt == ((1, "one"), (2, "  two();"))
    assert judged(_task(_verdict(ERROR))).findings[0].excerpt == ()


@pytest.mark.parametrize(
    "finding",
    [
        ERROR._replace(site="of another version"),
        ERROR._replace(site=""),
        ERROR._replace(span=Span(99, 1, 99, 2)),
        ERROR._replace(span=Span(4, 1, 4, 2)),
        ERROR._replace(span=None),
        ERROR._replace(path=None),
        ERROR._replace(path="gone.cpp"),
    ],
)
def test_a_finding_about_another_text_is_shown_without_lines(finding: Finding) -> None:
    assert with_excerpts(_verdict(finding), TREE.head).findings[0].excerpt == ()


def test_a_site_over_several_lines_is_shown_from_its_first() -> None:
    long = ERROR._replace(site="two(); three", span=Span(2, 3, 3, 6))
    assert with_excerpts(_verdict(long), TREE.head).findings[0].excerpt[-1] == (2, "  two();")


def test_a_site_in_an_endless_line_is_found_where_it_stands() -> None:
    line = "x" * 500_000 + " two(); " + "y" * 500_000
    snapshot = MemorySnapshot({"a.cpp": line})
    here = ERROR._replace(span=Span(1, 500_002, 1, 500_008))
    assert with_excerpts(_verdict(here), snapshot).findings[0].excerpt == ((1, line),)
    assert with_excerpts(_verdict(here._replace(span=Span(1, 1, 1, 2))), snapshot).findings[0].excerpt == ()


def test_only_so_many_findings_are_read_up() -> None:
    many = [ERROR._replace(path=f"f{number:03}.cpp") for number in range(MOST + 5)]
    snapshot = MemorySnapshot({found.path or "": "one\n  two();\n" for found in many})
    shown = with_excerpts(_verdict(*many), snapshot).findings
    assert sum(bool(found.excerpt) for found in shown) == MOST


def test_a_missing_object_costs_the_excerpt_alone() -> None:
    class Partial(MemorySnapshot):
        def read(self, path: str) -> bytes | None:
            raise MissingObjectError("gone")

    result = judged(_task(_verdict(ERROR), make=lambda: TREE._replace(head=Partial({}))), excerpts=True)
    assert result.status is Status.FAIL


def test_the_registry_is_in_the_order_of_the_product() -> None:
    names = ["doc-checkpoint", "attention-rung", "device-leakage", "issue-index", "commit-trailers"]
    assert [checker.name for checker in CHECKERS] == names
    assert all(checker.section == checker.name.replace("-", "_") for checker in CHECKERS)
