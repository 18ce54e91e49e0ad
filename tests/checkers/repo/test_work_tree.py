"""The work tree as it lies on disk: links, special files, sparse checkouts, ignored files."""

from __future__ import annotations

import os
import socket
from pathlib import Path

import pytest

from checkers.errors import RepositoryError
from checkers.repo.types import Entry, FileKind
from tests.checkers.repo.conftest import Open
from tests.support.builder import RepoBuilder


def test_tracked_and_untracked_files_are_there_and_ignored_ones_are_not(build: RepoBuilder, opened: Open) -> None:
    build.commit("one", {"kept": "1", "edited": "1", "deleted": "1", ".gitignore": "*.o\n/out/\n", "forced.o": "x"})
    build.git("add", "-f", "forced.o")
    (build.root / "deleted").unlink()
    build.write({"edited": "2", "new/file": "n", "a.o": "x", "out/f": "x"})
    tree = opened(build).work_tree()
    assert list(tree.entries()) == [".gitignore", "edited", "forced.o", "kept", "new/file"]
    assert tree.read("edited") == b"2"
    assert tree.read("new/file") == b"n"
    for absent in (
        "deleted",
        "a.o",
        "out/f",
        "out",
        "new",
        "",
        ".git/config",
        "../repo/kept",
        "/etc/passwd",
        "a\0b",
        "\ud800",
    ):
        assert tree.get(absent) is None
        assert tree.read(absent) is None


@pytest.mark.parametrize("listed_first", [False, True])
def test_one_path_is_found_with_or_without_a_listing(listed_first: bool, build: RepoBuilder, opened: Open) -> None:
    build.commit("one", {"d/f": "1", ".gitignore": "*.o\n"})
    build.write({"d/g": "2", "d/h.o": "3"})
    tree = opened(build).work_tree()
    if listed_first:
        tree.entries()
    for _ in range(2):
        found = {path: tree.get(path) for path in ("d/f", "d/g", "d/h.o", "d", "nowhere", "d/f/x")}
        assert {path for path, entry in found.items() if entry} == {"d/f", "d/g"}
    assert dict(tree.read_many(["d/g", "nowhere", "d/f"])) == {"d/g": b"2", "d/f": b"1"}


def test_kinds_on_disk_count(build: RepoBuilder, opened: Open) -> None:
    build.commit("one", {"script": "#!", "plain": "x", "linked": "x"})
    (build.root / "script").chmod(0o755)
    (build.root / "linked").unlink()
    (build.root / "linked").symlink_to("plain")
    (build.root / "dangling").symlink_to("nowhere")
    tree = opened(build).work_tree()
    kinds = {path: entry.kind for path, entry in tree.entries().items()}
    assert kinds == {
        "script": FileKind.EXECUTABLE, "plain": FileKind.FILE, "linked": FileKind.SYMLINK, "dangling": FileKind.SYMLINK,
    }  # fmt: skip
    assert tree.read("linked") is None


def test_a_link_to_a_folder_is_a_link_and_is_not_followed(build: RepoBuilder, opened: Open) -> None:
    outside = build.root.parent / "outside"
    (outside / "e").mkdir(parents=True)
    (outside / "f").write_text("secret")
    (outside / "e" / "g").write_text("secret")
    build.commit("one", {"d/f": "1", "d/e/g": "1"})
    for name in ("d/f", "d/e/g"):
        (build.root / name).unlink()
    (build.root / "d" / "e").rmdir()
    (build.root / "d").rmdir()
    (build.root / "d").symlink_to(outside)
    for tree in (opened(build).work_tree(), opened(build).work_tree()):
        assert tree.read("d/f") is None
        assert tree.get("d/e/g") is None
        assert tree.entries() == {"d": Entry("d", FileKind.SYMLINK, None)}
        assert tree.read("d") is None
        assert tree.read("d/f") is None


