"""Repositories of our own that borrow the judged store's objects, so that nothing is ever written there."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from checkers.repo.process import Git, clean_environment

if TYPE_CHECKING:
    from pathlib import Path

    from checkers.repo.discovery import Place


def borrow(place: Place, git_dir: Path, checkout: Path) -> Git:
    """Make a repository at `git_dir`, which must not exist, for files in `checkout`, which must; git at work in it.

    It has no config but its own, no hooks, no refs, and a HEAD that names no commit. Raises OSError.
    """
    (git_dir / "objects" / "info").mkdir(parents=True)
    (git_dir / "refs").mkdir()
    (git_dir / "HEAD").write_text("ref: refs/heads/none\n")
    (git_dir / "config").write_text(_config(place.object_format))
    (git_dir / "objects" / "info" / "alternates").write_bytes(_quoted(os.fsencode(place.objects)) + b"\n")
    if place.is_shallow:
        (git_dir / "shallow").write_bytes(place.shallow_file.read_bytes())
    return Git(checkout, _environment(git_dir, checkout, place))


def read_only(place: Place, scratch: Path) -> Git:
    """git in the judged repository, with its store to read and the folder `scratch` to write objects to."""
    environment = dict(place.git.environment)
    stores = [os.fsdecode(_quoted(os.fsencode(place.objects)))]
    if others := environment.get("GIT_ALTERNATE_OBJECT_DIRECTORIES"):
        stores.append(others)
    places = {"GIT_OBJECT_DIRECTORY": str(scratch), "GIT_ALTERNATE_OBJECT_DIRECTORIES": os.pathsep.join(stores)}
    return place.git._replace(environment=environment | places)


def _config(object_format: str) -> str:
    extension = "[extensions]\n\tobjectFormat = sha256\n" if object_format == "sha256" else ""
    return f"[core]\n\trepositoryFormatVersion = {int(bool(extension))}\n\tbare = false\n{extension}"


def _environment(git_dir: Path, checkout: Path, place: Place) -> dict[str, str]:
    """No config of the user, the system or the command line; the judged store's own alternates."""
    clean = clean_environment(with_places=False)
    plain = {name: value for name, value in clean.items() if not name.startswith("GIT_CONFIG")}
    borrowed = place.git.environment.get("GIT_ALTERNATE_OBJECT_DIRECTORIES")
    places = {"GIT_DIR": str(git_dir), "GIT_WORK_TREE": str(checkout)}
    if borrowed:
        places["GIT_ALTERNATE_OBJECT_DIRECTORIES"] = borrowed
    return plain | places | {"GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_GLOBAL": os.devnull}


def _quoted(path: bytes) -> bytes:
    """A path as git quotes it in an alternates file, so that no byte of it ends the line or makes it a comment."""
    return b'"' + b"".join(b"\\%03o" % byte if byte in b'\\"' or byte < 32 else bytes((byte,)) for byte in path) + b'"'
