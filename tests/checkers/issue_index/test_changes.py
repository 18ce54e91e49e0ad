"""What may become of an index between two snapshots."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from checkers.errors import MissingObjectError, RangeUnavailable, RedfirstError
from checkers.model import Severity, Status, SubjectKind
from checkers.repo.types import FileKind, MemorySnapshot, compare
from checkers.subject import Subject
from tests.checkers.issue_index.support import (
    HEAD,
    PATH,
    Content,
    index,
    over,
    over_tree,
    places,
    policy,
    row,
    rules,
    tree,
)

CHANGES = [SubjectKind.RANGE, SubjectKind.STAGED, SubjectKind.COMMIT]


@pytest.mark.parametrize(
    ("base", "head", "added"),
    [
        (index(1, 2), index(1, 2), 0),
        (index(1, 2), index(1, 2, 3), 1),
        (index(), index(1), 1),
        (None, index(1, 2), 2),
        ("# I\n", HEAD + row(1), 1),
        ("", index(1), 1),
        (index(1, 2).rstrip("\n"), index(1, 2, 3), 1),
        (index(1, 2).replace("\n", "\r\n"), index(1, 2, 3).replace("\n", "\r\n"), 1),
        (index(1) + "\nA footer.\n", index(1) + "\nAnother footer.\n", 0),
        (index(1), index(1, "| [#2](u) | two \\| halves and `a|b` |\n"), 1),
        (index(1), index(1, "[#2](u) | no outer pipes\n"), 1),
        (index(1), index(1, "|   [#2](u)|x|  \n"), 1),
        (index(1), index(1, "| [#2](u) | caf\udce9 \udcff |\n"), 1),
        ("\ufeff" + HEAD[5:] + row(1), "\ufeff" + HEAD[5:] + row(1) + row(2), 1),
        ("Rules: see [#9](u).\n\n" + HEAD + row(1), "Rules: see [#9](u).\n\n" + HEAD + row(1) + row(2), 1),
        ("```\n" + row(7) + "```\n" + HEAD + row(1), "```\n" + row(7) + "```\n" + HEAD + row(1) + row(7), 1),
        ("<!--\n" + row(7) + "-->\n" + HEAD + row(1), "<!--\n" + row(7) + "-->\n" + HEAD + row(1) + row(2), 1),
        ("| Kind |\n|---|\n| bug |\n\n" + HEAD + row(1), "| Kind |\n|---|\n| bug |\n\n" + HEAD + row(1) + row(2), 1),
        (row(1), row(1) + row(2), 1),
    ],
)
def test_appending_is_green(base: Content, head: Content, added: int) -> None:
    verdict = over(base, head)
    assert places(verdict) == []
    assert verdict.status is Status.PASS
    assert verdict.population["added"] == added


def test_the_population_counts_rows_on_both_sides() -> None:
    verdict = over(index(1, 2), index(1, 2, 3))
    assert verdict.population == {"rows_base": 2, "rows_head": 3, "added": 1, "merges": 0}
    assert verdict.examined == "3 rows, 1 added"


@pytest.mark.parametrize("kind", CHANGES)
@pytest.mark.parametrize(
    ("base", "head", "expected"),
    [
        (index(1, 2, 3), index(1, 3), [("removed-row", 5)]),
        (index(1, 2, 3), index(2, 3), [("removed-row", 1)]),
        (index(1, 2), index(1), [("removed-row", 5)]),
        (index(1, 2), index(row(1, "x"), 2), [("edited-row", 5)]),
        (index(1, 2), index(row(1).replace("|\n", "| \n"), 2), [("edited-row", 5)]),
        (index(1, 2, 3), index(row(1, "x"), 3), [("edited-row", 5), ("removed-row", 5)]),
        (index(1, 2, 3), index(2, 3, 1), [("reordered-row", 7)]),
        (index(1, 2, 3), index(3, 1, 2), [("reordered-row", 5)]),
        (index(1, 2, 3, 4), index(2, 1, 4, 3), [("reordered-row", 6), ("reordered-row", 8)]),
        (index(1, 2), index("| [#1](u) |\n", 2), [("edited-row", 5), ("malformed-row", 5)]),
        (index(1, 2), index("| [#1](u) | `A` || [#2](u) | `B` |\n"), [
            ("edited-row", 5), ("malformed-row", 5), ("removed-row", 5)]),
        (index("--- [#1](u) | x\n", 2), index(2), [("removed-row", 1)]),
        (index("- [#1](u) | x |\n", 2), index(2), [("removed-row", 1)]),
        (index("| - [#1](u) | x |\n", 2), index(2), [("removed-row", 1)]),
        (index(1), HEAD, [("removed-row", 1)]),
        (index(1), "", [("edited-preamble", 1), ("removed-row", 1)]),
        (index(1, 2), index(1, 2).replace("# I", "# Issues"), [("edited-preamble", 1)]),
        (index(1, 2), "\n" + index(1, 2), [("edited-preamble", 1)]),
        (index(1, 2), index(1, 2).replace("|---|---|", "|--:|---|"), [("edited-preamble", 4)]),
        (index(1, 2), index(1, 2).replace("# I\n\n", "# I\n\nMore.\n\n"), [("edited-preamble", 3)]),
        (index(1, 2), index(1, 2).replace("# I\n\n", ""), [("edited-preamble", 1)]),
        (index(1), index(1, 2).replace("\n", "\r\n"), [("edited-preamble", 1), ("edited-row", 5)]),
        (index(1), index(1, 1), [("duplicate-row", 6)]),
        (index(1), index(1, row(1, "x")), [("duplicate-issue", 6)]),
        (index(1), index(1, 2, 2), [("duplicate-row", 7)]),
        (index(1), index(1, 2, row(2, "x")), [("duplicate-issue", 7)]),
        (index(1, 1), index(1, 1, 1), [("duplicate-row", 7)]),
        (index(row(1, "x"), 1), index(1, 1), [("duplicate-row", 6), ("edited-row", 6)]),
        (index(1), index(row(1, "x"), 1, 2), [("(not-at-end)", 5), ("duplicate-issue", 5)]),
        (index(1), index(1, "| [#2](u) |\n"), [("malformed-row", 6)]),
        (index(1), index(1, "| [#2](u) | a | b |\n"), [("malformed-row", 6)]),
        (index(1), index(1, "| none | a |\n"), [("malformed-row", 6)]),
        (index(1), index(1, "| a | [#2](u) |\n"), [("malformed-row", 6)]),
        (index(1), index(1, "| [#02](u) | a |\n"), [("malformed-row", 6)]),
        (index(1), index(1, "some prose\n"), [("malformed-row", 6)]),
        (index(1), index(1, "<<<<<<< topic\n", 2, "=======\n", 3, ">>>>>>> main\n"), [
            ("malformed-row", 6), ("malformed-row", 8), ("malformed-row", 10)]),
        (index(1), index(1, "\n", 2), [("malformed-row", 6)]),
        (index(1) + "\n", index(1, "\n", 2), [("malformed-row", 6)]),
        (index(1), index(1, "\n| Issue | Row |\n|---|---|\n", 2), [
            ("malformed-row", 6), ("malformed-row", 7), ("malformed-row", 8)]),
        (index(1), index(1, 2).rstrip("\n"), [("missing-final-newline", 6)]),
        (index(1), index(1).rstrip("\n"), [("missing-final-newline", 5)]),
        (HEAD, HEAD.rstrip("\n"), [("missing-final-newline", 4)]),
        (index(1), index(2, 1), [("(not-at-end)", 5)]),
        (index(1), index(1, row(2).replace("\n", "\r\n")), [("(mixed-line-ends)", 6)]),
        (index(1) + "\n", index(1) + "\n\nfooter", [("missing-final-newline", 8)]),
        (index(1), None, [("removed-row", 0)]),
        (HEAD, None, [("removed-row", 0)]),
        ("a\x0cb\u2028c\x85\n" + index(1), "a\x0cb\u2028c\x85\n" + index(1, "| x |\n"), [("malformed-row", 7)]),
        (None, index(1, 1, "| x |\n"), [("duplicate-row", 6), ("malformed-row", 7)]),
    ],
)  # fmt: skip
def test_anything_but_appending_is_named(
    kind: SubjectKind, base: Content, head: Content, expected: list[tuple[str, int]]
) -> None:
    verdict = over(base, head, kind=kind)
    assert places(verdict) == expected
    assert verdict.status is (Status.FAIL if any("(" not in rule for rule, _ in expected) else Status.PASS)


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (index(1, 1), []),
        (index(1, row(1, "x")), []),
        (index(1, "| x |\n", 2), [("(malformed-row)", 6)]),
        (index(1, "\n", 2), [("(malformed-row)", 6)]),
        (index(1).rstrip("\n"), [("(missing-final-newline)", 5)]),
    ],
)
def test_what_the_base_has_already_does_not_fail_a_change(content: str, expected: list[tuple[str, int]]) -> None:
    verdict = over(content, content)
    assert places(verdict) == expected
    assert verdict.status is Status.PASS


@pytest.mark.parametrize("kind", CHANGES)
def test_a_malformed_line_of_the_base_excuses_one_and_no_second_one(kind: SubjectKind) -> None:
    verdict = over(index(1, "| x |\n"), index(1, "| x |\n", "| x |\n"), kind=kind)
    assert places(verdict) == [("(malformed-row)", 6), ("malformed-row", 7)]


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (index(1, 2), []),
        (index(1, 1), [("duplicate-row", 6)]),
        (index(1, row(1, "x")), [("duplicate-issue", 6)]),
        (index(1, "| x |\n", 2), [("malformed-row", 6)]),
        (index(1).rstrip("\n"), [("missing-final-newline", 5)]),
        (index(1, row(2).replace("\n", "\r\n")), [("(mixed-line-ends)", 6)]),
        (index(2, 1), []),
    ],
)
def test_a_tree_is_judged_by_itself(content: str, expected: list[tuple[str, int]]) -> None:
    verdict = over_tree(content)
    assert places(verdict) == expected
    assert verdict.population["rows_head"] == content.count("| [#")


def test_a_bare_run_judges_the_files_on_disk_too_and_says_each_fault_once() -> None:
    broken = index(1, 1, "| x |\n")
    assert places(over(broken, broken, on_disk=broken)) == [("duplicate-row", 6), ("malformed-row", 7)]
    assert places(over(index(1), index(1, "| x |\n"), on_disk=index(1, "| x |\n"))) == [("malformed-row", 6)]
    assert places(over(None, None, on_disk=index(1, 1))) == [("duplicate-row", 6)]
    assert over(index(1), index(1), on_disk=index(1, 2)).status is Status.PASS


def test_issues_may_have_many_rows_where_the_policy_says_so() -> None:
    assert over(index(1), index(1, row(1, "x")), unique_issues=False).status is Status.PASS
    assert rules(over(index(1), index(1, 1), unique_issues=False)) == ["duplicate-row"]
    assert rules(over(index(1, row(1, "x")), index(1), unique_issues=False)) == ["removed-row"]


@pytest.mark.parametrize(("base", "head"), [(None, None)])
def test_no_index_anywhere_is_said(base: Content, head: Content) -> None:
    verdict = over(base, head)
    assert verdict.status is Status.SKIP
    assert verdict.reason == f"no {PATH} here or at the base"
    assert over_tree(None).reason == f"no {PATH} here"


@pytest.mark.parametrize("content", ["", "\n", "# I\n", "prose\n\nmore\n", b"\xff\xfe\x00", "|---|---|\n"])
def test_a_file_without_a_table_is_no_green(content: Content) -> None:
    for verdict in (over(content, content), over_tree(content)):
        assert verdict.status is Status.SKIP or verdict.status is Status.FAIL
        assert verdict.status is Status.FAIL or "no table" in (verdict.reason or "")


def test_a_link_in_the_place_of_the_index_is_a_deletion() -> None:
    link = MemorySnapshot({PATH: "elsewhere.md"}, {PATH: FileKind.SYMLINK})
    base = tree(index(1))
    from checkers.issue_index import judge

    verdict = judge(Subject(SubjectKind.RANGE, head=link, base=base, change=compare(base, link)), policy())
    assert rules(verdict) == ["removed-row"]
    assert "no regular file" in verdict.findings[0].message
    skipped = judge(Subject(SubjectKind.RANGE, head=link, base=link, change=compare(link, link)), policy())
    assert skipped.reason == f"{PATH} is no regular file"


def test_a_deleted_index_names_its_rows() -> None:
    message = over(index(*range(1, 14)), None).findings[0].message
    assert "13 rows" in message and "#1, #2" in message and "3 more" in message


def test_a_finding_quotes_the_row_and_names_the_issue() -> None:
    found = over(index(1, 2), index(row(1, "x"))).findings
    assert [finding.rule for finding in found] == ["issue-index/edited-row", "issue-index/removed-row"]
    assert "#1" in found[0].message and "`x`" in found[0].message and "`A`" in found[0].message
    assert "#2" in found[1].message and "`B`" in found[1].message
    assert {finding.path for finding in found} == {PATH}


def test_a_mixed_file_says_how_most_of_its_lines_end() -> None:
    text = index(1, 2, 3)
    assert "end in LF" in over_tree(text[:-1] + "\r\n").findings[0].message
    assert "end in CR LF" in over_tree(text[:-1].replace("\n", "\r\n") + "\n").findings[0].message


def test_a_long_row_is_quoted_in_part() -> None:
    assert len(over(index(row(1, "x" * 10_000)), index()).findings[0].message) < 300


@pytest.mark.parametrize("error", [MissingObjectError("no blob"), RangeUnavailable("no base")])
def test_a_forges_merge_that_cannot_be_made_is_no_pass_and_hides_no_failure(error: RedfirstError) -> None:
    said = f"whether the forge's own merge conflicts in .agents/issue-index.md is unknown: {error}"
    verdict = over(index(1), index(1, 2), conflicts=error)
    assert (verdict.status, verdict.reason, verdict.notes) == (Status.SKIP, said, ())
    verdict = over(index(1), index(2), conflicts=error)
    assert (verdict.status, verdict.reason, verdict.notes) == (Status.FAIL, None, (said,))
    assert rules(verdict) == ["removed-row"]
    assert over(index(1), index(1), conflicts=error).status is Status.PASS


def test_the_forges_conflict_is_a_warning_that_names_the_repair() -> None:
    verdict = over(index(1), index(1, 2), conflicts=True)
    assert places(verdict) == [("(forge-conflict)", 0)]
    assert verdict.status is Status.PASS
    bare = over(index(1), index(1, 2), conflicts=True, on_disk=index(1, 2))
    for found in (*verdict.findings, *bare.findings):
        assert f"--repair --onto {'b' * 12}, " in found.help, "the policy's base may be another one than was judged"


@pytest.mark.parametrize(
    ("kind", "head", "conflicts"),
    [
        (SubjectKind.RANGE, index(1, 2), False),
        (SubjectKind.RANGE, index(1, 2), None),
        (SubjectKind.RANGE, index(1), True),
        (SubjectKind.STAGED, index(1, 2), True),
    ],
)
def test_no_conflict_is_reported_where_there_is_none(kind: SubjectKind, head: str, conflicts: bool | None) -> None:
    assert rules(over(index(1), head, kind=kind, conflicts=conflicts)) == []


@settings(max_examples=200, deadline=None)
@given(base=st.binary(max_size=60), head=st.binary(max_size=60))
def test_no_bytes_crash_it(base: bytes, head: bytes) -> None:
    assert over(base, head, on_disk=head).status in Status


PIECES = st.sampled_from(
    [row(1), row(2), row(3, "x"), "\n", "prose\n", "| x |\n", "| Issue | Row |\n", "|---|---|\n", "```\n", "\r\n",
     "<!--\n", "-->\n", "| [#4](u) | \udcff |\r\n", "| [#5](u) | a", "\x0c\n", "\u2028", "\ufeff", "---\n",
     "\t| [#6](u) | t |\n"]
)  # fmt: skip
TEXTS = st.lists(PIECES, max_size=12).map("".join)


@settings(max_examples=300, deadline=None)
@given(base=TEXTS, head=TEXTS)
def test_every_finding_stands_in_the_file(base: str, head: str) -> None:
    lines = head.count("\n") + 1
    for finding in over(base, head).findings:
        assert finding.span is None or 1 <= finding.span.line <= lines
        assert finding.severity in Severity


@settings(max_examples=200, deadline=None)
@given(text=TEXTS)
def test_an_unchanged_index_brings_nothing(text: str) -> None:
    assert over(text, text).status is not Status.FAIL


NUMBERS = st.lists(st.integers(1, 10_000), unique=True, min_size=1, max_size=12)


@settings(max_examples=150, deadline=None)
@given(numbers=NUMBERS, cut=st.integers(0, 12))
def test_an_append_only_history_is_green(numbers: list[int], cut: int) -> None:
    assert places(over(index(*numbers[:cut]), index(*numbers))) == []


@settings(max_examples=300, deadline=None)
@given(numbers=NUMBERS, place=st.integers(0, 11), target=st.integers(0, 11), new=st.booleans(), how=st.integers(0, 2))
def test_any_single_deletion_edit_or_move_is_red(
    numbers: list[int], place: int, target: int, new: bool, how: int
) -> None:
    place, target = place % len(numbers), target % len(numbers)
    rows = [row(number) for number in numbers]
    changed = list(rows)
    if how == 0:
        del changed[place]
    elif how == 1:
        changed[place] = row(numbers[place], "edited")
    else:
        changed.insert(target, changed.pop(place))
    if changed == rows:
        return
    found = over(index(*rows), index(*changed, *([20_000] if new else [])))
    errors = [rule for rule, _ in places(found) if "(" not in rule]
    assert errors == [["removed-row"], ["edited-row"], ["reordered-row"]][how]


@pytest.mark.growth
@pytest.mark.parametrize(
    ("how", "count"),
    [("reversed", 100_000), ("appended", 20_000), ("removed", 20_000), ("edited", 20_000), ("doubled", 20_000)],
)
def test_a_hundred_thousand_rows_are_quick(how: str, count: int) -> None:
    rows = [row(number) for number in range(1, count + 1)]
    heads = {
        "reversed": rows[::-1],
        "appended": [*rows, row(count + 1)],
        "removed": rows[::2],
        "edited": [one.replace("`", "'") for one in rows],
        "doubled": rows + rows,
    }
    started = time.process_time()
    verdict = over(HEAD + "".join(rows), HEAD + "".join(heads[how]))
    assert (verdict.status is Status.PASS) == (how == "appended")
    assert time.process_time() - started < 15
