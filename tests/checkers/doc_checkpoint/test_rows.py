"""What a table says of its rows: ids, states and specs."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from checkers.doc_checkpoint.rows import RowReader, resolve
from tests.checkers.doc_checkpoint.support import section, table

PATH = ".agents/engine-matrix.md"


def states(text: str) -> dict[str, list[str | None]]:
    data, reader = text.encode("utf-8", "surrogateescape"), RowReader(section())
    read = reader.rows(data, PATH)
    assert reader.count(data) == sum(len(rows) for rows in read.values())
    return {name: [placed.row.state for placed in rows] for name, rows in read.items()}


def spec(text: str) -> str | None:
    ((placed,),) = RowReader(section()).rows(text.encode(), PATH).values()
    return placed.row.spec


@pytest.mark.parametrize(
    "row",
    [
        "| `A-1` | x | `DONE` |",
        "| x | `A-1` | `DONE` |",
        "| `A-1` (renamed) | x | `DONE` |",
        "| **`A-1`** | x | `DONE` |",
        "| [`A-1`](#a) | x | `DONE` |",
        "| `` A-1 `` | x | `DONE` |",
        "`A-1` | x | `DONE`",
        '| <a id="a"></a>`A-1` | x | `DONE` |',
        "|`A-1`|x|`DONE`|",
        "| *`A-1`* | `B` | `DONE` |",
        r"| `A-1` | a \| b | `DONE` |",
        "| `A-1` | `a|b` | `DONE` |",
        "  | `A-1` | x | `DONE` |",
        "| ~~`A-1`~~ | x | `DONE` |",
        "| `A\u200b-1` | x | `DO\u00adNE` |",
        "| \ufeff`A-1` | x | \u200b`DONE\ufe0f` |",
    ],
)
def test_a_row_is_keyed_by_the_id_that_its_first_or_second_cell_begins_with(row: str) -> None:
    assert states(table(row)) == {"A-1": ["DONE"]}


@pytest.mark.parametrize(
    "row",
    [
        "| A-1 | x | `DONE` |",
        "| x `A-1` | x | `DONE` |",
        "| x | y | `A-1` |",
        "| `a-1` | x | `DONE` |",
        "| `-A` | x | y |",
        "| `A 1` | x | `DONE` |",
        "| `A-1 | x | `DONE` |",
        "| x | `DONE` | y |",
        "| `A, B` | x | `DONE` |",
        "|  |  |  |",
    ],
)
def test_other_rows_have_no_key(row: str) -> None:
    assert states(table(row)) == {}


@pytest.mark.parametrize("name", ["A", "9", "A.b_c-D", "X1"])
def test_an_id_is_a_capital_or_digit_and_what_may_follow_it(name: str) -> None:
    assert list(states(table(f"| `{name}` | x | `DONE` |"))) == [name]


@pytest.mark.parametrize(
    ("cell", "state"),
    [
        ("`DONE`", "DONE"),
        ("`DONE` (since July, was `READY`)", "DONE"),
        ("**`DONE`**", "DONE"),
        ("`` DONE ``", "DONE"),
        ("DONE", "DONE"),
        ("DONE: all", "DONE"),
        ("D\u200bONE", "DONE"),
        ("&#68;ONE", "DONE"),
        ("`&#68;ONE`", None),
        ("**DONE**", "DONE"),
        ("✅ `DONE`", "DONE"),
        ("✅ DONE", "DONE"),
        ("was ready, is `DONE`", "DONE"),
        ("~~`READY`~~ `DONE`", "DONE"),
        ("`N/A`", "N/A"),
        ("N/A", "N/A"),
        ("`ANCHOR-BACKFILL`", "ANCHOR-BACKFILL"),
        ("ANCHOR-BACKFILL.", "ANCHOR-BACKFILL"),
        ("DONE - all of it", "DONE"),
        ("DONE/ACTIVE", None),
        ("DONE-ish", None),
        ("`WIP`", None),
        ("`WIP` (was `DONE`)", None),
        ("`done`", None),
        ("not DONE", None),
        ("DONENESS", None),
        ("", None),
        ("-", None),
    ],
)
def test_a_state_cell_says_the_state(cell: str, state: str | None) -> None:
    assert states(table(f"| `A` | x | {cell} |")) == {"A": [state]}


@pytest.mark.parametrize(
    "header",
    [
        "| ID | State | Evidence |",
        "| ID | Status | Evidence |",
        "| ID | Lifecycle | Evidence |",
        "| ID | **State** | E |",
        "| ID | `State` | E |",
        "| ID | state | E |",
        "| ID | [State](#s) | E |",
        "|ID|STATE|E|",
    ],
)
def test_the_state_column_wins_over_what_other_cells_say(header: str) -> None:
    assert states(table("| `A` | `BLOCKED` | `DONE` |", header=header)) == {"A": ["BLOCKED"]}


@pytest.mark.parametrize(
    ("row", "state"),
    [
        ("| `A` | `BLOCKED` | x |", "BLOCKED"),
        ("| `A` | `BLOCKED` | `DONE` y |", "DONE"),
        ("| `A` | `BLOCKED` | was `DONE` |", "BLOCKED"),
        ("| `A` | x | DONE |", None),
        ("| `A` | x | `WIP` |", None),
        ("| x | `A` | `DONE` |", "DONE"),
        ("| `DONE` | `A` | x |", "DONE"),
    ],
)
def test_without_a_state_column_the_last_cell_that_begins_with_a_state_says_it(row: str, state: str | None) -> None:
    assert states(table(row, header="| ID | Item | Note |")) == {"A": [state]}


def test_each_table_of_a_file_is_read_under_its_own_header() -> None:
    text = table("| `A` | x | `DONE` |") + "\n" + table("| `B` | `READY` | `DONE` |", header="| ID | State | Note |")
    assert states(text) == {"A": ["DONE"], "B": ["READY"]}


def test_an_id_that_stands_twice_is_kept_twice() -> None:
    assert states(table("| `A` | x | `DONE` |", "| `A` | x | `TODO` |")) == {"A": ["DONE", "TODO"]}


@pytest.mark.parametrize("mark", ["```\n{}```\n", "~~~\n{}\n~~~\n", "<!--\n{}-->\n", "<pre>\n{}</pre>\n"])
def test_a_table_that_is_not_shown_as_one_is_none(mark: str) -> None:
    assert states(mark.format(table("| `A` | x | `DONE` |").replace("# Table\n\n", ""))) == {}


def test_a_table_in_indented_code_is_none() -> None:
    assert states("\n".join("    " + line for line in table("| `A` | x | `DONE` |").splitlines()[2:])) == {}


@pytest.mark.parametrize("mark", ["> ", "- ", "1. "])
def test_a_table_in_a_quote_or_a_list_is_one(mark: str) -> None:
    lines = table("| `A` | x | `DONE` |").splitlines()[2:]
    rest = mark if mark == "> " else " " * len(mark)
    assert states("\n".join([mark + lines[0], *(rest + line for line in lines[1:])])) == {"A": ["DONE"]}


@pytest.mark.parametrize(
    ("cell", "path"),
    [
        ("[a](specs/a.md)", ".agents/specs/a.md"),
        ("[a](./specs/a.md)", ".agents/specs/a.md"),
        ("[a](../.agents/specs/a.md)", ".agents/specs/a.md"),
        ("[a](/.agents/specs/a.md)", ".agents/specs/a.md"),
        ("[a](specs/a.md#now)", ".agents/specs/a.md"),
        ("[a](specs/a.md?plain=1#now)", ".agents/specs/a.md"),
        ("[a](<specs/a b.md>)", ".agents/specs/a b.md"),
        ("[a](specs/a%20b.md)", ".agents/specs/a b.md"),
        ('[a](specs/a.md "title")', ".agents/specs/a.md"),
        ("[a](specs/sub/a.md)", ".agents/specs/sub/a.md"),
        ("[code](../src/a.cpp), [a](specs/a.md), [b](specs/b.md)", ".agents/specs/a.md"),
        ("[data](specs/a.json) [a](specs/a.md)", ".agents/specs/a.md"),
        ("[data](specs/a.json)", ".agents/specs/a.json"),
        ("[log](https://example.org/specs/x.md) [a](specs/a.md)", ".agents/specs/a.md"),
        ("[a][spec]", ".agents/specs/r.md"),
        ("[spec]", ".agents/specs/r.md"),
        ('<a href="specs/a.md">a</a>', ".agents/specs/a.md"),
        ("`[a](specs/a.md)`", None),
        ("planned: specs/a.md", None),
        ("`specs/a.md`", None),
        ("[a](specs)", None),
        ("[a](specs/)", None),
        ("[a](../specs/a.md)", None),
        ("[a](../../.agents/specs/a.md)", None),
        ("[a](specs-old/a.md)", None),
        ("[a](#now)", None),
        ("[a]()", None),
        ("[a](https://example.org/.agents/specs/a.md)", None),
        ("[a](//example.org/.agents/specs/a.md)", None),
        ("none", None),
    ],
)
def test_the_spec_is_the_first_link_to_a_file_of_the_folder(cell: str, path: str | None) -> None:
    assert spec(table(f"| `A` | {cell} | `DONE` |") + "\n[spec]: specs/r.md\n") == path


def test_a_link_in_any_cell_is_the_rows() -> None:
    assert spec(table("| `A` ([a](specs/a.md)) | x | `DONE` |")) == ".agents/specs/a.md"


@pytest.mark.parametrize("url", ["\0", "%00", "%", "a%ffb", "x:y", "../..", "?", "#", " "])
def test_no_url_stops_the_resolver(url: str) -> None:
    resolve(url, ".agents")


@given(st.text(max_size=60), st.text(max_size=60))
@hypothesis_settings(max_examples=200, deadline=None)
def test_no_text_stops_the_reader(row: str, rest: str) -> None:
    states(table(f"| `A` | {row} | `DONE` |") + rest)
