"""Headers are found beside the file first and then below each root, and only in the judged tree."""

from __future__ import annotations

import pytest

from checkers.repo.types import FileKind, MemorySnapshot
from checkers.source.includes import Includes, depth_first, include_targets

FILES = {"a/b/f.cpp": "", "a/b/k.h": "", "include/k.h": "", "include/x/y.h": "", "src/x/y.h": "", "src/link.h": "k.h"}


@pytest.mark.parametrize(
    ("target", "path"),
    [
        (b'"k.h"', "a/b/k.h"),
        (b"<k.h>", "a/b/k.h"),
        (b"<x/y.h>", "include/x/y.h"),
        (b'"../b/./k.h"', "a/b/k.h"),
        (b'"../../../../etc/passwd"', None),
        (b'"/etc/passwd"', None),
        (b"<vector>", None),
        (b'"link.h"', None),
        (b'"x"', None),
        (b'"\xff.h"', None),
        (b'""', None),
    ],
)
def test_an_include_names_a_file_of_this_tree_or_none(target: bytes, path: str | None) -> None:
    snapshot = MemorySnapshot(FILES, {"src/link.h": FileKind.SYMLINK})
    assert Includes(snapshot, ["include", "src"]).find("a/b/f.cpp", target) == path


@pytest.mark.parametrize(
    "line",
    [
        b'#include "k.h"',
        b' # include "k.h"',
        b'#include/**/"k.h"',
        b'#include_next "k.h"',
        b'%:include "k.h"',
        b'#inc\\\nlude "k.h"',
        b'#import "k.h"',
        b'/* x */ # /* y */ include "k.h" // z',
    ],
)
def test_includes_are_found_in_any_spelling(line: bytes) -> None:
    assert include_targets(b"int x;\n" + line + b"\nint y;\n") == [b'"k.h"']


def test_files_come_after_those_that_they_include() -> None:
    graph = {"a": ["b", "c"], "b": ["c", "a"], "c": ["d"], "d": ["b"]}
    assert list(depth_first(["a", "d"], graph.__getitem__)) == ["d", "c", "b", "a"]


def test_a_chain_of_includes_may_be_of_any_length() -> None:
    following = {str(number): [str(number + 1)] for number in range(20_000)} | {"20000": []}
    assert len(list(depth_first(["0"], following.__getitem__))) == 20_001
