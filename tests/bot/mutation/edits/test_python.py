"""Structural edits of Python files: valid before, valid after, and nothing else touched."""

from __future__ import annotations

import ast
import warnings

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.mutation.edits import NotApplied, apply
from bot.mutation.model import DeleteCall, Edit, Negate, Rename, ReturnEarly
from tests.bot.mutation.edits.editing import edited, reason

FILE = "a.py"


def delete(call: str = "f", nth: int = 1) -> DeleteCall:
    return DeleteCall(FILE, call, nth)


def negate(condition: str, nth: int = 1) -> Negate:
    return Negate(FILE, condition, nth)


def leave(function: str = "f", value: str | None = None, nth: int = 1) -> ReturnEarly:
    return ReturnEarly(FILE, function, nth, value)


def rename(old: str, new: str, nth: int = 1, line: int | None = None) -> Rename:
    return Rename(FILE, old, new, nth, line)


@pytest.mark.parametrize(
    ("before", "edit", "after"),
    [
        ("a()\nf(1)\nb()\n", delete(), "a()\nb()\n"),
        ("a()\nf(\n  1,\n  2,\n)\nb()\n", delete(), "a()\nb()\n"),
        ("a()\nf(1)", delete(), "a()\n"),
        ("a()\r\nf(1)\r\nb()\r\n", delete(), "a()\r\nb()\r\n"),
        ("a()\nf(1)  # why\nb()\n", delete(), "a()\n  # why\nb()\n"),
        ("a(); f(1); b()\n", delete(), "a(); pass; b()\n"),
        ("f(1); b()\n", delete(), "pass; b()\n"),
        ("a(); f(1)\n", delete(), "a(); pass\n"),
        ("a(); \\\n  f(1)\nb()\n", delete(), "a(); \\\n  pass\nb()\n"),
        ("if x:\n    f(1)\n", delete(), "if x:\n    pass\n"),
        ("if x: f(1)\n", delete(), "if x: pass\n"),
        ("if x: a(); f(1)\n", delete(), "if x: a(); pass\n"),
        ("if x:\n    f(1)\nelse:\n    b()\n", delete(), "if x:\n    pass\nelse:\n    b()\n"),
        ("if x:\n    a()\nelse:\n    f(1)\n", delete(), "if x:\n    a()\nelse:\n    pass\n"),
        ("try:\n    f()\nfinally:\n    b()\n", delete(), "try:\n    pass\nfinally:\n    b()\n"),
        ("try:\n    a()\nexcept E:\n    f()\n", delete(), "try:\n    a()\nexcept E:\n    pass\n"),
        ("try:\n    a()\nfinally:\n    f()\n", delete(), "try:\n    a()\nfinally:\n    pass\n"),
        ("match x:\n    case 1:\n        f()\n", delete(), "match x:\n    case 1:\n        pass\n"),
        ("with x:\n    f()\n    b()\n", delete(), "with x:\n    b()\n"),
        ("def g():\n    'doc'\n    f()\n", delete(), "def g():\n    'doc'\n"),
        ("class C:\n    f()\n", delete(), "class C:\n    pass\n"),
        ("async def g():\n    await f()\n    b()\n", delete(), "async def g():\n    b()\n"),
        ("a()\n(f(1))\n", delete(), "a()\n"),
        ("a()\nm.f(1)\n", delete(), "a()\n"),
        ("a()\nm.f(1)\n", delete("m.f"), "a()\n"),
        ("a()\nself.m.f(1)\n", delete("m.f"), "a()\n"),
        ("a()\ng(1).f(2)\n", delete(), "a()\n"),
        ("a()\ng[1].f(2)\n", delete(), "a()\n"),
        ("a()\nf[int](2)\nf(1)\n", delete(), "a()\nf[int](2)\n"),
        ("f(1)\nf(2)\nf(3)\n", delete(nth=2), "f(1)\nf(3)\n"),
        ("if x:\n  f(1)\nf(2)\nb()\n", delete(nth=2), "if x:\n  f(1)\nb()\n"),
        ("if False:\n    f(1)\na()\nf(2)\n", delete(), "if False:\n    f(1)\na()\n"),
        ("if 0:\n    f(1)\nelse:\n    f(2)\n", delete(), "if 0:\n    f(1)\nelse:\n    pass\n"),
        ("while None:\n    f(1)\na()\nf(2)\n", delete(), "while None:\n    f(1)\na()\n"),
        ("'ü'; f(1)\n", delete(), "'ü'; pass\n"),
        ("\ufeffa()\nf(1)\n", delete(), "\ufeffa()\n"),
        ("a()\n\x0cf(1)\nb()\n", delete(), "a()\nb()\n"),
    ],
)
def test_a_call_that_is_a_statement_goes(before: str, edit: Edit, after: str) -> None:
    assert edited(edit, before) == after


