"""Whole comments as they are posted, beside the tests for review; `--bless` rewrites them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.bot.comment.pages import PAGES, THEMES, page, write
from tests.conftest import Compare
from tests.support.github_markdown import Page, rendered

EXPECTED = Path(__file__).parent / "expected"
REVIEWED = ("green", "one-red", "skips", "design", "several-red", "superseded", "not-judged")
"""Those that a person reads whole; the others are too long for that, and are looked at as pictures."""


@pytest.mark.parametrize("name", REVIEWED)
def test_a_whole_comment_is_the_reviewed_one(name: str, expected: Compare) -> None:
    expected(EXPECTED / f"{name}.md", PAGES[name]())


@pytest.mark.parametrize("name", PAGES)
def test_every_page_is_whole_and_within_the_limit(name: str) -> None:
    markdown = PAGES[name]()
    assert len(markdown.encode()) <= 65_536
    seen = rendered(markdown)
    assert not seen.unclosed
    assert not seen.effects()


def test_the_pages_are_written_in_both_themes_folded_and_unfolded(tmp_path: Path) -> None:
    written = write(tmp_path)
    assert len(written) == len(PAGES) * len(THEMES) * 2
    assert all('<article class="markdown-body"><p>' in path.read_text(encoding="utf-8") for path in written)


def test_unfolded_every_fold_is_open() -> None:
    html = page(PAGES["design"](), unfolded=True)
    folds = [element for element in Page(html).elements if element.tag == "details"]
    assert folds
    assert all(("open", None) in element.attributes for element in folds)
