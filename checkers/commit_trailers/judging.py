"""One message against every rule."""

from __future__ import annotations

from typing import TYPE_CHECKING

from checkers.commit_trailers.advice import on_empty
from checkers.commit_trailers.authorship import authorship
from checkers.commit_trailers.marker import marker
from checkers.commit_trailers.owed import attribution, divider, owed
from checkers.commit_trailers.rules import finding
from checkers.commit_trailers.style import body, subject

if TYPE_CHECKING:
    from collections.abc import Iterator

    from checkers.commit_trailers.case import Case
    from checkers.model import Finding


def faults(case: Case) -> Iterator[Finding]:
    """Every finding about one message; lines count from 1 in the message itself."""
    if not case.reading.message.strip():
        yield finding("empty", case.reading, case.reading.first, "the message is empty", on_empty(case.policy))
        return
    yield from only_marker(case)
    yield from divider(case)
    yield from owed(case)
    yield from attribution(case)
    yield from authorship(case)
    if not (case.merge and case.policy.style.merges_exempt):
        yield from subject(case)
        yield from body(case)


def only_marker(case: Case) -> Iterator[Finding]:
    """What is asked of a commit before `strict_since`."""
    if case.policy.marker:
        yield from marker(case.reading, case.policy.marker)
