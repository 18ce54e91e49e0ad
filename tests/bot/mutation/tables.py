"""Builds small tables for tests, in which a test changes the one thing that it is about."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import yaml

from bot.mutation.model import Suite, Table
from bot.mutation.table import load_table

PATH = "tests/mutations/seam.yml"
SUITES = {
    "unit": {"run": ["python3", "-m", "unittest"], "report": {"unittest": "stderr"}},
    "built": {"build": ["make"], "run": ["./app"], "report": {"tap": "stdout"}, "artifacts": ["app"]},
}
EDIT = {"file": "guard.py", "find": "a", "with": "b"}
PATCH = "--- a/guard.py\n+++ b/guard.py\n@@ -1 +1 @@\n-a\n+b\n"


def row(**changes: Any) -> dict[str, Any]:
    """A valid row, with some keys changed."""
    return {"id": "M1", "claim": "c", "suite": "unit", "edits": [EDIT], "expect": {"red": ["*"]}, **changes}


def table(*rows: Mapping[str, Any], **changes: Any) -> dict[str, Any]:
    """A valid table of those rows (one, if none is given), with some keys changed."""
    return {"version": 1, "suites": SUITES, "mutations": list(rows) or [row()], **changes}


def load(
    document: Mapping[str, Any] | str,
    beside: Mapping[str, str] | None = None,
    policy: Mapping[str, Suite] | None = None,
) -> Table:
    """The table that a document says."""
    text = document if isinstance(document, str) else yaml.safe_dump(dict(document), sort_keys=False)
    files = {name: content.encode() for name, content in (beside or {}).items()}
    return load_table(text.encode(), PATH, files.get, policy or {})
