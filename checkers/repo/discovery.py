"""Finding the repository around a folder, as git finds it, in one question."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import NamedTuple

from checkers.errors import RepositoryError
from checkers.repo.process import PLACES, Answer, Git, clean_environment, shell_word
from checkers.wording import printable

MINIMUM = (2, 38)

_FACTS = ("--is-bare-repository", "--is-shallow-repository", "--show-object-format")
_PATHS = (("--git-dir",), ("--git-path", "objects"), ("--git-path", "index"), ("--git-path", "shallow"))
_TOP = ("--show-toplevel",)


class Place(NamedTuple):
    """Where a repository is and what it is like; every path is absolute."""

    git: Git
    version: tuple[int, int]
    git_dir: Path
    objects: Path
    index: Path  # type: ignore[assignment]  # hides the tuple's own method
    shallow_file: Path
    root: Path | None
    is_bare: bool
    is_shallow: bool
    object_format: str


def discover(start: Path, *, trust_environment: bool) -> Place:
    """The repository around `start`.

    With `trust_environment`, what git told a hook (`GIT_DIR`, `GIT_INDEX_FILE` …) counts; without it, it counts only
    if it is about the very repository that `start` lies in. Raises RepositoryError.
    """
    plain = _discover(start, clean_environment(with_places=trust_environment))
    if trust_environment or not any(name in os.environ for name in PLACES):
        return plain
    try:
        told = _discover(Path.cwd(), clean_environment(with_places=True))
    except (RepositoryError, OSError):
        return plain
    return told if told.git_dir == plain.git_dir else plain


def _discover(start: Path, environment: dict[str, str]) -> Place:
    git = Git(start, environment)
    version, answer = _ask(git)
    lines = answer.out.split(b"\n")[:-1]
    facts, paths = lines[: len(_FACTS)], lines[len(_FACTS) :]
    has_root = answer.code == 0
    if len(facts) < len(_FACTS) or not (has_root or "work tree" in answer.err):
        raise RepositoryError(_refusal(answer, start))
    questions = (*_PATHS, _TOP) if has_root else _PATHS
    if len(paths) != len(questions):
        paths = [_one_path(git, question) for question in questions]
    bare, shallow, object_format = (fact.decode("ascii") for fact in facts)
    git_dir, objects, index, shallow_file, *top = (Path(os.fsdecode(path)) for path in paths)
    root = top[0] if top else None
    return Place(
        git=Git(root or git_dir, _pinned(environment, git_dir, objects, index, root)),
        version=version,
        git_dir=git_dir,
        objects=objects,
        index=index,
        shallow_file=shallow_file,
        root=root,
        is_bare=bare == "true",
        is_shallow=shallow == "true",
        object_format=object_format,
    )


def _ask(git: Git) -> tuple[tuple[int, int], Answer]:
    """git's version and what it says of the repository, asked at the same time."""
    asking = git.start("version")
    words = (word for path in (*_PATHS, _TOP) for word in path)
    try:
        answer = git.answer("rev-parse", "--path-format=absolute", *_FACTS, *words)
    finally:
        said = git.finish(asking, "version")
    return _version(said.out), answer


def _one_path(git: Git, question: tuple[str, ...]) -> bytes:
    """One path alone: a path that holds a newline cannot be told apart in an answer of several lines."""
    return git.output("rev-parse", "--path-format=absolute", *question).removesuffix(b"\n")


def _pinned(
    environment: dict[str, str], git_dir: Path, objects: Path, index: Path, root: Path | None
) -> dict[str, str]:
    """The environment that keeps every later command at the repository that was found."""
    places = {"GIT_DIR": str(git_dir), "GIT_INDEX_FILE": str(index)}
    if root is not None:
        places["GIT_WORK_TREE"] = str(root)
    if "GIT_OBJECT_DIRECTORY" in environment:
        places["GIT_OBJECT_DIRECTORY"] = str(objects)
    return environment | places


def _version(said: bytes) -> tuple[int, int]:
    found = re.match(rb"git version (\d+)\.(\d+)", said)
    if found is None:
        raise RepositoryError("git does not say its version; git 2.38 or newer is needed")
    version = (int(found[1]), int(found[2]))
    if version < MINIMUM:
        raise RepositoryError(f"git 2.38 or newer is needed; this is git {version[0]}.{version[1]}: update it")
    return version


def _refusal(answer: Answer, start: Path) -> str:
    try:
        where = printable(os.path.abspath(start))  # noqa: PTH100 - a folder that is gone has no error here
    except FileNotFoundError:
        return "the current folder is gone; change to one that is there"
    if "dubious ownership" in answer.err:
        found = re.search(r"repository at '(.*)'", answer.err)
        owned = printable(found[1] if found else str(start))
        return (
            f"the repository at {owned} belongs to another user, and git refuses to read it; if you trust it: "
            f"git config --global --add safe.directory {shell_word(found[1] if found else str(start))}"
        )
    if "not a git repository (or any" in answer.err:
        return f"{where} is not in a git repository; name one with --repo DIR"
    return f"git cannot read the repository at {where}: {answer.complaint}"
