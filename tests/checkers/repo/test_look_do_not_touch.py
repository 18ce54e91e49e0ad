"""Looking changes nothing and runs nothing, however hostile the repository's config is."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from checkers.errors import RepositoryError
from checkers.repo.repository import Repository
from checkers.repo.types import Commit
from tests.checkers.repo.conftest import Open, copied
from tests.support.builder import RepoBuilder
from tests.support.folders import everything
from tests.support.hostile_config import PROGRAMS


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> RepoBuilder:
    """A repository with merges, staged, changed, untracked and stat-dirty files."""
    build = RepoBuilder(tmp_path_factory.mktemp("template") / "repo")
    build.commit("base", {"f": "1\n", "log": "a\n", ".gitattributes": "log merge=union\n* filter=evil diff=evil\n"})
    build.branch("side")
    build.commit("theirs", {"log": "a\nt\n", "t": "1"})
    build.switch("main")
    build.commit("ours", {"log": "a\no\n", "o": "1"})
    build.merge("side", {"new": "1"})
    build.commit("last", {"f": "2\n", "d/g": "1"})
    build.write({"f": "3\n", "untracked": "1"})
    build.git("add", "f")
    build.write({"f": "4\n"})
    os.utime(build.root / "o", (1_700_000_000, 1_700_000_000))
    build.git("pack-refs", "--all")
    return build


@pytest.fixture
def rich(template: RepoBuilder, tmp_path: Path) -> RepoBuilder:
    """A copy of it."""
    return copied(template, tmp_path / "repo")


Ask = Callable[[Repository], object]

QUESTIONS: dict[str, Ask] = {
    "open": lambda r: r.root,
    "resolve": lambda r: [r.resolve(name) for name in ("HEAD", "main~1", "side", "@")],
    "refuse": lambda r: [_refused(r, revision) for revision in ("nowhere", "-x", "main..side", "@{u}", "HEAD:f")],
    "head": lambda r: r.head(),
    "work tree": lambda r: (dict(r.work_tree().read_many(r.work_tree().entries())), r.work_tree().read("f")),
    "index": lambda r: dict(r.index().read_many(r.index().entries())),
    "tree": lambda r: dict(r.tree(r.resolve("HEAD")).read_many(r.tree(r.resolve("HEAD")).entries())),
    "commit": lambda r: (r.commit(r.resolve("HEAD")).message, list(r.commit(r.resolve("HEAD")).change.paths)),
    "diff": lambda r: list(r.diff(None, r.resolve("HEAD")).paths),
    "staged": lambda r: (list(r.staged().paths), r.staged().after.read("f"), r.staged().before.read("f")),
    "merge base": lambda r: r.merge_base(r.resolve("main"), r.resolve("side")),
    "commits": lambda r: [list(commit.change.paths) for commit in _range(r)],
    "beyond": lambda r: [commit.beyond_merge().change.before.read("log") for commit in _range(r)],
    "history": lambda r: r.history(r.resolve("main"), _range(r), r.resolve("side")).older_than("side"),
    "forge": lambda r: r.history(r.resolve("main~1^1"), (), r.resolve("side")).forge_conflicts("log"),
    "merge trees": lambda r: r.merge_trees(r.resolve("main~1^1"), r.resolve("side")).tree.read("log"),
    "lacking": lambda r: r.lacking([r.resolve("main~1")], r.resolve("side"), r.resolve("main")),
    "config": lambda r: (r.config("commit.cleanup"), r.config("core.commentChar")),
}


def _range(repository: Repository) -> list[Commit]:
    return list(repository.commits(repository.resolve("main~2^"), repository.resolve("main")))


def _refused(repository: Repository, revision: str) -> str:
    with pytest.raises(RepositoryError) as caught:
        repository.resolve(revision)
    return str(caught.value)


@pytest.mark.parametrize("question", QUESTIONS)
def test_a_question_leaves_every_file_as_it_was(question: str, rich: RepoBuilder, opened: Open) -> None:
    before = everything(rich.root, merges=True)
    repository = opened(rich)
    QUESTIONS[question](repository)
    repository.close()
    assert everything(rich.root, merges=True) == before


HOSTILE_CONFIG = (
    PROGRAMS
    + """
