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
