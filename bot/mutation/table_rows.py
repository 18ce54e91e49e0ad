"""Edits and expectations of a table's rows, from their checked keys to their types."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.mutation.edits.unified import PatchError, parse_patch
from bot.mutation.model import (
    DeleteCall,
    Expectation,
    ExpectKind,
    Negate,
    Patch,
    Rename,
    Replace,
    RestoreBase,
    ReturnEarly,
    StubDisabled,
)
from checkers.policy.nodes import refusal, shown
from checkers.suggestions import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from bot.mutation.model import Edit, Suite
    from checkers.policy.fields import Fields
    from checkers.policy.nodes import Node

    ReadBeside = Callable[[str], bytes | None]
    """Reads a file by its path from the table's folder; None where there is none."""


def build_edit(fields: Fields, table: str, read_beside: ReadBeside) -> Edit:
    """One edit. Raises PolicyError for one of the table itself, and for a patch that cannot be read."""
    if fields.text("file") == table:
        fields.node.refuse_key("file", fields.path, "is the table itself, which no row may edit")
    if "patch" in fields.node.entries:
        return _patch(fields, table, read_beside)
    kind = next(kind for kind in _EDITS if kind in fields.node.entries)
    return _EDITS[kind](fields.text("file"), fields)


def _count(fields: Fields, key: str) -> int:
    return int(fields.number_or(key, 1))


def _rename(file: str, fields: Fields) -> Rename:
    tokens, line = fields.inner("rename"), fields.number_or("line", 0)
    return Rename(file, tokens.text("from"), tokens.text("to"), _count(fields, "nth"), int(line) or None)


_EDITS: Mapping[str, Callable[[str, Fields], Edit]] = {
    "find": lambda file, row: Replace(file, row.text("find"), row.text("with"), _count(row, "times")),
    "delete_call": lambda file, row: DeleteCall(file, row.text("delete_call"), _count(row, "nth")),
    "negate": lambda file, row: Negate(file, row.text("negate"), _count(row, "nth")),
    "return_early": lambda file, row: ReturnEarly(
        file, row.text("return_early"), _count(row, "nth"), row.text_or_none("value")
    ),
    "rename": _rename,
    "restore": lambda file, row: RestoreBase(file),
    "stub": lambda file, row: StubDisabled(file),
}


def _patch(fields: Fields, table: str, read_beside: ReadBeside) -> Patch:
    file, name = fields.text("file"), fields.text("patch")
    data = read_beside(name)
    if data is None:
        fields.node.refuse_key("patch", fields.path, "names a file that does not lie beside the table")
    folder = table.rpartition("/")[0]
    origin = f"{folder}/{name}" if folder else name
    try:
        patch = parse_patch(data)
    except PatchError as error:
        raise refusal(origin, error.line, "", str(error)) from None
    if not patch.names(file):
        raise refusal(origin, patch.line, "", f"is a patch of another file than {file}, which the row edits")
    return Patch(file, data.decode("utf-8", "surrogateescape"))


def known_suite(node: Node, path: str, suites: Mapping[str, Suite]) -> Suite:
    """The suite that a node names. Raises PolicyError, with those that are known."""
    suite = suites.get(str(node.value))
    if suite is None:
        known = did_you_mean(str(node.value), sorted(suites)) if suites else "neither the table nor the policy has one"
        node.refuse(path, f"names no suite: '{shown(str(node.value))}'; {known}")
    return suite


def build_expectation(fields: Fields, suite: Suite, suites: Mapping[str, Suite]) -> Expectation:
    """What a row of `suite` claims. Raises PolicyError for a claim that this suite cannot hold."""
    green_suites = _green_suites(fields, suite, suites)
    keys = fields.node.entries
    if "red" in keys:
        only = fields.node.get("only")
        return Expectation(ExpectKind.RED, fields.texts("red"), only is None or only.value is True, None, green_suites)
    if "green" in keys:
        return Expectation(ExpectKind.GREEN, reason=fields.sentence("reason"), green_suites=green_suites)
    if "build" in keys:
        if suite.build is None:
            fields.node.refuse_key("build", fields.path, f"cannot fail: suite {suite.name} has no build")
        return Expectation(ExpectKind.BUILD_FAILS)
    return Expectation(ExpectKind(fields.text("outcome")))


def _green_suites(fields: Fields, suite: Suite, suites: Mapping[str, Suite]) -> tuple[str, ...]:
    node = fields.node.get("green_suites")
    for number, item in enumerate(node.items if node else ()):
        path = f"{fields.path}.green_suites[{number}]"
        if known_suite(item, path, suites) == suite:
            item.refuse(path, "is the row's own suite, of which the rest of the expectation speaks")
    return fields.texts("green_suites")
