"""The comment: its first line is enough, and nothing from a repository is more than text in it."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from checkers.model import Report, Severity, SubjectKind, verdict
from checkers.output.escaping import visible
from checkers.output.markdown import LIMIT, Links, render, sections, state_in_words
from checkers.output.markdown_escaping import code, html, html_code, preformatted, prose
from tests.checkers.output.samples import (
    HEAD,
    HOSTILE,
    PASSING,
    REPORTS,
    SKIPPED,
    failing,
    finding,
    hostile_report,
    report,
)
from tests.support.github_markdown import Page, rendered

ALLOWED = {
    "p", "strong", "em", "code", "table", "thead", "tbody", "tr", "th", "td", "details", "summary", "br", "ul", "li",
    "span", "pre",
}  # fmt: skip


def _harmless(markdown: str) -> Page:
    page = rendered(markdown)
    assert set(page.tags()) <= ALLOWED, sorted(set(page.tags()) - ALLOWED)
    assert not page.comments
    assert not page.unclosed
    assert not page.effects()
    assert all(not element.attributes for element in page.elements)
    return page


def test_the_first_line_is_enough() -> None:
    first = render(report(failing(), PASSING, SKIPPED)).splitlines()[0]
    assert first == "**redfirst: 1 of 3 gates failed, 1 did not run** · judged `7a39091`"


@pytest.mark.parametrize(
    ("verdicts", "words"),
    [
        ((PASSING,) * 3, "all 3 gates passed"),
        ((PASSING, PASSING), "both gates passed"),
        ((PASSING,), "the one gate passed"),
        ((PASSING, SKIPPED), "1 of 2 gates did not run, none failed"),
        ((PASSING, SKIPPED, SKIPPED), "2 of 3 gates did not run, none failed"),
        ((SKIPPED,), "the one gate did not run"),
        ((SKIPPED,) * 2, "neither gate ran"),
        ((SKIPPED,) * 3, "none of the 3 gates ran"),
        ((failing(),), "the one gate failed"),
        ((failing(), failing()), "both gates failed"),
        ((failing(),) * 3, "all 3 gates failed"),
        ((failing(), PASSING), "1 of 2 gates failed"),
        ((failing(), SKIPPED), "1 of 2 gates failed, 1 did not run"),
        ((failing(), failing(), PASSING, SKIPPED, SKIPPED), "2 of 5 gates failed, 2 did not run"),
        ((), "nothing was judged"),
    ],
)
def test_the_state_is_said_in_words(verdicts: tuple[object, ...], words: str) -> None:
    assert state_in_words(report(*verdicts)) == words  # type: ignore[arg-type]


def test_red_stands_before_skipped_and_skipped_before_green() -> None:
    rows = [line for line in render(report(PASSING, SKIPPED, failing())).splitlines() if line.startswith("| ")][1:]
    assert [row.split("|")[1].strip() for row in rows] == ["❌", "⏭", "✅"]
    assert rows[0] == "| ❌ | attention-rung | 9 uses in 381 files | failed: 1 finding |"
    assert rows[1] == "| ⏭ | issue-index | nothing | not run: no .agents/issue-index.md here or at the base |"


def test_a_finding_names_rule_place_message_and_help() -> None:
    text = render(report(failing(message="`vt::Attention` is used", commit=HEAD)))
    assert "`src/models/tower.cpp:639:5`" in text
    assert "`7a39091`" in text
    seen = _harmless(text)
    assert "attention-rung/unmarked-use · " in seen.outside_code
    assert "call vt::AttentionDenseFlash" in seen.outside_code


def test_a_finding_links_to_its_line_where_a_link_is_given() -> None:
    links = Links(finding=lambda found: f"https://forge.example/blob/{HEAD}/{found.path}#L639")
    text = "".join(section.whole for section in sections(report(failing()), links))
    assert f"[`src/models/tower.cpp:639:5`](https://forge.example/blob/{HEAD}/src/models/tower.cpp#L639)" in text


def test_warnings_fold() -> None:
    text = render(report(failing(severity=Severity.WARNING)))
    assert text.index("<details>") < text.index("tower.cpp")


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_text_is_no_markup_in_the_comment(text: str) -> None:
    _harmless(render(hostile_report(text)))


@pytest.mark.parametrize("text", HOSTILE)
def test_prose_and_code_render_as_what_they_are(text: str) -> None:
    for markdown in (prose(text), f"- {prose(text)}", f"| a |\n|---|\n| {prose(text)} | b |"):
        _harmless(markdown)
    in_code = _harmless(f"x {code(text)} y")
    assert in_code.outside_code.strip() == ("x  y" if visible(text).strip() else "x (blank) y")


@given(st.text(st.characters(codec=None), max_size=60), st.text("`|*_<>[]()#@:/\\w. \n-!&;~$1aGH", max_size=60))
@settings(max_examples=250, deadline=None)
def test_no_text_becomes_markup(anything: str, marks: str) -> None:
    for text in (anything, marks):
        _harmless(f"- {prose(text)} {code(text)}")
        seen = _harmless(f"| a | b |\n|---|---|\n| {prose(text)} | {code(text, in_table=True)} |\n")
        assert seen.tags().count("td") == 2


def test_a_pipe_in_a_code_cell_stays_a_pipe() -> None:
    page = rendered(f"| a | b |\n|---|---|\n| {code('x | y', in_table=True)} | z |\n")
    assert [element.text for element in page.elements if element.tag == "code"] == ["x | y"]


def test_a_long_comment_is_cut_at_a_whole_row_and_says_how_much() -> None:
    many = verdict(
        "attention-rung",
        SubjectKind.TREE,
        population={},
        examined="x",
        findings=[finding(path=f"f{index:04}.cpp", message=f"use {index} of many") for index in range(2000)],
    )
    text = render(report(many))
    assert len(text.encode()) <= LIMIT
    shown = text.count("`f")
    assert f"_{2000 - shown} more findings cut" in text
    assert text.count("_call vt") == 1, "what to do is the same for all of them, and said once"
    _harmless(text)


def test_many_gates_are_cut_at_a_whole_row() -> None:
    from checkers.model import skipped

    text = render(report(*(skipped(f"command/{'c' * 300}{index}", SubjectKind.TREE, "@" * 400) for index in range(80))))
    assert len(text.encode()) <= LIMIT
    assert "more gates cut" in text
    _harmless(text)


@given(REPORTS)
@settings(max_examples=60, deadline=None)
def test_any_report_is_harmless_and_fits(judged: Report) -> None:
    text = render(judged)
    assert len(text.encode()) <= LIMIT
    _harmless(text)


def test_warnings_notes_and_logs_fold_and_are_counted_where_they_are_cut() -> None:
    noisy = verdict(
        "attention-rung",
        SubjectKind.TREE,
        population={},
        examined="x",
        findings=[finding(severity=Severity.WARNING, path=f"w{index}") for index in range(25)],
        notes=[f"note {index}" for index in range(5)],
    )
    text = render(report(noisy._replace(log=("first", "last"))))
    assert "<summary>30 warnings and notes</summary>" in text
    assert "<summary>15 more of attention-rung/unmarked-use</summary>" in text
    assert "<summary>Output of attention-rung</summary>" in text
    assert "* **attention-rung** · note 4" in text
    limit = len(text.encode()) - 100
    short = render(report(noisy._replace(log=("first", "last"))), limit=limit)
    assert len(short.encode()) <= limit
    assert " more rows cut: the comment is full." in short
    _harmless(text)


def test_what_passed_takes_one_line() -> None:
    assert render(report(PASSING)).count("\n") == 5


def test_a_comment_of_code_can_be_copied_and_an_address_is_no_link() -> None:
    assert prose("// WHY: a reason") == "// WHY: a reason"
    assert "://" not in prose("https://a.example and ftp://b.example")


@pytest.mark.parametrize("text", ["7a39091", "7a39091870" * 4, "1234567", "DEADBEEF"])
def test_what_looks_like_a_commit_is_code_so_that_nothing_is_linked_and_it_can_be_copied(text: str) -> None:
    assert prose(f"in {text}, too") == f"in `{text}`, too"
    assert html(text) == f"<code>{text}</code>"


@pytest.mark.parametrize("text", ["123456", "0123456789abcdef" * 4, "abcdefg", "x7a39091", "7a39091_"])
def test_what_is_too_short_too_long_or_a_word_is_no_commit(text: str) -> None:
    assert "`" not in prose(text)


@pytest.mark.parametrize("text", ["#fff", "#0969DA", "rgb(1,2,3)", "HSLA(0, 1%, 1%, 1)"])
def test_a_colour_gets_no_swatch(text: str) -> None:
    assert rendered(code(text)).effects() == []
    assert rendered(html_code(text)).effects() == []
    assert rendered(code(text)).text.strip() == text


@pytest.mark.parametrize("length", [79, 80, 81, 500])
def test_code_of_many_backticks_is_still_code(length: int) -> None:
    page = rendered(code("`" * length))
    assert [(element.tag, element.text) for element in page.elements] == [("p", ""), ("code", "`" * length)]


def test_preformatted_lines_keep_their_spaces_and_stay_on_one_line_of_markdown() -> None:
    markdown = f"<details>\n\n<pre>{preformatted(['  a  b', '', '</pre>*x* $y$ &amp;'])}</pre>\n\n</details>\n"
    page = rendered(markdown)
    assert "\n" not in preformatted(["a\nb", "c"])
    assert page.text.strip() == "  a  b\n\u00a0\n</pre>*x* $y$ &amp;".strip()
    assert page.tags() == ["details", "pre", "span", "span"]


@pytest.mark.parametrize("text", ["src/a.cpp:68:1: x", "12:30:45", "a:5:6:7"])
def test_places_and_times_are_no_emoji_and_can_be_copied(text: str) -> None:
    assert prose(text) == text


@pytest.mark.parametrize("text", [":tada:", ":100:", ":1234:", ":+1:", ":-1:", ":e-mail:", ":8ball:"])
def test_an_emoji_stays_its_name(text: str) -> None:
    page = rendered(prose(text))
    assert page.effects() == []
    assert page.text.strip() == text
