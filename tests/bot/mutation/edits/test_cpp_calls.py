"""Calls that are deleted from C++ and CUDA files: what stands as a statement, and what is left of it."""

from __future__ import annotations

import pytest

from bot.mutation.model import DeleteCall
from tests.bot.mutation.edits.editing import edited, reason


def delete(call: str = "Foo", nth: int = 1) -> DeleteCall:
    return DeleteCall("a.cu", call, nth)


def body(text: str) -> str:
    return f"void g() {{\n{text}\n}}\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("  Foo(1);\n  b();", "  b();"),
        ("  Foo();", None),
        ("  Foo(1,\n      2,\n      3);\n  b();", "  b();"),
        ("  Foo(bar(1), [&] { return 2; }, {3});\n  b();", "  b();"),
        ("  a(); Foo(1); b();", "  a();  b();"),
        ("  Foo(1); b();", "   b();"),
        ("  Foo(1);  // why\n  b();", "    // why\n  b();"),
        ("  /* why */ Foo(1);\n  b();", "  /* why */ \n  b();"),
        ("  Foo (1) ;\n  b();", "  b();"),
        ("  Foo<int, 4>(1);\n  b();", "  b();"),
        ("  Foo<std::vector<int>>(1);\n  b();", "  b();"),
        ("  ns::Foo(1);\n  b();", "  b();"),
        ("  ::Foo(1);\n  b();", "  b();"),
        ("  ns<int>::Foo(1);\n  b();", "  b();"),
        ("  obj.Foo(1);\n  b();", "  b();"),
        ("  obj->Foo(1);\n  b();", "  b();"),
        ("  this->Foo(1);\n  b();", "  b();"),
        ("  obj.template Foo<int>(1);\n  b();", "  b();"),
        ("  a().b[1]->c(2).Foo(3);\n  b();", "  b();"),
        ("  (*p).Foo(3);\n  b();", "  b();"),
        ("  ns::get<0>(t).Foo(3);\n  b();", "  b();"),
        ("  A{1}.Foo(3);\n  b();", "  b();"),
        ("  Foo<<<1, 2>>>(3);\n  b();", "  b();"),
        ("  Foo<<<dim3(1, 2), f(3), 0, s>>>(3);\n  b();", "  b();"),
        ("  Foo<float><<<1, 2>>>(3);\n  b();", "  b();"),
        ("  (void)Foo(1);\n  b();", "  b();"),
        ("  co_await Foo(1);\n  b();", "  b();"),
        ("  (void)obj.Foo(1);\n  b();", "  b();"),
        ("  if (x) Foo(1);", "  if (x) {}"),
        ("  if (x)\n    Foo(1);\n  b();", "  if (x)\n    {}\n  b();"),
        ("  if (x) Foo(1); else b();", "  if (x) {} else b();"),
        ("  if (x) b(); else Foo(1);", "  if (x) b(); else {}"),
        ("  if (x) b(); else if (y) Foo(1); else c();", "  if (x) b(); else if (y) {} else c();"),
        ("  if constexpr (x) Foo(1);", "  if constexpr (x) {}"),
        ("  for (int i = 0; i < 3; ++i) Foo(i);", "  for (int i = 0; i < 3; ++i) {}"),
        ("  while (x) Foo(1);", "  while (x) {}"),
        ("  do Foo(1); while (x);", "  do {} while (x);"),
        ("  if (x) { Foo(1); }", "  if (x) {  }"),
        ("  if (x) {\n    Foo(1);\n  }", "  if (x) {\n  }"),
        ("  if (x) { a(); } Foo(1);", "  if (x) { a(); } "),
        ("  { a(); }\n  Foo(1);\n", "  { a(); }\n"),
        ("  switch (x) { case 1: Foo(1); break; }", "  switch (x) { case 1: ; break; }"),
        ("  switch (x) { case a::b: Foo(1); break; }", "  switch (x) { case a::b: ; break; }"),
        ("  switch (x) {\n  case (1 ? 2 : 3):\n    Foo(1);\n  default: Foo(2); }", None),
        ("  switch (x) { default: Foo(1); }", "  switch (x) { default: ; }"),
        ("label: Foo(1);", "label: ;"),
        ("  [[likely]] Foo(1);\n  b();", "  [[likely]] {}\n  b();"),
        ('  Foo(1 /* ; */, ")");\n  b();', "  b();"),
        ('  Foo(R"x(;)x");\n  b();', "  b();"),
        ("  Fo\\\no(1);\n  b();", "  b();"),
        ("  auto f = [&] { Foo(1); };", "  auto f = [&] {  };"),
        ("  run([&](int i) {\n    Foo(i);\n  });", "  run([&](int i) {\n  });"),
        ("  try { Foo(1); } catch (...) { b(); }", "  try {  } catch (...) { b(); }"),
        ("  // Foo(1);\n  Foo(2);\n  b();", "  // Foo(1);\n  b();"),
        ("  x = Foo(1);\n  Foo(2);\n  b();", "  x = Foo(1);\n  b();"),
        ("  if (false) { Foo(1); }\n  Foo(2);\n  b();", "  if (false) { Foo(1); }\n  b();"),
        ("#if 0\n  Foo(1);\n#endif\n  Foo(2);\n  b();", "#if 0\n  Foo(1);\n#endif\n  b();"),
        ("#define F Foo(1);\n  Foo(2);\n  b();", "#define F Foo(1);\n  b();"),
        ("#ifdef A\n  Foo(1);\n#else\n  Foo(2);\n#endif\n  b();", "#ifdef A\n#else\n  Foo(2);\n#endif\n  b();"),
        (
            "  if (x)\n#ifdef A\n    Foo(1);\n#else\n    b();\n#endif",
            "  if (x)\n#ifdef A\n    {}\n#else\n    b();\n#endif",
        ),
    ],
)
def test_a_call_that_is_a_statement_goes(before: str, after: str | None) -> None:
    got = edited(delete(), body(before))
    if after is not None:
        assert got == body(after)


