"""What two runs of one failure may differ in, and what makes another reason of it."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.triage.normalise import normalise

SAME = [
    ("src/a.cpp:12:5: error: x", "lib/core/a.cpp:340:17: error: x"),
    ("/home/runner/work/e/e/tests/a.cpp:12: ERROR: CHECK( f(1) == 2 )", "/__w/e/e/a.cpp:7: ERROR: CHECK( f(1) == 2 )"),
    (r"D:\a\e\src\a.cpp(12,5): error C2065: 'x' [D:\a\b\e.vcxproj]", r"C:\a.cpp(3): error C2065: 'x' [C:\x\e.vcxproj]"),
    ("a.cpp(12): error: Expected equality", "a.cpp(99): error: Expected equality"),
    ("a.cu(2): error: identifier", "kernels/a.cu(29): error: identifier"),
    ('  File "/home/runner/x/t.py", line 8, in f', '  File "/__w/y/t.py", line 80, in f'),
    ("error: \u2018foo\u2019 was not declared", "error: 'foo' was not declared"),
    ("2026-11-29T17:04:05.123Z connection lost", "2026-12-01 03:00:59,001 connection lost"),
    ("at 17:04:05 lost", "at 18:40:00.25 lost"),
    ("E1129 17:04:05.123456 12345 engine.cc:12] out of memory", "E1130 09:11:00.000001 7 engine.cc:40] out of memory"),
    ("<Tensor object at 0x7f3a1c2d4e50>", "<Tensor object at 0x7ffdb6a7b580>"),
    ("E   assert <Tensor at 0x7f3a1c2d4e50> is None", "E   assert <Tensor at 0x7f991c2d4e50> is None"),
    ("address 0x602000000014 at pc 0x56197cd6f204 bp 0x7ffdb6a7b580",
     "address 0x60300000011 at pc 0x401136 bp 0x7ffdb"),
    ("==19528==ERROR: AddressSanitizer: x", "==7==ERROR: AddressSanitizer: x"),
    ("data race (pid=20054)", "data race (pid=1)"),
    ("READ of size 4 by thread T1", "READ of size 4 by thread T12"),
    ("f() a.cpp:3 (race+0x11e9) (BuildId: 0123abcd)", "f() a.cpp:9 (race+0x1233) (BuildId: ffff)"),
    ("main.cpp:(.text+0xa): undefined reference to `u()'", "main.cpp:(.text+0x1a): undefined reference to `u()'"),
    ("built from commit 7a39091", "built from commit 0123abc"),
    ("HEAD is now at 7a39091 x", "HEAD is now at 1111111 x"),
    ("image sha256:" + "a" * 64, "image sha256:" + "b" * 64),
    ("cannot open /tmp/tmpab12cd34/x.bin", "cannot open /tmp/tmpzz99yy88/x.bin"),
    ("cannot open /tmp/tmpab12cd34", "cannot open /tmp/tmpzz99yy88"),
    ("/usr/bin/ld: /tmp/cceHe1Ey.o: in function `main'", "/usr/bin/ld: /tmp/ccQqqqq0.o: in function `main'"),
    ("E  OSError: '/tmp/pytest-of-runner/pytest-3/test_x0'", "E  OSError: '/tmp/pytest-of-root/pytest-12/test_x0'"),
    ("Randomness seeded to: 123", "Randomness seeded to: 99"),
    ("random seed = 17", "random seed = 18"),
    ("cannot connect to 127.0.0.1:43210", "cannot connect to 127.0.0.1:51234"),
    ("failed (12 ms)", "failed (7 ms)"),
    ("failed in 1.25s", "failed in 11.02s"),
    ("***Failed    0.01 sec", "***Failed    12.30 sec"),
    ("[ 12%] Building x", "[100%] Building x"),
    ("[3/45] Building x", "[44/45] Building x"),
    ("make[2]: *** error", "make[13]: *** error"),
    ("runner GitHub Actions 12 lost", "runner GitHub Actions 1000012 lost"),
    ("id 0f8fad5b-d9cb-469f-a165-70867728950e", "id 7c9e6679-7425-40de-944b-e07fc1f90ae7"),
    ("tmpxft_00004e2a_00000000-6_a.cudafe1.cpp", "tmpxft_0000ffff_00000000-7_a.cudafe1.cpp"),
    ("a  b\tc ", "a b c"),
]  # fmt: skip

DIFFERENT = [
    ("  values: CHECK( 3 == 4 )", "  values: CHECK( 3 == 5 )"),
    ("  values: CHECK( 3 == 4 )", "  values: CHECK( 2 == 4 )"),
    ("E       assert 6 == 4", "E       assert 8 == 4"),
    ("AssertionError: 0.1 != 0.2", "AssertionError: 0.1 != 0.3"),
    ("AssertionError: False is not true", "AssertionError: True is not false"),
    ("    Which is: 4", "    Which is: 40"),
    ("CHECK( crc == 0xdeadbeef )", "CHECK( crc == 0xdeadbee0 )"),
    ("  0x10 == 0x11", "  0x10 == 0x12"),
    ("  0xcbf29ce484222325 == 0x0", "  0xcbf29ce484222326 == 0x0"),
    ("E   assert '/v1/models' == '/v2/models'", "E   assert '/v1/models' == '/v3/models'"),
    ("E   assert 'out/a/x.json' == 'out/b/x.json'", "E   assert 'out/a/x.json' == 'out/c/x.json'"),
    ("CHECK( total/count == 3 )", "CHECK( sum/count == 3 )"),
    ("CHECK( a.size()/2 == 3 )", "CHECK( b.size()/2 == 3 )"),
    ("CHECK( n/p.a == 3 )", "CHECK( m/p.a == 3 )"),
    ("  12:00:01 == 12:00:02", "  12:00:01 == 12:00:03"),
    ("E   assert '2026-11-29T17:04:05' == ''", "E   assert '2026-11-29T17:04:06' == ''"),
    ("  " + "a" * 40 + " == " + "b" * 40, "  " + "a" * 40 + " == " + "c" * 40),
    ("expected digest " + "a" * 64, "expected digest " + "b" * 64),
    ("  10 ms == 12 ms", "  10 ms == 13 ms"),
    ("Failed: Timeout >5.0s", "Failed: Timeout >6.0s"),
    ("index 3 out of bounds for type 'int [3]'", "index 4 out of bounds for type 'int [3]'"),
    ("2147483647 + 1 cannot be represented", "2147483646 + 2 cannot be represented"),
    ("READ of size 4", "READ of size 8"),
    ("READ of size 4", "WRITE of size 4"),
    ("a.cpp:3: error: x", "b.cpp:3: error: x"),
    ("error C2065: 'x'", "error C2066: 'x'"),
    ("largest error 0.250 at row 7", "largest error 0.250 at row 8"),
    ("std::runtime_error", "std::logic_error"),
    ("E   KeyError: 'a'", "E   KeyError: 'b'"),
    ("exit code 1", "exit code 134"),
    ("version 1.2.3", "version 1.2.4"),
    ("SEGV on unknown address 0x000000000000", "SEGV on unknown address 0x000000000008"),
    ("rank 0 failed", "rank 1 failed"),
    ("http://host/a/x.json", "http://host/b/x.json"),
    ("port 8000 refused", "port 8001 refused"),
    ("localhost:8000 refused", "localhost:8001 refused"),
]


@pytest.mark.parametrize(("one", "other"), SAME)
def test_what_differs_between_two_runs_goes(one: str, other: str) -> None:
    assert normalise(one) == normalise(other)


@pytest.mark.parametrize(("one", "other"), DIFFERENT)
def test_what_was_compared_stays(one: str, other: str) -> None:
    assert normalise(one) != normalise(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("a.cpp:1: x", "a.cpp:2: x"),
        ("a.cpp(1): error", "a.cpp(2): error"),
        ('File "a.py", line 1', 'File "a.py", line 2'),
    ],
)
def test_places_can_be_kept(one: str, other: str) -> None:
    assert normalise(one, places=True) != normalise(other, places=True)
    assert normalise(one) == normalise(other)


_WORDS = (
    "0x7f3a1c2d4e50 a.cpp:1:2: /home/x/y/z.py:3 C:\\a\\b.cpp (12,5): == < > ' \" `f` 17:04:05 2026-11-29T17:04:05Z"
    " seed 12 pid=3 ==4== T5 (x+0x12) <time> <temp> . : :1 :2 / \\ .o:1 /tmp/ tmpab12cd34 [1/2] line 7 3.25 s in"
)
_PIECES = st.sampled_from(_WORDS.split())
_LINES = st.one_of(
    st.text(max_size=80),
    st.builds(lambda parts, glue: glue.join(parts), st.lists(_PIECES, max_size=8), st.sampled_from(["", " ", "/"])),
)


@settings(max_examples=400, deadline=None)
@given(_LINES, st.booleans())
def test_it_is_idempotent(line: str, places: bool) -> None:
    once = normalise(line, places=places)
    assert normalise(once, places=places) == once
