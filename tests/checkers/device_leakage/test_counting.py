"""What counts in one tree: the four kinds of bucket over live code. `§` stands before each site that counts."""

from __future__ import annotations

import pytest

from checkers.device_leakage.scope import Scope
from checkers.model import Status
from checkers.policy.sections import Policy
from tests.checkers.device_leakage.trees import POLICY, baseline, over_tree, policy, tree


def sites(source: str, bucket: str, under: Policy = POLICY, path: str = "src/a.cpp") -> list[int]:
    """The offsets of the counted sites of a bucket, from their lines and columns."""
    count = Scope(tree({path: source}), under).head
    starts = [0]
    for line in source.split("\n"):
        starts.append(starts[-1] + len(line) + 1)
    return [starts[site.span.line - 1] + site.span.column - 1 for _path, site in count.sites() if site.bucket == bucket]


def assert_counts(marked: str, bucket: str, under: Policy = POLICY) -> None:
    marked = marked.replace("~", "\n")
    pieces = marked.split("§")
    expected: list[int] = []
    for piece in pieces[:-1]:
        expected.append((expected[-1] if expected else 0) + len(piece))
    assert sites("".join(pieces), bucket, under) == expected


@pytest.mark.parametrize(
    "source",
    [
        "auto a = §kCUDA;",
        "f(DeviceType::§kCUDA, §kCUDA);",
        "enum E { kCPU, §kCUDA };",
        "auto a = §kCUDA ; // kCUDA",
        "/* kCUDA */ §kCUDA /* kCUDA */;",
        '"kCUDA" \'k\' R"(kCUDA)" u8"kCUDA";',
        "kCUDAX; XkCUDA; kcuda; k_CUDA;",
        "auto n = 1'000; f(§kCUDA, 'x');",
        'auto r = R"(")"; f(§kCUDA); // "',
        "§kC\\~UDA;",
        '"a\\~b"; §kCUDA;',
        "#if 0~kCUDA~#else~§kCUDA~#endif",
        "#ifdef X~§kCUDA~#else~§kCUDA~#endif",
        "if (false) { kCUDA; } else §kCUDA;",
        "while (false) kCUDA; do §kCUDA; while (false);",
        "if constexpr (false) kCUDA; §kCUDA;",
        "#define DEV §kCUDA~",
        "#define §kCUDA 1~",
        "#if §kCUDA == 2~#endif",
        "#ifdef §kCUDA~#endif~#undef §kCUDA",
        "#pragma use(§kCUDA)",
        "#error no kCUDA here, don't",
        "#include <kCUDA>",
        "#endif kCUDA",
        "#if 0~#define A kCUDA~#endif",
        "if (false) {~#define A §kCUDA~}",
        "#ifdef kCUDA_X~#endif",
        "f(é, §kCUDA);",
        "a\f§kCUDA",
        "// kCUDA \\~kCUDA~§kCUDA",
        "using D::§kCUDA;",
        "template <Device D = §kCUDA> void f();",
        "x = §kCUDA",
        "#elif §kCUDA",
        "'\"' §kCUDA '\"'",
    ],
)
def test_a_live_identifier_counts(source: str) -> None:
    assert_counts(source, "kcuda")


