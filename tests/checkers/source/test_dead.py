"""Dead statements, in examples whose `LIVE` and `DEAD` say of themselves what they are."""

from __future__ import annotations

import random
import subprocess
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from checkers.source.code import read_code
from tests.support.commands import needs
from tests.support.timing import assert_in_proportion


def assert_claims(source: str) -> None:
    code = read_code(source.replace("~", "\n").encode())
    claims = [token for token in code.lexed.tokens if token.text in (b"LIVE", b"DEAD")]
    assert claims
    wrong = [
        f"{token.text.decode()} at {token.start}"
        for token in claims
        if code.is_live(token.start) != (token.text == b"LIVE")
    ]
    assert not wrong


@pytest.mark.parametrize(
    "head",
    [
        "if (false)",
        "if constexpr (false)",
        "while (false)",
        "if (0)",
        "if (!true)",
        "if (x && false)",
        "if (false && f(b, c)->d[e])",
        "if (not true)",
        "if (1 == 2)",
        "if (int i = f(); false)",
        "if (0u)",
        "if (1'0 - 10)",
    ],
)
@pytest.mark.parametrize(
    "body",
    [
        "DEAD;",
        "{ DEAD; }",
        "{ { DEAD; } DEAD; }",
        "return DEAD;",
        "for (int i = 0; i < DEAD; ++i) DEAD;",
        "for (;;) { DEAD; }",
        "while (DEAD) DEAD;",
        "do { DEAD; } while (DEAD);",
        "do DEAD; while (DEAD);",
        "switch (DEAD) { case 1: DEAD; default: DEAD; }",
        "try { DEAD; } catch (A) { DEAD; } catch (...) { DEAD; }",
        "if (DEAD) DEAD;",
        "if (DEAD) DEAD; else DEAD;",
        "if (DEAD) { DEAD; } else if (DEAD) { DEAD; } else { DEAD; }",
        "auto f = [](int i) { DEAD; if (i) return DEAD; };",
        "f(DEAD, [&] { DEAD; }, {DEAD}, a[DEAD]);",
        "MACRO(DEAD) { DEAD; }",
        "x = T{DEAD}, DEAD;",
        "{ MACRO(DEAD) }",
        "{ if (x) MACRO() else DEAD; DEAD; }",
        "{ struct S { public: int a = DEAD; }; DEAD; }",
        "{ enum E { A = DEAD }; int DEAD; }",
        "{ a ? b : DEAD; }",
        "{ case_: ; DEAD; }",
        "{ here: DEAD; goto here; }",
        "if constexpr (true) { DEAD; }",
        "if consteval { DEAD; }",
        "{~#ifdef A~DEAD;~#endif~DEAD; }",
        "{~#ifdef A~DEAD;~#else~DEAD;~#endif~DEAD; }",
        "{~#ifdef A~if (a) {~#else~if (b) {~#endif~DEAD; } DEAD; }",
        "{~#define X } LIVE~DEAD; }",
        "{~#if 0~}~#endif~DEAD; }",
        "{~#if 0~}~#else~DEAD;~#endif~DEAD; }",
        "~#ifdef A~DEAD;~#else~DEAD;~#endif~",
    ],
)
def test_what_stands_under_a_false_condition_is_dead(head: str, body: str) -> None:
    assert_claims(f"void F() {{ LIVE; {head} {body} LIVE; }} LIVE;")


@pytest.mark.parametrize(
    "source",
    [
        "if (false) DEAD; else LIVE; LIVE;",
        "if (false) DEAD; else if (x) LIVE;",
        "if (x) if (false) DEAD; else LIVE; LIVE;",
        "if (false) { DEAD; } else { LIVE; }",
        "else if (false) DEAD; LIVE;",
        "if (true) LIVE; else LIVE;",
        "do { LIVE; } while (false); LIVE;",
        "do LIVE; while (0); LIVE;",
        "for (; false;) LIVE;",
        "if (false) ; LIVE;",
        "if (x || false) LIVE;",
        "if (FLAG) LIVE;",
        "if (f(false)) LIVE;",
        "if (bool b = false) LIVE;",
        "if (x = false) LIVE;",
        "if (false LIVE",
        "if () LIVE;",
        "if constexpr LIVE;",
        "if (!x) LIVE;",
        "while (true) LIVE;",
        "if (1, 0 + x) LIVE;",
        "switch (x) { case 1: if (false) { case 2: LIVE; } }",
        "switch (x) { if (false) { default: LIVE; } }",
        "if (false) { here: LIVE; } goto here;",
        "goto here; if (false) { f(); here: LIVE; }",
        "goto *p; if (false) { a: LIVE; }",
        "if (false) { here: LIVE; if (false) DEAD; } goto here;",
        "if (false)~#ifdef A~DEAD;~#endif~LIVE;",
        "#ifdef A~if (false)~#endif~LIVE;",
        "#ifdef A~if (false) {DEAD;~#else~{~#endif~LIVE; }",
        "if (false) {~#if A~DEAD;~#elif B~DEAD; } LIVE;~#endif~LIVE; } LIVE;",
        "if (~#ifdef A~false~#else~x~#endif~) LIVE;",
        "if (false) { DEAD; )~} LIVE;",
        "if (false) struct S { int a; } s; LIVE;",
        "if (false) (DEAD]; LIVE;",
        "#if 0~if (false)~#endif~LIVE;",
        "if (false) {~#if 0~if (x) {~#endif~DEAD; } LIVE;",
        "if (false) DEAD",
        "if (false) {DEAD",
        "#define if(x)~if (false) LIVE;",
        "#define false true~while (false) LIVE;",
        "if (false) LIVE;~#define else~",
        "#if 0~#define if(x)~#endif~if (false) DEAD; LIVE;",
    ],
)
def test_what_can_run_stays_live(source: str) -> None:
    assert_claims(source)


