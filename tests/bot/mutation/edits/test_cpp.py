"""Conditions that are negated, functions that return at once and tokens that are renamed in C++ and CUDA files."""

from __future__ import annotations

import pytest

from bot.mutation.model import Negate, Rename, ReturnEarly
from tests.bot.mutation.edits.editing import edited, reason


def negate(condition: str, nth: int = 1) -> Negate:
    return Negate("a.cpp", condition, nth)


def leave(function: str = "F", value: str | None = None, nth: int = 1) -> ReturnEarly:
    return ReturnEarly("a.cpp", function, nth, value)


def rename(old: str, new: str, nth: int = 1, line: int | None = None) -> Rename:
    return Rename("a.cpp", old, new, nth, line)


def body(text: str) -> str:
    return f"void g() {{\n{text}\n}}\n"


@pytest.mark.parametrize(
    ("before", "condition", "after"),
    [
        ("if (a > b) c();", "a > b", "if (!(a > b)) c();"),
        ("if (a > b) c();", "a>b", "if (!(a > b)) c();"),
        ("if (a\n    > b) c();", "a > b", "if (!(a\n    > b)) c();"),
        ("if (a /* why */ > b) c();", "a > b", "if (!(a /* why */ > b)) c();"),
        ("if ( a ) c();", "a", "if ( !(a) ) c();"),
        ("if ((a > b)) c();", "a > b", "if ((!(a > b))) c();"),
        ("if ((a > b)) c();", "(a > b)", "if (!((a > b))) c();"),
        ("if (a && b) c();", "a && b", "if (!(a && b)) c();"),
        ("if (!a) c();", "!a", "if (!(!a)) c();"),
        ("if (f(a, b)) c();", "f(a,b)", "if (!(f(a, b))) c();"),
        ("if constexpr (a) c();", "a", "if constexpr (!(a)) c();"),
        ("if (int x = f(); x > 2) c();", "x > 2", "if (int x = f(); !(x > 2)) c();"),
        ("else if (a) c();", "a", "else if (!(a)) c();"),
        ("while (a) c();", "a", "while (!(a)) c();"),
        ("do { c(); } while (a);", "a", "do { c(); } while (!(a));"),
        ("for (int i = 0; i < n; ++i) c();", "i < n", "for (int i = 0; !(i < n); ++i) c();"),
        ("for (; a;) c();", "a", "for (; !(a);) c();"),
        ("for (f([] { x; }); a; b) c();", "a", "for (f([] { x; }); !(a); b) c();"),
        ("x = a ? 1 : 2;", "a", "x = !(a) ? 1 : 2;"),
        ("x = a > b ? 1 : 2;", "a > b", "x = !(a > b) ? 1 : 2;"),
        ("x = (a > b) ? 1 : 2;", "a > b", "x = (!(a > b)) ? 1 : 2;"),
        ("x += ((a > b)) ? 1 : 2;", "(a > b)", "x += (!((a > b))) ? 1 : 2;"),
        ("return a ? 1 : 2;", "a", "return !(a) ? 1 : 2;"),
        ("f(a ? 1 : 2);", "a", "f(!(a) ? 1 : 2);"),
        ("f(0, a ? 1 : 2);", "a", "f(0, !(a) ? 1 : 2);"),
        ("x = b ? a ? 1 : 2 : 3;", "a", "x = b ? !(a) ? 1 : 2 : 3;"),
        ("x = b ? 1 : a ? 2 : 3;", "a", "x = b ? 1 : !(a) ? 2 : 3;"),
        ("if (b) a ? c() : d();", "a", "if (b) !(a) ? c() : d();"),
        ("assert(a);", "a", "assert(!(a));"),
        ('VT_CHECK(a > b, "m", c);', "a > b", 'VT_CHECK(!(a > b), "m", c);'),
        ("CHECK(f(a, b));", "f(a, b)", "CHECK(!(f(a, b)));"),
        ("static_assert(a);", "a", "static_assert(!(a));"),
        ("if (a) b(); if (false) { if (a) c(); }", "a", "if (!(a)) b(); if (false) { if (a) c(); }"),
        ("#if a\nif (a) b();\n#endif", "a", "#if a\nif (!(a)) b();\n#endif"),
        ("if (a) b();  // if (c) d();\nif (c) d();", "c", "if (a) b();  // if (c) d();\nif (!(c)) d();"),
        ("if (bytes > \\\n    cap) throw;", "bytes > cap", "if (!(bytes > \\\n    cap)) throw;"),
        ("if (a <: 0 :>) b();", "a[0]", "if (!(a <: 0 :>)) b();"),
        ("if (x == 'a') b();", "x == 'a'", "if (!(x == 'a')) b();"),
    ],
)
def test_a_condition_is_negated(before: str, condition: str, after: str) -> None:
    assert edited(negate(condition), body(before)) == body(after)


