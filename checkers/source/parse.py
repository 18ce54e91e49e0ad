"""The one door to tree-sitter: the regions of a file that its grammar could not read."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tree_sitter import Parser

_CUDA = re.compile(rb"<<<|__(?:global|device)__")
_CUDA_SUFFIXES = (".cu", ".cuh")


def is_cuda(path: str, data: bytes) -> bool:
    """Whether a file is read with the CUDA grammar: by its suffix, or because it launches or defines a kernel."""
    return path.endswith(_CUDA_SUFFIXES) or _CUDA.search(data) is not None


def unread_regions(path: str, data: bytes) -> list[tuple[int, int]]:
    """The byte ranges of ERROR and MISSING nodes, outermost ones only, in file order; a MISSING one is empty."""
    tree = _parser(cuda=is_cuda(path, data)).parse(data)
    regions = []
    cursor = tree.walk()
    while True:
        node = cursor.node
        assert node is not None
        if node.is_error or node.is_missing:
            regions.append((node.start_byte, node.end_byte))
        elif node.has_error and cursor.goto_first_child():
            continue
        while not cursor.goto_next_sibling():
            if not cursor.goto_parent():
                return regions


@cache
def _parser(*, cuda: bool) -> Parser:
    from tree_sitter import Language, Parser

    if cuda:
        from tree_sitter_cuda import language
    else:
        from tree_sitter_cpp import language
    return Parser(Language(language()))
