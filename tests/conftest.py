"""What all tests share: `--bless`, which rewrites expected reports for review instead of comparing with them."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Compare = Callable[[Path, Any], None]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--bless", action="store_true", help="rewrite expected reports from what the code says now")


def pytest_configure() -> None:
    """Nothing that a test runs knows facts of an earlier run, unless the test gives it a cache of its own."""
    os.environ["XDG_CACHE_HOME"] = os.devnull


@pytest.fixture
def expected(request: pytest.FixtureRequest) -> Compare:
    """Compare a value with the file that holds the expectation, or rewrite the file under `--bless`.

    A `.json` file holds data, any other one the text itself.
    """

    def compare(path: Path, value: Any) -> None:
        is_data = path.suffix == ".json"
        if request.config.getoption("--bless"):
            text = json.dumps(value, indent=2, ensure_ascii=False) + "\n" if is_data else value
            path.write_text(text, encoding="utf-8")
        text = path.read_text(encoding="utf-8")
        assert value == (json.loads(text) if is_data else text)

    return compare