NO_STATEMENT = "a call of 'f' that is a statement of its own stands there not at all"


@pytest.mark.parametrize(
    "before",
    [
        "",
        "x = f(1)\n",
        "return_ = [f(1)]\n",
        "f\n",
        "f.g(1)\n",
        "g(f(1))\n",
        "f(1).g()\n",
        "f(1) or g()\n",
        "# f(1)\n",
        "'''\nf(1)\n'''\n",
        "def f(x): pass\n",
        "@f(1)\ndef g(): pass\n",
        "ff(1)\n",
        "if False: f(1)\n",
        "f(1)(2)\n",
        "assert f(1)\n",
        "lambda: f(1)\n",
    ],
)
def test_a_call_that_is_no_statement_stays(before: str) -> None:
    assert reason(delete(), before) == NO_STATEMENT


def test_a_number_that_is_too_high_is_told_with_the_lines() -> None:
    why = "a call of 'f' that is a statement of its own stands there twice (lines 1, 3), so there is no number 3"
    assert reason(delete(nth=3), "f()\ng()\nf()\n") == why
    assert reason(delete("m.f"), "n.f()\n").startswith(
        "a call of 'm.f' that is a statement of its own stands there not"
    )


@pytest.mark.parametrize(
    ("before", "edit", "after"),
    [
        ("if a > b: x\n", negate("a > b"), "if not (a > b): x\n"),
        ("if a > b: x\n", negate("a>b"), "if not (a > b): x\n"),
        ("if (a > b): x\n", negate("a > b"), "if (not (a > b)): x\n"),
        ("if a > b: x\n", negate("(a > b)"), "if not (a > b): x\n"),
        ("if (a and\n    b): x\n", negate("a and b"), "if (not (a and\n    b)): x\n"),
        ("if a and \\\n  b: x\n", negate("a and b"), "if not (a and \\\n  b): x\n"),
        ("if a:\n    x\nelif b:\n    y\n", negate("b"), "if a:\n    x\nelif not (b):\n    y\n"),
        ("while a: x\n", negate("a"), "while not (a): x\n"),
        ("x = 1 if a else 2\n", negate("a"), "x = 1 if not (a) else 2\n"),
        ("x = 1 if a or b else 2\n", negate("a or b"), "x = 1 if not (a or b) else 2\n"),
        ("assert a, 'm'\n", negate("a"), "assert not (a), 'm'\n"),
        ("[i for i in j if i > 1 if i < 4]\n", negate("i < 4"), "[i for i in j if i > 1 if not (i < 4)]\n"),
        ("match x:\n    case y if a: z\n", negate("a"), "match x:\n    case y if not (a): z\n"),
        ("if not a: x\n", negate("not a"), "if not (not a): x\n"),
        ("if (n := f()): x\n", negate("(n := f())"), "if (not (n := f())): x\n"),
        ("if a == 'x': y\n", negate('a == "x"'), "if not (a == 'x'): y\n"),
        ("if a: x\nif a: y\n", negate("a", 2), "if a: x\nif not (a): y\n"),
        ("if 'é' and a: x\n", negate("'é' and a"), "if not ('é' and a): x\n"),
        ("y if b else z\nif b: x\n", negate("b", 2), "y if b else z\nif not (b): x\n"),
        ("if(a): x\n", negate("a"), "if(not (a)): x\n"),
        ("x = 1 if(a)else 2\n", negate("a"), "x = 1 if(not (a))else 2\n"),
    ],
)
def test_a_condition_is_negated(before: str, edit: Edit, after: str) -> None:
    assert edited(edit, before) == after


@pytest.mark.parametrize(
    ("before", "condition", "why"),
    [
        ("if a and b: x\n", "a", "a condition that reads 'a' stands there not at all"),
        ("x = a\n", "a", "a condition that reads 'a' stands there not at all"),
        ("# if a: x\n", "a", "a condition that reads 'a' stands there not at all"),
        ("if False:\n    if a: x\n", "a", "a condition that reads 'a' stands there not at all"),
        ("if a: x\n", "a b", "'a b' is no Python expression"),
        ("if a: x\n", "a) or (b", "a condition that reads 'a) or (b' stands there not at all"),
        ("if a: x\n", "a #", "'a #' is no"),
        ("if a: x\n", "\0", "'\\x00' is no Python expression"),
    ],
)
def test_a_condition_that_is_not_there_is_told(before: str, condition: str, why: str) -> None:
    if condition == "a #":
        assert edited(negate(condition), before) == "if not (a): x\n"
    else:
        assert reason(negate(condition), before).partition("; on line 1")[0] == why


