"""What people read: state first, no colour needed, no text that acts."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest
from hypothesis import given, settings

from checkers.model import Report, Severity, Span, SubjectKind, verdict
from checkers.output.text import render
from tests.checkers.output.samples import HEAD, HOSTILE, PASSING, REPORTS, SKIPPED, failing, hostile_report, report

PREAMBLE = ("redfirst 0.1.0   preset vllm-cpp",)


def test_a_run_with_one_gate_red_and_one_not_run_says_both() -> None:
    judged = failing()._replace(seconds=0.214)
    excerpt = ((638, "    const auto span = segments[i];"), (639, "    vt::Attention(q, out);"))
    judged = judged._replace(findings=(judged.findings[0]._replace(excerpt=excerpt),))
    text = render(report(judged, PASSING._replace(seconds=0.24), SKIPPED, preamble=PREAMBLE))
    assert text == (
        "redfirst 0.1.0   preset vllm-cpp\n"
        "\n"
        "FAIL  attention-rung    9 uses in 381 files                               0.21 s\n"
        "  src/models/tower.cpp:639:5: attention-rung/unmarked-use: vt::Attention is used without a recorded reason\n"
        "\n"
        "      638      const auto span = segments[i];\n"
        "   >  639      vt::Attention(q, out);\n"
        "               ^^^^^^^^^^^^^\n"
        "    call vt::AttentionDenseFlash, or say why the naive kernel is meant\n"
        "\n"
        "ok    device-leakage    32 references, baseline 32                        0.24 s\n"
        "SKIP  issue-index       no .agents/issue-index.md here or at the base\n"
        "\n"
        "1 gate failed: attention-rung\n"
        "1 gate did not run: issue-index\n"
        "Not green.  redfirst explain attention-rung/unmarked-use\n"
    )


def test_the_banner_needs_every_gate() -> None:
    assert render(report(PASSING, PASSING)).endswith("\n\nAll gates green.\n")
    for verdicts in ((PASSING, SKIPPED), (PASSING, failing()), (SKIPPED,), (PASSING, failing(), SKIPPED), ()):
        assert "green." not in render(report(*verdicts, preamble=PREAMBLE)).replace("Not green.", "")
    assert render(report(PASSING, SKIPPED)).endswith("\n1 gate did not run: issue-index\nNot green.\n")


def test_a_tree_that_the_preset_does_not_know_is_told_of_init() -> None:
    advice = "\nNot green.  redfirst init proposes a policy for this tree\n"
    foreign = report(SKIPPED, SKIPPED)
    assert render(foreign).endswith(advice)
    of_its_own = foreign._replace(policy=foreign.policy._replace(source=".redfirst.yml"))
    for told in (of_its_own, report(SKIPPED, PASSING), report(SKIPPED, failing()), report(SKIPPED)):
        assert "init" not in render(told)


def test_one_green_checker_is_one_line() -> None:
    assert render(report(PASSING)).count("\n") == 1


def test_one_red_checker_says_where_to_read_more() -> None:
    assert render(report(failing())).endswith("\nMore: redfirst explain attention-rung/unmarked-use\n")


def test_no_line_of_the_states_is_wider_than_eighty_cells() -> None:
    text = render(report(PASSING, failing()._replace(findings=()), SKIPPED, preamble=PREAMBLE))
    assert max(map(len, text.splitlines())) <= 80


def test_a_mild_finding_says_that_it_is_mild_and_stands_after_the_errors() -> None:
    both = verdict(
        "attention-rung",
        SubjectKind.TREE,
        population={},
        examined="x",
        findings=[*failing(severity=Severity.WARNING, path="a.cpp").findings, *failing(path="z.cpp").findings],
    )
    text = render(report(both))
    assert text.index("z.cpp:639:5: attention-rung/unmarked-use: vt") < text.index(
        "a.cpp:639:5: attention-rung/unmarked-use: warning: vt"
    )


def test_a_finding_about_a_commit_names_it() -> None:
    assert "  commit 7a3909187, line 639:5: attention-rung/unmarked-use: " in render(
        report(failing(path=None, commit=HEAD))
    )
    assert "    in commit 7a3909187\n" in render(report(failing(commit=HEAD)))


def test_quiet_leaves_out_what_needs_no_action() -> None:
    noted = PASSING._replace(notes=("by the way",))
    assert render(report(noted), quiet=True) == ""
    assert render(report(noted, PASSING, preamble=PREAMBLE), quiet=True) == ""
    text = render(report(noted, failing(), SKIPPED), quiet=True)
    assert "device-leakage" not in text
    assert "FAIL  attention-rung" in text
    assert "SKIP  issue-index" in text


def test_two_verdicts_of_one_checker_are_told_apart() -> None:
    staged = PASSING._replace(subject=SubjectKind.STAGED)
    text = render(report(PASSING, staged))
    assert [line[:33] for line in text.splitlines()[:2]] == [
        "ok    device-leakage (tree)    32",
        "ok    device-leakage (staged)  32",
    ]


def test_the_output_of_a_failed_command_is_shown() -> None:
    assert "  | the reason it broke\n" in render(report(failing()._replace(log=("the reason it broke",))))


def test_color_repeats_what_the_words_say() -> None:
    judged = report(failing(), PASSING, SKIPPED)
    colored = render(judged, color=True)
    assert "\x1b[" in colored
    import re

    assert re.sub(r"\x1b\[[0-9;]*m", "", colored) == render(judged)


def test_who_asks_for_color_gets_it_whatever_the_environment_says(monkeypatch: pytest.MonkeyPatch) -> None:
    judged = report(failing(), PASSING, SKIPPED)
    monkeypatch.delenv("NO_COLOR", raising=False)
    colored = render(judged, color=True)
    monkeypatch.setenv("NO_COLOR", "1")
    assert render(judged, color=True) == colored
    assert "31m" in colored


@pytest.mark.parametrize("text", HOSTILE)
@pytest.mark.parametrize("width", [None, 40])
def test_hostile_text_cannot_act_on_a_terminal_or_a_runner(text: str, width: int | None) -> None:
    shown = render(hostile_report(text), width=width)
    shown.encode()
    assert not any(ord(character) < 32 and character != "\n" for character in shown)
    assert not any(line.lstrip().startswith("::") for line in shown.splitlines())
    assert not any(character in shown for character in "\x7f\x9b\u202e\u200b\u2028")
    assert "##[" not in shown


@given(REPORTS)
@settings(max_examples=60, deadline=None)
def test_any_report_renders(judged: Report) -> None:
    for color, quiet, width in ((False, False, None), (True, False, 80), (False, True, 20)):
        render(judged, color=color, quiet=quiet, width=width).encode()


def test_the_caret_stands_under_the_site_after_tabs_and_wide_characters() -> None:
    line = "\t漢 vt::Attention(q);"
    judged = failing(span=Span(2, 4, 2, 17))
    judged = judged._replace(findings=(judged.findings[0]._replace(excerpt=((2, line),)),))
    lines = render(report(judged)).splitlines()
    code, carets = lines[3], lines[4]
    assert carets.strip() == "^" * 13
    assert carets.index("^") == code.index("vt::") + 1


def test_a_very_long_line_is_cut_to_its_site() -> None:
    line = "x" * 5000 + "SITE" + "y" * 5000
    judged = failing(span=Span(2, 5001, 2, 5005))
    judged = judged._replace(findings=(judged.findings[0]._replace(excerpt=((2, line),)),))
    lines = render(report(judged)).splitlines()
    assert len(lines[3]) < 200
    assert lines[4].index("^") == lines[3].index("SITE")
    assert lines[4].strip() == "^^^^"


@pytest.mark.parametrize("column", [1, 30, 66, 70, 110])
def test_source_fits_a_terminal_and_shows_its_site(column: int) -> None:
    line = " " * (column - 1) + "SITE" + "y" * 60
    judged = failing(span=Span(3, column, 3, column + 4))
    excerpt = ((2, "z" * 130), (3, line))
    judged = judged._replace(findings=(judged.findings[0]._replace(excerpt=excerpt),))
    lines = render(report(judged), width=80).splitlines()
    at = next(number for number, text in enumerate(lines) if text.startswith("   > "))
    before, code, carets = lines[at - 1 : at + 2]
    assert max(map(len, (before, code))) <= 80
    assert carets.index("^") == code.index("SITE")
    assert carets.strip() == "^^^^"


def test_prose_wraps_on_a_terminal_and_words_stay_whole() -> None:
    wide = failing(message="a word " * 40)
    lines = render(report(wide), width=60).splitlines()
    assert all(len(line) <= 60 for line in lines if "/" not in line and "0.00 s" not in line)


def test_the_last_lines_go_on_under_their_own_beginning() -> None:
    judged = [failing()._replace(check=f"a-checker-{number}") for number in range(9)]
    lines = render(report(*judged), width=60).splitlines()
    first = lines.index(next(line for line in lines if line.startswith("9 gates failed: ")))
    assert lines[first + 1].startswith("    a-checker-")
    wide = PASSING._replace(examined="a word " * 12)
    assert re.match(" {24}[aw]", render(report(wide), width=60).splitlines()[1])


def test_plain_text_needs_no_terminal_library() -> None:
    program = (
        "import sys; from checkers.model import *; from checkers.output.text import render;"
        "render(Report(SubjectInfo(SubjectKind.TREE), PolicyInfo('p', '0'),"
        " (verdict('c', SubjectKind.TREE, population={}, examined='x'),)));"
        "assert not {'rich', 'json', 'textwrap'} & sys.modules.keys(), sys.modules.keys()"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


@pytest.mark.parametrize("width", [None, 60])
def test_the_comment_to_write_stands_on_a_line_of_its_own(width: int | None) -> None:
    help_ = f"{'call another kernel ' * 4}or record why it is meant: // SLOW-KERNEL: <reason>"
    lines = render(report(failing(path="a", help=help_)), width=width).splitlines()
    at = lines.index("    // SLOW-KERNEL: <reason>")
    assert lines[at - 1].endswith("it is meant:")


def test_a_note_that_several_verdicts_have_is_told_once() -> None:
    verdicts = [
        verdict(check, SubjectKind.TREE, population={}, examined="x", notes=("new here", check))
        for check in ("attention-rung", "device-leakage")
    ]
    lines = render(report(*verdicts)).splitlines()
    notes = [line.strip() for line in lines if "note: " in line]
    assert notes == ["note: new here", "note: attention-rung", "note: device-leakage"]


def test_the_same_help_is_given_once_for_findings_in_a_row() -> None:
    three = verdict(
        "attention-rung",
        SubjectKind.TREE,
        population={},
        examined="x",
        findings=[*failing(path="a").findings, *failing(path="b").findings, *failing(path="c", help="other").findings],
    )
    lines = render(report(three)).splitlines()
    assert [line.split(":")[0].strip() for line in lines[1:6]] == [
        "a",
        "b",
        "call vt",
        "c",
        "other",
    ]
