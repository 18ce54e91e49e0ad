"""The ratchet over trees, ranges, commits and the index."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator

import pytest

from checkers.device_leakage import judge
from checkers.errors import MissingObjectError, RepositoryError
from checkers.model import Status, SubjectKind, Verdict
from checkers.policy.globs import Globs
from checkers.policy.sections import Policy
from checkers.repo.types import FileKind, MemorySnapshot
from checkers.subject import Subject
from tests.checkers.device_leakage.trees import (
    BASELINE,
    POLICY,
    Tree,
    baseline,
    change,
    over_range,
    over_tree,
    policy,
    rules,
    staged,
)

ONE = {"src/a.cpp": "auto a = kCUDA;\n"}
TWO = {"src/a.cpp": "auto a = kCUDA;\n", "src/b.cpp": "\nauto b = kCUDA;\n"}
NONE = {"src/a.cpp": "auto a = 0;\n"}
OTHER = {"src/a.cpp": "auto other = kCUDA;\n"}


def places(verdict: Verdict) -> list[tuple[str, str | None, int | None]]:
    return [
        (finding.rule.split("/")[1], finding.path, finding.span.line if finding.span else None)
        for finding in verdict.findings
    ]


@pytest.mark.parametrize(
    ("files", "held", "expected"),
    [(ONE, 1, []), (NONE, 0, []), (ONE, 0, ["regression"]), (NONE, 1, ["stale-baseline"]), (TWO, 1, ["regression"])],
)
def test_a_tree_is_held_to_its_baseline_at_the_bucket_s_line(files: Tree, held: int, expected: list[str]) -> None:
    verdict = over_tree({**files, **baseline(kcuda=held)})
    assert places(verdict) == [(rule, BASELINE, 4) for rule in expected]
    assert verdict.status is (Status.FAIL if expected else Status.PASS)


def test_messages_give_measured_against_allowed() -> None:
    told = over_tree({**TWO, **baseline(kcuda=1)}).findings[0].message
    counted = "counted at src/a.cpp:1:10, src/b.cpp:2:10"
    assert told == f"kcuda 2 > 1, its baseline; {counted}; check-device-leakage --base REV names those that are new"
    assert "kcuda 0 < 1" in over_tree({**NONE, **baseline(kcuda=1)}).findings[0].message


def test_of_many_places_over_a_tree_the_first_are_named_and_the_others_counted() -> None:
    files = {f"src/{name}.cpp": "auto a = kCUDA;\n" for name in "abcdefgh"}
    told = over_tree({**files, **baseline(kcuda=7)}).findings[0].message
    assert "; counted at src/a.cpp:1:10, src/b.cpp:1:10, " in told
    assert "src/e.cpp:1:10 and 3 more; check-device-leakage --list names all, --base REV those that are new" in told
    assert "src/f.cpp" not in told


def test_a_place_that_does_not_count_is_not_named() -> None:
    files = {
        "src/a.cpp": "auto a = kCUDA;  // DSR-ALLOW(R1): the types exist only there\n",
        "src/b.cpp": "int kCUDA;\n",
    }
    told = over_tree({**files, **baseline()}).findings[0].message
    assert "src/b.cpp:1:5" in told
    assert "src/a.cpp" not in told


BESIDE = {f"src/{name}.cpp": "auto a = kCUDA;\n" for name in "abcdefgh"}


def over_tree_since(earlier: Tree, files: Tree) -> str:
    """What is said first over a tree beside an earlier one."""
    subject = Subject(
        SubjectKind.TREE, MemorySnapshot(files), earlier=MemorySnapshot(earlier), earlier_sha="0123456789" * 4
    )
    return judge(subject, POLICY).findings[0].message


def test_over_a_tree_those_places_are_named_that_are_new_since_an_earlier_one() -> None:
    files = {**BESIDE, "src/z.cpp": "\nint z = kCUDA;\n", **baseline(kcuda=8)}
    told = over_tree_since({**BESIDE, **baseline(kcuda=8)}, files)
    assert told == "kcuda 9 > 8, its baseline; new since 012345678: src/z.cpp:2:9"


def test_a_place_that_only_moved_is_not_new() -> None:
    files = {"src/y.cpp": "\nauto a = kCUDA;\n", **baseline()}
    assert "; counted at src/y.cpp:2:10; " in over_tree_since({"src/a.cpp": "auto a = kCUDA;\n"}, files)


def test_an_earlier_tree_decides_nothing() -> None:
    subject = Subject(SubjectKind.TREE, MemorySnapshot({**BESIDE, **baseline(kcuda=8)}), earlier=MemorySnapshot({}))
    assert judge(subject, POLICY).status is Status.PASS


def notes_since(earlier: Tree, files: Tree) -> tuple[str, ...]:
    """What is noted over a tree beside an earlier one."""
    subject = Subject(
        SubjectKind.TREE, MemorySnapshot(files), earlier=MemorySnapshot(earlier), earlier_sha="0123456789" * 4
    )
    return judge(subject, POLICY).notes


def test_a_tree_whose_baseline_rose_is_told_what_its_change_will_be_told() -> None:
    assert notes_since({**NONE, **baseline(kcuda=1)}, {**TWO, **baseline(kcuda=2)}) == (
        "the baseline of kcuda rose from 1 to 2 since 012345678: a run with --base calls that raised, and fails",
    )


@pytest.mark.parametrize("earlier", [baseline(kcuda=2), baseline(kcuda=3), {}, {BASELINE: "{"}])
def test_a_baseline_that_is_new_or_follows_a_reduction_did_not_rise(earlier: Tree) -> None:
    assert notes_since({**TWO, **earlier}, {**TWO, **baseline(kcuda=2)}) == ()


class Unreadable(MemorySnapshot):
    """A tree that git cannot give."""

    def __init__(self, error: RepositoryError) -> None:
        super().__init__(ONE)
        self._error = error

    def read_many(self, paths: Iterable[str]) -> Iterator[tuple[str, bytes]]:
        raise self._error


@pytest.mark.parametrize("error", [MissingObjectError("this clone lacks it"), RepositoryError("it is malformed")])
def test_an_earlier_tree_that_git_cannot_give_is_done_without(error: RepositoryError) -> None:
    head = MemorySnapshot({**TWO, **baseline()})
    subject = Subject(SubjectKind.TREE, head, earlier=Unreadable(error), earlier_sha="a")
    assert "counted at src/a.cpp:1:10, src/b.cpp:2:10" in judge(subject, POLICY).findings[0].message


@pytest.mark.parametrize("error", [MissingObjectError("this clone lacks it"), RepositoryError("it is malformed")])
def test_an_earlier_baseline_that_git_cannot_give_is_done_without(error: RepositoryError) -> None:
    class Lacking(MemorySnapshot):
        def read(self, path: str) -> bytes | None:
            raise error

    head, earlier = ({**ONE, **baseline(kcuda=number)} for number in (1, 0))
    subject = Subject(SubjectKind.TREE, MemorySnapshot(head), earlier=Lacking(earlier), earlier_sha="a")
    assert judge(subject, POLICY).notes == ()


@pytest.mark.parametrize("over", [over_range, staged])
def test_a_baseline_that_is_lowered_too_far_names_the_places(over: Callable[[Tree, Tree], Verdict]) -> None:
    told = over({**TWO, **baseline(kcuda=2)}, {**TWO, **baseline()}).findings[0].message
    assert told == "kcuda 2 > 0, to which this change lowers its baseline; counted at src/a.cpp:1:10, src/b.cpp:2:10"


def test_stale_can_be_a_warning() -> None:
    verdict = over_tree({**NONE, **baseline(kcuda=1)}, policy(stale="warning"))
    assert (rules(verdict), verdict.status) == (["(stale-baseline)"], Status.PASS)


def test_the_population_counts_everything() -> None:
    verdict = over_tree({**TWO, "src/c.h": "#ifdef VT_X\n#endif", "doc.md": "kCUDA", **baseline(kcuda=2, vt_ifdef=1)})
    assert verdict.population == {
        "files": 3, "kcuda": 2, "is_cuda": 0, "cuda_inc": 0, "vt_ifdef": 1, "exempt": 0, "allowed": 0, "total": 3,
        "other_forms": 0,
    }  # fmt: skip
    assert verdict.examined == "3 references in 3 files, baseline 3"


@pytest.mark.parametrize(("key", "empty"), [("sources", Globs(())), ("suffixes", frozenset()), ("buckets", ())])
def test_a_policy_under_which_nothing_can_be_found_is_a_skip_that_names_the_key(key: str, empty: object) -> None:
    assert POLICY.device_leakage is not None
    blind = POLICY._replace(device_leakage=POLICY.device_leakage._replace(**{key: empty}))  # type: ignore[arg-type]
    documents = {"docs/a.md": ""}
    for verdict in (over_tree(documents, blind), over_range({}, documents, policy=blind), staged({}, documents, blind)):
        assert verdict.status is Status.SKIP
        assert verdict.reason == f"device_leakage.{key} is empty, so nothing can be found; name there what the tree has"


def test_a_scan_that_matched_no_file_is_a_skip_that_says_so() -> None:
    for files in ({"README.md": "x"}, {"lib/a.cpp": "kCUDA"}, baseline()):
        verdict = over_tree(files)
        assert verdict.status is Status.SKIP
        assert "device_leakage.sources" in (verdict.reason or "")


def test_links_are_no_sources() -> None:
    snapshot = MemorySnapshot({**ONE, "src/l.cpp": "kCUDA", **baseline(kcuda=1)}, {"src/l.cpp": FileKind.SYMLINK})
    assert judge(Subject(SubjectKind.TREE, snapshot), POLICY).status is Status.PASS


@pytest.mark.parametrize(
    ("steps", "expected"),
    [
        ([{**ONE, **baseline(kcuda=1)}, {**TWO, **baseline(kcuda=1)}], [("regression", "src/b.cpp", 2)]),
        (
            [{**ONE, **baseline(kcuda=1)}, {**TWO, **baseline(kcuda=2)}],
            [("raised-baseline", BASELINE, 4), ("regression", "src/b.cpp", 2)],
        ),
        (
            [{**NONE, **baseline()}, {**NONE, **baseline(kcuda=1)}],
            [("raised-baseline", BASELINE, 4), ("stale-baseline", BASELINE, 4)],
        ),
        ([{**ONE, **baseline(kcuda=1)}, {**NONE, **baseline(kcuda=1)}], [("stale-baseline", BASELINE, 4)]),
        ([{**ONE, **baseline(kcuda=1)}, {**NONE, **baseline()}], []),
        ([{**ONE, **baseline(kcuda=1)}, {**ONE, **baseline()}], [("regression", BASELINE, 4)]),
        ([{**ONE, **baseline(kcuda=1)}, {**OTHER, **baseline(kcuda=1)}], [("swap", "src/a.cpp", 1)]),
        ([{**ONE, **baseline(kcuda=1)}, {"src/z.cpp": "\n\n  auto  a = kCUDA; // moved\n", **baseline(kcuda=1)}], []),
        ([{**TWO, **baseline(kcuda=1)}, {**TWO, "src/c.cpp": "", **baseline(kcuda=1)}], [("regression", BASELINE, 4)]),
        (
            [{**TWO, **baseline(kcuda=1)}, {**TWO, "src/c.cpp": "c = kCUDA;", **baseline(kcuda=1)}],
            [("regression", "src/c.cpp", 1)],
        ),
        ([ONE, {**ONE, **baseline(kcuda=1)}], []),
        ([ONE, {**ONE, **baseline()}], [("regression", BASELINE, 4)]),
        ([ONE, {**TWO, **baseline(kcuda=1)}], [("regression", "src/b.cpp", 2)]),
        ([ONE, TWO], [("no-baseline", BASELINE, None)]),
        ([{**ONE, **baseline(kcuda=1)}, ONE], [("no-baseline", BASELINE, None)]),
        ([{**ONE, **baseline(kcuda=1)}, TWO], [("no-baseline", BASELINE, None), ("regression", "src/b.cpp", 2)]),
        ([{**ONE, **baseline(kcuda=1)}, {**ONE, **baseline(kcuda=1), "README": "x"}], []),
        ([{**ONE, BASELINE: "{"}, {**ONE, **baseline(kcuda=1)}], []),
        ([{**ONE, **baseline(kcuda=1)}, {"src/a.cpp": "auto a = kCUDA; // DSR-ALLOW(A): why\n", **baseline()}], []),
    ],
)
def test_a_range_is_blamed_for_what_it_brings(steps: list[Tree], expected: list[tuple[str, str, int | None]]) -> None:
    assert places(over_range(*steps)) == expected


def test_an_inherited_excess_is_a_warning_that_says_so() -> None:
    verdict = over_range({**TWO, **baseline(kcuda=1)}, {**TWO, "src/c.cpp": "", **baseline(kcuda=1)})
    assert (rules(verdict), verdict.status) == (["(regression)"], Status.PASS)
    assert "this change adds none" in verdict.findings[0].message


def test_a_new_site_names_the_commit_that_brought_it() -> None:
    steps = [
        {**ONE, **baseline(kcuda=1)},
        {**ONE, "src/b.cpp": "auto b = kCUDA;\n", **baseline(kcuda=1)},
        {
            **ONE,
            "src/b.cpp": "\nauto b = kCUDA;\n",
            "src/c.cpp": "auto c = kCUDA;\nauto c = kCUDA;\n",
            **baseline(kcuda=1),
        },
        {
            **ONE,
            "src/d.cpp": "\nauto b = kCUDA;\n",
            "src/c.cpp": "auto c = kCUDA;\nauto c = kCUDA;\n",
            **baseline(kcuda=1),
        },
        {
            **ONE,
            "src/d.cpp": "\nauto b = kCUDA;\n",
            "src/c.cpp": "auto c = kCUDA;\nauto c = kCUDA;\nint x;",
            **baseline(kcuda=1),
        },
    ]
    verdict = over_range(*steps)
    assert [(finding.path, finding.commit) for finding in verdict.findings] == [
        ("src/c.cpp", f"{2:040x}"), ("src/c.cpp", f"{2:040x}"), ("src/d.cpp", f"{1:040x}"),
    ]  # fmt: skip


def test_a_merge_brought_a_site_only_if_no_other_commit_did() -> None:
    steps = [{**ONE, **baseline(kcuda=1)}, {**TWO, **baseline(kcuda=1)}]
    subject = change(SubjectKind.RANGE, steps[0], steps[1], {**steps[1], "x": ""})
    first, last = subject.commits
    merge = first._replace(sha="e" * 40, parents=("0" * 40, "1" * 40))  # type: ignore[attr-defined]
    assert judge(subject._replace(commits=(first, last, merge)), POLICY).findings[0].commit == first.sha
    assert judge(subject._replace(commits=(last, merge)), POLICY).findings[0].commit == merge.sha
    assert judge(subject._replace(commits=()), POLICY).findings[0].commit is None


def test_a_raised_baseline_names_the_commit_that_raised_it() -> None:
    verdict = over_range({**NONE, **baseline()}, {**NONE, **baseline(kcuda=2)}, {**NONE, **baseline(kcuda=1)})
    raised = next(finding for finding in verdict.findings if finding.rule.endswith("raised-baseline"))
    assert raised.commit == f"{1:040x}"
    assert "from 0 to 1" in raised.message


def test_a_swap_names_both_sites() -> None:
    verdict = over_range({**ONE, **baseline(kcuda=1)}, {"src/b.cpp": "\nif (x == kCUDA) y();", **baseline(kcuda=1)})
    assert verdict.status is Status.PASS
    assert rules(verdict) == ["(swap)"]
    assert verdict.findings[0].message == (
        "`auto a = kCUDA;` went (src/a.cpp:1:10 in the base) and `if (x == kCUDA) y();` came,"
        " which the count of kcuda cannot see"
    )


def test_a_change_to_the_baseline_is_told_in_a_note() -> None:
    verdict = over_range({**ONE, **baseline(kcuda=1)}, {**NONE, **baseline()})
    assert verdict.notes == (f"this change changes {BASELINE}: the one at the base decided",)


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ({**ONE, **baseline(kcuda=1)}, {**TWO, **baseline(kcuda=1)}, ("regression", BASELINE, "src/b.cpp:2:10")),
        (
            {**TWO, **baseline(kcuda=1)},
            {**TWO, "src/c.cpp": "", **baseline(kcuda=1)},
            ("(regression)", BASELINE, "adds none"),
        ),
    ],
)
def test_a_commit_is_judged_at_the_bucket_s_line(before: Tree, after: Tree, expected: tuple[str, str, str]) -> None:
    verdict = judge(change(SubjectKind.COMMIT, before, after), POLICY)
    finding = verdict.findings[0]
    assert (rules(verdict), finding.path) == ([expected[0]], expected[1])
    assert expected[2] in finding.message
    assert finding.commit == f"{1:040x}"


def test_a_root_commit_brings_everything() -> None:
    assert rules(judge(change(SubjectKind.COMMIT, {}, {**TWO, **baseline(kcuda=2)}), POLICY)) == []
    assert rules(judge(change(SubjectKind.COMMIT, {}, {**TWO, **baseline(kcuda=1)}), POLICY)) == ["regression"]


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ({**ONE, **baseline(kcuda=1)}, {**TWO, **baseline(kcuda=1)}, [("regression", "src/b.cpp", 2)]),
        ({**ONE, **baseline(kcuda=5)}, {**TWO, **baseline(kcuda=5)}, [("regression", "src/b.cpp", 2)]),
        (
            {**ONE, **baseline(kcuda=1)},
            {**TWO, **baseline(kcuda=2)},
            [("raised-baseline", BASELINE, 4), ("regression", "src/b.cpp", 2)],
        ),
        ({**ONE, **baseline(kcuda=1)}, {**NONE, **baseline(kcuda=1)}, [("stale-baseline", BASELINE, 4)]),
        ({**ONE, **baseline(kcuda=1)}, {**NONE, **baseline()}, []),
        ({**TWO, **baseline(kcuda=2)}, {**ONE, **baseline()}, [("regression", BASELINE, 4)]),
        ({**ONE, **baseline(kcuda=3)}, {**ONE, **baseline(kcuda=1)}, []),
        ({**TWO, **baseline(kcuda=1)}, {**TWO, "src/c.cpp": "", **baseline(kcuda=1)}, []),
        ({**NONE, **baseline()}, {**NONE, **baseline(kcuda=1)}, [("raised-baseline", BASELINE, 4)]),
        ({**ONE, **baseline(kcuda=1)}, {**OTHER, **baseline(kcuda=1)}, [("swap", "src/a.cpp", 1)]),
        (ONE, {**ONE, **baseline(kcuda=1)}, []),
        (ONE, {**ONE, **baseline()}, [("regression", BASELINE, 4)]),
        (ONE, {**ONE, **baseline(kcuda=2)}, [("stale-baseline", BASELINE, 4)]),
        (ONE, TWO, [("no-baseline", BASELINE, None), ("regression", "src/b.cpp", 2)]),
        (ONE, {**ONE, "README": "x"}, []),
        ({}, {"README": "x"}, []),
    ],
)
def test_the_index_is_judged_by_difference(
    before: Tree, after: Tree, expected: list[tuple[str, str, int | None]]
) -> None:
    assert places(staged(before, after)) == expected


def test_the_index_counts_touched_files_and_passes_where_none_is() -> None:
    verdict = staged({**TWO, **baseline(kcuda=2)}, {**TWO, "src/c.cpp": "", **baseline(kcuda=2)})
    assert (verdict.population["files"], verdict.population["total"]) == (1, 0)
    empty = staged({**TWO, **baseline(kcuda=2)}, {**TWO, "README": "", **baseline(kcuda=2)})
    assert (empty.status, empty.population["files"]) == (Status.PASS, 0)


def test_an_allowance_takes_what_was_there_before() -> None:
    under = policy("[{path: src/a.cpp, bucket: kcuda, count: 1, reason: leg}]")
    new = {"src/a.cpp": "auto new_one = kCUDA;\nauto a = kCUDA;\n"}
    verdict = over_range({**ONE, **baseline()}, {**new, **baseline()}, policy=under)
    assert ("regression", "src/a.cpp", 1) in places(verdict)


def test_only_touched_allowances_are_judged_on_the_index() -> None:
    under = policy("[{path: src/a.cpp, bucket: kcuda, count: 3, reason: leg}]")
    assert rules(staged({**ONE, **baseline()}, {**ONE, "src/c.cpp": "", **baseline()}, under)) == []
    assert rules(staged({**ONE, **baseline()}, {**NONE, **baseline()}, under)) == ["stale-allowance"]
    assert rules(staged({**ONE, **baseline()}, {"src/c.cpp": "", **baseline()}, under)) == ["(stale-allowance)"]


def _with_head(base: Policy, head: Policy) -> Policy:
    return base._replace(head=head)


def test_a_bucket_that_only_head_s_policy_knows_is_held_to_head_s_baseline() -> None:
    later = policy(buckets="\n    loud: {identifier: kLOUD}")
    held = json.loads(baseline()[BASELINE])
    held["buckets"]["loud"] = held["total"] = 1
    before = {"src/a.cpp": "kLOUD;\n", **baseline()}
    fits = {"src/a.cpp": "kLOUD;\n", BASELINE: json.dumps(held)}
    verdict = over_range(before, fits, policy=_with_head(POLICY, later))
    assert (rules(verdict), verdict.population["loud"]) == ([], 1)
    more = {**fits, "src/b.cpp": "x = kLOUD;"}
    assert places(over_range(before, more, policy=_with_head(POLICY, later))) == [("regression", "src/b.cpp", 1)]
    assert rules(over_range(before, fits)) == ["no-baseline"]


def test_head_s_allowances_excuse_nothing_of_what_the_base_knows() -> None:
    later = policy("[{path: src/b.cpp, bucket: kcuda, count: any, reason: mine}]")
    verdict = over_range({**ONE, **baseline(kcuda=1)}, {**TWO, **baseline(kcuda=1)}, policy=_with_head(POLICY, later))
    assert rules(verdict) == ["regression"]


@pytest.mark.parametrize("name", ["a\nb.cpp", "a\x1b[31m.cpp", "\udcff.cpp", "`a`|<b>.cpp"])
def test_hostile_paths_stay_text(name: str) -> None:
    verdict = over_range({**NONE, **baseline()}, {f"src/{name}": "kCUDA \udcff\x1b", **NONE, **baseline()})
    assert verdict.findings[0].path == f"src/{name}"