def test_a_file_that_became_a_folder_is_gone(build: RepoBuilder, opened: Open) -> None:
    build.commit("one", {"f": "1"})
    (build.root / "f").unlink()
    build.write({"f/x": "2"})
    tree = opened(build).work_tree()
    assert list(tree.entries()) == ["f/x"]
    assert tree.get("f") is None


def test_a_repository_inside_is_not_entered(build: RepoBuilder, opened: Open) -> None:
    build.commit("one", {"f": "1"})
    RepoBuilder(build.root / "nested").commit("one", {"g": "1"})
    assert list(opened(build).work_tree().entries()) == ["f"]
    assert opened(build).work_tree().get("nested/g") is None


def _fifo(path: str) -> None:
    os.mkfifo(path)


def _socket(path: str) -> None:
    folder, name = os.path.split(path)
    before = os.open(".", os.O_RDONLY)
    try:
        os.chdir(folder)  # a socket's address must be short
        with socket.socket(socket.AF_UNIX) as server:
            server.bind(name)
    finally:
        os.fchdir(before)
        os.close(before)


@pytest.mark.parametrize("make", [_fifo, _socket])
def test_a_special_file_in_place_of_a_tracked_one_is_an_error_and_no_wait(
    make: object, build: RepoBuilder, opened: Open
) -> None:
    assert callable(make)
    build.commit("one", {"f": "1", "g": "1"})
    (build.root / "f").unlink()
    make(str(build.root / "f"))
    tree = opened(build).work_tree()
    with pytest.raises(RepositoryError, match="f cannot be read"):
        tree.read("f")
    assert tree.read("g") == b"1"


def test_a_special_file_that_nobody_tracks_is_no_entry(build: RepoBuilder, opened: Open) -> None:
    build.commit("one", {"f": "1"})
    os.mkfifo(build.root / "pipe")
    tree = opened(build).work_tree()
    assert list(tree.entries()) == ["f"]
    assert tree.read("pipe") is None


def test_a_pipe_that_git_itself_waits_for_is_given_up(
    build: RepoBuilder, opened: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("checkers.repo.process.TIME_LIMIT_S", 1.5)
    build.commit("one", {"f": "1"})
    os.mkfifo(build.root / ".gitignore")
    with pytest.raises(RepositoryError, match="git ls-files did not answer within"):
        opened(build).work_tree().entries()


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_file_without_permission_is_an_error(build: RepoBuilder, opened: Open) -> None:
    build.commit("one", {"f": "1"})
    (build.root / "f").chmod(0)
    with pytest.raises(RepositoryError, match="f cannot be read: Permission denied"):
        opened(build).work_tree().read("f")


@pytest.mark.parametrize("again", ["absent", "link", "folder", "pipe"])
def test_a_file_that_changes_its_nature_while_it_is_read(again: str, build: RepoBuilder, opened: Open) -> None:
    build.commit("one", {"d/f": "1"})
    tree = opened(build).work_tree()
    assert list(tree.entries()) == ["d/f"]
    file = build.root / "d" / "f"
    file.unlink()
    if again == "absent":
        file.parent.rmdir()
        assert tree.read("d/f") is None
        assert list(tree.read_many(["d/f"])) == []
        return
    if again == "link":
        file.symlink_to("/etc/passwd")
    elif again == "folder":
        file.mkdir()
    else:
        os.mkfifo(file)
    with pytest.raises(RepositoryError, match="d/f cannot be read"):
        tree.read("d/f")


def test_a_file_in_place_of_a_folder_leaves_nothing_below_it(build: RepoBuilder, opened: Open) -> None:
    build.commit("one", {"d/f": "1"})
    tree = opened(build).work_tree()
    assert list(tree.entries()) == ["d/f"]
    (build.root / "d" / "f").unlink()
    (build.root / "d").rmdir()
    build.write({"d": "file"})
    assert tree.read("d/f") is None
    assert list(opened(build).work_tree().entries()) == ["d"]


@pytest.mark.parametrize("mode", [(), ("--cone",), ("--cone", "--sparse-index")])
def test_what_a_sparse_checkout_leaves_out_is_read_from_the_index(
    mode: tuple[str, ...], build: RepoBuilder, opened: Open
) -> None:
    build.commit("one", {"in/f": "1", "out/deep/g": "2", "top": "3", "gone/h": "4"})
    build.git("sparse-checkout", "init", *mode)
    build.git("sparse-checkout", "set", *([] if mode else ["--no-cone"]), "in", "gone")
    assert not (build.root / "out").exists()
    (build.root / "gone" / "h").unlink()
    repository = opened(build)
    expected = {"in/f": b"1", "out/deep/g": b"2", "top": b"3"}
    tree = repository.work_tree()
    assert dict(tree.read_many(tree.entries())) == expected
    assert repository.work_tree().read("out/deep/g") == b"2"
    assert sorted(repository.index().entries()) == ["gone/h", "in/f", "out/deep/g", "top"]
    assert list(repository.staged().paths) == []


def test_a_sparse_index_needs_a_temporary_folder_and_says_so(
    build: RepoBuilder, opened: Open, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    build.commit("one", {"in/f": "1", "out/g": "2"})
    build.git("sparse-checkout", "init", "--cone", "--sparse-index")
    build.git("sparse-checkout", "set", "in")
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "absent"))
    with pytest.raises(RepositoryError, match="no temporary folder can be made: No such file or directory"):
        opened(build).work_tree().entries()


