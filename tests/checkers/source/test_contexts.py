"""One line a context: whatever stands around a use, it is found, and nothing beside it is."""

from __future__ import annotations

import pytest

from tests.checkers.source.reading import SIGN, file_uses, with_signs

CONTEXTS = r"""
namespace { using vt::Attention; } void F(){ §Attention(q); }
class VT_API(1) T { void Attention(int); void F(){ Attention(3); } };
struct alignas(16) T { void Attention(int); void F(){ Attention(3); } };
template<class T> struct S<T*> : B<T> { void F(){ §vt::Attention(q); } };
void F(){ auto f = [q = §vt::Attention(q)]{}; }
void F(){ auto f = [](auto&&... xs) -> decltype(auto) { return §vt::Attention(xs...); }; }
void F(){ std::for_each(a.begin(), a.end(), [&](auto& x) { §vt::Attention(x); }); }
void F(){ std::invoke(§vt::Attention, q); std::thread t(§vt::Attention, q); t.join(); }
void F(){ std::function<void(Q&)> f(§vt::Attention); f(q); }
void F(){ std::function<void(Q&)> f{§vt::Attention}; f(q); }
Fn F(){ return §vt::Attention; }
Fn F(){ return {§vt::Attention}; }
struct T { Fn f{§vt::Attention}; };
struct T { static constexpr Fn f = &§vt::Attention; };
inline constexpr std::array<Fn, 2> k = {{ §vt::Attention, §vt::Attention }};
void F(){ using F = void(*)(Q&); F f = §vt::Attention; }
void F(){ decltype(&vt::Attention) f = &§vt::Attention; }
void F(){ if (auto* f = §vt::Attention; f) f(q); }
void F(){ while (true) { §vt::Attention(q); } }
void F(){ for (int i = 0; i < n; ++i) §vt::Attention(q); }
void F(){ new (p) Foo(§vt::Attention(q)); }
void F(){ a[i] = b < c ? §vt::Attention(q) : d > e; }
void F(){ x = a < b; y = c > d; §vt::Attention(q); }
void F(){ if (a < b && c > (d)) §vt::Attention(q); }
void F(){ return static_cast<void>(§vt::Attention(q)); }
void F(){ vt::Tensor t; §vt::Attention(q, t, vt::AttentionArgs{1.0f, true}); }
void F(){ VT_TRACE("x") << §vt::Attention(q); }
void F(){ ok = §vt::Attention(q) == 0; }
void F(){ !§vt::Attention(q); -§vt::Attention(q); *§vt::Attention(q); }
void F(){ (a, §vt::Attention(q)); }
void F(){ try { §vt::Attention(q); } catch (...) {} }
void F(){ switch (k) { case Kind::kNaive: { §vt::Attention(q); break; } } }
void F(){ struct L { void operator()() { §vt::Attention(q); } }; L{}(); }
namespace vllm::models { namespace { void F(){ §vt::Attention(q); } } }
void F(){ namespace x = vt; using x::Attention; §Attention(q); }
using A = decltype(vt::Attention); A* p = §vt::Attention;
extern template void vt::Attention<int>(Q&); void F(){ §vt::Attention<int>(q); }
void F() { auto& f = *§vt::Attention; }
template <typename F = decltype(vt::Attention)> void G(F f = §vt::Attention);
void F(){ co_return §vt::Attention(q); }
void F(){ delete §vt::Attention(q); }
int x = sizeof(int) * §vt::Attention(q);
int x = noexcept(f()) ? §vt::Attention(q) : 0;
void F() noexcept(noexcept(vt::Attention(q))) { §vt::Attention(q); }
template <class T> concept C = requires { vt::Attention(1); } && true; void F(){ §vt::Attention(q); }
template <class T> requires requires { vt::Attention(1); } void F(){ §vt::Attention(q); }
template <class T> void F() requires requires(T t) { vt::Attention(t); } { §vt::Attention(q); }
void F(){ if constexpr (requires { vt::Attention(q); }) { §vt::Attention(q); } }
static_assert(!std::is_same_v<decltype(vt::Attention), int>); void F(){ §vt::Attention(q); }
typedef decltype(vt::Attention) Fn; Fn* f = &§vt::Attention;
friend void vt::Attention(Q&);
struct T { friend auto vt::Attention(Q& q) -> int; };
void Tower::Attention(int x) { §vt::Attention(x); }
struct T { void Attention(Q& q) { §vt::Attention(q); } };
struct T { void Attention(Q& q); }; void T::Attention(Q& q) { §vt::Attention(q); Attention(q); }
namespace mine { void Attention(Q& q) { §vt::Attention(q); } void G(){ Attention(q); } } void H(){ mine::Attention(q); }
namespace mine { void Attention(Q&); } using namespace mine; void H(){ Attention(q); }
namespace mine { void Attention(Q&); } using mine::Attention; void H(){ Attention(q); §vt::Attention(q); }
namespace mine { void Attention(Q&); } using namespace mine; using namespace vt; void H(){ §Attention(q); }
enum class Rung { Attention, Fast }; auto r = Rung::Attention; void F(Rung r){ if (r == Rung::Attention) G(); }
void F(){ log("Attention"); params.Attention = 3; p->Attention(1); cfg["Attention"]; }
struct Cfg { int Attention = 0; bool paged; }; Cfg c{.Attention = 1};
template <class Attention> void F(Attention a) { Attention x; a.Attention(); Attention(3); }
class Attention : public Layer { public: Attention(int); void Forward() { §vt::Attention(q); } };
class Attention {}; void F(){ Attention a(1); auto b = std::make_shared<Attention>(1); }
void F(){ vllm::Attention layer(q); layer.Run(); }
void F(){ auto x = Attention::kMax; Attention::Run(q); vt::Attention::x; }
void F(){ FOR(y) §vt::Attention(y); }
void F(){ FOR_EACH(y) { §vt::Attention(y); } }
void F() FOO { §vt::Attention(q); }
FOO(void F()) { §vt::Attention(q); }
TEST(A, B) { §vt::Attention(q); }
BEGIN_NS void F(){ §vt::Attention(q); } END_NS
REGISTER(x, §vt::Attention);
static auto r = Register("x", &§vt::Attention);
int a = 1, b = §vt::Attention(q);
auto [x, y] = §vt::Attention(q);
void F(){ asm volatile("nop"); §vt::Attention(q); }
void F(){ __attribute__((unused)) auto x = §vt::Attention(q); }
void F() __attribute__((noinline)); void F() { §vt::Attention(q); }
__global__ void K(); void F(){ K<<<1, 2>>>(a); §vt::Attention(q); K<<<g, b, 0, §vt::Attention(q)>>>(x); }
void F(){ auto f = +[](Q& q) { §vt::Attention(q); }; }
void F(){ return [&]() noexcept { §vt::Attention(q); }(); }
void F(){ constexpr auto f = []<class T>(T t) requires true { §vt::Attention(t); }; }
void F(const Q& q = {}) { §vt::Attention(q); }
void F(std::vector<int> v = {1, 2}, Fn f = [](int) { §vt::Attention(q); }) { §vt::Attention(q); }
T::T() : a_{1}, b_([] { §vt::Attention(q); }), c_{[] { return 1; }()} { §vt::Attention(q); }
T::T() try : a_(1) { §vt::Attention(q); } catch (...) { }
operator_t F(){ §vt::Attention(q); }
bool operator==(A a, B b) { return §vt::Attention(a); }
int operator""_x(unsigned long long v) { return §vt::Attention(v); }
void F(){ label: for (;;) { §vt::Attention(q); goto label; } }
void F(){ int vt = 3; §vt::Attention(q); }
void F(int vt){ §vt::Attention(q); }
void F(){ x.vt::Attention(q); }
using namespace ::vt; auto f = §Attention;
using namespace vt [[deprecated]]; auto f = §Attention;
namespace [[deprecated]] mine { void F(){ §vt::Attention(q); } }
export module m; export void F(){ §vt::Attention(q); }
auto f = §::vt::Attention;
void F(){ if (x) ; else §vt::Attention(q); }
void F(){ (void) §vt::Attention; }
void F(){ void (*fn)(Q&) = §vt::Attention; void (&ref)(Q&) = §vt::Attention; }
void F(){ T x = (T)§vt::Attention; T y(§vt::Attention); }
vt::Queue MakeQueue() { §vt::Attention(q); return {}; }
vt::Tensor vt::MakeTensor() { return §Attention(q); }
""".strip().splitlines()


