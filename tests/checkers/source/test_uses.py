"""Every spelling that C++ resolves to the watched function is a use, and nothing else is."""

from __future__ import annotations

import pytest

from tests.checkers.source.reading import file_uses, with_signs

SPELLINGS = {
    "qualified": "void F() { §vt::Attention(q); }",
    "global": "void F() { §::vt::Attention(q); }",
    "global after return": "int F() { return §::vt::Attention(q); }",
    "spaced": "void F() { §vt :: Attention (q); }",
    "over lines": "void F() {\n  §vt::\n      Attention(\n q);\n}",
    "comment inside": "void F() { §vt::/* the kernel */Attention(q); }",
    "line comment inside": "void F() { §vt:: // the kernel\n  Attention(q); }",
    "splice in the name": "void F() { §vt::Atten\\\ntion(q); }",
    "splice in the namespace": "void F() { §v\\\nt::Attention(q); }",
    "splice in the operator": "void F() { §vt:\\\n:Attention(q); }",
    "digraph braces": "void F() <% §vt::Attention(q); %>",
    "digraph macro": "%:define K vt::Attention\nvoid F() { §K(q); }".replace("%:", "§%:"),
    "template arguments": "void F() { §vt::Attention<float>(q); }",
    "template keyword": "void F() { §vt::template Attention<float>(q); }",
    "parenthesised": "void F() { (§vt::Attention)(q); }",
    "dereferenced": "void F() { (*§vt::Attention)(q); }",
    "returned": "int F() { return §vt::Attention(q); }",
    "awaited": "task F() { co_await §vt::Attention(q); }",
    "address": "void F() { auto* fn = &§vt::Attention; fn(q); }",
    "decayed": "void F() { auto fn = §vt::Attention; fn(q); }",
    "reference": "void F() { auto& fn = §vt::Attention; fn(q); }",
    "bind": "void F() { auto f = std::bind(§vt::Attention, q); }",
    "template argument": "void F() { Run<§vt::Attention>(); }",
    "template argument address": "void F() { Run<&§vt::Attention>(); }",
    "class template argument": "Runner<§vt::Attention> runner;",
    "alias of an instance": "using R = Runner<§vt::Attention>;",
    "argument": "void F() { Register(§vt::Attention); }",
    "macro argument": "void F() { CHECK(§vt::Attention(q)); }",
    "lambda": "auto f = [](Queue& q) { §vt::Attention(q); };",
    "lambda with capture": "void F() { auto f = [&] { §vt::Attention(q); }; }",
    "lambda in argument": "void F() { Run([&](int i) mutable -> int { return §vt::Attention(q); }); }",
    "initialiser": "auto x = §vt::Attention(q);",
    "brace initialiser": "Fn x{§vt::Attention};",
    "brace list": "Fn table[] = {§vt::Attention, nullptr};",
    "designated": "Ops ops{.attention = §vt::Attention};",
    "constexpr": "constexpr auto k = §vt::Attention;",
    "default argument": "void F(Fn f = §vt::Attention);",
    "default template argument": "template <auto F = §vt::Attention> struct Run {};",
    "member initialiser": "struct T { T() : f_(§vt::Attention(q)), g_{1} { } Fn f_; int g_; };",
    "brace member initialiser": "struct T { T() : f_{§vt::Attention(q)} { §vt::Attention(q); } };",
    "default member initialiser": "struct T { Fn f = §vt::Attention; };",
    "operator body": "struct T { void operator()(Queue& q) const { §vt::Attention(q); } };",
    "operator equals": "struct T { T& operator=(const T&) { §vt::Attention(q); return *this; } };",
    "out of class operator": "T& T::operator+=(const T& o) { §vt::Attention(q); return *this; }",
    "destructor": "T::~T() { §vt::Attention(q); }",
    "conversion": "T::operator bool() const { return §vt::Attention(q); }",
    "trailing return": "auto F() -> int { return §vt::Attention(q); }",
    "noexcept function": "void F() noexcept(true) { §vt::Attention(q); }",
    "function try block": "void F() try { §vt::Attention(q); } catch (...) { §vt::Attention(q); }",
    "if condition": "void F() { if (§vt::Attention(q)) return; }",
    "if body": "void F() { if (x) §vt::Attention(q); else §vt::Attention(r); }",
    "for header": "void F() { for (auto x = §vt::Attention(q); x; ++x) {} }",
    "range for": "void F() { for (auto x : §vt::Attention(q)) {} }",
    "switch": "void F() { switch (x) { case 1: §vt::Attention(q); break; default: §vt::Attention(q); } }",
    "ternary": "void F() { x ? §vt::Attention(q) : §vt::Attention(r); }",
    "comma": "void F() { a(), §vt::Attention(q); }",
    "logical": "void F() { ok && §vt::Attention(q); }",
    "cast": "void F() { (void)§vt::Attention(q); }",
    "global behind a cast": "void F() { (void)§::vt::Attention(q); y = (Result) §::vt::Attention(q); }",
    "global behind a condition": "void F() { if (x) §::vt::Attention(q); while (x) §::vt::Attention(q); }",
    "global behind a loop": "void F() { for (;;) §::vt::Attention(q); }",
    "global compared": "bool F() { return x > §::vt::Attention(q) || x >> §::vt::Attention(q); }",
    "global compared twice": "bool F() { return n < 3 || n > §::vt::Attention(q); }",
    "global behind a word for a sign": "void F() { x or_eq §::vt::Attention(q); b = x not_eq §::vt::Attention(q); }",
    "global behind an unknown macro": "void F() { UNUSED(x) §::vt::Attention(q); }",
    "attribute of what is dead": "void F() { if (false) [[unlikely]] { } §vt::Attention(q); }",
    "lambda in decltype": "using T = decltype([] { §vt::Attention(q); });",
    "pasted rest of arguments": "#define P(f, ...) x(f, ##__VA_ARGS__)\nvoid F() { P(1, §vt::Attention(q)); }",
    "pasted macro": "#define X Y\n#define Y Att\n#define CAT_(a, b) a##b\n#define CAT(a, b) CAT_(a, b)\n"
    "void F() { §vt::CAT(X, ention)(q); }",
    "static cast": "void F() { f = static_cast<Fn>(§vt::Attention); }",
    "subscript": "void F() { a[§vt::Attention(q)] = 1; }",
    "statement expression": "void F() { x = ({ int y = 1; §vt::Attention(q); }); }",
    "attribute macro before": "void F() { UNUSED §vt::Attention(q); }",
    "attribute before": "void F() { [[maybe_unused]] §vt::Attention(q); }",
    "type before a qualified call": "void F() { Result §vt::Attention(q); }",
    "label before": "void F() { again: §vt::Attention(q); }",
    "do while false": "void F() { do { §vt::Attention(q); } while (false); }",
    "extern C": 'extern "C" { void F() { §vt::Attention(q); } }',
    "extern C function": 'extern "C" void F() { §vt::Attention(q); }',
    "class in namespace": "namespace mine { class T final : public Base<int> { void F() { §vt::Attention(q); } }; }",
    "nested namespace": "namespace a::b { inline namespace c { namespace { void F() { §vt::Attention(q); } } } }",
    "template function": "template <class T = int, int N = (3 > 2)> void F() { §vt::Attention(q); }",
    "abbreviated template lambda": "auto f = []<class T>(T t) { §vt::Attention(t); };",
    "requires clause": "template <class T> requires (N<T>) void F(T t) { §vt::Attention(t); }",
    "trailing requires clause": "template <class T> void F(T t) requires (N<T>) { §vt::Attention(t); }",
    "kernel body": "void vt::Attention(Queue& q) { §vt::Attention(q); }",
    "coroutine yield": "task F() { co_yield §vt::Attention(q); }",
    "throw": "void F() { throw §vt::Attention(q); }",
    "stringless raw string around": 'auto s = R"(")"; void F() { §vt::Attention(q); }',
    "digit separator before": "int n = 1'000; void F() { §vt::Attention(q); } int m = 1'000;",
    "character before": "char c = '\"'; void F() { §vt::Attention(q); } char d = '\"';",
    "static assert elsewhere": "static_assert(sizeof(int) == 4); void F() { §vt::Attention(q); }",
    "sizeof beside": "void F() { sizeof(x) + §vt::Attention(q); }",
    "decltype beside": "void F() { decltype(x) y = §vt::Attention(q); }",
}