@pytest.mark.parametrize(
    "source",
    [
        "if (p.§is_cuda()) {}",
        "p->§is_cuda() && q.§is_cuda();",
        "return §is_cuda();",
        "§is_cuda();",
        "x = a && §is_cuda ( ) ;",
        "if (§is_cuda()) {",
        "Platform::§is_cuda();",
        "return Platform::§is_cuda();",
        "a::b<c>::§is_cuda();",
        "::§is_cuda();",
        "p.template §is_cuda<int>();",
        "f(§is_cuda(), !§is_cuda());",
        "auto f = [] { return §is_cuda(); };",
        "bool b = §is_cuda() ? §is_cuda() : §is_cuda();",
        "bool b(§is_cuda());",
        "bool b{§is_cuda()};",
        "else §is_cuda();",
        "case 1: §is_cuda();",
        "if (x) §is_cuda();",
        "UNUSED §is_cuda();",
        "x = a * §is_cuda();",
        "f(a & §is_cuda());",
        "x = a < §is_cuda();",
        "x = a > §is_cuda();",
        "return a > §is_cuda();",
        "not §is_cuda();",
        "b = a not_eq §is_cuda();",
        "a or_eq §is_cuda();",
        "template <class T> requires (T::fast) or §is_cuda() void f();",
        "template <class T> requires §is_cuda<T>() void f();",
        "co_await §is_cuda();",
        "#define DEV(p) (p).§is_cuda()",
        "#if §is_cuda()~#endif",
        "§is_cuda~(~)~;",
        "*§is_cuda();",
        "A() : b(§is_cuda()) {}",
        "throw §is_cuda();",
        "x[§is_cuda()];",
        "(p.§is_cuda)();",
        "return (§is_cuda)();",
        "x = ((p->§is_cuda))();",
        "(a.b(c)->§is_cuda)();",
        "(&P::§is_cuda)();",
        "else (§is_cuda)();",
        "f(is_cuda)();",
        "if (is_cuda) (g)();",
        "f(a, is_cuda)();",
        "(p.is_cuda)(x);",
        "(p.is_cuda);",
        "bool (is_cuda)();",
        "is_cuda)();",
        "sizeof §is_cuda();",
        "do §is_cuda(); while (§is_cuda());",
        "bool is_cuda() const { return true; }",
        "bool is_cuda();",
        "virtual bool is_cuda() const = 0;",
        "auto is_cuda() -> bool;",
        "bool Platform::is_cuda() const {",
        "static inline bool is_cuda() noexcept;",
        "template <class A, class B> bool is_cuda();",
        "std::vector<int> is_cuda();",
        "const T* is_cuda();",
        "T& A::is_cuda();",
        "A::B is_cuda();",
        "MY_API bool is_cuda();",
        "bool (*is_cuda)();",
        "is_cuda(1);",
        "is_cuda(a, b);",
        "auto f = &is_cuda;",
        "is_cuda;",
        "is_cuda(void);",
        "f(T is_cuda());",
        "not_is_cuda(); is_cudas();",
        "// is_cuda()",
        '"is_cuda()"',
        "is_cuda() {}",
        "explicit is_cuda();",
        "X<is_cuda> y;",
        "#define is_cuda() 1",
        "if (false) is_cuda();",
        "#if 0~is_cuda();~#endif",
        "operator is_cuda();",
    ],
)
def test_a_live_call_with_so_many_arguments_counts(source: str) -> None:
    assert_counts(source, "is_cuda")


CALLS = policy(buckets="\n    one: {call: put, arguments: 1}\n    two: {call: put, arguments: 2}\n    any: {call: put}")


@pytest.mark.parametrize(
    ("call", "arguments"),
    [
        ("put(a);", 1),
        ("put(a, b);", 2),
        ("put(f(a, b));", 1),
        ("put({a, b}, c);", 2),
        ("put([&](int x, int y) {}, z);", 2),
        ("put(m<a, b>(c));", 1),
        ("put(a < b, c > d);", 2),
        ("put(std::map<a, b>{}, c);", 2),
        ("put();", 0),
        ("put(a, b, c);", 3),
        ("put<A, B>(c);", 1),
        ("put((a, b));", 1),
        ("put(x[a, b]);", 1),
        ("put(a", 1),
        ("put(a, b", 1),
    ],
)
def test_arguments_are_what_top_level_commas_part(call: str, arguments: int) -> None:
    counts = Scope(tree({"src/a.cpp": call}), CALLS).head.buckets
    assert (counts["one"], counts["two"], counts["any"]) == (arguments == 1, arguments == 2, 1)


@pytest.mark.parametrize(
    "source",
    [
        '§#include "vt/cuda/a.h"',
        "§#include <cuda_runtime.h>",
        "§#include <cuda_runtime_api.h>",
        "§#  include /* c */ <vt/cuda/x/y.h>",
        '#include "vt/cudax.h"',
        '#include "xvt/cuda/a.h"',
        "#include <cuda.h>",
        '// #include "vt/cuda/a.h"',
        '#ifdef VT_X~#include "vt/cuda/a.h"~#else~§#include "vt/cuda/b.h"~#endif',
        '#ifndef DEVICE~§#include "vt/cuda/a.h"~#endif',
        '#if defined(DEVICE) && X~#include "vt/cuda/a.h"~#endif',
        '#if defined(DEVICE) || X~§#include "vt/cuda/a.h"~#endif',
        '#if !defined(VT_X)~§#include "vt/cuda/a.h"~#else~#include "vt/cuda/b.h"~#endif',
        '#ifdef OTHER~§#include "vt/cuda/a.h"~#endif',
        '#if VT_X >= 3~#include "vt/cuda/a.h"~#endif',
        '#if 0~#include "vt/cuda/a.h"~#endif',
        '#if 1~#else~#include "vt/cuda/a.h"~#endif',
        'if (false) {~§#include "vt/cuda/a.h"~}',
        '#if X~#elifdef VT_X~#include "vt/cuda/a.h"~#elifndef VT_X~§#include "vt/cuda/b.h"~#endif',
        '#ifdef DEVICE~#define HAS 1~#endif~#ifdef VT_X~#if HAS~#include "vt/cuda/a.h"~#endif~#endif',
        '#define VT_X 1~#ifdef VT_X~§#include "vt/cuda/a.h"~#endif',
        '#if __has_include("vt/cuda/a.h")~#endif',
        '§#include_next "vt/cuda/a.h"',
        '§#import "vt/cuda/a.h"',
        '§#include "./vt/cuda/a.h"',
        '§#include "../vt/cuda/a.h"',
        '§#include "vt//cuda/a.h"',
        '#define H "vt/cuda/a.h"~§#include H',
        "#define H <vt/cuda/a.h>~§#include H",
        "#include H",
        '§#inc\\~lude "vt/cuda/a.h"',
        "§%: include <cuda_runtime.h>",
        "#include",
        '§#include "vt/cuda/a.h" // c',
        'auto s = R"(~#include "vt/cuda/a.h"~)";',
        '/*~#include "vt/cuda/a.h"~*/',
        '#ifndef H~#define H~§#include "vt/cuda/a.h"~#endif',
    ],
)
def test_an_include_counts_where_a_build_without_the_device_reaches_it(source: str) -> None:
    assert_counts(source, "cuda_inc")


