"""Which recorded reason covers which use: a marker covers one statement, and no reason covers two."""

from __future__ import annotations

from bisect import bisect_left
from collections import deque
from dataclasses import dataclass
from heapq import heappop, heappush
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from checkers.source.markers import Marker
    from checkers.source.text import SourceText
    from checkers.source.uses import Statement, Use

_SAYS_NOTHING = frozenset({"todo", "fixme", "tbd", "xxx"})


@dataclass(slots=True)
class Covered:
    """A statement with its naive uses, in order, and the marker that covers it."""

    statement: Statement
    uses: list[Use]
    marker: Marker | None = None


class Coverage(NamedTuple):
    """The statements with a use, in order of their first one, and the markers that cover none."""

    statements: tuple[Covered, ...]
    dead: tuple[Marker, ...]


def cover(uses: Iterable[Use], markers: Iterable[Marker], text: SourceText, window_lines: int) -> Coverage:
    """Give each marker, in file order, the first statement that it covers and that no earlier one does."""
    by_statement: dict[tuple[int, int], Covered] = {}
    for use in uses:
        by_statement.setdefault(use.statement[:2], Covered(use.statement, [])).uses.append(use)
    statements = sorted(by_statement.values(), key=lambda covered: covered.uses[0].start)
    open_ones = _OpenStatements(statements, text, window_lines)
    dead = [marker for marker in markers if not open_ones.take(marker)]
    return Coverage(tuple(statements), tuple(dead))


class _OpenStatements:
    """The statements in order; markers come in order too, so that what lies behind is dropped for good."""

    def __init__(self, statements: Sequence[Covered], text: SourceText, window_lines: int) -> None:
        self.text, self.window = text, window_lines
        self.waiting = deque(enumerate(statements))
        self.ending: list[tuple[int, int, Covered]] = []
        """A heap by end: the statements whose uses are all above."""
        self.ended: list[tuple[int, Covered]] = []
        """A heap in order: those that have ended since."""
        self.around = _Around(statements)

    def take(self, marker: Marker) -> bool:
        """Let the marker cover its statement; False if there is none."""
        line = self.text.line(marker.start)
        found = self._innermost(marker.start, line) or self._first(marker.start, line)
        if found is None or found.marker is not None or not self._is_near(found, line):
            return False
        found.marker = marker
        return True

    def _innermost(self, place: int, line: int) -> Covered | None:
        """Of the statements that hold the place and have a use no lower, the one whose first use comes last."""
        reached = (one for one in self.around.holding(place) if self.text.line(one.uses[0].start) <= line)
        return max(reached, key=lambda covered: covered.uses[0].start, default=None)

    def _first(self, place: int, line: int) -> Covered | None:
        """The first open statement with a use on that line or below, or that ends on that line before the place."""
        while self.waiting and not self._is_ahead(self.waiting[0][1], line):
            number, covered = self.waiting.popleft()
            heappush(self.ending, (covered.statement.end, number, covered))
        while self.ending and self.ending[0][0] <= place:
            _, number, covered = heappop(self.ending)
            heappush(self.ended, (number, covered))
        while self.ended and not self._ends_on(self.ended[0][1], line):
            heappop(self.ended)
        first_ones = [statements[0] for statements in (self.waiting, self.ended) if statements]
        return min(first_ones)[1] if first_ones else None

    def _is_ahead(self, covered: Covered, line: int) -> bool:
        return covered.marker is None and self.text.line(covered.uses[-1].start) >= line

    def _ends_on(self, covered: Covered, line: int) -> bool:
        return covered.marker is None and self.text.line(max(covered.statement.end - 1, 0)) == line

    def _is_near(self, covered: Covered, line: int) -> bool:
        """Whether a use is within the window, above or below."""
        uses = covered.uses
        number = bisect_left(uses, line - self.window, key=lambda use: self.text.line(use.start))
        return number < len(uses) and self.text.line(uses[number].start) <= line + self.window


class _Around:
    """Which statements hold a place, for places in order: parts that have not begun or have ended are not looked at."""

    def __init__(self, statements: Sequence[Covered]) -> None:
        parts = ((start, end, covered) for covered in statements for start, end in covered.statement.own_parts())
        self.ahead = deque(sorted(parts, key=lambda part: part[0]))
        self.begun: list[tuple[int, int, Covered]] = []

    def holding(self, place: int) -> Iterator[Covered]:
        """The statements that the place lies in, not in a block within them."""
        while self.ahead and self.ahead[0][0] <= place:
            self.begun.append(self.ahead.popleft())
        self.begun = [part for part in self.begun if part[1] > place]
        return (covered for _, _, covered in self.begun)


def says_nothing(reason: str, min_chars: int) -> bool:
    """Whether a reason is shorter than `min_chars` code points, a mere placeholder, or one character repeated."""
    letters = "".join(reason.split())
    word = letters.strip(".,:;!?-_*()[]<>/\\\"'`").casefold()
    return len(reason) < min_chars or word in _SAYS_NOTHING or len(set(letters)) <= 1
