"""The grammars say which regions they could not read; kernel launches are read by the one that knows them."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from checkers.source.parse import is_cuda, unread_regions

LAUNCH = b"void F() { K<<<dim3(1, 2), 32, 0, s>>>(x); G(); }\n"


@pytest.mark.parametrize("data", [b"", b"int x;\n", b"void F() { vt::G(q); }\n", LAUNCH])
def test_whole_code_has_no_unread_region(data: bytes) -> None:
    assert unread_regions("a.cpp", data) == []


@pytest.mark.parametrize("data", [b"void F() { (( ; }\n", b"int x = ;; ) }\n", b"void F( {\n"])
def test_broken_code_has_some(data: bytes) -> None:
    regions = unread_regions("a.cpp", data)
    assert regions
    assert all(0 <= start <= end <= len(data) for start, end in regions)


@pytest.mark.parametrize(
    ("path", "data", "cuda"),
    [
        ("a.cu", b"", True),
        ("a.cuh", b"", True),
        ("a.cpp", b"", False),
        ("a.h", b"__global__ void K();", True),
        ("a.h", b"__device__ int x;", True),
        ("a.cpp", LAUNCH, True),
    ],
)
def test_the_grammar_is_chosen_by_suffix_or_content(path: str, data: bytes, cuda: bool) -> None:
    assert is_cuda(path, data) is cuda


def test_deep_nesting_needs_no_recursion() -> None:
    assert isinstance(unread_regions("a.cpp", b"void F() {" + b"{" * 10_000), list)


@given(st.binary(max_size=120))
@settings(max_examples=80, deadline=None)
def test_no_bytes_crash_it(data: bytes) -> None:
    unread_regions("a.cpp", data)