SCOPES = {
    "exported using-declaration": "export using vt::Attention;\nauto f = §Attention;",
    "exported using-directive": "export using namespace vt;\nauto f = §Attention;",
    "exported alias": "export namespace k = vt;\nexport void F() { §k::Attention(q); }",
    "exported block": "export { using vt::Attention; void F() { auto f = §Attention; } }",
    "using-declaration": "using vt::Attention;\nvoid F() { §Attention(q); }",
    "using-declaration in block": "void F() { using vt::Attention; §Attention(q); }\nvoid Attention(int);\n"
    "void G() { Attention(3); }",
    "using-declaration list": "using a::b, vt::Attention;\nauto f = §Attention;",
    "using-declaration address": "using vt::Attention;\nauto f = &§Attention;",
    "using-declaration shadows outer": "void Attention(int);\nvoid F() { using vt::Attention; §Attention(q); }",
    "using-directive": "using namespace vt;\nauto f = &§Attention;",
    "using-directive is weaker": (
        "namespace mine { void Attention(int); void F() { using namespace vt; Attention(3); } }"
    ),
    "using-directive beside global": "using namespace vt;\nvoid Attention(int);\nvoid F() { §Attention(q); }",
    "using-directive in namespace": "namespace mine { using namespace vt; auto f = §Attention; }",
    "using-directive ended": "void F() { using namespace vt; }\nvoid G() { auto f = Attention; }",
    "inside the namespace": "namespace vt { void F() { auto f = §Attention; §Attention(q); } }",
    "inside a nested namespace": "namespace vt::inner { void F() { auto f = §Attention; } }",
    "inner namespace hides": "namespace vt { namespace inner { void Attention(int); void F() { Attention(3); } } }",
    "member of the namespace": "void vt::Helper() { auto f = §Attention; }",
    "namespace alias": "namespace vv = vt;\nvoid F() { §vv::Attention(q); }",
    "alias of alias": "namespace a = vt; namespace b = ::a; namespace c = b;\nvoid F() { §c::Attention(q); }",
    "alias in block": "void F() { namespace vv = vt; §vv::Attention(q); }\nvoid G() { vv::Attention(q); }",
    "alias through namespace": "namespace mine { namespace k = vt; }\nvoid F() { §mine::k::Attention(q); }",
    "re-exported": "namespace mine { using vt::Attention; }\nvoid F() { §mine::Attention(q); }",
    "re-exported twice": (
        "namespace a { using vt::Attention; } namespace b { using a::Attention; }\nauto f = §b::Attention;"
    ),
    "re-exported by directive": "namespace mine { using namespace vt; }\nvoid F() { §mine::Attention(q); }",
    "transitive directive": "namespace mine { using vt::Attention; }\nusing namespace mine;\nauto f = §Attention;",
    "transitive directives": "namespace a { using namespace vt; } namespace b { using namespace a; }\n"
    "using namespace b;\nauto f = §Attention;",
    "directive cycle": "namespace a { } namespace b { using namespace a; } namespace a { using namespace b; }\n"
    "using namespace a;\nvoid F() { §Attention(q); auto f = Attention; }",
    "argument-dependent": "void F(vt::Queue& q) { §Attention(q); }",
    "argument-dependent template": "void F(vt::Queue& q) { §Attention<float>(q); }",
    "bare mention explains nothing": "void F() { auto f = Attention; }",
    "free function hides": "void Attention(int);\nvoid F() { Attention(3); }",
    "free function later": "void F() { §Attention(q); }\nvoid Attention(int);",
    "static function": "static int Attention(int x) { return x; }\nvoid F() { Attention(3); }",
    "function in anonymous namespace": "namespace { void Attention(int) {} }\nvoid F() { Attention(3); }",
    "function in own namespace": "namespace mine { int* Attention(int); void F() { Attention(3); } }",
    "outer namespace's function": "namespace a { void Attention(int); namespace b { void F() { Attention(3); } } }",
    "template function hides": "template <class T> void Attention(T);\nvoid F() { Attention(3); }",
    "auto function hides": "auto Attention(int) -> int;\nvoid F() { Attention(3); }",
    "attributed function hides": "[[nodiscard]] int Attention(int);\nvoid F() { Attention(3); }",
    "macro-attributed function hides": "VT_API(1) int Attention(int);\nvoid F() { Attention(3); }",
    "qualified type function hides": "std::vector<int> Attention(int);\nvoid F() { Attention(3); }",
    "reference function hides": "const Tensor& Attention(int);\nvoid F() { Attention(3); }",
    "global beside": "void Attention(int);\nvoid F() { ::Attention(3); mine::Attention(q); §vt::Attention(q); }",
    "other namespace": "void F() { other::Attention(q); vt::inner::Attention(q); other::vt::Attention(q); }",
    "nested vt": (
        "namespace other { namespace vt { void Attention(int); } void F() { vt::Attention(3); §::vt::Attention(q); } }"
    ),
    "nested vt later": "namespace other { void F() { §vt::Attention(q); } namespace vt { void Attention(int); } }",
    "nested vt elsewhere": "namespace other::vt { void G(); } namespace third { void F() { §vt::Attention(q); } }",
    "class named vt": "namespace mine { struct vt { static void Attention(); }; void F() { vt::Attention(); } }",
    "local class named vt": "void F() { struct vt { static void Attention() {} }; vt::Attention(); }\n"
    "void G() { §vt::Attention(q); }",
    "class": "void F() { Tower::Attention(q); Tower<int>::Attention(q); x.Attention(q); p->Attention(q); }",
    "this": "struct T { void Attention(); void F() { this->Attention(); (*this).Attention(); } };",
    "member": "struct T { void Attention(int); void F() { Attention(3); } };",
    "member declared later": "struct T { void F() { Attention(3); } void Attention(int); };",
    "member variable": "struct T { Fn Attention; void F() { Attention(3); } };\nvoid G() { §Attention(q); }",
    "nested class uses outer member": (
        "struct T { static void Attention(int); struct U { void F() { Attention(3); } }; };"
    ),
    "base class": "struct B { void Attention(int); }; struct T : public B { void F() { Attention(3); } };",
    "base of base": (
        "struct A { void Attention(int); }; struct B : A {}; class T : private B { void F() { Attention(3); } };"
    ),
    "unrelated class": "struct B { void Attention(int); }; struct T { void F() { §Attention(q); } };",
    "out-of-class method": "struct T { void Attention(int); void F(); };\nvoid T::F() { Attention(3); }",
    "out-of-class method of nested": "namespace a { struct T { struct U { void Attention(int); void F(); }; }; }\n"
    "void a::T::U::F() { Attention(3); }",
    "out-of-class constructor": "struct T { T(); void Attention(int); };\nT::T() : x_{1}, y_(2) { Attention(3); }",
    "out-of-class of another": (
        "struct T { void Attention(int); }; struct U { void F(); };\nvoid U::F() { §Attention(q); }"
    ),
    "using in class": "struct T : B { using B::Attention; void F() { Attention(3); } };",
    "local class sees block": "void F() { using vt::Attention; struct S { void G() { auto f = §Attention; } }; }\n"
    "void H() { auto f = Attention; }",
    "parameter": "void F(Fn Attention) { Attention(q); }\nvoid G() { §Attention(q); }",
    "pointer parameter": "void F(void (*Attention)(int), int x) { Attention(3); }",
    "reference parameter": "void F(const std::function<void(int)>& Attention) { Attention(3); }",
    "template parameter": "template <void (*F)(int), auto Attention> void G() { Attention(3); }",
    "lambda parameter": "auto f = [](auto Attention) { Attention(3); };\nvoid G() { §Attention(q); }",
    "lambda parameter in argument": "void F() { Run([](Fn Attention) { Attention(3); }, §Attention(q)); }",
    "local variable": "void F() { auto Attention = Make(); Attention(3); }\nvoid G() { §Attention(q); }",
    "local lambda": "void F() { auto Attention = [](int) {}; Attention(3); }",
    "local wrapper": "void F() { auto Attention = [&](int x) { §vt::Attention(x); }; Attention(3); }",
    "local function": "void F() { void Attention(int); Attention(3); }",
    "local object": "void F() { Tensor Attention(q); Attention.Run(); }",
    "variable list": "void F() { Fn a, Attention; Attention(3); }",
    "inner block ends": "void F() { { auto Attention = 1; } §Attention(q); }",
    "used before declared": "void F() { §Attention(q); auto Attention = Make(); }",
    "loop variable": "void F() { for (auto& Attention : xs) Attention(3); §Attention(q); }",
    "loop variable in block": "void F() { for (auto Attention : xs) { Attention(3); } §Attention(q); }",
    "if variable": "void F() { if (auto Attention = Make()) { Attention(3); } else { Attention(4); } }",
    "catch variable": "void F() { try { } catch (Error& Attention) { Attention(3); } §Attention(q); }",
    "structured binding": "void F() { auto [a, Attention] = Make(); Attention(3); }",
    "init capture": "auto f = [Attention = Make()] { Attention(3); };\nvoid G() { §Attention(q); }",
    "enumerator": "enum Kind { Attention, Paged };\nint F() { return Attention; }",
    "scoped enumerator": "enum class Kind { Attention, Paged };\nvoid F() { use(Kind::Attention); §Attention(q); }",
    "type": "struct Attention { Attention(int); };\nvoid F() { Attention a(q); Attention(3); }",
    "type alias": "using Attention = Other;\nvoid F() { Attention(3); }",
    "typedef": "typedef void (*Attention)(int);\nvoid F() { Attention(g); }",
    "class with constructor": "class Attention { public: explicit Attention(int x); ~Attention(); };",
    "constructor definition": (
        "struct Attention { Attention(int); };\nAttention::Attention(int x) { §vt::Attention(x); }"
    ),
    "variable of type": "void F() { Attention a(q); std::vector<Attention> v; }",
    "label": "void F() { goto Attention; Attention: return; }",
    "attribute": "[[gnu::hot, vendor::Attention(1)]] void F();",
    "prefixes": "void F() { vt::AttentionArgs a; vt::AttentionX(q); vt::MyAttention(q); vt::attention(q); }",
    "directive to unknown": "using namespace std;\nvoid Attention(int);\nvoid F() { Attention(3); }",
    "alias of unknown": "namespace k = kernels;\nvoid F() { k::Attention(q); }",
    "class alias": "using K = Other;\nvoid F() { K::Attention(q); }",
    "self alias": "namespace vt = vt;\nvoid F() { §vt::Attention(q); }",
    "declaration of a value in a body": "void F() { Result vt::Attention(a & b); }".replace("vt", "§vt"),
    "product in an initialiser": "Result r = x * §vt::Attention(a * b);",
    "macro with an argument outside bodies": "REGISTER §vt::Attention(q);",
    "unresolved macro-like": "void F() { UNUSED ::vt::Attention(q); }".replace("UNUSED", "§UNUSED"),
}

