"""What a row's edits make of the tree, before anything is written."""

from __future__ import annotations

import pytest

from bot.mutation.changes import Edited, broken_programs, edited_files, lines_of
from bot.mutation.edits import NotApplied
from bot.mutation.model import Edit, Replace, RestoreBase, StubDisabled
from bot.mutation.report import Lines

TREE = {"a.py": b"one\ntwo\n", "b.py": b"two\n"}
BASE = {"a.py": b"zero\n"}


def edited(*edits: Edit) -> dict[str, Edited]:
    return dict(edited_files(edits, TREE.get, BASE.get))


def test_edits_of_one_file_follow_one_another() -> None:
    files = edited(Replace("a.py", "one", "two", 1), Replace("a.py", "two", "three", 2), Replace("b.py", "two", "", 1))
    assert files == {"a.py": Edited(TREE["a.py"], b"three\nthree\n"), "b.py": Edited(TREE["b.py"], b"\n")}


def test_a_file_of_the_base_may_come_back_or_go() -> None:
    assert edited(RestoreBase("a.py"), RestoreBase("b.py")) == {
        "a.py": Edited(TREE["a.py"], BASE["a.py"]),
        "b.py": Edited(TREE["b.py"], None),
    }


@pytest.mark.parametrize(
    ("edits", "reason"),
    [
        ((Replace("a.py", "one", "x", 1), Replace("a.py", "x", "one", 1)), r"^a\.py: the edits undo one another$"),
        ((Replace("b.py", "two", "x", 1), Replace("a.py", "none", "x", 1)), r"^edit 2, a\.py: "),
        ((Replace("c.py", "one", "x", 1),), r"^c\.py: the file is not there$"),
    ],
)
def test_edits_that_do_not_apply_or_undo_one_another_are_refused(edits: tuple[Edit, ...], reason: str) -> None:
    with pytest.raises(NotApplied, match=reason):
        edited(*edits)


@pytest.mark.parametrize(
    ("path", "before", "after", "broken"),
    [
        ("a.py", b"x = 1\n", b"x = (\n", True),
        ("a.py", b"x = 1\n", b"x = 2\n", False),
        ("a.py", b"x = 1\n", b"return x\n", True),
        ("a.py", b"x = 1\n", b"x = '\xff'\n", True),
        ("a.py", b"x = (\n", b"x = [\n", False),
        ("a.py", b"x = 1\n", None, False),
        ("a.py", None, b"x = (\n", True),
        ("a.txt", b"x = 1\n", b"x = (\n", False),
    ],
)
def test_a_program_that_no_longer_compiles_is_named(
    path: str, before: bytes | None, after: bytes | None, broken: bool
) -> None:
    assert broken_programs({path: Edited(before, after)}) == ((path,) if broken else ())


def test_lines_are_counted_over_all_files() -> None:
    assert lines_of(edited(StubDisabled("a.py"), Replace("b.py", "two\n", "two\nthree\n", 1))) == Lines(2, 2)
