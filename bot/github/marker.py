"""The invisible line at the end of our comment: which head it is about, and which run wrote it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from bot.comment import supersede
from bot.comment.supersede import ROOM, current

if TYPE_CHECKING:
    from bot.verdict.model import RunIdentity

LONGEST = 512 + ROOM
"""Characters that the marker and the words about a newer head may add to a comment."""

_MARKER = re.compile(
    r"<!-- redfirst/1 head=(?P<head>[0-9a-f]{40}(?:[0-9a-f]{24})?)"
    r" run=(?P<run>[0-9]{1,16}) attempt=(?P<attempt>[0-9]{1,16})"
    r"(?: superseded-by=(?P<newer>[0-9a-f]{40}(?:[0-9a-f]{24})?))? -->"
)


class Age(NamedTuple):
    """A run and its attempt: the greater one is the newer one. What was posted by hand is older than every run."""

    run: int
    attempt: int

    def __str__(self) -> str:
        return f"{self.run}.{self.attempt}"


def age_of(run: RunIdentity) -> Age:
    """The age of a verdict."""
    return Age(run.id or 0, (run.attempt or 1) if run.id else 0)


def parsed_age(text: str) -> Age | None:
    """The age that `81.2` says; None for anything else."""
    found = re.fullmatch(r"([0-9]{1,16})\.([0-9]{1,16})", text)
    return Age(int(found[1]), int(found[2])) if found else None


@dataclass(frozen=True, slots=True)
class Marker:
    """What a comment's last line says. `superseded_by` is the newer head where the comment says that it is old."""

    head: str
    age: Age
    superseded_by: str | None = None

    def __str__(self) -> str:
        newer = f" superseded-by={self.superseded_by}" if self.superseded_by else ""
        return f"<!-- redfirst/1 head={self.head} run={self.age.run} attempt={self.age.attempt}{newer} -->"


def marked(text: str, marker: Marker) -> str:
    """A comment: the text, and the marker as its last line."""
    return f"{text.rstrip()}\n\n{marker}"


def read(body: str) -> Marker | None:
    """The marker of a comment; only its last line counts, for the text above it quotes what others wrote."""
    found = _MARKER.fullmatch(folded(body).rpartition("\n")[2])
    if found is None:
        return None
    return Marker(found["head"], Age(int(found["run"]), int(found["attempt"])), found["newer"])


def text_of(body: str) -> str:
    """The text of a marked comment as it was rendered, without a word about a newer head."""
    return current(folded(body).rpartition("\n")[0].rstrip()).rstrip()


def superseded(body: str, newer: str, link: str | None = None) -> str:
    """A marked comment whose first line says, before all else, that the pull request has a newer head.

    `link` is the address of the newer head's page.
    """
    marker = read(body)
    assert marker is not None, "only a marked comment is ours"
    return marked(supersede.superseded(text_of(body), newer, link), Marker(marker.head, marker.age, newer))


def folded(text: str) -> str:
    """The text as a forge may hand it back: line ends of one kind, nothing blank around it."""
    return re.sub(r"\r+\n?", "\n", text).strip()
