"""The end of what a command printed, as lines that a report may carry."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bot.mutation.judge import Attempt
    from bot.mutation.model import Execution

_PYTHON_TRACE = "Traceback (most recent call last)"
_SUITE_TRACE = "Traceback of the suite, most recent call last"
"""A suite's own is reworded, so that whoever searches a log for a crash of redfirst does not find it."""
_LINES = 20
_CHARACTERS = 400
_BYTES = 1 << 16


def log_of(attempt: Attempt) -> tuple[str, ...]:
    """The log of the last command of an attempt."""
    return log_tail(attempt.run or attempt.build)


def log_tail(execution: Execution | None) -> tuple[str, ...]:
    """The last lines of standard output, then those of standard error, each line cut where it is long."""
    if execution is None:
        return ()
    return (*_tail(execution.stdout), *_tail(execution.stderr))


def _tail(data: bytes) -> tuple[str, ...]:
    lines = data[-_BYTES:].decode("utf-8", "surrogateescape").splitlines()
    kept = [line.rstrip().replace(_PYTHON_TRACE, _SUITE_TRACE) for line in lines[-_LINES:]]
    return tuple(line if len(line) <= _CHARACTERS else f"{line[:_CHARACTERS]}…" for line in kept)
