"""What the judge's job handed over, opened in the job that may write: every byte of it may be an attacker's."""

from __future__ import annotations

import io
import os
import re
import stat
import struct
import zipfile
import zlib
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.verdict.json import MOST_BYTES
from checkers.errors import UsageError, reason_of
from checkers.output.escaping import visible
from checkers.plain_file import NotPlainError, plain_file

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path
    from typing import NoReturn

    from bot.verdict.model import PullRequestVerdict

VERDICT_FILE = "verdict.json"
MOST_ARCHIVE_BYTES = 16 * 1024 * 1024
MOST_MEMBERS = 1_000
MOST_RATIO = 200
"""So many times its packed size may a member unpack to; text of reports comes to some thirty."""
_FREE_BYTES = 1024 * 1024
"""What is smaller than this is harmless however well it is packed."""

_MAGIC = b"PK"
_ENCRYPTED = 0x1 | 0x40 | 0x2000
"""Bits 0, 6 and 13 of a member's flags (APPNOTE.TXT, section 4.4.4)."""
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_DRIVE = re.compile(r"[A-Za-z]:")
_BROKEN = (
    zipfile.BadZipFile, zlib.error, struct.error,
    OSError, EOFError, RuntimeError, ValueError, LookupError, OverflowError,
)  # fmt: skip
"""All that the standard library's reader raises at archives that are none; NotImplementedError is a RuntimeError."""


class ArtifactError(UsageError):
    """An artifact that is refused; the text says why in one line."""


@dataclass(frozen=True, slots=True)
class Expected:
    """What is known of the run from elsewhere than its artifact; None is not held against the verdict.

    `run_attempt` is the newest one: where only failed jobs run again, an earlier attempt's verdict stands.
    """

    repository: str | None = None
    pull_request: int | None = None
    head: str | None = None
    run_id: int | None = None
    run_attempt: int | None = None


def open_artifact(path: Path) -> bytes:
    """The bytes of `verdict.json`: in an archive as GitHub's API gives it, in the folder that one was unpacked to, or
    the file itself.

    Nothing is unpacked to the disk, no link is followed, nothing but that file is read. Raises ArtifactError.
    """
    try:
        if path.is_dir():
            return _of_folder(path)
        data = _bytes_of(path, MOST_ARCHIVE_BYTES)
    except (OSError, ValueError) as error:
        raise ArtifactError(f"{path} cannot be read: {reason_of(error)}") from None
    if data.startswith(_MAGIC) or path.suffix == ".zip":
        return _of_archive(path, data)
    return data


def refuse_foreign(verdict: PullRequestVerdict, expected: Expected, name: str) -> None:
    """Raises ArtifactError where the verdict is about something else, or does not say what it is about."""
    told = (
        ("repository", verdict.target.repository, expected.repository),
        ("pull request", verdict.target.pull_request, expected.pull_request),
        ("head", verdict.commits.head, expected.head),
        ("run", verdict.run.id, expected.run_id),
    )
    for what, found, wanted in told:
        if wanted is not None and not _same(found, wanted):
            raise ArtifactError(
                f"{name} is about {what} {visible(str(found or 'none'))}, not about {what} {wanted}; it is not used"
            )
    newest, attempt = expected.run_attempt, verdict.run.attempt
    if newest is not None and not 1 <= (attempt or 0) <= newest:
        raise ArtifactError(
            f"{name} is about attempt {attempt or 'none'}, and there is none after {newest}; it is not used"
        )


def _same(found: str | int | None, wanted: str | int) -> bool:
    """Names of repositories and digits of hashes differ in case alone from none but themselves."""
    if isinstance(found, str) and isinstance(wanted, str):
        return found.lower() == wanted.lower()
    return found == wanted


def _of_folder(folder: Path) -> bytes:
    with os.scandir(folder) as entries:
        for number, entry in enumerate(entries, start=1):
            if entry.is_symlink():
                _refuse(folder, f"holds a link, {entry.name[:80]!r}")
            if number > MOST_MEMBERS:
                _refuse(folder, f"holds more than {MOST_MEMBERS} files")
    place = folder / VERDICT_FILE
    if not os.path.lexists(place):
        _refuse(folder, f"has no {VERDICT_FILE}")
    return _bytes_of(place, MOST_BYTES)


def _bytes_of(path: Path, most: int) -> bytes:
    try:
        with plain_file(path) as (file, _):
            data = file.read(most + 1)
    except NotPlainError:
        _refuse(path, "is no regular file")
    if len(data) > most:
        _refuse(path, f"is larger than {most // 1024 // 1024} MiB")
    return data


def _of_archive(path: Path, packed: bytes) -> bytes:
    try:
        with zipfile.ZipFile(io.BytesIO(packed)) as archive:
            members = archive.infolist()
            _refuse_members(path, members)
            verdict = next((member for member in members if member.filename == VERDICT_FILE), None)
            if verdict is None:
                _refuse(path, f"has no {VERDICT_FILE}")
            _refuse_bomb(path, verdict)
            with archive.open(verdict) as file:
                data = file.read(MOST_BYTES + 1)
    except _BROKEN as error:
        raise ArtifactError(f"{path} is no whole zip archive: {error}") from None
    if len(data) != verdict.file_size:
        _refuse(path, f"holds another number of bytes in {VERDICT_FILE} than it says")
    return data


def _refuse_members(path: Path, members: Sequence[zipfile.ZipInfo]) -> None:
    """What no archive of ours holds, whichever member it is about."""
    if len(members) > MOST_MEMBERS:
        _refuse(path, f"holds more than {MOST_MEMBERS} members")
    seen: set[str] = set()
    for member in members:
        name = member.orig_filename
        told = repr(name[:80])
        if not _is_plain(name):
            _refuse(path, f"holds {told}, which leads out of it")
        if name in seen:
            _refuse(path, f"holds {told} twice")
        seen.add(name)
        kind = stat.S_IFMT(member.external_attr >> 16)
        if kind not in (0, stat.S_IFREG, stat.S_IFDIR):
            _refuse(path, f"holds {told}, which is no regular file")
        if member.flag_bits & _ENCRYPTED:
            _refuse(path, f"holds {told} encrypted")


def _is_plain(name: str) -> bool:
    """Whether a member's name is a relative path that stays below its folder, on any system."""
    steps = name.removesuffix("/").split("/")
    return not (_DRIVE.match(name) or "\\" in name or "\0" in name or any(step in ("", ".", "..") for step in steps))


def _refuse_bomb(path: Path, member: zipfile.ZipInfo) -> None:
    if member.compress_type not in _METHODS:
        _refuse(path, f"holds {VERDICT_FILE} packed in an unusual way")
    if member.file_size > MOST_BYTES:
        _refuse(path, f"holds a {VERDICT_FILE} that is larger than {MOST_BYTES // 1024 // 1024} MiB")
    if member.file_size > max(_FREE_BYTES, MOST_RATIO * member.compress_size):
        _refuse(path, f"holds a {VERDICT_FILE} that unpacks to more than {MOST_RATIO} times its size")


def _refuse(path: Path, why: str) -> NoReturn:
    raise ArtifactError(f"{path} {why}; it is not used")
