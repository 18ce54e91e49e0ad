"""Objects of the store, read through one lasting `git cat-file` process and kept in a cache bounded by bytes."""

from __future__ import annotations

import re
from collections import OrderedDict
from threading import Lock
from typing import TYPE_CHECKING, NamedTuple

from checkers.errors import MissingObjectError, RepositoryError
from checkers.repo.hashing import FORMATS, digest
from checkers.repo.process import Dialogue, bytes_of
from checkers.wording import printable

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from checkers.repo.process import Git

CACHE_BYTES = 64 << 20
LARGEST_OBJECT = 256 << 20
"""Bytes; below git's own limit of 512 MB, from which on it sends objects without having checked their size."""
_WINDOW_BYTES = 4000
"""How many bytes of requests may be under way: less than any pipe holds, so that neither side waits for the other."""

_OVERHEAD_BYTES = 400
"""What keeping an object costs beside its content, roughly."""

_HEADER = re.compile(rb"([0-9a-f]{40,64}) (blob|tree|commit|tag) (\d+)\n")


Wanted = tuple[str, str]
"""An object's name, and what it is needed for (a path, say), for the error when it is missing."""


class Stored(NamedTuple):
    """One object of the store; `data` is empty where only its header was asked for."""

    oid: str
    kind: str
    data: bytes


class ObjectReader:
    """Reads objects by name: an id, or any expression that names one object (`<id>^{tree}`).

    One git process answers all questions; it is started by the first one and started anew after it died. Calls from
    several threads take turns.
    """

    def __init__(self, git: Git, cache_bytes: int = CACHE_BYTES) -> None:
        self._git = git
        self._dialogue: Dialogue | None = None
        self._disowned: Dialogue | None = None
        self._lock = Lock()
        self._cache: OrderedDict[str, Stored] = OrderedDict()
        self._cached_bytes = 0
        self._cache_bytes = cache_bytes

    def read(self, name: str, purpose: str = "") -> Stored:
        """One object. Raises MissingObjectError, which names the object and `purpose` (a path, say)."""
        return next(self.read_many([(name, purpose)]))

    def read_many(self, wanted: Sequence[Wanted]) -> Iterator[Stored]:
        """The objects of (name, purpose) pairs, in that order; a few are held at a time."""
        for window in _windows(wanted):
            found = {name: self._cached(name) for name, _ in window}
            absent = [(name, purpose) for name, purpose in window if found[name] is None]
            found |= {name: stored for (name, _), stored in zip(absent, self._ask(b"contents", absent), strict=True)}
            for name, purpose in window:
                stored = found[name]
                if stored is None:
                    raise MissingObjectError(missing(name, purpose))
                yield stored

    def look_up(self, names: Sequence[str]) -> list[Stored | None]:
        """What each expression names, without its content; None where it names nothing here or several things."""
        return [stored for window in _windows([(name, "") for name in names]) for stored in self._ask(b"info", window)]

    @property
    def cached_bytes(self) -> int:
        """How much the cache holds, with what keeping an object costs."""
        return self._cached_bytes

    @property
    def cached_names(self) -> frozenset[str]:
        """The names of the objects that the cache holds."""
        return frozenset(self._cache)

    def close(self) -> None:
        """End the git process; a later question starts another one."""
        dialogue, self._dialogue = self._dialogue, None
        if dialogue is not None:
            dialogue.end()

    def disown(self) -> None:
        """Ask another git process from now on, and neither end nor close the one that is running."""
        self._disowned, self._dialogue = self._dialogue, None  # held, for to drop it would close its pipes

    def _cached(self, name: str) -> Stored | None:
        with self._lock:
            stored = self._cache.get(name)
            if stored is not None:
                self._cache.move_to_end(name)
            return stored

    def _keep(self, name: str, stored: Stored) -> None:
        if _weight(stored) > self._cache_bytes // 4 or name in self._cache:
            return
        self._cache[name] = stored
        self._cached_bytes += _weight(stored)
        while self._cached_bytes > self._cache_bytes:
            _, oldest = self._cache.popitem(last=False)
            self._cached_bytes -= _weight(oldest)

    def _ask(self, verb: bytes, wanted: Sequence[Wanted]) -> list[Stored | None]:
        with self._lock:
            try:
                replies = self._exchange(verb, wanted)
            except BaseException:
                self.close()  # half a reply may be under way: the next question needs a fresh process
                raise
            if verb == b"contents":
                for (name, _), stored in zip(wanted, replies, strict=True):
                    if stored is not None:
                        self._keep(name, stored)
            return replies

    def _exchange(self, verb: bytes, wanted: Sequence[Wanted]) -> list[Stored | None]:
        if not wanted:
            return []
        if self._dialogue is None:
            self._dialogue = Dialogue(self._git, "cat-file", "--batch-command", "-z")
        self._dialogue.say(b"".join(b"%s %s\0" % (verb, bytes_of(name)) for name, _ in wanted))
        return [self._reply(self._dialogue, one, verb == b"contents") for one in wanted]

    def _reply(self, dialogue: Dialogue, wanted: Wanted, with_data: bool) -> Stored | None:
        name, _ = wanted
        line = dialogue.line()
        found = _HEADER.fullmatch(line)
        if found is None:
            for _ in range(name.count("\n")):  # git repeats the name that it does not know
                line = dialogue.line()
            if not line.endswith(b"\n"):
                raise self._ended(*wanted)
            return None
        size = int(found[3])
        if with_data and size > LARGEST_OBJECT:
            raise RepositoryError(f"object {described(*wanted)} has {size} bytes, more than any source; it is not read")
        data = dialogue.take(size + 1) if with_data else b"\n"
        if not data:
            raise self._ended(*wanted)
        stored = Stored(found[1].decode(), found[2].decode(), data[:-1])
        if with_data:
            _refuse_foreign_content(stored, wanted)
        return stored

    def _ended(self, name: str, purpose: str) -> MissingObjectError:
        """The reason why the process died over an object: asked once more, alone, so that git can say it."""
        answer = self._git.answer("cat-file", "-p", name)
        if "promisor remote" in answer.err:
            return MissingObjectError(missing(name, purpose))
        said = answer.complaint if answer.code else "git cat-file ended early"
        return MissingObjectError(f"git cannot read object {described(name, purpose)}: {said}")


def _refuse_foreign_content(stored: Stored, wanted: Wanted) -> None:
    """git reads an object by its name without asking whether the content has that name, as `git fsck` does."""
    heading = f"{stored.kind} {len(stored.data)}\0".encode()
    if digest(FORMATS[len(stored.oid)], heading + stored.data).hex() != stored.oid:
        raise MissingObjectError(f"object {described(*wanted)} has the content of another one; git fsck says more")


def _weight(stored: Stored) -> int:
    return len(stored.data) + _OVERHEAD_BYTES


def missing(name: str, purpose: str = "") -> str:
    """The one line about an object that the store lacks."""
    return f"this clone lacks object {described(name, purpose)}; fetch it, or judge in a full clone"


def described(name: str, purpose: str) -> str:
    """An object and what it is needed for, on one line."""
    return printable(name) + (f", needed for {printable(purpose)}" if purpose else "")


def _windows(wanted: Sequence[Wanted]) -> Iterator[Sequence[Wanted]]:
    window: list[Wanted] = []
    size = 0
    for name, purpose in wanted:
        weight = len(name) + 16
        if window and size + weight > _WINDOW_BYTES:
            yield window
            window, size = [], 0
        window.append((name, purpose))
        size += weight
    if window:
        yield window
