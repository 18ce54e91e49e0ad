"""Finding the repository: places, kinds of repository, hooks, refusals."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from checkers.errors import RepositoryError
from checkers.repo.repository import Repository
from tests.checkers.repo.conftest import Open
from tests.support.builder import RepoBuilder


def test_a_repository_is_found_from_a_folder_deep_inside(build: RepoBuilder, opened: Open) -> None:
    build.commit("one", {"a/b/c.txt": "x"})
    repository = opened(build.root / "a" / "b")
    assert repository.root == build.root
    assert repository.git_dir == build.root / ".git"
    assert (repository.is_bare, repository.is_shallow, repository.object_format) == (False, False, "sha1")


@pytest.mark.parametrize(
    "name", ["new\nline", "two\n\nlines\n", " blank ", "'quote\"", "-dash", "ünï", "a\\b", "$(x)`y`"]
)
def test_a_folder_with_any_name_is_found(name: str, tmp_path: Path, opened: Open) -> None:
    build = RepoBuilder(tmp_path / name)
    sha = build.commit("one", {"f": "x"})
    repository = opened(build)
    assert repository.root == build.root
    assert repository.resolve("HEAD") == sha
    assert repository.work_tree().read("f") == b"x"


def test_a_linked_work_tree_has_its_own_head_and_index(build: RepoBuilder, opened: Open, tmp_path: Path) -> None:
    first = build.commit("one", {"f": "1"})
    build.git("worktree", "add", "-q", "-b", "other", str(tmp_path / "linked"))
    build.commit("two", {"f": "2"})
    (tmp_path / "linked" / "g").write_text("new")
    repository = opened(tmp_path / "linked")
    assert repository.root == tmp_path / "linked"
    assert repository.git_dir == build.root / ".git" / "worktrees" / "linked"
    assert repository.head() == first
    assert repository.work_tree().read("f") == b"1"
    assert list(repository.index().entries()) == ["f"]
    assert list(repository.work_tree().entries()) == ["f", "g"]


def test_a_bare_repository_has_commits_and_no_work_tree(build: RepoBuilder, opened: Open, tmp_path: Path) -> None:
    sha = build.commit("one", {"f": "1"})
    build.git("clone", "-q", "--bare", ".", str(tmp_path / "bare"))
    repository = opened(tmp_path / "bare")
    assert repository.is_bare
    assert repository.root is None
    assert repository.tree(repository.resolve("main")).read("f") == b"1"
    assert list(repository.commit(sha).change.paths) == ["f"]
    with pytest.raises(RepositoryError, match="no work tree"):
        repository.work_tree()


def test_inside_the_git_folder_there_is_no_work_tree(build: RepoBuilder, opened: Open) -> None:
    sha = build.commit("one", {"f": "1"})
    repository = opened(build.root / ".git")
    assert repository.root is None
    assert repository.head() == sha


def test_a_sha256_repository_is_read(tmp_path: Path, opened: Open) -> None:
    build = RepoBuilder(tmp_path / "wide", "--object-format=sha256")
    build.commit("one", {"d/f": "1"})
    sha = build.commit("two", {"d/f": "2"})
    repository = opened(build)
    assert repository.object_format == "sha256"
    assert len(sha) == 64
    assert repository.resolve(sha[:12]) == sha
    assert repository.tree(sha).read("d/f") == b"2"
    assert list(repository.commit(sha).change.paths) == ["d/f"]
    whole = repository.diff(None, sha)
    assert (list(whole.before.entries()), list(whole.paths)) == ([], ["d/f"])


@pytest.mark.parametrize("start", ["missing", "file"])
def test_a_start_that_is_no_folder_is_said(start: str, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(RepositoryError, match=f"{start}"):
        Repository.open(tmp_path / start)


def test_a_folder_outside_any_repository_is_said(tmp_path: Path) -> None:
    with pytest.raises(RepositoryError, match="is not in a git repository; name one with --repo"):
        Repository.open(tmp_path)


def test_a_nul_in_the_folder_is_refused() -> None:
    with pytest.raises(RepositoryError):
        Repository.open(Path("a\0b"))


def test_git_that_is_not_installed_is_said(build: RepoBuilder, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(build.root))
    with pytest.raises(RepositoryError, match="git is not installed"):
        Repository.open(build.root)


@pytest.mark.parametrize("version", ["git version 2.37.9", "git version 1.9", "git version 2.5.0.windows.1"])
def test_an_old_git_is_refused(version: str, build: RepoBuilder, fake_git: Callable[[str], None]) -> None:
    fake_git(f"echo {version}")
    with pytest.raises(RepositoryError, match=r"git 2\.38 or newer is needed; this is git"):
        Repository.open(build.root)


@pytest.mark.parametrize(
    "version",
    ["git version 2.38.0", "git version 2.51.GIT", "git version 2.47.1 (Apple Git-155)", "git version 3.0.rc1"],
)
def test_a_newer_git_is_taken(version: str, build: RepoBuilder, fake_git: Callable[[str], None]) -> None:
    fake_git(f'case "$*" in *version) echo "{version}";; *) exec $REAL "$@";; esac')
    with Repository.open(build.root) as repository:
        assert repository.head() is None


def test_a_git_without_a_version_is_refused(build: RepoBuilder, fake_git: Callable[[str], None]) -> None:
    fake_git("echo hello")
    with pytest.raises(RepositoryError, match="does not say its version"):
        Repository.open(build.root)


def test_a_repository_of_another_owner_is_refused_with_what_to_do(
    build: RepoBuilder, fake_git: Callable[[str], None]
) -> None:
    fake_git('GIT_TEST_ASSUME_DIFFERENT_OWNER=1 exec $REAL "$@"')
    with pytest.raises(RepositoryError, match="belongs to another user") as caught:
        Repository.open(build.root)
    assert f"git config --global --add safe.directory {build.root}" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_safe_directory_of_the_environment_counts(
    build: RepoBuilder, fake_git: Callable[[str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    fake_git('GIT_TEST_ASSUME_DIFFERENT_OWNER=1 exec $REAL "$@"')
    monkeypatch.setenv("GIT_CONFIG_COUNT", "1")
    monkeypatch.setenv("GIT_CONFIG_KEY_0", "safe.directory")
    monkeypatch.setenv("GIT_CONFIG_VALUE_0", "*")
    with Repository.open(build.root) as repository:
        assert repository.root == build.root


def _run_as_hook(build: RepoBuilder, hook: str, body: str, *git: str) -> str:
    """Let git run Python code as a hook; what it prints."""
    out = build.root.parent / "said"
    script = build.root / ".git" / "hooks" / hook
    script.parent.mkdir(exist_ok=True)
    code = f"from pathlib import Path\nfrom checkers.repo.repository import Repository\n{body}"
    (build.root.parent / "hook.py").write_text(code)
    script.write_text(f"#!/bin/sh\n{sys.executable} {build.root.parent / 'hook.py'} >{out} 2>&1\n")
    script.chmod(0o755)
    build.git(*git)
    return out.read_text()


STAGED = "print(dict((p, r.index().read(p)) for p in r.staged().paths))"


@pytest.mark.parametrize(
    ("commit", "seen"),
    [
        (("commit", "-q", "-m", "x"), "{'staged': b's'}"),
        (("commit", "-q", "-a", "-m", "x"), "{'f': b'2', 'staged': b's'}"),
        (("commit", "-q", "-m", "x", "--", "f"), "{'f': b'2'}"),
    ],
)
@pytest.mark.parametrize(
    "opening", ["Repository.open(Path.cwd())", "Repository.open(Path.cwd(), trust_environment=False)"]
)
def test_a_commit_hook_sees_the_index_that_will_be_committed(
    build: RepoBuilder, commit: tuple[str, ...], seen: str, opening: str
) -> None:
    build.commit("one", {"f": "1", "deep/g": "1"})
    build.write({"f": "2", "staged": "s"})
    build.git("add", "staged")
    assert _run_as_hook(build, "pre-commit", f"with {opening} as r: {STAGED}", *commit).strip() == seen


def test_a_hook_of_a_linked_work_tree_sees_its_own_index(build: RepoBuilder, tmp_path: Path) -> None:
    build.commit("one", {"f": "1"})
    build.git("worktree", "add", "-q", "-b", "other", str(tmp_path / "linked"))
    (tmp_path / "linked" / "f").write_text("2")
    body = f"with Repository.open(Path.cwd()) as r: print(r.root.name); {STAGED}"
    said = _run_as_hook(build, "pre-commit", body, "-C", str(tmp_path / "linked"), "commit", "-q", "-a", "-m", "x")
    assert said.split("\n")[:2] == ["linked", "{'f': b'2'}"]


def test_a_hook_about_another_repository_does_not_mislead(
    build: RepoBuilder, tmp_path: Path, opened: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = RepoBuilder(tmp_path / "other")
    build.commit("one", {"f": "1"})
    other.commit("one", {"g": "1"})
    monkeypatch.setenv("GIT_DIR", str(build.root / ".git"))
    monkeypatch.setenv("GIT_INDEX_FILE", str(build.root / ".git" / "index"))
    monkeypatch.chdir(build.root)
    assert opened(other, trust_environment=False).root == other.root
    assert list(opened(other, trust_environment=False).index().entries()) == ["g"]
    assert opened(build.root).root == build.root


def test_variables_that_lead_nowhere_do_not_mislead(
    build: RepoBuilder, tmp_path: Path, opened: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GIT_DIR", str(tmp_path / "nowhere"))
    assert opened(build, trust_environment=False).root == build.root
    with pytest.raises(RepositoryError):
        Repository.open(build.root)


def test_an_index_file_relative_to_the_top_is_found_from_below(
    build: RepoBuilder, opened: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    build.commit("one", {"d/f": "1"})
    (build.root / ".git" / "other-index").write_bytes((build.root / ".git" / "index").read_bytes())
    build.git("rm", "-q", "--cached", "d/f")
    monkeypatch.setenv("GIT_INDEX_FILE", ".git/other-index")
    assert list(opened(build.root / "d").index().entries()) == ["d/f"]


def test_quarantined_objects_of_a_push_are_seen_by_its_hook(build: RepoBuilder, tmp_path: Path) -> None:
    build.commit("one", {"f": "1"})
    build.git("clone", "-q", "--bare", ".", str(tmp_path / "bare"))
    server = tmp_path / "bare" / "hooks" / "pre-receive"
    server.parent.mkdir(exist_ok=True)
    code = (
        "import sys\nfrom pathlib import Path\nfrom checkers.repo.repository import Repository\n"
        "new = sys.stdin.read().split()[1]\n"
        "with Repository.open(Path.cwd()) as r: print(r.tree(r.resolve(new)).read('f'), r.commit(new).message)\n"
    )
    (tmp_path / "receive.py").write_text(code)
    server.write_text(f"#!/bin/sh\n{sys.executable} {tmp_path / 'receive.py'} >{tmp_path / 'said'} 2>&1\n")
    server.chmod(0o755)
    build.commit("two", {"f": "2"})
    build.git("push", "-q", str(tmp_path / "bare"), "main")
    assert (tmp_path / "said").read_text() == "b'2' two\n\n"


EMPTY = {".git/HEAD": "ref: refs/heads/main\n", ".git/objects/x": "", ".git/refs/x": ""}


@pytest.mark.parametrize(
    ("files", "said"),
    [
        ({".git": "gitdir: /nowhere\n"}, "cannot read the repository"),
        ({".git": "nonsense"}, "cannot read the repository"),
        ({".git/x": ""}, "is not in a git repository"),
        (EMPTY | {".git/config": "[core\n"}, "cannot read"),
        (EMPTY | {".git/config": "[core]\nrepositoryformatversion = 99\n"}, "cannot read"),
        (EMPTY | {".git/config": "[core]\nrepositoryformatversion = 1\n[extensions]\nfuture = 1\n"}, "cannot read"),
    ],
)
def test_what_only_looks_like_a_repository_is_refused_in_one_line(
    files: dict[str, str], said: str, tmp_path: Path
) -> None:
    for name, text in files.items():
        path = tmp_path / "odd" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    with pytest.raises(RepositoryError, match=said) as caught:
        Repository.open(tmp_path / "odd")
    assert "\n" not in str(caught.value)


def test_a_git_that_hangs_is_given_up(
    build: RepoBuilder, fake_git: Callable[[str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("checkers.repo.process.TIME_LIMIT_S", 0.3)
    fake_git('case "$*" in *version) echo git version 2.40.0;; *) exec sleep 60;; esac')
    with pytest.raises(RepositoryError, match="did not answer within"):
        Repository.open(build.root)


def test_a_version_that_hangs_is_given_up(
    build: RepoBuilder, fake_git: Callable[[str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("checkers.repo.process.TIME_LIMIT_S", 0.3)
    fake_git('case "$*" in *version) exec sleep 60;; *) exec $REAL "$@";; esac')
    with pytest.raises(RepositoryError, match="git version did not answer within"):
        Repository.open(build.root)


def test_a_current_folder_outside_any_repository_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(RepositoryError, match=f"^{tmp_path} is not in a git repository"):
        Repository.open(Path())


def test_a_current_folder_that_is_gone_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "gone"
    folder.mkdir()
    monkeypatch.chdir(folder)
    folder.rmdir()
    with pytest.raises(RepositoryError, match=r"^the current folder is gone"):
        Repository.open(Path())


def test_an_unborn_head_is_none_and_a_detached_one_a_commit(build: RepoBuilder, opened: Open) -> None:
    assert opened(build).head() is None
    sha = build.commit("one", {"f": "1"})
    build.commit("two", {"f": "2"})
    build.git("checkout", "-q", "--detach", "HEAD~1")
    assert opened(build).head() == sha


def test_config_is_read_as_git_reads_it(build: RepoBuilder, opened: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    build.git("config", "commit.cleanup", "scissors")
    build.git("config", "--add", "commit.cleanup", "strip")
    build.git("config", "core.commentChar", "%")
    assert opened(build).config("commit.cleanup") == "strip"
    assert opened(build).config("core.commentChar") == "%"
    assert opened(build).config("core.absent") is None
    monkeypatch.setenv("GIT_CONFIG_PARAMETERS", "'commit.cleanup'='verbatim'")
    assert opened(build).config("commit.cleanup") == "verbatim"


@pytest.mark.parametrize(
    ("version", "settings", "mark"),
    [
        ("2.39.5", (), "#"),
        ("2.39.5", ("core.commentString=//", "core.commentChar=;"), ";"),
        ("2.44.0", ("core.commentChar=;", "core.commentString=//"), ";"),
        ("2.44.0", ("core.commentString=//",), "#"),
        ("2.45.0", ("core.commentString=//",), "//"),
        ("2.45.0", ("core.commentChar=;", "core.commentString=//"), "//"),
        ("2.45.0", ("core.commentString=//", "core.commentChar=;"), ";"),
        ("2.45.0", ("core.commentChar=%", "core.commentString=//", "core.commentChar=Auto"), "auto"),
    ],
)
def test_the_comment_mark_is_the_one_that_this_git_was_told_last(
    version: str,
    settings: tuple[str, ...],
    mark: str,
    build: RepoBuilder,
    opened: Open,
    fake_git: Callable[[str], None],
) -> None:
    for setting in settings:
        build.git("config", "--add", *setting.split("="))
    fake_git(f'case "$*" in *version) echo "git version {version}";; *) exec $REAL "$@";; esac')
    assert opened(build).comment_mark() == mark
