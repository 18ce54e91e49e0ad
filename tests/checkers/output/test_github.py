"""Workflow commands: exact escaping, errors first, within GitHub's limit, and nothing lost."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from checkers.model import Report, Severity, Span, SubjectKind, skipped, verdict
from checkers.output.github import render
from tests.checkers.output.samples import HOSTILE, PASSING, REPORTS, SKIPPED, failing, finding, hostile_report, report


def _commands(text: str) -> list[str]:
    return [line for line in text.splitlines() if line.startswith("::")]


def test_a_finding_is_put_on_its_line() -> None:
    assert _commands(render(report(failing()))) == [
        "::error file=src/models/tower.cpp,line=639,endLine=639,col=5,endColumn=17,title=attention-rung/unmarked-use"
        "::vt::Attention is used without a recorded reason"
        "%0Acall vt::AttentionDenseFlash, or say why the naive kernel is meant"
    ]


def test_a_finding_leads_to_its_rule_where_there_is_a_page() -> None:
    (command,) = _commands(render(report(failing()), "https://github.com/a/redfirst/blob/0/docs/rules"))
    assert command.endswith("%0Ahttps://github.com/a/redfirst/blob/0/docs/rules/attention-rung/unmarked-use.md")


def test_a_finding_over_lines_names_no_columns() -> None:
    (command,) = _commands(render(report(failing(span=Span(3, 9, 5, 2)))))
    assert "line=3,endLine=5,title=" in command
    assert "col" not in command.split("::")[1].lower()


@pytest.mark.parametrize(
    ("span", "properties"),
    [
        (Span(3, 9, 3, 10), "line=3,endLine=3,col=9,endColumn=9,"),
        (Span(3, 1, 4, 1), "line=3,endLine=3,title"),
        (Span(3, 1, 3, 1), "line=3,endLine=3,col=1,title"),
    ],
)
def test_the_end_of_an_annotation_is_inside_it(span: Span, properties: str) -> None:
    (command,) = _commands(render(report(failing(span=span))))
    assert properties in command


@pytest.mark.parametrize(
    ("path", "escaped"),
    [
        (
            "a%0A::set-output name=x::y,b:c.cpp",
            "file=a%250A%3A%3Aset-output name=x%3A%3Ay%2Cb%3Ac.cpp,",
        ),
        ("n\n::error::owned.cpp", "file=n%0A%3A%3Aerror%3A%3Aowned.cpp,"),
        ("r\r.cpp", "file=r%0D.cpp,"),
        ("rn\r\n.cpp", "file=rn%0D%0A.cpp,"),
        ("\x1b[2J.cpp", "file=\\x1b[2J.cpp,"),
        ("\udcff.cpp", "file=\\xff.cpp,"),
    ],
)
def test_properties_are_escaped_as_the_runner_reads_them(path: str, escaped: str) -> None:
    (command,) = _commands(render(report(failing(path=path))))
    assert escaped in command


def test_errors_come_before_warnings_before_notices() -> None:
    mixed = verdict(
        "attention-rung",
        SubjectKind.TREE,
        population={},
        examined="x",
        findings=[
            finding(severity=Severity.NOTE, path="a"),
            finding(severity=Severity.WARNING, path="b"),
            finding(path="c"),
        ],
    )
    kinds = [command.split()[0] for command in _commands(render(report(mixed, SKIPPED)))]
    assert kinds == ["::error", "::warning", "::warning", "::notice"]


@pytest.mark.parametrize(("number", "left"), [(10, 0), (11, 1), (250, 240)])
def test_at_most_ten_of_a_kind_and_the_rest_is_counted_and_listed(number: int, left: int) -> None:
    many = verdict(
        "attention-rung",
        SubjectKind.TREE,
        population={},
        examined="x",
        findings=[finding(path=f"f{index:03}") for index in range(number)],
    )
    text = render(report(many))
    errors = [command for command in _commands(text) if command.startswith("::error")]
    assert len(errors) == 10
    assert (f"{left} finding" in text) is bool(left)
    assert all(f"f{index:03}" in text for index in range(number))


def test_notices_leave_room_for_the_one_that_counts() -> None:
    many = verdict(
        "attention-rung",
        SubjectKind.TREE,
        population={},
        examined="x",
        findings=[finding(path=f"f{index:03}", severity=Severity.NOTE) for index in range(12)],
    )
    notices = _commands(render(report(many)))
    assert len(notices) == 10
    assert "3 findings left out" in notices[-1]


def test_a_skip_is_a_warning_with_its_reason() -> None:
    text = render(report(PASSING, SKIPPED))
    assert _commands(text) == [
        "::warning title=issue-index did not run::no .agents/issue-index.md here or at the base",
    ]
    assert text.endswith("not green: 0 gates failed, 1 did not run\n")


def test_more_skips_than_annotations_are_named_in_the_last_one() -> None:
    text = render(report(*(skipped(f"command/c{index}", SubjectKind.TREE, "why") for index in range(14))))
    commands = _commands(text)
    assert len(commands) == 10
    assert "5 more gates did not run" in commands[-1]
    assert "command/c13" in commands[-1]


def test_green_is_said_only_when_it_is() -> None:
    assert render(report(PASSING)).endswith("\ngreen\n")
    assert "\ngreen" not in render(report(PASSING, SKIPPED))


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_text_gives_no_command_of_its_own(text: str) -> None:
    lines = render(hostile_report(text)).splitlines()
    for line in lines:
        if line.lstrip().startswith("::"):
            assert line.split(" ")[0] in ("::error", "::warning", "::notice")
            properties = line.removeprefix("::").split("::")[0]
            assert "owned" not in properties.split("title=")[-1] or "%3A%3A" in properties or "command/" in properties
        assert "##[" not in line
        assert line.translate({0xA0: " ", 0x3000: " "}).isprintable()
    assert len([line for line in lines if line.startswith("::")]) == 4


@given(REPORTS)
@settings(max_examples=60, deadline=None)
def test_any_report_stays_within_the_limit(judged: Report) -> None:
    text = render(judged)
    text.encode()
    for kind in ("error", "warning", "notice"):
        assert sum(line.startswith(f"::{kind} ") for line in text.split("\n")) <= 10


def test_the_base_is_told_in_the_log() -> None:
    text = render(report(PASSING, preamble=("base  main  123456789", "::error::owned")))
    assert "\nbase  main" in f"\n{text}"
    assert not any(line.startswith("::") for line in text.splitlines())
