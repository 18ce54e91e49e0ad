"""Nothing in a comment is made by those who are judged: each text of theirs is there as itself, and as nothing else."""

from __future__ import annotations

import re
from collections.abc import Set
from functools import cache
from urllib.parse import unquote_to_bytes

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.comment import render
from bot.triage.model import TriageReport
from bot.verdict.model import PullRequestVerdict
from checkers.output.escaping import raw_bytes, visible
from fixtures.hostile import by_kind, strings
from tests.bot.comment.everywhere import Filler, comment, everywhere, texts_of
from tests.bot.comment.samples import FORGE, HEAD, NEWER, URLS
from tests.support.github_markdown import ZERO_WIDTH, Page, rendered

PLAIN = "Zebra"
MARK = "\x1f"
TURNS = 12
SHOWN_WHOLE = 70
"""Texts of at most that many characters are cut nowhere, whatever stands beside them in a title."""

OURS = {"valign": {"top"}}
NEUTRAL = frozenset({"span", "a"})
HASH = re.compile("[0-9a-f]{40}")
_COMMIT = re.compile(r"[0-9A-Fa-f]{7,40}")
_LINK = re.compile(rf"{re.escape(FORGE)}/blob/{HEAD}/([^?#]*)(?:\?plain=1)?(?:#L3(?:-L3)?)?")
FIXED = {f"{FORGE}/commit/{HEAD}", f"{FORGE}/commit/{NEWER}", URLS.run}


def _shape(page: Page, carriers: Set[str] = NEUTRAL) -> list[tuple[str, ...]]:
    """The elements by their ancestors, without what carries text and nothing else."""
    return [
        (*_told(element.ancestors), element.tag)
        for element in page.elements
        if element.tag not in carriers and not _is_commit(element.tag, element.text)
    ]


