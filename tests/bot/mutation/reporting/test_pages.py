"""Text, Markdown and JUnit: the state first, and nothing that others wrote is anything but text."""

from __future__ import annotations

import re
from dataclasses import replace
from xml.etree import ElementTree

import pytest

from bot.mutation.model import Outcome
from bot.mutation.report import MutationReport, RowResult, TableOutcome
from bot.mutation.reporting import junit, markdown, text
from checkers.output.escaping import display_width
from tests.bot.mutation.reporting.samples import (
    CONTROL,
    DETECTED,
    HOSTILE,
    PROOF,
    SURVIVED,
    VOID,
    VOID_ROW,
    WHOLE,
    hostile,
    report,
    table,
)
from tests.support.github_markdown import rendered

SAFE = {
    "p",
    "table",
    "thead",
    "tbody",
    "tr",
    "th",
    "td",
    "em",
    "strong",
    "code",
    "br",
    "details",
    "summary",
    "span",
    "pre",
}


def test_text_says_control_rows_and_state() -> None:
    lines = text.render(report(table(DETECTED, SURVIVED))).splitlines()
    assert lines[0] == "seam.yml   control green: 7 cases, 129 assertions (build 41 s, run 0.3 s)"
    assert lines[1] == "  M1  detected    1 of 7 red as claimed   +1 -5   build 6.1 s   run 0.3 s"
    assert lines[2] == '  M2  survived    0 red; claimed "seam: reachability"   +0 -5   build 6.1 s   run 0.3 s'
    assert lines[3:5] == ["      | line one", "      | line two"]
    assert lines[-1] == "1 of 2 rows does not pass."


def test_a_survivor_says_that_the_control_has_no_such_case() -> None:
    row = replace(
        SURVIVED, reason='no case is red; claimed "seam: reachability"; the control has no "seam: reachability"'
    )
    line = text.render(report(table(row))).splitlines()[1]
    assert '0 red; claimed "seam: reachability"; the control has no "seam: reachability"   +0 -5' in line


def test_text_lists_the_cases_that_a_misplaced_rows_sentence_leaves_out() -> None:
    names = tuple(f"case {number}" for number in range(1, 31))
    row = replace(SURVIVED, outcome=Outcome.MISPLACED, reason="it is misplaced", red=names, missing=(), extra=names)
    lines = text.render(report(table(row))).splitlines()
    listed = [line.removeprefix("      red, not claimed: ") for line in lines if "red, not claimed" in line]
    assert listed == [*names[3:23], "and 7 more"]
    assert lines[2] == "      red, not claimed: case 4"
    assert "not claimed" not in text.render(report(table(replace(row, extra=names[:3]))))


def test_text_names_the_suites_of_controls_where_there_are_several() -> None:
    other = replace(CONTROL, suite="unit", cases=3)
    lines = text.render(report(table(DETECTED, controls=(CONTROL, other)))).splitlines()
    assert lines[0] == "seam.yml   control of seam green: 7 cases, 129 assertions (build 41 s, run 0.3 s)"
    assert lines[1] == "           control of unit green: 3 cases, 129 assertions (build 41 s, run 0.3 s)"


def test_text_says_why_a_table_is_void() -> None:
    shown = text.render(report(VOID))
    assert 'unit.yml   control of unit not green: "a" is red without a mutation' in shown
    assert "      | assertion failed" in shown
    assert shown.endswith("1 table is void.\n")


@pytest.mark.parametrize(
    ("tables", "last"),
    [
        ([table(DETECTED)], "The one row passes."),
        ([table(DETECTED), table(DETECTED)], "Both rows pass."),
        ([], "Nothing was judged."),
        ([table(DETECTED, SURVIVED), VOID], "1 table is void, 1 of 3 rows does not pass."),
        ([table(SURVIVED, SURVIVED, DETECTED)], "2 of 3 rows do not pass."),
        ([table(SURVIVED, SURVIVED)], "Neither row passes."),
        ([table(SURVIVED)], "The one row does not pass."),
        ([table(DETECTED, outcome=TableOutcome.FAIL)], "1 table failed."),
        ([table(DETECTED, VOID_ROW)], "1 table failed."),
        ([table(VOID_ROW, VOID_ROW), table(VOID_ROW)], "2 tables failed."),
        ([table(SURVIVED, VOID_ROW)], "1 of 2 rows does not pass."),
        ([VOID, VOID, table(SURVIVED)], "2 tables are void, 1 of 3 rows does not pass."),
        (PROOF.tables, "1 of 2 cases does not pass."),
        ([table(PROOF.tables[0].rows[1])], "The one case does not pass."),
        ([table(PROOF.tables[0].rows[0])], "The one case passes."),
    ],
)
def test_the_last_line_is_the_state(tables: list, last: str) -> None:  # type: ignore[type-arg]
    assert text.render(report(*tables)).splitlines()[-1] == last


@pytest.mark.parametrize(
    ("rows", "state"),
    [
        ((DETECTED,), "the one row passes"),
        ((SURVIVED,), "the one row does not pass"),
        ((DETECTED, DETECTED), "both rows pass"),
        ((SURVIVED, SURVIVED), "neither row passes"),
        ((DETECTED, SURVIVED), "1 of 2 rows passes"),
        ((DETECTED, DETECTED, SURVIVED), "2 of 3 rows pass"),
        ((), "no row was judged"),
    ],
)
def test_a_tables_title_says_how_many_of_its_rows_pass(rows: tuple[RowResult, ...], state: str) -> None:
    assert f"**seam.yml** · {state}\n" in markdown.render(report(table(*rows)))


LONG = (
    "tests.test_scheduler.Preemption.test_a_preempted_request_goes_to_the_front",
    "tests.test_scheduler.Preemption.test_order",
)


