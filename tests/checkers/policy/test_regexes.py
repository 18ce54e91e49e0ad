"""Regular expressions of a policy: sound ones pass, and none that passes can run for ever."""

from __future__ import annotations

import re
import sys
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from checkers.policy.regexes import MAX_CHARS, check_regex


@pytest.mark.parametrize(
    "pattern",
    [
        r"\[#(?P<number>[1-9][0-9]*)\]",
        r"^\s*\[#?(?P<number>\d+)\]\(.*\)\s*$",
        r"(?:GH|PR|issue)-(?P<number>\d+)",
        r"(?i)issue (?P<number>\d+)",
        r"[^:]+:[^ ]+( \[[^\]]+\])+",
        r"[\w.-]+:[\w.-]+(?: \[[\w-]+\])*",
        r"[a-z]+(?:-[a-z]+)*:[^\s\[]+(?:\s+\[[^\]]+\])*",
        r"(,\w+)*",
        r"(?:foo|bar)+",
        r"(?:a|b)(?:c|d)*",
        r"(?<=a)b(?!c)",
        r"[0-9a-f]{40}",
        r"(?:[0-9a-f]{2}:){5}[0-9a-f]{2}",
        r"a?b?c?",
        r"ß+",
        r"(?:[A-Z][a-z]+ ?)+:.+",
        r"(?:https://[^ ]+/issues/)(?P<number>\d+)",
        r"(?P<number>[A-Z][A-Z0-9]*-[0-9]+)",
        r".+:.+",
        r"(a|ab)*c",
        r"(\w|\d)*x",
        r"(?i)(a|A)*b",
        "(?i)(?:nx|[\u0100-\uffff]x)*!",
        r"",
    ],
)
def test_what_people_write_is_allowed(pattern: str) -> None:
    check_regex(pattern)


@pytest.mark.parametrize(
    ("pattern", "reason"),
    [
        ("(", "unterminated"),
        ("[a", "unterminated"),
        ("*a", "nothing to repeat"),
        ("(?P<1>a)", "bad character in group name"),
        ("[[a]", "nested set"),
        ("a{99999999999}", "too large"),
        (r"(a)\1", "refers back"),
        (r"(?P<x>a)(?P=x)", "refers back"),
        (r"(a)?(?(1)b|c)", "refers back"),
        ("(a+)+b", "in two ways"),
        ("(a|a)*b", "in two ways"),
        ("(a|aa)*b", "in two ways"),
        (r"(\w+\s?)*$", "in two ways"),
        ("(?i)(ab|Ac|aB)*b", "in two ways"),
        ("(?i)(?:[A-Z][a-z]+)+:", "in two ways"),
        ("(?i:(?:Éé+)+:)", "in two ways"),
        *((f"(?i)(?:{letter}x|[\u0100-\uffff]x)*!", "in two ways") for letter in "IKSiksµÅßåÿ"),
        ("(?i)(?:\u0131x|[a-z]x)*!", "in two ways"),
        ("(?>a+)+", "in two ways"),
        ("(?=(a+)+b)", "in two ways"),
        ("(.*a){20}", "in two ways"),
        ("(?:[^a]|b)*c", "in two ways"),
        ("(a*)*", "can be empty"),
        ("(a?){30}a{30}", "can be empty"),
        ("(a|)*", "can be empty"),
        (r"(\b)*", "can be empty"),
        ("a?" * 30 + "a" * 30, "more than 3"),
        (".*a.*b.*c.*d", "more than 3"),
        ("(a|a)" * 5, "more than 3"),
        ("a" * (MAX_CHARS + 1), "characters"),
    ],
)
def test_what_is_unsound_or_can_run_for_ever_is_refused(pattern: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason) as caught:
        check_regex(pattern)
    assert "\n" not in str(caught.value)


def test_every_letter_with_another_case_beyond_the_sets_of_bits_is_known() -> None:
    beyond = "".join(chr(code) for code in range(256, sys.maxunicode + 1) if not 0xD800 <= code < 0xE000)
    paired = {chr(code) for code in range(256) if re.search(re.escape(chr(code)), beyond, re.IGNORECASE)}
    for letter in map(chr, range(256)):
        pattern = f"(?i)(?:{re.escape(letter)}x|[\u0100-\U0010ffff]x)*!"
        try:
            check_regex(pattern)
        except ValueError:
            assert letter in paired
        else:
            assert letter not in paired


def test_a_group_that_is_asked_for_must_be_there() -> None:
    check_regex("(?P<number>1)", "number")
    with pytest.raises(ValueError, match=r"no group \(\?P<number>"):
        check_regex("(1)", "number")


@pytest.mark.parametrize("pattern", ["(" * 149 + ")" * 149, "(?:" * 60 + "a" + ")+" * 60, "[" * 200])
def test_depth_is_no_crash(pattern: str) -> None:
    try:
        check_regex(pattern)
    except ValueError:
        return
    re.compile(pattern)


TOKENS = r"a b ab [ab] [^a] . \w \d ( (?: ) | * + ? {2} {0,3} *? $ ^ c"


@pytest.mark.growth
@settings(max_examples=400, deadline=None)
@given(st.lists(st.sampled_from(TOKENS.split()), max_size=12).map("".join))
def test_what_is_allowed_ends_soon(pattern: str) -> None:
    try:
        check_regex(pattern)
    except ValueError:
        return
    compiled = re.compile(pattern)
    began = time.process_time()
    for text in ("a" * 60 + "!", "ab" * 30 + "!", "b" * 60 + "!", "abc" * 20 + "!", "1a" * 30 + "!"):
        compiled.search(text)
        compiled.fullmatch(text)
    assert time.process_time() - began < 5


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=40))
def test_no_text_does_more_than_pass_or_be_refused(pattern: str) -> None:
    try:
        check_regex(pattern)
    except ValueError as error:
        assert str(error)