def test_a_present_file_counts_although_the_checkout_is_sparse(build: RepoBuilder, opened: Open) -> None:
    build.commit("one", {"in/f": "1", "out/g": "2"})
    build.git("update-index", "--skip-worktree", "out/g")
    build.write({"out/g": "changed"})
    assert opened(build).work_tree().read("out/g") == b"changed"


def test_a_file_assumed_unchanged_is_read_from_disk(build: RepoBuilder, opened: Open) -> None:
    build.commit("one", {"f": "1"})
    build.git("update-index", "--assume-unchanged", "f")
    build.write({"f": "2"})
    assert opened(build).work_tree().read("f") == b"2"


def test_line_ends_on_disk_are_not_converted(build: RepoBuilder, opened: Open) -> None:
    build.commit("one", {".gitattributes": "* text=auto eol=crlf\n", "f": "a\nb\n"})
    build.write({"f": "a\r\nb\r\n"})
    assert opened(build).work_tree().read("f") == b"a\r\nb\r\n"
    assert opened(build).index().read("f") == b"a\nb\n"


def test_a_unicode_name_is_taken_byte_for_byte(build: RepoBuilder, opened: Open) -> None:
    build.commit("one", {"\u00e9": "composed", "e\u0301": "decomposed"})
    tree = opened(build).work_tree()
    assert (tree.read("\u00e9"), tree.read("e\u0301")) == (b"composed", b"decomposed")


def test_a_huge_file_is_read_whole(build: RepoBuilder, opened: Open) -> None:
    data = os.urandom(3_000_000)
    sha = build.commit("one", {"big": data})
    assert opened(build).work_tree().read("big") == data
    assert opened(build).tree(sha).read("big") == data
    assert opened(build).index().read("big") == data


def test_a_path_that_is_asked_for_counts_though_git_ignores_it(build: RepoBuilder, opened: Open) -> None:
    build.commit("one", {".gitignore": ".named\n.other\n.folder\n", "f": "1"})
    build.write({".named": "1", ".other": "1", ".folder/g": "1"})
    repository = opened(build)
    for tree in (repository.work_tree(also=(".named", ".folder", ".absent")) for _ in range(2)):
        assert tree.get(".other") is None
        assert tree.read(".named") == b"1"
        assert list(tree.entries()) == [".gitignore", ".named", "f"]
        assert tree.get(".named") == Entry(".named", FileKind.FILE, None)
    listed = repository.work_tree(also=(".named",))
    assert ".named" in listed.entries()
    assert ".named" not in repository.work_tree().entries()
