"""Text, Markdown and JUnit: the state first, and nothing that others wrote is anything but text."""

from __future__ import annotations

import re
from dataclasses import replace
from xml.etree import ElementTree

import pytest

from bot.mutation.model import Outcome
from bot.mutation.report import TableOutcome
from bot.mutation.reporting import junit, markdown, text
from tests.bot.mutation.reporting.samples import (
    CONTROL,
    DETECTED,
    HOSTILE,
    PROOF,
    SURVIVED,
    VOID,
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
    assert shown.endswith("1 table void.\n")


@pytest.mark.parametrize(
    ("tables", "last"),
    [
        ([table(DETECTED)], "The one row passes."),
        ([table(DETECTED), table(DETECTED)], "All 2 rows pass."),
        ([], "Nothing was judged."),
        ([table(DETECTED, SURVIVED), VOID], "1 table void, 1 of 3 rows does not pass."),
    ],
)
def test_the_last_line_is_the_state(tables: list, last: str) -> None:  # type: ignore[type-arg]
    assert text.render(report(*tables)).splitlines()[-1] == last


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
