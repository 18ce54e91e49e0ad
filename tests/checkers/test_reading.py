"""Files that a command line names: all of them, or a refusal that names the file and the limit."""

from __future__ import annotations

from pathlib import Path

import pytest

from checkers.errors import UsageError
from checkers.reading import read_start, read_whole

MIB = 1 << 20


def test_a_file_of_the_largest_size_is_read_to_its_end(tmp_path: Path) -> None:
    file = tmp_path / "notes"
    file.write_bytes(b"a" * MIB)
    assert read_whole(file, MIB, "notes") == b"a" * MIB


def test_a_larger_file_is_refused_with_its_name_and_the_limit(tmp_path: Path) -> None:
    file = tmp_path / "notes"
    file.write_bytes(b"a" * (2 * MIB + 1))
    with pytest.raises(UsageError, match=r"^notes is larger than 2 MiB, the most that is read of it$"):
        read_whole(file, 2 * MIB, "notes")


@pytest.mark.parametrize("read", [read_start, read_whole])
@pytest.mark.parametrize("name", ["absent", ".", "with\0nul"])
def test_what_cannot_be_read_is_named(tmp_path: Path, read: object, name: str) -> None:
    assert callable(read)
    with pytest.raises(UsageError, match=r"^it cannot be read: "):
        read(tmp_path / name, MIB, "it")
