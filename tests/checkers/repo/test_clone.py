"""Checkouts elsewhere: what they hold, what they never run, and that the judged repository stays byte for byte."""

from __future__ import annotations

import os
import stat
import subprocess
from pathlib import Path

import pytest

from checkers.errors import MissingObjectError
from checkers.repo.repository import Repository
from tests.support.builder import IDENTITY, RepoBuilder
from tests.support.folders import everything

ODD = "na\udcefve \n name"


def files(root: Path) -> dict[str, str]:
    """The content of every file of a checkout; a link as where it leads."""
    return {
        str(path.relative_to(root)): f"-> {path.readlink()}" if path.is_symlink() else path.read_text("latin-1")
        for path in sorted(root.rglob("*"))
        if (path.is_symlink() or path.is_file()) and ".git" not in path.relative_to(root).parts
    }


def checked_out(root: Path, folder: Path, revision: str = "HEAD", *, with_changes: bool = False) -> Path:
    """A commit of a repository, checked out at `folder`."""
    folder.mkdir()
    with Repository.open(root, trust_environment=False) as repository:
        changed = repository.uncommitted() if with_changes else ()
        repository.check_out(repository.resolve(revision), folder, changed=changed)
    return folder


@pytest.fixture
def build(tmp_path: Path) -> RepoBuilder:
    """A repository with a file of every kind."""
    built = RepoBuilder(tmp_path / "repo")
    built.write({"a": "1\n", "d/b": "2\n", ODD: "odd\n", "run": "#!/bin/sh\n"})
    (built.root / "run").chmod(0o755)
    (built.root / "link").symlink_to("d/b")
    (built.root / "dangling").symlink_to("/nowhere")
    built.commit("first")
    return built


def test_every_kind_of_file_arrives(build: RepoBuilder, tmp_path: Path) -> None:
    there = checked_out(build.root, tmp_path / "there")
    assert files(there) == files(build.root)
    assert os.fsencode(ODD) in {os.fsencode(path.name) for path in there.iterdir()}
    assert (there / "run").stat().st_mode & stat.S_IXUSR
    assert not (there / "a").stat().st_mode & stat.S_IXUSR


def test_any_commit_is_checked_out(build: RepoBuilder, tmp_path: Path) -> None:
    (build.root / "a").unlink()
    build.commit("second", {"d/c": "3\n"})
    assert "a" in files(checked_out(build.root, tmp_path / "first", "HEAD~1"))
    assert "a" not in files(checked_out(build.root, tmp_path / "second"))


def test_git_answers_in_a_checkout_as_in_a_clone(build: RepoBuilder, tmp_path: Path) -> None:
    build.git("tag", "v1")
    there = checked_out(build.root, tmp_path / "there")
    for question in (["status", "--porcelain"], ["rev-parse", "HEAD"], ["describe", "--tags"], ["log", "--format=%H"]):
        answers = {
            subprocess.run(["git", *question], cwd=where, env=os.environ | IDENTITY, capture_output=True).stdout
            for where in (there, build.root)
        }
        assert len(answers) == 1, question


@pytest.mark.parametrize("shape", ["plain", "bare", "worktree", "shallow", "sha256"])
def test_repositories_of_every_shape_stay_as_they_were(build: RepoBuilder, tmp_path: Path, shape: str) -> None:
    build.commit("second", {"a": "2\n"})
    root = build.root
    if shape == "bare":
        build.git("clone", "-q", "--bare", ".", str(tmp_path / "bare"))
        root = tmp_path / "bare"
    elif shape == "worktree":
        build.git("worktree", "add", "-q", str(tmp_path / "linked"))
        root = tmp_path / "linked"
    elif shape == "shallow":
        build.git("clone", "-q", "--depth=1", f"file://{build.root}", str(tmp_path / "shallow"))
        root = tmp_path / "shallow"
    elif shape == "sha256":
        other = RepoBuilder(tmp_path / "sha256", "--object-format=sha256")
        other.commit("first", {"a": "2\n"})
        root = other.root
    before = everything(root), everything(build.root)
    there = checked_out(root, tmp_path / "there")
    assert (there / "a").read_text() == "2\n"
    answer = subprocess.run(["git", "fsck"], cwd=there, env=os.environ | IDENTITY, capture_output=True, check=False)
    assert answer.returncode == 0, answer.stderr
    assert (everything(root), everything(build.root)) == before


