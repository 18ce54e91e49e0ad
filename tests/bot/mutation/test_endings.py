"""Runs that are ended from outside: nothing of the user's is touched, and nothing of ours is left."""

from __future__ import annotations

import os
import pty
import select
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.bot.mutation.trees import CAPACITY, DETECTED, TABLE, UNIT, build, mutate, replace, report, row, table
from tests.support.builder import IDENTITY, RepoBuilder
from tests.support.commands import bin_folder
from tests.support.processes import living, mark_of, soon

PATIENCE_S = 20


@pytest.fixture(autouse=True)
def asked() -> Iterator[None]:
    """Ctrl-C ends what a test starts, also where the tests themselves are run in the background, which ignores it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture
def repo(tmp_path: Path) -> RepoBuilder:
    sleep = f"sleep {mark_of(tmp_path)}"
    hangs = replace("echo $(($1 + $1))", f"touch $HOME/../tree/begun; (trap '' TERM; {sleep}) & {sleep}")
    rows = [row("one", hangs, CAPACITY), row("two", hangs, CAPACITY), DETECTED]
    return build(tmp_path / "repo", {TABLE: table(*rows, unit={**UNIT, "timeout": 600})})


@contextmanager
def _running(repo: RepoBuilder, *arguments: str, errors: int = subprocess.PIPE) -> Iterator[subprocess.Popen[bytes]]:
    """A run that has begun its first hanging row."""
    cache = repo.root.parent / "cache"
    argv = [bin_folder() / "redfirst", "mutate", TABLE, *arguments]
    environment = {**os.environ, **IDENTITY, "XDG_CACHE_HOME": str(cache)}
    with subprocess.Popen(argv, cwd=repo.root, env=environment, stdout=subprocess.PIPE, stderr=errors) as process:
        assert soon(lambda: list(cache.glob("redfirst/workspaces/*/tree/begun")))
        try:
            yield process
        finally:
            process.kill()


def _state(repo: RepoBuilder) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in sorted(repo.root.rglob("*")) if path.is_file()}


def test_a_run_that_outlives_its_terminal_goes_on(repo: RepoBuilder) -> None:
    """As `nohup` has it: what is ignored from the start stays ignored."""
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        with _running(repo, "--row", "one") as process:
            process.send_signal(signal.SIGHUP)
            with pytest.raises(subprocess.TimeoutExpired):
                process.wait(1)
            process.terminate()
            assert process.wait(PATIENCE_S) == 130
    finally:
        signal.signal(signal.SIGHUP, before)


@pytest.mark.parametrize(
    ("number", "jobs"), [(signal.SIGINT, "1"), (signal.SIGINT, "2"), (signal.SIGTERM, "2")], ids=str
)
def test_an_interruption_leaves_nothing(repo: RepoBuilder, number: signal.Signals, jobs: str) -> None:
    before = _state(repo)
    with _running(repo, "--jobs", jobs) as process:
        process.send_signal(number)
        _, errors = process.communicate(timeout=PATIENCE_S)
    assert process.returncode == 130
    assert errors.decode().splitlines()[-1] == "redfirst: interrupted"
    assert list((repo.root.parent / "cache/redfirst/workspaces").iterdir()) == []
    assert not living(mark_of(repo.root.parent))
    assert _state(repo) == before


def test_a_killed_run_leaves_no_process_and_the_next_one_starts_clean(repo: RepoBuilder) -> None:
    before = _state(repo)
    with _running(repo) as process:
        process.kill()
        process.wait()
        assert soon(lambda: not living(mark_of(repo.root.parent)))
    assert _state(repo) == before
    report(repo.root, TABLE, "--row", "detected", code=0)
    assert list((repo.root.parent / "cache/redfirst/workspaces").iterdir()) == []


def test_a_terminal_shows_the_row_that_runs_and_takes_it_away(repo: RepoBuilder) -> None:
    shown, terminal = pty.openpty()
    with _running(repo, "--row", "one", errors=terminal) as process:
        os.close(terminal)
        text = b""
        while b"running     run" not in text:
            assert select.select([shown], [], [], PATIENCE_S)[0], text
            text += os.read(shown, 1 << 16)
        process.send_signal(signal.SIGINT)
        process.wait(PATIENCE_S)
        while chunk := _rest(shown):
            text += chunk
    assert "control green: 3 cases" in text.decode()
    assert "1 row left" in text.decode()
    assert text.decode().rstrip().endswith("redfirst: interrupted")


def _rest(descriptor: int) -> bytes:
    try:
        return os.read(descriptor, 1 << 16)
    except OSError:  # how a terminal ends whose other side is closed
        return b""


def test_without_a_terminal_there_is_a_line_a_row(tmp_path: Path) -> None:
    tree = build(tmp_path / "repo", {TABLE: table(DETECTED)})
    result = mutate(tree.root, TABLE)
    assert result.err.splitlines()[0] == f"{TABLE}   1 row"
    assert "  detected  detected" in result.err
    assert mutate(tree.root, TABLE, "--quiet").err == ""
