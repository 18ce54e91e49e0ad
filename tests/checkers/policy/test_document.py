"""From bytes to nodes: what YAML passes, and what does not."""

from __future__ import annotations

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from checkers.errors import PolicyError
from checkers.policy.document import MAX_BYTES, MAX_DEPTH, MAX_NODES, parse_document
from checkers.policy.nodes import Kind, Node
from tests.support.timing import at_most


@pytest.fixture(params=["libyaml", "pure"], autouse=True)
def _parser(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if request.param == "pure":
        monkeypatch.delattr(yaml, "CSafeLoader", raising=False)


def refused(data: bytes | str) -> str:
    with pytest.raises(PolicyError) as caught:
        parse_document(data.encode() if isinstance(data, str) else data, "p.yml")
    text = str(caught.value)
    assert "\n" not in text
    assert text.startswith("p.yml:")
    return text


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("a: 1", {"a": 1}),
        ("a: [x, 2, true, null, ~, 1.5, -3]", {"a": ["x", 2, True, None, None, 1.5, -3]}),
        ("a:\n  - b: c\n    d: e\n", {"a": [{"b": "c", "d": "e"}]}),
        ("a: 'true'", {"a": "true"}),
        ('a: "1"', {"a": "1"}),
        ("a: |\n  x\n  y\n", {"a": "x\ny\n"}),
        ("a: >-\n  x\n  y\n", {"a": "x y"}),
        ("a:", {"a": None}),
        ("{}", {}),
        ("---\na: b\n...\n", {"a": "b"}),
        ("%YAML 1.1\n---\na: b\n", {"a": "b"}),
        ("a: &x [b]\nc: *x", {"a": ["b"], "c": ["b"]}),
        ("a: yes\nb: off", {"a": True, "b": False}),
        ("'on': x\n\"1\": y", {"on": "x", "1": "y"}),
        ("a: http://x:1/#y", {"a": "http://x:1/#y"}),
        ("a: N/A", {"a": "N/A"}),
        ("\ufeffa: b", {"a": "b"}),
        ("a: é 日本 🙂", {"a": "é 日本 🙂"}),
        ("a: b\r\nc: d\r\n", {"a": "b", "c": "d"}),
    ],
)
def test_plain_data_is_what_yaml_says(text: str, plain: object) -> None:
    assert parse_document(text.encode(), "p.yml").plain() == plain


@pytest.mark.parametrize("text", ["", "\n\n", "# a comment\n", "---\n", "null", "~", "---\n...\n"])
def test_an_empty_document_is_null(text: str) -> None:
    assert parse_document(text.encode(), "p.yml").kind is Kind.NULL


@pytest.mark.parametrize(
    "text", ["2020-01-01", "0x1F", "010", "1_000", "1:30", ".inf", "-.inf", ".nan", "1.0e+3", "9" * 30, "="]
)
def test_odd_scalars_are_neither_text_nor_numbers(text: str) -> None:
    node = parse_document(f"a: {text}".encode(), "p.yml").entries["a"]
    assert node.kind is Kind.OTHER


def test_nodes_know_their_lines() -> None:
    root = parse_document(b"# c\na: 1\nb:\n  c: [x,\n    y]\n  d: |\n    text\n", "p.yml")
    inner = root.entries["b"]
    assert root.key_lines == {"a": 2, "b": 3}
    assert inner.key_lines == {"c": 4, "d": 6}
    assert [item.line for item in inner.entries["c"].items] == [4, 5]


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("a: 1\na: 2\n", 2, "a stands twice; line 1"),
        ("x:\n  b: 1\n  'b': 2\n", 3, "x.b stands twice; line 2"),
        ("x: {b: 1,\n  c: 2,\n b: 3}\n", 3, "x.b stands twice"),
        ("a: b\n<<: {c: d}\n", 2, "<<"),
        ("x: &x {a: b}\ny:\n  <<: *x\n", 3, "y << merges nothing"),
        ("on: 1\n", 1, "on is no key"),
        ("x:\n  1: a\n", 2, "x 1 is no key"),
        ("~: 1\n", 1, "no key"),
        ("2020-01-01: 1\n", 1, "no key"),
        ("? [a, b]\n: 1\n", 1, "no key"),
        ("? {a: b}\n: 1\n", 1, "no key"),
        ("a: &a b\n*a : c\n", 2, "no key"),
        ("a: 1\nb: !!python/object/apply:os.system [x]\n", 2, "b has the tag"),
        ("a: !!python/name:os.system\n", 1, "a has the tag"),
        ("a: !mine {b: c}\n", 1, "a has the tag !mine"),
        ("a: !!str 1\n", 1, "tag"),
        ("a: ! b\n", 1, "tag"),
        ("!!map {a: b}\n", 1, "tag"),
        ("!!str a: b\n", 1, "tag"),
        ("a: !!binary aGk=\n", 1, "tag"),
        ("x:\n  - a: [1, !y 2]\n", 2, "x[0].a[1] has the tag"),
        ("a: 1\n---\nb: 2\n", 2, "a second document"),
        ("a: 1\n---\n", 2, "a second document"),
        ("---\n---\na: 1\n", 2, "a second document"),
        ("a: *b\n", 1, "*b names no anchor"),
        ("a: &x [*x]\n", 1, "stands inside"),
        ("a: &x {b: [1, *x]}\n", 1, "stands inside"),
        ("a:\n\t- b\n", 2, "not YAML"),
        ("\ta: b\n", 1, "not YAML"),
        ("a: [b\n", 1, "not YAML"),
        ("a: 'b\n", 1, "not YAML"),
        ("a: b: c\n", 1, "not YAML"),
        ("a: 1\n b: 2\n", 2, "not YAML"),
        ("a: @b\n", 1, "not YAML"),
        ("%YAML 3.0\n---\na: b\n", 1, "not YAML"),
        ("%TAG ! x\n%TAG ! y\n---\na\n", 2, "not YAML"),
        ('a: "\\q"\n', 1, "not YAML"),
        ('a: "\\UFFFFFFFF"\n', 1, "not YAML"),
        ('a: 1\nb: "\\0"\n', 2, "U+0000"),
        ("a: 1\nb: \x07\n", 2, "U+0007"),
        ("a: \x1b[2J\n", 1, "U+001B"),
        ("a: \x7f\n", 1, "U+007F"),
        ("a: 1\nb: \x00\n", 2, "U+0000"),
    ],
)
def test_what_is_more_than_plain_data_is_refused_with_its_line(text: str, line: int, words: str) -> None:
    message = refused(text)
    place, _, reason = message.partition(": ")
    assert words in reason
    # Both parsers see an open bracket or quote where the text ends, which may be one line later.
    assert int(place.removeprefix("p.yml:")) in ((line, line + 1) if "not YAML" in words else (line,))


