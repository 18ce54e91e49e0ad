"""Real repositories for the git layer's tests, apart from the config and the environment of whoever runs them."""

from __future__ import annotations

import copy
import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from checkers.repo.repository import Repository
from tests.support.builder import RepoBuilder

Open = Callable[..., Repository]


@pytest.fixture(autouse=True)
def quiet_git(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """No git variable and no config of the machine reaches a test."""
    for name in [name for name in os.environ if name.startswith("GIT_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", os.devnull)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))


@pytest.fixture
def build(tmp_path: Path) -> RepoBuilder:
    """An empty repository."""
    return RepoBuilder(tmp_path / "repo")


def copied(template: RepoBuilder, target: Path) -> RepoBuilder:
    """A repository like the template, which is built once and copied for each test."""
    shutil.copytree(template.root, target, symlinks=True)
    build = copy.copy(template)
    build.root = target
    return build


@pytest.fixture
def opened() -> Iterator[Open]:
    """Opens repositories and closes them after the test."""
    repositories: list[Repository] = []

    def open_one(start: Path | RepoBuilder, **options: bool) -> Repository:
        repository = Repository.open(start.root if isinstance(start, RepoBuilder) else start, **options)
        repositories.append(repository)
        return repository

    yield open_one
    for repository in repositories:
        repository.close()


@pytest.fixture
def fake_git(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Puts a script before the real git, which the script reaches as `$REAL`."""
    real = shutil.which("git")

    def install(script: str) -> None:
        folder = tmp_path / "bin"
        folder.mkdir(exist_ok=True)
        program = folder / "git"
        program.write_text(f"#!/bin/sh\nREAL={real}\n{script}\n")
        program.chmod(0o755)
        monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")

    return install
