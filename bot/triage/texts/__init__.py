"""Failure texts: from a job's log to its failing assertions and errors, one parser a file."""

from __future__ import annotations

from bot.triage.texts.reading import ReadLog, read_log

__all__ = ["ReadLog", "read_log"]
