"""What of a subject could not be judged, because git cannot give it: it lets nothing pass, and hides no failure."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from checkers.errors import MissingObjectError, RangeUnavailable
from checkers.model import Status
from checkers.wording import counted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from checkers.model import Verdict

_TOLD = 10


class Gaps:
    """The parts of one subject that were not judged, each with the reason."""

    def __init__(self) -> None:
        self._found: list[tuple[str, MissingObjectError | RangeUnavailable]] = []

    @contextmanager
    def part(self, name: str) -> Iterator[None]:
        """Judge a part within the block; where git cannot give it, what follows the block goes on without it."""
        try:
            yield
        except (MissingObjectError, RangeUnavailable) as error:
            self._found.append((name, error))

    def closed(self, verdict: Verdict) -> Verdict:
        """A verdict that failed, with a note of each gap.

        Any other one is no verdict while there are gaps: the first is raised, MissingObjectError or RangeUnavailable.
        """
        if not self._found:
            return verdict
        if verdict.status is not Status.FAIL:
            raise self._found[0][1]
        told = [f"{name} was not judged: {error}" for name, error in self._found[:_TOLD]]
        more = len(self._found) - _TOLD
        told += [f"{counted(more, 'more part')} {'was' if more == 1 else 'were'} not judged"] if more > 0 else []
        return verdict._replace(notes=(*verdict.notes, *told))
