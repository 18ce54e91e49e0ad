"""Files read once a run: whatever several checkers ask of one blob is computed once, and some of it once for all."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from checkers.repo.types import blob_id

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from checkers.repo.types import Snapshot

PARSERS = ("tree_sitter", "tree_sitter_cpp", "tree_sitter_cuda")
"""The packages that read code with this room: a fact of another grammar is another fact."""

Fact = TypeVar("Fact")

KEPT_BYTES = 3 << 20
"""Bytes of content; what is known of a file's code takes some sixty times its size."""


class Shelf(Protocol):
    """Facts of one kind that outlive the run, as JSON values by key."""

    def __bool__(self) -> bool:
        """Whether anything was known when the run began."""

    def get(self, key: str, decode: Callable[[Any], Fact]) -> Fact | None:
        """The fact under a key, decoded; None where there is none."""

    def put(self, key: str, value: Any) -> None:
        """Keep a JSON value under a key."""


class Store(Protocol):
    """Where shelves come from."""

    def shelf(self, room: str, inputs: str) -> Shelf | None:
        """The facts of one checker's room under some inputs; None where nothing outlives the run."""

    def knows(self, room: str) -> bool:
        """Whether anything of a room outlived an earlier run."""

    def save(self) -> None:
        """Keep what is new."""


class Sources:
    """A store of facts about file contents, for one run, with what `open_store` gives to last longer.

    A fact is named by the function that computes it and the content's blob id (or, for content on disk only, the
    snapshot and the path). A store that does not keep computes each fact anew, and so does one whose room is taken,
    unless it is asked for the last one again: the first `kept_bytes` of contents are kept, because a large tree is
    read from end to end more than once.
    """

    def __init__(
        self, *, keeps: bool = True, kept_bytes: int = KEPT_BYTES, open_store: Callable[[], Store] | None = None
    ) -> None:
        self._room_left = kept_bytes if keeps else -1
        self._facts: dict[tuple[str, object], object] = {}
        self._last: tuple[tuple[str, object], object] | None = None
        self._ids: dict[tuple[int, str], str] = {}
        self._open_store = open_store
        self._store: Store | None = None

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
        if self._last and self._last[0] == key:
            return self._last[1]  # type: ignore[return-value]  # as above
        data = snapshot.read(path) if data is None else data
        if data is None:
            return None
        fact = compute(data)
        self._keep(key, fact, len(data))
        return fact

    def _keep(self, key: tuple[str, object], fact: object, size: int) -> None:
        if size <= self._room_left:
            self._room_left -= size
            self._facts[key] = fact
        elif self._room_left >= 0:
            self._last = key, fact

    def shelf(self, room: str, inputs: str) -> Shelf | None:
        """The facts of one checker's room that outlive the run, made under some inputs; None where none do."""
        store = self._opened()
        return store.shelf(room, inputs) if store else None

    def knows(self, room: str) -> bool:
        """Whether facts of a checker's room outlived an earlier run."""
        store = self._opened()
        return store is not None and store.knows(room)

    def _opened(self) -> Store | None:
        if self._store is None and self._open_store:
            self._store = self._open_store()
        return self._store

    def save(self) -> None:
        """Let what is new outlive the run."""
        if self._store:
            self._store.save()

    def blob_ids(self, snapshot: Snapshot, paths: Iterable[str]) -> Iterator[tuple[str, str]]:
        """(path, blob id) of those paths that are regular files; content that lies on disk only is read for it."""
        for path in paths:
            entry = snapshot.get(path)
            if entry is None or not entry.is_regular:
                continue
            found = entry.oid or self._ids.get((id(snapshot), path)) or self._id_on_disk(snapshot, path)
            if found:
                yield path, found

    def _id_on_disk(self, snapshot: Snapshot, path: str) -> str | None:
        data = snapshot.read(path)
        return self.identified(snapshot, path, data) if data is not None else None

    def identified(self, snapshot: Snapshot, path: str, data: bytes) -> str:
        """The blob id of content that was read from disk; it is known from then on."""
        found = blob_id(data)
        self._ids[id(snapshot), path] = found
        return found
