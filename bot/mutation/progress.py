"""The events of a run while it goes on; who receives them decides what of it is shown, and where."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.mutation.report import ControlResult, RowResult


class Progress(Protocol):
    """Called from several threads, one call at a time for each row."""

    def table(self, file: str, rows: Sequence[str], noun: str = "row") -> None:
        """A table begins, with the names of what is judged, none where nobody knows them; `noun` is what they are."""

    def control(self, result: ControlResult) -> None:
        """A control has run."""

    def phase(self, row: str, phase: str) -> None:
        """Something begins for a row, or for a control: "prepare", "build", "run"."""

    def row(self, result: RowResult) -> None:
        """A row was judged."""


class NoProgress:
    """Drops every event."""

    def table(self, file: str, rows: Sequence[str], noun: str = "row") -> None:
        """See Progress."""

    def control(self, result: ControlResult) -> None:
        """See Progress."""

    def phase(self, row: str, phase: str) -> None:
        """See Progress."""

    def row(self, result: RowResult) -> None:
        """See Progress."""
