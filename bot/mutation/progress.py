"""What a run tells while it goes on; who listens decides what of it is shown, and where."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from bot.mutation.report import ControlResult, RowResult


class Progress(Protocol):
    """Told from several threads, one call at a time for each row."""

    def table(self, file: str, rows: int) -> None:
        """A table begins, with that many rows to judge; 0 where nobody knows yet."""

    def control(self, result: ControlResult) -> None:
        """A control has run."""

    def phase(self, row: str, phase: str) -> None:
        """Something begins for a row, or for a control: "prepare", "build", "run"."""

    def row(self, result: RowResult) -> None:
        """A row was judged."""


class Silence:
    """Nobody listens."""

    def table(self, file: str, rows: int) -> None:
        """See Progress."""

    def control(self, result: ControlResult) -> None:
        """See Progress."""

    def phase(self, row: str, phase: str) -> None:
        """See Progress."""

    def row(self, result: RowResult) -> None:
        """See Progress."""
