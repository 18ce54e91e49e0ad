"""A merge's index is its parents', all taken together."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from checkers.model import Status, SubjectKind
from tests.checkers.issue_index.support import Content, index, merge, over, row

SHA = "e" * 40
A, B = index(1, 5), index(1, 8, 9)


def found(result: Content, *parents: Content, **options: object) -> list[tuple[str, str]]:
    """The merge's findings as (rule, the issue that the message names)."""
    verdict = over(index(1), result, merges=[merge(result, *parents)], **options)  # type: ignore[arg-type]
    assert all(finding.commit == SHA for finding in verdict.findings if "-in-merge" in finding.rule)
    assert verdict.population["merges"] == 1
    return [
        (finding.rule.partition("/")[2], finding.message.partition(" row of ")[2].split(maxsplit=1)[0].rstrip(",:"))
        for finding in verdict.findings
        if "-in-merge" in finding.rule
    ]


@pytest.mark.parametrize(
    ("result", "parents"),
    [
        (index(1, 5, 8, 9), (A, B)),
        (index(1, 8, 9, 5), (A, B)),
        (index(1, 8, 5, 9), (A, B)),
        (A, (A, A)),
        (index(1, 5, 8, 9), (A, index(1, 5, 8, 9))),
        (index(1, 2, 3, 4), (index(1, 2), index(1, 3), index(1, 4))),
        (index(1, 1, 5), (index(1, 1), index(1, 5))),
        (A, (A, None)),
        (None, (None, None)),
        (index(1, 7), (index(1, 7), index(1, 7))),
        (index(1, "| x |\n", 5), (index(1, "| x |\n"), A)),
        (index(1, "| [#3](u) |\n", 5), (index(1, "| [#3](u) |\n"), A)),
    ],
)
def test_the_union_of_the_parents_rows_is_right(result: Content, parents: tuple[Content, ...]) -> None:
    assert found(result, *parents, on_disk=index(1)) == []


@pytest.mark.parametrize(
    ("result", "parents", "expected"),
    [
        (index(1, 8, 5), (A, B), [("lost-in-merge", "#9")]),
        (index(1, 5), (A, B), [("lost-in-merge", "#8"), ("lost-in-merge", "#9")]),
        (index(1, 8, 9, 5, 6), (A, B), [("invented-in-merge", "#6")]),
        (index(1, 8, row(9, "x"), 5), (A, B), [("lost-in-merge", "#9")]),
        (index(1, 8, 9, 5, 5), (A, B), [("invented-in-merge", "#5")]),
        (index(5, 8, 9), (A, B), [("lost-in-merge", "#1")]),
        (None, (A, B), [("lost-in-merge", name) for name in ("#1", "#5", "#8", "#9")]),
        (index(1, 2, 3), (index(1, 2), index(1, 3), index(1, 4)), [("lost-in-merge", "#4")]),
        (index(1, 5, 8, "| [#9](u) | `I` || [#6](u) | x |\n"), (A, B), [("lost-in-merge", "#9")]),
        (index(1, 5), (index(1, 1), index(1, 5)), [("lost-in-merge", "#1")]),
        (index(2), (None, None), [("invented-in-merge", "#2")]),
    ],
)  # fmt: skip
def test_each_row_that_a_merge_lost_altered_or_invented_is_named(
    result: Content, parents: tuple[Content, ...], expected: list[tuple[str, str]]
) -> None:
    assert sorted(found(result, *parents, on_disk=index(1))) == sorted(expected)


def test_the_parent_that_had_the_row_is_named() -> None:
    result = index(1, 8, row(9, "x"))
    messages = [finding.message for finding in over(index(1), result, merges=[merge(result, A, B)]).findings]
    assert any("#5" in message and "parent 1 (111111111)" in message for message in messages)
    assert any("altered" in message and "parent 2 (222222222)" in message and "`x`" in message for message in messages)


@pytest.mark.parametrize(
    ("result", "words"), [(index(1, 5, 8, 9, 9), "more often than"), (index(1, 5, 8, 9, 6), "no parent has")]
)
def test_a_row_of_the_merges_own_is_told_from_one_that_it_repeats(result: str, words: str) -> None:
    found = over(None, result, merges=[merge(result, A, B)]).findings
    assert [words in one.message for one in found if one.rule.endswith("/invented-in-merge")] == [True]


def test_a_merge_is_judged_by_itself_even_when_head_mended_it() -> None:
    verdict = over(index(1), index(1, 5, 8, 9), merges=[merge(index(1, 8, 5), A, B)])
    assert [finding.rule for finding in verdict.findings] == ["issue-index/lost-in-merge"]
    assert "a later commit does not mend it" in verdict.findings[0].help
    assert verdict.examined == "4 rows, 3 added, 1 merge"


def test_a_commit_that_is_a_merge_is_judged_as_one() -> None:
    verdict = over(A, index(1, 5, 8), merges=[merge(index(1, 5, 8), A, B)], kind=SubjectKind.COMMIT)
    assert [finding.rule for finding in verdict.findings] == ["issue-index/lost-in-merge"]


def test_other_commits_are_no_merges() -> None:
    verdict = over(index(1), index(1, 5), merges=[merge(index(1, 5), index(1))])
    assert verdict.status is Status.PASS
    assert verdict.population["merges"] == 0


def test_many_versions_are_read_and_few_are_kept() -> None:
    rows = [row(number) for number in range(1, 201)]
    merges = [
        merge(index(*rows[: number + 1]), index(*rows[:number]), index(*rows[: number + 1])) for number in range(200)
    ]
    verdict = over(index(), index(*rows), merges=merges)
    assert verdict.population["merges"] == 200
    assert verdict.status is Status.PASS


NUMBERS = st.lists(st.integers(1, 4), max_size=4)


@settings(max_examples=400, deadline=None)
@given(first=NUMBERS, second=NUMBERS, third=st.none() | NUMBERS, result=NUMBERS)
def test_a_merge_is_right_if_it_has_the_multiset_union_of_its_parents_rows(
    first: list[int], second: list[int], third: list[int] | None, result: list[int]
) -> None:
    parents = [first, second, *([] if third is None else [third])]
    union = Counter(first) | Counter(second) | Counter(third or [])
    verdict = over(index(), index(), merges=[merge(index(*result), *(index(*parent) for parent in parents))])
    lost = sum(finding.rule.endswith("/lost-in-merge") for finding in verdict.findings)
    invented = sum(finding.rule.endswith("/invented-in-merge") for finding in verdict.findings)
    assert lost == (union - Counter(result)).total()
    assert invented == (Counter(result) - union).total()