def test_nothing_of_the_judged_repository_is_run(build: RepoBuilder, tmp_path: Path) -> None:
    trap = tmp_path / "trap"
    trap.write_text(f"#!/bin/sh\ntouch {tmp_path}/sprung\ncat\n")
    trap.chmod(0o755)
    build.commit("attributes", {".gitattributes": "* filter=evil diff=evil\n"})
    for key in ("filter.evil.smudge", "filter.evil.clean", "core.fsmonitor", "core.sshCommand", "diff.evil.textconv"):
        build.git("config", key, str(trap))
    build.git("config", "filter.evil.required", "true")
    hooks = build.root / ".git" / "hooks"
    hooks.mkdir(exist_ok=True)
    for hook in ("post-checkout", "reference-transaction", "post-index-change", "pre-auto-gc"):
        (hooks / hook).write_text(trap.read_text())
        (hooks / hook).chmod(0o755)
    (build.root / "a").write_text("changed\n")
    os.utime(build.root / "d" / "b", (1_700_000_000, 1_700_000_000))
    there = checked_out(build.root, tmp_path / "there", with_changes=True)
    assert (there / "a").read_text() == "changed\n"
    assert not (tmp_path / "sprung").exists()


def test_attributes_that_git_applies_itself_count(build: RepoBuilder, tmp_path: Path) -> None:
    build.commit("attributes", {".gitattributes": "*.bat text eol=crlf\n", "x.bat": "one\ntwo\n"})
    assert (checked_out(build.root, tmp_path / "there") / "x.bat").read_bytes() == b"one\r\ntwo\r\n"


def test_uncommitted_changes_of_tracked_files_come_along(build: RepoBuilder, tmp_path: Path) -> None:
    build.write({"a": "changed\n", "staged": "new\n", "untracked": "no\n", ODD: "odder\n"})
    build.git("add", "staged")
    (build.root / "d" / "b").unlink()
    (build.root / "run").chmod(0o644)
    (build.root / "link").unlink()
    (build.root / "link").symlink_to("a")
    there = checked_out(build.root, tmp_path / "there", with_changes=True)
    expected = files(build.root)
    del expected["untracked"]
    assert files(there) == expected
    assert not (there / "run").stat().st_mode & stat.S_IXUSR
    assert files(checked_out(build.root, tmp_path / "plain"))["a"] == "1\n"


def test_a_file_that_became_a_folder_comes_along_and_the_other_way_round(build: RepoBuilder, tmp_path: Path) -> None:
    (build.root / "a").unlink()
    (build.root / "d" / "b").unlink()
    (build.root / "d").rmdir()
    (build.root / "link").unlink()
    build.write({"a/in": "1\n", "d": "file\n", "link/in": "2\n"})
    build.git("add", "-A")
    there = checked_out(build.root, tmp_path / "there", with_changes=True)
    assert files(there) == files(build.root)


def test_uncommitted_changes_are_told_by_name(build: RepoBuilder) -> None:
    with Repository.open(build.root, trust_environment=False) as repository:
        assert repository.uncommitted() == ()
        build.write({"a": "changed\n", "untracked": "no\n", ODD: "odder\n"})
        os.utime(build.root / "d" / "b", (1_700_000_000, 1_700_000_000))
        before = everything(build.root)
        assert sorted(repository.uncommitted()) == sorted(["a", ODD])
        assert everything(build.root) == before


def test_a_bare_repository_has_nothing_uncommitted(build: RepoBuilder, tmp_path: Path) -> None:
    build.git("clone", "-q", "--bare", ".", str(tmp_path / "bare"))
    with Repository.open(tmp_path / "bare", trust_environment=False) as repository:
        assert repository.uncommitted() == ()


