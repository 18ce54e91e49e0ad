"""The patch edit: a unified diff that fits exactly, or not at all."""

from __future__ import annotations

import difflib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.mutation.edits import NotApplied, apply
from bot.mutation.edits.unified import PatchError, parse_patch
from bot.mutation.model import Patch
from tests.bot.mutation.edits.editing import edited, reason

FILE = "src/a.cpp"
HEAD = f"--- a/{FILE}\n+++ b/{FILE}\n"
LINES = "".join(f"line {number}\n" for number in range(1, 21))
SWAP = HEAD + "@@ -4,3 +4,3 @@ int f() {\n line 4\n-line 5\n+LINE 5\n line 6\n"
NO_END = "\\ No newline at end of file\n"


def patch(text: str) -> Patch:
    return Patch(FILE, text)


def test_a_hunk_applies_where_it_says() -> None:
    assert edited(patch(SWAP), LINES) == LINES.replace("line 5\n", "LINE 5\n")


@pytest.mark.parametrize(
    "head",
    [
        f"--- {FILE}\n+++ {FILE}\n",
        f"--- old/{FILE}\n+++ new/{FILE}\n",
        f"--- a/{FILE}\t2026-01-01 00:00:00\n+++ b/{FILE}\t2026-01-01 00:00:00\n",
        f"diff --git a/{FILE} b/{FILE}\nindex 123..456 100644\n{HEAD}",
        f"From 0123 Mon Sep 17 00:00:00 2001\nSubject: rename it\n\ncopy that\n---\n{HEAD}",
        '--- "a/src/a\\056cpp"\n+++ "b/src/a.cpp"\n',
        f"--- a/{FILE}\r\n+++ b/{FILE}\r\n",
        "",
    ],
)
def test_every_head_of_the_same_file_will_do(head: str) -> None:
    assert edited(patch(SWAP.replace(HEAD, head)), LINES) == LINES.replace("line 5\n", "LINE 5\n")


def test_a_signature_and_blank_lines_after_the_hunks_are_overlooked() -> None:
    assert edited(patch(SWAP + "-- \n2.39.5\n\n"), LINES) == LINES.replace("line 5\n", "LINE 5\n")


def test_several_hunks_apply_one_after_another() -> None:
    text = HEAD + "@@ -2 +2,2 @@\n-line 2\n+two\n+and a half\n@@ -10,2 +11 @@\n line 10\n-line 11\n"
    assert edited(patch(text), LINES) == LINES.replace("line 2\n", "two\nand a half\n").replace("line 11\n", "")


def test_a_hunk_that_moved_applies_at_the_only_place_where_it_fits() -> None:
    assert edited(patch(SWAP), "new\n" * 3 + LINES) == "new\n" * 3 + LINES.replace("line 5\n", "LINE 5\n")


def test_the_hunks_behind_one_that_moved_move_with_it() -> None:
    text = HEAD + "@@ -1 +1 @@\n-a\n+b\n@@ -3 +3 @@\n-x\n+y\n"
    assert edited(patch(text), "0\n0\na\n-\nx\nx\n") == "0\n0\nb\n-\ny\nx\n"