DECLARATIONS = {
    "exported using": "export using vt::Attention;",
    "exported declaration": "export void Attention(int);\nvoid F() { Attention(3); }",
    "exported definition": "export void vt::Attention(Queue& q) { Run(q); }",
    "declaration": "namespace vt { void Attention(Queue& q); }",
    "definition": "namespace vt { void Attention(Queue& q) { Run(q); } }",
    "qualified definition": "void vt::Attention(Queue& q) { Run(q); }",
    "constexpr definition": "constexpr int vt::Attention(Queue& q) noexcept { return 1; }",
    "plain type definition": "Result vt::Attention(Queue& q) { return {}; }",
    "plain type declaration": "Result vt::Attention(const Queue& q, int n = 3);",
    "pointer declaration": "VT_API Result* vt::Attention(Queue& q);",
    "template type declaration": "std::unique_ptr<Result> vt::Attention(Queue *q, Args...);",
    "unnamed parameters": "Result&& vt::Attention(Queue&, Args<int>*);",
    "trailing return definition": "auto vt::Attention(Queue& q) -> Result<int> { return {}; }",
    "template definition": "template <class T> void vt::Attention(Queue& q) { }",
    "specialisation": "template <> void vt::Attention<float>(Queue& q) { }",
    "specialisation declared": "template <> void vt::Attention<float>(Queue& q);",
    "instantiation": "template void vt::Attention<float>(Queue&);",
    "extern instantiation": "extern template void vt::Attention<float>(Queue&);",
    "deleted": "namespace vt { void Attention(int) = delete; }",
    "friend": "struct T { friend void vt::Attention(Queue&); };",
    "friend of plain type": "struct T { friend Result vt::Attention(Queue&); };",
    "friend by name": "struct T { friend void Attention(T&); };",
    "decltype": "decltype(vt::Attention(q)) x; using F = decltype(&vt::Attention);",
    "sizeof": "int x = sizeof(vt::Attention(q)); int y = sizeof vt::Attention(q);",
    "alignof": "int x = alignof(decltype(vt::Attention(q)));",
    "typeid": "auto& x = typeid(vt::Attention(q));",
    "noexcept": "bool x = noexcept(vt::Attention(q)); void F() noexcept(noexcept(vt::Attention(q)));",
    "requires": "template <class T> concept C = requires(T t) { vt::Attention(t); };",
    "requires without parameters": "constexpr bool k = requires { vt::Attention(q); };",
    "requires clause": "template <class T> requires requires(T t) { vt::Attention(t); } void F(T);",
    "dependent member template": "template <class P> int F(P p) { return p.template Attention<int>(1); }",
    "member of an instance": "int x = W<int>::Attention(1) + W<W<int>>::I::Attention(1);",
    "member of a type": "int x = decltype(w)::Attention(1);",
    "using alone": "using vt::Attention;",
    "using in class": "struct T : vt::Base { using Base::Attention; };",
    "comments": "// vt::Attention(q);\n/* vt::Attention(q); */\n",
    "spliced comment": "// see \\\nvt::Attention(q);\n",
    "literals": 'auto a = "vt::Attention(q)"; auto b = R"x(vt::Attention(q))x"; auto c = u8"vt::Attention";',
    "spliced literal": 'auto a = "x \\\nvt::Attention(q)";',
    "if 0": "#if 0\nvoid F() { vt::Attention(q); }\n#endif",
    "elif 0": "#if 1\n#elif FOO\nvoid F() { vt::Attention(q); }\n#endif",
    "if false": "void F() { if (false) { vt::Attention(q); } if constexpr (false) vt::Attention(q); }",
    "while false": "void F() { while (false) vt::Attention(q); }",
    "include": '#include <vt/Attention>\n#include "Attention.h"',
    "pragma and error": "#pragma message(Attention)\n#ifdef NO_KERNEL\n#error don't call vt::Attention(q)\n#endif",
    "conditions": "#ifdef Attention\n#endif\n#if Attention(1)\n#endif",
}

