"""Which lines some build can reach, in examples whose `live` and `dead` say of themselves what they are."""

from __future__ import annotations

import random
import subprocess

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from checkers.source.conditions import Macro, nothing_known
from checkers.source.lexer import lex
from checkers.source.preprocess import Ranges, reach
from tests.support.commands import needs
from tests.support.timing import assert_in_proportion


def claims(source: str, lookup: object = nothing_known) -> list[str]:
    data = source.replace("~", "\n").encode()
    lexed = lex(data)
    dead = reach(data, lexed.directives, lookup).dead  # type: ignore[arg-type]
    return [
        f"{token.text.decode()} is {'dead' if token.start in dead else 'live'}"
        for token in lexed.tokens
        if token.text in (b"live", b"dead")
    ]


def assert_claims(source: str, lookup: object = nothing_known) -> None:
    made = claims(source, lookup)
    assert made
    assert made == [f"{claim.split()[0]} is {claim.split()[0]}" for claim in made]


@pytest.mark.parametrize(
    "source",
    [
        "live",
        "#if 0~dead~#endif~live",
        "#if 0~dead~#else~live~#endif",
        "#if 1~live~#else~dead~#endif~live",
        "#if 1~live~#elif X~dead~#else~dead~#endif",
        "#if 0~dead~#elif 1~live~#elif 1~dead~#else~dead~#endif",
        "#if X~live~#elif 0~dead~#else~live~#endif",
        "#ifdef X~live~#else~live~#endif",
        "#ifndef X~live~#else~live~#endif",
        "#if 0~#if X~dead~#else~dead~#endif~dead~#endif~live",
        "#if X~#if 0~dead~#endif~live~#endif~live",
        "#if false~dead~#endif",
        "#if !1~dead~#endif",
        "#if 0 && X~dead~#endif",
        "#if X && !X~live~#endif",
        "#if 0 /* ~ */~dead~#endif",
        "#if \\~0~dead~#endif~live",
        "#if 0~/*~#endif~*/~dead~#endif~live",
        '#if 0~"~#endif~live',
        '#if 0~R"(~#endif~)"~dead~#endif~live',
        "#elif 1~live",
        "#else~live",
        "#endif~live",
        "#if 0~dead",
        "#if 1~live~#else~dead~#else~dead~#endif~live",
        "#if~live~#endif",
        "#ifdef~live~#else~live~#endif",
        "#if 0~dead~#elifdef X~live~#elifndef X~live~#endif",
        "#ifndef H~#define H~live~#endif",
        "#define A 0~#if A~dead~#else~live~#endif",
        "#define A 1~#if A~live~#else~dead~#endif",
        "#define A (2 > 3)~#if A~dead~#endif",
        "#define A 1 + 0~#if A~live~#else~live~#endif",
        "#define A B~#if A~live~#else~live~#endif",
        "#define A~#if A~live~#endif",
        "#define A~#ifdef A~live~#else~dead~#endif",
        "#define A(x) 0~#if A(1)~live~#endif",
        "#define A (x)~#if A~live~#else~live~#endif",
        "#define A 0~#include <b>~#if A~live~#endif",
        "#undef A~#ifdef A~dead~#endif~#ifndef A~live~#endif",
        "#undef A~#if A~dead~#endif",
        "#ifdef X~#define A 0~#endif~#if A~live~#endif",
        "#ifdef X~#define A 0~#if A~dead~#endif~#endif",
        "#ifdef X~#define A 0~#else~#if A~live~#endif~#endif",
        "#define A 1~#ifdef X~#define A 0~#else~#if A~live~#else~live~#endif~#endif~#if A~live~#else~live~#endif",
        "#if 0~#define A 0~#endif~#if A~live~#endif",
        "#define A 1~#if 0~#undef A~#endif~#if A~live~#else~dead~#endif",
        "%: if 0~dead~%: endif~live",
        "if (false) {~#if 0~dead~#endif~}~live",
    ],
)
def test_a_branch_is_dead_only_where_no_build_can_reach_it(source: str) -> None:
    assert_claims(source)


@pytest.mark.parametrize(
    "source",
    [
        "#ifdef DEV~dead~#else~live~#endif",
        "#ifndef DEV~live~#else~dead~#endif",
        "#if defined(DEV) && X~dead~#else~live~#endif",
        "#if defined(DEV) || X~live~#else~live~#endif",
        "#if !defined DEV~live~#else~dead~#endif",
        "#if DEV >= 3~dead~#endif",
        "#if DEV == 0~live~#else~dead~#endif",
        "#if X~live~#elif DEV~dead~#endif",
        "#elifdef DEV~live",
        "#if X~live~#elifdef DEV~dead~#elifndef DEV~live~#else~dead~#endif",
        "#define DEV 1~#if DEV~live~#else~dead~#endif",
        "#ifdef DEV~#define HAS 1~#else~#define HAS 0~#endif~#if HAS~live~#endif",
        "#ifdef X~#define DEV 1~#endif~#ifdef DEV~live~#else~live~#endif",
    ],
)
def test_stated_macros_decide_unless_the_file_itself_defines_them(source: str) -> None:
    assert_claims(source, lambda name: Macro(False) if name == b"DEV" else None)


