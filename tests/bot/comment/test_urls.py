"""A link leads to the lines that are meant, whatever the path is called, or there is none."""

from __future__ import annotations

from urllib.parse import unquote_to_bytes

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.comment.urls import Urls, address
from checkers.model import Span
from checkers.output.escaping import raw_bytes
from fixtures.hostile import strings
from tests.bot.comment.samples import BASE, FORGE, HEAD, UNMARKED, UNPAID, URLS

BLOB = f"{FORGE}/blob/{HEAD}"


@pytest.mark.parametrize(
    ("span", "anchor"),
    [
        (None, ""),
        (Span(3, 1, 3, 9), "#L3"),
        (Span(3, 1, 5, 9), "#L3-L5"),
        (Span(3, 1, 5, 1), "#L3-L4"),
        (Span(3, 1, 4, 1), "#L3"),
        (Span(3, 4, 3, 4), "#L3"),
    ],
)
def test_a_span_is_the_lines_that_it_reaches(span: Span | None, anchor: str) -> None:
    assert URLS.lines("src/a.cpp", HEAD, span) == f"{BLOB}/src/a.cpp{anchor}"


@pytest.mark.parametrize(
    ("path", "encoded"),
    [
        ("src/a.cpp", "src/a.cpp"),
        ("a b.cpp", "a%20b.cpp"),
        ("a?b#c%d", "a%3Fb%23c%25d"),
        ("a\nb", "a%0Ab"),
        ("a)b](c", "a%29b%5D%28c"),
        ("name\udcff.cpp", "name%FF.cpp"),
        ("naïve", "na%C3%AFve"),
        ("%2e%2e/x", "%252e%252e/x"),
        ('"><script>', "%22%3E%3Cscript%3E"),
    ],
)
def test_a_path_is_encoded_byte_by_byte(path: str, encoded: str) -> None:
    assert URLS.lines(path, HEAD) == f"{BLOB}/{encoded}"


@pytest.mark.parametrize("path", ["", "..", "../x", "a/../../b", "/etc/passwd", "a//b", "./a", "a/", "a\0b", "."])
def test_a_path_that_no_repository_has_gets_no_link(path: str) -> None:
    assert URLS.lines(path, HEAD, Span(1, 1, 1, 2)) is None


@pytest.mark.parametrize("path", ["README.md", "docs/x.MARKDOWN", "a.rst"])
def test_lines_of_a_page_are_those_of_its_plain_text(path: str) -> None:
    assert URLS.lines(path, HEAD, Span(3, 1, 3, 2)) == f"{BLOB}/{path}?plain=1#L3"
    assert URLS.lines(path, HEAD) == f"{BLOB}/{path}"


@pytest.mark.parametrize("commit", ["", "main", HEAD[:9], HEAD.upper(), f"{HEAD}/../x", "x" * 40, f"{HEAD}\n"])
def test_what_is_no_full_hash_is_linked_nowhere(commit: str) -> None:
    assert URLS.commit(commit) is None
    assert URLS.lines("a.cpp", commit) is None


def test_a_finding_is_linked_where_its_lines_are() -> None:
    """Lines of a tree are those of the judged head, though an earlier commit brought them; a debt is its commit's."""
    assert URLS.finding(UNMARKED, HEAD) == f"{BLOB}/{UNMARKED.path}#L26"
    assert URLS.finding(UNMARKED._replace(commit=BASE), HEAD) == f"{BLOB}/{UNMARKED.path}#L26"
    assert URLS.finding(UNPAID, HEAD) == f"{FORGE}/blob/{UNPAID.commit}/docs/BENCHMARKS.md"
    assert URLS.finding(UNPAID._replace(commit=None), HEAD) == f"{BLOB}/docs/BENCHMARKS.md"
    assert URLS.finding(UNMARKED._replace(path=None, commit=BASE), HEAD) == f"{FORGE}/commit/{BASE}"
    assert URLS.finding(UNMARKED._replace(path=None), HEAD) is None


def test_a_rule_of_a_checker_has_its_page() -> None:
    assert URLS.rule(UNMARKED) == f"{URLS.rules}/attention-rung/unmarked-use.md"
    assert URLS.rule(UNMARKED._replace(rule="command/failed")) == f"{URLS.rules}/command/failed.md"
    assert URLS.rule(UNMARKED._replace(rule="org/repo")) is None
    assert URLS.rule(UNMARKED._replace(rule="attention-rung/../x")) is None
    assert Urls(FORGE).rule(UNMARKED) is None


def test_without_a_repository_nothing_is_linked() -> None:
    nowhere = Urls()
    assert nowhere.finding(UNMARKED, HEAD) is nowhere.commit(HEAD) is nowhere.within(f"{FORGE}/x") is None


@pytest.mark.parametrize(
    "url",
    [
        None,
        "",
        "javascript:alert(1)",
        "https://evil.example/x",
        f"{FORGE}.evil.example/x",
        f"{FORGE}-other/x",
        f"{FORGE}/x) ![y](z",
        f'{FORGE}/x" onclick="y',
        f"{FORGE}/x\n",
        f"{FORGE}/../../evil",
        f"{FORGE}/x y",
        FORGE,
    ],
)
def test_an_address_that_a_report_brings_leads_nowhere_else(url: str | None) -> None:
    assert URLS.within(url) is None


def test_an_address_within_the_repository_is_kept() -> None:
    assert URLS.within(f"{FORGE}/actions/runs/1/job/2?pr=7#step:3:1") == f"{FORGE}/actions/runs/1/job/2?pr=7#step:3:1"


@pytest.mark.parametrize("url", ["https://forge.example:8443/a/b/", "http://[::1]:80/a", "https://host"])
def test_a_plain_address_is_taken_without_its_last_slash(url: str) -> None:
    assert address(url) == url.rstrip("/")


@given(st.sampled_from(strings()) | st.text(st.characters(codec=None), max_size=20))
@settings(max_examples=100, deadline=None)
def test_a_link_names_the_path_and_nothing_more(path: str) -> None:
    link = URLS.lines(path, HEAD)
    if link is None:
        return
    assert link.startswith(f"{BLOB}/")
    encoded = link.removeprefix(f"{BLOB}/")
    assert unquote_to_bytes(encoded) == raw_bytes(path)
    assert not set(encoded) & set("()[]<>\"'?# \\`|*\n")
