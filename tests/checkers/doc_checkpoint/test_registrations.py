"""What a source file registers."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from checkers.doc_checkpoint.claims import may_register
from checkers.doc_checkpoint.registrations import registered


def models(text: str) -> set[str]:
    return set(registered(text.encode(), "REG"))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("REG(A);", {"A"}),
        ("REG (A)", {"A"}),
        ("REG\n(\n  A\n)\n;", {"A"}),
        ("RE\\\nG(A);", {"A"}),
        ("REG(A) REG(B)", {"A", "B"}),
        ("REG(A, B<int, 2>, c::d(1))", {"A,B<int,2>,c::d(1)"}),
        ("REG(A, /* x */ B) // y", {"A,B"}),
        ("REG(unsigned  int)", {"unsigned int"}),
        ('REG("a b", A)', {'"a b",A'}),
        ("REG()", {""}),
        ("namespace n { REG(A); }", {"A"}),
        ("#ifdef X\nREG(A);\n#else\nREG(B);\n#endif", {"A", "B"}),
        ("#define ALSO(x) REG(x)\nALSO(A);", {"A"}),
        ("#define ONE(x) TWO(x)\n#define TWO(x) REG(x)\nONE(A);", {"A"}),
        ("REG(f(REG(B)))", {"f(REG(B))"}),
        ("// REG(A)", set()),
        ("/* REG(A) */", set()),
        ('"REG(A)"', set()),
        ('R"(REG(A))"', set()),
        ("#if 0\nREG(A);\n#endif", set()),
        ("#if 0\n#else\nREG(A);\n#endif", {"A"}),
        ("#define REG(x) f(x)", set()),
        ("#define OTHER(x) \\\n  REG(x)", set()),
        ("#undef REG", set()),
        ("void f() { if (false) { REG(A); } REG(B); }", {"B"}),
        ("void f() { if (false) REG(A); else REG(B); }", {"B"}),
        ("REGISTER(A)", set()),
        ("MY_REG(A)", set()),
        ("REG;", set()),
        ("REG(A", set()),
        ("auto x = REG;\n(A);", set()),
        ("", set()),
    ],
)
def test_a_registration_is_a_live_expansion_of_the_macro(text: str, expected: set[str]) -> None:
    assert models(text) == expected


def test_white_space_is_no_part_of_an_identity() -> None:
    assert models("REG(A,\n    B)") == models("REG( A , B )")


def test_an_apostrophe_in_a_number_hides_nothing() -> None:
    assert models("int x = 1'000; REG(A); char c = 'x';") == {"A"}


@pytest.mark.parametrize(
    ("path", "may"), [("a.cpp", True), ("a.def", True), ("README.md", False), ("notes.TXT", False)]
)
def test_prose_registers_nothing(path: str, may: bool) -> None:
    assert may_register(path) == may


@given(st.binary(max_size=60))
@settings(max_examples=150, deadline=None)
def test_no_bytes_stop_the_reader(data: bytes) -> None:
    registered(b"REG(" + data, "REG")
