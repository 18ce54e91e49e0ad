"""The page of mutation tables: nothing that a table may hold or become is left out, and its example is one."""

from __future__ import annotations

import pytest

from bot.mutation.model import ExpectKind, Outcome
from bot.mutation.report import CaseOutcome
from bot.mutation.table import load_table
from bot.mutation.table_keys import EDIT_FORMS, EXPECT_FORMS, ROW_KEYS, TABLE
from checkers.policy.keys import SUITE_KEYS
from documentation.tables import EXAMPLE, tables_page

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


def test_the_example_is_a_table() -> None:
    assert EXAMPLE in PAGE
    (row,) = load_table(EXAMPLE.encode(), "tests/mutations/money.yml", lambda _: None, {}).mutations
    assert (row.suite, row.expect.kind, row.expect.red) == ("money", ExpectKind.RED, ("*.test_half_goes_up",))
