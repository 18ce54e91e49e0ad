"""Files read once a run: whatever several checkers ask of one blob is computed once."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

    from checkers.repo.types import Snapshot

Fact = TypeVar("Fact")


class Sources:
    """A store of facts about file contents, for one run.

    A fact is named by the function that computes it and the content's blob id (or, for content on disk only, the
    snapshot and the path). Nothing is kept beyond the run; a store that does not keep computes each fact anew.
    """

    def __init__(self, *, keeps: bool = True) -> None:
        self._keeps = keeps
        self._facts: dict[tuple[str, object], object] = {}

    def fact(
        self, snapshot: Snapshot, path: str, compute: Callable[[bytes], Fact], data: bytes | None = None
    ) -> Fact | None:
        """`compute(bytes)` for one file, or None where the path is no regular file; computed once a blob.

        `data` is the file's content where the caller has read it already.
        """
        entry = snapshot.get(path)
        if entry is None or not entry.is_regular:
            return None
        key = (f"{compute.__module__}.{compute.__qualname__}", entry.oid or (id(snapshot), path))
        if key in self._facts:
            return self._facts[key]  # type: ignore[return-value]  # the key names the function that made the value
        data = snapshot.read(path) if data is None else data
        if data is None:
            return None
        fact = compute(data)
        if self._keeps:
            self._facts[key] = fact
        return fact
