"""Rows that move, arrive, vanish and stand twice, and what they owe."""

from __future__ import annotations

import pytest

from checkers.model import Severity, Status
from tests.checkers.doc_checkpoint.support import (
    ENGINE,
    KERNEL,
    NEW_SPEC,
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
    staged,
    table,
)

BASE = PAGES | OLD_SPEC
LATER = PAGES | PAID | NEW_SPEC


def moved(old: str, new: str) -> tuple[dict[str, str], dict[str, str]]:
    """Two trees between which one row moves and nothing is paid."""
    return BASE | {ENGINE: table(row(old))}, BASE | {ENGINE: table(row(new))}


@pytest.mark.parametrize(
    "state",
    ["`READY`", "`ACTIVE`", "`GATING`", "`PARTIAL`", "`BLOCKED`", "`DONE`", "`DROPPED`", "`N/A`", "**DONE** (x)"],
)
def test_a_move_into_a_claim_state_owes_the_lifecycle_pages_and_the_spec(state: str) -> None:
    verdict = judged(*moved("`TODO`", state))
    assert places(verdict) == [
        ("spec-not-updated", SPEC),
        ("surface-missing", "docs/BENCHMARKS.md"),
        ("surface-missing", "docs/STATUS.md"),
    ]
    assert verdict.population == {"commits": 1, "rows": 1, "moves": 1, "measurements": 0, "documents": 2}


def test_a_finding_names_the_table_the_row_and_both_states() -> None:
    verdict = judged(*moved("`READY`", "`ACTIVE`"))
    assert verdict.findings
    for finding in verdict.findings:
        assert f"{ENGINE} ENG-A READY -> ACTIVE" in finding.message
        assert finding.path in finding.message
        assert finding.commit == f"{1:040x}"


@pytest.mark.parametrize("state", ["`INVENTORIED`", "`SPIKE`", "`ANCHOR-BACKFILL`"])
def test_a_move_into_a_record_state_owes_the_spec_alone(state: str) -> None:
    assert names(judged(*moved("`DONE`", state))) == ["spec-not-updated"]


def test_a_move_into_a_record_state_without_a_spec_owes_nothing() -> None:
    verdict = judged(BASE | {ENGINE: table(row("`DONE`", spec="-"))}, BASE | {ENGINE: table(row("`SPIKE`", spec="-"))})
    assert (verdict.status, verdict.population["moves"]) == (Status.PASS, 1)


def test_a_move_out_of_no_known_state_is_a_move() -> None:
    verdict = judged(*moved("`WIP`", "`ACTIVE`"))
    assert "ENG-A WIP -> ACTIVE" in only(verdict, "spec-not-updated").message


def test_a_move_into_no_known_state_claims_nothing_and_is_noted() -> None:
    verdict = judged(*moved("`READY`", "`WIP`"))
    assert verdict.status is Status.PASS
    assert verdict.notes == (f"{ENGINE}:5: the state column of ENG-A holds no known state: WIP",)


def test_an_unknown_state_that_the_base_has_is_not_noted() -> None:
    before, after = moved("`WIP`", "`WIP`")
    assert judged(before, after | {ENGINE: after[ENGINE] + "\nmore\n"}).notes == ()


def test_a_paid_move_is_green() -> None:
    before, after = moved("`READY`", "`ACTIVE`")
    verdict = judged(before, after | LATER)
    assert verdict.status is Status.PASS
    assert verdict.findings == ()
    assert verdict.examined == "1 commit, 1 row moved, 2 documents paid"


def test_a_partly_paid_move_says_how_much_was_paid() -> None:
    before, after = moved("`READY`", "`ACTIVE`")
    verdict = judged(before, after | NEW_SPEC | {"docs/STATUS.md": "# Page\nMore.\n"})
    assert places(verdict) == [("surface-missing", "docs/BENCHMARKS.md")]
    assert verdict.examined == "1 commit, 1 row moved, 1 of 2 documents paid"


