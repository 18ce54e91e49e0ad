"""What a store lacks of a range: it lets nothing pass, and hides no failure that was seen without it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from checkers.errors import MissingObjectError, RangeUnavailable, UsageError
from checkers.gaps import Gaps
from checkers.model import Finding, Severity, Status, SubjectKind, Verdict, verdict
from tests.checkers.doc_checkpoint.support import ENGINE, OLD_SPEC, PAGES, PAID, row, table
from tests.support.builder import RepoBuilder
from tests.support.session import call

ERROR = Finding("x/y", Severity.ERROR, "m", "h")
GONE = MissingObjectError("this clone lacks object abc")


def _made(*findings: Finding) -> Verdict:
    return verdict("x", SubjectKind.RANGE, population={}, examined="x", findings=findings, notes=["own"])


@pytest.mark.parametrize("error", [GONE, RangeUnavailable("no merge base")])
def test_a_failure_stands_beside_what_was_not_judged(error: Exception) -> None:
    gaps = Gaps()
    for part in ("commit a", "commit b"):
        with gaps.part(part):
            raise error
    made = gaps.closed(_made(ERROR))
    assert made.status is Status.FAIL
    assert made.notes == ("own", f"commit a was not judged: {error}", f"commit b was not judged: {error}")


@pytest.mark.parametrize("error", [GONE, RangeUnavailable("no merge base")])
def test_without_a_failure_the_first_gap_is_what_is_the_case(error: Exception) -> None:
    gaps = Gaps()
    with gaps.part("commit a"):
        raise error
    with gaps.part("commit b"):
        raise GONE
    with pytest.raises(type(error)) as caught:
        gaps.closed(_made())
    assert caught.value is error


def test_without_a_gap_nothing_is_said() -> None:
    gaps = Gaps()
    with gaps.part("commit a"):
        pass
    assert gaps.closed(_made()) == _made()


def test_many_gaps_are_counted() -> None:
    gaps = Gaps()
    for number in range(30):
        with gaps.part(f"commit {number}"):
            raise GONE
    notes = gaps.closed(_made(ERROR)).notes
    assert len(notes) == 12
    assert notes[-1] == "20 more parts were not judged"


def test_other_errors_pass_through() -> None:
    with pytest.raises(UsageError), Gaps().part("commit a"):
        raise UsageError("wrong")


POLICY = """\
version: 1
base_ref: main
issue_index: {path: index.md}
"""
RATCHET = """\
version: 1
extends: none
device_leakage:
  sources: ["src/**"]
  suffixes: [.cpp]
  baseline: held.json
  marker: DSR-ALLOW
  device_macros: [DEVICE]
  buckets:
    kcuda: {identifier: kCUDA}
"""


class Store:
    """A repository whose policy and base are there, and the objects that a test takes away from it."""

    def __init__(self, root: Path) -> None:
        self.repo = RepoBuilder(root / "repo")
        self.policy = root / "policy.yml"
        self.policy.write_text(POLICY)

    def lose(self, revision: str, path: str) -> str:
        """Take a file of a revision out of the store; its id."""
        oid = self.repo.git("rev-parse", f"{revision}:{path}")
        (self.repo.root / ".git/objects" / oid[:2] / oid[2:]).unlink()
        return oid

    def verdict(self, check: str, *more: str) -> dict[str, Any]:
        """A checker's verdict over `main..HEAD`."""
        asked = more or ("--base=main",)
        outcome = call(f"check-{check}", *asked, "--policy", self.policy, "--format=json", cwd=self.repo.root)
        found: dict[str, Any] = json.loads(outcome.out)["verdicts"][0]
        return found


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path)


READY = table(row("`READY`"))
START = PAGES | OLD_SPEC | {ENGINE: READY}
OWING = {ENGINE: table(row("`ACTIVE`"))}
MORE = {ENGINE: table(row("`DONE`"))}


@pytest.mark.parametrize("owing_first", [True, False])
def test_a_commit_that_cannot_be_read_hides_no_failure_of_another(store: Store, owing_first: bool) -> None:
    store.repo.commit("base", START)
    store.repo.branch("topic")
    first = store.repo.commit("move", OWING if owing_first else OWING | PAID | {"docs/FEATURES.md": "# Page\n\nNew.\n"})
    store.repo.commit("back", START)
    last = store.repo.commit("again", MORE)
    oid = store.lose("HEAD" if owing_first else first, ENGINE)
    found = store.verdict("doc-checkpoint")
    assert found["status"] == "fail"
    assert (first if owing_first else last) in {finding["commit"] for finding in found["findings"]}
    assert any(oid in note and "was not judged" in note for note in found["notes"])
    assert found["reason"] is None


