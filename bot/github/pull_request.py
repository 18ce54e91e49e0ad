"""A pull request as far as posting needs it: its head now, and where its repository is on the web."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.github.errors import described

if TYPE_CHECKING:
    from bot.github.client import Client


@dataclass(frozen=True, slots=True)
class PullRequest:
    """`head` is a full hash; `page` is the address of the repository that the pull request goes to."""

    number: int
    head: str
    page: str


def read_pull(client: Client, repository: str, number: int) -> PullRequest:
    """The pull request as it is now. Raises ForgeError."""
    data = client.get(f"/repos/{repository}/pulls/{number}")
    with described("the pull request"):
        page = data["base"]["repo"].get("html_url") or ""
        return PullRequest(int(data["number"]), str(data["head"]["sha"]), str(page))