@settings(max_examples=300, deadline=None)
@given(
    st.lists(
        st.sampled_from(
            [
                "if",
                "(",
                ")",
                "false",
                "{",
                "}",
                ";",
                "else",
                "do",
                "while",
                "case",
                ":",
                "x",
                "try",
                "catch",
                "[",
                "]",
                "goto",
                "\n#if A\n",
                "\n#else\n",
                "\n#endif\n",
                "\n#if 0\n",
                "switch",
            ]
        )
    )
)
def test_no_order_of_tokens_breaks_the_reading(pieces: list[str]) -> None:
    data = " ".join(pieces).encode()
    ranges = read_code(data).dead_statements.ranges
    assert all(0 <= start < end <= len(data) for start, end in ranges)
    assert all(first[1] < second[0] for first, second in pairwise(ranges))


@pytest.mark.growth
@pytest.mark.parametrize(
    "piece",
    [
        "if (false) {",
        "if(false){case 1:",
        "if (false) ",
        "if (0 ",
        "if(false){L:;} goto L;",
        "#if A\nif(false)\n",
        "if (false) do ",
        "if (false) if (a) ",
        "#if C\n#elif B\ny;\n",
    ],
)
def test_depth_takes_time_in_proportion_to_the_file(piece: str) -> None:
    assert_in_proportion(lambda size: read_code((piece * size + "x;").encode()).dead_statements, 1_500)


def _statement(source: random.Random, depth: int, marks: list[int]) -> str:
    marks.append(len(marks))
    mark = f"M({marks[-1]});"
    if depth == 0:
        return mark
    inner = [_statement(source, depth - 1, marks) for _ in range(2)]
    condition = source.choice(["false", "0", "true", "x", "x && false", "!true", "x || true"])
    one, two = inner
    forms = [
        f"if ({condition}) {one} else {two}",
        f"{{ if ({condition}) {{ {mark} {one} }} {two} }}",
        f"{{ do {{ {one} }} while (false); {two} }}",
        f"{{ {mark} {one} {two} }}",
        f"switch (x) {{ case 0: if ({condition}) {{ case 1: {one} }} {two} }}",
        f"{{ while (false) {one} {{ {two} }} }}",
        f"{{ for (int i = 0; i < 1; ++i) if ({condition}) {one} {two} }}",
        f"[&] {{ if ({condition}) {one} {two} }}();",
        f"try {{ if (false) {one} {two} }} catch (...) {{}}",
    ]
    return source.choice(forms)


@pytest.mark.skipif(needs("g++") is not None, reason=needs("g++") or "")
def test_nothing_that_runs_is_called_dead(tmp_path: Path) -> None:
    source, marks = random.Random(3), [-1]
    body = "\n".join(f"{{ {_statement(source, 4, marks)} }}" for _ in range(60))
    program = f"""#include <cstdio>
static void M(int n) {{ std::printf("%d\\n", n); }}
static void F(int x) {{ {body} }}
int main() {{ F(0); F(1); }}
"""
    (tmp_path / "f.cpp").write_text(program)
    subprocess.run(["g++", "-w", "-O0", "f.cpp", "-o", "f"], cwd=tmp_path, check=True, capture_output=True)
    ran = set(subprocess.run([tmp_path / "f"], capture_output=True, check=True, text=True).stdout.split())
    code = read_code(program.encode())
    tokens = code.lexed.tokens
    calls = [
        (tokens[index + 2].text.decode(), token.start) for index, token in enumerate(tokens[:-2]) if token.text == b"M"
    ]
    dead = {number for number, start in calls if not code.is_live(start)}
    assert len(dead) > 50
    assert not dead & ran