MACROS = {
    "object-like": "§#define K vt::Attention\nvoid F() { §K(q); }",
    "function-like": "§#define K(q) vt::Attention(q)\nvoid F() { §K(q); }",
    "bare name": "using vt::Attention;\n§#define K Attention\nvoid F() { §K(q); }",
    "spliced": "§#define K(q) \\\n  do { \\\n    vt::Attention(q); \\\n  } while (0)\nvoid F() {\n  §K(q);\n}",
    "transitive": "§#define A vt::Attention\n§#define B A\n§#define C(x) B(x)\nvoid F() { §C(q); }",
    "transitive, defined later": "§#define B A\n§#define A vt::Attention\nvoid F() { §B(q); }",
    "namespace macro": "#define NS vt\nvoid F() { §NS::Attention(q); }",
    "prefix macro": "#define NS vt::\nvoid F() { §NS Attention(q); }",
    "argument completes": "#define VT(x) vt::x\nvoid F() { §VT(Attention)(q); VT(Other)(q); }",
    "pasted": "§#define K vt::Atten##tion\nvoid F() { §K(q); }",
    "pasted arguments": "#define GLUE(a, b) a##b\nvoid F() { §vt::GLUE(Atten, tion)(q); vt::GLUE(Tensor, s)(q); }",
    "pasted suffix": "#define ATT(x) vt::Atten##x\nvoid F() { §ATT(tion)(q); ATT(d)(q); }",
    "carried": "#define CALL(f, x) f(x)\nvoid F() { CALL(§vt::Attention, q); }",
    "carried twice": "#define TWICE(x) (x, x)\nvoid F() { TWICE(§vt::Attention(q)); }",
    "checked": "#define CHECK(x) do { if (!(x)) Fail(#x); } while (0)\nvoid F() { CHECK(§vt::Attention(q)); }",
    "stringified": "#define STR(x) #x\nauto s = STR(vt::Attention(q));",
    "dropped": "#define IGNORE(x)\nvoid F() { IGNORE(vt::Attention(q)); §vt::Attention(q); }",
    "unevaluated": "#define SIZE(x) sizeof(x)\nint n = SIZE(vt::Attention(q));",
    "variadic": (
        "#define CALL(f, ...) f(__VA_ARGS__)\nvoid F() { CALL(§vt::Attention, a, b); CALL(g, §vt::Attention(q)); }"
    ),
    "named variadic": "#define CALL(args...) run(args)\nvoid F() { CALL(1, §vt::Attention(q)); }",
    "va opt": "#define CALL(f, ...) f(q __VA_OPT__(,) __VA_ARGS__)\nvoid F() { CALL(§vt::Attention); }",
    "two in one": "§#define K vt::Attention\nvoid F() { §K(§vt::Attention(q)); }",
    "unused macro": "§#define K vt::Attention\n",
    "undefined again": "§#define K vt::Attention\n#undef K\nvoid F() { K(q); }",
    "redefined": (
        "§#define K vt::Attention\nvoid F() { §K(q); }\n#undef K\n#define K vt::PagedAttention\nvoid G() { K(q); }"
    ),
    "renamed away": "#define Attention PagedAttention\nvoid F() { vt::Attention(q); }",
    "self-referential": "§#define Attention(q) vt::Attention(q)\nvoid F() { §Attention(q); }",
    "not invoked": "§#define K(q) vt::Attention(q)\nint K;\nvoid F() { use(K); §K (q); }",
    "alternatives": (
        "#ifdef FAST\n#define K vt::PagedAttention\n#else\n§#define K vt::Attention\n#endif\nvoid F() { §K(q); }"
    ),
    "alternatives, other order": "#ifdef SLOW\n§#define K vt::Attention\n#else\n#define K vt::PagedAttention\n#endif\n"
    "void F() { §K(q); }",
    "alternative in its branch": "#ifdef FAST\n#define K vt::PagedAttention\n#else\n§#define K vt::Attention\n#endif\n"
    "#ifdef FAST\nvoid F() { §K(q); }\n#endif",
    "within one branch": "#ifdef FAST\n#define K vt::PagedAttention\nvoid F() { K(q); }\n#else\n"
    "§#define K vt::Attention\nvoid F() { §K(q); }\n#endif",
    "default": "#ifndef K\n§#define K vt::Attention\n#endif\nvoid F() { §K(q); }",
    "dead definition": "#if 0\n#define K vt::Attention\n#endif\nvoid F() { K(q); }",
    "definition in a dead statement": "void F() { if (false) {\n§#define K vt::Attention\n K(q); }\n §K(q); }",
    "namespace opened by macro": "#define OPEN namespace vt {\n#define CLOSE }\nOPEN\nauto f = §Attention;\nCLOSE\n"
    "auto g = Attention;",
    "using by macro": "#define IMPORT using namespace vt\nIMPORT;\nauto f = §Attention;",
    "attribute macro": "#define quiet __attribute__((unused))\nvoid F() { quiet §Attention(q); }",
    "empty macro": "#define quiet\nvoid F() { quiet §Attention(q); }",
    "parameter named so": "#define K(Attention) Attention(q)\nvoid F() { K(run); }",
    "argument over lines": "#define CALL(f, x) f(x)\nvoid F() {\n  CALL(\n    §vt::Attention,\n    q);\n}",
    "macro in another's argument": "§#define K vt::Attention\n#define CALL(f) f(q)\nvoid F() { CALL(§K); }",
    "if by macro": "#define if(x)\nvoid F() { if (false) §vt::Attention(q); }",
    "while by macro": "#define while(x) ;\nvoid F() { while (false) §vt::Attention(q); }",
    "false by macro": "#define false true\nvoid F() { if (false) §vt::Attention(q); }",
    "else by macro": "#define else\nvoid F() { if (false) {} else §vt::Attention(q); }",
    "constexpr by macro": "#define constexpr (true) {} if\nvoid F() { if constexpr (false) §vt::Attention(q); }",
    "if by a macro that no build reads": "#if 0\n#define if(x)\n#endif\nvoid F() { if (false) vt::Attention(q); }",
    "declared by macro": "#define DECLARE(x) void x(int);\nDECLARE(Attention)\nvoid F() { Attention(3); }",
}

