"""Progress on standard error: on a terminal the rows as they go, taken away at the end; elsewhere a line a row."""

from __future__ import annotations

import time
from collections import deque
from shutil import get_terminal_size
from threading import Event, Lock, Thread
from typing import TYPE_CHECKING

from bot.mutation.reporting import words
from bot.mutation.reporting.text import row_line
from checkers.delivery import print_aside
from checkers.output.escaping import display_width, plain_line, visible
from checkers.wording import counted

if TYPE_CHECKING:
    from bot.mutation.report import ControlResult, RowResult

_EVERY_S = 0.5
_ROWS_SHOWN = 8


class Plain:
    """One line for each table, control and row; the table's comes with the first below it, so an error stands alone."""

    def __init__(self) -> None:
        self._heading = ""
        self._lock = Lock()

    def table(self, file: str, rows: int) -> None:
        """See Progress."""
        number = f"   {counted(rows, 'row')}" if rows else ""
        self._heading = f"{plain_line(visible(file))}{number}\n"

    def control(self, result: ControlResult) -> None:
        """See Progress."""
        self._print(f"  {visible(words.control(result))}\n")

    def phase(self, row: str, phase: str) -> None:
        """See Progress."""

    def row(self, result: RowResult) -> None:
        """See Progress."""
        self._print(f"{row_line(result)}\n")

    def _print(self, line: str) -> None:
        with self._lock:
            print_aside(self._heading + line)
            self._heading = ""


class Live:
    """A few lines that are drawn over again and again, and are gone after `close`."""

    def __init__(self) -> None:
        self._head = ""
        self._done: deque[str] = deque(maxlen=_ROWS_SHOWN)
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

    def table(self, file: str, rows: int) -> None:
        """See Progress."""
        with self._lock:
            self._head, self._left = visible(file), rows
            self._judged, self._spent = 0, 0.0
            self._done.clear()

    def control(self, result: ControlResult) -> None:
        """See Progress."""
        with self._lock:
            self._running.pop(f"control {result.suite}", None)
            self._done.append(f"  {visible(words.control(result))}")

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
            self._done.append(row_line(result))

    def _tick(self) -> None:
        while not self._over.wait(_EVERY_S):
            with self._lock:
                lines = [self._head, *self._done, *self._now()]
            width = get_terminal_size().columns
            shown = [_cut(line, width - 1) for line in lines if line]
            print_aside(self._erasure() + "".join(f"{line}\n" for line in shown))
            self._drawn = len(shown)

    def _now(self) -> list[str]:
        now = time.monotonic()
        left = f"      {counted(self._left, 'row')} left" if self._left > 0 else ""
        if self._judged and left:
            left += f", about {words.seconds(self._left * self._spent / self._judged)}"
        return [
            f"  {visible(row)}  running     {phase:<10} {now - began:.0f} s{left}"
            for row, (phase, began) in self._running.items()
        ]

    def _erasure(self) -> str:
        return f"\x1b[{self._drawn}A\x1b[J" if self._drawn else ""


def _cut(line: str, width: int) -> str:
    while display_width(line) > width:
        line = line[: min(len(line) - 1, width)]
    return line