def test_a_line_knows_whether_it_is_read_and_what_it_opens() -> None:
    data = b"#if 1\n#elif X\n#else\n#endif\n#if 0\n#ifdef Y\n#endif\n#endif\n#if X\n#elif Y\n#endif\n"
    lines = reach(data, lex(data).directives).lines
    assert [line.is_live for line in lines] == [True, False, False, True, True, False, False, True, True, True, True]
    assert [line.opens_live for line in lines[:4]] == [True, False, False, True]
    assert [line.may_skip for line in (lines[3], lines[7], lines[10])] == [False, True, True]


def test_a_conditional_without_its_end_is_named() -> None:
    data = b"#if X\n#endif\n  #if 0\nx"
    assert reach(data, lex(data).directives).unclosed == data.rindex(b"#")
    assert reach(b"#if X\n#endif\n", lex(b"#if X\n#endif\n").directives).unclosed is None


def test_ranges_hold_their_start_and_not_their_end() -> None:
    ranges = Ranges([(2, 4), (5, 5), (7, 8)])
    assert [offset for offset in range(10) if offset in ranges] == [2, 3, 7]
    assert not Ranges()


@settings(max_examples=200, deadline=None)
@given(
    st.lists(st.sampled_from(["#if 0", "#if X", "#elif 1", "#else", "#endif", "#define A 0", "#if A", "a", "#undef A"]))
)
def test_no_order_of_directives_breaks_the_reading(lines: list[str]) -> None:
    data = "\n".join(lines).encode()
    lexed = lex(data)
    found = reach(data, lexed.directives)
    assert len(found.lines) == len(lexed.directives)
    assert all(0 <= start < end <= len(data) for start, end in found.dead.ranges)


@pytest.mark.growth
@pytest.mark.parametrize(
    "piece", ["#if X\n", "#if X\n#define A{} 0\n", "#include <a>\n#define B{} 0\n", "#endif\n#else\n"]
)
def test_depth_and_many_macros_take_time_in_proportion(piece: str) -> None:
    def read(size: int) -> None:
        data = ("".join(piece.replace("{}", str(number)) for number in range(size)) + "#endif\n" * size).encode()
        reach(data, lex(data).directives)

    assert_in_proportion(read, 3_000)


def _random_file(source: random.Random) -> str:
    lines: list[str] = []
    depth = 0
    for number in range(60):
        choice = source.random()
        if choice < 0.25:
            condition = source.choice(["0", "1", "A", "B == 2", "defined(A)", "!defined B", "A && B", "A || 0", "C"])
            lines.append(source.choice([f"#if {condition}", "#ifdef A", "#ifndef B", "#ifdef C"]))
            depth += 1
        elif choice < 0.4 and depth:
            lines.append(source.choice(["#elif A", "#elif 1", "#elif 0", "#elif defined C"]))
        elif choice < 0.55 and depth:
            lines.append("#endif")
            depth -= 1
        elif choice < 0.7:
            lines.append(
                source.choice(["#define A 1", "#define A 0", "#undef A", "#define B 2", "#undef B", "#define C"])
            )
        else:
            lines.append(f"k{number}")
    return "\n".join([*lines, *["#endif"] * depth]) + "\n"


@pytest.mark.skipif(needs("g++") is not None, reason=needs("g++") or "")
def test_what_the_compiler_keeps_is_never_dead() -> None:
    source = random.Random(11)
    files = [_random_file(source) for _ in range(150)]
    batch = "".join(f"begin{number}\n#undef A\n#undef B\n#undef C\n{text}" for number, text in enumerate(files))
    for options in ([], ["-DA=1"], ["-DB=2", "-DC"]):
        reset = "".join(f"#define {option[2:].replace('=', ' ')}\n" for option in options)
        text = batch.replace("#undef A\n#undef B\n#undef C\n", f"#undef A\n#undef B\n#undef C\n{reset}")
        done = subprocess.run(
            ["g++", "-x", "c++", "-E", "-P", "-w", "-"], input=text.encode(), capture_output=True, check=False
        )
        kept = {
            (part.split()[0], word) for part in done.stdout.decode().split("begin")[1:] for word in part.split()[1:]
        }
        assert len(kept) > len(files)
        for number, file in enumerate(files):
            data = file.encode()
            lexed = lex(data)
            dead = reach(data, lexed.directives).dead
            buried = {token.text.decode() for token in lexed.tokens if token.start in dead}
            assert not {word for word in buried if (str(number), word) in kept}, file
