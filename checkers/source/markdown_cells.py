"""One row of a Markdown table: where its cells end."""

from __future__ import annotations

import re
from bisect import bisect_left
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

_BACKTICKS = re.compile(r"`+")
_MARK = re.compile(r"\\[^\r\n]|`+|\|")
_DELIMITER = re.compile(r"\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?")

_SHORT = 500


def split_cells(line: str) -> list[str]:
    r"""The cells of one row, stripped, in the row's own spelling (a `\|` stays as it is); none for a blank line.

    A pipe splits unless a backslash escapes it or it stands in a code span. The pipes at the row's two ends are not
    needed and make no cells of their own. Linear in the row's length.
    """
    return list(_short_cells(line) if len(line) <= _SHORT else _cells(line))


@lru_cache(maxsize=512)
def _short_cells(line: str) -> tuple[str, ...]:
    """The cells of a short row; headers are asked for over and over."""
    return _cells(line)


def first_cells(line: str, number: int) -> list[str]:
    """The first cells of one row, so many at most, as `split_cells` gives them; the rest of the row is not read."""
    return list(_cells(line, number + 1)[:number])


def _cells(line: str, most_splits: int | None = None) -> tuple[str, ...]:
    row = line.strip()
    if not row:
        return ()
    ends = list(islice(_splits(row), most_splits))
    start = 0
    if ends and ends[0] == 0:
        start, ends = 1, ends[1:]
    if not ends or ends[-1] != len(row) - 1:
        ends.append(len(row))
    starts = [start, *(end + 1 for end in ends)]
    return tuple(row[begin:end].strip() for begin, end in zip(starts, ends, strict=False))


def is_delimiter_row(line: str) -> bool:
    """Whether a line is the row of dashes under a table's header; one without any pipe is none."""
    return "-" in line and ("|" in line or ":" in line) and _DELIMITER.fullmatch(line.strip(" \t")) is not None


def code_spans(text: str) -> list[tuple[int, int]]:
    """The code spans of a text, as (start, end) with their backticks, end exclusive, in order."""
    return [(start, end) for start, end in _marks(text) if text[start] == "`"]


class CodeSpans:
    """Where the code spans of one text close; the runs of backticks are looked up once, when first asked for."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._runs: dict[int, list[int]] | None = None
        self._only_single: bool | None = None
        """Whether every run of backticks is one backtick, so that the next one closes what one opens."""

    def close(self, start: int, end: int) -> int | None:
        """Where the span that the run from start to end opens ends: behind the next run of just that length."""
        if self._only_single is None:
            self._only_single = "``" not in self._text
        if self._only_single:
            return self._text.find("`", end) + 1 or None
        if self._runs is None:
            self._runs = {}
            for run in _BACKTICKS.finditer(self._text):
                self._runs.setdefault(run.end() - run.start(), []).append(run.start())
        starts = self._runs.get(end - start, [])
        index = bisect_left(starts, end)
        return starts[index] + end - start if index < len(starts) else None


def _splits(row: str) -> Iterator[int]:
    return (start for start, _ in _marks(row) if row[start] == "|")


def _marks(text: str) -> Iterator[tuple[int, int]]:
    """The code spans and the pipes outside them that no backslash escapes."""
    code = CodeSpans(text)
    position = 0
    while found := _MARK.search(text, position):
        start, position = found.span()
        if text[start] == "|":
            yield start, position
        elif text[start] == "`":
            end = code.close(start, position)
            if end is not None:
                yield start, end
                position = end
