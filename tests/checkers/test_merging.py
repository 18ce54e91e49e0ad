"""What merging adds to a range's verdict: failures fail, conflicts are no pass, nothing is told twice."""

from __future__ import annotations

from pathlib import Path

import pytest

from checkers.merging import Landing
from checkers.model import Finding, Rule, Severity, Status, SubjectKind, Verdict, verdict
from checkers.policy.load import preset_policy
from checkers.policy.sections import Policy
from checkers.registry import Checker
from checkers.repo.repository import Repository
from checkers.subject import Subject
from checkers.subjects import Subjects
from tests.support.builder import RepoBuilder

POLICY = preset_policy()


class _Lines(Checker):
    """A checker that wants every file of two lines at most; it stands for any that judges trees."""

    def load(self) -> _Lines:  # type: ignore[override]
        return self

    @property
    def RULES(self) -> tuple[Rule, ...]:  # noqa: N802 - the name that a checker's package has
        return ()

    def judge(self, subject: Subject, policy: Policy) -> Verdict:
        found = [
            Finding("lines/many", Severity.ERROR, f"{path} is long", "cut it", path, site=path)
            for path in subject.head.entries()
            if (subject.head.read(path) or b"").count(b"\n") > 2
        ]
        skip = "told to skip" if "skip.txt" in subject.head.entries() else None
        files = {"files": len(subject.head.entries())}
        return verdict(
            "lines", subject.kind, population=files, examined="x", findings=found, notes=["a note"], skip_reason=skip
        )


CHECKER = _Lines("lines", "attention_rung", frozenset(SubjectKind), False, True)


@pytest.fixture
def repo(tmp_path: Path) -> RepoBuilder:
    built = RepoBuilder(tmp_path / "repo")
    built.commit("base\n", {"shared.txt": "1\n"})
    built.branch("topic")
    return built


def _landed(repo: RepoBuilder) -> Verdict:
    with Repository.open(repo.root) as repository:
        subjects = Subjects(repository)
        ends = subjects.named_range("main", "topic")
        verdict_ = CHECKER.judge(subjects.range(ends), POLICY)
        return Landing(subjects, ends, "main", ends.base).beside(verdict_, CHECKER, POLICY)


def test_two_greens_can_be_red_together(repo: RepoBuilder) -> None:
    repo.commit("ours\n", {"shared.txt": "0\n1\n"})
    repo.switch("main")
    repo.commit("theirs\n", {"shared.txt": "1\n2\n"})
    result = _landed(repo)
    short = repo.git("rev-parse", "main")[:9]
    assert result.status is Status.FAIL
    assert [found.message for found in result.findings] == [f"after merging into main ({short}): shared.txt is long"]
    assert result.population == {"files": 1}
    assert result.notes == ("a note",)


def test_what_the_range_has_already_is_told_once(repo: RepoBuilder) -> None:
    repo.commit("ours\n", {"long.txt": "1\n2\n3\n"})
    repo.switch("main")
    repo.commit("theirs\n", {"other.txt": "1\n"})
    assert [found.message for found in _landed(repo).findings] == ["long.txt is long"]


def test_a_conflict_is_no_pass_and_names_the_files(repo: RepoBuilder) -> None:
    repo.commit("ours\n", {"shared.txt": "ours\n"})
    repo.switch("main")
    repo.commit("theirs\n", {"shared.txt": "theirs\n"})
    result = _landed(repo)
    assert result.status is Status.SKIP
    assert "conflicts in shared.txt" in (result.reason or "")


def test_a_conflict_does_not_hide_a_failure(repo: RepoBuilder) -> None:
    repo.commit("ours\n", {"shared.txt": "ours\n", "long.txt": "1\n2\n3\n"})
    repo.switch("main")
    repo.commit("theirs\n", {"shared.txt": "theirs\n"})
    result = _landed(repo)
    assert (result.status, result.reason) == (Status.FAIL, None)
    assert any("conflicts in shared.txt" in note for note in result.notes)


def test_a_conflict_does_not_hide_why_the_range_was_skipped(repo: RepoBuilder) -> None:
    repo.commit("ours\n", {"shared.txt": "ours\n", "skip.txt": "1\n"})
    repo.switch("main")
    repo.commit("theirs\n", {"shared.txt": "theirs\n"})
    result = _landed(repo)
    assert result.status is Status.SKIP
    assert "conflicts in shared.txt" in (result.reason or "")
    assert result.notes == ("a note", "told to skip")


@pytest.mark.parametrize(("content", "status"), [("1\n2\n3\n", Status.FAIL), ("1\n", Status.SKIP)])
def test_a_merge_that_cannot_be_made_hides_no_failure(repo: RepoBuilder, content: str, status: Status) -> None:
    repo.commit("ours\n", {"long.txt": content})
    repo.git("checkout", "-q", "--orphan", "apart")
    repo.commit("apart\n", {"x": "1\n"})
    apart = repo.git("rev-parse", "apart")
    with Repository.open(repo.root) as repository:
        subjects = Subjects(repository)
        ends = subjects.named_range("main", "topic")
        landing = Landing(subjects, ends, "apart", apart)
        result = landing.beside(CHECKER.judge(subjects.range(ends), POLICY), CHECKER, POLICY)
    assert result.status is status
    said = result.reason or result.notes[-1]
    assert said.startswith(f"merging into apart ({apart[:9]}) was not judged: ")
    assert said.endswith("their histories are unrelated")


def test_a_merge_is_made_once_for_all_checkers(repo: RepoBuilder) -> None:
    repo.commit("ours\n", {"a.txt": "1\n"})
    repo.switch("main")
    repo.commit("theirs\n", {"b.txt": "1\n"})
    with Repository.open(repo.root) as repository:
        subjects = Subjects(repository)
        ends = subjects.named_range("main", "topic")
        assert subjects.merged(ends, ends.base) is subjects.merged(ends, ends.base)


def test_many_conflicts_are_counted(repo: RepoBuilder) -> None:
    names = [f"f{number:02}.txt" for number in range(14)]
    repo.commit("ours\n", dict.fromkeys(names, "ours\n"))
    repo.switch("main")
    repo.commit("theirs\n", dict.fromkeys(names, "theirs\n"))
    assert "f09.txt and 4 more" in (_landed(repo).reason or "")


def test_a_skip_of_the_merge_is_no_pass(repo: RepoBuilder) -> None:
    repo.commit("ours\n", {"a.txt": "1\n"})
    repo.switch("main")
    repo.commit("theirs\n", {"skip.txt": "1\n"})
    result = _landed(repo)
    assert result.status is Status.SKIP
    assert (result.reason or "").endswith(": told to skip")
    assert (result.reason or "").startswith("after merging into main (")


def test_a_clean_merge_changes_nothing(repo: RepoBuilder) -> None:
    repo.commit("ours\n", {"a.txt": "1\n"})
    repo.switch("main")
    repo.commit("theirs\n", {"b.txt": "1\n"})
    result = _landed(repo)
    assert (result.status, result.findings, result.notes) == (Status.PASS, (), ("a note",))
    assert result._replace(seconds=0.0) == result