BRANCHES = {
    "using in one branch": (
        "#ifdef A\nusing vt::Attention;\n#else\nusing mine::Attention;\n#endif\nauto f = §Attention;"
    ),
    "restored at else": "#ifdef A\nusing vt::Attention;\nauto f = §Attention;\n#else\nauto g = Attention;\n#endif",
    "hidden in one branch": "#ifdef A\nvoid Attention(int);\n#endif\nvoid F() { §Attention(q); }",
    "hidden in all branches": (
        "#ifdef A\nvoid Attention(int);\n#else\nvoid Attention(long);\n#endif\nvoid F() { Attention(3); }"
    ),
    "hidden in nested branches": "#ifdef A\n#ifdef B\nvoid Attention(int);\n#else\nvoid Attention(char);\n#endif\n"
    "#else\nvoid Attention(long);\n#endif\nvoid F() { Attention(3); }",
    "hidden in two of three": "#ifdef A\nvoid Attention(int);\n#elif defined(B)\nvoid Attention(long);\n#endif\n"
    "void F() { §Attention(q); }",
    "live else": "#if 0\n#else\nvoid Attention(int);\n#endif\nvoid F() { Attention(3); }",
    "always": "#if 1\nvoid Attention(int);\n#endif\nvoid F() { Attention(3); }",
    "two heads, one body": "#ifdef A\nvoid F(int Attention) {\n#else\nvoid F() {\n#endif\n  "
    "§vt::Attention(q);\n}\nvoid G() { §Attention(q); }",
    "one name in two branches": "void F() { vt::\n#ifdef A\nAttention\n#else\nPagedAttention\n#endif\n(q); }".replace(
        "vt::", "§vt::"
    ),
    "namespace macro by branch": (
        "#ifdef A\n#define NS vt\n#else\n#define NS other\n#endif\nvoid F() { §NS::Attention(q); }"
    ),
    "namespace macro by branch, other order": (
        "#ifdef A\n#define NS other\n#else\n#define NS vt\n#endif\nvoid F() { §NS::Attention(q); }"
    ),
    "qualifier in the first branch": ("void F() {\n#ifdef A\n§vt::\n#else\nother::\n#endif\nAttention(q); }"),
    "qualifier in the second branch": ("void F() {\n#ifdef A\n§other::\n#else\nvt::\n#endif\nAttention(q); }"),
    "qualifier cut out by a branch": "void F() { §vt::\n#ifdef A\ninner::\n#endif\nAttention(q); }",
    "namespace by three branches": "void F() {\n#if A\n§a::\n#elif B\nb::\n#else\nvt::\n#endif\nAttention(q); }",
    "no branch names the kernel": "void F() {\n#ifdef A\na::\n#else\nb::\n#endif\nAttention(q); }",
    "name in the second branch": "void F() { vt::\n#ifdef A\nPagedAttention\n#else\nAttention\n#endif\n(q); }".replace(
        "vt::", "§vt::"
    ),
    "block opened and closed under one condition": "void F() {\n#ifdef A\nif (x) {\n#endif\n"
    "§vt::Attention(q);\n#ifdef A\n}\n#endif\n}\nnamespace vt { auto f = §Attention; }",
    "extern C under condition": '#ifdef __cplusplus\nextern "C" {\n#endif\nvoid F();\n#ifdef __cplusplus\n}\n#endif\n'
    "void G() { §vt::Attention(q); }",
    "alias by branch": (
        "#ifdef A\nnamespace k = vt;\n#else\nnamespace k = mine;\n#endif\nvoid F() { §k::Attention(q); }"
    ),
    "unclosed conditional": "#ifdef A\nvoid F() { §vt::Attention(q); }\n",
}

