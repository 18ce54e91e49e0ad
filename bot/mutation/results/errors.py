"""Why the report of a run cannot be taken, as errors; each text completes "the run ended and …"."""

from __future__ import annotations

from checkers.errors import RedfirstError


class ReportError(RedfirstError):
    """The base: there is no result of the cases."""


class ReportMissing(ReportError):  # noqa: N818 - it says what is the case, and is no fault of redfirst
    """The run left no report where its suite says that one is."""

    def __init__(self, place: str) -> None:
        super().__init__(f"left no report at {place}")


class ReportTooLarge(ReportError):  # noqa: N818
    """The report is larger than what is read of one; `limit` is in bytes."""

    def __init__(self, place: str, limit: int) -> None:
        super().__init__(f"its report {place} is larger than {limit} bytes")


class ReportUnreadable(ReportError):  # noqa: N818
    """The report is not of its kind, contradicts itself, or asks a parser for what it must not do."""

    def __init__(self, reason: str) -> None:
        super().__init__(f"its report {reason}")