@pytest.mark.parametrize("text", CONTEXTS)
def test_the_marked_places_are_the_uses(text: str) -> None:
    assert with_signs(text) == text


@pytest.mark.parametrize("text", CONTEXTS)
def test_tokens_on_lines_of_their_own_are_read_alike(text: str) -> None:
    spread = text if '"' in text or "#" in text else text.replace(" ", "\n").replace(";", "\n;\n")
    assert with_signs(spread) == spread


@pytest.mark.parametrize("text", CONTEXTS)
def test_nothing_is_unread(text: str) -> None:
    assert file_uses(text.replace(SIGN, "")).unread == ()


TRICKS = [
    "§#define CALL_NAIVE(...) vt::Attention(__VA_ARGS__)\nvoid F(){ §CALL_NAIVE(q); }",
    "#define DISPATCH(T, ...) [&] { using scalar_t = T; return __VA_ARGS__(); }()\nvoid F(){ "
    "DISPATCH(float, [&] { §vt::Attention(q); }); }",
    "#define DISPATCH(T, ...) [&] { using scalar_t = T; return __VA_ARGS__(); }()\nvoid F(){ "
    "DISPATCH(float, [&] { §vt::Attention<scalar_t>(q); }); §vt::Attention(q); }",
    "#define X(n) n(q);\n§#define LIST X(vt::Attention)\nvoid F(){ §LIST }",
    "#define CAT_(a,b) a##b\n#define CAT(a,b) CAT_(a,b)\nvoid F(){ §vt::CAT(Atten,tion)(q); }",
    "#define EMPTY\nvoid F(){ §vt::EMPTY Attention EMPTY (q); }",
    "#define LPAREN (\nvoid F(){ §vt::Attention LPAREN q); }",
    "#define NAME Attention\nvoid F(){ §vt::NAME(q); other::NAME(q); }",
    "#define VT ::vt\nvoid F(){ §VT::Attention(q); }",
    "#define vt mine\nvoid F(){ vt::Attention(q); }",
    "#define RET return\nint F(){ RET §vt::Attention(q); }",
    "#define ATTR __attribute__((x))\nvoid F(){ ATTR §vt::Attention(q); }",
    "#define DECL(name) void name(Q&)\nnamespace mine { DECL(Attention); void F(){ Attention(q); } }",
    "#define DECL(name) void name(Q&)\nnamespace vt { DECL(Attention); void F(){ auto f = §Attention; } }",
    "#define LOOP for (;;)\nvoid F(){ LOOP { §vt::Attention(q); } §vt::Attention(q); }",
    "#define BEGIN {\n#define END }\nvoid F() BEGIN §vt::Attention(q); END namespace vt { auto f = §Attention; }",
    "#if defined(A) || \\\n    defined(B)\nvoid F(){ §vt::Attention(q); }\n#endif",
    "#ifdef A\n#elif 0\nvoid F(){ vt::Attention(q); }\n#else\nvoid F(){ §vt::Attention(q); }\n#endif",
    "#if 1\nvoid F(){ §vt::Attention(q); }\n#else\nvoid F(){ vt::Attention(q); }\n#endif",
    "#if 0 // vt::Attention\n#endif\nvoid F(){ §vt::Attention(q); }",
    "#if 0\n#if 1\nvt::Attention(q)\n#else\nvt::Attention(q)\n#endif\n#endif\nvoid F(){ §vt::Attention(q); }",
    "#define A 0\n#if A\nvoid F(){ vt::Attention(q); }\n#endif",
    "void F(){\n#pragma omp parallel\n§vt::Attention(q);\n}",
    '#line 3 "Attention"\nvoid F(){ §vt::Attention(q); }',
    "void F(){ §vt::Attention /* \n */ // x\n (q); }",
    "\ufeffvoid F(){ §vt::Attention(q); }",
    "void F(){ /* é */ §vt::Attention(q); }",
    "void F(){ éAttention(q); Attentioné(q); }",
    "void F(){ vt::$Attention(q); vt::Attention$(q); _Attention(q); Attention_(q); Attention1(q); }",
    "void F(){ §vt::Attention(q);\r §vt::Attention(q); }",
    'void F(){ "x" "vt::Attention" s; LR"(vt::Attention)"; u8R"a(vt::Attention)b")a"; }',
    "void F(){ 'a' ? 1'0 : 0x1'F; §vt::Attention(q); '\\''; \"\\\"\"; §vt::Attention(q); }",
    "void F(){ if (false && x) vt::Attention(q); else §vt::Attention(q); }",
    "void F(){ if constexpr (kFalse) §vt::Attention(q); }",
    "namespace a = vt; namespace b { namespace a = mine; void F(){ a::Attention(q); } } void F(){ §a::Attention(q); }",
    "void F(){ { using namespace vt; } auto f = Attention; { using vt::Attention; auto g = §Attention; } }",
    "struct B { static void Attention(); }; struct D : B { void F(){ Attention(); D::Attention(); "
    "B::Attention(); §vt::Attention(q); } };",
    "template <class T> struct D : T { void F(){ this->Attention(q); §Attention(q); } };",
    "struct T { using K = vt::Ops; void F(){ K::Attention(q); } };",
    "using K = vt; void F(){ §K::Attention(q); }",
    "namespace vt { class Q; void Attention(Q&); } class vt::Q { void F(){ §Attention(*this); } };",
    "namespace vt::ops { void F(){ §Attention(q); §vt::Attention(q); ops::Attention(q); } }",
    "namespace mine { namespace vt = ::vt; void F(){ §vt::Attention(q); } } void G(){ §mine::vt::Attention(q); }",
    'extern "C" void Attention(int); void F(){ Attention(3); }',
    'extern "C" { void Attention(int); } void F(){ Attention(3); }',
    "void Attention(int), Other(); void F(){ Attention(3); }",
    "int (*Attention)(int) = nullptr; void F(){ Attention(3); }",
    "std::function<void(int)> Attention; void F(){ Attention(3); }",
    "const auto Attention = [](int x) { §vt::Attention(x); }; void F(){ Attention(3); }",
    "template <typename... Ts> requires (sizeof...(Ts) > 0) auto Attention(Ts&&... ts) { return "
    "§vt::Attention(ts...); } void F(){ Attention(3); }",
    "inline auto Attention(Q& q) noexcept -> decltype(vt::Attention(q)) { return §vt::Attention(q); "
    "} void F(){ Attention(3); }",
    "struct T { template <class U> void Attention(U); void F(){ Attention<int>(3); Attention(3); } };",
    "struct T { auto Attention(int) const -> int; int F() const { return Attention(3); } };",
    "void F(){ Foo::Bar Attention(q); Foo<int> Attention2(q); }",
    "concept_t F(){ return §vt::Attention(q); }",
]


@pytest.mark.parametrize("text", TRICKS)
def test_macros_directives_literals_and_shadowing_fool_nobody(text: str) -> None:
    assert with_signs(text) == text
    assert file_uses(text.replace(SIGN, "")).unread == ()
