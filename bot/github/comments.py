"""The comments of a pull request, of which one is ours."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.github import marker
from bot.github.errors import RefusedError, described

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.github.client import Client, Json
    from bot.github.credentials import Identity
    from bot.github.marker import Marker


@dataclass(frozen=True, slots=True)
class Comment:
    """A comment; `author` is a login, empty where the account is gone. Older ones have smaller ids."""

    id: int
    author: str
    body: str
    url: str

    @property
    def marker(self) -> Marker | None:
        """What its last line says, if that is a marker: whoever wrote it may have copied it."""
        return marker.read(self.body)


@dataclass(frozen=True, slots=True)
class Comments:
    """The comments of one pull request of `OWNER/NAME`."""

    client: Client
    repository: str
    number: int

    def own(self, identity: Identity) -> list[Comment]:
        """Ours, by marker and author, the oldest first. Raises ForgeError."""
        place = f"/repos/{self.repository}/issues/{self.number}/comments"
        comments = map(_comment, self.client.pages(place))
        ours = (comment for comment in comments if comment.marker and identity.is_author(comment.author))
        return sorted(ours, key=lambda comment: comment.id)

    def find(self, number: int) -> Comment | None:
        """The comment with that id; None where it is gone."""
        try:
            return _comment(self.client.get(self._place(number)))
        except RefusedError as error:
            if not error.gone:
                raise
            return None

    def create(self, body: str) -> Comment:
        """Raises UnansweredError where it may have been created."""
        place = f"/repos/{self.repository}/issues/{self.number}/comments"
        return _comment(self.client.send("POST", place, {"body": body}, repeatable=False))

    def edit(self, comment: Comment, body: str) -> Comment | None:
        """The comment with another body; None where it is gone."""
        try:
            return _comment(self.client.send("PATCH", self._place(comment.id), {"body": body}, repeatable=True))
        except RefusedError as error:
            if not error.gone:
                raise
            return None

    def remove(self, comments: Sequence[Comment]) -> None:
        """Delete them; those that are gone are as well."""
        for comment in comments:
            self.client.delete(self._place(comment.id))

    def _place(self, number: int) -> str:
        return f"/repos/{self.repository}/issues/comments/{number}"


def same(body: str, other: str) -> bool:
    """Whether two bodies say the same, blank space at the ends and the kind of line ends apart."""
    return marker.folded(body) == marker.folded(other)


def _comment(data: Json) -> Comment:
    with described("a comment"):
        author = (data.get("user") or {}).get("login", "")
        return Comment(int(data["id"]), str(author), str(data.get("body") or ""), str(data.get("html_url", "")))
