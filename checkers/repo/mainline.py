"""The first-parent line of a history, oldest commit first, each with the paths in which it differs from the last."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from checkers.errors import RevisionError
from checkers.repo.diffs import parse_raw
from checkers.repo.log import parse_commit
from checkers.wording import printable

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from checkers.repo.ancestry import Ancestry
    from checkers.repo.diffs import ChangeReader, Paths
    from checkers.repo.log import Header

_TOGETHER = 256
"""How many commits are compared in one question: enough for speed, few enough for the memory of a long history."""


class Step(NamedTuple):
    """One commit of the line. `time` is the committer date in seconds since the epoch.

    `paths` are those that differ from the commit before it on the line; for the first one all that it holds.
    """

    sha: str
    time: int
    message: str
    paths: Paths


class Mainline(NamedTuple):
    """The line as hashes, oldest first.

    `before` is the commit that the oldest one follows; None where that is a root, and where a shallow clone ends
    there (`is_cut`), so that what it follows is unknown.
    """

    shas: Sequence[str]
    before: str | None = None
    is_cut: bool = False


class MainlineReader:
    """Lists the line and compares its commits, some hundred in one question."""

    def __init__(self, changes: ChangeReader, ancestry: Ancestry) -> None:
        self._changes = changes
        self._trees = changes.trees
        self._ancestry = ancestry

    def line(self, base: str | None, head: str) -> Mainline:
        """The line up to `head`, without what `base` contains."""
        shas = self._ancestry.first_parents(base, head)
        if not shas:
            return Mainline(())
        if shas[0] in self._ancestry.cut:
            return Mainline(shas, is_cut=True)
        parents = self._headers(shas[:1])[0].parents
        return Mainline(shas, before=parents[0] if parents else None)

    def steps(self, line: Mainline) -> Iterator[Step]:
        """The commit that the line follows, if there is one, then its own. Raises MissingObjectError."""
        shas = iter((line.before, *line.shas) if line.before else line.shas)
        tree = self._trees.empty
        while window := list(islice(shas, _TOGETHER)):
            headers = self._headers(window)
            trees = [header.tree for header in headers]
            raws = self._changes.raw(list(zip([tree, *trees], trees, strict=False)))
            for sha, header, raw in zip(window, headers, raws, strict=True):
                yield Step(sha, header.time, header.message, parse_raw(raw))
            tree = trees[-1]

    def _headers(self, shas: Sequence[str]) -> list[Header]:
        headers = []
        for sha, stored in zip(shas, self._trees.objects.read_many([(sha, "") for sha in shas]), strict=True):
            if stored.kind != "commit":
                raise RevisionError(f"{printable(sha)} names a {stored.kind}, not a commit; git fsck says more")
            headers.append(parse_commit(stored.data))
        return headers