def test_an_include_that_is_not_asked_to_be_reachable_counts_behind_a_guard_too() -> None:
    under = policy(buckets='\n    guarded: {include: "vt/cuda/**"}')
    assert_counts('#ifdef VT_X~§#include "vt/cuda/a.h"~#endif~#if 0~#include "vt/cuda/b.h"~#endif', "guarded", under)


PLAIN = [
    "§#ifdef VT_X~#endif",
    "§#if defined(VT_X)~#endif",
    "§#if defined ( VT_X ) && A~#endif",
    "§# ifdef /* c */ VT_X~#endif",
    "§#if defined(VT_X) || defined(VT_Y)~#endif",
    "#ifdef X~§#ifdef VT_X~#endif~#endif",
    "if (false) {~§#ifdef VT_X~#endif~}",
    "§#ifdef VT_X~#else~#endif",
    "§#if \\~defined(VT_X)~#endif",
    "§#ifdef VT_X // c",
    "§%:ifdef VT_X",
    "#if 0~#ifdef VT_X~#endif~#endif",
    "#if 1~#else~#ifdef VT_X~#endif~#endif",
    "// #ifdef VT_X",
    "#ifdef XVT_X~#endif",
    "#ifdef X~#endif",
    "#define VT_X~#undef VT_X",
    "#error VT_X",
    "#if 1~#elif defined(VT_X)~#endif",
    "#ifdef~#if~#elif",
]
OTHERS = [
    "§#ifndef VT_X~#endif",
    "§#if !defined(VT_X)~#endif",
    "§#if VT_X~#endif",
    "§#if VT_X > 2~#endif",
    "§#if A && defined(VT_X)~#endif",
    "§#if defined VT_X~#endif",
    "§#if (defined(VT_X))~#endif",
    "#if A~§#elif defined(VT_X)~§#elifdef VT_X~§#elifndef VT_X~#endif",
    "§#if VT_AT_LEAST(2)~#endif",
    "§#if defined(A) && defined(VT_X)~#endif",
    "#define HAS defined(VT_X)~§#if HAS~#endif",
    "#define HAS VT_X~#define ALSO HAS~§#if ALSO && 1~#endif~§#ifdef HAS~#endif",
    "§#if 0 && VT_X~#endif",
]


@pytest.mark.parametrize("source", PLAIN)
def test_a_conditional_counts_once_in_its_plain_forms(source: str) -> None:
    assert_counts(source, "vt_ifdef")
    assert Scope(tree({"src/a.cpp": source.replace("~", "\n").replace("§", "")}), POLICY).head.other_forms == 0


@pytest.mark.parametrize("source", OTHERS)
def test_other_forms_of_a_test_are_told_and_count_where_all_forms_do(source: str) -> None:
    plain = source.replace("~", "\n").replace("§", "")
    verdict = over_tree({"src/a.cpp": plain, **baseline()})
    assert (verdict.status, verdict.population["vt_ifdef"]) == (Status.PASS, 0)
    assert verdict.population["other_forms"] == source.count("§") == len(verdict.notes)
    assert "src/a.cpp:" in verdict.notes[0]
    assert_counts(source, "vt_ifdef", policy(forms=", forms: all"))


@pytest.mark.parametrize(
    ("path", "is_source"),
    [
        ("src/a.cpp", True),
        ("src/b/c/a.cu", True),
        ("src/a.h", True),
        ("src/a.py", False),
        ("lib/a.cpp", False),
        ("src/a.hpp", False),
    ],
)
def test_a_file_counts_that_sources_and_suffixes_select(path: str, is_source: bool) -> None:
    assert Scope(tree({path: "kCUDA"}), POLICY).head.buckets["kcuda"] == is_source
