"""Whether the index file is whole: git reads one that was cut short as if the entries behind the cut were not there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from checkers.errors import RepositoryError
from checkers.repo.process import printable

if TYPE_CHECKING:
    from pathlib import Path


def refuse_damaged_index(index: Path, object_format: str) -> None:
    """Raise RepositoryError where the checksum at the end of the index does not fit.

    Source: git's `Documentation/gitformat-index`: the last bytes are the hash of all before them, or zeros where
    `index.skipHash` is set. An index that is absent is empty.
    """
    import hashlib  # loads OpenSSL, which a message hook need not pay for

    try:
        data = index.read_bytes() if index.is_file() else None
    except OSError as error:
        raise RepositoryError(f"{printable(str(index))} cannot be read: {error.strerror}") from None
    if data is None:
        return
    size = hashlib.new(object_format).digest_size
    body, checksum = data[:-size], data[-size:]
    if not any(checksum) and len(checksum) == size and body.startswith(b"DIRC"):
        return
    if hashlib.new(object_format, body, usedforsecurity=False).digest() != checksum:
        raise RepositoryError(f"the index {printable(str(index))} is damaged; git read-tree HEAD makes it anew")
