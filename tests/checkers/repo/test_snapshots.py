"""Snapshots of stored trees and of the index, and the changes between them."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from checkers.errors import MissingObjectError, RepositoryError
from checkers.repo import trees
from checkers.repo.types import Change, Entry, FileKind, Snapshot, compare
from tests.checkers.repo.conftest import Open
from tests.support.builder import RepoBuilder

ODD_NAMES = [
    "plain", "with space", "new\nline", "-dash", "--option", "'quote", '"double', "back\\slash", "tab\t",
    "\udcff\udcfe", "ünï", "u\u0308", ":(top)magic", "*", "a[b]", "d/e/f/g", "d/-x", "#comment", "!bang", "\x1b[31m",
    "~", "CASE", "case", ".hidden", "trailing ", " leading", "d.x/y",
]  # fmt: skip


def _listed(snapshot: Snapshot) -> dict[str, bytes]:
    return dict(snapshot.read_many(snapshot.entries()))


def test_a_tree_has_every_file_with_any_name(build: RepoBuilder, opened: Open) -> None:
    sha = build.commit("odd", {name: name for name in ODD_NAMES})
    tree = opened(build).tree(sha)
    expected = {name: name.encode("utf-8", "surrogateescape") for name in ODD_NAMES}
    assert {name: tree.read(name) for name in ODD_NAMES} == expected
    assert _listed(tree) == expected
    assert list(tree.entries()) == sorted(ODD_NAMES)
    assert _listed(opened(build).index()) == expected
    assert _listed(opened(build).work_tree()) == expected
    assert {name: opened(build).work_tree().read(name) for name in ODD_NAMES} == expected
    assert list(opened(build).commit(sha).change.paths) == sorted(ODD_NAMES)
    assert list(opened(build).diff(None, sha).paths) == sorted(ODD_NAMES)


@pytest.mark.parametrize("listed_first", [False, True])
def test_get_and_read_agree_with_the_listing(listed_first: bool, build: RepoBuilder, opened: Open) -> None:
    build.write({"d/file": "x", "run": "#!"})
    (build.root / "run").chmod(0o755)
    (build.root / "link").symlink_to("d/file")
    sha = build.commit("kinds")
    tree = opened(build).tree(sha)
    if listed_first:
        tree.entries()
    kinds = {path: tree.get(path) for path in ("d/file", "run", "link")}
    assert {path: entry and entry.kind for path, entry in kinds.items()} == {
        "d/file": FileKind.FILE, "run": FileKind.EXECUTABLE, "link": FileKind.SYMLINK,
    }  # fmt: skip
    assert kinds == {path: tree.entries()[path] for path in kinds}
    for absent in (
        "",
        "d",
        "d/",
        "/d/file",
        "d//file",
        "./run",
        "../run",
        "run/x",
        "link/x",
        "D/file",
        "no/where",
        "a\0b",
    ):
        assert tree.get(absent) is None
        assert tree.read(absent) is None
    assert tree.read("link") is None
    assert list(tree.read_many(["run", "link", "gone", "d/file", "run"])) == [
        ("run", b"#!"), ("d/file", b"x"), ("run", b"#!"),
    ]  # fmt: skip


def test_a_look_at_one_path_does_not_list_the_tree(build: RepoBuilder, opened: Open) -> None:
    sha = build.commit("one", {"a/f": "1", "b/g": "2"})
    folder = build.git("rev-parse", "HEAD:b")
    (build.root / ".git" / "objects" / folder[:2] / folder[2:]).unlink()
    tree = opened(build).tree(sha)
    assert tree.read("a/f") == b"1"
    with pytest.raises(MissingObjectError, match=f"lacks object {folder}, needed for b/"):
        tree.entries()


def test_the_change_of_a_commit_is_read_without_its_tree(build: RepoBuilder, opened: Open) -> None:
    build.commit("one", {"a/f": "1"})
    sha = build.commit("two", {"a/f": "2"})
    change = opened(build).commit(sha).change
    assert list(change.paths) == ["a/f"]
    for oid in [build.git("rev-parse", tree) for tree in ("HEAD^{tree}", "HEAD:a", "HEAD~1^{tree}", "HEAD~1:a")]:
        (build.root / ".git" / "objects" / oid[:2] / oid[2:]).unlink()
    assert (change.before.read("a/f"), change.after.read("a/f")) == (b"1", b"2")


def test_submodules_are_entries_and_are_not_entered(build: RepoBuilder, opened: Open) -> None:
    inner = RepoBuilder(build.root.parent / "inner")
    first = inner.commit("one", {"f": "1"})
    build.git("-c", "protocol.file.allow=always", "submodule", "add", "-q", str(inner.root), "deps/inner")
    sha = build.commit("add a submodule")
    second = inner.commit("two", {"f": "2"})
    build.git("-C", str(build.root / "deps" / "inner"), "-c", "protocol.file.allow=always", "pull", "-q")
    build.git("update-index", "--cacheinfo", f"160000,{second},deps/inner")
    build.git("commit", "-q", "-m", "move")
    build.git("config", "-f", ".gitmodules", "submodule.deps/inner.ignore", "all")
    build.git("config", "diff.ignoreSubmodules", "all")
    repository = opened(build)
    for snapshot, oid in (
        (repository.tree(sha), first),
        (repository.index(), second),
        (repository.work_tree(), second),
    ):
        assert snapshot.get("deps/inner") == Entry("deps/inner", FileKind.SUBMODULE, oid)
        assert [path for path in snapshot.entries() if path.startswith("deps/")] == ["deps/inner"]
        assert snapshot.read("deps/inner") is None
        assert snapshot.get("deps/inner/f") is None
        assert dict(snapshot.read_many(["deps/inner"])) == {}
    assert list(repository.commit(repository.resolve("HEAD")).change.paths) == ["deps/inner"]


def _stage_all(build: RepoBuilder) -> None:
    build.git("add", "-A")


def test_staged_is_what_the_next_commit_would_change(build: RepoBuilder, opened: Open) -> None:
    build.commit("one", {"kept": "1", "gone": "1", "edited": "1", "moved": "a long text\n" * 9, "mode": "1"})
    build.git("rm", "-q", "gone")
    build.git("mv", "moved", "arrived")
    (build.root / "mode").chmod(0o755)
    build.write({"edited": "2", "new": "1"})
    _stage_all(build)
    build.write({"edited": "3", "untracked": "1"})
    change = opened(build).staged()
    assert list(change.paths) == ["arrived", "edited", "gone", "mode", "moved", "new"]
    assert change.after.read("edited") == b"2"
    assert change.before.read("edited") == b"1"
    assert change.after.read("kept") == change.before.read("kept") == b"1"
    assert change.after.get("gone") is None
    mode = change.paths["mode"]
    assert mode.before and mode.after
    assert (mode.before.kind, mode.after.kind) == (FileKind.FILE, FileKind.EXECUTABLE)
    assert mode.before.oid == mode.after.oid
    _same(change, compare(opened(build).tree(build.git("rev-parse", "HEAD")), opened(build).index()))


def _same(one: Change, other: Change) -> None:
    assert dict(one.paths) == dict(other.paths)


def test_staged_on_an_unborn_branch_counts_from_the_empty_tree(build: RepoBuilder, opened: Open) -> None:
    assert list(opened(build).staged().paths) == []
    build.write({"f": "1"})
    _stage_all(build)
    change = opened(build).staged()
    assert list(change.paths) == ["f"]
    assert change.before.get("f") is None
    assert change.after.read("f") == b"1"
    assert list(change.before.entries()) == []


def test_an_intent_to_add_is_on_disk_and_not_staged(build: RepoBuilder, opened: Open) -> None:
    build.commit("one", {"f": "1"})
    build.write({"soon": "text"})
    build.git("add", "-N", "soon")
    repository = opened(build)
    assert list(repository.staged().paths) == []
    assert list(repository.index().entries()) == ["f"]
    assert repository.index().get("soon") is None
    assert repository.work_tree().read("soon") == b"text"


def test_an_unsettled_merge_is_said_for_the_index_and_read_from_disk(build: RepoBuilder, opened: Open) -> None:
    build.commit("one", {"f": "1\n", "g": "1\n"})
    build.branch("side")
    build.commit("side", {"f": "side\n", "g": "side\n"})
    build.switch("main")
    build.commit("main", {"f": "main\n", "g": "main\n"})
    build.git("merge", "-q", "side", check=False)
    repository = opened(build)
    for ask in (repository.staged, lambda: repository.index().entries(), lambda: repository.index().get("f")):
        with pytest.raises(RepositoryError, match="unsettled merge of f; settle it and git add the result"):
            ask()
    assert b"<<<<<<<" in (repository.work_tree().read("f") or b"")
    assert list(repository.work_tree().entries()) == ["f", "g"]


def test_an_empty_index_and_an_empty_tree_hold_nothing(build: RepoBuilder, opened: Open) -> None:
    sha = build.commit("nothing")
    repository = opened(build)
    assert list(repository.tree(sha).entries()) == list(repository.index().entries()) == []
    assert list(repository.commit(sha).change.paths) == []
    assert repository.diff(None, sha).before.get("f") is None


def test_a_diff_takes_files_folders_and_kinds_apart(build: RepoBuilder, opened: Open) -> None:
    first = build.commit("one", {"a": "file", "b/x": "in a folder", "c": "to be a link"})
    for name in ("a", "b/x", "c"):
        (build.root / name).unlink()
    (build.root / "b").rmdir()
    (build.root / "c").symlink_to("a")
    second = build.commit("two", {"a/x": "in a folder", "b": "file"})
    repository = opened(build)
    change = repository.diff(first, second)
    assert list(change.paths) == ["a", "a/x", "b", "b/x", "c"]
    link = change.paths["c"].after
    assert link and link.kind is FileKind.SYMLINK
    _same(change, compare(repository.tree(first), repository.tree(second)))
    assert change.before.read("a") == b"file"
    assert change.after.read("a") is None
    assert change.after.read("a/x") == b"in a folder"


def test_the_users_diff_settings_change_nothing(build: RepoBuilder, opened: Open) -> None:
    first = build.commit("one", {"a": "a long text\n" * 20, "z": "1"})
    build.git("mv", "a", "b")
    second = build.commit("two", {"z": "2"})
    (build.root / "order").write_text("z\n")
    for key, value in {
        "diff.renames": "copies", "diff.orderFile": "order", "diff.noprefix": "true", "diff.relative": "true",
        "core.abbrev": "4", "diff.ignoreSubmodules": "all", "core.quotePath": "false", "log.showSignature": "true",
        "diff.external": "false", "log.showRoot": "false", "color.ui": "always", "diff.algorithm": "histogram",
    }.items():  # fmt: skip
        build.git("config", key, value)
    assert list(opened(build).diff(first, second).paths) == ["a", "b", "z"]
    assert list(opened(build).commit(first).change.paths) == ["a", "z"]


def test_a_tree_that_unfolds_to_billions_of_paths_is_not_read(
    build: RepoBuilder, opened: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(trees, "LARGEST_TREE", 1000)
    blob = _stored(build, "blob", b"x")
    oid = _stored(build, "tree", b"".join(b"100644 %d\0" % n + bytes.fromhex(blob) for n in range(10)))
    for _ in range(9):
        oid = _stored(build, "tree", b"".join(b"40000 %d\0" % n + bytes.fromhex(oid) for n in range(10)))
    sha = build.git("commit-tree", oid, "-m", "a bomb")
    tree = opened(build).tree(sha)
    assert tree.read("0/1/2/3/4/5/6/7/8/9") == b"x"
    with pytest.raises(RepositoryError, match="holds more than"):
        tree.entries()


def _stored(build: RepoBuilder, kind: str, data: bytes) -> str:
    source = build.root.parent / "object"
    source.write_bytes(data)
    return build.git("hash-object", "-w", "--literally", "-t", kind, str(source))


def test_a_very_deep_tree_is_read(build: RepoBuilder, opened: Open) -> None:
    blob = _stored(build, "blob", b"deep")
    oid = _stored(build, "tree", b"100644 f\0" + bytes.fromhex(blob))
    for _ in range(60):
        oid = _stored(build, "tree", b"40000 d\0" + bytes.fromhex(oid))
    sha = build.git("commit-tree", oid, "-m", "deep")
    tree = opened(build).tree(sha)
    path = "d/" * 60 + "f"
    assert tree.read(path) == b"deep"
    assert list(tree.entries()) == [path]


@pytest.mark.parametrize("mode", ["100664", "100600", "0100644", "100744", "100755"])
def test_old_modes_are_read_as_git_reads_them(mode: str, build: RepoBuilder, opened: Open) -> None:
    blob = _stored(build, "blob", b"x")
    oid = _stored(build, "tree", mode.encode() + b" f\0" + bytes.fromhex(blob))
    sha = build.git("commit-tree", oid, "-m", "odd mode")
    repository = opened(build)
    kind = FileKind.EXECUTABLE if mode.endswith(("744", "755")) else FileKind.FILE
    assert repository.tree(sha).get("f") == Entry("f", kind, blob)
    assert repository.commit(sha).change.paths["f"].after == Entry("f", kind, blob)


@pytest.mark.parametrize(
    "data", [b"garbage", b"100644 f\0short", b"\0", b"100644 f\0" + b"x" * 21, b"9 f\0" + b"x" * 20]
)
def test_a_malformed_tree_is_said(data: bytes, build: RepoBuilder, opened: Open) -> None:
    sha = build.git("commit-tree", _stored(build, "tree", data), "-m", "malformed")
    tree = opened(build).tree(sha)
    for ask in (tree.entries, lambda: tree.get("f"), lambda: opened(build).commit(sha).change):
        with pytest.raises(RepositoryError) as caught:
            ask()
        assert str(caught.value).isprintable()


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.binary(max_size=80))
def test_no_bytes_of_a_tree_do_anything_but_read_or_be_refused(data: bytes, build: RepoBuilder, opened: Open) -> None:
    repository = opened(build)
    tree = repository.tree(_stored(build, "tree", data))
    try:
        assert all(path for path in tree.entries())
    except RepositoryError as error:
        assert str(error).isprintable()
    finally:
        repository.close()


def test_snapshots_can_be_read_by_several_threads(build: RepoBuilder, opened: Open) -> None:
    from concurrent.futures import ThreadPoolExecutor

    names = [f"d{number % 7}/f{number}" for number in range(60)]
    sha = build.commit("many", {name: name * 500 for name in names})
    tree = opened(build).tree(sha)
    with ThreadPoolExecutor(8) as pool:
        read = dict(zip(names * 5, pool.map(tree.read, names * 5), strict=True))
    assert read == {name: (name * 500).encode() for name in names}


def test_a_closed_repository_can_be_asked_again(build: RepoBuilder, opened: Open) -> None:
    sha = build.commit("one", {"f": "1"})
    repository = opened(build)
    assert repository.tree(sha).read("f") == b"1"
    repository.close()
    repository.close()
    assert repository.resolve("main") == sha


def test_a_git_process_that_was_killed_is_started_anew(
    build: RepoBuilder, opened: Open, fake_git: Callable[[str], None]
) -> None:
    sha = build.commit("one", {"f": "1"})
    once = build.root.parent / "once"
    die_once = f"if [ ! -e {once} ]; then touch {once}; exit 3; fi"
    fake_git(f'case "$*" in *batch-command*) {die_once};; esac; exec $REAL "$@"')
    repository = opened(build)
    with pytest.raises(MissingObjectError, match="git cat-file ended early"):
        repository.tree(sha).read("f")
    assert repository.tree(sha).read("f") == b"1"
    assert once.exists()
