"""What is counted, as types: a reference to the device, what excuses it, and all that one file says."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from checkers.model import Span


class Site(NamedTuple):
    """One reference. `line_text` is its logical line, by which sites of two trees are matched; `text` its own."""

    bucket: str
    span: Span
    text: str
    line_text: str

    @property
    def key(self) -> tuple[str, str]:
        """What makes it the same site in another tree, wherever it stands there."""
        return self.bucket, self.line_text


class Exemption(NamedTuple):
    """A site that a marker exempts, with the marker's row and reason."""

    site: Site
    row: str
    reason: str


class Mark(NamedTuple):
    """A marker by itself: its place and how it reads."""

    span: Span
    text: str


class FileSites(NamedTuple):
    """All that one file says: what counts, what is exempt, what tests a macro in a form that is not counted."""

    counted: tuple[Site, ...] = ()
    exempt: tuple[Exemption, ...] = ()
    other_forms: tuple[Site, ...] = ()
    unread: tuple[Site, ...] = ()
    bad_markers: tuple[Mark, ...] = ()
    dead_markers: tuple[Mark, ...] = ()


NOTHING = FileSites()
