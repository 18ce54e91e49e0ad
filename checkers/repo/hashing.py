"""The hashes of a repository's object format: by them git names objects, and closes its index."""

from __future__ import annotations

import sys
from contextlib import suppress
from importlib import import_module

HASH_BYTES = {"sha1": 20, "sha256": 32}
"""How long a hash of each object format is."""

FORMATS = {2 * size: name for name, size in HASH_BYTES.items()}
"""The object format by the length of its hashes in hex."""


def digest(object_format: str, data: bytes) -> bytes:
    """The hash of a repository's object format.

    SHA-1 comes from the interpreter's own module where there is one and OpenSSL, which is faster, is not loaded: to
    load it, as `hashlib` does, costs a message hook more than to hash an index without it.
    """
    if object_format == "sha1" and "hashlib" not in sys.modules:
        with suppress(ImportError):
            own: bytes = import_module("_sha1").sha1(data, usedforsecurity=False).digest()
            return own
    import hashlib

    return hashlib.new(object_format, data, usedforsecurity=False).digest()
