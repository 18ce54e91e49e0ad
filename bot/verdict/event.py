"""What GitHub's event says of a pull request, read from the file that a run of Actions has it in."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from checkers.errors import UsageError
from checkers.output.escaping import unicode_text
from checkers.reading import read_whole

if TYPE_CHECKING:
    from pathlib import Path

MOST_BYTES = 32 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Event:
    """A pull request's title, body and number; None, all three, where the event is about none."""

    title: str | None = None
    body: str | None = None
    number: int | None = None


def read_event(path: Path) -> Event:
    """The event in the file that `GITHUB_EVENT_PATH` names.

    The form is that of `pull_request` in https://docs.github.com/webhooks/webhook-events-and-payloads. Raises
    UsageError for a file that is none.
    """
    data = read_whole(path, MOST_BYTES, f"--event {path}")
    try:
        document = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise UsageError(f"--event {path} is no JSON document: {error}") from None
    return _event(document, path)


def _event(document: Any, path: Path) -> Event:
    pull = document.get("pull_request") if isinstance(document, dict) else None
    if pull is None and isinstance(document, dict):
        return Event()
    title, body, number = (pull.get(key) if isinstance(pull, dict) else None for key in ("title", "body", "number"))
    if not isinstance(title, str) or not isinstance(body, str | None) or type(number) is not int or number < 1:
        raise UsageError(f"--event {path} is no event of GitHub's: its pull request has no title, body and number")
    return Event(unicode_text(title), unicode_text(body or ""), number)
