"""The repaired index is the base tip's with the branch's rows behind it, or there is none."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from checkers.issue_index.repair import Repair, repaired
from checkers.model import Status
from tests.checkers.issue_index.support import SECTION, index, over, places, row


def repair(tip: str, merge_base: str, head: str, *, unique: bool = True) -> Repair:
    before, base, after = (text.encode("utf-8", "surrogateescape") for text in (tip, merge_base, head))
    return repaired(before, base, after, SECTION._replace(unique_issues=unique))


@pytest.mark.parametrize(
    ("tip", "merge_base", "head", "expected"),
    [
        (index(1, 8), index(1), index(1, 5), index(1, 8, 5)),
        (index(1, 8), index(1), index(1, 5, 6), index(1, 8, 5, 6)),
        (index(1, 8), index(1), index(1, 8, 5), index(1, 8, 5)),
        (index(1, 8), index(1), index(1, 5, 8), index(1, 8, 5)),
        (index(1, 8), index(1), index(1, 5, 5), index(1, 8, 5)),
        (index(1, 8), index(1), index(5, 1), index(1, 8, 5)),
        (index(1), index(1), index(1), index(1)),
        (index(1, 8), index(1), index(1), index(1, 8)),
        (index(1, 8), index(1, 8), index(1, 5), index(1, 8, 5)),
        (index(1, 8).rstrip("\n"), index(1), index(1, 5), index(1, 8, 5)),
        (index(1, 8).rstrip("\n"), index(1), index(1), index(1, 8)),
        (index(1, 8), index(1), index(1, 5).rstrip("\n"), index(1, 8, 5)),
        (index(1, 8).replace("\n", "\r\n"), index(1), index(1, 5), index(1, 8, 5).replace("\n", "\r\n")),
        (index(1, 8).replace("\n", "\r\n")[:-2], index(1), index(1, 5), index(1, 8, 5).replace("\n", "\r\n")),
        (index(1, 8), index(1), index(1, 5).replace("\n", "\r\n"), index(1, 8, 5)),
        (index(1, 8), index(1), index(1, 5).replace("# I", "# J"), index(1, 8, 5)),
        (index(1, 8), "", index(5), index(1, 8, 5)),
        (index(1, 8), index(1), "", index(1, 8)),
        (index(row(8, "\udcff")), "", index(row(5, "\udcfe")), index(row(8, "\udcff"), row(5, "\udcfe"))),
        (index(1, "| x |\n", 8), index(1, "| x |\n"), index(1, "| x |\n", 5), index(1, "| x |\n", 8, 5)),
        ("", "", "", ""),
        ("", "", "# I\n", ""),
    ],
)  # fmt: skip
def test_the_tip_comes_first_then_the_branchs_rows_each_once(
    tip: str, merge_base: str, head: str, expected: str
) -> None:
    assert repair(tip, merge_base, head) == Repair(expected.encode("utf-8", "surrogateescape"), None)


@pytest.mark.parametrize(
    ("tip", "merge_base", "head", "why"),
    [
        (index(1, 8), index(1), index(row(1, "x"), 5), "this branch edits the row of #1"),
        (index(1, 8), index(1), index(1, row(8, "x")), "#8 has two rows"),
        (index(1), index(1), index(1, 5, row(5, "x")), "#5 has two rows"),
        (index(row(1, "x"), 8), index(1), index(1, 5), "the base no longer has the row of #1"),
        (index(8), index(1), index(1, 5), "the base no longer has the row of #1"),
        (index(1, 8), index(1), index(1, "| [#5](u) |\n"), "line 6 of this branch's index has 1 cell"),
        (index(1, 8), index(1), index(1, "| no | `B` |\n"), "no issue number"),
        (index(1, 8), index(1), index(1, "\n", 5), "blank"),
        (index(1, 8) + "\n", index(1), index(1, 5), "breaks the index"),
        ("", "", index(5), "no index"),
        ("# I\n", "", index(5), "no index"),
        ("| Issue | Row | Kind |\n|---|---|---|\n", "", index(5), "breaks the index"),
    ],
)  # fmt: skip
def test_a_repair_that_would_drop_or_change_a_row_is_refused(tip: str, merge_base: str, head: str, why: str) -> None:
    result = repair(tip, merge_base, head)
    assert result.content is None
    assert why in (result.refusal or "")


def test_a_row_that_a_merge_lost_comes_back() -> None:
    assert repair(index(1, 8), index(1, 8), index(1, 5)).content == index(1, 8, 5).encode()


def test_two_rows_for_an_issue_are_kept_where_the_policy_allows_them() -> None:
    content = repair(index(1, 8), index(1), index(1, row(8, "x")), unique=False).content
    assert content == index(1, 8, row(8, "x")).encode()


NUMBERS = st.lists(st.integers(1, 30), unique=True, max_size=8)


@settings(max_examples=300, deadline=None)
@given(common=NUMBERS, ours=NUMBERS, theirs=NUMBERS, drop=st.integers(0, 20), newline=st.booleans())
def test_a_repair_is_green_against_the_base_tip(
    common: list[int], ours: list[int], theirs: list[int], drop: int, newline: bool
) -> None:
    tip = index(*dict.fromkeys([*common, *theirs]))
    head = list(dict.fromkeys([*common, *ours]))
    del head[drop : drop + 1]
    result = repair(tip if newline else tip.rstrip("\n"), index(*common), index(*head))
    assert result.refusal is None
    assert result.content is not None
    assert places(over(tip, result.content)) == []
    assert all(row(number) in result.content.decode() for number in (*common, *theirs, *head))


PIECES = st.lists(
    st.sampled_from(["# I\n", "| Issue | Row |\n", "|---|---|\n", row(1), row(2), row(2, "x"), "| x |\n", "\n", "x"]),
    max_size=9,
).map("".join)


@settings(max_examples=400, deadline=None)
@given(tip=PIECES, merge_base=PIECES, head=PIECES)
def test_a_repair_of_anything_is_green_or_refused(tip: str, merge_base: str, head: str) -> None:
    result = repair(tip, merge_base, head)
    if result.content is None:
        assert result.refusal
    else:
        assert result.content.startswith(tip.encode())
        assert over(tip, result.content).status is not Status.FAIL


@settings(max_examples=100, deadline=None)
@given(tip=st.binary(max_size=40), merge_base=st.binary(max_size=40), head=st.binary(max_size=40))
def test_no_bytes_crash_a_repair(tip: bytes, merge_base: bytes, head: bytes) -> None:
    result = repaired(tip, merge_base, head, SECTION)
    assert (result.content is None) == bool(result.refusal)
