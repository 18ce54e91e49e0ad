"""One file by itself: the namespaces and classes around its names, and its brackets."""

from __future__ import annotations

import pytest

from checkers.source.code import read_code
from checkers.source.outline import Outline


def around(text: str) -> list[bytes]:
    """The names around each `X` in a text, joined by `::`."""
    outline = Outline(read_code(text.encode()), frozenset({b"X"}))
    return [b"::".join(outline.around(cell.frame)) for cell in outline.scopes.places.values()]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("X;", [b""]),
        ("namespace a { X; }", [b"a"]),
        ("namespace a { namespace b { X; } X; }", [b"a::b", b"a"]),
        ("namespace a::b { X; }", [b"a::b"]),
        ("namespace a::inline b { X; }", [b"a"]),
        ("namespace a { inline namespace b { X; } }", [b"a"]),
        ("namespace { X; }", [b""]),
        ("struct A { X; };", [b"A"]),
        ("namespace a { class B final : C { X; }; }", [b"a::B"]),
        ("class A<int> { X; };", [b"A"]),
        ("template <> class A<f()> { X; };", [b"A"]),
        ("template <> class A<n::f(1), 2> : B { X; };", [b"A"]),
        ("class A : B<int>, C<f()> { X; };", [b"A"]),
        ("struct __attribute__((packed)) A { X; };", [b"A"]),
        ("void f() { X; }", [b""]),
        ("void A::f() { if (x) { X; } }", [b"A"]),
        ("namespace n { int a::A::f(int x) const { X; } }", [b"n::a::A"]),
        ("A::A() : b(1) { X; }", [b"A"]),
        ('extern "C" { namespace a { X; } }', [b"a"]),
        ("#if 1\nnamespace a {\n#else\nnamespace b {\n#endif\nX; }", [b"a"]),
        ("#ifdef P\nX;\n#else\nnamespace b { X; }\n#endif\nX;", [b"", b"b", b""]),
        ("enum class E { X };", [b""]),
    ],
)
def test_what_stands_around_a_name(text: str, names: list[bytes]) -> None:
    assert around(text) == names


def test_brackets_know_each_other() -> None:
    outline = Outline(read_code(b"f(a[1], {2});"))
    pairs = {(outline.stream.text(opener), outline.stream.text(close)) for close, opener in outline.openers.items()}
    assert pairs == {(b"(", b")"), (b"[", b"]"), (b"{", b"}")}
    assert all(outline.closer(opener) == close for close, opener in outline.openers.items())
    assert outline.closer(0) is None


def test_what_no_build_reaches_is_left_out() -> None:
    assert [token.text for token in Outline(read_code(b"#if 0\na\n#else\nb\n#endif\nc")).stream.tokens] == [b"b", b"c"]


def test_scopes_without_end_take_no_recursion() -> None:
    assert around("namespace a {" * 20_000 + "X;") == [b"::".join([b"a"] * 100)]
