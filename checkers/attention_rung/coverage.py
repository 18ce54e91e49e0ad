"""Which recorded reason covers which use: a marker covers one statement, and no reason covers two."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

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
    by_statement: dict[Statement, Covered] = {}
    for use in uses:
        by_statement.setdefault(use.statement, Covered(use.statement, [])).uses.append(use)
    statements = sorted(by_statement.values(), key=lambda covered: covered.uses[0].start)
    open_ones = _OpenStatements(statements, text, window_lines)
    dead = [marker for marker in markers if not open_ones.take(marker)]
    return Coverage(tuple(statements), tuple(dead))


class _OpenStatements:
    """The statements in order; markers come in order too, so that what lies behind is dropped for good."""

    def __init__(self, statements: Sequence[Covered], text: SourceText, window_lines: int) -> None:
        self.text, self.window = text, window_lines
        self.waiting = deque(statements)
        self.around = _Around(statements, text)

    def take(self, marker: Marker) -> bool:
        """Let the marker cover its statement; False if there is none."""
        line = self.text.line(marker.start)
        found = self.around.innermost(marker.start, line) or self._first(marker, line)
        if found is None or found.marker is not None or not self._is_near(found, line):
            return False
        found.marker = marker
        return True

    def _first(self, marker: Marker, line: int) -> Covered | None:
        """The first open statement at or below the marker."""
        while self.waiting and (self.waiting[0].marker is not None or self._is_behind(self.waiting[0], line)):
            self.waiting.popleft()
        return next((c for c in self.waiting if c.marker is None and self._is_at_or_below(c, marker, line)), None)

    def _is_behind(self, covered: Covered, line: int) -> bool:
        last = max(covered.statement.end - 1, covered.uses[-1].start)
        return self.text.line(last) < line

    def _is_at_or_below(self, covered: Covered, marker: Marker, line: int) -> bool:
        """Whether a use stands on the marker's line or below, or the statement ends on that line before the marker."""
        if self.text.line(covered.uses[-1].start) >= line:
            return True
        end = covered.statement.end
        return end <= marker.start and self.text.line(max(end - 1, 0)) == line

    def _is_near(self, covered: Covered, line: int) -> bool:
        return any(abs(self.text.line(use.start) - line) <= self.window for use in covered.uses)


class _Around:
    """Which statements hold a place, for places in order: those that have not begun or have ended are not looked at."""

    def __init__(self, statements: Sequence[Covered], text: SourceText) -> None:
        self.text = text
        self.ahead = deque(sorted(statements, key=lambda covered: covered.statement.start))
        self.begun: list[Covered] = []

    def innermost(self, place: int, line: int) -> Covered | None:
        """Of the statements that hold the place and have a use no lower, the one whose first use comes last."""
        while self.ahead and self.ahead[0].statement.start < place:
            self.begun.append(self.ahead.popleft())
        self.begun = [covered for covered in self.begun if covered.statement.end > place]
        holding = (covered for covered in self.begun if covered.statement.holds(place))
        reached = (covered for covered in holding if self.text.line(covered.uses[0].start) <= line)
        return max(reached, key=lambda covered: covered.uses[0].start, default=None)


def says_nothing(reason: str, min_chars: int) -> bool:
    """Whether a reason is shorter than `min_chars` code points, a mere placeholder, or one character repeated."""
    letters = "".join(reason.split())
    word = letters.strip(".,:;!?-_*()[]<>/\\\"'`").casefold()
    return len(reason) < min_chars or word in _SAYS_NOTHING or len(set(letters)) <= 1
