"""Conditions in three values, as `#if` and `if` have them."""

from __future__ import annotations

import random
import subprocess

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from checkers.source.conditions import Macro, constant, evaluate
from checkers.source.lexer import lex
from tests.support.commands import needs
from tests.support.timing import assert_in_proportion

KNOWN = {b"U": Macro(False), b"D": Macro(True), b"T": Macro(True, 3), b"Z": Macro(True, 0)}
T, F, UNKNOWN = True, False, None
PIECES = [
    "0", "1", "2", "0x10", "1u", "-", "+", "!", "~", "&&", "||", "(", ")", "?", ":", "==", "<", "<<", "/", "%", "*",
    "U", "D", "T", "X", "defined", "'a'", '"s"', "->", "::", ".", ",", ";", "=", "[", "]", "{", "}", "true", "and",
    "__has_include", "1.5", "99999999999999999999", "not",
]  # fmt: skip


def value(expression: str) -> bool | None:
    return evaluate(lex(f"#if {expression}\n".encode()).directives[0].tokens, KNOWN.get)


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("0", F),
        ("1", T),
        ("0x0", F),
        ("00", F),
        ("0b1", T),
        ("0u", F),
        ("0ULL", F),
        ("1'000 == 1000", T),
        ("true", T),
        ("false", F),
        ("!0", T),
        ("!!3", T),
        ("- -1 == 1", T),
        ("~0 == -1", T),
        ("+1", T),
        ("defined U", F),
        ("defined(U)", F),
        ("defined ( D )", T),
        ("!defined(U)", T),
        ("defined X", UNKNOWN),
        ("U", F),
        ("D", UNKNOWN),
        ("T", T),
        ("Z", F),
        ("X", UNKNOWN),
        ("T == 3", T),
        ("T > 3", F),
        ("U == 0", T),
        ("X && 0", F),
        ("0 && X", F),
        ("X || 1", T),
        ("1 || X", T),
        ("X && 1", UNKNOWN),
        ("X || 0", UNKNOWN),
        ("!X", UNKNOWN),
        ("X == X", UNKNOWN),
        ("(0)", F),
        ("((1) && (0 || U))", F),
        ("1 && 0 || 1", T),
        ("1 ? 0 : 1", F),
        ("0 ? 0 : X", UNKNOWN),
        ("X ? 0 : 0", F),
        ("X ? 1 : 0", UNKNOWN),
        ("1 ? 1 : 0 ? 0 : 0", T),
        ("1 + 2 * 3 == 7", T),
        ("(1 + 2) * 3 == 9", T),
        ("7 / 2 == 3", T),
        ("-7 / 2 == -3", T),
        ("-7 % 2 == -1", T),
        ("1 << 4 == 16", T),
        ("(1 << 4) == 16", T),
        ("6 & 3", T),
        ("4 & 3", F),
        ("6 ^ 6", F),
        ("4 | 1", T),
        ("-1 < 0", T),
        ("-1 > 0u", T),
        ("~0u == 0xFFFFFFFFFFFFFFFF", T),
        ("2 >= 2", T),
        ("2 != 2", F),
        ("1 <= 0", F),
        ("'a' == 97", T),
        (r"'\n' == 10", T),
        (r"'\0'", F),
        ("u8'a' == 'a'", T),
        ("'ab'", UNKNOWN),
        ("L'x'", T),
        ("1 and not 0", T),
        ("0 or 0", F),
        ("compl 0 == -1", T),
        ("1 not_eq 1", F),
        ("6 bitand 1", F),
        ("1 xor 1", F),
        ("1 / 0", UNKNOWN),
        ("0 && 1 / 0", F),
        ("1 % 0", UNKNOWN),
        ("1 << 64", UNKNOWN),
        ("1 << -1", UNKNOWN),
        ("9223372036854775807 + 1", UNKNOWN),
        ("99999999999999999999", UNKNOWN),
        ("1.5", UNKNOWN),
        ("1_km", UNKNOWN),
        ("__has_include(<a//b>)", UNKNOWN),
        ("__has_include(<a>) && 0", F),
        ("F(1, (2)) || 1", T),
        ("U(1)", UNKNOWN),
        ("", UNKNOWN),
        ("(", UNKNOWN),
        ("(1", UNKNOWN),
        ("1)", UNKNOWN),
        ("1 0", UNKNOWN),
        ("defined", UNKNOWN),
        ("defined(", UNKNOWN),
        ("defined(U", UNKNOWN),
        ("defined 1", UNKNOWN),
        ("1 ?", UNKNOWN),
        ("1 ? 2", UNKNOWN),
        ("1 : 2", UNKNOWN),
        ("&& 1", UNKNOWN),
        ("1 &&", UNKNOWN),
        ("F(1", UNKNOWN),
        ("a = 0", UNKNOWN),
        (", 0", UNKNOWN),
        ("false && a->b(c, d)[e].f", F),
        ("false && a::b<c>(d)", F),
        ("::a && false", F),
        ("s.t || true", T),
        ('"s" && 0', F),
        ("false && f({1, 2})", F),
        ("bool b = false", UNKNOWN),
        ("sizeof x && 0", UNKNOWN),
    ],
)
def test_a_condition_is_true_false_or_unknown(expression: str, expected: bool | None) -> None:
    assert value(expression) is expected