[core]
\tattributesFile = {attributes}
\tpreloadIndex = true
[pager]
\tlog = {touch}
\trev-list = {touch}
[diff]
\torderFile = /dev/null
[merge]
\ttool = evil
[remote "origin"]
\tvcs = evil
[extensions]
\tpartialClone = origin
[alias]
\tlog = !{touch}
[maintenance]
\tauto = true
[feature]
\tmanyFiles = true
[index]
\tsparse = true
"""
)


@pytest.fixture
def hostile(rich: RepoBuilder) -> RepoBuilder:
    """The same with a config and hooks that would leave a file `owned`."""
    owned = rich.root.parent / "owned"
    program = rich.root.parent / "touch"
    program.write_text(f"#!/bin/sh\ntouch {owned}\nexit 0\n")
    program.chmod(0o755)
    hooks = rich.root.parent / "hooks"
    hooks.mkdir()
    (rich.root.parent / "attributes").write_text("* filter=evil merge=evil\n")
    for name in ("post-index-change", "reference-transaction", "post-checkout", "pre-commit", "fsmonitor-watchman"):
        for folder in (hooks, rich.root / ".git" / "hooks"):
            folder.mkdir(exist_ok=True)
            (folder / name).write_text(program.read_text())
            (folder / name).chmod(0o755)
    config = rich.root / ".git" / "config"
    values = {"touch": program, "hooks": hooks, "owned": owned, "attributes": rich.root.parent / "attributes"}
    added = HOSTILE_CONFIG.format(**values)
    config.write_text(config.read_text().replace("repositoryformatversion = 0", "repositoryformatversion = 1") + added)
    (rich.root / ".git" / "info").mkdir(exist_ok=True)
    (rich.root / ".git" / "info" / "attributes").write_text("* filter=evil merge=evil diff=evil\n")
    return rich


@pytest.mark.parametrize("question", QUESTIONS)
def test_a_hostile_config_runs_nothing_and_writes_nothing(question: str, hostile: RepoBuilder, opened: Open) -> None:
    before = everything(hostile.root, merges=True)
    repository = opened(hostile)
    QUESTIONS[question](repository)
    repository.close()
    assert not (hostile.root.parent / "owned").exists()
    assert everything(hostile.root, merges=True) == before


def test_the_hostile_config_is_one_that_git_obeys(hostile: RepoBuilder) -> None:
    hostile.git("status", check=False)
    assert (hostile.root.parent / "owned").exists()


@pytest.mark.parametrize(
    "name",
    [
        "GIT_TRACE", "GIT_TRACE2", "GIT_TRACE2_EVENT", "GIT_TRACE2_PERF", "GIT_TRACE_SETUP", "GIT_TRACE_PACK_ACCESS",
        "GIT_TRACE_PERFORMANCE",
    ],
)  # fmt: skip
def test_traces_asked_for_by_the_environment_are_not_written(
    name: str, rich: RepoBuilder, opened: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = rich.root.parent / "trace"
    monkeypatch.setenv(name, str(target))
    repository = opened(rich)
    QUESTIONS["beyond"](repository)
    QUESTIONS["staged"](repository)
    assert not target.exists()


def _answers(repository: Repository) -> list[str]:
    """What the same repository answers wherever it lies."""
    return [repr(ask(repository)) for question, ask in QUESTIONS.items() if question != "open"]


@pytest.fixture(scope="module")
def plain(template: RepoBuilder) -> list[str]:
    """What the repository answers in a plain environment."""
    with Repository.open(template.root) as repository:
        return _answers(repository)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("GIT_EXTERNAL_DIFF", "{touch}"), ("GIT_PAGER", "{touch}"), ("GIT_ASKPASS", "{touch}"), ("GIT_SSH", "{touch}"),
        ("GIT_EDITOR", "{touch}"), ("GIT_DIFF_OPTS", "--unified=0"), ("GIT_LITERAL_PATHSPECS", "0"),
        ("GIT_GLOB_PATHSPECS", "1"), ("GIT_ICASE_PATHSPECS", "1"), ("GIT_NO_REPLACE_OBJECTS", "0"),
        ("GIT_REPLACE_REF_BASE", "refs/heads/"), ("GIT_NAMESPACE", "x"), ("GIT_PREFIX", "d/"),
        ("GIT_SHALLOW_FILE", "x"), ("GIT_DEFAULT_HASH", "sha256"), ("GIT_ATTR_SOURCE", "HEAD"), ("LC_ALL", "de"),
        ("GIT_INTERNAL_SUPER_PREFIX", "x/"), ("LANGUAGE", "de"), ("GIT_CONFIG_COUNT", "0"),
        ("GIT_OPTIONAL_LOCKS", "1"), ("GIT_TEST_SPLIT_INDEX", "1"), ("GIT_CONFIG", "/nowhere"),
        ("GIT_FLUSH", "0"), ("GIT_ADVICE", "1"), ("GIT_REF_PARANOIA", "0"),
    ],
)  # fmt: skip
def test_variables_of_the_environment_do_not_mislead(
    name: str, value: str, plain: list[str], hostile: RepoBuilder, opened: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(name, value.format(touch=hostile.root.parent / "touch"))
    assert _answers(opened(hostile)) == plain
    assert not (hostile.root.parent / "owned").exists()


@pytest.mark.parametrize("path", [".", "", "bin"])
def test_a_program_named_git_in_the_repository_is_not_run(
    path: str, rich: RepoBuilder, opened: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    owned = rich.root.parent / "owned"
    rich.write(dict.fromkeys(("git", "bin/git"), f"#!/bin/sh\ntouch {owned}\n"))
    for name in ("git", "bin/git"):
        (rich.root / name).chmod(0o755)
    monkeypatch.setenv("PATH", f"{path}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.chdir(rich.root)
    repository = opened(rich)
    QUESTIONS["beyond"](repository)
    QUESTIONS["staged"](repository)
    assert not owned.exists()


def test_an_index_that_is_locked_can_be_read(rich: RepoBuilder, opened: Open) -> None:
    (rich.root / ".git" / "index.lock").write_text("")
    assert list(opened(rich).staged().paths) == ["f"]
    assert (rich.root / ".git" / "index.lock").read_text() == ""


def test_a_repository_on_which_nothing_may_be_written_can_be_read(rich: RepoBuilder, opened: Open) -> None:
    folders = [path for path in (rich.root / ".git").rglob("*") if path.is_dir()]
    for folder in folders:
        folder.chmod(0o555)
    try:
        for ask in QUESTIONS.values():
            ask(opened(rich))
    finally:
        for folder in folders:
            folder.chmod(0o755)


def test_a_sparse_index_is_listed_without_writing_the_folders_that_it_opens(rich: RepoBuilder, opened: Open) -> None:
    rich.commit("more", {"deep/er/x": "1", "kept/y": "1", "deep/z": "2"})
    rich.git("sparse-checkout", "set", "--cone", "--sparse-index", "kept")
    rich.write({"kept/y": "2\n"})
    rich.git("add", "kept/y")
    for paths in ([], ["deep/er/x"]):
        before = everything(rich.root, merges=True)
        repository = opened(rich)
        assert all(repository.work_tree().get(path) for path in paths)
        assert "deep/er/x" in repository.work_tree().entries()
        assert repository.work_tree().read("deep/er/x") == b"1"
        repository.close()
        assert everything(rich.root, merges=True) == before
