"""Where the small tree and the histories lie from which repositories are built."""

from __future__ import annotations

from fnmatch import fnmatchcase
from pathlib import Path


def _material() -> Path:
    """The folder in an installed package, or else the one in a checkout of this project."""
    installed = Path(__file__).parent / "fixtures"
    return installed if installed.is_dir() else Path(__file__).parents[2] / "fixtures"


TREE = _material() / "tree"
HISTORIES = _material() / "histories"
_NEVER = ("*/__pycache__/*", "__pycache__/*")


def tree_files() -> dict[str, bytes]:
    """Every file of the tree, by its path with `/`."""
    found = {path.relative_to(TREE).as_posix(): path for path in sorted(TREE.rglob("*")) if path.is_file()}
    return {name: path.read_bytes() for name, path in found.items() if not _is_by_product(name)}


def _is_by_product(name: str) -> bool:
    return any(fnmatchcase(name, glob) for glob in _NEVER)
