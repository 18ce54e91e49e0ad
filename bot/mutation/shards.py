"""Shards: a long run as several short ones, divided so that each can be told apart and all of them put together."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING

from bot.mutation.model import Outcome
from bot.mutation.report import MutationReport, Shard, TableOutcome, TableResult
from bot.mutation.table_runner import voided
from checkers.errors import UsageError
from checkers.output.escaping import visible

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.mutation.selection import Selected

_SHARD = re.compile(r"([1-9][0-9]{0,5})/([1-9][0-9]{0,5})")
_NAMED = 8


def parse_shard(text: str) -> Shard:
    """`2/4` is the second of four. Raises UsageError for anything else."""
    found = _SHARD.fullmatch(text)
    if found is None or int(found[1]) > int(found[2]):
        raise UsageError(f"--shard {text} is no part of a whole; write K/N, such as 2/4")
    return Shard(int(found[1]), int(found[2]))


def part_of(selected: Sequence[Selected], shard: Shard) -> tuple[Selected, ...]:
    """The rows of one shard: each table stays, with every Nth row of all rows in their order."""
    parts, before = [], 0
    for table in selected:
        rows = tuple(
            row for number, row in enumerate(table.rows, start=before) if number % shard.of == shard.number - 1
        )
        before += len(table.rows)
        parts.append(replace(table, rows=rows))
    return tuple(parts)


def merged(reports: Sequence[tuple[str, MutationReport]]) -> MutationReport:
    """The report of the whole run, of the reports of all its shards, each with its file's name.

    Raises UsageError for a shard that is missing, doubled or of another run, and for rows that are not covered.
    """
    _refuse_foreign(reports)
    ordered = [report for _, report in sorted(reports, key=lambda pair: pair[1].shard.number if pair[1].shard else 0)]
    first = ordered[0]
    columns = zip(*(report.tables for report in ordered), strict=True)
    tables = tuple(_table(parts) for parts in columns)
    notes = tuple(dict.fromkeys(note for report in ordered for note in report.notes))
    return replace(first, tables=tables, notes=notes, shard=None)


def _refuse_foreign(reports: Sequence[tuple[str, MutationReport]]) -> None:
    (first_name, first), *others = reports
    seen: dict[int, str] = {}
    for name, report in reports:
        if report.shard is None:
            raise UsageError(f"{name} is the report of a whole run, not of a shard")
        number = report.shard.number
        if not 1 <= number <= report.shard.of:
            raise UsageError(f"{name} is shard {number}/{report.shard.of}, which is no part of a whole")
        if number in seen:
            raise UsageError(f"shard {number}/{report.shard.of} is there twice: {seen[number]} and {name}")
        seen[number] = name
    for name, report in others:
        for what, one, other in zip(_IDENTITY, _identity(first), _identity(report), strict=True):
            if one != other:
                raise UsageError(f"{name} is no shard of the same run as {first_name}: its {what} differs")
    assert first.shard is not None
    absent = list(islice((str(number) for number in range(1, first.shard.of + 1) if number not in seen), _NAMED + 1))
    if absent:
        named = ", ".join([*absent[:_NAMED], *("…" for _ in absent[_NAMED:])])
        raise UsageError(f"shard {named} of {first.shard.of} is missing")


_IDENTITY = ("command", "number of shards", "commit", "uncommitted change", "base", "policy", "tables")


def _identity(report: MutationReport) -> tuple[object, ...]:
    """What all shards of one run have in common."""
    tables = tuple((table.file, table.sha256, table.declared) for table in report.tables)
    of = report.shard.of if report.shard else None
    return report.command, of, report.commit, report.uncommitted, report.base, report.policy, tables


def _table(parts: Sequence[TableResult]) -> TableResult:
    """One table of its parts: void where a control of any of them was not green."""
    first = parts[0]
    rows = {row.id: row for part in parts for row in part.rows}
    doubled = sum(len(part.rows) for part in parts) - len(rows)
    absent = [name for name in first.declared if name not in rows]
    if doubled or absent or len(rows) != len(first.declared):
        what = f"row {visible(absent[0])} is in no shard" if absent else "a row is in more than one shard"
        raise UsageError(f"the shards do not make up {visible(first.file)}: {what}")
    ordered = tuple(rows[name] for name in first.declared)
    void = [part.reason or "" for part in parts if part.outcome is TableOutcome.VOID]
    reasons = [part.reason for part in parts if part.reason and part.rows]
    if void:
        ordered = tuple(row if row.outcome is Outcome.VOID else voided(row, void[0]) for row in ordered)
    passed = TableOutcome.PASS if all(row.passes for row in ordered) else TableOutcome.FAIL
    return replace(
        first,
        outcome=TableOutcome.VOID if void else passed,
        reason=void[0] if void else next(iter(reasons), None),
        rows=ordered,
        controls=tuple(control for part in parts for control in part.controls),
        notes=tuple(dict.fromkeys(note for part in parts for note in part.notes)),
    )
