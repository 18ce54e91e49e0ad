"""The literal edit: exactly so often, byte for byte."""

from __future__ import annotations

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from bot.mutation.edits import NotApplied, apply
from bot.mutation.model import Replace
from tests.bot.mutation.edits.editing import edited, reason


def replace(find: str, replacement: str, times: int = 1, file: str = "a.cpp") -> Replace:
    return Replace(file, find, replacement, times)


@pytest.mark.parametrize(
    ("before", "edit", "after"),
    [
        ("if (a > b) throw;\n", replace("a > b", "false"), "if (false) throw;\n"),
        ("a a a", replace("a", "b", 3), "b b b"),
        ("aaaa", replace("aa", "b", 2), "bb"),
        ("aaaaa", replace("aa", "b", 2), "bba"),
        ("x\n  y\nz\n", replace("x\n  y\n", ""), "z\n"),
        ("x\ty", replace("\t", " "), "x y"),
        ("// VT: why\nf();\n", replace("// VT: why\n", ""), "f();\n"),
        ("größe", replace("ö", "o"), "große"),
        ("a.b", replace("a.b", "c"), "c"),
        (r"a\d", replace(r"\d", r"\1"), r"a\1"),
        ("f()", replace("f()", "f() f()"), "f() f()"),
    ],
)
def test_the_text_is_replaced_each_time(before: str, edit: Replace, after: str) -> None:
    assert edited(edit, before) == after


@pytest.mark.parametrize(
    ("before", "edit", "why"),
    [
        ("a\n", replace("b", "c"), "'b' occurs not at all, not exactly once"),
        ("", replace("b", "c"), "'b' occurs not at all, not exactly once"),
        ("a\nb a\n", replace("a", "c"), "'a' occurs twice (lines 1, 2), not exactly once"),
        ("a\nb\n", replace("b", "c", 3), "'b' occurs once (line 2), not exactly 3 times"),
        (
            "aa\n" * 15,
            replace("a", "b"),
            "'a' occurs 30 times (lines 1, 2, 3, 4, 5, 6, 7, 8 and more), not exactly once",
        ),
        ("A", replace("a", "b"), "'a' occurs not at all, not exactly once"),
        ("a", replace("a", "a"), "the edit changes nothing: its result is what was there before"),
        (
            "\nif (a\n    > b)",
            replace("a > b", "x"),
            "'a > b' occurs not at all, not exactly once; line 2 has it with ",
        ),
        (
            "a  b",
            replace("a b", "x"),
            "'a b' occurs not at all, not exactly once; line 1 has it with other white space",
        ),
        (
            "\tf(a  b)",
            replace("(a b", "x"),
            "'(a b' occurs not at all, not exactly once; line 1 has it with other white",
        ),
        ("a", replace("x\ny", ""), "'x y' occurs not at all, not exactly once"),
        ("a", replace("\x1b[0m", ""), "'\\x1b[0m' occurs not at all, not exactly once"),
    ],
)
def test_another_number_of_times_is_told_with_the_lines(before: str, edit: Replace, why: str) -> None:
    assert reason(edit, before).startswith(why)


def test_a_line_end_in_the_text_is_that_of_a_file_of_crlf_lines() -> None:
    assert edited(replace("a\nb\n", "c\nd\n"), "x\r\na\r\nb\r\n") == "x\r\nc\r\nd\r\n"
    assert edited(replace("a\r\nb", "c"), "a\r\nb\r\n") == "c\r\n"
    assert edited(replace("b", "c\nd"), "a\r\nb\r\n") == "a\r\nc\r\nd\r\n"


def test_a_text_with_a_carriage_return_of_its_own_is_taken_as_it_stands() -> None:
    assert edited(replace("a\r\n", "a\n"), "a\r\nb\r\n") == "a\nb\r\n"
    assert edited(replace("a", "c\nd\r\n"), "a\r\n") == "c\nd\r\n\r\n"


def test_a_line_end_is_compared_as_it_stands_where_the_file_mixes_them() -> None:
    assert reason(replace("a\nb", "c"), "x\na\r\nb\r\n").startswith("'a b' occurs not at all")
    assert edited(replace("x\na", "c"), "x\na\r\nb\r\n") == "c\r\nb\r\n"
    assert edited(replace("a\r\nb", "c"), "x\na\r\nb\r\n") == "x\nc\r\n"


def test_a_file_that_is_not_utf_8_is_edited_around_its_bytes() -> None:
    assert apply(replace("a", "b"), b"\xff\x00a\xfe", None) == b"\xff\x00b\xfe"


def test_a_file_that_is_absent_has_nothing_to_replace() -> None:
    assert reason(replace("a", "b"), None) == "the file is not there"


@given(st.binary(max_size=60), st.text(min_size=1, max_size=4), st.text(max_size=4))
@settings(max_examples=150, deadline=None)
def test_no_bytes_crash_it_and_what_it_did_can_be_undone(data: bytes, find: str, replacement: str) -> None:
    assume(not any("\ud800" <= char <= "\udfff" for char in find + replacement))
    whole = data + find.encode() + data
    try:
        after = apply(replace(find, replacement), whole, None)
    except NotApplied:
        return
    assert after is not None
    if replacement and after.count(replacement.encode()) == 1 and b"\r" not in whole:
        assert apply(replace(replacement, find), after, None) == whole