@cache
def _told(ancestors: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(tag for tag in ancestors if tag not in NEUTRAL)


def _is_commit(tag: str, text: str) -> bool:
    """What looks like a commit stands in code, where GitHub does not link it."""
    return tag == "code" and _COMMIT.fullmatch(text) is not None


def _words(page: Page, plain: str = "", text: str = "") -> str:
    """All text with white space folded, and a mark where an element that is no mere carrier begins or ends.

    `plain` in it is replaced by `text`.
    """
    words, before = "", ()
    for ancestors, piece in page.texts:
        told = _told(ancestors)
        told = told[:-1] if told and _is_commit(told[-1], piece) else told
        words += "" if told == before else MARK
        words += piece.replace(plain, text) if plain else piece.replace(ZERO_WIDTH, "")
        before = told
    return re.sub(rf"[\s{MARK}]*{MARK}[\s{MARK}]*", MARK, re.sub(r"[^\S\x1f]+", " ", words))


def _unmarked(words: str) -> str:
    return re.sub(rf"[\s{MARK}]+", "", words)


@cache
def _plain(turn: int) -> Page:
    return rendered(comment(PLAIN, turn=turn))


def _harmless(page: Page) -> None:
    assert not page.comments
    assert not page.unclosed
    assert not page.effects()
    for element in page.elements:
        for name, value in element.attributes:
            assert name == "href" or value in OURS[name]


def _leads_to(text: str, link: str) -> bool:
    found = _LINK.fullmatch(link)
    return link in FIXED or (found is not None and unquote_to_bytes(found[1]) == raw_bytes(text))


def _check(text: str, turn: int) -> None:
    markdown = comment(text, turn=turn)
    page = rendered(markdown)
    _harmless(page)
    assert all(_leads_to(text, link) for link in page.links())
    assert not [line for line in markdown.splitlines() if line.lstrip().startswith("::")]
    if not text.strip():
        return
    carriers = NEUTRAL | {"code"} if _COMMIT.search(text) else NEUTRAL
    assert _shape(page, carriers) == _shape(_plain(turn), carriers)
    if len(text) <= SHOWN_WHOLE:
        fold = str if carriers is NEUTRAL else _unmarked
        assert fold(_words(page)) == fold(_words(_plain(turn), PLAIN, visible(text)))


@pytest.mark.parametrize("kind", by_kind())
def test_a_hostile_text_in_every_field_is_its_own_text_and_nothing_else(kind: str) -> None:
    for number, text in enumerate(by_kind()[kind]):
        _check(text, number % TURNS)


@pytest.mark.exhaustive
@pytest.mark.parametrize("turn", range(TURNS))
def test_a_hostile_text_is_only_text_in_every_state(turn: int) -> None:
    for text in strings():
        _check(text, turn)


@pytest.mark.parametrize("kind", by_kind())
def test_a_hostile_text_where_a_commit_should_be_is_only_text(kind: str) -> None:
    """Every seventh: a reader of verdicts refuses what is no hash, so this holds what stands behind it."""
    for number, text in enumerate(text for text in by_kind()[kind][::7] if not HASH.fullmatch(text)):
        page = rendered(comment("plain", text, number % TURNS))
        _harmless(page)
        assert set(page.links()) <= {URLS.run}


MARKS = st.text(f"`|*_<>[]()#@:/\\w. \n-!&;~$1aGH^={ZERO_WIDTH}", max_size=60)
ANY = st.text(st.characters(codec=None), max_size=60)


@given(ANY | MARKS, st.integers(0, TURNS - 1))
@settings(max_examples=30, deadline=None)
def test_any_text_in_every_field_is_only_text(text: str, turn: int) -> None:
    _check(text, turn)


@pytest.mark.exhaustive
@given(ANY | MARKS, st.integers(0, TURNS - 1))
@settings(max_examples=1_500, deadline=None)
def test_any_text_in_every_field_is_only_text_very_often(text: str, turn: int) -> None:
    _check(text, turn)


TEXTS = frozenset(texts_of(PullRequestVerdict)) | frozenset(texts_of(TriageReport))
NOT_SHOWN = frozenset(
    f"{kind}.{field}"
    for kind, fields in {
        "Baseline": "url",
        "CheckTriage": "url",
        "ControlResult": "reason",
        "EditedFile": "after before path restored",
        "Finding": "excerpt fingerprint site",
        "Hashes": "after before path",
        "MutationReport": "base command schema uncommitted",
        "PolicyInfo": "sha256",
        "PolicySource": "sha256 source",
        "PullRequestVerdict": "schema",
        "Report": "preamble",
        "RowResult": "extra red running suite",
        "SubjectInfo": "base head merge_base",
        "TableResult": "declared sha256",
        "Target": "repository",
        "Tool": "name",
        "TriageReport": "repository schema",
        "Verdict": "population",
    }.items()
    for field in fields.split()
)
"""Fields that a comment does not show in any state."""


def test_the_walk_reaches_every_field_that_holds_text() -> None:
    filler = Filler("x", HEAD, 0)
    for filler.turn in range(TURNS):
        filler.turns.clear()
        filler.value(PullRequestVerdict, "")
        filler.value(TriageReport, "")
    assert filler.filled == TEXTS


def test_what_is_shown_is_known() -> None:
    """A field that comments came to show, or show no more, or that is new, is looked at here."""
    name_of = {name: f"Text{number:03}x" for number, name in enumerate(sorted(TEXTS))}
    hash_of = {name: f"{number:02x}c0ffe" + "0" * 33 for number, name in enumerate(sorted(TEXTS))}
    seen = ""
    for turn in range(TURNS):
        verdict, triage = everywhere(name_of.__getitem__, hash_of.__getitem__, turn)
        seen += rendered(render(verdict, triage=triage, limit=1 << 22)).text
    assert {name for name in TEXTS if name_of[name] not in seen and hash_of[name][:7] not in seen} == NOT_SHOWN
