"""Damaged and incomplete repositories: one clear line, never a wait and never another kind of error."""

from __future__ import annotations

import os
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest

from checkers.errors import MissingObjectError, RedfirstError, RepositoryError
from checkers.repo.repository import Repository
from tests.checkers.repo.conftest import Open, copied
from tests.support.builder import RepoBuilder


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> RepoBuilder:
    """A base, two branches and their merge; objects loose."""
    build = RepoBuilder(tmp_path_factory.mktemp("template") / "repo")
    build.commit("base", {"f": "1\n" * 9, "d/g": "1"})
    build.branch("side")
    build.commit("theirs", {"f": "1\n" * 9 + "t\n"})
    build.switch("main")
    build.commit("ours", {"f": "o\n" + "1\n" * 9})
    build.merge("side")
    return build


@pytest.fixture
def merged(template: RepoBuilder, tmp_path: Path) -> RepoBuilder:
    """A copy of it."""
    return copied(template, tmp_path / "repo")


def _ask_everything(root: Path) -> list[str]:
    """Ask all there is to ask; the texts of the errors, each of which must be an expected one of a single line."""
    said: list[str] = []

    def attempt(ask: Callable[[], object]) -> object:
        try:
            return ask()
        except RedfirstError as error:
            assert str(error).isprintable(), error
            said.append(str(error))
            return None

    repository = attempt(lambda: Repository.open(root))
    if not isinstance(repository, Repository):
        return said
    with repository:
        head = attempt(repository.head)
        base = attempt(lambda: repository.resolve("main~1"))
        for snapshot in (repository.work_tree, repository.index, lambda: repository.tree(str(head))):
            attempt(lambda snapshot=snapshot: dict(snapshot().read_many(snapshot().entries())))  # type: ignore[misc]
        attempt(lambda: repository.staged().paths)
        attempt(lambda: repository.diff(None, str(head)).paths)
        attempt(lambda: repository.merge_base(str(base), str(head)))
        attempt(lambda: repository.merge_trees(str(base), str(head)))
        attempt(lambda: repository.lacking([str(head)], str(base), str(head)))
        attempt(lambda: repository.config("a.b"))
        for commit in attempt(lambda: repository.commits(str(base), str(head))) or ():  # type: ignore[attr-defined]
            attempt(lambda commit=commit: commit.change.paths)  # type: ignore[misc]
            attempt(lambda commit=commit: commit.beyond_merge())  # type: ignore[misc]
    return said


def test_a_sound_repository_answers_everything(merged: RepoBuilder) -> None:
    assert _ask_everything(merged.root) == []


def _loose(build: RepoBuilder, name: str) -> Path:
    oid = build.git("rev-parse", name)
    return build.root / ".git" / "objects" / oid[:2] / oid[2:]


def _replace(path: Path, data: bytes) -> None:
    path.chmod(0o644)
    path.write_bytes(data)


def _folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


DAMAGES: dict[str, Callable[[Path], None]] = {
    "gone": lambda path: path.unlink(),
    "empty": lambda path: _replace(path, b""),
    "cut": lambda path: _replace(path, path.read_bytes()[:-7]),
    "garbage": lambda path: _replace(path, b"garbage"),
    "another object": lambda path: _replace(path, zlib.compress(b"blob 3\0abc")),
    "no header": lambda path: _replace(path, zlib.compress(b"abc")),
    "wrong size": lambda path: _replace(path, zlib.compress(b"blob 99999999999\0abc")),
    "a folder": lambda path: _folder(path),
}


@pytest.mark.parametrize("damage", DAMAGES)
@pytest.mark.parametrize("name", ["HEAD", "HEAD~1", "HEAD^2", "HEAD^{tree}", "HEAD:d", "HEAD:f", "HEAD~1:f", "HEAD~2"])
def test_a_damaged_object_is_said(damage: str, name: str, merged: RepoBuilder) -> None:
    DAMAGES[damage](_loose(merged, name))
    said = _ask_everything(merged.root)
    assert said or (damage, name) == ("another object", "HEAD~1:f")  # only a merge reads it, and git believes its name


@pytest.mark.parametrize("damage", ["gone", "empty", "cut", "garbage"])
@pytest.mark.parametrize("suffix", ["pack", "idx"])
def test_a_damaged_pack_is_said(damage: str, suffix: str, merged: RepoBuilder) -> None:
    merged.git("repack", "-q", "-a", "-d")
    (pack,) = (merged.root / ".git" / "objects" / "pack").glob(f"*.{suffix}")
    DAMAGES[damage](pack)
    assert _ask_everything(merged.root)


