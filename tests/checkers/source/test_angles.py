"""Which `<` are brackets, and where they close, across the conditionals of a file."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from checkers.source.angles import angle_closers
from checkers.source.code import read_code
from checkers.source.outline import Outline
from checkers.source.stream import Stream
from tests.support.timing import assert_in_proportion

STEPS = {b"<": 1, b">": -1, b">>": -2}


def stream_of(text: str) -> Stream:
    return Outline(read_code(text.encode())).stream


def closed(text: str) -> dict[int, int]:
    """The closing token of each `<` that has one, both by their number among the angles of the text."""
    stream = stream_of(text)
    angles = [index for index, token in enumerate(stream.tokens) if token.text in STEPS]
    ends = {number: stream.close_angle(index) for number, index in enumerate(angles)}
    whole = angle_closers(stream.tokens, stream.following)
    assert ends == {number: whole.get(index, index) for number, index in enumerate(angles)}
    return {number: angles.index(end) for number, end in ends.items() if end != angles[number]}


@pytest.mark.parametrize(
    ("text", "pairs"),
    [
        ("a<b>", {0: 1}),
        ("a<b, c>", {0: 1}),
        ("a<b<c> >", {0: 3, 1: 2}),
        ("a<b<c>>", {0: 2, 1: 2}),
        ("a<b<c<d>>>", {0: 4, 1: 3, 2: 3}),
        ("a<b<c<d>> >", {0: 4, 1: 3, 2: 3}),
        ("a<b>>", {0: 1}),
        ("a<b>> c<d>", {0: 1, 2: 3}),
        ("a<(b > c)>", {0: 2}),
        ("a<(b < c)>", {0: 2}),
        ("a<(b<c>)>", {0: 3, 1: 2}),
        ("a<(b<c>>)>", {0: 3, 1: 2}),
        ("a<[] { x > y; }>", {}),
        ("a<b{c > d}[e > f]>", {0: 3}),
        ("(a < b) > c", {}),
        ("(a<b)<c>", {1: 2}),
        ("a < b;  c > d", {}),
        ("a < b; c<d>", {1: 2}),
        ("a < b", {}),
        ("a > b", {}),
        ("f(a < b, c > d)", {0: 1}),
        ("a << b<c>", {0: 1}),
        ("#if A\na<\n#else\nb<\n#endif\nc>", {0: 2, 1: 2}),
        ("#if A\na<b>\n#else\nb<\n#endif\nc>", {0: 1, 2: 3}),
        ("a<\n#if A\nb>\n#else\nc>\n#endif\nd>", {0: 1}),
        ("#if A\na<\n#endif\nc>", {0: 1}),
        ("#if A\na<(\n#else\nb<\n#endif\nc>) d>", {0: 3, 1: 2}),
    ],
)
def test_each_angle_closes_where_its_bracket_ends(text: str, pairs: dict[int, int]) -> None:
    assert closed(text) == pairs


def read_forward(stream: Stream, opener: int) -> int:
    """The same for one `<`, as one reads it: token by token up to the end of its brackets or of the statement."""
    depth = brackets = 0
    index = opener
    while stream.text(index) not in (b"", b";"):
        text = stream.text(index)
        brackets += (text in (b"(", b"[", b"{")) - (text in (b")", b"]", b"}"))
        depth += STEPS.get(text, 0) if not brackets else 0
        if brackets < 0:
            break
        if depth <= 0:
            return index
        index = stream.after(index)
    return opener


PIECES = ["a", ",", ";", *["<"] * 3, *[">"] * 2, ">>", "(", ")", "[", "]", "{", "}", "<<", ">="]
PIECES += ["\n#if A\n", "\n#else\n", "\n#elif B\n", "\n#endif\n"]


@settings(max_examples=400, deadline=None)
@given(
    st.lists(st.sampled_from(PIECES), max_size=40).map(" ".join),
)
def test_all_angles_close_where_reading_forward_from_each_would_find(text: str) -> None:
    stream = stream_of(text)
    whole = angle_closers(stream.tokens, stream.following)
    for index, token in enumerate(stream.tokens):
        if token.text == b"<":
            wanted = read_forward(stream, index)
            assert (stream.close_angle(index), whole.get(index, index)) == (wanted, wanted), (text, index)


@pytest.mark.growth
@pytest.mark.parametrize(
    "piece", ["vt::A<", "a<b, ", "a<(", "a<b>, ", "f(a < b, ", "#if A\nx\n#else\nvt::A<\n#endif\n", "a<b<c>>", ">>"]
)
def test_many_angles_take_time_in_proportion(piece: str) -> None:
    def close_all(size: int) -> None:
        stream = stream_of(piece * size)
        for index, token in enumerate(stream.tokens):
            if token.text == b"<":
                stream.close_angle(index)

    assert_in_proportion(close_all, 3_000)
