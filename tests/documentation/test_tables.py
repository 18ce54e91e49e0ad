"""The page of mutation tables: nothing that a table may hold or become is left out, and its examples pass."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from bot.mutation.model import ExpectKind, Outcome
from bot.mutation.report import CaseOutcome
from bot.mutation.table import load_table
from bot.mutation.table_keys import EDIT_FORMS, EXPECT_FORMS, ROW_KEYS, TABLE
from checkers.policy.keys import SUITE_KEYS
from documentation.table_examples import (
    FILES,
    MONEY,
    OF_EDITS,
    OF_EXPECTATIONS,
    OLD_MONEY,
    first_table,
    whole_table,
)
from documentation.tables import tables_page
from tests.support.builder import RepoBuilder
from tests.support.session import call

PAGE = tables_page()


@pytest.mark.parametrize("key", [*TABLE.keys, *SUITE_KEYS, *ROW_KEYS])
def test_every_key_has_its_row(key: str) -> None:
    assert f"\n| `{key}` |" in PAGE


@pytest.mark.parametrize("form", [*EDIT_FORMS, *EXPECT_FORMS])
def test_every_edit_and_every_expectation_has_its_heading(form: str) -> None:
    part = PAGE.partition(f"\n### {form}\n")[2].partition("\n#")[0]
    keys = {**EDIT_FORMS, **EXPECT_FORMS}[form].keys
    assert [key for key in keys if key != "file" and f"\n| `{key}` |" not in part] == []


@pytest.mark.parametrize("outcome", [*Outcome, *CaseOutcome])
def test_every_outcome_says_what_it_means(outcome: Outcome | CaseOutcome) -> None:
    assert f"\n| `{outcome}` | " in PAGE


def test_the_first_example_is_a_table() -> None:
    assert first_table() in PAGE
    (row,) = load_table(first_table().encode(), "tests/mutations/money.yml", lambda _: None, {}).mutations
    assert (row.suite, row.expect.kind, row.expect.red) == ("money", ExpectKind.RED, ("*.test_half_goes_up",))


@pytest.mark.parametrize("form", [*EDIT_FORMS, *EXPECT_FORMS])
def test_every_edit_and_every_expectation_has_an_example(form: str) -> None:
    part = PAGE.partition(f"\n### {form}\n")[2].partition("\n#")[0]
    example = {**OF_EDITS, **OF_EXPECTATIONS}[form]
    assert f"```yaml\n{example}```" in part
    keys = {**EDIT_FORMS, **EXPECT_FORMS}[form].keys
    assert [key for key in keys if not re.search(rf"\b{key}: ", example)] == []


def test_the_examples_hold_what_they_say(tmp_path: Path) -> None:
    """Every row is run by the command, and passes as the outcome that it is an example of."""
    repo = RepoBuilder(tmp_path / "tree")
    policy = "version: 1\nextends: none\nbase_ref: base\n"
    repo.commit("base\n\nbody\n", {**FILES, "money.py": OLD_MONEY, ".redfirst.yml": policy})
    repo.git("branch", "base")
    repo.commit("check\n\nbody\n", {"money.py": MONEY, "tests/mutations/money.yml": whole_table()})
    outcome = call("redfirst", "mutate", "tests/mutations/money.yml", "--format", "json", "--jobs", "4", cwd=repo.root)
    (table,) = json.loads(outcome.out)["tables"]
    told = {row["id"]: row["outcome"] for row in table["rows"]}
    other = {"wording": "accepted", "colon": "unbuildable", "ends": "timed-out", "no-crash": "crashed"}
    assert told == {row: other.get(row, "detected") for row in told}
    assert len(told) == len(OF_EDITS) + len(OF_EXPECTATIONS) + 1
    assert outcome.code == 0, outcome.out
