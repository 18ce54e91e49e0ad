"""The private key of an app that exists on test forges alone."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa


@cache
def private_key() -> str:
    """A new one for each process, in PEM form."""
    key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    plain = serialization.NoEncryption()
    return key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, plain).decode()


def written(folder: Path) -> Path:
    """A file that holds it."""
    path = folder / "key.pem"
    path.write_text(private_key())
    return path
