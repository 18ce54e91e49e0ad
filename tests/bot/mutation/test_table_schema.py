"""The published JSON Schema of tables, held to the loader."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

import bot.mutation
from bot.mutation.table_keys import table_schema
from checkers.errors import PolicyError
from tests.bot.mutation.tables import PATCH, load, row, table
from tests.bot.mutation.test_table import INVALID_EDITS, INVALID_ROWS, INVALID_TABLES

SCHEMA_FILE = Path(bot.mutation.__file__).with_name("redfirst-table.schema.json")
VALIDATOR = Draft202012Validator(table_schema())
MEANING: tuple[str, ...] = (
    "names no suite",
    "stands twice",
    "the row's own suite",
    "cannot fail",
    "the table itself",
    "lie beside",
)
MEANING += ("it leaves", "it is absolute", "it lies in", "separated by")
"""What no schema can say."""


def test_the_published_schema_is_what_the_loader_says(expected: Callable[[Path, Any], None]) -> None:
    expected(SCHEMA_FILE, table_schema())


def test_the_schema_is_one() -> None:
    Draft202012Validator.check_schema(table_schema())


@pytest.mark.parametrize(
    "document",
    [
        table(),
        table(row(suite="built", expect={"build": "fails"})),
        table(row(expect={"outcome": "crashed"}), row(id="b", expect={"green": True, "reason": "r"})),
        table(row(edits=[{"file": "guard.py", "patch": "m.diff"}, {"file": "x.py", "stub": "disabled"}])),
        table(row(edits=[{"file": "a", "rename": {"from": "x", "to": "y"}, "nth": None, "line": 4}])),
        table(row(edits=[{"file": "a", "return_early": "f", "value": "1"}, {"file": "a", "restore": "base"}])),
        table(suites={"unit": {"run": ["x"], "report": "exit-code", "timeout": 2.5, "build": None}}),
    ],
)
def test_what_the_loader_takes_the_schema_takes(document: Any) -> None:
    load(document, beside={"m.diff": PATCH})
    assert list(VALIDATOR.iter_errors(document)) == []


def invalid() -> dict[str, Any]:
    cases: dict[str, Any] = {
        name: (document, reason) for name, (document, reason) in INVALID_TABLES.items() if isinstance(document, dict)
    }
    cases |= {f"row: {name}": (table(row(**document)), reason) for name, (document, reason) in INVALID_ROWS.items()}
    cases |= {
        f"edit: {name}": (table(row(edits=[document])), reason) for name, (document, reason) in INVALID_EDITS.items()
    }
    return {name: document for name, (document, reason) in cases.items() if not any(part in reason for part in MEANING)}


@pytest.mark.parametrize("document", invalid().values(), ids=invalid())
def test_what_the_loader_refuses_for_its_form_the_schema_refuses(document: Any) -> None:
    with pytest.raises(PolicyError):
        load(document)
    assert list(VALIDATOR.iter_errors(document))
