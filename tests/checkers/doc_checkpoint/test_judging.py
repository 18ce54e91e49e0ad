"""Commits, squashes and merges: what is judged by itself, and what the verdict says of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from checkers.doc_checkpoint import RULES, judge
from checkers.model import Severity, Status, SubjectKind
from checkers.policy.load import preset_policy
from checkers.policy.sections import Judge
from checkers.repo.repository import Repository
from checkers.repo.types import Entry, FileKind, MemorySnapshot, compare
from checkers.subject import Subject
from tests.checkers.doc_checkpoint.support import (
    ENGINE,
    NEW_SPEC,
    OLD_SPEC,
    PAGES,
    PAID,
    judged,
    names,
    only,
    places,
    policy,
    row,
    section,
    table,
    trees_of,
)
from tests.support.builder import RepoBuilder

if TYPE_CHECKING:
    from pathlib import Path

    from checkers.model import Rule, Verdict

HEADER = "include/vllm.h"
USAGE = "docs/USAGE.md"
START = PAGES | {HEADER: "int a(void);\n"}
CALLED = START | {HEADER: "int a(void);\nint b(void);\n"}
DOCUMENTED = CALLED | {USAGE: "# Page\n\nCall b.\n"}


def test_a_later_commit_cannot_pay_for_an_earlier_one() -> None:
    found = only(judged(START, CALLED, DOCUMENTED), "surface-missing")
    assert found.commit == f"{1:040x}"
    assert "a later one cannot pay" in found.help


def test_the_squash_can_be_paid_by_a_later_commit() -> None:
    verdict = judged(START, CALLED, DOCUMENTED, how="squash")
    assert (verdict.status, verdict.population["commits"], verdict.population["documents"]) == (Status.PASS, 2, 1)


def test_a_debt_of_the_squash_names_head_and_can_still_be_paid() -> None:
    found = only(judged(START, CALLED, CALLED | {"notes": "x"}, how="squash"), "surface-missing")
    assert found.commit == f"{2:040x}"
    assert "can still pay" in found.help


def test_both_fails_if_only_the_commits_do() -> None:
    verdict = judged(START, CALLED, DOCUMENTED, how="both")
    assert [found.commit for found in verdict.findings] == [f"{1:040x}"]
    assert any("no later commit can pay" in note and "still pay" in note for note in verdict.notes)


def test_both_fails_if_only_the_squash_does() -> None:
    paid_then_undone = [START, DOCUMENTED, DOCUMENTED | {USAGE: START[USAGE]}]
    verdict = judged(*paid_then_undone, how="both")
    assert [found.commit for found in verdict.findings] == [f"{2:040x}"]
    assert judged(*paid_then_undone).status is Status.PASS


def test_both_tells_the_two_debts_apart() -> None:
    verdict = judged(START, CALLED, how="both")
    assert len(verdict.findings) == 2
    assert len({found.message for found in verdict.findings}) == 2
    assert len({found.fingerprint for found in verdict.findings}) == 2


def test_an_empty_range_passes_with_no_commits() -> None:
    for how in ("commits", "squash", "both"):
        verdict = judged(START, how=how)
        assert (verdict.status, verdict.population["commits"], verdict.findings) == (Status.PASS, 0, ())
    assert verdict.examined == "0 commits, 0 rows moved"


def test_rows_of_head_are_counted() -> None:
    tree = {ENGINE: table(row("`READY`"), row("`READY`", "`ENG-B`"), row("`READY`", "no id"))}
    assert judged(tree).population["rows"] == 2


def test_the_same_debt_has_the_same_fingerprint_when_lines_move() -> None:
    first = judged(START, CALLED).findings[0].fingerprint
    assert judged(START | {USAGE: "# Page\n"}, CALLED | {"zz": "1"}).findings[0].fingerprint == first


@pytest.fixture
def repo(tmp_path: Path) -> RepoBuilder:
    return RepoBuilder(tmp_path / "repo")


def judged_range(builder: RepoBuilder, base: str, how: str = "commits") -> Verdict:
    with Repository.open(builder.root) as repository:
        start, head = repository.resolve(base), repository.resolve("HEAD")
        merge_base = repository.merge_base(start, head)
        subject = Subject(
            SubjectKind.RANGE,
            head=repository.tree(head),
            base=repository.tree(merge_base),
            change=repository.diff(merge_base, head),
            commits=repository.commits(merge_base, head),
            head_sha=head,
        )
        return judge(subject, policy(section()._replace(judge=Judge(how))))


def judged_commit(builder: RepoBuilder) -> Verdict:
    with Repository.open(builder.root) as repository:
        commit = repository.commit(repository.resolve("HEAD"))
        subject = Subject(
            SubjectKind.COMMIT,
            head=commit.change.after,
            base=commit.change.before,
            change=commit.change,
            commits=[commit],
            head_sha=commit.sha,
        )
        return judge(subject, policy(section()))


def test_a_clean_merge_owes_nothing_of_its_own(repo: RepoBuilder) -> None:
    repo.commit("base", START)
    repo.branch("topic")
    repo.commit("call", CALLED | {USAGE: DOCUMENTED[USAGE]})
    repo.switch("main")
    repo.commit("other", {"notes": "x\n"})
    repo.merge("topic")
    assert judged_commit(repo).findings == ()
    verdict = judged_range(repo, "HEAD~1")
    assert (verdict.status, verdict.population["commits"]) == (Status.PASS, 1)


def test_what_a_merge_slips_in_is_its_own(repo: RepoBuilder) -> None:
    repo.commit("base", START)
    repo.branch("topic")
    repo.commit("notes", {"a": "a\n"})
    repo.switch("main")
    repo.commit("other", {"b": "b\n"})
    merge = repo.merge("topic", {HEADER: CALLED[HEADER]})
    for verdict in (judged_commit(repo), judged_range(repo, "HEAD~1")):
        found = only(verdict, "surface-missing")
        assert (found.commit, found.path) == (merge, USAGE)
        assert "redo this merge" in found.help


def _conflict(repo: RepoBuilder, ours: str, theirs: str, result: dict[str, str]) -> str:
    """A merge of two versions of the header that conflict, each of which was documented."""
    repo.commit("base", START)
    repo.branch("topic")
    repo.commit("theirs", START | {HEADER: theirs, USAGE: "# Page\n\nTheirs.\n"})
    repo.switch("main")
    repo.commit("ours", START | {HEADER: ours, "docs/FEATURES.md": "# Page\n\nx\n", USAGE: "# Page\n\nOurs.\n"})
    return repo.merge("topic", result)


@pytest.mark.parametrize(
    ("header", "owes"),
    [
        ("int x(void);\n", False),
        ("int y(void);\n", False),
        ("int x(void);\nint y(void);\n", False),
        ("int y(void);\n\nint x(void);\n", False),
        ("", False),
        ("int x(void);\nint z(void);\n", True),
    ],
)
def test_in_a_conflict_only_what_neither_parent_has_is_the_merges(repo: RepoBuilder, header: str, owes: bool) -> None:
    merge = _conflict(repo, "int x(void);\n", "int y(void);\n", {HEADER: header, USAGE: "# Page\n\nOurs.\n\nTheirs.\n"})
    for verdict in (judged_commit(repo), judged_range(repo, "HEAD~1")):
        assert places(verdict) == ([("surface-missing", USAGE)] if owes else [])
        assert all(found.commit == merge for found in verdict.findings)


def test_a_conflicting_merge_can_pay_for_what_it_brings(repo: RepoBuilder) -> None:
    _conflict(repo, "int x(void);\n", "int y(void);\n", {HEADER: "int z(void);\n", USAGE: "# Page\n\nCall z.\n"})
    assert judged_commit(repo).findings == ()


@pytest.mark.parametrize(
    ("state", "owes"), [("`ACTIVE`", False), ("`GATING`", False), ("`DONE`", True), ("`READY`", True), ("`WIP`", False)]
)
def test_a_row_in_a_conflict_moves_where_no_parent_has_its_state(repo: RepoBuilder, state: str, owes: bool) -> None:
    repo.commit("base", START | OLD_SPEC | {ENGINE: table(row("`READY`"))})
    repo.branch("topic")
    repo.commit("theirs", {ENGINE: table(row("`ACTIVE`"))})
    repo.switch("main")
    repo.commit("ours", {ENGINE: table(row("`GATING`"))})
    repo.merge("topic", {ENGINE: table(row(state))})
    verdict = judged_commit(repo)
    assert names(verdict) == (["spec-not-updated", "surface-missing", "surface-missing"] if owes else [])


def test_a_model_that_one_parent_registers_is_not_the_merges(repo: RepoBuilder) -> None:
    path = "src/vllm/model_executor/models/a.cpp"
    repo.commit("base", START | {path: "int x;\n"})
    repo.branch("topic")
    repo.commit("theirs", {path: "REGISTER_VLLM_MODEL(A);\n"})
    repo.switch("main")
    repo.commit("ours", {path: "REGISTER_VLLM_MODEL(B);\n"})
    repo.merge("topic", {path: "REGISTER_VLLM_MODEL(A);\nREGISTER_VLLM_MODEL(B);\n"})
    assert judged_commit(repo).findings == ()
    repo.git("reset", "-q", "--hard", "HEAD~1")
    repo.merge("topic", {path: "REGISTER_VLLM_MODEL(A);\nREGISTER_VLLM_MODEL(C);\n"})
    assert "registers C" in only(judged_commit(repo), "surface-missing").message


def test_a_row_that_a_clean_merge_doubles_is_the_merges(repo: RepoBuilder) -> None:
    others = [row("`READY`", f"`ENG-{number}`") for number in range(9)]
    repo.commit("base", {ENGINE: table(*others)})
    repo.branch("topic")
    repo.commit("theirs", {ENGINE: table(row("`READY`"), *others)})
    repo.switch("main")
    repo.commit("ours", {ENGINE: table(*others, row("`READY`"))})
    merge = repo.merge("topic")
    for how in ("commits", "squash"):
        assert only(judged_range(repo, "HEAD~2", how), "duplicate-row").commit == merge


def test_a_row_that_a_merge_drops_is_lost(repo: RepoBuilder) -> None:
    repo.commit("base", {ENGINE: table(row("`READY`"), row("`READY`", "`ENG-B`"))})
    repo.branch("topic")
    repo.commit("theirs", {"a": "a\n"})
    repo.switch("main")
    repo.commit("ours", {"b": "b\n"})
    merge = repo.merge("topic", {ENGINE: table(row("`READY`"))})
    assert only(judged_commit(repo), "row-lost").commit == merge


def test_a_root_commit_is_judged_against_nothing(repo: RepoBuilder) -> None:
    repo.commit("root", START | OLD_SPEC | {ENGINE: table(row("`DONE`"))})
    verdict = judged_commit(repo)
    assert verdict.population["moves"] == 1
    assert verdict.population["documents"] == 3


def test_the_answer_does_not_depend_on_what_is_checked_out(repo: RepoBuilder) -> None:
    base = repo.commit("base", START)
    repo.branch("topic")
    repo.commit("call", CALLED)
    before = judged_range(repo, base)
    repo.write({HEADER: "garbage\n", USAGE: "# Paid on disk only\n", ".gitattributes": "* merge=ours\n"})
    assert judged_range(repo, base).findings == before.findings


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_a_rules_examples_behave_as_its_page_says(rule: Rule) -> None:
    failing = judged(*trees_of(rule.failing))
    assert {(found.rule, found.severity) for found in failing.findings} == {(rule.id, rule.severity)}
    assert judged(*trees_of(rule.mended)).findings == ()


def test_every_finding_is_of_a_rule_with_a_page() -> None:
    known = {rule.id: rule for rule in RULES}
    trees = [trees_of(rule.failing) for rule in RULES]
    found = [finding for before, after in trees for finding in judged(before, after, how="both").findings]
    assert {finding.rule for finding in found} == set(known)
    assert all(finding.severity is known[finding.rule].severity for finding in found)
    assert all("allowlist" not in finding.help and "baseline" not in finding.help for finding in found)
    assert known["doc-checkpoint/row-lost"].severity is Severity.WARNING


def test_a_paid_range_is_green_both_ways() -> None:
    before = PAGES | OLD_SPEC | {ENGINE: table(row("`READY`"))}
    after = PAGES | PAID | NEW_SPEC | {ENGINE: table(row("`ACTIVE`"))}
    verdict = judged(before, after, how="both")
    assert (verdict.status, verdict.notes) == (Status.PASS, ())


class OnDisk(MemorySnapshot):
    """Files that git has no blobs of."""

    def _entry(self, path: str) -> Entry:
        return Entry(path, super()._entry(path).kind, None)


def test_content_that_git_has_no_blobs_of_is_judged_alike() -> None:
    model = "src/vllm/model_executor/models/a.cpp"
    before = START | OLD_SPEC | {ENGINE: table(row("`READY`"))}
    after = (
        CALLED
        | OLD_SPEC
        | {ENGINE: table(row("`ACTIVE`")), model: "REGISTER_VLLM_MODEL(A);", "docs/USAGE.md": "#\nPage\n"}
    )
    verdicts = []
    for kind in (MemorySnapshot, OnDisk):
        base, head = kind(before), kind(after)
        subject = Subject(SubjectKind.STAGED, head=head, base=base, change=compare(base, head))
        verdicts.append(judge(subject, policy(section())))
    assert places(verdicts[0]) == [
        ("spec-not-updated", ".agents/specs/a.md"),
        ("surface-missing", "docs/BENCHMARKS.md"),
        ("surface-missing", "docs/FEATURES.md"),
        ("surface-missing", "docs/STATUS.md"),
        ("surface-missing", USAGE),
    ]
    assert verdicts[0] == verdicts[1]


def test_a_chmod_pays_for_nothing_and_needs_no_licence() -> None:
    before = MemorySnapshot(START | {"README.md": "# Engine\n"})
    modes = {USAGE: FileKind.EXECUTABLE, "README.md": FileKind.EXECUTABLE}
    after = MemorySnapshot(CALLED | {"README.md": "# Engine\n"}, modes)
    subject = Subject(SubjectKind.STAGED, head=after, base=before, change=compare(before, after))
    assert places(judge(subject, policy(section()))) == [("surface-missing", USAGE)]


def test_a_file_that_becomes_a_link_changes() -> None:
    log = ".agents/benchmark-record.md"
    before = MemorySnapshot(PAGES | {log: "41\n"})
    after = MemorySnapshot(PAGES | {log: "41\n"}, {log: FileKind.SYMLINK})
    subject = Subject(SubjectKind.STAGED, head=after, base=before, change=compare(before, after))
    assert judge(subject, policy(section())).population["measurements"] == 1


def test_a_missing_table_is_said() -> None:
    (note,) = judged(START, CALLED | {USAGE: "# New\n"}).notes
    assert "no row was judged" in note


def test_missing_tables_are_said_in_one_short_line() -> None:
    subject = Subject(SubjectKind.STAGED, head=MemorySnapshot({}), base=MemorySnapshot({}))
    (note,) = judge(subject, preset_policy()).notes
    assert note == (
        "no row was judged: of the tables that the policy names none is here (.agents/roadmap_v1.md and 6 more)"
    )


@pytest.mark.parametrize("key", ["ENG-A", "**ENG-A**", "`eng-a`", "[ENG-A](a.md)"])
def test_tables_in_which_no_row_has_a_key_are_said(key: str) -> None:
    plain = {ENGINE: table(row("`DONE`", key))}
    (note,) = judged(plain, plain).notes
    assert note == (
        f"no row was judged: none in {ENGINE} begins with a key in backticks that starts with a capital or a digit, "
        "such as `ENG-1`"
    )


def test_rows_that_are_all_gone_were_judged() -> None:
    assert judged({ENGINE: table(row("`DONE`"))}, {ENGINE: table()}).notes == ()


def test_many_unknown_states_are_counted_beyond_twenty() -> None:
    rows = [row("`WIP`", f"`ENG-{number}`") for number in range(25)]
    notes = judged({ENGINE: table()}, {ENGINE: table(*rows)}).notes
    assert len(notes) == 21
    assert notes[-1] == "5 more rows hold no known state"


def test_a_document_that_a_conflicting_merge_deletes_brings_nothing(repo: RepoBuilder) -> None:
    repo.commit("base", START)
    repo.branch("topic")
    repo.commit("theirs", {"include/vllm/x.md": "a\n", USAGE: "# Page\n\nTheirs.\n"})
    repo.switch("main")
    repo.commit("ours", {"include/vllm/x.md": "b\n", USAGE: "# Page\n\nOurs.\n"})
    repo.git("merge", "-q", "--no-ff", "--no-commit", "topic", check=False)
    repo.git("rm", "-q", "-f", "include/vllm/x.md")
    repo.write({USAGE: "# Page\n\nOurs.\n"})
    repo.git("add", "-A")
    repo.git("commit", "-q", "-m", "merge")
    assert judged_commit(repo).findings == ()
