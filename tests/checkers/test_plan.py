"""Which checker judges which subject by which policy."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from checkers.arguments import Options, parse_check
from checkers.errors import PolicyError, RangeUnavailable, RepositoryError, RevisionError, UsageError
from checkers.model import SubjectInfo, SubjectKind
from checkers.plan import Plan, pin, plan_of
from checkers.policies import Policies
from checkers.repo.repository import Repository
from checkers.subjects import Subjects
from tests.support.builder import RepoBuilder

TREE, RANGE, STAGED = SubjectKind.TREE, SubjectKind.RANGE, SubjectKind.STAGED
POLICY = "version: 1\nbase_ref: main\n"


@pytest.fixture
def repo(tmp_path: Path) -> RepoBuilder:
    """A branch of two commits beside a main that has moved on."""
    built = RepoBuilder(tmp_path / "repo")
    built.commit("base\n", {".redfirst.yml": POLICY, "a.txt": "base\n"})
    built.branch("topic")
    built.commit("one\n", {"a.txt": "one\n"})
    built.commit("two\n", {"a.txt": "two\n"})
    built.switch("main")
    built.commit("moved\n", {"b.txt": "moved\n"})
    built.switch("topic")
    return built


@contextmanager
def _planned(repo: RepoBuilder, *words: str) -> Iterator[Plan]:
    options = parse_check("redfirst check", words)
    with Repository.open(repo.root) as repository:
        subjects = Subjects(repository)
        yield plan_of(options, subjects, Policies(subjects, options.policy, options.judge))


def _kinds(plan: Plan) -> dict[str, SubjectKind]:
    return {task.checker.name: task.kind for task in plan.tasks}


def test_every_checker_judges_one_and_the_same_index(repo: RepoBuilder) -> None:
    repo.write({"a.txt": "staged\n"})
    repo.git("add", "a.txt")
    with _planned(repo, "--staged") as plan:
        first, *others = [task.make for task in plan.tasks if task.make]
        before = first()
        repo.git("commit", "-q", "-m", "meanwhile")
        repo.write({"b.txt": "later\n"})
        repo.git("add", "b.txt")
        for make in others:
            assert make().change is before.change
            assert make().base_sha == before.base_sha == plan.info.base
        assert before.change
        assert list(before.change.paths) == ["a.txt"]


def test_a_bare_run_judges_the_work_tree_and_the_range(repo: RepoBuilder) -> None:
    repo.write({"a.txt": "edited\n"})
    with _planned(repo) as plan:
        assert _kinds(plan) == {
            "doc-checkpoint": RANGE,
            "attention-rung": TREE,
            "device-leakage": TREE,
            "issue-index": RANGE,
            "commit-trailers": RANGE,
        }
        assert all(task.unavailable is None for task in plan.tasks)
        made = {task.checker.name: task.make() for task in plan.tasks if task.make}
        assert made["attention-rung"].head.read("a.txt") == b"edited\n"
        index = made["issue-index"]
        assert index.base is not None
        assert index.work_tree is not None
        assert index.base.read("a.txt") == b"base\n"
        assert index.head.read("a.txt") == b"two\n"
        assert index.work_tree.read("a.txt") == b"edited\n"
        assert [commit.message for commit in made["commit-trailers"].commits] == ["one\n", "two\n"]
        assert plan.info == SubjectInfo(
            TREE,
            base=repo.git("rev-parse", "main"),
            head=repo.git("rev-parse", "topic"),
            merge_base=repo.git("rev-parse", "main~1"),
        )


def test_the_sources_are_read_once_a_run(repo: RepoBuilder) -> None:
    with _planned(repo) as plan:
        assert len({id(task.make().sources) for task in plan.tasks if task.make}) == 1


@pytest.mark.parametrize(
    ("policy", "reason"),
    [
        ("version: 1\n", "origin/main does not name a commit here; fetch it, or name the base with --base"),
        ("version: 1\nbase_ref: null\n", "the policy names no base_ref; name the base with --base"),
        ("version: 1\nbase_ref: other\n", "no merge base"),
    ],
)
def test_a_base_that_cannot_be_had_makes_the_range_gates_skips(repo: RepoBuilder, policy: str, reason: str) -> None:
    repo.git("switch", "-q", "--orphan", "other")
    repo.commit("root\n", {"c.txt": "c\n"})
    repo.switch("topic")
    repo.write({".redfirst.yml": policy})
    with _planned(repo) as plan:
        unavailable = {task.checker.name: task.unavailable for task in plan.tasks}
        assert reason in (unavailable["doc-checkpoint"] or "")
        assert unavailable["attention-rung"] is None
        assert _kinds(plan)["issue-index"] is TREE, "what stands in the index can be judged without a base"
        assert {task.checker.name for task in plan.tasks if task.make is None} == {"doc-checkpoint", "commit-trailers"}


def test_an_unborn_branch_has_no_range(tmp_path: Path) -> None:
    built = RepoBuilder(tmp_path / "new")
    built.write({".redfirst.yml": POLICY, "a.txt": "a\n"})
    built.git("add", "-A")
    with _planned(built) as plan:
        assert {task.checker.name: task.unavailable is None for task in plan.tasks} == {
            "doc-checkpoint": False,
            "attention-rung": True,
            "device-leakage": True,
            "issue-index": False,
            "commit-trailers": False,
        }
    with _planned(built, "--staged") as plan:
        subject = plan.tasks[0].make and plan.tasks[0].make()
        assert subject
        assert subject.base is not None
        assert not subject.base.entries()
        assert "a.txt" in subject.head.entries()


def test_an_unborn_branch_beside_a_base_says_so(repo: RepoBuilder) -> None:
    repo.git("switch", "-q", "--orphan", "fresh")
    repo.write({".redfirst.yml": POLICY})
    with Repository.open(repo.root) as repository:
        pinned = pin("main", Subjects(repository))
    assert pinned.base == repo.git("rev-parse", "main")
    assert pinned.unavailable == "HEAD has no commit yet, so there is no range to judge"


def test_a_shallow_clone_says_how_to_deepen_it(repo: RepoBuilder, tmp_path: Path) -> None:
    repo.git("clone", "-q", "--depth=1", "--no-single-branch", repo.root.as_uri(), str(tmp_path / "clone"))
    clone = RepoBuilder(tmp_path / "clone")
    with Repository.open(clone.root) as repository:
        pinned = pin("origin/main", Subjects(repository))
    assert pinned.ends is None
    assert "git fetch --deepen=200" in (pinned.unavailable or "")


def test_what_is_staged_is_judged_against_head(repo: RepoBuilder) -> None:
    repo.write({"a.txt": "staged\n"})
    repo.git("add", "a.txt")
    repo.write({"a.txt": "on disk\n"})
    with _planned(repo, "--staged") as plan:
        assert set(_kinds(plan).values()) == {STAGED}
        assert "commit-trailers" not in _kinds(plan)
        subject = plan.tasks[0].make and plan.tasks[0].make()
        assert subject
        assert subject.change is not None
        assert list(subject.change.paths) == ["a.txt"]
        assert subject.head.read("a.txt") == b"staged\n"
        assert plan.info == SubjectInfo(STAGED, base=repo.git("rev-parse", "HEAD"))


def test_an_unsettled_merge_cannot_be_judged_as_staged(repo: RepoBuilder) -> None:
    repo.switch("main")
    repo.commit("conflict\n", {"a.txt": "theirs\n"})
    repo.git("merge", "-q", "topic", check=False)
    with pytest.raises(RepositoryError, match="unsettled merge"), _planned(repo, "--staged"):
        pass


def test_one_commit_is_judged_against_its_first_parent(repo: RepoBuilder) -> None:
    with _planned(repo, "--commit", "topic~1") as plan:
        assert len(plan.tasks) == 5
        subject = plan.tasks[0].make and plan.tasks[0].make()
        assert subject
        assert [commit.message for commit in subject.commits] == ["one\n"]
        assert subject.head.read("a.txt") == b"one\n"
        assert subject.base is not None
        assert subject.base.read("a.txt") == b"base\n"
        head, parent = repo.git("rev-parse", "topic~1"), repo.git("rev-parse", "topic~2")
        assert plan.info == SubjectInfo(SubjectKind.COMMIT, base=parent, head=head)


def test_a_root_commit_is_judged_against_nothing(repo: RepoBuilder) -> None:
    with _planned(repo, "--commit", "main~1") as plan:
        subject = plan.tasks[0].make and plan.tasks[0].make()
        assert subject
        assert subject.base is not None
        assert not subject.base.entries()
        assert plan.info.base is None


def test_a_range_begins_at_the_merge_base(repo: RepoBuilder) -> None:
    with _planned(repo, "--base", "main") as plan:
        assert set(_kinds(plan).values()) == {RANGE}
        subject = plan.tasks[1].make and plan.tasks[1].make()
        assert subject
        assert subject.work_tree is None
        assert subject.change is not None
        assert list(subject.change.paths) == ["a.txt"]
        assert subject.merge_base == repo.git("rev-parse", "main~1")
        assert subject.base_sha == repo.git("rev-parse", "main")


def test_a_range_may_end_elsewhere(repo: RepoBuilder) -> None:
    with _planned(repo, "--base", "main~1", "--head", "main") as plan:
        assert plan.info.head == repo.git("rev-parse", "main")


def test_an_explicit_base_must_resolve(repo: RepoBuilder) -> None:
    with pytest.raises(RevisionError, match="origin/main"), _planned(repo, "--base", "origin/main"):
        pass


def test_unrelated_histories_are_a_skip_for_each_checker(repo: RepoBuilder) -> None:
    repo.git("switch", "-q", "--orphan", "other")
    repo.commit("root\n", {"c.txt": "c\n"})
    with _planned(repo, "--base", "main") as plan:
        assert len(plan.tasks) == 5
        assert all(task.make is None and "merge base" in (task.unavailable or "") for task in plan.tasks)
        assert plan.info == SubjectInfo(RANGE, repo.git("rev-parse", "main"), repo.git("rev-parse", "other"))


def test_merging_is_judged_where_two_greens_can_be_red(repo: RepoBuilder) -> None:
    with _planned(repo, "--base", "main", "--merge-into", "main") as plan:
        assert {task.checker.name for task in plan.tasks if task.then} == {
            "attention-rung",
            "device-leakage",
            "issue-index",
        }


@pytest.mark.parametrize("words", [("attention-rung",), ("--message-file", "msg")])
def test_a_policy_on_disk_counts_though_git_ignores_it(
    words: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    repo = RepoBuilder(tmp_path / "other")
    repo.commit("one\n", {"msg": "text\n", ".gitignore": ".*\n"})
    repo.write({".redfirst.yml": "version: 1\nattention_rung: {window_lines: 9}\n"})
    monkeypatch.chdir(repo.root)
    with _planned(repo, *words) as plan:
        assert plan.selected.policy.info.source == ".redfirst.yml"
    (repo.root / ".redfirst.yml").unlink()
    (repo.root / ".redfirst.yml").symlink_to("msg")
    with pytest.raises(PolicyError, match="is a link"), _planned(repo, *words):
        pass


def test_a_message_is_for_the_trailers(repo: RepoBuilder) -> None:
    repo.write({"msg": "text\n# comment\n"})
    with _planned(repo, "--message-file", str(repo.root / "msg")) as plan:
        assert _kinds(plan) == {"commit-trailers": SubjectKind.MESSAGE}
        subject = plan.tasks[0].make and plan.tasks[0].make()
        assert subject
        assert subject.message
        assert (subject.message.text, subject.message.source) == ("text\n# comment\n", "msg")
        assert plan.info == SubjectInfo(SubjectKind.MESSAGE)


@pytest.mark.parametrize(
    ("config", "env", "text"),
    [
        ([], {}, "text\n"),
        ([], {"GIT_EDITOR": ":"}, "text\n# comment\n"),
        ([("commit.cleanup", "verbatim")], {}, "text\n# comment\n\n"),
        ([("core.commentChar", ";")], {}, "text\n# comment\n"),
        ([("core.commentChar", "Auto")], {}, "text\n"),
    ],
)
def test_a_hook_message_is_cleaned_as_git_will(
    repo: RepoBuilder,
    config: list[tuple[str, str]],
    env: dict[str, str],
    text: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("GIT_EDITOR", raising=False)
    for name, value in env.items():
        monkeypatch.setenv(name, value)
    for key, value in config:
        repo.git("config", key, value)
    repo.write({"msg": "text\n# comment\n\n"})
    with _planned(repo, "--commit-msg", str(repo.root / "msg")) as plan:
        subject = plan.tasks[0].make and plan.tasks[0].make()
        assert subject
        assert subject.message
        assert subject.message.text == text
        assert not subject.message.is_merge


def test_the_message_of_a_merge_is_known_as_one(repo: RepoBuilder) -> None:
    repo.git("merge", "-q", "--no-ff", "--no-commit", "main")
    repo.write({"msg": "Merge\n"})
    with _planned(repo, "--commit-msg", str(repo.root / "msg")) as plan:
        subject = plan.tasks[0].make and plan.tasks[0].make()
        assert subject
        assert subject.message
        assert subject.message.is_merge


def test_a_message_from_elsewhere_has_no_path(repo: RepoBuilder, tmp_path: Path) -> None:
    (tmp_path / "msg").write_bytes(b"\xff\n")
    with _planned(repo, "--message-file", str(tmp_path / "msg")) as plan:
        subject = plan.tasks[0].make and plan.tasks[0].make()
        assert subject
        assert subject.message
        assert (subject.message.text, subject.message.source) == ("\udcff\n", None)


def test_the_judged_do_not_choose_the_judge(repo: RepoBuilder) -> None:
    repo.commit("loosen\n", {".redfirst.yml": POLICY + "attention_rung: {window_lines: 99}\n"})
    with _planned(repo) as plan:
        by_name = {task.checker.name: task.selected for task in plan.tasks}
        on_disk, of_base = by_name["attention-rung"], by_name["doc-checkpoint"]
        assert on_disk.policy.attention_rung
        assert of_base.policy.attention_rung
        assert on_disk.policy.attention_rung.window_lines == 99
        assert of_base.policy.attention_rung.window_lines == 20
        assert not on_disk.notes
        assert ".redfirst.yml" in of_base.notes[0]
        assert plan.selected is on_disk


def test_a_named_policy_decides_over_all(repo: RepoBuilder, tmp_path: Path) -> None:
    (tmp_path / "p.yml").write_text(
        "version: 1\nbase_ref: main\nextends: none\n"
        "issue_index: {path: x.md, issue: '#(?P<number>[0-9]+)', unique_issues: true}\n"
    )
    for words in ((), ("--base", "main"), ("--staged",), ("--commit", "HEAD")):
        with _planned(repo, "--policy", str(tmp_path / "p.yml"), *words) as plan:
            assert set(_kinds(plan)) == {"issue-index"}


def test_the_judge_of_documents_can_be_named(repo: RepoBuilder) -> None:
    with _planned(repo, "--judge", "squash", "--base", "main") as plan:
        section = plan.tasks[0].selected.policy.doc_checkpoint
        assert section
        assert section.judge == "squash"


def test_no_work_tree_needs_a_named_subject(repo: RepoBuilder, tmp_path: Path) -> None:
    repo.git("clone", "-q", "--bare", ".", str(tmp_path / "bare"))
    with Repository.open(tmp_path / "bare") as repository:
        subjects = Subjects(repository)
        with pytest.raises(UsageError, match="no work tree"):
            plan_of(Options(), subjects, Policies(subjects))
        plan = plan_of(Options(base="main", head="topic"), subjects, Policies(subjects))
        assert len(plan.tasks) == 5


def test_at_the_end_of_a_shallow_clone_a_commit_has_its_message_alone(repo: RepoBuilder, tmp_path: Path) -> None:
    repo.git("clone", "-q", "--depth=1", repo.root.as_uri(), str(tmp_path / "clone"))
    with _planned(RepoBuilder(tmp_path / "clone"), "--commit", "HEAD") as plan:
        by_name = {task.checker.name: task for task in plan.tasks}
        messages = by_name["commit-trailers"].make
        assert messages
        assert [commit.message for commit in messages().commits] == ["two\n"]
        tree = by_name["attention-rung"].make
        assert tree
        with pytest.raises(RangeUnavailable, match="shallow"):
            tree()
        assert ".redfirst.yml decided, on disk: this clone is shallow" in plan.tasks[0].selected.notes[0]


@pytest.mark.parametrize("words", [("--commit", "main"), ("--base", "main~1", "--head", "main")])
def test_the_past_before_the_file_on_disk_is_told_what_decided(tmp_path: Path, words: tuple[str, ...]) -> None:
    repo = RepoBuilder(tmp_path / "old")
    repo.commit("base\n", {"a.txt": "base\n"})
    repo.commit("next\n", {"a.txt": "next\n"})
    with _planned(repo, *words) as plan:
        assert plan.selected.notes == ()
    repo.write({".redfirst.yml": POLICY})
    with _planned(repo, *words) as plan:
        assert plan.selected.notes == (
            "preset:vllm-cpp decided, because .redfirst.yml is not there yet"
            " (--policy .redfirst.yml judges by the one on disk)",
        )
        assert plan.selected.policy.source == "preset:vllm-cpp"
    with _planned(repo, *words, "--policy", str(repo.root / ".redfirst.yml")) as plan:
        assert plan.selected.notes == ()
