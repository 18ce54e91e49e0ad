"""Workspaces: where they are, who may share them, what may be written in them, and that nothing is left of them."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from bot.mutation.slots import WorkspaceError, claim, clear_abandoned, workspaces_folder
from bot.mutation.workspace import Workspace
from checkers.cache.folder import cache_folder
from checkers.repo.repository import Repository
from tests.support.builder import RepoBuilder


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache folder of the test's own."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache" / "redfirst" / "workspaces"


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    """A repository with a few files."""
    build = RepoBuilder(tmp_path / "repo")
    build.write({"a.txt": "one\n", "d/run.sh": "#!/bin/sh\necho ran\n", "na\udcefve": "odd\n"})
    (build.root / "d" / "run.sh").chmod(0o755)
    (build.root / "link").symlink_to("a.txt")
    (build.root / "way").symlink_to("/")
    build.commit("first")
    return Repository.open(build.root, trust_environment=False)


@pytest.fixture
def workspace(repository: Repository) -> Workspace:
    """A workspace of it."""
    return Workspace.create(repository, repository.resolve("HEAD"))


def sha256(data: bytes) -> str:
    """As a workspace tells it."""
    return hashlib.sha256(data).hexdigest()


def test_a_workspace_is_at_a_fixed_path_and_gone_afterwards(repository: Repository, cache: Path) -> None:
    head = repository.resolve("HEAD")
    with Workspace.create(repository, head, job=0) as first:
        assert first.root.is_relative_to(cache)
        assert (first.root / "a.txt").read_text() == "one\n"
    assert list(cache.iterdir()) == []
    with Workspace.create(repository, head, job=0) as again, Workspace.create(repository, head, job=1) as other:
        assert again.root == first.root
        assert other.root != first.root


def test_two_runs_never_share_one(repository: Repository, cache: Path) -> None:
    head = repository.resolve("HEAD")
    with Workspace.create(repository, head) as one, Workspace.create(repository, head) as two:
        assert one.root != two.root
        two.write("a.txt", b"two\n")
        assert one.read("a.txt") == b"one\n"
    assert list(cache.iterdir()) == []


def test_many_threads_get_workspaces_of_their_own(repository: Repository, cache: Path) -> None:
    head = repository.resolve("HEAD")
    repository.commit(head)
    made: list[Workspace] = []

    def make(job: int) -> None:
        made.append(Workspace.create(repository, head, job))

    threads = [threading.Thread(target=make, args=(job % 2,)) for job in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len({workspace.root for workspace in made}) == 6
    for workspace in made:
        workspace.close()
    assert list(cache.iterdir()) == []


def test_a_dead_run_s_workspace_is_cleared_and_a_living_one_s_is_not(repository: Repository, cache: Path) -> None:
    code = (
        "import sys, os; from pathlib import Path; from bot.mutation.slots import claim\n"
        "slot = claim(Path(sys.argv[1]), b'x', 0); (slot.folder / 'left').mkdir(); print('made', flush=True)\n"
        "sys.stdin.read()"
    )
    cache.mkdir(parents=True)
    argv = [sys.executable, "-c", code, str(cache)]
    with subprocess.Popen(argv, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=Path(__file__).parents[3]) as run:
        assert run.stdout
        assert run.stdout.readline() == b"made\n"
        clear_abandoned(cache)
        assert len(list(cache.glob("*/left"))) == 1
        run.kill()
    with Workspace.create(repository, repository.resolve("HEAD")):
        assert list(cache.glob("*/left")) == []


def test_what_lies_in_a_free_folder_is_gone_when_it_is_claimed(cache: Path) -> None:
    cache.mkdir(parents=True)
    slot = claim(cache, b"x", 0)
    (slot.folder / "left").write_text("x")
    os.close(slot.lock)
    again = claim(cache, b"x", 0)
    assert again.folder == slot.folder
    assert list(again.folder.iterdir()) == []
    again.release()


def test_workspaces_never_lie_in_the_judged_tree(
    repository: Repository, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    assert repository.root
    monkeypatch.setenv("XDG_CACHE_HOME", str(repository.root / "cache"))
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    with Workspace.create(repository, repository.resolve("HEAD")) as workspace:
        assert not workspace.root.is_relative_to(repository.root)
    assert not (repository.root / "cache").exists()


@pytest.mark.parametrize("named", ["relative", "", "/proc/no/such"])
def test_a_cache_folder_that_cannot_be_is_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, named: str) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", named)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    assert workspaces_folder().is_relative_to(tmp_path / "home" / ".cache")


def test_a_folder_that_others_may_write_is_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    open_to_all = tmp_path / "cache" / "redfirst" / "workspaces"
    open_to_all.mkdir(parents=True)
    open_to_all.chmod(0o777)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    assert workspaces_folder().is_relative_to(tmp_path / "home")


def test_the_folder_of_workspaces_leaves_the_cache_beside_it_private(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "caches"))
    before = os.umask(0o002)
    try:
        workspaces_folder()
    finally:
        os.umask(before)
    assert cache_folder(()) == tmp_path / "caches" / "redfirst"


def test_no_folder_at_all_is_an_error_that_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("XDG_CACHE_HOME", "HOME", "TMPDIR"):
        monkeypatch.setenv(name, "/proc/no/such")
    monkeypatch.setattr("tempfile.tempdir", "/proc/no/such")
    with pytest.raises(WorkspaceError, match="XDG_CACHE_HOME"):
        workspaces_folder()


def test_a_file_is_written_removed_and_written_back(workspace: Workspace) -> None:
    with workspace:
        for data in (b"two\n", None, b"three\n", b"one\n"):
            workspace.write("a.txt", data)
            assert workspace.read("a.txt") == data
            assert workspace.digest("a.txt") == (None if data is None else sha256(data))


def test_a_file_keeps_its_mode_through_its_absence(workspace: Workspace) -> None:
    with workspace:
        before = (workspace.root / "d" / "run.sh").stat().st_mode
        workspace.write("d/run.sh", b"other\n")
        workspace.write("d/run.sh", None)
        workspace.write("d/run.sh", b"#!/bin/sh\necho again\n")
        assert (workspace.root / "d" / "run.sh").stat().st_mode == before
        assert workspace.run(["d/run.sh"], {}, 20).stdout == b"again\n"


def test_new_files_get_their_folders_and_go_again(workspace: Workspace) -> None:
    with workspace:
        workspace.write("new/folder/file", b"x")
        assert workspace.read("new/folder/file") == b"x"
        workspace.write("new/folder/file", None)
        assert workspace.read("new/folder/file") is None


def test_a_file_that_is_read_only_is_written(workspace: Workspace) -> None:
    with workspace:
        (workspace.root / "a.txt").chmod(0o444)
        workspace.write("a.txt", b"two\n")
        assert workspace.read("a.txt") == b"two\n"
        assert (workspace.root / "a.txt").stat().st_mode & 0o777 == 0o444


@pytest.mark.parametrize(
    "path",
    ["../x", "/etc/passwd", "d/../../x", ".git/config", "d/.git/x", "way/etc/passwd", "", ".", "a.txt/in", "x\0y"],
)
def test_nothing_is_written_or_read_outside(workspace: Workspace, path: str) -> None:
    with workspace:
        for attempt in (lambda: workspace.write(path, b"x"), lambda: workspace.read(path)):
            with pytest.raises(WorkspaceError):
                attempt()


def test_a_link_is_no_file_to_break(workspace: Workspace) -> None:
    with workspace:
        for act in (lambda: workspace.write("link", b"x"), lambda: workspace.read("link")):
            with pytest.raises(WorkspaceError):
                act()
        assert workspace.read("a.txt") == b"one\n"


def test_a_folder_is_no_file_to_break(workspace: Workspace) -> None:
    with workspace, pytest.raises(WorkspaceError):
        workspace.write("d", b"x")


def test_a_second_name_of_a_file_elsewhere_is_not_written_through(workspace: Workspace, tmp_path: Path) -> None:
    with workspace:
        (tmp_path / "precious").write_bytes(b"as it was")
        (workspace.root / "a.txt").unlink()
        try:
            (workspace.root / "a.txt").hardlink_to(tmp_path / "precious")
        except OSError:
            pytest.skip("the temporary folder is on another file system")
        workspace.write("a.txt", b"two\n")
        assert (tmp_path / "precious").read_bytes() == b"as it was"


def test_a_link_that_a_suite_put_in_a_folder_s_place_is_not_followed(workspace: Workspace, tmp_path: Path) -> None:
    with workspace:
        (tmp_path / "elsewhere").mkdir()
        (tmp_path / "elsewhere" / "run.sh").write_text("precious\n")
        done = workspace.run(["sh", "-c", f"rm -r d && ln -s {tmp_path}/elsewhere d"], {}, 20)
        assert done.succeeded
        with pytest.raises(WorkspaceError):
            workspace.write("d/run.sh", b"x")
        assert (tmp_path / "elsewhere" / "run.sh").read_text() == "precious\n"


def test_a_digest_follows_links_within_the_workspace_alone(workspace: Workspace, tmp_path: Path) -> None:
    (tmp_path / "outside").write_text("x")
    with workspace:
        (workspace.root / "out").symlink_to(tmp_path / "outside")
        (workspace.root / "loop").symlink_to("loop")
        os.mkfifo(workspace.root / "fifo")
        assert workspace.digest("link") == sha256(b"one\n")
        for path in ("out", "way/etc/passwd", "../clock", "none", "d", "fifo", "loop", ".", "a.txt/x"):
            assert workspace.digest(path) is None, path


def test_discarding_removes_whatever_is_there(workspace: Workspace, tmp_path: Path) -> None:
    (tmp_path / "outside").write_text("x")
    with workspace:
        (workspace.root / "out").symlink_to(tmp_path / "outside")
        (workspace.root / "deep" / "er").mkdir(parents=True)
        os.mkfifo(workspace.root / "fifo")
        (workspace.root / "short").symlink_to("d")
        for path in ("out", "deep", "fifo", "none", "none/at/all", "a.txt/x", "a.txt", "short/run.sh"):
            workspace.discard(path)
            assert not os.path.lexists(workspace.root / path)
        assert (tmp_path / "outside").read_text() == "x"
        assert list((workspace.root / "d").iterdir()) == []
        (workspace.root / "store").symlink_to(".git")
        for path in ("../clock", "way/tmp", ".git", "store/HEAD", "", "."):
            with pytest.raises(WorkspaceError):
                workspace.discard(path)


def test_a_suite_has_a_home_and_a_temporary_folder_of_its_own(workspace: Workspace) -> None:
    with workspace:
        code = 'echo x > "$HOME/kept"; ls "$TMPDIR"; echo x > "$TMPDIR/left"; echo "$NAMED"'
        for _ in range(2):
            assert workspace.run(["sh", "-c", code], {"NAMED": "value"}, 20).stdout == b"value\n"
        assert workspace.run(["sh", "-c", "cat ~/kept"], {}, 20).stdout == b"x\n"


def test_a_suite_sees_named_variables_only(workspace: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("GITHUB_TOKEN", "ACTIONS_RUNTIME_TOKEN", "SSH_AUTH_SOCK", "GIT_DIR", "LD_PRELOAD", "PYTHONPATH"):
        monkeypatch.setenv(name, "ours")
    monkeypatch.setenv("PATH", "relative:" + os.environ["PATH"])
    with workspace:
        lines = workspace.run(["env"], {"OWN": "x"}, 20).stdout.decode().splitlines()
    variables = dict(line.split("=", 1) for line in lines)
    assert "ours" not in variables.values()
    assert sorted(variables) == sorted([
        "HOME", "LANG", "OWN", "PATH", "PYTHONDONTWRITEBYTECODE", "PYTHONHASHSEED", "PYTHONPYCACHEPREFIX",
        "SOURCE_DATE_EPOCH", "TMPDIR",
    ])  # fmt: skip
    assert "relative" not in variables["PATH"]


def test_the_judged_repository_is_not_written_by_its_suites(repository: Repository, workspace: Workspace) -> None:
    assert repository.root
    if not any("not refused" in note for note in workspace.notes):
        with workspace:
            for code in (f"echo x > {repository.root}/a.txt", f"git -C {repository.root} update-ref refs/heads/x HEAD"):
                assert not workspace.run(["sh", "-c", code], {}, 20).succeeded
    assert (repository.root / "a.txt").read_text() == "one\n"


def test_a_suite_may_use_git_in_its_workspace(workspace: Workspace) -> None:
    with workspace:
        code = "git -c user.name=x -c user.email=x commit -qam x && git gc -q && git log --oneline | wc -l"
        workspace.write("a.txt", b"two\n")
        done = workspace.run(["sh", "-c", code], {}, 20)
        assert done.stdout.strip() == b"2", done


@pytest.mark.parametrize(
    "mess",
    [
        "chmod 000 d; mkdir locked && echo x > locked/in && chmod 000 locked",
        'python3 -c \'import os\nfor _ in range(900): os.mkdir("deep"); os.chdir("deep")\nopen("x", "w")\'',
        "mkfifo fifo; ln -s /etc etc; touch -- '-rf' '*' \"$(printf 'a\\nb')\"",
        'rm -rf .git a.txt; rm -rf "$HOME"/* ; chmod 500 .',
    ],
)
def test_no_mess_of_a_suite_keeps_a_workspace(workspace: Workspace, cache: Path, mess: str) -> None:
    with workspace:
        workspace.run(["sh", "-c", mess], {}, 20)
    assert list(cache.iterdir()) == []


def test_a_workspace_is_kept_on_request(workspace: Workspace, cache: Path, tmp_path: Path) -> None:
    workspace.write("a.txt", b"two\n")
    workspace.close(keep=tmp_path / "kept" / "one")
    assert (tmp_path / "kept" / "one" / "a.txt").read_bytes() == b"two\n"
    assert list(cache.iterdir()) == []


def test_reports_are_read_through_the_workspace(workspace: Workspace) -> None:
    with workspace:
        assert workspace.read_report("report.xml") is None
        workspace.run(["sh", "-c", "echo '<x/>' > report.xml"], {}, 20)
        assert workspace.read_report("report.xml") == b"<x/>\n"


def test_what_a_checkout_lacks_is_noted(repository: Repository, tmp_path: Path) -> None:
    build = RepoBuilder(tmp_path / "other")
    build.commit("first", {f"f{number}": f"{number}" * 2000 for number in range(5)})
    build.git("config", "uploadpack.allowFilter", "true")
    url = f"file://{build.root}"
    build.git("clone", "-q", "--no-checkout", "--filter=blob:limit=1k", url, str(tmp_path / "partial"))
    with (
        Repository.open(tmp_path / "partial", trust_environment=False) as partial,
        Workspace.create(partial, partial.resolve("HEAD")) as workspace,
    ):
        assert workspace.notes[0] == "files that this clone lacks are absent: f0, f1, f2 and 2 more"


@pytest.mark.growth
def test_a_row_costs_far_less_than_a_second(workspace: Workspace) -> None:
    with workspace:
        workspace.run(["true"], {}, 20)
        started = time.monotonic()
        for number in range(10):
            workspace.write("a.txt", b"%d\n" % number)
            workspace.run(["true"], {}, 20)
        assert (time.monotonic() - started) / 10 < 0.5
