"""A pull request as far as posting needs it: its head now, and where its repository is on the web."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.github.errors import ForgeError

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
    try:
        page = data["base"]["repo"].get("html_url") or ""
        return PullRequest(int(data["number"]), str(data["head"]["sha"]), str(page))
    except (KeyError, TypeError, ValueError, AttributeError):
        raise ForgeError("the pull request is not described as GitHub does; is GITHUB_API_URL right?") from None
