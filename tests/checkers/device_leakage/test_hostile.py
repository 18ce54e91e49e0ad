"""Files that are out to break the count or to make it slow."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.checkers.device_leakage.trees import baseline, over_range, over_tree, policy
from tests.support.timing import assert_in_proportion

PIECES = [
    b"kCUDA",
    b"is_cuda",
    b"(",
    b")",
    b"<",
    b">",
    b",",
    b"::",
    b";",
    b"{",
    b"}",
    b"\n",
    b"\\\n",
    b"\n#if ",
    b"\n#ifdef VT_X\n",
    b"\n#else\n",
    b"\n#endif\n",
    b'\n#include "vt/cuda/a.h"\n',
    b"defined(VT_X)",
    b"// DSR-ALLOW(A): b",
    b"/*",
    b"*/",
    b'"',
    b"'",
    b'R"(',
    b')"',
    b"if (false)",
    b"\xff",
    b"\0",
    b" ",
    b"\n#define H ",
    b"bool ",
    b"*",
    b".",
]


@settings(max_examples=300, deadline=None)
@given(st.lists(st.sampled_from(PIECES), max_size=50).map(b"".join))
def test_no_bytes_break_a_verdict(data: bytes) -> None:
    verdict = over_tree({"src/a.cpp": data, **baseline()})
    counted = verdict.population["total"] + verdict.population["exempt"]
    assert counted <= data.count(b"kCUDA") + data.count(b"is_cuda") + data.count(b"#")


@settings(max_examples=100, deadline=None)
@given(
    st.lists(st.sampled_from(PIECES), max_size=30).map(b"".join),
    st.lists(st.sampled_from(PIECES), max_size=30).map(b"".join),
)
def test_what_came_less_what_went_is_the_gain(before: bytes, after: bytes) -> None:
    ends = [over_tree({"src/a.cpp": data, **baseline()}).population["total"] for data in (before, after)]
    verdict = over_range({"src/a.cpp": before, **baseline()}, {"src/b.cpp": after, **baseline()})
    assert verdict.population["total"] == ends[1]
    came = [finding for finding in verdict.findings if finding.commit]
    assert len(came) >= ends[1] - ends[0]


@pytest.mark.growth
@pytest.mark.parametrize(
    "piece",
    [
        "kCUDA ",
        "kCUDA;\n",
        "is_cuda(",
        "is_cuda<",
        "a::is_cuda()",
        "is_cuda(a, ",
        "#ifdef VT_X\n",
        "#include H\n",
        "// DSR-ALLOW(A): b\n",
        "kCUDA // DSR-ALLOW(A): b\n",
        "#define A VT_X\n#if A\n",
        "a < is_cuda() > b ",
        "'kCUDA\n",
        "int is_cuda(",
        "bool * is_cuda() ",
        "#if 0\nkCUDA\n",
        "VT_X #\n",
        "x::",
    ],
)
def test_a_large_file_takes_time_in_proportion(piece: str) -> None:
    under = policy(buckets="\n    more: {call: is_cuda, arguments: 2}")
    assert_in_proportion(lambda size: over_tree({"src/a.cpp": piece * (size // len(piece)) + "kCUDA"}, under), 20_000)


def test_many_equal_sites_take_time_in_proportion() -> None:
    line = "auto a = kCUDA;\n"
    verdict = over_range(
        {"src/a.cpp": line, **baseline(kcuda=1)},
        {"src/b.cpp": line * 3000, **baseline(kcuda=1)},
        {"src/b.cpp": line * 3000, "src/c.cpp": line * 3000, **baseline(kcuda=1)},
    )
    assert sum(finding.commit is not None for finding in verdict.findings) == 5999


@pytest.mark.growth
def test_many_definitions_of_one_included_name_take_time_in_proportion() -> None:
    assert_in_proportion(
        lambda size: over_tree(
            {"src/a.cpp": '#define H "vt/cuda/a.h"\n' * size + "#include H\n" * size, **baseline()},
        ),
        500,
    )
