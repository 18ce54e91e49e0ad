"""A step that failed in words which no parser knows: what the runner reports, or the last lines before."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from bot.triage.texts.cleaning import EXIT
from bot.triage.texts.failure import Failure, Runner

if TYPE_CHECKING:
    from bot.triage.texts.cleaning import Step

_RULE = re.compile(r"[\W_]*$")
_FAULT = re.compile(r"(?i)\b(?:error|fatal|fail(?:ed|ure)?|panic(?:ked)?|exception|denied|not found|cannot|can't)\b")
_LOOKED_AT = 60
_SHOWN = 10


def extract(step: Step) -> Failure | None:
    """What the step reports; else its last lines that speak of a fault, else its last lines; else the exit code."""
    title = step.title or None
    said = [error.rstrip() for error in step.errors if error.strip() and not EXIT.match(error)]
    if said:
        return Failure(Runner.STEP, title, tuple(said[:_SHOWN]))
    last = [line.rstrip() for line in step.lines[-_LOOKED_AT:] if not _RULE.match(line) and not EXIT.match(line)]
    told = [line for line in last if _FAULT.search(line)] or last
    if told:
        return Failure(Runner.STEP, title, tuple(told[-_SHOWN:]))
    exits = tuple(error.rstrip() for error in step.errors if error.strip())
    return Failure(Runner.STEP, title, exits, bare=True) if exits else None