BROKEN = {
    "unbalanced": "void F() {\n  VT_FOR(h, heads) {{{ ((\n  §vt::Attention(q, out);\n  ]] ))\n}",
    "two in an open parenthesis": "void F() {\n  VT_FOR((\n  §vt::Attention(q);\n  §vt::Attention(r);\n}",
    "stray closers": "}}} )) ]]\nvoid F() { §vt::Attention(q); }",
    "never closed": "void F() { if (x) { (( §vt::Attention(q);",
    "at namespace scope": "§vt::Attention(q);\n",
    "launch": "void F() { K<<<dim3(1, 2), 32, 0, s>>>(x); §vt::Attention(q); }",
    "bytes": "void F() { \\ @ ` $ §vt::Attention(q); }",
}


def cases(*tables: dict[str, str]) -> list[object]:
    """Every snippet of the tables, with its name."""
    return [pytest.param(text, id=name) for table in tables for name, text in table.items()]


@pytest.mark.parametrize("text", cases(SPELLINGS, SCOPES, DECLARATIONS, MACROS, BRANCHES, BROKEN))
def test_the_marked_places_are_the_uses(text: str) -> None:
    assert with_signs(text) == text


@pytest.mark.parametrize("text", cases(SPELLINGS, SCOPES, DECLARATIONS, MACROS, BRANCHES))
def test_carriage_returns_change_nothing(text: str) -> None:
    text = text.replace("\n", "\r\n")
    assert with_signs(text) == text


def means_the_same_in_a_namespace(text: str) -> bool:
    """False where a snippet declares the kernel's namespace or names something from the outermost scope."""
    return not any(part in text for part in ("namespace vt", "using ::", "::a;", "::Attention(3)"))


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(text, id=name)
        for table in (SPELLINGS, SCOPES, DECLARATIONS, MACROS, BRANCHES)
        for name, text in table.items()
        if means_the_same_in_a_namespace(text)
    ],
)
def test_the_same_text_within_a_namespace_of_its_own_is_read_alike(text: str) -> None:
    wrapped = f"namespace wrapper {{\n{text}\n}}\n"
    assert with_signs(wrapped) == wrapped


HEADERS = {
    "word by macro": ("k.h", "#define false true\n", "void F() { if (false) §vt::Attention(q); }"),
    "macro": ("k.h", "#define K vt::Attention\n", "void F() { §K(q); }"),
    "function-like macro": ("k.h", "#define RUN(q) vt::Attention(q)\n", "void F() { §RUN(q); }"),
    "macro that carries": ("k.h", "#define CALL(f) f(q)\n", "void F() { CALL(§vt::Attention); }"),
    "macro that stringifies": ("k.h", "#define STR(x) #x\n", "auto s = STR(vt::Attention);"),
    "guarded": ("k.h", "#ifndef K_H\n#define K_H\nvoid Attention(int);\n#endif\n", "void F() { Attention(3); }"),
    "guarded by defined": (
        "k.h",
        "#if !defined(K_H)\n#define K_H\nvoid Attention(int);\n#endif\n",
        "void F() { Attention(3); }",
    ),
    "pragma once": ("k.h", "#pragma once\nstatic void Attention(int) {}\n", "void F() { Attention(3); }"),
    "conditional in header": ("k.h", "#ifdef A\nvoid Attention(int);\n#endif\n", "void F() { §Attention(q); }"),
    "using-declaration": ("k.h", "using vt::Attention;\n", "auto f = §Attention;"),
    "using-directive": ("k.h", "using namespace vt;\n", "auto f = §Attention;"),
    "namespace alias": ("k.h", "namespace kk = vt;\n", "auto f = §kk::Attention;"),
    "re-export": ("k.h", "namespace mine { using vt::Attention; }\n", "auto f = §mine::Attention;"),
    "nested namespace": (
        "k.h",
        "namespace other { namespace vt { void Attention(int); } }\n",
        "namespace other { auto f = vt::Attention; auto g = §::vt::Attention; }",
    ),
    "class member": (
        "k.h",
        "namespace mine { struct T { void Attention(int); void F(); }; }\n",
        "namespace mine { void T::F() { Attention(3); } }\nvoid mine::T::G() { Attention(3); }",
    ),
    "base class": (
        "k.h",
        "struct B { void Attention(int); };\nstruct T : B { void F(); };\n",
        "void T::F() { Attention(3); }\nvoid U::F() { §Attention(q); }",
    ),
    "local in header": ("k.h", "inline void F() { using namespace vt; }\n", "auto f = Attention;"),
    "by root": ("include/k.h", "#define K vt::Attention\n", "void F() { §K(q); }"),
    "own folder first": ("engine/models/k.h", "#define K vt::Attention\n", "void F() { §K(q); }"),
    "undefined in header": ("k.h", "#define K vt::Attention\n#undef K\n", "void F() { K(q); }"),
    "namespace opened by header's macro": ("k.h", "#define OPEN namespace vt {\n", "OPEN auto f = §Attention; }"),
}


