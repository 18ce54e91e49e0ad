"""Edits of whole files, and which reader a file has."""

from __future__ import annotations

import ast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.mutation.edits import NotApplied, apply
from bot.mutation.model import DeleteCall, Edit, Negate, Rename, RestoreBase, ReturnEarly, StubDisabled
from tests.bot.mutation.edits.editing import edited, reason


def test_a_file_is_restored_to_what_the_base_has() -> None:
    assert apply(RestoreBase("a"), b"new", b"old") == b"old"
    assert apply(RestoreBase("a"), None, b"old") == b"old"


def test_a_file_that_the_base_lacks_is_removed() -> None:
    assert apply(RestoreBase("a"), b"new", None) is None


def test_a_file_that_is_as_the_base_has_it_is_not_restored() -> None:
    assert reason(RestoreBase("a"), b"same", b"same") == "the file is the same at the merge base too"
    assert reason(RestoreBase("a"), None, None) == "the file is absent at the merge base too"


@pytest.mark.parametrize("before", [None, b"", b"import x\n", b"\xff"])
def test_a_stub_is_a_docstring_and_nothing_else(before: bytes | None) -> None:
    after = apply(StubDisabled("a.py"), before, None)
    assert after
    tree = ast.parse(after)
    assert len(tree.body) == 1
    assert ast.get_docstring(tree)
    assert reason(StubDisabled("a.py"), after).startswith("the edit changes nothing")


@pytest.mark.parametrize(
    "path",
    ["a.cpp", "a.cc", "a.cxx", "a.c", "a.cu", "a.cuh", "a.h", "a.hpp", "a.HPP", "b/a.inl", "a.b.cpp"],
)
def test_a_file_is_cpp_by_its_suffix(path: str) -> None:
    assert edited(Rename(path, "a", "b", 1), "a //") == "b //"


@pytest.mark.parametrize(
    ("path", "text"),
    [("a.py", "a #"), ("a.pyi", "a #"), ("a", "#!/usr/bin/env python3\na #"), ("a", "#!/bin/python\na #")],
)
def test_a_file_is_python_by_its_suffix_or_its_first_line(path: str, text: str) -> None:
    assert edited(Rename(path, "a", "b", 1), text).endswith("b #")


@pytest.mark.parametrize("path", ["a.txt", "a.rs", "a", ".py", "CMakeLists.txt", "a.py.in", "a.sh"])
def test_another_file_has_no_structure_to_edit(path: str) -> None:
    why = "the file is neither C++, CUDA nor Python by its name: use find and with, or a patch"
    assert reason(Rename(path, "a", "b", 1), "a") == why


STRUCTURAL = [
    lambda file: DeleteCall(file, "f", 1),
    lambda file: Negate(file, "a", 1),
    lambda file: ReturnEarly(file, "f", 1),
    lambda file: Rename(file, "a", "b", 1),
]


@pytest.mark.parametrize("make", STRUCTURAL)
@pytest.mark.parametrize("file", ["a.cpp", "a.py"])
def test_a_structural_edit_needs_the_file(make: type[Edit], file: str) -> None:
    assert reason(make(file), None) == "the file is not there"


def test_a_token_that_is_renamed_to_itself_changes_nothing() -> None:
    assert reason(Rename("a.cpp", "a", "a", 1), "a;").startswith("the edit changes nothing")
    assert reason(Rename("a.py", "a", "a", 1), "a").startswith("the edit changes nothing")


NAMES = st.sampled_from(
    ["f", "::f", "a::f", "~f", "operator()", "operator", "f<int>", "<", "a.f", "", " ", "é", "(", "f("]
)
WORDS = b'f ( ) { } ; if else a ? : :: < > <<< >>> , class namespace operator ~ -> /* " return for while case [[ ]] ='
MORE_WORDS = b"auto void template requires try do const noexcept & * assert CHECK . new using true false"
LINES = [b"\n", b"#if 1\n", b"#else\n", b"#endif\n", b"#define f a\n", b"\\\n", b"\xff", b"// f();\n"]
SNIPPETS = st.lists(st.sampled_from([*WORDS.split(), *MORE_WORDS.split(), *LINES]), max_size=30).map(b" ".join)


@given(SNIPPETS | st.binary(max_size=60), NAMES, st.sampled_from(["a.cu", "a.py"]))
@settings(max_examples=300, deadline=None)
def test_no_bytes_crash_a_structural_edit(data: bytes, name: str, file: str) -> None:
    for edit in (
        DeleteCall(file, name, 1),
        Negate(file, name, 1),
        ReturnEarly(file, name, 1),
        Rename(file, name, "x", 1),
    ):
        try:
            assert apply(edit, data, None) != data
        except NotApplied as error:
            assert error.reason