@pytest.mark.parametrize(("text", "expected"), [("3", 3), ("(1 << 3)", 8), ("true", 1), ("0u", None), ("X", None)])
def test_a_constant_is_an_expression_that_names_nothing(text: str, expected: int | None) -> None:
    assert constant(lex(text.encode()).tokens) == expected


@settings(max_examples=500, deadline=None)
@given(st.lists(st.sampled_from(PIECES), max_size=14))
def test_what_is_certain_stays_so_whatever_the_unknown_names_are(pieces: list[str]) -> None:
    tokens = lex(" ".join(pieces).encode()).tokens
    certain = evaluate(tokens, KNOWN.get)
    for unknown in (Macro(False), Macro(True, 0), Macro(True, 1), Macro(True, 7)):
        fuller = evaluate(tokens, lambda name, unknown=unknown: KNOWN.get(name, unknown))  # type: ignore[misc]
        assert certain is None or fuller is certain or b"D" in [token.text for token in tokens]


@pytest.mark.growth
@pytest.mark.parametrize("piece", ["(", "!", "1 ? ", "1 + ", "(1) && ", "f(", "a::", "~(", "1 ? 1 : "])
def test_depth_and_length_end_no_evaluation(piece: str) -> None:
    assert_in_proportion(lambda size: evaluate(lex((piece * size + "0").encode()).tokens), 5_000)


def _random_expression(source: random.Random, depth: int) -> str:
    if depth == 0 or source.random() < 0.2:
        return source.choice(["0", "1", "2u", "7", "-3", "U", "T", "defined(U)", "defined T", "'a'", "0x1F", "true"])
    kind = source.randrange(10)
    one, two = _random_expression(source, depth - 1), _random_expression(source, depth - 1)
    if kind == 0:
        return f"({one}) ? ({two}) : ({_random_expression(source, depth - 1)})"
    if kind == 1:
        return source.choice(["!", "-", "~", "+"]) + f"({one})"
    operators = ["&&", "||", "==", "!=", "<", ">", "<=", ">=", "+", "-", "*", "&", "|", "^"]
    if kind < 6:
        return f"{one} {source.choice(operators)} {two}"
    return f"({one}) {source.choice(operators)} ({two})"


@pytest.mark.skipif(needs("g++") is not None, reason=needs("g++") or "")
def test_the_compiler_finds_the_same_conditions_true() -> None:
    source = random.Random(7)
    expressions = [_random_expression(source, 4) for _ in range(1500)]
    text = "".join(f"#if {one}\nT{number}\n#endif\n" for number, one in enumerate(expressions))
    done = subprocess.run(
        ["g++", "-x", "c++", "-E", "-P", "-w", "-DT=3", "-UU", "-"],
        input=text.encode(), capture_output=True, check=False,
    )  # fmt: skip
    true = set(done.stdout.decode().split())
    results = {f"T{number}": value(one) for number, one in enumerate(expressions)}
    wrong = {name: result for name, result in results.items() if result is not None and result != (name in true)}
    assert not {expressions[int(name[1:])]: result for name, result in wrong.items()}
    assert sum(result is not None for result in results.values()) > 1400
