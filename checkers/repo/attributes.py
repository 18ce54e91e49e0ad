"""Attributes of a tree: its `.gitattributes` files, found wherever they are and laid out for git to read."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

from checkers.repo.process import bytes_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from checkers.repo.objects import ObjectReader
    from checkers.repo.trees import TreeReader

NAME = ".gitattributes"
Attributes = tuple[tuple[str, str], ...]
"""(path, blob id) of every attributes file of a tree."""


def attribute_files(trees: TreeReader, root: str) -> Attributes:
    """Every attributes file below the tree `root`; a link is none, as git has it."""
    return tuple(
        (above + NAME, tree[NAME].oid) for above, tree in trees.folders(root) if NAME in tree and tree[NAME].is_regular
    )


def write_attributes(folder: Path, attributes: Attributes, objects: ObjectReader) -> None:
    """Make `folder` hold these attributes files and nothing else."""
    for old in folder.iterdir():
        if old.is_dir():
            shutil.rmtree(old)
        else:
            old.unlink()
    for path, data in _contents(attributes, objects):
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)


def _contents(attributes: Attributes, objects: ObjectReader) -> Iterator[tuple[str, bytes]]:
    safe = [(path, oid) for path, oid in attributes if _is_safe(path)]
    for (path, _), stored in zip(safe, objects.read_many([(oid, path) for path, oid in safe]), strict=True):
        yield path, stored.data


def _is_safe(path: str) -> bool:
    """Whether git itself could check the file out: no name that leaves the folder, none longer than names can be."""
    parts = path.split("/")
    return len(bytes_of(path)) < 4096 and all(
        part not in ("", ".", "..") and part.lower() != ".git" and len(bytes_of(part)) < 256 for part in parts
    )