def test_files_that_a_partial_clone_lacks_are_left_out_by_name(build: RepoBuilder, tmp_path: Path) -> None:
    build.git("config", "uploadpack.allowFilter", "true")
    large = build.commit("large", {"large": "x" * 5000, "d/large too": "y" * 5000})
    url = f"file://{build.root}"
    build.git("clone", "-q", "--no-checkout", "--filter=blob:limit=1k", url, str(tmp_path / "partial"))
    (tmp_path / "there").mkdir()
    with Repository.open(tmp_path / "partial", trust_environment=False) as repository:
        before = everything(tmp_path / "partial")
        checkout = repository.check_out(large, tmp_path / "there")
        assert everything(tmp_path / "partial") == before
    assert sorted(checkout.missing_files) == ["d/large too", "large"]
    assert sorted(files(tmp_path / "there")) == sorted(set(files(build.root)) - {"large", "d/large too"})


def test_a_tree_that_is_missing_is_an_error_that_names_it(build: RepoBuilder, tmp_path: Path) -> None:
    tree = build.git("rev-parse", "HEAD:d")
    (build.root / ".git" / "objects" / tree[:2] / tree[2:]).unlink()
    with pytest.raises(MissingObjectError, match=tree):
        checked_out(build.root, tmp_path / "there")


def _with_submodule(build: RepoBuilder, tmp_path: Path) -> RepoBuilder:
    inner = RepoBuilder(tmp_path / "inner")
    inner.commit("inner", {"in": "1\n"})
    allowed = ("-c", "protocol.file.allow=always")
    build.git(*allowed, "submodule", "--quiet", "add", "--name", "odd name", str(inner.root), "lib/sub")
    build.commit("with a submodule")
    return inner


def test_submodules_come_from_the_local_store(build: RepoBuilder, tmp_path: Path) -> None:
    _with_submodule(build, tmp_path)
    there = checked_out(build.root, tmp_path / "there")
    assert (there / "lib" / "sub" / "in").read_text() == "1\n"


@pytest.mark.parametrize("kept", ["checkout", "modules", "nothing"])
def test_a_submodule_is_found_where_git_keeps_it_or_told(build: RepoBuilder, tmp_path: Path, kept: str) -> None:
    _with_submodule(build, tmp_path)
    sub, store = build.root / "lib" / "sub", build.root / ".git" / "modules" / "odd name"
    if kept == "checkout":
        (sub / ".git").unlink()
        store.rename(sub / ".git")
        subprocess.run(["git", "config", "--unset", "core.worktree"], cwd=sub / ".git", check=True)
    elif kept == "modules":
        build.git("submodule", "--quiet", "deinit", "-f", "--all")
    else:
        store.rename(tmp_path / "elsewhere")
    (tmp_path / "there").mkdir()
    with Repository.open(build.root, trust_environment=False) as repository:
        checkout = repository.check_out(repository.resolve("HEAD"), tmp_path / "there")
    assert checkout.missing_submodules == (("lib/sub",) if kept == "nothing" else ())
    assert ("lib/sub/in" in files(tmp_path / "there")) == (kept != "nothing")


def test_a_submodule_s_name_leads_nowhere_else(build: RepoBuilder, tmp_path: Path) -> None:
    inner = _with_submodule(build, tmp_path)
    (build.root / ".git" / "modules" / "odd name").rename(tmp_path / "elsewhere")
    text = f'[submodule "../../../inner/.git"]\n\tpath = lib/sub\n\turl = {inner.root}\n'
    build.git("rm", "-q", "--cached", ".gitmodules")
    build.write({".gitmodules": text})
    build.git("add", ".gitmodules")
    build.git("commit", "-q", "-m", "hostile")
    (tmp_path / "there").mkdir()
    with Repository.open(build.root, trust_environment=False) as repository:
        checkout = repository.check_out(repository.resolve("HEAD"), tmp_path / "there")
    assert checkout.missing_submodules == ("lib/sub",)


def test_a_link_in_a_submodule_s_place_is_not_followed(build: RepoBuilder, tmp_path: Path) -> None:
    inner = _with_submodule(build, tmp_path)
    (build.root / ".git" / "modules" / "odd name").rename(tmp_path / "elsewhere")
    (build.root / "lib" / "sub").rename(tmp_path / "old")
    (build.root / "lib" / "sub").symlink_to(inner.root)
    (tmp_path / "there").mkdir()
    with Repository.open(build.root, trust_environment=False) as repository:
        checkout = repository.check_out(repository.resolve("HEAD"), tmp_path / "there")
    assert checkout.missing_submodules == ("lib/sub",)
