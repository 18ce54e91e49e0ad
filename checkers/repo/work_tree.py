"""The work tree as a snapshot: tracked files as they lie on disk, and untracked ones that git does not ignore."""

from __future__ import annotations

import os
import stat
from typing import TYPE_CHECKING

from checkers.errors import RepositoryError, reason_of
from checkers.plain_file import plain_file
from checkers.repo.process import Git, bytes_of, text_of
from checkers.repo.trees import kind_of
from checkers.repo.types import Entry, FileKind
from checkers.wording import printable

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path

    from checkers.repo.objects import ObjectReader

_SINGLE_QUESTIONS = 4
"""How many paths are asked for one by one before the whole tree is listed instead."""


class WorkTreeSnapshot:
    """Files on disk. Links are never followed, neither the last part of a path nor a folder on the way.

    A tracked file that is absent by a sparse checkout is read from the index; a tracked path that is not there
    otherwise is absent. A path with an unsettled merge has the content that lies on disk. An entry has an oid only
    where its content comes from the index. The paths in `also` are there though git ignores them.
    """

    def __init__(self, git: Git, root: Path, objects: ObjectReader, also: Iterable[str] = ()) -> None:
        self._git = git
        self._root = os.fsencode(root)
        self._objects = objects
        self._also = frozenset(also)
        self._entries: Mapping[str, Entry] | None = None
        self._asked: dict[str, Entry | None] = {}

    def entries(self) -> Mapping[str, Entry]:
        if self._entries is None:
            self._entries = self._list()
        return self._entries

    def get(self, path: str) -> Entry | None:
        """See Snapshot; the first few single paths are asked for alone, then the tree is listed."""
        if not _is_plain(path):
            return None
        if self._entries is None and path not in self._asked and len(self._asked) < _SINGLE_QUESTIONS:
            self._asked[path] = self._list(path).get(path)
        return self._asked[path] if path in self._asked else self.entries().get(path)

    def read(self, path: str) -> bytes | None:
        """A regular file's bytes; None too where it vanished meanwhile. RepositoryError where it cannot be read."""
        entry = self.get(path)
        if entry is None or not entry.is_regular:
            return None
        if entry.oid is not None:
            return self._objects.read(entry.oid, path).data
        return self._content(path)

    def read_many(self, paths: Iterable[str]) -> Iterator[tuple[str, bytes]]:
        for path in paths:
            data = self.read(path)
            if data is not None:
                yield path, data

    def _list(self, *paths: str) -> dict[str, Entry]:
        options = ("-z", "-t", "--stage", "--cached", "--others", "--exclude-standard")
        listing = self._git.output("ls-files", *options, "--", *paths)
        folders: dict[bytes, bool] = {b"": True}
        found = [self._entry(line, folders) for line in listing.split(b"\0") if line]
        found += [self._on_disk(bytes_of(path), folders) for path in self._also if path in paths or not paths]
        return {entry.path: entry for entry in sorted(filter(None, found), key=lambda entry: entry.path)}

    def _entry(self, line: bytes, folders: dict[bytes, bool]) -> Entry | None:
        """The entry of one line of `ls-files -t --stage`; `folders` remembers which folders are real ones."""
        tag, _, rest = line.partition(b" ")
        if tag == b"?":
            return None if rest.endswith(b"/") else self._on_disk(rest, folders)
        fields, _, name = rest.partition(b"\t")
        mode, oid, _ = fields.decode("ascii").split(" ")
        kind = kind_of(int(mode, 8))
        if kind is FileKind.SUBMODULE:
            return Entry(text_of(name), kind, oid)
        entry = self._on_disk(name, folders)
        if entry is None and tag == b"S" and kind is not None:
            return Entry(text_of(name), kind, oid)
        return entry

    def _on_disk(self, name: bytes, folders: dict[bytes, bool]) -> Entry | None:
        if not self._is_folder(name.rpartition(b"/")[0], folders):
            return None
        try:
            mode = os.lstat(self._path(name)).st_mode
        except (FileNotFoundError, NotADirectoryError):
            return None
        except OSError as error:
            raise _unreadable(name, reason_of(error)) from None
        if stat.S_ISDIR(mode):
            return None
        if stat.S_ISLNK(mode):
            return Entry(text_of(name), FileKind.SYMLINK, None)
        return Entry(text_of(name), FileKind.EXECUTABLE if mode & stat.S_IXUSR else FileKind.FILE, None)

    def _is_folder(self, folder: bytes, folders: dict[bytes, bool]) -> bool:
        """Whether every part of `folder` is a folder itself, not a link to one."""
        unknown = []
        while folder not in folders:
            unknown.append(folder)
            folder = folder.rpartition(b"/")[0]
        real = folders[folder]
        for deeper in reversed(unknown):
            real = real and _is_real_folder(self._path(deeper))
            folders[deeper] = real
        return real

    def _content(self, path: str) -> bytes | None:
        """The bytes on disk; None where nothing is there any more."""
        name = bytes_of(path)
        try:
            with plain_file(self._path(name)) as (file, _):
                return file.read()
        except (FileNotFoundError, NotADirectoryError):
            return None
        except OSError as error:
            raise _unreadable(name, reason_of(error)) from None

    def _path(self, name: bytes) -> bytes:
        return self._root + b"/" + name


def _is_real_folder(path: bytes) -> bool:
    try:
        return stat.S_ISDIR(os.lstat(path).st_mode)
    except OSError:
        return False


def _is_plain(path: str) -> bool:
    """Whether a text can be a path of the tree at all."""
    return (
        "\0" not in path
        and text_of(bytes_of(path)) == path
        and all(part not in ("", ".", "..") for part in path.split("/"))
    )


def _unreadable(name: bytes, why: str) -> RepositoryError:
    return RepositoryError(f"{printable(text_of(name))} cannot be read: {why}; mend it, or remove it")
