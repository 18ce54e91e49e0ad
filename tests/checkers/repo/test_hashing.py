"""The hashes of object formats, with OpenSSL and without."""

from __future__ import annotations

import hashlib

import pytest

from checkers.repo import hashing
from checkers.repo.hashing import digest


@pytest.mark.parametrize("object_format", ["sha1", "sha256"])
def test_a_digest_is_that_of_the_object_format(object_format: str) -> None:
    assert digest(object_format, b"DIRC") == hashlib.new(object_format, b"DIRC").digest()


def test_an_interpreter_without_a_module_of_its_own_hashes_too(monkeypatch: pytest.MonkeyPatch) -> None:
    def absent(name: str) -> None:
        raise ImportError(name)

    monkeypatch.setattr(hashing, "import_module", absent)
    assert digest("sha1", b"DIRC") == hashlib.sha1(b"DIRC").digest()
