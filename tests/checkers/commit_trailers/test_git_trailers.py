"""Trailers are found where git finds them."""

from __future__ import annotations

import random
import time
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from checkers.commit_trailers.git_trailers import Trailer, interpreted, logged, split
from checkers.commit_trailers.reading import Reading
from tests.checkers.commit_trailers.support import interpreted_by_git, logged_by_git

if TYPE_CHECKING:
    from pathlib import Path

# fmt: off
LINES = [
    "", "", "", " ", "\t", "\r", "prose", "more prose here", "Key: value", "Key : value", "key:", "Key-2:x", "K\t:y",
    "-: dash", ": none", "Two Words: no", "under_score: no", "é: no", " continued", "\tcontinued", " Key: indented",
    "Signed-off-by: A <a@b>", "signed-off-by: b", "Signed-off-by:C", "(cherry picked from commit 12ab)",
    "(Merged from x)", "# comment", "#", "---", "--- ", "---\r", "--- a/x", "---x", "----", "---------", "-----\t",
    "Conflicts:", "\tpath/a", "# Conflicts:", "<!-- x -->", "\x0c", "\xa0", "Key: a\r", "Caf\udcff: x",
    "Key: \udcfe",
    "# ------------------------ >8 ------------------------", "https://x", "URL: https://x", "* item", "Key: # x",
]
# fmt: on
MESSAGES = st.lists(st.sampled_from(LINES), min_size=0, max_size=14).map(
    lambda lines: "".join(f"{line}\n" for line in lines)
)


def _pairs(trailers: tuple[Trailer, ...]) -> list[tuple[str, str]]:
    return [(trailer.key, trailer.value) for trailer in trailers]


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")


def _cut_below_divider(text: str) -> bool:
    """git 2.39 does not end where a cut line follows a divider."""
    return ">8" in text and "---" in text.partition(">8")[0].replace("-" * 24, "")


def _batch(seed: int) -> list[str]:
    """Many messages at once, for one git process; a shrinker would start thousands."""
    source = random.Random(seed)
    return ["".join(f"{line}\n" for line in source.choices(LINES, k=source.randrange(15))) for _ in range(1500)]


@pytest.mark.parametrize("seed", range(3))
def test_the_trailers_are_those_that_interpret_trailers_finds(seed: int, tmp_path: Path) -> None:
    messages = [text for text in _batch(seed) if not _cut_below_divider(text)]
    theirs = interpreted_by_git([_bytes(text) for text in messages], tmp_path)
    for text, expected in zip(messages, theirs, strict=True):
        assert (text, _pairs(interpreted(text))) == (text, expected)


@pytest.mark.parametrize("seed", range(3, 6))
def test_without_a_divider_the_trailers_are_those_of_git_log(seed: int, tmp_path: Path) -> None:
    messages = [text for text in _batch(seed) if text.isascii()]
    theirs = logged_by_git([_bytes(text) for text in messages], tmp_path)
    for text, expected in zip(messages, theirs, strict=True):
        assert (text, _pairs(logged(text))) == (text, expected)


@settings(max_examples=300, deadline=None)
@given(text=MESSAGES)
def test_one_paragraph_of_trailers_is_read_as_git_reads_it(text: str) -> None:
    """The joined reading differs from git's only where it joins: with no joint the two are one."""
    reading = Reading(text)
    if len(reading.above_divider.paragraphs) == 1:
        assert reading.above_divider.trailers == interpreted(text)
    elif not reading.above_divider.paragraphs:
        assert interpreted(text) == ()


@settings(max_examples=300, deadline=None)
@given(text=MESSAGES)
def test_the_joined_trailers_are_those_that_git_finds_once_the_joints_are_gone(text: str) -> None:
    block = Reading(text).above_divider
    lines = split(text)
    joined = "title\n\n" + "".join(f"{lines[index]}\n" for part in block.paragraphs for index in part)
    found = [(trailer.key, trailer.value) for trailer in block.trailers]
    assert found == _pairs(interpreted(joined))