@pytest.mark.parametrize(
    ("text", "before", "why"),
    [
        (
            SWAP,
            LINES.replace("line 6", "line six"),
            "hunk 1 of the patch does not fit: the lines that it replaces are there not",
        ),
        (
            SWAP,
            LINES.replace("line 6", "line 6 "),
            "hunk 1 of the patch does not fit: the lines that it replaces are there not",
        ),
        (
            HEAD + "@@ -9 +9 @@\n-a\n+b\n",
            "a\na\n",
            "hunk 1 of the patch does not fit: not where it says, and elsewhere they are there twice (lines 1, 2)",
        ),
        (HEAD + "@@ -1 +1 @@\n-a\n+a\n", "a\n", "the edit changes nothing"),
        (HEAD + "@@ -2 +2 @@\n-b\n+c\n@@ -1 +1 @@\n-a\n+x\n", "a\nb\n", "hunk 2 of the patch does not fit"),
        (HEAD + "@@ -9,0 +10 @@\n+a\n", "a\n", "hunk 1 of the patch adds lines behind a line that the file does not"),
        (HEAD + "@@ -1 +1 @@\n-a\n+b\n", "a", "hunk 1 of the patch does not fit: the lines that it replaces are there"),
        (HEAD + "@@ -1 +1 @@\n-a\n" + NO_END + "+b\n", "a\n", "hunk 1 of the patch does not fit: the lines"),
        (HEAD + "@@ -1 +1 @@\n-a\n+b\n", "xa\n", "hunk 1 of the patch does not fit: the lines"),
        (HEAD.replace("a.cpp", "b.cpp") + "@@ -1 +1 @@\n-a\n+b\n", "a\n", "the patch is one of another file"),
        ("what", "a\n", "line 1 of the patch holds no hunk"),
    ],
)
def test_nothing_is_applied_that_does_not_fit(text: str, before: str, why: str) -> None:
    assert reason(patch(text), before).startswith(why)


@pytest.mark.parametrize(
    ("hunk", "before", "after"),
    [
        ("@@ -1 +1 @@\n-a\n" + NO_END + "+b\n" + NO_END, "a", "b"),
        ("@@ -1 +1 @@\n-a\n" + NO_END + "+a\n", "a", "a\n"),
        ("@@ -1 +1 @@\n-a\n+a\n" + NO_END, "a\n", "a"),
        ("@@ -1,2 +1,2 @@\n-x\n+y\n a\n" + NO_END, "x\na", "y\na"),
        ("@@ -0,0 +1 @@\n+a\n", "", "a\n"),
        ("@@ -0,0 +1 @@\n+a\n", "b\n", "a\nb\n"),
        ("@@ -1,0 +2 @@\n+a\n", "b\n", "b\na\n"),
        ("@@ -1 +0,0 @@\n-a\n", "a\n", ""),
        ("@@ -1,2 +1,3 @@\n a\n\n+b\n", "a\n\n", "a\n\nb\n"),
        ("@@ -1,2 +1 @@\n--- x\n a\n", "-- x\na\n", "a\n"),
    ],
)
def test_ends_of_files_and_empty_sides(hunk: str, before: str, after: str) -> None:
    assert edited(patch(HEAD + hunk), before) == after


def test_a_patch_may_create_the_file() -> None:
    text = f"diff --git a/{FILE} b/{FILE}\nnew file mode 100644\n--- /dev/null\n+++ b/{FILE}\n@@ -0,0 +1,2 @@\n+a\n+b\n"
    assert apply(patch(text), None, None) == b"a\nb\n"
    assert reason(patch(text), "") == "the patch creates the file, and the file is there"


def test_a_patch_may_remove_the_file() -> None:
    text = f"--- a/{FILE}\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n"
    assert apply(patch(text), b"a\n", None) is None
    assert reason(patch(text), "a\nb\n") == "the patch removes the file, but not all that is in it"
    assert reason(patch(text), None) == "the file is not there"


def test_the_lines_of_a_patch_end_as_those_of_a_file_of_crlf_lines() -> None:
    assert edited(patch(SWAP), LINES.replace("\n", "\r\n")) == LINES.replace("line 5", "LINE 5").replace("\n", "\r\n")
    crlf = HEAD + "@@ -1 +1 @@\n-a\r\n+b\r\n"
    assert edited(patch(crlf), "a\r\n") == "b\r\n"
    assert reason(patch(crlf), "a\n").startswith("hunk 1 of the patch does not fit")
    assert edited(patch(HEAD + "@@ -1 +1 @@\n-a\r\n+a\n"), "a\r\nb\r\n") == "a\nb\r\n"


