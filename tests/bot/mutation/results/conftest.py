"""The harness with the real test runners."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.bot.mutation.results.runners import RunnerHarness


@pytest.fixture(scope="session")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder for programs, the same for all workers of a session."""
    base = tmp_path_factory.getbasetemp()
    shared = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    folder = shared / "suite-programs"
    folder.mkdir(exist_ok=True)
    return folder


@pytest.fixture
def harness(compiled: Path, tmp_path: Path) -> RunnerHarness:
    return RunnerHarness(compiled, tmp_path)