@settings(max_examples=300, deadline=None)
@given(text=st.text(alphabet=st.sampled_from("aK:-# \t\r\n\x0b\x0c\x00\xa0\u2028\ud800\udcff("), max_size=80))
def test_no_text_crashes_the_reading(text: str) -> None:
    reading = Reading(text)
    assert all(0 <= trailer.index < len(reading.visible) for trailer in reading.whole.trailers)
    assert reading.divider is None or reading.lines[reading.divider].startswith("---")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("s\n\nA: b\n", [("A", "b")]),
        ("s\n\nA: b", [("A", "b")]),
        ("A: b\n", []),
        ("s\nA: b\n", []),
        ("\nA: b\n", [("A", "b")]),
        ("s\n\nA : b\n", [("A", "b")]),
        ("s\n\nA:\n", [("A", "")]),
        ("s\n\nA: b\n  c\n\td\n", [("A", "b c d")]),
        ("s\n\nA: b\r\nC: d\r\n", [("A", "b"), ("C", "d")]),
        ("s\n\nprose\nA: b\n", []),
        ("s\n\nprose\nSigned-off-by: b\n", [("Signed-off-by", "b")]),
        ("s\n\np\np\np\nSigned-off-by: b\n", [("Signed-off-by", "b")]),
        ("s\n\np\np\np\np\nSigned-off-by: b\n", []),
        ("s\n\nA: b\n(cherry picked from commit 1)\n", [("A", "b")]),
        ("s\n\nA: b\n# comment\n", [("A", "b")]),
        ("s\n\nA: b\n\nprose\n", []),
        ("s\n\nA: b\n\n---\n\nprose\n", [("A", "b")]),
        ("s\n\nA: b\n\n---", []),
        ("s\n\nA: b\n\n--- ", [("A", "b")]),
        ("s\n\nA: b\n\n---x\n", []),
        ("s\n\nA: b\0\nC: d\n", [("A", "b")]),
        ("s\n\nA: b\n\nConflicts:\n\tx\n", [("A", "b")]),
        ("", []),
    ],
)
def test_a_message_has_these_trailers(text: str, expected: list[tuple[str, str]], tmp_path: Path) -> None:
    assert _pairs(interpreted(text)) == expected
    if "\0" not in text:
        assert interpreted_by_git([_bytes(text)], tmp_path) == [expected]


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        ("s\n\nA: b\n\nC: d\n", "AC"),
        ("s\n\nA: b\n\n---------\n\nC: d\n", "AC"),
        ("s\n\nA: b\n----\nC: d\n", "AC"),
        ("s\n\nA: b\n\n----\n-----\n\nC: d\n\n\nE: f\n", "ACE"),
        ("s\n\nprose\n\n----\n\nC: d\n", "C"),
        ("s\n\nprose\n\n----\nC: d\n", ""),
        ("s\n\nA: b\n\n----\n", ""),
        ("s\n\nA: b\n\nprose\n\nC: d\n", "C"),
        ("s\n\nA: b\n\n--- ---\n\nC: d\n", "A"),
        ("A: b\n\nC: d\n", "C"),
    ],
)
def test_paragraphs_of_trailers_at_the_end_are_joined(text: str, keys: str) -> None:
    assert "".join(trailer.key for trailer in Reading(text).above_divider.trailers) == keys


@pytest.mark.growth
@pytest.mark.parametrize(
    "text",
    [
        "s\n\n" + "A: b\n" * 30_000,
        "s\n\n" + "A: b\n\n" * 30_000,
        "s\n\n" + "A: b\n----\n" * 30_000 + "C: d\n",
        "s\n\nprose\nx: y\n" + "----\nA: b\n" * 30_000,
        "s\n\nA: b\n" + "----\n\n" * 30_000 + "C: d\n",
        "s\n\nA: " + "b" * 300_000,
        "s\n\nA: b\n" + " c\n" * 30_000,
        "s\n\n" + "\n" * 300_000 + "A: b\n",
        "A" * 300_000,
        "A" + " " * 300_000,
    ],
)
def test_a_long_message_is_read_in_linear_time(text: str) -> None:
    started = time.process_time()
    reading = Reading(text)
    assert reading.whole.trailers is not None
    assert len(reading.logged) >= 0
    assert time.process_time() - started < 3
