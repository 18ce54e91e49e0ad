"""A second process for one of the code checkers: the same report, and nothing lost where that process dies."""

from __future__ import annotations

import errno
import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from checkers.forking import Fork
from checkers.model import Status, SubjectKind
from checkers.parallel import WORTH_FILES, all_judged
from checkers.policy.load import preset_policy
from checkers.policy.select import Selected
from checkers.registry import CHECKERS
from checkers.repo.repository import Repository
from checkers.repo.types import MemorySnapshot
from checkers.run import Task, judged
from checkers.subject import Subject
from tests.support.builder import RepoBuilder

CHECK = Path(sys.executable).with_name("redfirst")
FILES = {
    "scripts/device-leakage-baseline.json": '{"total": 0, "buckets": {"kcuda": 0, "is_cuda": 0, "cuda_inc": 0, '
    '"vt_ifdef": 0}}\n',
    "src/vllm/model_executor/models/m.cpp": "void F() { vt::Attention(q); }\nauto a = kCUDA;\n",
}
TREE = Subject(SubjectKind.TREE, head=MemorySnapshot(FILES))


def _tasks(parent: int = 0) -> list[Task]:
    def make() -> Subject:
        if parent and os.getpid() != parent:
            os.kill(os.getpid(), signal.SIGKILL)
        return TREE

    selected = Selected(preset_policy())
    return [Task(checker, SubjectKind.TREE, selected, make) for checker in CHECKERS if not checker.judges_changes]


@pytest.fixture
def repo(tmp_path: Path) -> RepoBuilder:
    built = RepoBuilder(tmp_path / "r")
    built.commit("base", FILES | {f"docs/{number}.md": "x\n" for number in range(WORTH_FILES)})
    return built


@pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="this system cannot keep a process on one core")
def test_the_report_is_the_same_on_one_core_and_on_two(repo: RepoBuilder) -> None:
    cores = sorted(os.sched_getaffinity(0))
    reports = [
        subprocess.run(
            [CHECK, "check", "--format", "json"],
            cwd=repo.root,
            capture_output=True,
            check=False,
            preexec_fn=lambda used=used: os.sched_setaffinity(0, used),
        )
        for used in (cores[:1], cores)
    ]
    assert [done.returncode for done in reports] == [1, 1]
    assert reports[0].stdout == reports[1].stdout
    verdicts = json.loads(reports[0].stdout)["verdicts"]
    assert [verdict["status"] for verdict in verdicts] == ["skip", "fail", "fail", "skip", "skip"]


def test_a_large_work_tree_is_judged_by_two_processes_with_the_verdicts_of_one(repo: RepoBuilder) -> None:
    tasks = _tasks()
    files = FILES | {f"docs/{number}.md": "x" for number in range(WORTH_FILES)}
    large = Subject(SubjectKind.TREE, head=MemorySnapshot(files))
    with Repository.open(repo.root) as repository:
        there = all_judged([task._replace(make=lambda: large) for task in tasks], repository, excerpts=True)
    here = [judged(task, excerpts=True) for task in tasks]
    assert [one._replace(seconds=0) for one in there] == [one._replace(seconds=0) for one in here]


def test_a_process_that_dies_leaves_its_task_to_this_one(repo: RepoBuilder) -> None:
    tasks = _tasks(os.getpid())
    with Repository.open(repo.root) as repository:
        with Fork(lambda: judged(tasks[1]), before=repository.disown_processes) as fork:
            assert fork.result() is None
        assert [verdict.status for verdict in all_judged(tasks, repository)] == [Status.FAIL, Status.FAIL]


def test_leaving_early_leaves_no_process() -> None:
    with Fork(lambda: signal.pause(), before=lambda: None) as fork:
        pid = fork._pid
    assert pid
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


def test_a_copy_reads_objects_beside_the_process_that_made_it(repo: RepoBuilder) -> None:
    with Repository.open(repo.root) as repository:
        tree = repository.tree(repository.resolve("HEAD"))
        tree.read("docs/1.md")
        with Fork(lambda: tree.read("docs/2.md"), before=repository.disown_processes) as fork:
            assert tree.read("docs/3.md") == b"x\n"
            assert fork.result() == b"x\n"


def test_what_no_second_process_can_be_had_for_is_left_to_be_done_here(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused() -> int:
        raise BlockingIOError(errno.EAGAIN, "Resource temporarily unavailable")

    monkeypatch.setattr(os, "fork", refused)
    with Fork(lambda: 1, before=lambda: None) as fork:
        assert fork.result() is None
