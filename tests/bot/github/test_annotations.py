"""Annotations: plain text at lines that GitHub takes, whatever the findings say."""

from __future__ import annotations

from unicodedata import category

import pytest

from bot.github.annotations import MOST, annotations_of
from checkers.model import Finding, PolicyInfo, Report, Severity, Span, SubjectInfo, SubjectKind, verdict
from fixtures.hostile import strings
from tests.forge.routes import LONGEST_MESSAGE, LONGEST_TITLE

HEAD, OTHER = "a" * 40, "b" * 40


def _report(*findings: Finding) -> Report:
    gate = verdict("gate", SubjectKind.RANGE, population={}, examined="all", findings=findings)
    return Report(SubjectInfo(SubjectKind.RANGE, head=HEAD), PolicyInfo("p", "0" * 64), (gate,))


def _finding(span: Span | None = None, **changes: object) -> Finding:
    finding = Finding("gate/rule", Severity.ERROR, "a message", "a help", "src/a.cpp", span)
    return finding._replace(**changes)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("span", "lines", "columns"),
    [
        (None, (1, 1), None),
        (Span(3, 5, 3, 9), (3, 3), (5, 8)),
        (Span(3, 5, 3, 5), (3, 3), None),
        (Span(3, 5, 6, 2), (3, 6), None),
        (Span(3, 5, 4, 1), (3, 3), None),
        (Span(0, 0, 0, 0), (1, 1), None),
        (Span(9, 1, 3, 4), (9, 9), None),
        (Span(10**15, 1, 10**15, 10**15), (10**9, 10**9), (1, 10**9)),
    ],
)
def test_an_annotation_is_at_the_lines_of_its_finding(
    span: Span | None, lines: tuple[int, int], columns: tuple[int, int] | None
) -> None:
    (made,) = annotations_of(_report(_finding(span)), HEAD)
    assert ((made.start_line, made.end_line), made.columns) == (lines, columns)
    assert ("start_column" in made.data()) == (columns is not None)


def test_a_finding_about_another_commit_is_not_put_at_lines_of_this_one() -> None:
    (made,) = annotations_of(_report(_finding(Span(7, 1, 7, 3), commit=OTHER)), HEAD)
    assert (made.start_line, made.columns) == (1, None)
    assert made.message == f"a message (commit {OTHER})\na help"
    (made,) = annotations_of(_report(_finding(Span(7, 1, 7, 3), commit=HEAD)), HEAD)
    assert (made.start_line, made.message) == (7, "a message\na help")


def test_lines_of_the_judged_tree_are_kept_though_an_earlier_commit_brought_them() -> None:
    brought = _finding(Span(7, 1, 7, 3), rule="device-leakage/regression", commit=OTHER)
    (made,) = annotations_of(_report(brought), HEAD)
    assert (made.start_line, made.message) == (7, f"a message (commit {OTHER})\na help")


def test_errors_come_before_warnings_before_notes_and_some_are_cut() -> None:
    findings = [_finding(severity=severity, path=f"{n}") for n in range(200) for severity in Severity]
    made = annotations_of(_report(*findings), HEAD)
    assert len(made) == MOST
    assert [annotation.level for annotation in made] == ["failure"] * 200 + ["warning"] * 200 + ["notice"] * 100


@pytest.mark.parametrize("path", [None, "", "a\nb", "a\x1b[31m", "caf\udce9.cpp", "a\u202eb"])
def test_a_finding_without_a_place_that_github_can_show_has_no_annotation(path: str | None) -> None:
    assert annotations_of(_report(_finding(path=path)), HEAD) == ()


def test_hostile_text_is_plain_text_within_the_limits() -> None:
    for text in strings():
        (made,) = annotations_of(_report(_finding(rule=text, message=text, help=text)), HEAD)
        assert len(made.title) <= LONGEST_TITLE
        assert 0 < len(made.message.encode()) <= LONGEST_MESSAGE
        text_of_both = made.title + "".join(made.message.split("\n"))
        assert not {category(character) for character in text_of_both} & {"Cc", "Cf", "Cs", "Zl", "Zp"}


def test_an_empty_message_is_said_to_be_none() -> None:
    (made,) = annotations_of(_report(_finding(message="", help="")), HEAD)
    assert made.message == "(no message)"
