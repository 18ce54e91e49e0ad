"""The events of a run while it goes on; who receives them decides what of it is shown, and where."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from bot.mutation.report import ControlResult, RowResult


class Progress(Protocol):
    """Called from several threads, one call at a time for each row."""

    def table(self, file: str, rows: int) -> None:
        """A table begins, with that many rows to judge; 0 where nobody knows yet."""

    def control(self, result: ControlResult) -> None:
        """A control has run."""

    def phase(self, row: str, phase: str) -> None:
        """Something begins for a row, or for a control: "prepare", "build", "run"."""

    def row(self, result: RowResult) -> None:
        """A row was judged."""


class NoProgress:
    """Drops every event."""

    def table(self, file: str, rows: int) -> None:
        """See Progress."""

    def control(self, result: ControlResult) -> None:
        """See Progress."""

    def phase(self, row: str, phase: str) -> None:
        """See Progress."""

    def row(self, result: RowResult) -> None:
        """See Progress."""
