"""Ancestry: merge bases, ranges and what contains what, with a shallow clone's limits said by name."""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING

from checkers.errors import RangeUnavailable, RepositoryError, reason_of
from checkers.repo.process import Answer, Git, shell_word, text_of
from checkers.wording import printable, short_hash

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from checkers.repo.discovery import Place

DEEPEN = 200
"""How many commits the suggested fetch adds."""

_HASH = re.compile(r"[0-9a-f]{40}|[0-9a-f]{64}")


class Ancestry:
    """Questions about how commits follow each other."""

    def __init__(self, place: Place) -> None:
        self._git: Git = place.git
        self.cut: frozenset[str] = _cut_commits(place.shallow_file) if place.is_shallow else frozenset()
        """The commits at which a shallow clone ends: their parents exist and are not here."""

    def merge_base(self, base: str, head: str) -> str:
        """The best common ancestor of two commits; of several (a criss-cross) git's own first choice.

        Raises RangeUnavailable for unrelated histories, and where a shallow clone ends before every path from the two
        to their merge base is complete.
        """
        answer = self._asked("merge-base", "--end-of-options", base, head)
        self.refuse_cut_between(base, head)
        if answer.code == 1:
            raise RangeUnavailable(
                f"{_short(base)} and {_short(head)} have no merge base: their histories are unrelated"
            )
        return answer.out.decode("ascii").strip()

    def between(self, base: str, head: str) -> Sequence[str]:
        """The commits that `head` contains and `base` does not, oldest first, parents before children."""
        listed = self._git.output("rev-list", "--topo-order", "--reverse", head, f"^{base}", "--")
        return listed.decode("ascii").split()

    def first_parents(self, base: str | None, head: str) -> Sequence[str]:
        """The first-parent line up to `head`, without what `base` contains, oldest first."""
        without = (f"^{base}",) if base else ()
        listed = self._git.output("rev-list", "--first-parent", "--topo-order", "--reverse", head, *without, "--")
        return listed.decode("ascii").split()

    def lacking(self, commits: Sequence[str], revision: str, head: str) -> frozenset[str]:
        """Those of the `commits`, each of which `head` contains, that do not contain `revision`.

        Raises RangeUnavailable where a shallow clone ends below one of them, so that nobody knows.
        """
        listed = self._git.output("rev-list", "--ancestry-path", head, f"^{revision}", "--")
        found = frozenset(commits) - {revision, *listed.decode("ascii").split()}
        self._refuse_cut_below(found, revision)
        return found

    def refuse_cut(self, sha: str) -> None:
        """Raise RangeUnavailable where a shallow clone ends at this commit: its parents are unknown, not absent."""
        if sha in self.cut:
            raise RangeUnavailable(
                f"this clone is shallow and ends at {_short(sha)}, so what that commit changed is unknown; "
                f"git fetch --deepen={DEEPEN}"
            )

    def refuse_cut_between(self, base: str, head: str) -> None:
        """Raise RangeUnavailable where a shallow clone ends on a path from the two commits to their merge base."""
        if self.cut and self._is_cut(base, head):
            raise RangeUnavailable(f"this clone is shallow and does not reach the merge base; {self._deepening(base)}")

    def _refuse_cut_below(self, commits: Iterable[str], revision: str) -> None:
        """Raise RangeUnavailable where a shallow clone ends below these commits and not below `revision`."""
        if not self.cut:
            return
        asked = "".join(f"{name}\n" for name in (f"^{revision}", *commits))
        ends = self._git.output("rev-list", "--max-parents=0", "--stdin", stdin=asked.encode("ascii"))
        cut = self.cut.intersection(ends.decode("ascii").split())
        if cut:
            raise RangeUnavailable(
                f"this clone is shallow and ends at {_short(min(cut))}, so which commits contain {_short(revision)} "
                f"is unknown; git fetch --deepen={DEEPEN}"
            )

    def _is_cut(self, base: str, head: str) -> bool:
        """Whether a commit that only one of the two contains has no parents here: what it lacks may be common."""
        return bool(self._git.output("rev-list", "--max-count=1", "--max-parents=0", f"{base}...{head}", "--"))

    def _asked(self, *question: str) -> Answer:
        """The answer to a yes or no; git says no too where it could not read a commit, and complains beside it."""
        answer = self._git.answer(*question)
        if answer.code not in (0, 1) or "error:" in answer.err:
            raise answer.failure(question[0])
        return answer

    def _deepening(self, base: str) -> str:
        """The command that makes the clone deeper, for the remote branch that `base` is, if there is one."""
        options = ("--points-at", base, "--format=%(refname)", "refs/remotes/")
        refs = text_of(self._git.answer("for-each-ref", *options).out).split()
        names = [ref.removeprefix("refs/remotes/") for ref in refs if not ref.endswith("/HEAD")]
        remote, _, branch = names[0].partition("/") if names else ("", "", "")
        target = f" {shell_word(remote)} {shell_word(branch)}" if branch else ""
        return f"git fetch --deepen={DEEPEN}{target}"


def _cut_commits(shallow_file: Path) -> frozenset[str]:
    try:
        return frozenset(os.fsdecode(shallow_file.read_bytes()).split())
    except OSError as error:
        raise RepositoryError(f"{printable(str(shallow_file))} cannot be read: {reason_of(error)}") from None


def _short(revision: str) -> str:
    return short_hash(revision) if _HASH.fullmatch(revision) else printable(revision)