def test_conditions_of_one_text_are_counted_in_the_order_of_the_file() -> None:
    text = body("x = a ? 1 : 2; if (a) b(); while ((a)) c();")
    assert edited(negate("a", 2), text) == body("x = a ? 1 : 2; if (!(a)) b(); while ((a)) c();")
    assert edited(negate("a", 3), text) == body("x = a ? 1 : 2; if (a) b(); while ((!(a))) c();")
    why = "a condition that reads 'a' stands there 3 times (line 2), so there is no number 4"
    assert reason(negate("a", 4), text) == why


@pytest.mark.parametrize(
    ("before", "condition"),
    [
        ("if (a && b) c();", "b"),
        ("x = a && b ? 1 : 2;", "b"),
        ("x = a == b ? 1 : 2;", "b"),
        ("x = f(b) ? 1 : 2;", "(b)"),
        ("x = a ?: b;", "a"),
        ("f(a);", "a"),
        ("x = CHECK(a);", "a"),
        ("return a;", "a"),
        ("switch (a) { }", "a"),
        ("for (auto a : b) c();", "auto a : b"),
        ("for (;;) c();", "a"),
        ("if (false) { if (a) c(); }", "a"),
        ("#if 0\nif (a) c();\n#endif", "a"),
        ("// if (a) c();", "a"),
        ('f("if (a) c();");', "a"),
        ("sizeof(a);", "a"),
    ],
)
def test_a_condition_that_is_none_stays(before: str, condition: str) -> None:
    why = f"a condition that reads '{condition}' stands there not at all"
    assert reason(negate(condition), body(before)).startswith(why)


def test_the_help_names_the_line_where_the_text_is_something_else() -> None:
    why = "a condition that reads 'a > b' stands there not at all"
    assert reason(negate("a > b"), body("c();")) == why
    why += "; on line 3 that is no whole condition of a live statement"
    assert reason(negate("a > b"), body("c();\nreturn a\n > b;")) == why


@pytest.mark.parametrize(
    ("condition", "why"),
    [
        (" ", "'' is no condition"),
        ("// a", "'// a' is no condition"),
        ("T* p = f()", "'T* p = f()' declares a variable, which cannot be negated: use find and with"),
        ("auto p = f()", "'auto p = f()' declares a variable, which cannot be negated: use find and with"),
        ("std::vector<int> v = f()", "'std::vector<int> v = f()' declares a variable, which cannot be negated"),
    ],
)
def test_what_cannot_be_negated_is_told(condition: str, why: str) -> None:
    assert reason(negate(condition), body(f"if ({condition}) b();")).startswith(why)


def test_an_assignment_is_negated_as_a_value() -> None:
    assert edited(negate("x = f()"), body("if (x = f()) b();")) == body("if (!(x = f())) b();")