def test_lines_of_a_crlf_file_go_with_their_ends() -> None:
    assert edited(delete(), body("  Foo(1);\n  b();").replace("\n", "\r\n")) == body("  b();").replace("\n", "\r\n")


@pytest.mark.parametrize(
    "text",
    [
        "x = Foo(1);",
        "return Foo(1);",
        "auto x = Foo(1);",
        "auto& x = a.Foo(1);",
        "if (Foo(1)) b();",
        "b(Foo(1));",
        "Foo(1), b();",
        "b(), Foo(1);",
        "Foo(1).b();",
        "Foo(1)->b();",
        "Foo(1)[2];",
        "x << Foo(1);",
        "!Foo(1);",
        "throw Foo(1);",
        "new Foo(1);",
        "delete Foo(1);",
        "co_return Foo(1);",
        "Foo x(1);",
        "int Foo(1);",
        "Foo;",
        "Foo{1};",
        "auto f = &Foo;",
        "FooBar(1);",
        "using X = decltype(Foo(1));",
        "x ? Foo(1) : b();",
        "for (Foo(1);;) b();",
        "for (;; Foo(1)) b();",
        "static_assert(Foo(1));",
        "// Foo(1);",
        "/* Foo(1); */",
        'b("Foo(1);");',
        "if (false) Foo(1);",
        "std::vector<int> Foo(1);",
        "T* Foo(1);",
    ],
)
def test_a_call_that_is_no_statement_stays(text: str) -> None:
    why = reason(delete(), body(text))
    assert why.startswith("a call of 'Foo' that is a statement of its own stands there not at all")


@pytest.mark.parametrize(
    "text",
    [
        "void Foo(int);\n",
        "void Foo(int) {}\n",
        "class A { void Foo(int); };\n",
        "class A { Foo(int); };\n",
        "struct Foo { Foo(); Foo(int) {} };\n",
        "template <class T> void Foo(T);\n",
        "namespace n { int Foo(1); }\n",
        "int x = Foo(1);\n",
        "A::A() : Foo(1) {}\n",
        "#define X Foo(1);\n",
    ],
)
def test_a_declaration_is_no_call(text: str) -> None:
    assert "stands there not at all" in reason(delete(), text)


