"""The plan of a run in shards: a GitHub Actions matrix, balanced by the times of earlier runs."""

from __future__ import annotations

import json
import shlex
from dataclasses import dataclass, field
from statistics import median
from typing import TYPE_CHECKING

from checkers.output.escaping import unicode_text

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from bot.mutation.model import Mutation
    from bot.mutation.selection import Selected

    Times = Mapping[tuple[str, str], float]
    """Seconds of a row, by its table's path and its id."""

_UNKNOWN_S = 10.0
"""What a row is taken to need where no row's time is known."""


@dataclass(slots=True)
class _Part:
    rows: list[tuple[str, Mutation]] = field(default_factory=list)
    seconds: float = 0.0


def matrix(selected: Sequence[Selected], count: int, times: Times, words: Sequence[str] = ()) -> str:
    """One line of JSON: `include` lists the shards, no more than there are rows, each with its share of the time.

    An entry has `shard` (K/N), `rows` (how many), `seconds` (what they are expected to need), and `arguments`: the
    words for `redfirst mutate` that run it, quoted for a shell; `words` are among them.
    """
    rows = [(one.table.path, row) for one in selected for row in one.rows]
    parts = _balanced(rows, min(count, len(rows)), times)
    tables = [one.table.path for one in selected]
    include = [_entry(part, f"{number}/{len(parts)}", words, tables) for number, part in enumerate(parts, start=1)]
    return json.dumps({"include": include}) + "\n"


def _balanced(rows: Sequence[tuple[str, Mutation]], count: int, times: Times) -> list[_Part]:
    """The longest rows first, each to the part that has least to do (R. L. Graham, 1969)."""
    known = [times[path, row.id] for path, row in rows if (path, row.id) in times]
    usual = median(known) if known else _UNKNOWN_S
    weighed = [(times.get((path, row.id), usual), number) for number, (path, row) in enumerate(rows)]
    parts = [_Part() for _ in range(count)]
    for seconds, number in sorted(weighed, key=lambda pair: (-pair[0], pair[1])):
        part = min(parts, key=lambda part: part.seconds)
        part.rows.append(rows[number])
        part.seconds += seconds
    return parts


def _entry(part: _Part, shard: str, options: Sequence[str], tables: Sequence[str]) -> dict[str, object]:
    words = ["--shard", shard, *options]
    for path, row in part.rows:
        words += ["--row", f"{path}:{row.id}"]
    words += ["--", *tables]
    return {
        "shard": shard,
        "rows": len(part.rows),
        "seconds": round(part.seconds, 1),
        "arguments": unicode_text(shlex.join(words)),
    }
