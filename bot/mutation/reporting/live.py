"""Progress on standard error: on a terminal the rows as they go, taken away at the end; elsewhere a line a row."""

from __future__ import annotations

import time
from collections import deque
from shutil import get_terminal_size
from threading import Event, Lock, Thread
from typing import TYPE_CHECKING

from bot.mutation.reporting import phrases
from bot.mutation.reporting.layout import name_column, padded
from bot.mutation.reporting.text import row_lines
from checkers.delivery import print_aside
from checkers.output.escaping import display_width, plain_line, visible
from checkers.wording import counted

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bot.mutation.report import ControlResult, RowResult

_EVERY_S = 0.5
_ROWS_SHOWN = 8


class PlainProgress:
    """One line for each table, control and row; the table's comes with the first below it, so an error stands alone."""

    def __init__(self) -> None:
        self._heading = ""
        self._column: int | None = None
        self._lock = Lock()

    def table(self, file: str, rows: Sequence[str], noun: str = "row") -> None:
        """See Progress."""
        number = f"   {counted(len(rows), noun)}" if rows else ""
        self._column = name_column(rows, None)
        self._heading = f"{plain_line(visible(file))}{number}\n"

    def control(self, result: ControlResult) -> None:
        """See Progress."""
        self._print(f"  {visible(phrases.control(result))}\n")

    def phase(self, row: str, phase: str) -> None:
        """See Progress."""

    def row(self, result: RowResult) -> None:
        """See Progress."""
        self._print("".join(f"{line}\n" for line in row_lines(result, self._column)))

    def _print(self, line: str) -> None:
        with self._lock:
            print_aside(self._heading + line)
            self._heading = ""


class LiveProgress:
    """A few lines that are drawn over again and again, and are gone after `close`."""

    def __init__(self) -> None:
        self._head, self._noun = "", "row"
        self._done: deque[str | RowResult] = deque(maxlen=_ROWS_SHOWN)
        self._running: dict[str, tuple[str, float]] = {}
        self._left, self._judged, self._spent = 0, 0, 0.0
        self._drawn = 0
        self._lock, self._over = Lock(), Event()
        self._ticker = Thread(target=self._tick, daemon=True)
        self._ticker.start()

    def close(self) -> None:
        """Take the lines away."""
        self._over.set()
        self._ticker.join()
        print_aside(self._erasure())

    def table(self, file: str, rows: Sequence[str], noun: str = "row") -> None:
        """See Progress."""
        with self._lock:
            self._head, self._left, self._noun = visible(file), len(rows), noun
            self._judged, self._spent = 0, 0.0
            self._done.clear()

    def control(self, result: ControlResult) -> None:
        """See Progress."""
        with self._lock:
            self._running.pop(f"control {result.suite}", None)
            self._done.append(f"  {visible(phrases.control(result))}")

    def phase(self, row: str, phase: str) -> None:
        """See Progress."""
        with self._lock:
            self._running[row] = (phase, time.monotonic())

    def row(self, result: RowResult) -> None:
        """See Progress."""
        with self._lock:
            self._running.pop(result.id, None)
            self._left -= 1
            self._judged += 1
            self._spent += result.seconds
            self._done.append(result)

    def _tick(self) -> None:
        while not self._over.wait(_EVERY_S):
            width = get_terminal_size().columns
            with self._lock:
                lines = [self._head, *self._lines(width)]
            shown = [_cut(line, width - 1) for line in lines if line]
            print_aside(self._erasure() + "".join(f"{line}\n" for line in shown))
            self._drawn = len(shown)

    def _lines(self, width: int) -> Iterator[str]:
        """What was done last, and below it what goes on now, the names in one column as far as they fit there."""
        names = [*(one.id for one in self._done if not isinstance(one, str)), *self._running]
        column = min(name_column(names, None) or 0, width // 3)
        for done in self._done:
            yield from [done] if isinstance(done, str) else row_lines(done, column)
        now = time.monotonic()
        for name, (phase, began) in self._running.items():
            yield f"  {padded(visible(name), column)}  running     {phase:<10} {now - began:.0f} s{self._rest()}"

    def _rest(self) -> str:
        if self._left <= 0:
            return ""
        left = f"      {counted(self._left, self._noun)} left"
        return f"{left}, about {phrases.seconds(self._left * self._spent / self._judged)}" if self._judged else left

    def _erasure(self) -> str:
        return f"\x1b[{self._drawn}A\x1b[J" if self._drawn else ""


def _cut(line: str, width: int) -> str:
    while display_width(line) > width:
        line = line[: min(len(line) - 1, width)]
    return line
