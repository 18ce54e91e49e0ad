"""Revisions: exactly one commit, or a refusal that says why."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from checkers.errors import RepositoryError, RevisionError
from tests.checkers.repo.conftest import Open, copied
from tests.support.builder import RepoBuilder


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> RepoBuilder:
    """Three commits on main, a branch, an annotated and a light tag, a remote-tracking branch."""
    build = RepoBuilder(tmp_path_factory.mktemp("template") / "repo")
    build.commit("one", {"f": "1", "d/g": "1"})
    build.commit("two", {"f": "2"})
    build.git("tag", "light")
    build.git("tag", "-a", "heavy", "-m", "a tag")
    build.git("tag", "-a", "heavier", "-m", "a tag of a tag", "heavy")
    build.git("branch", "topic/x")
    build.git("update-ref", "refs/remotes/origin/main", "HEAD~1")
    build.git("symbolic-ref", "refs/remotes/origin/HEAD", "refs/remotes/origin/main")
    build.commit("three", {"f": "3"})
    return build


@pytest.fixture
def history(template: RepoBuilder, tmp_path: Path) -> RepoBuilder:
    """A copy of it."""
    return copied(template, tmp_path / "repo")


@pytest.mark.parametrize(
    "revision",
    [
        "HEAD", "@", "main", "HEAD~1", "main^", "main~2", "light", "heavy", "heavier", "topic/x", "origin/main",
        "refs/heads/main", "heads/main", "tags/light", "remotes/origin/main", "main@{0}", "HEAD^{commit}", "heavy^{}",
        "origin", "HEAD^{/two}", ":/two", "main^0", "light~1",
    ],
)  # fmt: skip
def test_what_names_one_commit_resolves_to_it(revision: str, history: RepoBuilder, opened: Open) -> None:
    assert opened(history).resolve(revision) == history.git(
        "rev-parse", f"{revision}^{{}}" if ":/" not in revision else revision
    )


@pytest.mark.parametrize("length", [4, 7, 12, 39, 40])
def test_an_abbreviated_hash_resolves(length: int, history: RepoBuilder, opened: Open) -> None:
    sha = history.git("rev-parse", "HEAD~1")
    assert opened(history).resolve(sha[:length]) == sha
    assert opened(history).resolve(sha[:length].upper()) == sha


@pytest.mark.parametrize(
    ("revision", "said"),
    [
        ("", "empty"), (" ", "empty"), ("-h", "dash"), ("--all", "dash"), ("-", "dash"), ("--end-of-options", "dash"),
        ("a\0b", "control"), ("main\n", "control"), ("main\nmain", "control"),
        ("main..HEAD", "range"), ("main...HEAD", "range"), ("..main", "range"), ("main^@", "range"),
        ("main^-", "range"), ("main^-1", "range"), ("^main", "range"), ("main^!", "range"),
        ("HEAD^{tree}", "names a tree"), ("HEAD:f", "names a blob"), ("HEAD:d", "names a tree"), (":f", "names a blob"),
        ("HEAD~9", "does not name"), ("origin/dev", "does not name"), ("HEAD^{/nothing like it}", "does not name"),
        ("main^{/(((}", "does not name"), ("@{u}", "does not name"), ("main@{upstream}", "does not name"),
        ("main@{99}", "does not name"), ("HEAD^2", "does not name"), ("main main", "does not name"),
        ("*", "does not name"), ("ma?n", "does not name"), ("0" * 40, "does not name"), ("main.lock", "does not name"),
        ("\udcff", r"\\xff does not name"), ("a\x1b[31m", r"a\\x1b\[31m does not name"),
    ],
)  # fmt: skip
def test_what_does_not_is_refused_in_one_line(revision: str, said: str, history: RepoBuilder, opened: Open) -> None:
    with pytest.raises(RevisionError, match=said) as caught:
        opened(history).resolve(revision)
    assert str(caught.value).isprintable()


def test_an_unknown_name_says_what_to_do(history: RepoBuilder, opened: Open) -> None:
    with pytest.raises(RevisionError) as caught:
        opened(history).resolve("upstream/main")
    said = "upstream/main does not name a commit here; fetch it, or name the base with --base"
    assert str(caught.value) == said


def test_an_unborn_head_names_no_commit(build: RepoBuilder, opened: Open) -> None:
    with pytest.raises(RevisionError, match="HEAD does not name a commit here"):
        opened(build).resolve("HEAD")


@pytest.mark.parametrize("target", ["HEAD", "HEAD~1"])
@pytest.mark.parametrize("suffix", ["", "~1", "^{commit}", "@{0}", "^"])
def test_a_name_of_a_branch_and_a_tag_is_refused(target: str, suffix: str, history: RepoBuilder, opened: Open) -> None:
    history.git("tag", "main", target)
    with pytest.raises(RevisionError, match="both a branch and a tag here; write refs/heads/main or refs/tags/main"):
        opened(history).resolve("main" + suffix)
    assert opened(history).resolve("refs/heads/main") == history.git("rev-parse", "HEAD")
    assert opened(history).resolve("heads/main") == history.git("rev-parse", "HEAD")


def test_a_tag_that_shadows_a_remote_branch_is_refused(history: RepoBuilder, opened: Open) -> None:
    history.git("tag", "origin/main", "HEAD")
    with pytest.raises(RevisionError, match="both a branch and a tag here; write refs/remotes/origin/main or"):
        opened(history).resolve("origin/main")


def test_a_branch_that_shadows_a_remote_branch_elsewhere_is_refused(history: RepoBuilder, opened: Open) -> None:
    history.git("branch", "origin/main", "HEAD")
    with pytest.raises(RevisionError, match="several ways"):
        opened(history).resolve("origin/main")
    history.git("branch", "-f", "origin/main", "HEAD~2")
    assert opened(history).resolve("origin/main") == history.git("rev-parse", "HEAD~2")


def test_a_tag_that_looks_like_the_beginning_of_another_hash_is_refused(history: RepoBuilder, opened: Open) -> None:
    older = history.git("rev-parse", "HEAD~1")
    history.git("tag", older[:9], "HEAD")
    with pytest.raises(RevisionError, match="several ways"):
        opened(history).resolve(older[:9])
    assert opened(history).resolve(older) == older


def test_a_short_name_of_hex_digits_is_a_name(history: RepoBuilder, opened: Open) -> None:
    older = history.git("rev-parse", "HEAD~1")
    history.git("branch", older[:4], "HEAD")
    assert opened(history).resolve(older[:4]) == history.git("rev-parse", "HEAD")


@pytest.mark.parametrize("name", ["FETCH_HEAD", "ORIG_HEAD"])
def test_a_tag_named_like_one_of_gits_own_notes_is_refused(name: str, history: RepoBuilder, opened: Open) -> None:
    older, newer = history.git("rev-parse", "HEAD~1"), history.git("rev-parse", "HEAD")
    (history.root / ".git" / name).write_text(f"{older}\n")
    assert opened(history).resolve(name) == older
    history.git("update-ref", f"refs/tags/{name}", newer)
    with pytest.raises(RevisionError, match="several ways"):
        opened(history).resolve(name)


def test_a_branch_named_like_a_whole_hash_does_not_take_its_place(history: RepoBuilder, opened: Open) -> None:
    older = history.git("rev-parse", "HEAD~1")
    history.git("update-ref", f"refs/heads/{older}", "HEAD")
    assert opened(history).resolve(older) == older


@pytest.mark.parametrize("ref", ["refs/tags/HEAD", "refs/heads/HEAD"])
def test_a_ref_named_head_does_not_block_head(ref: str, history: RepoBuilder, opened: Open) -> None:
    history.git("update-ref", ref, "HEAD~1")
    assert opened(history).resolve("HEAD") == history.git("rev-parse", "refs/heads/main")


def test_a_file_named_like_a_peeled_revision_is_no_commit(history: RepoBuilder, opened: Open) -> None:
    history.commit("odd", {"f^{commit}": "x"})
    with pytest.raises(RevisionError, match="names a blob"):
        opened(history).resolve("HEAD:f")


def test_hashes_that_begin_alike_are_refused(build: RepoBuilder, opened: Open) -> None:
    tree = build.git("write-tree")
    seen: set[str] = set()
    while len(seen) < 1000:
        beginning = build.git("commit-tree", tree, "-m", str(len(seen)))[:4]
        if beginning in seen:
            break
        seen.add(beginning)
    with pytest.raises(RevisionError, match="several hashes"):
        opened(build).resolve(beginning)


def test_a_tag_of_a_blob_is_no_commit(history: RepoBuilder, opened: Open) -> None:
    history.git("tag", "file", "HEAD:f")
    history.git("tag", "-a", "described", "-m", "x", "HEAD:f")
    with pytest.raises(RevisionError, match="names a blob"):
        opened(history).resolve("file")
    with pytest.raises(RevisionError, match="does not name a commit"):
        opened(history).resolve("described")


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(revision=st.text(alphabet=st.characters() | st.sampled_from("~^@{}:/.-HEADmain0123\0\n\udc80"), max_size=30))
def test_no_text_does_anything_but_resolve_or_be_refused(revision: str, history: RepoBuilder, opened: Open) -> None:
    repository = opened(history)
    try:
        sha = repository.resolve(revision)
    except RepositoryError as error:
        assert str(error).isprintable()
    else:
        assert history.git("cat-file", "-t", sha) == "commit"
    finally:
        repository.close()
