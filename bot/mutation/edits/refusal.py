"""Why an edit does not apply, in one form: what was looked for, how often it stands there, and on which lines."""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING, NoReturn, TypeVar

from checkers.errors import RedfirstError
from checkers.policy.nodes import shown
from checkers.wording import times

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

Found = TypeVar("Found")

_LINES_NAMED = 8
_WORD = re.compile(rb"\S+")


class NotApplied(RedfirstError):  # noqa: N818 - it is named after the outcome of the row
    """The edit changes nothing or does not apply; `reason` is one sentence without a full stop."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def nth(found: Sequence[Found], number: int, lines: Sequence[int], what: str, hint: str = "") -> Found:
    """The found thing of that number (from 1). `what` completes "… stands there twice". Raises NotApplied."""
    if number <= len(found):
        return found[number - 1]
    wanted = "" if not found or number == 1 else f", so there is no number {number}"
    raise NotApplied(f"{what} stands there {times(len(found))}{at(lines)}{wanted}{hint}")


def refuse_unchanged() -> NoReturn:
    """Raise NotApplied for an edit whose result is what was there."""
    raise NotApplied("the edit changes nothing: its result is what was there before")


def at(lines: Sequence[int]) -> str:
    """The first of some ordered lines (from 1) in brackets, with a blank before; empty where there are none."""
    distinct = list(dict.fromkeys(lines))
    if not distinct:
        return ""
    named = ", ".join(str(line) for line in distinct[:_LINES_NAMED])
    more = " and more" if len(distinct) > _LINES_NAMED else ""
    return f" (line{'s' if len(distinct) > 1 else ''} {named}{more})"


def elsewhere(lines: Sequence[int]) -> str:
    """A hint at the lines where what is missing at one place does stand."""
    return f"; it stands elsewhere{at(lines)}" if lines else ""


def no_condition(data: bytes, condition: str) -> str:
    """A hint for a condition that is none: the line where its text stands as part of something else."""
    line = line_with(data, condition.encode("utf-8", "surrogateescape"))
    return f"; on line {line} that is no whole condition of a live statement" if line else ""


def quoted(text: str) -> str:
    """A text of the table's as a message shows it: on one line, cut short, in quotes."""
    return f"'{shown(' '.join(text.split()))}'"


def lines_of(data: bytes, offsets: Iterable[int]) -> list[int]:
    """The 1-based lines of byte offsets that are in order."""
    lines, line, counted = [], 1, 0
    for offset in offsets:
        line += data.count(b"\n", counted, offset)
        counted = offset
        lines.append(line)
    return lines


def line_of(data: bytes, offset: int) -> int:
    """The 1-based line of a byte offset."""
    return data.count(b"\n", 0, offset) + 1


def line_with(data: bytes, text: bytes) -> int | None:
    """The 1-based line where a text first stands, whatever its white space; None where it does not."""
    wanted, folded = b" ".join(text.split()), b" ".join(data.split())
    place = folded.find(wanted) if wanted else -1
    if place < 0:
        return None
    word = next(islice(_WORD.finditer(data), folded.count(b" ", 0, place), None))
    return line_of(data, word.start())
