"""Ancestry: merge bases, shallow clones, what contains what."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from checkers.errors import RangeUnavailable, RepositoryError, RevisionError
from tests.checkers.repo.conftest import Open
from tests.support.builder import RepoBuilder


@pytest.fixture
def forked(build: RepoBuilder) -> RepoBuilder:
    """Four commits on main; a branch from the second one with two of its own."""
    build.commit("m0", {"m": "0"})
    build.commit("m1", {"m": "1"})
    build.branch("side")
    build.commit("s0", {"s": "0"})
    build.commit("s1", {"s": "1"})
    build.switch("main")
    build.commit("m2", {"m": "2"})
    build.commit("m3", {"m": "3"})
    return build


def test_the_merge_base_is_where_the_two_parted(forked: RepoBuilder, opened: Open) -> None:
    repository = opened(forked)
    main, side, base = (repository.resolve(name) for name in ("main", "side", "main~2"))
    assert repository.merge_base(main, side) == base
    assert repository.merge_base(base, side) == base
    assert repository.merge_base(side, base) == base
    assert [commit.message for commit in repository.commits(base, side)] == ["s0\n", "s1\n"]
    assert repository.lacking([base, side], base, side) == frozenset()
    assert repository.lacking([base, side], side, side) == {base}
    assert repository.lacking([base, side], main, side) == {base, side}


def test_unrelated_histories_have_no_merge_base(forked: RepoBuilder, opened: Open) -> None:
    forked.git("checkout", "-q", "--orphan", "apart")
    forked.commit("apart", {"x": "1"})
    repository = opened(forked)
    main, apart = repository.resolve("main"), repository.resolve("apart")
    with pytest.raises(RangeUnavailable, match="have no merge base: their histories are unrelated"):
        repository.merge_base(main, apart)
    with pytest.raises(RangeUnavailable, match="no merge base"):
        repository.merge_trees(main, apart)


def test_of_several_merge_bases_one_is_taken(build: RepoBuilder, opened: Open) -> None:
    build.commit("base", {"f": "0"})
    build.branch("side")
    side = build.commit("s", {"s": "1"})
    build.switch("main")
    main = build.commit("m", {"m": "1"})
    build.git("merge", "-q", "--no-edit", side)
    build.switch("side")
    build.git("merge", "-q", "--no-edit", main)
    repository = opened(build)
    one, other = repository.resolve("main"), repository.resolve("side")
    assert repository.merge_base(one, other) in (main, side)
    assert [commit.sha for commit in repository.commits(one, other)] == [other]


def _shallow(build: RepoBuilder, target: Path, *options: str) -> Path:
    build.git("clone", "-q", "--no-tags", *options, f"file://{build.root}", str(target))
    return target


def test_a_shallow_clone_that_ends_before_the_merge_base_names_the_command(
    forked: RepoBuilder, opened: Open, tmp_path: Path
) -> None:
    clone = _shallow(forked, tmp_path / "clone", "--depth=1", "--no-single-branch", "--branch=side")
    repository = opened(clone)
    assert repository.is_shallow
    main, head = repository.resolve("origin/main"), repository.resolve("HEAD")
    said = "this clone is shallow and does not reach the merge base; git fetch --deepen=200 origin main"
    for ask in (repository.merge_base, repository.merge_trees):
        with pytest.raises(RangeUnavailable) as caught:
            ask(main, head)
        assert str(caught.value) == said
    assert repository.commit(head).message == "s1\n"
    assert repository.tree(head).read("s") == b"1"


def test_a_base_that_is_no_remote_branch_gets_the_plain_command(
    forked: RepoBuilder, opened: Open, tmp_path: Path
) -> None:
    clone = _shallow(forked, tmp_path / "clone", "--depth=2", "--no-single-branch", "--branch=side")
    repository = opened(clone)
    with pytest.raises(RangeUnavailable, match=r"does not reach the merge base; git fetch --deepen=200$"):
        repository.merge_base(repository.resolve("origin/main~1"), repository.resolve("HEAD"))


def test_a_shallow_clone_that_reaches_the_merge_base_is_enough(
    forked: RepoBuilder, opened: Open, tmp_path: Path
) -> None:
    clone = _shallow(forked, tmp_path / "clone", "--depth=3", "--no-single-branch", "--branch=side")
    repository = opened(clone)
    assert repository.is_shallow
    main, head = repository.resolve("origin/main"), repository.resolve("HEAD")
    base = repository.merge_base(main, head)
    assert base == forked.git("rev-parse", "main~2")
    assert [commit.message for commit in repository.commits(base, head)] == ["s0\n", "s1\n"]
    assert [list(commit.change.paths) for commit in repository.commits(base, head)] == [["s"], ["s"]]


def test_the_commit_where_a_shallow_clone_ends_is_not_a_root(forked: RepoBuilder, opened: Open, tmp_path: Path) -> None:
    repository = opened(_shallow(forked, tmp_path / "clone", "--depth=1"))
    commit = repository.commit(repository.resolve("HEAD"))
    assert commit.parents == (forked.git("rev-parse", "main~1"),)
    for ask in (lambda: commit.change, lambda: commit.parent_snapshots, commit.beyond_merge):
        with pytest.raises(RangeUnavailable, match=r"shallow and ends at .* git fetch --deepen=200"):
            ask()


def test_a_hidden_detour_makes_the_merge_base_unknown(build: RepoBuilder, opened: Open, tmp_path: Path) -> None:
    """A clone can reach an old common commit by one path while another path, cut short, holds the real merge base."""
    build.commit("old", {"f": "0"})
    build.branch("side")
    build.commit("s", {"s": "1"})
    build.switch("main")
    for number in range(4):
        build.commit(f"m{number}", {"m": str(number)})
    build.switch("side")
    build.git("merge", "-q", "--no-edit", "main~1")
    repository = opened(_shallow(build, tmp_path / "clone", "--depth=3", "--no-single-branch", "--branch=side"))
    main, head = repository.resolve("origin/main"), repository.resolve("HEAD")
    merge = repository.commit(head)
    for ask in (lambda: repository.merge_base(main, head), merge.beyond_merge):
        with pytest.raises(RangeUnavailable, match="does not reach the merge base"):
            ask()
    assert merge.change.paths


def test_history_tells_which_commits_are_older(forked: RepoBuilder, opened: Open) -> None:
    forked.merge("side")
    repository = opened(forked)
    head = repository.resolve("HEAD")
    base = repository.resolve("main~3")
    commits = repository.commits(base, head)
    by_message = {commit.message.strip(): commit.sha for commit in commits}
    history = repository.history(head, commits, None)
    older = history.older_than(by_message["m2"])
    assert older == {by_message[name] for name in ("s0", "s1") if name in by_message} | (
        {by_message["m1"]} if "m1" in by_message else set()
    )
    assert history.older_than(base) == frozenset()
    assert history.older_than(head) == {sha for sha in by_message.values() if sha != head}
    assert history.forge_conflicts("m") is None


@pytest.fixture
def roundabout(build: RepoBuilder) -> RepoBuilder:
    """A topic whose way to the commit `strict` is longer than the way that main takes."""
    build.commit("strict", {"m": "0"})
    build.git("tag", "strict")
    build.branch("slow")
    for number in range(3):
        build.commit(f"s{number}", {"s": str(number)})
    build.branch("topic")
    build.commit("t", {"t": "0"})
    build.switch("main")
    build.commit("m", {"m": "1"})
    build.merge("slow")
    build.merge("topic")
    return build


def test_a_shallow_clone_takes_no_commit_for_older_whose_history_it_lacks(
    roundabout: RepoBuilder, opened: Open, tmp_path: Path
) -> None:
    whole = opened(roundabout)
    clone = opened(_shallow(roundabout, tmp_path / "clone", "--depth=4"))
    base, head, strict, cut = (whole.resolve(name) for name in ("main~1", "main", "strict", "slow~1"))
    for repository in (whole, clone):
        assert [commit.message for commit in repository.commits(base, head)] == ["t\n", "Merge topic\n"]
    assert whole.history(head, whole.commits(base, head), None).older_than(strict) == frozenset()
    history = clone.history(head, clone.commits(base, head), None)
    with pytest.raises(RangeUnavailable, match=f"this clone is shallow .* contain {strict[:9]} is .*; git fetch"):
        history.older_than(strict)
    assert history.older_than(cut) == frozenset()


def test_a_shallow_clone_does_not_deny_that_a_commit_is_an_ancestor(
    roundabout: RepoBuilder, opened: Open, tmp_path: Path
) -> None:
    clone = _shallow(roundabout, tmp_path / "clone", "--depth=2")
    roundabout.git("-C", str(clone), "fetch", "-q", "--depth=1", "origin", "tag", "strict")
    repository = opened(clone)
    base, head = repository.resolve("main~1"), repository.resolve("main")
    with pytest.raises(RangeUnavailable, match="this clone is shallow"):
        repository.history(head, repository.commits(base, head), None).older_than("strict")


@pytest.mark.parametrize(
    ("revision", "said"), [("nowhere", "does not name a commit"), ("apart", "no ancestor of"), ("-x", "dash")]
)
def test_history_refuses_what_head_does_not_contain(
    revision: str, said: str, forked: RepoBuilder, opened: Open
) -> None:
    forked.git("branch", "apart", "side")
    repository = opened(forked)
    head = repository.resolve("main")
    with pytest.raises(RevisionError, match=said):
        repository.history(head, repository.commits(repository.resolve("main~1"), head), None).older_than(revision)


def test_a_commit_that_is_missing_on_the_way_is_said(forked: RepoBuilder, opened: Open) -> None:
    main, side, gone = (forked.git("rev-parse", name) for name in ("main", "side", "side~1"))
    (forked.root / ".git" / "objects" / gone[:2] / gone[2:]).unlink()
    repository = opened(forked)
    lacking = partial(repository.lacking, [side])
    for ask in (repository.merge_base, lacking, repository.commits, repository.merge_trees):
        with pytest.raises(RepositoryError, match=gone) as caught:
            ask(main, side)
        assert str(caught.value).isprintable()
