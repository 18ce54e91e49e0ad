"""One pass over a token stream: what it may pass over, and that this changes nothing that is asked of it."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from checkers.source.code import read_code
from checkers.source.frames import Frame
from checkers.source.macros import Leads
from checkers.source.reader import StreamBuilder
from checkers.source.scopes import Scopes

WATCHED = frozenset({b"Use", b"using"})
_PIECES = st.sampled_from(
    [*"{}{}()[];,=:", "Use", "using", "if", "else", "do", "class C", "namespace n", "enum E", "template <", "auto f()",
     "[&]", "return", "x", "{ f(x); }", "\n#ifdef A\n", "\n#else\n", "\n#endif\n", "\n#define M Use {\n", "M"]
)  # fmt: skip
_TEXTS = st.lists(_PIECES, max_size=40).map(" ".join)


def seen(text: str, *, passes_over: bool) -> tuple[object, ...]:
    stream = StreamBuilder(read_code(text.encode()), Leads(frozenset({b"M"}), frozenset({b"M"})), WATCHED, lambda _: ())
    scopes = Scopes(stream.build(), WATCHED, passes_over=passes_over)
    places = {}
    for index, cell in scopes.places.items():
        frame: Frame | None = cell.frame
        kinds = []
        while frame:
            kinds.append((frame.kind, frame.opener))
            frame = frame.parent
        places[index] = (kinds, cell.start, cell.statement.start, cell.statement.end, cell.parameters, cell.angle_end)
    return places, [(frame.kind, frame.opener, frame.key) for frame in scopes.frames]


@given(_TEXTS)
@settings(max_examples=400, deadline=None)
def test_a_place_is_the_same_where_dull_blocks_are_passed_over(text: str) -> None:
    assert seen(text, passes_over=True) == seen(text, passes_over=False)


def test_a_block_without_a_watched_name_is_passed_over() -> None:
    code = read_code(b"void f() { g(1); { h(2); } }\nvoid k() { Use(3); }\n")
    stream = StreamBuilder(code, Leads(frozenset(), frozenset()), WATCHED, lambda _: ()).build()
    whole, short = Scopes(stream, WATCHED), Scopes(stream, WATCHED, passes_over=True)
    assert len(whole.blocks) == 3
    assert len(short.blocks) == 2
    assert short.closers.items() < whole.closers.items()