def _named(*names: str) -> MutationReport:
    return report(table(*(replace(DETECTED, id=name) for name in names)))


@pytest.mark.parametrize("names", [("M1", "overtaken"), LONG, ("M1", "表の行")])
@pytest.mark.parametrize("width", [None, 240])
def test_outcomes_stand_below_each_other_however_long_the_names_are(names: tuple[str, ...], width: int | None) -> None:
    lines = text.render(_named(*names), width=width).splitlines()[1:3]
    assert len({display_width(line.partition("  detected  ")[0]) for line in lines}) == 1


def test_on_a_narrow_terminal_long_names_have_lines_of_their_own() -> None:
    lines = text.render(_named("M1", *LONG), width=80).splitlines()[1:-2]
    assert lines[::2] == ["  M1", *(f"  {name}" for name in LONG)]
    assert lines[1::2] == ["    detected    1 of 7 red as claimed   +1 -5   build 6.1 s   run 0.3 s"] * 3


@pytest.mark.parametrize("width", [40, 80, 120])
def test_a_line_is_wrapped_between_words_and_goes_on_under_its_text(width: int) -> None:
    reason = '"seam: reachability" is not red; "seam: order of arrival" is red and not claimed; claimed crashed'
    row = replace(SURVIVED, id="routing", outcome=Outcome.MISPLACED, reason=reason, log=())
    whole = text.render(report(table(row), notes=(f"a note: {reason}",)))
    lines = text.render(report(table(row), notes=(f"a note: {reason}",)), width=width).splitlines()
    assert max(map(display_width, lines)) <= width
    assert " ".join(" ".join(lines).split()) == " ".join(whole.split())
    begin = next(number for number, line in enumerate(lines) if line.startswith("  routing"))
    following = next(line for line in lines[begin + 1 :] if line)
    assert following.startswith(" " * 23) and following[23] != " "
    assert any(line.endswith(("+0 -5", "build 6.1 s", "run 0.3 s")) for line in lines)


def test_what_a_suite_printed_goes_on_behind_its_bar() -> None:
    row = replace(SURVIVED, log=("    a word " * 12,))
    assert f"      | {row.log[0]}".rstrip() in text.render(report(table(row))).splitlines()
    lines = [line for line in text.render(report(table(row)), width=50).splitlines() if "word" in line]
    assert lines[0] == "      |     a word     a word     a word     a"
    assert lines[1] == "      |     word     a word     a word     a word"
    assert max(map(len, lines)) <= 50


def test_colour_changes_no_line(width: int = 60) -> None:
    plain, colored = (text.render(WHOLE, color=color, width=width) for color in (False, True))
    assert re.sub(r"\x1b\[[0-9;]*m", "", colored) == plain != colored


def test_quiet_leaves_out_what_passed() -> None:
    assert text.render(report(table(DETECTED)), quiet=True) == "The one row passes.\n"
    assert "M1" not in text.render(report(table(DETECTED, SURVIVED)), quiet=True)


def test_colour_repeats_what_the_words_say() -> None:
    plain, colored = text.render(WHOLE), text.render(WHOLE, color=True)
    assert "\x1b[1;31msurvived" in colored
    assert re.sub(r"\x1b\[[0-9;]*m", "", colored) == plain


def test_markdown_is_the_table_of_the_design() -> None:
    shown = markdown.render(report(table(DETECTED, SURVIVED)))
    assert shown.splitlines()[0] == "**redfirst mutate: 1 of 2 rows does not pass** · judged `c0ffee0`"
    assert "| M1 | the refusal is held by the capacity case | +1 \N{MINUS SIGN}5 | ok |" in shown
    assert "| **survived** |" in shown
    assert "| detected |" in shown
    assert "<summary>Output of row M2</summary>" in shown


def test_markdown_tells_a_proof_too() -> None:
    shown = markdown.render(PROOF)
    assert "**unproven**" in shown
    assert "| proven |" in shown


@pytest.mark.parametrize("name", HOSTILE)
def test_markdown_lets_nothing_out_of_a_name(name: str) -> None:
    shown = markdown.render(hostile(name))
    page = rendered(shown)
    assert set(page.tags()) <= SAFE
    assert page.tags().count("tr") == 2
    assert not page.effects()


@pytest.mark.parametrize("name", HOSTILE)
def test_text_shows_a_name_on_one_line_without_controls(name: str) -> None:
    shown = text.render(hostile(name))
    assert all(line.isprintable() for line in shown.splitlines())
    assert len(shown.splitlines()) == len(text.render(hostile("plain")).splitlines())
    assert not [line for line in shown.splitlines() if line.lstrip().startswith("::")]


@pytest.mark.parametrize("name", HOSTILE)
def test_junit_is_xml_whatever_the_names_are(name: str) -> None:
    root = ElementTree.fromstring(junit.render(hostile(name)).encode())
    (case,) = root.iter("testcase")
    assert case.find("failure") is not None


def test_junit_counts_failures_and_errors_apart() -> None:
    root = ElementTree.fromstring(junit.render(WHOLE).encode())
    assert (root.get("tests"), root.get("failures"), root.get("errors")) == ("3", "1", "1")
    names = [(case.get("classname"), case.get("name"), len(case)) for case in root.iter("testcase")]
    assert names == [("seam.yml", "M1", 0), ("seam.yml", "M2", 1), ("unit.yml", "V1", 1)]
    failure = next(root.iter("failure"))
    assert failure.get("type") == "survived"
    assert "line two" in (failure.text or "")


def test_junit_tells_a_void_table_without_rows() -> None:
    empty = table(outcome=TableOutcome.VOID, reason="head does not build")
    root = ElementTree.fromstring(junit.render(report(empty)).encode())
    assert next(root.iter("error")).get("message") == "head does not build"