@pytest.mark.parametrize(("path", "header", "text"), [pytest.param(*row, id=name) for name, row in HEADERS.items()])
@pytest.mark.parametrize("include", ['#include "k.h"', "#  include <k.h>", '#inc\\\nlude /* x */ "k.h"'])
def test_names_come_from_the_trees_own_headers(include: str, path: str, header: str, text: str) -> None:
    text = f"{include}\n{text}"
    place = path if "/" in path else f"engine/models/{path}"
    assert with_signs(text, {place: header}) == text


@pytest.mark.parametrize(("path", "header", "text"), [pytest.param(*row, id=name) for name, row in HEADERS.items()])
def test_names_come_through_any_number_of_headers_and_cycles(path: str, header: str, text: str) -> None:
    text = f'#include "a.h"\n{text}'
    headers = {
        "engine/models/a.h": '#include "b.h"\n#include "a.h"\n',
        "engine/models/b.h": '#include "a.h"\n#include "../models/./k.h"\n' if path == "k.h" else '#include "k.h"\n',
        path if "/" in path else f"engine/models/{path}": header,
    }
    assert with_signs(text, headers) == text


@pytest.mark.parametrize(
    "text",
    [
        '#define HEADER "k.h"\n#include HEADER\nvoid F() { §K(q); }',
        "#define HEADER <k.h>\n# include HEADER // x\nvoid F() { §K(q); }",
        '#ifdef A\n#define HEADER "k.h"\n#else\n#define HEADER "l.h"\n#endif\n#include HEADER\nvoid F() { §K(q); }',
        '#ifdef A\n#define HEADER "l.h"\n#else\n#define HEADER "k.h"\n#endif\n#include HEADER\nvoid F() { §K(q); }',
        "#define HEADER\n#include HEADER\nvoid F() { K(q); }",
        '#include HEADER\n#define HEADER "k.h"\nvoid F() { K(q); }',
        '#define HEADER "k.h"\n#undef HEADER\n#include HEADER\nvoid F() { K(q); }',
        "#include\nvoid F() { K(q); }",
    ],
)
def test_an_include_can_name_a_macro(text: str) -> None:
    assert with_signs(text, {"engine/models/k.h": "#define K vt::Attention\n"}) == text


def test_a_header_counts_from_its_include_on() -> None:
    text = 'void F() { §Attention(q); }\n#include "k.h"\nvoid G() { Attention(3); }'
    assert with_signs(text, {"engine/models/k.h": "void Attention(int);\n"}) == text


@pytest.mark.parametrize(
    "define",
    [
        "#define K /* why\n */ vt::Attention",
        "#/* why\n */define K vt::Attention",
        "#define/* why\n */K vt::Attention",
        "#def\\\nine K vt::Attention",
        "%\\\n:define K vt::Attention",
        "#define K \\\r vt::Attention\r",
        "/* why */ # define K(x) vt::Attention(x)",
    ],
)
def test_a_headers_macro_is_found_in_any_spelling(define: str) -> None:
    text = '#include "k.h"\nvoid F() { §K(q); }'
    assert with_signs(text, {"engine/models/k.h": f"{define}\n"}) == text


@pytest.mark.parametrize("gap", [" ", "\n", " // why\n", "/* why */", "/* why\n */ // why\n"])
@pytest.mark.parametrize("name", ["kernels", "k$", "größe"])
def test_a_headers_alias_is_found_in_any_spelling(gap: str, name: str) -> None:
    text = f'#include "k.h"\nvoid F() {{ §{name}::Attention(q); }}'
    assert with_signs(text, {"engine/models/k.h": f"namespace{gap}{name}{gap}={gap}vt;\n"}) == text
    header = f"namespace {name} {{ using{gap}namespace{gap}vt; }}\n"
    assert with_signs(text, {"engine/models/k.h": header}) == text


@pytest.mark.parametrize("end", ["", "*/", '"'])
@pytest.mark.parametrize(
    "piece",
    [
        "using // ",
        "using /*",
        "namespace a // ",
        "namespace ",
        "class a ",
        "using ",
        "namespace vt;\n",
        "#/*",
        "#/*include",
        "#include <a",
        "#include /*",
        "#include A\n#define /*",
        "#define a /*",
        "// ",
    ],
)
def test_any_header_is_read_in_linear_time(piece: str, end: str) -> None:
    text = '#include "k.h"\nvoid F() { §vt::Attention(q); }'
    for start in ("", "using", "namespace", "namespace a"):
        assert with_signs(text, {"engine/models/k.h": start + piece * 5_000 + end}) == text


def test_an_include_in_one_branch_may_be_missing() -> None:
    text = '#ifdef A\n#include "k.h"\nvoid F() { Attention(3); }\n#endif\nvoid G() { §Attention(q); }'
    assert with_signs(text, {"engine/models/k.h": "void Attention(int);\n"}) == text


@pytest.mark.parametrize(
    "include", ['#if 0\n#include "k.h"\n#endif', '// #include "k.h"', 'auto s = "#include <k.h>";']
)
def test_what_is_not_included_brings_nothing(include: str) -> None:
    text = f"{include}\nvoid F() {{ §Attention(q); K(q); }}"
    header = "void Attention(int);\n#define K vt::Attention\n"
    assert with_signs(text, {"engine/models/k.h": header}) == text