@pytest.mark.parametrize(
    ("before", "edit", "after"),
    [
        ("def f():\n    a()\n", leave(), "def f():\n    return\n    a()\n"),
        ("def f():\r\n\ta()\r\n", leave(), "def f():\r\n\treturn\r\n\ta()\r\n"),
        ("def f():\n    a()", leave(value="1"), "def f():\n    return 1\n    a()"),
        ("def f(): a()\n", leave(value="1"), "def f(): return 1; a()\n"),
        ("def f(): a(); b()\n", leave(), "def f(): return; a(); b()\n"),
        ("def f():\n    'doc'\n    a()\n", leave(), "def f():\n    'doc'\n    return\n    a()\n"),
        ("def f():\n    'doc'\n", leave(), "def f():\n    'doc'; return\n"),
        ("def f():\n    'doc'  # c\n", leave(), "def f():\n    'doc'; return  # c\n"),
        ("def f(): 'doc'; a()\n", leave(), "def f(): 'doc'; return; a()\n"),
        ('def f():\n    """Doc.\n\n    More.\n    """\n\n    a()\n', leave(), None),
        ("async def f():\n    a()\n", leave(), "async def f():\n    return\n    a()\n"),
        ("@d(1)\ndef f(a,\n      b=2):\n    # why\n    a()\n", leave(), None),
        ("def f():\n    @d\n    def g(): pass\n", leave(), "def f():\n    return\n    @d\n    def g(): pass\n"),
        ("def f():\n    @ d\n    class C: pass\n", leave(), "def f():\n    return\n    @ d\n    class C: pass\n"),
        (
            "class C:\n    def f(self):\n        a()\n",
            leave("C.f"),
            "class C:\n    def f(self):\n        return\n        a()\n",
        ),
        ("class C:\n    def f(self): a()\n\ndef f(): b()\n", leave(nth=2), None),
        ("def g():\n    def f(): a()\n", leave("g.f"), "def g():\n    def f(): return; a()\n"),
        ("if x:\n    def f(): a()\nelse:\n    def f(): b()\n", leave(nth=2), None),
        ("def f(): \\\n  a()\n", leave(), "def f(): \\\n  return; a()\n"),
        ("def f() -> int:\n    return 1\n", leave(value="None"), "def f() -> int:\n    return None\n    return 1\n"),
        ("def f():\n    yield 1\n", leave(), "def f():\n    return\n    yield 1\n"),
    ],
)
def test_a_function_returns_at_once(before: str, edit: Edit, after: str | None) -> None:
    got = edited(edit, before)
    if after is not None:
        assert got == after
    removed = got.replace("return; ", "", 1) if "return; " in got else got.replace("    return\n", "", 1)
    assert after is not None or removed == before


@pytest.mark.parametrize(
    ("before", "edit", "why"),
    [
        ("def g(): a()\n", leave(), "a function 'f' with a body stands there not at all"),
        ("f = lambda: 1\n", leave(), "a function 'f' with a body stands there not at all"),
        ("class f: pass\n", leave(), "a function 'f' with a body stands there not at all"),
        ("class D:\n  def f(s): pass\n", leave("C.f"), "a function 'C.f' with a body stands there not at all"),
        (
            "def f(): a()\n",
            leave(nth=2),
            "a function 'f' with a body stands there once (line 1), so there is no number 2",
        ),
        ("def f(): a()\n", leave(value="1 1"), "the edit would leave no valid Python"),
        ("if False:\n    def f(): a()\n", leave(), "a function 'f' with a body stands there not at all"),
    ],
)
def test_a_function_that_is_not_there_is_told(before: str, edit: Edit, why: str) -> None:
    assert reason(edit, before) == why