def test_a_macro_at_namespace_scope_goes_with_its_semicolon() -> None:
    assert edited(delete("REGISTER"), "int a;\nREGISTER(b,\n  c);\nint d;\n") == "int a;\nint d;\n"
    assert edited(delete("REGISTER"), "namespace n {\nREGISTER(b);\n}\n") == "namespace n {\n}\n"
    assert edited(delete("REGISTER"), "REGISTER(b); int c;\n") == " int c;\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("namespace n {\nint a;\n\nREGISTER(b,\n  c)\n\n}  // n\n", "namespace n {\nint a;\n\n\n}  // n\n"),
        ("REGISTER(b)\n", ""),
        ("REGISTER(b)", ""),
        ("int a;\nREGISTER(b)  // why\n", "int a;\n  // why\n"),
        ("OTHER(a)\nREGISTER(b)\nOTHER(c)\n", "OTHER(a)\nOTHER(c)\n"),
        ("REGISTER(b)\nint f();\n", "int f();\n"),
        ("REGISTER(b)\n#define X\nint f();\n", "#define X\nint f();\n"),
        (body("  FOR_EACH(i)\n    REGISTER(b);\n  a();"), body("  FOR_EACH(i)\n    {}\n  a();")),
        (body("  REGISTER(b)\n  a();"), body("  a();")),
        (body("  OTHER(a)\n  REGISTER(b)\n  a();"), body("  OTHER(a)\n  {}\n  a();")),
        (body("  if (x)\n    REGISTER(b)\n  else\n    a();"), body("  if (x)\n    {}\n  else\n    a();")),
    ],
)
def test_a_macro_needs_no_semicolon_where_its_line_ends(before: str, after: str) -> None:
    assert edited(delete("REGISTER"), before) == after


@pytest.mark.parametrize(
    "before",
    [
        "REGISTER(a) {\n}\n",
        "REGISTER(a)\n{\n}\n",
        "REGISTER(a) int f();\n",
        "int REGISTER(a)\nint b;\n",
        body("REGISTER(a)\n  << b;"),
        body("REGISTER(a)\n  .b();"),
        body("x = REGISTER(a)\n  b;"),
        body("REGISTER(a) {\n}"),
        body("if (REGISTER(a)\n) b();"),
    ],
)
def test_a_macro_that_goes_on_is_no_statement(before: str) -> None:
    assert "stands there not at all" in reason(delete("REGISTER"), before)


NAMED = """\
namespace vt {
void One() { Foo(1); }
namespace inner { void Two() { Foo(2); vt::Foo(3); other::Foo(4); } }
}
void Three() { Foo(5); vt::Foo(6); ::vt::Foo(7); x.Foo(8); y->z.Foo(9); a::vt::Foo(10); }
void vt::Klass::Four() { Foo(11); }
namespace { void Five() { ::Foo(12); } }
"""


@pytest.mark.parametrize(
    ("call", "meant"),
    [
        ("Foo", [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]),
        ("vt::Foo", [1, 2, 3, 6, 7, 10, 11]),
        ("::vt::Foo", [1, 2, 3, 6, 7, 11]),
        ("::Foo", [1, 2, 5, 11, 12]),
        ("inner::Foo", [2]),
        ("vt::inner::Foo", [2]),
        ("Klass::Foo", [11]),
        ("x.Foo", [8]),
        ("y->z.Foo", [9]),
        ("z.Foo", [9]),
        ("other::Foo", [4]),
    ],
)
def test_a_qualified_name_is_also_meant_where_it_is_written_shorter(call: str, meant: list[int]) -> None:
    for nth, argument in enumerate(meant, 1):
        gone = set(NAMED.split()) - set(edited(delete(call, nth), NAMED).split())
        assert any(f"Foo({argument});" in word for word in gone), (argument, gone)
    assert f"stands there {'once' if len(meant) == 1 else 'twice' if len(meant) == 2 else len(meant)}" in reason(
        delete(call, len(meant) + 1), NAMED
    )


def test_the_help_names_the_lines_where_the_name_stands() -> None:
    why = "a call of 'Foo' that is a statement of its own stands there not at all; it stands elsewhere (lines 2, 4)"
    assert reason(delete(), "void g() {\n  x = Foo(1);\n\n  return Foo(2);\n}\n") == why
    why = "a call of 'Foo' that is a statement of its own stands there once (line 2), so there is no number 2"
    assert reason(delete(nth=2), body("Foo(1);")) == why


def test_a_call_with_a_directive_in_it_is_left_alone() -> None:
    text = body("Foo(1,\n#ifdef A\n  2\n#else\n  3\n#endif\n  );")
    assert reason(delete(), text) == "the call on line 2 has a preprocessor directive within it"


@pytest.mark.parametrize("call", ["", " ", "(", "1", "Foo(", '"Foo"', "<Foo"])
def test_what_is_no_name_is_told(call: str) -> None:
    assert reason(delete(call), body("Foo(1);")).endswith("is no name of a function, such as space::Function")


@pytest.mark.growth
def test_a_long_file_takes_time_in_proportion() -> None:
    text = body("  A::A::A::x(Foo(1), y); if (a) { b(); }\n" * 5_000)
    assert "not at all" in reason(delete(), text)
    assert "not at all" in reason(delete("A::Foo"), text)