@pytest.mark.parametrize(
    ("data", "line"),
    [(b"\xff", 1), (b"a: 1\nb: \xc3\x28\n", 2), ("a: é".encode("latin-1"), 1), ("a: b".encode("utf-16"), 1)],
)
def test_what_is_not_utf8_is_refused_with_its_line(data: bytes, line: int) -> None:
    assert refused(data).startswith(f"p.yml:{line}: the file is not UTF-8")


def test_a_lone_surrogate_is_no_text() -> None:
    assert refused('a: "\\ud800"\n').startswith(("p.yml:1: this is not YAML: ", "p.yml:1: a holds U+D800"))


def test_more_than_a_mebibyte_is_refused_unread() -> None:
    assert parse_document(b"a: b #" + b"x" * (MAX_BYTES - 6), "p.yml").plain() == {"a": "b"}
    assert "1 MiB" in refused(b"#" + b"x" * MAX_BYTES)


@pytest.mark.growth
@pytest.mark.parametrize("opening", ["[", "{a: ", "- ", "[{a: ", "? "])
def test_depth_is_bounded_and_costs_no_recursion(opening: str) -> None:
    with at_most(seconds=5):
        refused(opening * 10_000)


def test_the_deepest_that_is_read_is_read() -> None:
    assert parse_document(b"[" * MAX_DEPTH + b"]" * MAX_DEPTH, "p.yml").kind is Kind.LIST
    assert f"deeper than {MAX_DEPTH} levels" in refused("[" * (MAX_DEPTH + 1) + "]" * (MAX_DEPTH + 1))


def test_aliases_that_expand_without_end_are_refused() -> None:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 12)]
    message = refused("\n".join(lines))
    assert f"more than {MAX_NODES} values once its aliases are written out" in message
    assert message.startswith(("p.yml:5:", "p.yml:6:"))


def test_an_alias_may_be_used_again_and_again() -> None:
    text = "a: &a [x, y]\n" + "".join(f"b{n}: *a\n" for n in range(500))
    root = parse_document(text.encode(), "p.yml")
    assert root.plain() == {"a": ["x", "y"]} | {f"b{n}": ["x", "y"] for n in range(500)}


def test_a_later_anchor_of_the_same_name_holds_from_there_on() -> None:
    assert parse_document(b"a: &x 1\nb: *x\nc: &x 2\nd: *x\n", "p.yml").plain() == {"a": 1, "b": 1, "c": 2, "d": 2}


def test_a_file_name_cannot_break_the_line_of_a_message() -> None:
    with pytest.raises(PolicyError) as caught:
        parse_document(b"a: !x y", "a\n::error::\x1b[2J\udcff" + "x" * 300)
    assert "\n" not in str(caught.value)
    assert "\x1b" not in str(caught.value)
    assert str(caught.value).encode()


@settings(max_examples=80, deadline=None)
@given(st.binary(max_size=200))
def test_no_bytes_do_more_than_parse_or_be_refused(data: bytes) -> None:
    try:
        assert isinstance(parse_document(data, "p.yml"), Node)
    except PolicyError as error:
        assert "\n" not in str(error)


FRAGMENTS = "a b ~ 1 true [ ] { } , : - ? | > ' \" # % @ & * ! << --- ... &x *x !t \\ \ufeff \u2028 \x85 é"


SPACES = (" ", "\n", "\n  ", "\t", "\r", ": ", "- ")


@settings(max_examples=200, deadline=None)
@given(
    st.lists(st.sampled_from([*FRAGMENTS.split(" "), " ", "\n", "\n  ", "\t", "\r", ": ", "- "]), max_size=40).map(
        "".join
    )
)
def test_no_yaml_like_text_does_more_than_parse_or_be_refused(text: str) -> None:
    try:
        assert isinstance(parse_document(text.encode(), "p.yml"), Node)
    except PolicyError as error:
        assert "\n" not in str(error)


TEXTS = st.text(st.characters(codec="utf-8", exclude_categories=["C"]))
DATA = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**9), 10**9) | TEXTS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text("abc", min_size=1), inner, max_size=4),
    max_leaves=12,
)


@settings(max_examples=80, deadline=None)
@given(DATA, st.booleans())
def test_what_a_dumper_writes_is_read_back(data: object, flow: bool) -> None:
    text = yaml.safe_dump(data, allow_unicode=True, default_flow_style=flow)
    if "!!" not in text and "? " not in text:
        assert parse_document(text.encode(), "p.yml").plain() == data
