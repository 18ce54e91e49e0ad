"""The marker: found where we put it, and nowhere else."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.github.marker import LONGEST, Age, Marker, age_of, marked, parsed_age, read, superseded, text_of
from bot.verdict.model import RunIdentity
from fixtures.hostile import strings

HEAD, NEW = "a" * 40, "b" * 64
MARKER = Marker(HEAD, Age(81, 2))
LINE = f"<!-- redfirst/1 head={HEAD} run=81 attempt=2 -->"


def test_a_marker_is_read_as_it_was_written() -> None:
    assert str(MARKER) == LINE
    assert read(marked("text\n", MARKER)) == MARKER
    assert read(marked("text", Marker(NEW, Age(0, 0), HEAD))) == Marker(NEW, Age(0, 0), HEAD)


@pytest.mark.parametrize(
    "body",
    [
        "",
        "text",
        f"{LINE}\ntext",
        f"> {LINE}",
        f"{LINE} and more",
        f"`{LINE}`",
        LINE.replace("redfirst/1", "redfirst/2"),
        LINE.replace(HEAD, "a" * 41),
        LINE.replace(HEAD, "A" * 40),
        LINE.replace("81", "-1"),
        LINE.replace("81", "\u0668\u0661"),
        LINE.replace("81", "9" * 17),
        LINE.replace(" run=", "  run="),
        f"{LINE}{LINE}",
    ],
)
def test_what_is_no_marker_at_the_end_is_none(body: str) -> None:
    assert read(body) is None


@pytest.mark.parametrize("change", ["{}\r\n", "{}\n\n", "  {}", "\n{}  "])
@pytest.mark.parametrize("end", ["\r\n", "\r", "\r\r\n"])
def test_blank_space_and_line_ends_of_the_forge_do_not_hide_it(change: str, end: str) -> None:
    assert read(change.format(marked("text", MARKER).replace("\n", end))) == MARKER


def test_a_text_that_copies_a_marker_does_not_speak_for_us() -> None:
    other = LINE.replace("81", "999")
    for text in (*strings(), other, f"first\n\n{other}"):
        assert read(marked(text, MARKER)) == MARKER


def test_a_comment_says_first_that_it_is_old_and_takes_that_back() -> None:
    body = marked("**redfirst: the one gate passed** · judged `aaaaaaa`\n\nrest", MARKER)
    old = superseded(body, NEW, f"https://github.example/o/n/commit/{NEW}")
    first = old.splitlines()[0]
    assert first.startswith(f"**redfirst: superseded** by [`bbbbbbb`](https://github.example/o/n/commit/{NEW}), which")
    assert first.endswith("the one gate passed** · judged `aaaaaaa`")
    assert read(old) == Marker(HEAD, Age(81, 2), NEW)
    assert text_of(old) == text_of(body)
    assert superseded(old, HEAD).count("redfirst: superseded**") == 1
    assert superseded(old, NEW, f"https://github.example/o/n/commit/{NEW}") == old


def test_what_posting_adds_has_its_room() -> None:
    longest = Marker(NEW, Age(10**16 - 1, 10**16 - 1))
    link = f"https://{'x' * 60}.example/{'o' * 39}/{'n' * 100}/commit/{NEW}"
    assert len(superseded(marked("", longest), NEW, link)) <= LONGEST


@given(st.text(), st.integers(0, 2**53 - 1), st.integers(0, 2**53 - 1))
@settings(max_examples=60, deadline=None)
def test_any_text_comes_back_with_any_run(text: str, run: int, attempt: int) -> None:
    marker = Marker(HEAD, Age(run, attempt))
    assert read(marked(text, marker)) == marker
    assert read(superseded(marked(text, marker), NEW)) == Marker(HEAD, Age(run, attempt), NEW)


@given(st.text())
@settings(max_examples=60, deadline=None)
def test_no_body_breaks_reading(body: str) -> None:
    read(body)
    text_of(body)


def test_ages_are_ordered_as_numbers_and_by_hand_comes_first() -> None:
    ages = [age_of(RunIdentity(*pair)) for pair in ((None, None), (9, None), (9, 2), (10, 1))]
    assert ages == sorted(ages) == [Age(0, 0), Age(9, 1), Age(9, 2), Age(10, 1)]
    assert [parsed_age(str(age)) for age in ages] == ages


@pytest.mark.parametrize("text", ["", "81", "81.", "a.b", "81.2.3", " 81.2", "81.2\n", "-1.1", "1" * 17 + ".1"])
def test_what_is_no_age_is_none(text: str) -> None:
    assert parsed_age(text) is None