@pytest.mark.parametrize(
    ("before", "function", "after"),
    [
        ("void F() { a(); }", "F", "void F() { return; a(); }"),
        ("void F()\n{\n  a();\n}", "F", "void F()\n{ return;\n  a();\n}"),
        ("int F() { return 1; }", "F", "int F() { return {}; return 1; }"),
        ("void* F() { return p; }", "F", "void* F() { return {}; return p; }"),
        ("const void F() { }", "F", "const void F() { return; }"),
        ("static inline VT_API void F(int a = g(), int b = {}) { }", "F", None),
        ("[[nodiscard]] int F() { return 1; }", "F", "[[nodiscard]] int F() { return {}; return 1; }"),
        ("[[gnu::hot]] void F() { a(); }", "F", "[[gnu::hot]] void F() { return; a(); }"),
        ("void __attribute__((noinline)) F() { a(); }", "F", "void __attribute__((noinline)) F() { return; a(); }"),
        ("template <class T, int N = f<2>()> void F(T x) { a(); }", "F", None),
        ("template <> void F<int>(int x) { a(); }", "F", "template <> void F<int>(int x) { return; a(); }"),
        ("template <class T> auto F(T x) -> std::vector<T> { a(); }", "F", None),
        ("auto F() -> void { a(); }", "F", "auto F() -> void { return; a(); }"),
        ("auto F() -> decltype(g(1)) { a(); }", "F", "auto F() -> decltype(g(1)) { return {}; a(); }"),
        ("auto F() { a(); }", "F", "auto F() { return; a(); }"),
        ("auto F() { return; }", "F", "auto F() { return; return; }"),
        ("int F(int (*g)(int)) { return 1; }", "F", "int F(int (*g)(int)) { return {}; return 1; }"),
        ("std::function<void()> F() { a(); }", "F", "std::function<void()> F() { return {}; a(); }"),
        ("auto F() -> std::function<void(int)> { a(); }", "F", None),
        ("auto* F() { a(); }", "F", "auto* F() { return; a(); }"),
        ("namespace F { int F() { a(); } }", "F", "namespace F { int F() { return {}; a(); } }"),
        ("struct A { private: int F() { a(); } };", "F", "struct A { private: int F() { return {}; a(); } };"),
        ("struct A { auto F() const -> A<void>* { a(); } };", "F", None),
        (
            "auto A::F() -> void try { a(); } catch (...) {}",
            "F",
            "auto A::F() -> void try { return; a(); } catch (...) {}",
        ),
        ("struct { int F() { a(); } } x;", "F", "struct { int F() { return {}; a(); } } x;"),
        ("std::unique_ptr<T> F() { return p; }", "F", "std::unique_ptr<T> F() { return {}; return p; }"),
        (
            "int A::F() const noexcept(true) { return 1; }",
            "F",
            "int A::F() const noexcept(true) { return {}; return 1; }",
        ),
        ("int A::F() const & { return 1; }", "A::F", "int A::F() const & { return {}; return 1; }"),
        ("void n::A<int>::F() { a(); }", "F", "void n::A<int>::F() { return; a(); }"),
        ("A::A(int q) : a_(q), b_{q}, c_{{1}} { a(); }", "A", "A::A(int q) : a_(q), b_{q}, c_{{1}} { return; a(); }"),
        ("A::A() : B<int>{1} { a(); }", "A::A", "A::A() : B<int>{1} { return; a(); }"),
        ("A::~A() { a(); }", "~A", "A::~A() { return; a(); }"),
        ("A::~A() { a(); }", "A::~A", "A::~A() { return; a(); }"),
        ("struct A { A() { a(); } };", "A::A", "struct A { A() { return; a(); } };"),
        ("struct A { ~A() { a(); } };", "A::~A", "struct A { ~A() { return; a(); } };"),
        ("struct A { explicit A(int) : x(1) { a(); } int x; };", "A", None),
        ("class A : B { public: A() { a(); } };", "A", "class A : B { public: A() { return; a(); } };"),
        ("class A { public: int F() override { a(); } };", "A::F", None),
        ("struct A { void operator()(int) { a(); } };", "A::operator()", None),
        ("struct A { bool operator==(A) const { a(); } };", "operator==", None),
        ("struct A { operator bool() const { a(); } };", "operator bool", None),
        ("int A::operator[](int i) { a(); }", "A::operator[]", "int A::operator[](int i) { return {}; a(); }"),
        ("namespace n { void F() { a(); } }", "n::F", "namespace n { void F() { return; a(); } }"),
        ("namespace a::b { void F() { c(); } }", "a::b::F", "namespace a::b { void F() { return; c(); } }"),
        ("namespace a { inline namespace v1 { void F() { c(); } } }", "a::F", None),
        ("namespace { void F() { c(); } }", "F", "namespace { void F() { return; c(); } }"),
        ('extern "C" { void F() { c(); } }', "F", 'extern "C" { void F() { return; c(); } }'),
        ('extern "C" void F() { c(); }', "F", 'extern "C" void F() { return; c(); }'),
        ("__global__ void F(int* p) { *p = 1; }", "F", "__global__ void F(int* p) { return; *p = 1; }"),
        ("__global__ __launch_bounds__(256) void F() { a(); }", "F", None),
        ("void F();\nvoid F() { a(); }", "F", "void F();\nvoid F() { return; a(); }"),
        ("void F() try { a(); } catch (...) { b(); }", "F", "void F() try { return; a(); } catch (...) { b(); }"),
        ("A::A() try : x(1) { a(); } catch (...) { }", "A", "A::A() try : x(1) { return; a(); } catch (...) { }"),
        ("template <class T> requires C<T> void F(T) { a(); }", "F", None),
        ("template <class T> void F(T) requires C<T> { a(); }", "F", None),
        ('TEST_CASE("x") { a(); }', "TEST_CASE", 'TEST_CASE("x") { return; a(); }'),
        ("TEST(Suite, Name) { a(); }", "TEST", "TEST(Suite, Name) { return; a(); }"),
        ("void g() { F(1); }\nvoid F(int) { a(); }", "F", "void g() { F(1); }\nvoid F(int) { return; a(); }"),
        ("#if 0\nvoid F() { a(); }\n#endif\nvoid F() { b(); }", "F", None),
        ("void F() {}", "F", "void F() { return;}"),
        ("Task<> F() { co_await a(); }", "F", "Task<> F() { co_return; co_await a(); }"),
        ("Task<int> F() { co_return 1; }", "F", "Task<int> F() { co_return {}; co_return 1; }"),
        (
            "void g() { struct L { int F() { return 1; } }; }",
            "F",
            "void g() { struct L { int F() { return {}; return 1; } }; }",
        ),
    ],
)
def test_a_function_returns_at_once(before: str, function: str, after: str | None) -> None:
    got = edited(leave(function), before + "\n")
    inserted = next(text for text in (" return;", " return {};", " co_return;", " co_return {};") if text in got)
    if after is None:
        assert got.replace(inserted, "", 1) == before + "\n"
    else:
        assert got == after + "\n"