def test_two_rows_that_move_owe_each_document_once() -> None:
    before = BASE | {ENGINE: table(row("`READY`"), row("`READY`", "`ENG-B`"))}
    after = BASE | {ENGINE: table(row("`DONE`"), row("`ACTIVE`", "`ENG-B`"))}
    verdict = judged(before, after)
    assert len(verdict.findings) == 3
    for finding in verdict.findings:
        assert "ENG-A READY -> DONE" in finding.message
        assert "ENG-B READY -> ACTIVE" in finding.message


@pytest.mark.parametrize("state", ["`ACTIVE`", "`GATING`", "`DONE`", "`PARTIAL`"])
def test_a_row_that_arrives_in_a_claim_is_a_claim(state: str) -> None:
    verdict = judged(BASE | {ENGINE: table()}, BASE | {ENGINE: table(row(state))})
    assert names(verdict) == ["spec-not-updated", "surface-missing", "surface-missing"]
    assert "ENG-A (new) -> " in verdict.findings[0].message


@pytest.mark.parametrize("state", ["`TODO`", "`READY`", "`BLOCKED`", "`DROPPED`", "`SPIKE`", "`INVENTORIED`", "`WIP`"])
def test_a_row_that_arrives_in_another_state_claims_nothing(state: str) -> None:
    verdict = judged(BASE | {ENGINE: table()}, BASE | {ENGINE: table(row(state))})
    assert (names(verdict), verdict.population["moves"]) == ([], 0)


def test_the_rows_of_a_new_table_file_arrive() -> None:
    verdict = judged(BASE, BASE | {ENGINE: table(row("`DONE`"), row("`TODO`", "`ENG-B`"))})
    assert verdict.population["moves"] == 1
    assert len(verdict.findings) == 3


def test_an_arrival_that_links_no_spec_is_unlinked() -> None:
    verdict = judged(BASE | {ENGINE: table()}, LATER | {ENGINE: table(row("`DONE`", spec="-"))})
    assert places(verdict) == [("spec-unlinked", ENGINE)]
    span = verdict.findings[0].span
    assert span is not None
    assert span.line == 5


@pytest.mark.parametrize("state", ["`DONE`", "`READY`", "`SPIKE`"])
def test_a_row_that_changes_tables_with_its_state_has_not_moved(state: str) -> None:
    verdict = judged(
        {ENGINE: table(row(state)), KERNEL: table()},
        {ENGINE: table(), KERNEL: table(row(state, spec="[b](specs/b.md)"))},
    )
    assert (verdict.findings, verdict.population["moves"]) == ((), 0)


def test_a_table_file_that_is_renamed_moves_no_row() -> None:
    assert judged({ENGINE: table(row("`DONE`"))}, {KERNEL: table(row("`DONE`"))}).findings == ()


def test_a_row_that_changes_tables_and_its_state_has_moved() -> None:
    verdict = judged(
        BASE | {ENGINE: table(row("`READY`")), KERNEL: table()},
        BASE | {ENGINE: table(), KERNEL: table(row("`BLOCKED`"))},
    )
    assert f"{KERNEL} ENG-A READY -> BLOCKED" in only(verdict, "spec-not-updated").message
    assert len(verdict.findings) == 3


def test_a_row_that_is_copied_with_its_state_says_nothing_new() -> None:
    tree = {ENGINE: table(row("`DONE`")), KERNEL: table()}
    assert judged(tree, tree | {KERNEL: table(row("`DONE`"))}).findings == ()


def test_a_row_that_stands_in_another_table_already_is_not_lost() -> None:
    tree = {ENGINE: table(row("`DONE`")), KERNEL: table(row("`DONE`"))}
    assert judged(tree, tree | {ENGINE: table()}).findings == ()


@pytest.mark.parametrize(
    "after",
    [{ENGINE: table(row("`READY`", "`ENG-B`"))}, {}, {ENGINE: "# Table\n"}, {"notes.md": table(row("`READY`"))}],
)
def test_a_row_that_vanishes_is_lost(after: dict[str, str]) -> None:
    verdict = judged({ENGINE: table(row("`READY`"))}, after)
    found = only(verdict, "row-lost")
    assert "ENG-A" in found.message
    assert (found.severity, found.path, verdict.status) == (Severity.WARNING, ENGINE, Status.PASS)


