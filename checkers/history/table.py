"""A history for people: what moved in one sentence, then a row for each commit at which a bucket moved."""

from __future__ import annotations

from typing import TYPE_CHECKING

from checkers.output.escaping import display_width, plain_line, visible
from checkers.wording import counted, short_hash

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from checkers.history.model import History, Point

_GAP = "  "
_LEAST_SUBJECT = 12


def render(history: History, *, quiet: bool = False, width: int | None = None) -> str:
    """The history as lines; `quiet` leaves out everything but the rows that moved.

    `width`, in cells, folds sentences and cuts subjects.
    """
    rows = [point for point in history.moving() if point.moved or not quiet]
    lines = list(_table(history, rows, width)) if rows else []
    if not quiet:
        heading = [part for line in _heading(history) for part in _folded(line, width)]
        lines = [*heading, "", *lines] if lines else heading
    return "".join(f"{plain_line(line)}\n" for line in lines)


def summary(history: History) -> str:
    """How many commits moved a bucket, and from where to where, in one sentence without the checker's name."""
    points = history.points
    if not points:
        return "no commit to count"
    raising, lowering = sum(point.raises for point in points), sum(point.lowers for point in points)
    moved = f"{_commits(raising)} raised a bucket, {_commits(lowering)} lowered one"
    if not raising and not lowering:
        return f"{points[-1].total} all along, in {_commits(len(points))}"
    return f"{points[0].total} then, {points[-1].total} now, in {_commits(len(points))}: {moved}"


def _commits(number: int) -> str:
    return counted(number, "commit")


def _heading(history: History) -> Iterator[str]:
    yield f"{history.check}  {summary(history)}"
    head = short_hash(history.head)
    line = f"{short_hash(history.base)}..{head}" if history.base else f"up to {head}"
    yield f"policy {visible(history.policy.source)}, for every commit; first parents, {line}"
    yield from (visible(note) for note in history.notes)


def _folded(text: str, width: int | None) -> list[str]:
    if width is None or display_width(text) <= width:
        return [text]
    from textwrap import wrap

    return wrap(text, width, subsequent_indent=_GAP, break_long_words=False, break_on_hyphens=False)


def _table(history: History, rows: Sequence[Point], width: int | None) -> Iterator[str]:
    names = [visible(name) for name in history.buckets]
    heads = ["date", "commit", *names, "total"]
    cells = [_cells(history, point) for point in rows]
    widths = [max(display_width(row[column]) for row in (heads, *cells)) for column in range(len(heads))]
    yield _row(heads, widths, "subject", width)
    for row, point in zip(cells, rows, strict=True):
        yield _row(row, widths, visible(point.subject), width)


def _cells(history: History, point: Point) -> list[str]:
    moved = point.moved or {}
    numbers = [_number(point.counts[name], moved.get(name, 0)) for name in history.buckets]
    return [point.date, short_hash(point.commit), *numbers, str(point.total)]


def _number(count: int, moved: int) -> str:
    return f"{moved:+} = {count}" if moved else str(count)


def _row(cells: Sequence[str], widths: Sequence[int], subject: str, width: int | None) -> str:
    first = [_padded(cell, widths[column], column < 2) for column, cell in enumerate(cells)]
    row = _GAP.join([*first, subject]).rstrip()
    if width is None or display_width(row) <= width:
        return row
    room = max(width - sum(widths) - len(_GAP) * len(widths), _LEAST_SUBJECT)
    return _GAP.join([*first, _cut(subject, room)])


def _padded(cell: str, width: int, to_the_left: bool) -> str:
    blank = " " * (width - display_width(cell))
    return cell + blank if to_the_left else blank + cell


def _cut(text: str, room: int) -> str:
    """The text in that many cells, the last of which says that there is more."""
    while display_width(text) > room - 1:
        text = text[: min(len(text) - 1, room - 1)]
    return f"{text}…"
