"""A suite whose one case is its exit code."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from bot.mutation.model import CaseResult, Colour, EndedBy, SuiteResult

if TYPE_CHECKING:
    from bot.mutation.model import Execution

NAME = "exit-code"
_SHELL_SIGNAL = 128
"""A shell adds the signal's number to this in the exit code of a command that a signal ended."""
_SANITIZER = re.compile(
    rb"^(?:==\d{1,10}==\s?ERROR: \w+Sanitizer|\S{1,4096}:\d{1,9}:\d{1,9}: runtime error: )", re.MULTILINE
)
_TAIL = 1 << 20


def parse_exit_code(execution: Execution) -> SuiteResult:
    """One case, `exit-code`: green for 0, red for others.

    It threw where a signal or a sanitizer ended it. A command that was ended by a limit, or that a signal ended, is
    not complete; one that could not be started has no case.
    """
    if execution.ended_by is EndedBy.NOT_STARTED:
        return SuiteResult((), complete=False)
    if execution.ended_by in (EndedBy.TIME, EndedBy.OUTPUT):
        return SuiteResult((), running=NAME, complete=False)
    if execution.ended_by is EndedBy.SIGNAL:
        return SuiteResult((CaseResult(NAME, Colour.RED, threw=True),), running=NAME, complete=False)
    if execution.code == 0:
        return SuiteResult((CaseResult(NAME, Colour.GREEN),))
    threw = (execution.code or 0) > _SHELL_SIGNAL or _SANITIZER.search(execution.stderr[-_TAIL:]) is not None
    return SuiteResult((CaseResult(NAME, Colour.RED, threw),))