@pytest.mark.parametrize(
    ("before", "edit", "after"),
    [
        ("a = b + a  # a\n", rename("a", "c"), "c = b + a  # a\n"),
        ("a = b + a  # a\n", rename("a", "c", 2), "a = b + c  # a\n"),
        ("a\n'a'\na\n", rename("a", "c", 2), "a\n'a'\nc\n"),
        ("a a\n".replace(" ", " + "), rename("a", "c", 2, 1), "a + c\n"),
        ("a\na\na\n", rename("a", "c", 1, 2), "a\nc\na\n"),
        ("x <= y\n", rename("<=", "<"), "x < y\n"),
        ("x = 10\n", rename("10", "11"), "x = 11\n"),
        ("x = 'v'\n", rename("'v'", "'w'"), "x = 'w'\n"),
        ("é = 'ü'; a\n", rename("a", "b"), "é = 'ü'; b\n"),
        ("a.b.c\n", rename("b", "d"), "a.d.c\n"),
        ("x\r\ny\r\n", rename("y", "z"), "x\r\nz\r\n"),
        ("def f(a): pass\n", rename("f", "g"), "def g(a): pass\n"),
        ("if x: y\n", rename("if", "while"), "while x: y\n"),
    ],
)
def test_one_token_is_renamed(before: str, edit: Edit, after: str) -> None:
    assert edited(edit, before) == after


@pytest.mark.parametrize(
    ("before", "edit", "why"),
    [
        ("ab = 'a'  # a\n", rename("a", "c"), "the token 'a' stands there not at all"),
        (
            "a\nb\na\n",
            rename("a", "c", 1, 2),
            "the token 'a' on line 2 stands there not at all; it stands elsewhere (lines 1, 3)",
        ),
        ("a\n", rename("a", "c", 2), "the token 'a' stands there once (line 1), so there is no number 2"),
        ("a = 1\n", rename("a", "1"), "the edit would leave no valid Python"),
        ("a = 1\n", rename("a", "b c"), "the edit would leave no valid Python"),
    ],
)
def test_a_token_that_is_not_there_is_told(before: str, edit: Edit, why: str) -> None:
    assert reason(edit, before) == why


UNREADABLE = {
    "bad syntax": b"def f(:\n",
    "a NUL byte": b"f()\0\n",
    "no UTF-8": b"f('\xff')\n",
    "an unknown encoding": b"# coding: what\nf()\n",
    "an encoding that is no text's": b"# coding: rot13\nf()\n",
    "a byte order mark that contradicts": b"\xef\xbb\xbf# coding: latin-1\nf()\n",
    "brackets without end": b"f(" + b"(" * 1000,
    "operators without end": b"f()\nx = " + b"-" * 100_000 + b"1\n",
}


@pytest.mark.parametrize("data", UNREADABLE.values(), ids=UNREADABLE)
def test_a_file_that_is_no_python_is_told(data: bytes) -> None:
    assert reason(delete(), data).startswith("the file is no Python that parses: ")


def test_a_declared_encoding_is_kept() -> None:
    data = "# coding: latin-1\na('é')\nf('é')\n".encode("latin-1")
    assert apply(delete(), data, None) == "# coding: latin-1\na('é')\n".encode("latin-1")
    assert reason(rename("f", "€"), data) == "the edit would leave no valid Python"


def test_reading_is_quiet_and_no_warning_is_an_error() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert edited(delete(), "x = '\\d' is 1\nf()\n") == "x = '\\d' is 1\n"


STATEMENTS = st.recursive(
    st.sampled_from(
        ["f()", "f(); a()", "a(); f()", "m.f(\n)", "'doc'", "x = 1 if a else 2", "assert a", "pass", "f()  # c"]
    ),
    lambda inner: st.tuples(
        st.sampled_from(
            ["if a:", "while a:", "def f():", "class f:", "async def f(a):", "for f in a:", "with a as f:"]
        ),
        st.lists(inner, min_size=1, max_size=3),
    ).map(lambda made: made[0] + "".join("\n" + line for each in made[1] for line in _indented(each))),
    max_leaves=8,
)


def _indented(text: str) -> list[str]:
    return [f"  {line}" for line in text.split("\n")]


EDITS = [delete(), delete(nth=2), negate("a"), negate("a", 2), leave(), leave(value="1", nth=2), rename("f", "g", 2)]


@given(st.lists(STATEMENTS, max_size=4).map("\n".join), st.sampled_from(EDITS), st.sampled_from(["\n", "\r\n", "\r"]))
@settings(max_examples=250, deadline=None)
def test_what_was_python_is_python_after_it(text: str, edit: Edit, line_end: str) -> None:
    data = text.replace("\n", line_end).encode()
    ast.parse(data)
    try:
        after = apply(edit, data, None)
    except NotApplied:
        return
    assert after is not None
    assert after != data
    ast.parse(after)
