"""Content that is out to break the checker, and sizes that are out to stall it."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from checkers.doc_checkpoint.rows import RowReader
from tests.checkers.doc_checkpoint.support import ENGINE, KERNEL, PAGES, SPEC, judged, names, row, section, table
from tests.support.timing import at_most

_PARTS = st.sampled_from(
    [
        *("| ID | Spec | State |\n|---|---|---|\n", "| `A` | [a](specs/a.md) | `READY` |\n", "| `A` | x | `DONE` |\n"),
        *(
            "```\n",
            "<!--\n",
            "\n",
            "> ",
            "- ",
            "\\",
            "`",
            "|",
            "\0",
            "\udcff",
            "\r",
            "## Now\n",
            "[a]: specs/a.md\n",
            "~~",
        ),
    ]
)
_TEXTS = st.lists(_PARTS, max_size=10).map("".join)


@given(_TEXTS, _TEXTS, _TEXTS, _TEXTS)
@settings(max_examples=150, deadline=None)
def test_no_content_stops_the_checker(before: str, after: str, spec: str, page: str) -> None:
    old = PAGES | {ENGINE: before, KERNEL: after, SPEC: spec, "README.md": page}
    new = PAGES | {ENGINE: after, SPEC: spec + before, "README.md": page + spec, ".agents/benchmark-record.md": page}
    verdict = judged(old, new, old, how="both")
    assert verdict.population["commits"] == 2


@given(_TEXTS)
@settings(max_examples=80, deadline=None)
def test_a_change_that_changes_nothing_owes_nothing(text: str) -> None:
    tree = {ENGINE: text, SPEC: text, "README.md": text}
    assert names(judged(tree, tree | {"other": "x"})) == []


@given(_TEXTS)
@settings(max_examples=200, deadline=None)
def test_rows_are_counted_as_they_are_read(text: str) -> None:
    data, reader = text.encode("utf-8", "surrogateescape"), RowReader(section())
    assert reader.count(data) == sum(len(rows) for rows in reader.rows(data, ENGINE).values())


_MANY = [row("`READY`", f"`E-{number}`") for number in range(4_000)]


@pytest.mark.growth
@pytest.mark.parametrize(
    ("before", "after"),
    [
        ({ENGINE: table(*_MANY)}, {ENGINE: table(*_MANY[1:])}),
        ({ENGINE: table(*_MANY)}, {KERNEL: table(*_MANY)}),
        ({ENGINE: table(*_MANY)}, {}),
        ({}, {ENGINE: table(*(text.replace("READY", "DONE") for text in _MANY))}),
        ({"README.md": "[a](b) text " * 20_000}, {"README.md": "[a](c) text " * 20_000}),
        (
            {ENGINE: table("| `A` | " + "[a](" * 20_000 + " |")},
            {ENGINE: table("| `A` | " + "[a](" * 20_000 + " `DONE` |")},
        ),
        ({}, {f"include/vllm/{number}.h": "x" for number in range(4_000)}),
    ],
)
def test_a_large_change_takes_linear_time(before: dict[str, str], after: dict[str, str]) -> None:
    with at_most(seconds=15):
        judged(before, after)