def test_bytes_that_are_not_utf_8_pass_through() -> None:
    text = (HEAD.encode() + b"@@ -1 +1 @@\n-\xff\n+\xfe\n").decode("utf-8", "surrogateescape")
    assert apply(patch(text), b"\xff\n", None) == b"\xfe\n"


@pytest.mark.parametrize(
    ("text", "line", "why"),
    [
        ("", 1, "holds no hunk (@@ -1,2 +1,2 @@)"),
        (HEAD, 1, "holds no hunk (@@ -1,2 +1,2 @@)"),
        (HEAD + "@@ what @@\n", 3, "is no hunk's head (@@ -1,2 +1,2 @@)"),
        (HEAD + "@@ -1,2 +1,2 @@\n-a\n+b\n", 5, "ends within a hunk"),
        (HEAD + "@@ -1 +1 @@\n-a\n-b\n+c\n", 5, "holds other lines than the hunk's head counts"),
        (HEAD + "@@ -1 +1 @@\n-a\n+c\n+d\n", 6, "holds more lines than the hunk's head counts"),
        (HEAD + "@@ -1 +1 @@\n-a\nb\n", 5, "is no line of a hunk: those begin with a blank, + or -"),
        (HEAD + "@@ -0,1 +1 @@\n-a\n+b\n", 3, "has a hunk that begins at line 0"),
        (
            HEAD + "@@ -1,2 +1 @@\n-a\n" + NO_END + "-b\n+c\n",
            7,
            "says of a line that is not the last one that it has no end",
        ),
        (SWAP + SWAP, 8, "changes a second file"),
        (
            "diff --git a/x b/x\nnew file mode 100644\n" + f"diff --git a/{FILE} b/{FILE}\n" + SWAP,
            3,
            "changes a second file",
        ),
        ("diff --git a/x b/y\nrename from x\n" + SWAP, 2, "renames a file, which an edit cannot"),
        ("diff --git a/x b/y\ncopy from x\n" + SWAP, 2, "copies a file, which an edit cannot"),
        ("diff --git a/x b/x\nBinary files a/x and b/x differ\n", 2, "changes a binary file, which an edit cannot"),
        ("diff --git a/x b/x\nGIT binary patch\n", 2, "changes a binary file, which an edit cannot"),
        (
            "diff --git a/x b/x\nold mode 100644\nnew mode 100755\n" + SWAP,
            2,
            "changes a file's mode, which an edit cannot",
        ),
    ],
)
def test_a_text_that_is_no_patch_is_refused_with_its_line(text: str, line: int, why: str) -> None:
    with pytest.raises(PatchError) as caught:
        parse_patch(text.encode())
    assert (caught.value.line, str(caught.value)) == (line, why)


TEXT = st.lists(st.sampled_from(["a", "b", "", " c", "-d", "+e", "@@ -1 +1 @@", "--- f"]), max_size=12)


@given(TEXT, TEXT, st.integers(0, 3))
@settings(max_examples=150, deadline=None)
def test_what_a_diff_says_is_what_its_patch_does(old: list[str], new: list[str], context: int) -> None:
    lines = difflib.unified_diff(old, new, f"a/{FILE}", f"b/{FILE}", n=context, lineterm="")
    text = "".join(f"{line}\n" for line in lines)
    before, after = ("".join(f"{line}\n" for line in side) for side in (old, new))
    if old != new:
        assert apply(patch(text), before.encode(), None) == after.encode()


@given(st.binary(max_size=80), st.binary(max_size=20))
@settings(max_examples=150, deadline=None)
def test_no_bytes_crash_it(text: bytes, data: bytes) -> None:
    hunk = HEAD.encode() + b"@@ -1 +1 @@\n" + text
    for diff in (text, hunk):
        try:
            apply(patch(diff.decode("utf-8", "surrogateescape")), data, None)
        except NotApplied as error:
            assert error.reason