@pytest.mark.parametrize(
    "data", [b"", b"DIRC", b"garbage" * 10, b"DIRC\0\0\0\x02\0\0\0\x09" + b"\1" * 30, b"\0" * 4096]
)
def test_a_damaged_index_is_said(data: bytes, merged: RepoBuilder) -> None:
    (merged.root / ".git" / "index").write_bytes(data)
    said = _ask_everything(merged.root)
    assert said
    with Repository.open(merged.root) as repository:
        assert repository.tree(repository.resolve("HEAD")).read("d/g") == b"1"


@pytest.mark.parametrize("kept", [1, 12, 40, 100, 150, 199])
@pytest.mark.parametrize("ask", ["staged", "index", "work_tree"])
def test_an_index_that_was_cut_short_is_not_a_smaller_one(
    kept: int, ask: str, merged: RepoBuilder, opened: Open
) -> None:
    index = merged.root / ".git" / "index"
    index.write_bytes(index.read_bytes()[:kept])
    with pytest.raises(RepositoryError, match="is damaged; git read-tree HEAD makes it anew"):
        getattr(opened(merged), ask)()


def test_an_index_without_a_checksum_is_taken(merged: RepoBuilder, opened: Open) -> None:
    index = merged.root / ".git" / "index"
    index.write_bytes(index.read_bytes()[:-20] + b"\0" * 20)
    assert list(opened(merged).index().entries()) == ["d/g", "f"]


def test_an_absent_index_is_empty(merged: RepoBuilder, opened: Open) -> None:
    (merged.root / ".git" / "index").unlink()
    repository = opened(merged)
    assert list(repository.index().entries()) == []
    assert list(repository.staged().paths) == ["d/g", "f"]
    assert list(repository.work_tree().entries()) == ["d/g", "f"]


@pytest.mark.parametrize("ask", ["staged", "index"])
def test_a_bare_repository_without_an_index_has_not_deleted_everything(
    ask: str, merged: RepoBuilder, opened: Open, tmp_path: Path
) -> None:
    merged.git("clone", "-q", "--bare", ".", str(tmp_path / "bare"))
    with pytest.raises(RepositoryError, match="has no index; judge a commit or a range of it"):
        getattr(opened(tmp_path / "bare"), ask)()


