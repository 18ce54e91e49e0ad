"""Whether the index file is whole: git reads one that was cut short as if the entries behind the cut were not there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from checkers.errors import RepositoryError, reason_of
from checkers.repo.hashing import HASH_BYTES, digest
from checkers.wording import printable

if TYPE_CHECKING:
    from pathlib import Path

_SPARSE = b"sdir\0\0\0\0"


def refuse_damaged_index(index: Path, object_format: str) -> None:
    """Raise RepositoryError where the checksum at the end of the index does not fit.

    Source: git's `Documentation/gitformat-index`: the last bytes are the hash of all before them, or zeros where
    `index.skipHash` is set. An index that is absent is empty.
    """
    data = _content(index)
    if data is None:
        return
    size = HASH_BYTES[object_format]
    body, checksum = data[:-size], data[-size:]
    if not any(checksum) and len(checksum) == size and body.startswith(b"DIRC"):
        return
    if digest(object_format, body) != checksum:
        raise RepositoryError(f"the index {printable(str(index))} is damaged; git read-tree HEAD makes it anew")


def is_sparse(index: Path) -> bool:
    """Whether folders stand in the index for what is below them; git marks that by an extension without content.

    Raises RepositoryError where it cannot be read.
    """
    return _SPARSE in (_content(index) or b"")


def _content(index: Path) -> bytes | None:
    try:
        return index.read_bytes() if index.is_file() else None
    except OSError as error:
        raise RepositoryError(f"{printable(str(index))} cannot be read: {reason_of(error)}") from None