@pytest.mark.parametrize(
    ("before", "inserted"),
    [
        ("struct A { bool operator==(A) const { a(); } };", "return {};"),
        ("struct A { operator bool() const { a(); } };", "return {};"),
        ("template <class T> auto operator==(T x) -> std::vector<T> { a(); }", "return {};"),
        ("struct A { void operator==(int) { a(); } };", "return;"),
    ],
)
def test_an_operator_returns_what_it_says(before: str, inserted: str) -> None:
    function = "operator bool" if "bool()" in before else "operator=="
    assert f"{{ {inserted} a();" in edited(leave(function), before)


@pytest.mark.parametrize(
    ("before", "inserted"),
    [
        ("auto F() -> std::function<void(int)> { a(); }", "return {};"),
        ("struct A { auto F() const -> A<void>* { a(); } };", "return {};"),
        ("template <class T, class = void> int F(T x) { a(); }", "return {};"),
        ("template <class T, class = int> void F(T x) { a(); }", "return;"),
        ("__global__ __launch_bounds__(256) void F() { a(); }", "return;"),
        ("template <class T> requires C<T> void F(T) { a(); }", "return;"),
        ("template <class T> requires (sizeof(T) > 1) int F(T) { a(); }", "return {};"),
    ],
)
def test_a_type_is_read_past_what_only_decorates_it(before: str, inserted: str) -> None:
    assert f"{{ {inserted} a();" in edited(leave(), before)


def test_the_value_that_a_row_gives_is_what_is_returned() -> None:
    assert edited(leave(value="-1"), "auto F() { return 1; }") == "auto F() { return -1; return 1; }"
    assert edited(leave(value="kNone"), "T& F() { return t; }") == "T& F() { return kNone; return t; }"
    assert edited(leave(value="1"), "Task<int> F() { co_return 2; }") == "Task<int> F() { co_return 1; co_return 2; }"


def test_overloads_are_counted_in_the_order_of_the_file() -> None:
    text = "void F(int) { a(); }\nvoid F(float);\nvoid F(char) { b(); }\n"
    assert edited(leave(nth=2), text) == text.replace("{ b", "{ return; b")


