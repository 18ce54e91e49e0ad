"""What decides how a fact comes out besides the content: the code that reads it, the grammars, the interpreter."""

from __future__ import annotations

import os
import sys
from hashlib import sha256
from importlib.machinery import PathFinder
from pathlib import Path

from checkers.source.cache import PARSERS

_CHECKERS = Path(__file__).parent.parent
_PIECES = ("errors.py", "gaps.py", "model.py", "plain_file.py", "wording.py", "subject.py")
_SHARED = ("source", "policy", "repo")


def code_hash(room: str) -> str | None:
    """A hash of all code that a fact of one checker's room can depend on; None where the code cannot be read.

    The code itself, not a number that somebody would have to raise: a fact of other code is another fact.
    """
    digest = sha256(sys.version.encode())
    try:
        for path in modules_behind(room):
            data = path.read_bytes()
            digest.update(b"%s %d\0" % (path.name.encode(), len(data)) + data)
        for parser in PARSERS:
            digest.update(_installed(parser))
    except OSError:
        return None
    return digest.hexdigest()


def modules_behind(room: str) -> list[Path]:
    """The modules that a fact of a room can depend on. Raises OSError where they are not there as source."""
    names = (*_PIECES, *(f"{folder}/" for folder in (*_SHARED, room)))
    return [path for name in names for path in _modules(_CHECKERS / name)]


def _modules(path: Path) -> list[Path]:
    if path.suffix:
        return [path]
    with os.scandir(path) as entries:
        names = sorted(entry.name for entry in entries if entry.name.endswith(".py"))
    if not names:
        raise FileNotFoundError(path)
    return [path / name for name in names]


def _installed(package: str) -> bytes:
    """A compiled package by name, size and time of its files; it is not imported for that."""
    spec = PathFinder.find_spec(package)
    places = sorted(spec.submodule_search_locations or ()) if spec else ()
    files = []
    for place in places:
        with os.scandir(place) as entries:
            for entry in entries:
                if entry.is_file():
                    found = entry.stat()
                    files.append(f"{entry.name} {found.st_size} {found.st_mtime_ns}")
    return "\0".join([package, *sorted(files)]).encode("utf-8", "surrogateescape")