@pytest.mark.parametrize("mark", ["```\n{}```\n", "<!--\n{}-->\n"])
def test_a_row_that_is_fenced_or_commented_out_is_lost(mark: str) -> None:
    text = table(row("`READY`"))
    assert names(judged({ENGINE: text}, {ENGINE: mark.format(text)})) == ["row-lost"]


def test_tables_may_be_named_by_patterns() -> None:
    from checkers.policy.globs import Globs

    own = section(tables=Globs.of([".agents/*-matrix.md"]))
    before, after = moved("`READY`", "`ACTIVE`")
    assert len(judged(before, after, own=own).findings) == 3
    relocated = judged({ENGINE: table(row("`DONE`"))}, {KERNEL: table(row("`DONE`"))}, own=own)
    assert relocated.findings == ()


def test_a_new_wording_of_a_row_is_no_move() -> None:
    assert judged(*moved("`DONE`", "`DONE` (since July)")).population["moves"] == 0


def test_a_row_whose_id_stands_twice_is_reported_once() -> None:
    before = {ENGINE: table(row("`READY`"))}
    after = {ENGINE: table(row("`READY`"), row("`READY`"))}
    verdict = judged(before, after)
    found = only(verdict, "duplicate-row")
    assert (found.path, found.commit, verdict.status) == (ENGINE, f"{1:040x}", Status.FAIL)
    assert found.span is not None
    assert found.span.line == 6


def test_an_id_that_the_base_has_twice_is_not_the_ranges() -> None:
    text = table(row("`READY`"), row("`READY`"))
    assert judged({ENGINE: text}, {ENGINE: text + "\nmore\n"}).findings == ()


def test_a_renamed_table_file_doubles_nothing() -> None:
    text = table(row("`READY`"), row("`READY`"))
    assert judged({ENGINE: text}, {KERNEL: text}).findings == ()


def test_an_id_that_the_base_has_twice_and_head_three_times_is() -> None:
    rows = [row("`READY`")] * 3
    assert names(judged({ENGINE: table(*rows[:2])}, {ENGINE: table(*rows)})) == ["duplicate-row"]


def test_an_id_that_a_later_commit_keys_once_again_is_not_reported() -> None:
    one, two = {ENGINE: table(row("`READY`"))}, {ENGINE: table(row("`READY`"), row("`READY`"))}
    assert judged(one, two, one).findings == ()


def test_an_id_may_stand_in_two_files() -> None:
    before = {ENGINE: table(row("`READY`")), KERNEL: table()}
    assert judged(before, before | {KERNEL: table(row("`READY`"))}).findings == ()


def test_a_doubled_row_names_the_commit_that_brought_it() -> None:
    one, two = {ENGINE: table(row("`READY`"))}, {ENGINE: table(row("`READY`"), row("`READY`"))}
    for how in ("commits", "squash", "both"):
        verdict = judged(one, one | {"a": "b"}, two, two | {"a": "c"}, how=how)
        assert only(verdict, "duplicate-row").commit == f"{2:040x}"


def test_a_doubled_row_in_the_index_is_reported() -> None:
    verdict = staged({ENGINE: table(row("`READY`"))}, {ENGINE: table(row("`READY`"), row("`READY`"))})
    assert only(verdict, "duplicate-row").commit is None


@pytest.mark.parametrize(
    ("state", "rules"),
    [
        ("`TODO`", ["duplicate-row"]),
        ("`SPIKE`", ["duplicate-row"]),
        ("`DONE`", ["duplicate-row", "spec-not-updated", "surface-missing", "surface-missing"]),
    ],
)
def test_a_second_row_for_an_id_arrives(state: str, rules: list[str]) -> None:
    before = BASE | {ENGINE: table(row("`READY`"))}
    assert names(judged(before, BASE | {ENGINE: table(row("`READY`"), row(state))})) == rules


def test_one_of_two_rows_for_an_id_may_move() -> None:
    before = BASE | {ENGINE: table(row("`READY`"), row("`TODO`"))}
    verdict = judged(before, BASE | {ENGINE: table(row("`READY`"), row("`BLOCKED`"))})
    assert "ENG-A TODO -> BLOCKED" in only(verdict, "spec-not-updated").message
