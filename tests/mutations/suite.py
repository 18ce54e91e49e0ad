"""Runs a few test files for a mutation table: quickly, the same each time, and on the tree around it.

`python -m tests.mutations.suite FILE…`, from the top of a tree, writes `cases.xml` there. The interpreter is whatever
`python` is on PATH: one that has redfirst's `dev` extra. It may have redfirst itself installed from elsewhere, a
checkout's `make`, say; the tree around it comes first all the same, and where it does not, nothing is run.
"""

from __future__ import annotations

import importlib.util
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pytest

REPORT = "cases.xml"
OPTIONS = ("-p", "no:cacheprovider", "-o", "addopts=", "-m", "not growth and not exhaustive", "--tb=short", "-q")
"""Nothing that is kept from one run to the next, and nothing that measures time."""


class SameCases:
    """Leaves out the cases that hypothesis draws: what they meet by chance is no claim of a table."""

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = [item for item in items if not getattr(getattr(item, "obj", None), "is_hypothesis_test", False)]


def is_of_this_tree(package: str, top: Path) -> bool:
    """Whether an import of the package would read this tree's files."""
    found = importlib.util.find_spec(package)
    return found is not None and found.origin is not None and Path(found.origin).is_relative_to(top)


def main(files: list[str]) -> int:
    """Run the files, and return pytest's exit code; 4, as for wrong usage, where another tree would be tested."""
    top = Path.cwd()
    strange = [package for package in ("checkers", "bot", "fixtures", "tests") if not is_of_this_tree(package, top)]
    if strange:
        print(f"{', '.join(strange)} would be imported from outside {top}: nothing is tested", file=sys.stderr)
        return 4
    # What is installed has bytecode, which saves half of the time; this tree has none, and none is written.
    sys.pycache_prefix = None
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    import pytest

    return pytest.main([*OPTIONS, f"--junitxml={REPORT}", *files], plugins=[SameCases()])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