def test_a_commit_that_cannot_be_read_is_no_pass(store: Store) -> None:
    store.repo.commit("base", START)
    store.repo.branch("topic")
    store.repo.commit("move", OWING | PAID)
    oid = store.lose("HEAD", ENGINE)
    found = store.verdict("doc-checkpoint")
    assert (found["status"], found["findings"], found["population"]) == ("skip", [], {})
    assert found["reason"].startswith(f"this clone lacks object {oid}, needed for {ENGINE}")


def test_a_count_that_could_not_be_taken_is_not_there(store: Store) -> None:
    store.repo.commit("base", START)
    store.repo.branch("topic")
    store.repo.commit("move", OWING)
    store.repo.commit("more", MORE)
    store.lose("HEAD", ENGINE)
    found = store.verdict("doc-checkpoint")
    assert found["status"] == "fail"
    assert "rows" not in found["population"]
    assert found["population"]["commits"] == 2


INDEX = "| Issue | What |\n|---|---|\n| [#1] | a |\n"


def test_a_merge_that_cannot_be_read_hides_no_row_that_is_lost(store: Store) -> None:
    store.repo.commit("base", {"index.md": INDEX})
    store.repo.branch("topic")
    for number in (2, 3):
        store.repo.branch(f"side-{number}")
        store.repo.commit("side", {"index.md": INDEX + f"| [#{number}] | side |\n"})
        store.repo.switch("topic")
        store.repo.commit("own", {"other": str(number)})
        store.repo.merge(f"side-{number}", {"index.md": INDEX.replace("[#1] | a", f"[#1] | {number}")})
    oid = store.lose("side-2", "index.md")
    found = store.verdict("issue-index")
    assert found["status"] == "fail"
    assert "issue-index/lost-in-merge" in {finding["rule"] for finding in found["findings"]}
    assert any(oid in note and note.startswith("merge ") for note in found["notes"])


def test_a_base_that_cannot_be_read_hides_no_failure_on_disk(store: Store) -> None:
    store.repo.commit("base", {"index.md": INDEX})
    store.repo.branch("topic")
    store.repo.commit("add", {"index.md": INDEX + "| [#2] | b |\n"})
    oid = store.lose("main", "index.md")
    assert store.verdict("issue-index", "--quiet")["status"] == "skip"
    store.repo.write({"index.md": INDEX + "| [#1] | a |\n"})
    found = store.verdict("issue-index", "--quiet")
    assert found["status"] == "fail"
    assert any(oid in note and "the range was not judged" in note for note in found["notes"])


HELD = json.dumps({"total": 0, "buckets": {"kcuda": 0}})


def test_a_reference_counts_although_nobody_knows_which_commit_brought_it(store: Store) -> None:
    store.policy.write_text(RATCHET)
    store.repo.commit("base", {"held.json": HELD, "src/a.cpp": "int a;\n"})
    store.repo.branch("topic")
    store.repo.commit("one", {"src/a.cpp": "int a = kCUDA;\n"})
    store.repo.commit("two", {"src/a.cpp": "int a = kCUDA;\nint b;\n"})
    oid = store.lose("HEAD~1", "src/a.cpp")
    found = store.verdict("device-leakage")
    assert found["status"] == "fail"
    assert [(finding["rule"], finding["commit"]) for finding in found["findings"]] == [
        ("device-leakage/regression", None)
    ]
    assert any(note.startswith("which commits brought it is unknown: ") and oid in note for note in found["notes"])


def test_a_raised_baseline_counts_although_nobody_knows_which_commit_raised_it(store: Store) -> None:
    store.policy.write_text(RATCHET)
    store.repo.commit("base", {"held.json": HELD, "src/a.cpp": "int a;\n"})
    store.repo.branch("topic")
    store.repo.commit("one", {"held.json": HELD.replace("0", "1")})
    store.repo.commit("two", {"held.json": HELD.replace("0", "1") + "\n"})
    oid = store.lose("HEAD~1", "held.json")
    found = store.verdict("device-leakage")
    assert found["status"] == "fail"
    (raised,) = [finding for finding in found["findings"] if finding["rule"] == "device-leakage/raised-baseline"]
    assert raised["commit"] is None
    assert any(oid in note for note in found["notes"])
