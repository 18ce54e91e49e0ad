"""How many lines an edit added and removed."""

from __future__ import annotations

import difflib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.mutation.edits import line_changes


@pytest.mark.parametrize(
    ("before", "after", "changes"),
    [
        (b"a\n", b"a\n", (0, 0)),
        (b"a\n", b"b\n", (1, 1)),
        (b"a\nb\nc\n", b"a\nc\n", (0, 1)),
        (b"a\nc\n", b"a\nb\nc\n", (1, 0)),
        (b"a\nb\n", b"b\na\n", (1, 1)),
        (b"a\na\na\n", b"a\n", (0, 2)),
        (b"a", b"a\n", (1, 1)),
        (b"", b"a\nb", (2, 0)),
        (None, b"a\nb\n", (2, 0)),
        (b"a\nb\n", None, (0, 2)),
        (None, None, (0, 0)),
        (None, b"", (0, 0)),
        (b"a\r\nb\r\n", b"a\r\nc\r\n", (1, 1)),
        (b"1\n2\n3\n4\n5\n", b"1\nx\n3\n4\ny\n", (2, 2)),
    ],
)
def test_lines_are_counted_as_a_diff_counts_them(
    before: bytes | None, after: bytes | None, changes: tuple[int, int]
) -> None:
    assert line_changes(before, after) == changes


def test_a_file_that_changed_all_over_is_counted_in_bounded_time() -> None:
    before = b"".join(b"%d\n" % number for number in range(20_000))
    after = b"".join(b"x%d\n" % number for number in range(10_000))
    assert line_changes(before, after) == (10_000, 20_000)
    assert line_changes(before, before[::-1])[0] > 1000


LINES = st.lists(st.sampled_from([b"a\n", b"b\n", b"c\n", b"\n"]), max_size=14)


@given(LINES, LINES)
@settings(max_examples=200, deadline=None)
def test_the_count_is_the_shortest_script_s(old: list[bytes], new: list[bytes]) -> None:
    added, removed = line_changes(b"".join(old), b"".join(new))
    assert len(old) - removed == len(new) - added
    blocks = difflib.SequenceMatcher(None, old, new, autojunk=False).get_matching_blocks()
    assert len(old) - removed >= sum(block.size for block in blocks)