def test_a_bare_repository_may_be_given_an_index(
    merged: RepoBuilder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    merged.git("clone", "-q", "--bare", ".", str(tmp_path / "bare"))
    monkeypatch.setenv("GIT_DIR", str(tmp_path / "bare"))
    monkeypatch.setenv("GIT_INDEX_FILE", str(merged.root / ".git" / "index"))
    with Repository.open(tmp_path / "bare") as repository:
        assert list(repository.index().entries()) == ["d/g", "f"]


@pytest.mark.parametrize(
    "text", ["", "garbage", "ref: ", "ref: refs/heads/../x", "0" * 40, "f" * 40, "ref: nonsense\n\n"]
)
def test_a_damaged_head_is_not_an_unborn_branch(text: str, merged: RepoBuilder) -> None:
    (merged.root / ".git" / "HEAD").write_text(text)
    with pytest.raises(RepositoryError) as caught, Repository.open(merged.root) as repository:
        repository.head()
    assert str(caught.value).isprintable()


@pytest.mark.parametrize("text", ["", "garbage\n", "0" * 40 + "\n", "f" * 40 + "\n", "ref: refs/heads/main\n", "\0\0"])
def test_a_damaged_branch_is_not_an_unborn_one(text: str, merged: RepoBuilder) -> None:
    (merged.root / ".git" / "refs" / "heads" / "main").write_text(text)
    with pytest.raises(RepositoryError) as caught, Repository.open(merged.root) as repository:
        repository.staged()
    assert str(caught.value).isprintable()


@pytest.mark.parametrize("text", ["garbage\n", "# pack-refs with: peeled\nnonsense", "f" * 40 + " refs/heads/other\n"])
def test_damaged_packed_refs_are_said_or_harmless(text: str, merged: RepoBuilder) -> None:
    (merged.root / ".git" / "packed-refs").write_text(text)
    _ask_everything(merged.root)


def test_a_branch_without_commits_is_unborn_even_when_others_have_some(merged: RepoBuilder, opened: Open) -> None:
    merged.git("symbolic-ref", "HEAD", "refs/heads/new")
    repository = opened(merged)
    assert repository.head() is None
    assert list(repository.staged().paths) == ["d/g", "f"]


def test_a_pipe_in_place_of_an_object_is_given_up(merged: RepoBuilder, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("checkers.repo.process.TIME_LIMIT_S", 1.5)
    path = _loose(merged, "HEAD:d/g")
    path.unlink()
    os.mkfifo(path)
    with Repository.open(merged.root) as repository:
        tree = repository.tree(repository.resolve("HEAD"))
        with pytest.raises(RepositoryError, match="did not answer within"):
            tree.read("d/g")
        assert (tree.read("f") or b"").startswith(b"o\n")


@pytest.mark.parametrize("commit_graph", [b"", b"CGPH" + b"\1" * 100, b"garbage"])
def test_a_damaged_commit_graph_is_not_believed(commit_graph: bytes, merged: RepoBuilder) -> None:
    merged.git("commit-graph", "write", "--reachable")
    path = merged.root / ".git" / "objects" / "info" / "commit-graph"
    path.chmod(0o644)
    path.write_bytes(commit_graph)
    assert _ask_everything(merged.root) == []


def _partial(build: RepoBuilder, target: Path, kind: str) -> Path:
    build.git("config", "uploadpack.allowFilter", "true")
    build.git("clone", "-q", "--no-checkout", f"--filter={kind}", f"file://{build.root}", str(target))
    return target


@pytest.mark.parametrize("old_git", [False, True])
def test_a_partial_clone_reads_what_it_has_and_fetches_nothing(
    old_git: bool, merged: RepoBuilder, opened: Open, tmp_path: Path, fake_git: Callable[[str], None]
) -> None:
    clone = _partial(merged, tmp_path / "clone", "blob:none")
    if old_git:
        fake_git('unset GIT_NO_LAZY_FETCH; exec $REAL "$@"')
    before = sorted(path for path in clone.rglob("*"))
    repository = opened(clone)
    head = repository.resolve("HEAD")
    commits = repository.commits(repository.resolve("HEAD~2"), head)
    assert [list(commit.change.paths) for commit in commits] == [["f"], ["f"], ["f"]]
    tree = repository.tree(head)
    assert sorted(tree.entries()) == ["d/g", "f"]
    oid = merged.git("rev-parse", "HEAD:d/g")
    with pytest.raises(MissingObjectError, match=oid):
        tree.read("d/g")
    with pytest.raises(MissingObjectError, match=oid):
        list(tree.read_many(["d/g"]))
    with pytest.raises(RepositoryError):
        repository.commit(head).beyond_merge()
    with pytest.raises(RepositoryError, match="does not name a commit"):
        repository.resolve("1" * 40)
    assert sorted(path for path in clone.rglob("*")) == before


def test_a_missing_object_is_named_with_its_path(merged: RepoBuilder, opened: Open, tmp_path: Path) -> None:
    repository = opened(_partial(merged, tmp_path / "clone", "blob:none"))
    oid = merged.git("rev-parse", "HEAD:d/g")
    with pytest.raises(MissingObjectError) as caught:
        repository.tree(repository.resolve("HEAD")).read("d/g")
    assert str(caught.value) == f"this clone lacks object {oid}, needed for d/g; fetch it, or judge in a full clone"


def test_a_clone_without_trees_says_which_one_is_missing(merged: RepoBuilder, opened: Open, tmp_path: Path) -> None:
    repository = opened(_partial(merged, tmp_path / "clone", "tree:0"))
    head = repository.resolve("HEAD")
    assert repository.commit(head).message.startswith("Merge side")
    for ask in (lambda: repository.tree(head).entries(), lambda: repository.commit(head).change.paths):
        with pytest.raises(MissingObjectError, match=r"[0-9a-f]{40}"):
            ask()


def test_an_index_that_cannot_be_read_is_said(merged: RepoBuilder, opened: Open) -> None:
    index = merged.root / ".git" / "index"
    index.unlink()
    index.symlink_to(index.name)
    with pytest.raises(RepositoryError) as caught:
        opened(merged).index().entries()
    assert str(caught.value).isprintable()


def test_a_shallow_file_that_cannot_be_read_is_said(merged: RepoBuilder, opened: Open, tmp_path: Path) -> None:
    clone = tmp_path / "clone"
    merged.git("clone", "-q", "--depth=1", f"file://{merged.root}", str(clone))
    repository = opened(clone)
    (clone / ".git" / "shallow").unlink()
    with pytest.raises(RepositoryError, match="shallow cannot be read: No such file"):
        repository.commit(repository.resolve("HEAD"))


def test_a_tree_that_stands_for_many_paths_is_not_listed(
    merged: RepoBuilder, opened: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("checkers.repo.process.MOST_OUTPUT", 1 << 20)
    tree = merged.git("rev-parse", "HEAD^{tree}")
    for _ in range(4):
        lines = "".join(f"040000 tree {tree}\t{number:02}\n" for number in range(10))
        (merged.root / "lines").write_text(lines)
        tree = merged.git("-c", "alias.make=!git mktree <lines", "make")
    bomb = merged.git("commit-tree", "-p", "HEAD", "-m", "bomb", tree)
    with pytest.raises(RepositoryError, match="git diff-tree answers with more than 1 MiB"):
        opened(merged).diff("HEAD", bomb)
