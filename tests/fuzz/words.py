"""The words of each language that is fuzzed, and a table that has every kind of key."""

from __future__ import annotations

CODE = tuple(
    b'vt:: Attention kCUDA is_cuda() #if #ifdef #else #endif #define #include \\\n // /* */ R"( )" namespace using '
    b"template < > <<< >>> operator { } ; if(false) VT-ATTN-NAIVE: DSR-ALLOW(A): defined( __has_include ## # "
    b"__VA_ARGS__ return".split(b" ")
)
MARKUP = tuple(b"# | |--- ``` ~~~ - * > [ ]( ) <!-- --> &amp; \\ <a href= 1. \t \r\n ---\n".split(b" "))
LOG = tuple(
    b"##[group]Run ##[endgroup] ##[error] \n \r 2026-11-29T17:04:05Z \x1b[0m a.cpp:1:2: a.cpp(3): error: ERROR: "
    b"FAILED: Failure TEST_CASE: [doctest] === ___ E >  --- ***Failed Start FAIL: Traceback #0 0x7f3a1c2d4e50 SUMMARY: "
    b"ThreadSanitizer AddressSanitizer /tmp/ C:\\ == < > seed pid= line".split(b" ")
)
YAML = tuple(b"version: 1\n extends: none\n - : { } [ ] & * ! | > ' \" ? ~ << --- ...".split(b" "))

TABLE = b"""version: 1
suites:
  s: {run: [a, b], report: {junit: r.xml}, artifacts: [a], timeout: 5x, min_cases: 2}
mutations:
  - {id: A, claim: c, suite: s, edits: [{file: a, find: x, with: y}], expect: {red: ["m.*"], only: false}}
  - {id: B, claim: c, suite: s, edits: [{file: a.cpp, negate: x, nth: 2}], expect: {green: true, reason: r}}
  - {id: C, claim: c, suite: s, edits: [{file: a, rename: {from: a, to: b}}], expect: {outcome: timed-out}}
"""

ZIP = (b"PK\x03\x04", b"PK\x01\x02", b"PK\x05\x06", b"PK\x06\x06", b"verdict.json", b"../", b"\x08\x00")
