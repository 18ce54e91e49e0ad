"""The commit status `redfirst`, for those who require a status and not a check run."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.github.errors import undescribed

if TYPE_CHECKING:
    from bot.github.check_run import Content
    from bot.github.client import Client, Json

CONTEXT = "redfirst"
_LONGEST = 140
"""https://docs.github.com/rest/commits/statuses (description)."""
_STATES = {"success": "success", "failure": "failure"}
_NEITHER = "pending"
"""A status has no word for a gate that did not run: it is no success, and nothing failed."""


@dataclass(frozen=True, slots=True)
class Status:
    """What a commit status says."""

    state: str
    description: str
    url: str | None = None

    def data(self) -> dict[str, Json]:
        """As GitHub takes it."""
        data = {"state": self.state, "description": self.description, "context": CONTEXT}
        return data | ({"target_url": self.url} if self.url else {})


def status_of(content: Content) -> Status:
    """The status that says what a check run says."""
    title = content.title
    description = title if len(title) <= _LONGEST else f"{title[: _LONGEST - 1]}…"
    return Status(_STATES.get(content.conclusion, _NEITHER), description, content.url)


def read_status(client: Client, repository: str, head: str) -> Status | None:
    """The newest one of our context on a commit. Raises ForgeError."""
    for data in client.pages(f"/repos/{repository}/commits/{head}/status", "statuses"):
        if not isinstance(data, dict):
            raise undescribed("a commit status")
        if data.get("context") == CONTEXT:
            return Status(str(data.get("state")), str(data.get("description") or ""), data.get("target_url") or None)
    return None


def write_status(client: Client, repository: str, head: str, status: Status) -> str | None:
    """Post it, and the login under which it was posted, where that is told. Once more does no harm: the last counts."""
    answer = client.send("POST", f"/repos/{repository}/statuses/{head}", status.data(), repeatable=True)
    creator = answer.get("creator") if isinstance(answer, dict) else None
    login = creator.get("login") if isinstance(creator, dict) else None
    return login if isinstance(login, str) else None
