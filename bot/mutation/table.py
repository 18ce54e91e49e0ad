"""The table loader: from a table file's bytes to its rows, every claim checked for honesty before anything runs."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

from bot.mutation.model import Mutation, Table
from bot.mutation.suites import build_suite
from bot.mutation.table_keys import TABLE
from bot.mutation.table_rows import build_edit, build_expectation, known_suite
from checkers.policy.document import parse_document
from checkers.policy.fields import Fields

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from bot.mutation.model import Suite


def load_table(
    data: bytes, path: str, read_beside: Callable[[str], bytes | None], policy_suites: Mapping[str, Suite]
) -> Table:
    """The table that a file says. `path` is the file's own, from the repository's root; messages begin with it.

    `read_beside` gives a file by its path from the table's folder, None where there is none. A suite that the table
    does not define is the policy's. Raises PolicyError for the first thing that makes the table invalid, with file,
    line (from 1) and key: a form that is none, an unknown suite, a row without a claim, a green without a reason.
    """
    root = parse_document(data, path)
    TABLE.check(root, "")
    table = Fields(root, "")
    defined = table.inner("suites")
    own = {name: build_suite(name, defined.inner(name)) for name in defined.node.entries if defined.node.get(name)}
    suites = {**policy_suites, **own}
    rows = tuple(_row(fields, path, read_beside, suites) for fields in table.rows("mutations"))
    named = {name for row in rows for name in (row.suite, *row.expect.green_suites)}
    used = {name: suite for name, suite in suites.items() if name in own or name in named}
    return Table(path, sha256(data).hexdigest(), used, rows)


def _row(
    fields: Fields, table: str, read_beside: Callable[[str], bytes | None], suites: Mapping[str, Suite]
) -> Mutation:
    suite = known_suite(fields.node.entries["suite"], f"{fields.path}.suite", suites)
    return Mutation(
        id=fields.text("id"),
        claim=fields.sentence("claim"),
        suite=suite.name,
        edits=tuple(build_edit(edit, table, read_beside) for edit in fields.rows("edits")),
        expect=build_expectation(fields.inner("expect"), suite, suites),
        line=fields.node.line,
    )
