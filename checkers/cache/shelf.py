"""One file of facts: read whole and believed only if whole, written beside its place and moved there."""

from __future__ import annotations

import json
import os
from contextlib import suppress
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from checkers.plain_file import plain_file

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

LARGEST_FILE = 16 << 20
"""Bytes; beyond it the facts that were not asked for longest go."""
LARGEST_FACT = 256 << 10
UNFINISHED = ".tmp"
"""How a file ends that is being written; one that stays was left by a run that was killed."""


class Shelf:
    """The facts of one kind; each is a JSON value under a key of printable ASCII without a space.

    Nothing here raises over the file: what cannot be read is not known, what cannot be written is not kept.
    """

    def __init__(self, path: Path, title: str) -> None:
        self._path = path
        self._title = title.encode("ascii")
        self._facts = self._read()
        self._fresh: dict[bytes, bytes] = {}
        self._used: dict[bytes, None] = {}

    def __bool__(self) -> bool:
        return bool(self._facts)

    @property
    def is_changed(self) -> bool:
        """Whether something was put that is not saved."""
        return bool(self._fresh)

    def get(self, key: str, decode: Callable[[Any], Any]) -> Any | None:
        """The fact under a key, decoded; None where there is none, or none that has the form."""
        name = key.encode("ascii")
        text = self._fresh.get(name) or self._facts.get(name)
        if text is None:
            return None
        try:
            fact = decode(json.loads(text))
        except (ValueError, TypeError, LookupError, AttributeError, RecursionError):
            return None
        self._used[name] = None
        return fact

    def put(self, key: str, value: Any) -> None:
        """Keep a JSON value under a key."""
        text = json.dumps(value, separators=(",", ":")).encode("ascii")
        if len(text) <= LARGEST_FACT:
            self._fresh[key.encode("ascii")] = text

    def save(self) -> None:
        """Write what is new, beside what another run has written meanwhile."""
        if not self._fresh:
            return
        facts = self._read()
        for name in self._used:
            if name in facts:
                facts[name] = facts.pop(name)
        facts |= self._fresh
        self._fresh = {}
        body = b"".join(_newest(facts))
        with suppress(OSError):
            self._write(b"%s %s\n" % (self._title, _checksum(body)) + body)

    def _read(self) -> dict[bytes, bytes]:
        try:
            data = _content(self._path)
        except OSError:
            return {}
        head, _, body = data.partition(b"\n")
        if head != b"%s %s" % (self._title, _checksum(body)):
            return {}
        return dict(line.partition(b" ")[::2] for line in body.split(b"\n")[:-1])

    def _write(self, data: bytes) -> None:
        beside = self._path.with_name(f"{self._path.name}.{os.getpid()}{UNFINISHED}")
        beside.unlink(missing_ok=True)  # of a run that had this number and was killed
        descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
        try:
            with os.fdopen(descriptor, "wb") as file:
                file.write(data)
            beside.replace(self._path)
        except OSError:
            beside.unlink(missing_ok=True)
            raise


def _content(path: Path) -> bytes:
    """A file's bytes; raises OSError for what is no regular file of this user's, or is too large for a shelf."""
    with plain_file(path) as (file, found):
        if found.st_uid != os.geteuid() or found.st_size > 2 * LARGEST_FILE:
            raise PermissionError(path)
        return file.read()


def _checksum(body: bytes) -> bytes:
    return sha256(body).hexdigest().encode("ascii")


def _newest(facts: dict[bytes, bytes]) -> list[bytes]:
    """The lines of the facts that were asked for last, as many as fit."""
    lines: list[bytes] = []
    size = 0
    for name, text in reversed(facts.items()):
        line = b"%s %s\n" % (name, text)
        size += len(line)
        if size > LARGEST_FILE:
            break
        lines.append(line)
    return lines[::-1]