@pytest.mark.parametrize(
    ("naive", "text"),
    [
        ("a::b::c::f", "void G() { §a::b::c::f(1); b::c::f(1); f(1); }".replace(" f(1)", " §f(1)")),
        ("a::b::c::f", "namespace a { void G() { §b::c::f(1); } }"),
        ("a::b::c::f", "namespace a::b { using namespace c; auto g = §f; }"),
        ("a::b::c::f", "namespace x = a::b; auto g = §x::c::f;"),
        ("a::b::c::f", "namespace a { namespace b { namespace c { void f(int) { §f(1); } } } }"),
        ("f", "void f(int);\nvoid G() { §f(1); §::f(1); a::f(1); }"),
        ("f", "namespace a { void f(int); void G() { f(1); §::f(1); } }"),
        ("::f", "void G() { §f(1); }"),
        ("Ops::run", "void G() { §Ops::run(1); ops.run(1); }"),
        ("Ops::run", "struct Ops { static void run(int); void G() { §run(1); } };"),
    ],
)
def test_symbols_live_any_number_of_namespaces_deep(naive: str, text: str) -> None:
    assert with_signs(text, naive=(naive,)) == text


@pytest.mark.parametrize(
    ("text", "is_call"),
    [
        ("void F() { vt::Attention(q); }", True),
        ("void F() { vt::Attention<float>(q); }", True),
        ("void F() { (vt::Attention)(q); }", True),
        ("void F() { (*vt::Attention)(q); }", True),
        ("void F() { (&vt::Attention)(q); }", True),
        ("void F() { f(vt::Attention); }", False),
        ("void F() { auto f = &vt::Attention; }", False),
        ("void F() { g((vt::Attention))(q); }", False),
        ("void F() { Run<vt::Attention>(); }", False),
        ("void F() { return (vt::Attention)(q); }", True),
    ],
)
def test_a_call_is_told_from_another_use(text: str, is_call: bool) -> None:
    assert [use.is_call for use in file_uses(text).uses] == [is_call]


def test_the_fast_ones_are_told_apart() -> None:
    found = file_uses("void F() { vt::Attention(q); vt::PagedAttention(q); PagedAttention(q); x.PagedAttention(q); }")
    assert [use.symbol.name for use in found.uses] == ["vt::Attention", "vt::PagedAttention", "vt::PagedAttention"]


UNREAD = {
    "open comment": "void G() {}\n/* open\nvoid F() { §vt::Attention(q); }\n",
    "open string": 'auto s = "open §vt::Attention(q);\nint x;\n',
    "open character": "auto c = 'open §vt::Attention(q);\nint x;\n",
    "open raw string": 'auto s = R"x(open §vt::Attention(q);\nint x;\n',
    "open dead conditional": "#if 0\nvoid F() { §vt::Attention(q); }\n",
    "billion laughs": "#define A vt::Attention\n"
    + "".join(f"#define L{n} L{n - 1 or 'A'} L{n - 1 or 'A'}\n".replace("LA", "A") for n in range(1, 24))
    + "void F() { §L23(q); }\n",
    "chain of aliases": "namespace a0 = vt;\n"
    + "".join(f"namespace a{n} = a{n - 1};\n" for n in range(1, 200))
    + "void F() { §a199::Attention(q); }\n",
    "aliases that fork": "".join(
        f"namespace {one}{n} = a{n - 1}::{one}; namespace {one}{n} = b{n - 1}::{one};\n"
        for n in range(1, 40)
        for one in "ab"
    )
    + "void F() { §a39::Attention(q); }\n",
    "an alias more blocks away than are looked at": "void F() {\nnamespace k = vt;\n"
    + "{" * 400
    + "\n§k::Attention(q);\n"
    + "}" * 400
    + "}\n",
    "arguments never closed": "#define K(q) vt::Attention(q)\nvoid F() { §K(q; }\n",
    "declaration in broken code": "void F() {\n  ((( ]] Result §Attention(q);\n",
}


@pytest.mark.parametrize("text", [pytest.param(text, id=name) for name, text in UNREAD.items()])
def test_a_candidate_in_what_could_not_be_read_is_not_lost(text: str) -> None:
    plain, line = text.replace("§", ""), text[: text.index("§")].count("\n") + 1
    found = file_uses(plain)
    data = plain.encode()
    assert line in {data[:start].count(b"\n") + 1 for start, _ in found.unread} | {
        data[: use.start].count(b"\n") + 1 for use in found.uses
    }
    assert found.unread or not text.startswith("#define A")


@pytest.mark.parametrize("text", cases(SPELLINGS, SCOPES, DECLARATIONS, BRANCHES, MACROS))
def test_nothing_is_unread_in_code_that_is_whole(text: str) -> None:
    assert file_uses(text.replace("§", "")).unread == ()


LARGE = {
    "directives": "".join(f"namespace n{n} {{ }} using namespace n{n};\n" for n in range(300))
    + "void F() { §Attention(q); }",
    "nested directives": "".join(f"namespace n{n} {{ using namespace n{n - 1}; }}\n" for n in range(1, 300))
    + "auto f = n299::Attention;",
    "aliases of nothing": "namespace a0 = unknown;\n"
    + "".join(f"namespace a{n} = a{n - 1};\n" for n in range(1, 60))
    + "void F() { a59::Attention(q); §vt::Attention(q); }",
    "blocks": "{" * 10_000 + "§vt::Attention(q);" + "}" * 10_000,
    "parentheses": "void F() { " + "(" * 10_000 + "§vt::Attention(q)" + ")" * 10_000 + "; }",
    "namespaces": "namespace a { " * 2_000 + "void F() { §::vt::Attention(q); }" + "}" * 2_000,
    "conditionals": "#ifdef A\n" * 5_000 + "auto f = §vt::Attention;\n" + "#endif\n" * 5_000,
    "statements": "void F() { " + "x = §vt::Attention(q) + 1; " * 3_000 + "}",
    "one statement": "auto x = " + " + ".join(["§vt::Attention(q)"] * 3_000) + ";",
    "macros": "#define M0 x\n"
    + "".join(f"#define M{n} M{n - 1}\n" for n in range(1, 3_000))
    + "void F() { §vt::Attention(M2999); }",
}


@pytest.mark.parametrize("text", cases(LARGE))
def test_large_input_is_read_in_linear_time(text: str) -> None:
    assert with_signs(text) == text
