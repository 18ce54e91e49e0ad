"""What one snapshot holds, as types: the naive uses of judged files, what is recorded about them, what is in doubt."""

from __future__ import annotations

import posixpath
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from checkers.model import Span
    from checkers.policy.sections import AttentionRung
    from checkers.repo.types import Entry, Snapshot


class Standing(Enum):
    """What is recorded about a use."""

    MARKED = "a reason"
    STUB = "a reason that says nothing"
    UNMARKED = "nothing"


class Site(NamedTuple):
    """One use in a judged file. `line` is the text of its logical line, `reason` the recorded one or empty.

    `is_first` tells that it is the first one of its statement.
    """

    path: str
    symbol: str
    span: Span
    line: str
    is_call: bool
    standing: Standing
    reason: str = ""
    is_first: bool = True


class Place(NamedTuple):
    """A place in a judged file, with the text there and that of its logical line."""

    path: str
    span: Span
    text: str
    line: str


@dataclass
class Survey:
    """All that was found in the judged files of one snapshot; `read` are these and the headers that they include."""

    paths: tuple[str, ...] = ()
    read: tuple[str, ...] = ()
    sites: list[Site] = field(default_factory=list)
    unread: list[Place] = field(default_factory=list)
    dead_markers: list[Place] = field(default_factory=list)
    fast: int = 0

    def add(self, other: Survey) -> None:
        """Take what was found in another file."""
        self.sites += other.sites
        self.unread += other.unread
        self.dead_markers += other.dead_markers
        self.fast += other.fast

    @property
    def found_something(self) -> bool:
        """Whether anything that looks like attention was found."""
        return bool(self.sites or self.fast or self.unread)


def is_source(entry: Entry, section: AttentionRung) -> bool:
    """Whether the policy selects a file; links are none."""
    return (
        entry.is_regular and posixpath.splitext(entry.path)[1] in section.suffixes and section.sources.match(entry.path)
    )


def source_paths(snapshot: Snapshot, section: AttentionRung) -> tuple[str, ...]:
    """All files of a snapshot that the policy selects, in order."""
    return tuple(path for path, entry in sorted(snapshot.entries().items()) if is_source(entry, section))
