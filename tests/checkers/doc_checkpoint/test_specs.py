"""What a moved row's spec has to say."""

from __future__ import annotations

import pytest

from checkers.policy.sections import Spec
from tests.checkers.doc_checkpoint.support import (
    ENGINE,
    OLD_SPEC,
    PAGES,
    PAID,
    SPEC,
    judged,
    names,
    only,
    places,
    row,
    section,
    table,
)

BEFORE = PAGES | OLD_SPEC | {ENGINE: table(row("`READY`"))}
AFTER = PAGES | PAID | {ENGINE: table(row("`ACTIVE`"))}


def with_spec(text: str) -> list[str]:
    return names(judged(BEFORE, AFTER | {SPEC: text}))


@pytest.mark.parametrize(
    "text",
    [
        "# A\n\n## Now\n\nNew.\n",
        "# A\n\n## Now\n\nOld. New.\n",
        "# A\n\n## Now\n### Next\n\nOld.\n",
        "# Now\n\nNew.\n",
        "# A\n\nNow\n---\n\nNew.\n",
        "# A\n\n## now ##\n- new\n",
        "## Now\n\n```\ncode\n```\n",
    ],
)
def test_a_spec_that_says_something_new_under_its_heading_pays(text: str) -> None:
    assert with_spec(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "# A\n\n## Now\n\nOld.\n\n## Owed\n\nMore.\n",
        "# A\n\n## Now\nOld.",
        "# B\n\n## Now\n\n\nOld.\n",
        "# A\n\n### Now\n\nOld.\n",
        "# A\n\n## Now\n\n<!-- new -->\nOld.\n",
        "# A\n\n## Now\n\nOld.\n\n---\n",
    ],
)
def test_a_spec_that_says_there_what_it_said_before_does_not(text: str) -> None:
    assert with_spec(text) == ["spec-not-updated"]


def test_a_repaired_link_under_the_heading_says_nothing_new() -> None:
    before = BEFORE | {SPEC: "## Now\n\nSee [x](old.md).\n"}
    assert names(judged(before, AFTER | {SPEC: "## Now\n\nSee [x](new.md).\n"})) == ["spec-not-updated"]


@pytest.mark.parametrize(
    "text",
    [
        "# A\n",
        "",
        "# A\n\n```\n## Now\n\nNew.\n```\n",
        "# A\n\n<!--\n## Now\n\nNew.\n-->\n",
        "# A\n\n####### Now\n\nNew.\n",
        "# A\n\n    ## Now\n\nNew.\n",
        "# Nowhere\n\nNew.\n",
    ],
)
def test_a_spec_without_the_heading_is_told_so(text: str) -> None:
    assert with_spec(text) == ["now-missing"]


@pytest.mark.parametrize(
    "text", ["## Now\n", "## Now\n\n## Owed\n\nMore.\n", "## Now\n\n<!-- todo -->\n", "## Now\n\n \t\n# B\n"]
)
def test_a_spec_with_nothing_under_the_heading_is_told_so(text: str) -> None:
    assert with_spec(text) == ["now-empty"]


def test_an_empty_section_is_found_at_its_heading() -> None:
    found = only(judged(BEFORE, AFTER | {SPEC: "# A\n\n## Now\n"}), "now-empty")
    assert found.span is not None
    assert (found.path, found.span.line) == (SPEC, 3)


def test_a_spec_that_the_change_deletes_is_not_updated() -> None:
    assert names(judged(BEFORE, AFTER)) == ["spec-not-updated"]


@pytest.mark.parametrize("text", ["# A\n\n## Now\n\nOld.\n", "# A\n", "# A\n\n## Now\n"])
def test_a_spec_that_the_change_leaves_alone_is_not_updated_whatever_it_says(text: str) -> None:
    found = only(judged(BEFORE | {SPEC: text}, AFTER | {SPEC: text}), "spec-not-updated")
    assert f"{SPEC}, which this commit does not update under Now" in found.message


def test_a_spec_that_is_new_pays() -> None:
    before = {path: text for path, text in BEFORE.items() if path != SPEC}
    assert names(judged(before, AFTER | {SPEC: "## Now\n\nNew.\n"})) == []


def test_a_spec_that_was_only_renamed_says_what_it_said_before() -> None:
    renamed = ".agents/specs/b.md"
    after = PAGES | PAID | {ENGINE: table(row("`ACTIVE`", spec="[b](specs/b.md)")), renamed: OLD_SPEC[SPEC]}
    assert places(judged(BEFORE, after)) == [("spec-not-updated", renamed)]


def test_rows_that_share_a_spec_owe_it_once() -> None:
    before = BEFORE | {ENGINE: table(row("`READY`"), row("`READY`", "`ENG-B`"))}
    after = AFTER | OLD_SPEC | {ENGINE: table(row("`ACTIVE`"), row("`DONE`", "`ENG-B`"))}
    found = only(judged(before, after), "spec-not-updated")
    assert "ENG-A READY -> ACTIVE" in found.message
    assert "ENG-B READY -> DONE" in found.message


def test_the_link_that_counts_is_the_one_after_the_change() -> None:
    after = (
        AFTER
        | OLD_SPEC
        | {ENGINE: table(row("`ACTIVE`", spec="[b](specs/b.md)")), ".agents/specs/b.md": "## Now\n\nNew.\n"}
    )
    assert names(judged(BEFORE, after)) == []


@pytest.mark.parametrize("link", ["-", "`[a](specs/a.md)`", "[a](../docs/a.md)", "planned: specs/a.md"])
def test_a_claim_that_links_no_spec_is_unlinked(link: str) -> None:
    before = BEFORE | {ENGINE: table(row("`READY`", spec=link))}
    verdict = judged(before, AFTER | OLD_SPEC | {ENGINE: table(row("`ACTIVE`", spec=link))})
    assert "ENG-A READY -> ACTIVE" in only(verdict, "spec-unlinked").message
    assert places(verdict) == [("spec-unlinked", ENGINE)]


def test_another_folder_and_heading_may_be_named() -> None:
    own = section(spec=Spec(folder="plans", heading="What is next"))
    link = "[p](../plans/p.md)"
    before = PAGES | {ENGINE: table(row("`READY`", spec=link)), "plans/p.md": "## What is next\n\nOld.\n"}
    after = PAGES | PAID | {ENGINE: table(row("`ACTIVE`", spec=link)), "plans/p.md": "## What is next\n\nOld.\n\n# B\n"}
    assert places(judged(before, after, own=own)) == [("spec-not-updated", "plans/p.md")]


def test_rows_owe_no_spec_where_the_policy_has_none() -> None:
    assert names(judged(BEFORE, AFTER | OLD_SPEC, own=section(spec=None))) == []
