"""The exit codes, which scripts rely on."""

from __future__ import annotations

from enum import IntEnum


class Exit(IntEnum):
    """How a run ends."""

    GREEN = 0
    """Nothing failed; something may have been skipped, which the report says."""
    FAILED = 1
    """At least one finding of severity error."""
    CANNOT_JUDGE = 2
    """Wrong usage, an invalid policy, no repository, an internal error."""
    SKIPPED = 3
    """With `--fail-on-skip`: nothing failed, and something was skipped."""
    INTERRUPTED = 130
    """As a shell reports SIGINT."""
    NOBODY_READS = 141
    """As a shell reports SIGPIPE."""
