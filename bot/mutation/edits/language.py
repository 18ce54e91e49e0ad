"""Which reader a file's structure is read with."""

from __future__ import annotations

import re
from enum import Enum
from pathlib import PurePosixPath


class Language(Enum):
    """The languages that structural edits read."""

    CPP = "C++ or CUDA"
    PYTHON = "Python"


_CPP_SUFFIXES = frozenset(
    {".c", ".cc", ".cpp", ".cxx", ".c++", ".cppm", ".ixx", ".cu", ".cuh"}
    | {".h", ".hh", ".hpp", ".hxx", ".h++", ".inl", ".ipp", ".inc", ".tpp", ".txx"}
)
_PYTHON_SUFFIXES = frozenset({".py", ".pyi", ".pyw"})
_PYTHON_SCRIPT = re.compile(rb"#![^\n]*\bpython[0-9.]*\b")


def language_of(path: str, data: bytes) -> Language | None:
    """By the path's suffix; a file without one is Python if its first line starts Python."""
    suffix = PurePosixPath(path).suffix.lower()
    if suffix in _CPP_SUFFIXES:
        return Language.CPP
    if suffix in _PYTHON_SUFFIXES or (not suffix and _PYTHON_SCRIPT.match(data)):
        return Language.PYTHON
    return None