@pytest.mark.parametrize(
    ("before", "function", "why"),
    [
        ("void F();", "F", "a function 'F' with a body stands there not at all; it stands elsewhere (line 1)"),
        ("void G() { F(); }", "F", "a function 'F' with a body stands there not at all; it stands elsewhere (line 1)"),
        ("auto F = [] { a(); };", "F", "a function 'F' with a body stands there not at all; it stands elsewhere"),
        ("A::A() : F(1) { a(); }", "F", "a function 'F' with a body stands there not at all; it stands elsewhere"),
        ("A::A() : b(1), F(1) { a(); }", "F", "a function 'F' with a body stands there not at all; it stands"),
        ("struct F { int a; };", "F", "a function 'F' with a body stands there not at all"),
        ("int F{1};", "F", "a function 'F' with a body stands there not at all"),
        ("int x = F(1);", "F", "a function 'F' with a body stands there not at all"),
        ("struct A { A() = default; void F() = delete; };", "F", "a function 'F' with a body stands there not at all"),
        ("namespace n { void F() { a(); } }", "m::F", "a function 'm::F' with a body stands there not at all"),
        ("namespace n { void F() { a(); } }", "::F", "a function '::F' with a body stands there not at all"),
        ("void g() { for (;;) { F(1) { } } }", "F", "a function 'F' with a body stands there not at all"),
        ("// void F() { }", "F", "a function 'F' with a body stands there not at all"),
        ("", "F", "a function 'F' with a body stands there not at all"),
        (
            "auto F() { return 1; }",
            "F",
            "the function's type is deduced from what it returns: give the value to return",
        ),
        ("auto* F() { return p; }", "F", "the function's type is deduced from what it returns: give the value"),
        ("const auto F() { return p; }", "F", "the function's type is deduced from what it returns: give the value"),
        ("decltype(auto) F() { return 1; }", "F", "the function's type is deduced from what it returns"),
        ("T& F() { return t; }", "F", "the function returns a reference, for which nothing can stand: give the value"),
        ("auto F() -> T&& { return t; }", "F", "the function returns a reference, for which nothing can stand"),
        ("void F() { }", "1", "'1' is no name of a function, such as space::Function"),
    ],
)
def test_a_function_that_cannot_be_left_is_told(before: str, function: str, why: str) -> None:
    assert reason(leave(function), before).startswith(why)


@pytest.mark.parametrize(
    ("before", "edit", "after"),
    [
        ("a = b + a; // a", rename("a", "c"), "c = b + a; // a"),
        ("a = b + a; // a", rename("a", "c", 2), "a = b + c; // a"),
        ('f("a", a);', rename("a", "c"), 'f("a", c);'),
        ("a\nb\na\n", rename("a", "c", 1, 3), "a\nb\nc\n"),
        ("a a\na a a\n", rename("a", "c", 2, 2), "a a\na c a\n"),
        ("x <= y;", rename("<=", "<"), "x < y;"),
        ("x = 10;", rename("10", "11"), "x = 11;"),
        ('f("v");', rename('"v"', '"w"'), 'f("w");'),
        ("#ifdef A\n#endif\n", rename("A", "B"), "#ifdef B\n#endif\n"),
        ("#define X A\nA;\n", rename("A", "B"), "#define X B\nA;\n"),
        ("#include <a.h>\n", rename("<a.h>", "<b.h>"), "#include <b.h>\n"),
        ("#if 0\na;\n#endif\n", rename("a", "b"), "#if 0\nb;\n#endif\n"),
        ("a\\\nb;", rename("ab", "c"), "c;"),
        ("vt::kCUDA", rename("kCUDA", "kCPU"), "vt::kCPU"),
    ],
)
def test_one_token_is_renamed(before: str, edit: Rename, after: str) -> None:
    assert edited(edit, before) == after


@pytest.mark.parametrize(
    ("before", "edit", "why"),
    [
        ("ab; // a", rename("a", "c"), "the token 'a' stands there not at all"),
        (
            "a\nb\na",
            rename("a", "c", 1, 2),
            "the token 'a' on line 2 stands there not at all; it stands elsewhere (lines 1, 3)",
        ),
        ("a", rename("a", "c", 2), "the token 'a' stands there once (line 1), so there is no number 2"),
        ("a\na", rename("a", "c", 2, 1), "the token 'a' on line 1 stands there once (line 1), so there is no number 2"),
        ("x >> y;", rename(">", "<"), "the token '>' stands there not at all"),
    ],
)
def test_a_token_that_is_not_there_is_told(before: str, edit: Rename, why: str) -> None:
    assert reason(edit, before) == why
