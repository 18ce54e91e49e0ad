"""A marker covers one statement, the first one that needs a reason, and no reason covers two."""

from __future__ import annotations

import pytest

from checkers.model import Status
from tests.checkers.attention_rung.judging import brief, errors, source

MARK = "// VT-ATTN-NAIVE: the reference arm of the equivalence test"
CALL = "vt::Attention(q);"

COVERED = {
    "above": f"void F() {{\n  {MARK}\n  {CALL}\n}}\n",
    "trailing": f"void F() {{\n  {CALL}  {MARK}\n}}\n",
    "trailing, after the last line of a call": f"void F() {{\n  vt::Attention(\n      q,\n      r);  {MARK}\n}}\n",
    "within the arguments": f"void F() {{\n  vt::Attention(q,\n      {MARK}\n      r);\n}}\n",
    "before the name": f"void F() {{\n  auto x =\n      {MARK}\n      vt::Attention(q);\n}}\n",
    "block comment": f"void F() {{\n  /* VT-ATTN-NAIVE: the reference arm of the test */\n  {CALL}\n}}\n",
    "block comment beside": f"void F() {{ /* VT-ATTN-NAIVE: the reference arm, kept */ {CALL} }}\n",
    "long block comment": f"/*\n * VT-ATTN-NAIVE: the reference\n * arm of the test\n */\nauto x = {CALL}\n",
    "reason on the next line": f"void F() {{\n  // VT-ATTN-NAIVE:\n  // the reference arm of the test\n  {CALL}\n}}\n",
    "above the function": f"{MARK}\nvoid F() {{\n  {CALL}\n}}\n",
    "above an if": f"void F() {{\n  {MARK}\n  if (x) {{\n    {CALL}\n  }}\n}}\n",
    "above a for": f"void F() {{\n  {MARK}\n  for (auto x : xs)\n    {CALL}\n}}\n",
    "above other statements": f"void F() {{\n  {MARK}\n  Prepare();\n  Finish();\n  {CALL}\n}}\n",
    "several in one statement": f"void F() {{\n  {MARK}\n  x = vt::Attention(q) + vt::Attention(r);\n}}\n",
    "a condition of two": f"void F() {{\n  {MARK}\n  if (vt::Attention(q) &&\n      vt::Attention(r)) return;\n}}\n",
    "a header that opens a block": f"void F() {{\n  if (vt::Attention(q)) {{  {MARK}\n    G();\n  }}\n}}\n",
    "define": f"{MARK}\n#define K(q) \\\n  vt::Attention(q)\n",
    "define, trailing": f"#define K vt::Attention  {MARK}\n",
    "lambda": f"void F() {{\n  Run([&] {{\n    {MARK}\n    {CALL}\n  }});\n}}\n",
    "two markers in a row": f"void F() {{\n  {MARK}\n  {MARK} again\n  {CALL}\n  {CALL}\n}}\n",
    "two markers, two trailing calls": f"void F() {{\n  {CALL} {MARK}\n  {CALL} {MARK}\n}}\n",
    "at the edge of the window": f"{MARK}\n" + "\n" * 19 + f"void F() {{ {CALL} }}\n",
    "two conditional arms": f"#ifdef A\n{MARK}\nauto x = {CALL}\n#else\n{MARK}\nauto x = {CALL}\n#endif\n",
}

UNCOVERED = {
    "beyond the window": (f"{MARK}\n" + "\n" * 20 + f"void F() {{ {CALL} }}\n", [22]),
    "the next statement": (f"void F() {{\n  {MARK}\n  {CALL}\n  {CALL}\n}}\n", [4]),
    "the next on one line": (f"void F() {{\n  {MARK}\n  {CALL} {CALL}\n}}\n", [3]),
    "a marker below": (f"void F() {{\n  {CALL}\n  {MARK}\n}}\n", [2]),
    "a marker between": (f"void F() {{\n  {CALL}\n  {MARK}\n  {CALL}\n}}\n", [2]),
    "trailing covers its own": (f"void F() {{\n  {CALL}\n  {CALL} {MARK}\n}}\n", [2]),
    "body of a condition": (f"void F() {{\n  {MARK}\n  if (vt::Attention(q)) vt::Attention(r);\n}}\n", [3]),
    "block of a condition": (f"void F() {{\n  {MARK}\n  if (vt::Attention(q)) {{\n    {CALL}\n  }}\n}}\n", [4]),
    "else": (f"void F() {{\n  {MARK}\n  if (x) {CALL}\n  else {CALL}\n}}\n", [4]),
    "loop header and body": (f"void F() {{\n  {MARK}\n  for (vt::Attention(q); x;)\n    {CALL}\n}}\n", [4]),
    "lambda in an argument": (f"void F() {{\n  {MARK}\n  Run([&] {{ {CALL} }}, vt::Attention(r));\n}}\n", [3]),
    "marker in a lambda": (
        f"void F() {{\n  Run(vt::Attention(q), [&] {{\n    {MARK}\n    {CALL}\n  }});\n}}\n",
        [2],
    ),
    "the other arm": (f"{MARK}\n#ifdef A\nauto x = {CALL}\n#else\nauto x = {CALL}\n#endif\n", [5]),
    "in a string": (f'auto s = "{MARK}";\nauto x = {CALL}\n', [2]),
    "in dead code": (f"void F() {{\n#if 0\n  {MARK}\n#endif\n  {CALL}\n}}\n", [5]),
    "in a dead statement": (f"void F() {{\n  if (false) {{\n    {MARK}\n  }}\n  {CALL}\n}}\n", [5]),
    "another name": (f"void F() {{\n  // MY-VT-ATTN-NAIVE: the reference arm of the test\n  {CALL}\n}}\n", [3]),
    "an expansion": (f"{MARK}\n#define K vt::Attention\nvoid F() {{ K(q); }}\n", [3]),
}


@pytest.mark.parametrize("text", [pytest.param(text, id=name) for name, text in COVERED.items()])
def test_a_statement_that_a_marker_reaches_is_covered(text: str) -> None:
    verdict = source(text)
    assert verdict.findings == ()
    assert verdict.status is Status.PASS
    assert verdict.population["sites"] == verdict.population["marked"] > 0


@pytest.mark.parametrize("text", [pytest.param(text, id=name) for name, text in COVERED.items()])
def test_line_ends_do_not_matter(text: str) -> None:
    assert source(text.replace("\n", "\r\n")).findings == ()


@pytest.mark.parametrize(("text", "lines"), [pytest.param(*row, id=name) for name, row in UNCOVERED.items()])
def test_a_statement_that_no_marker_reaches_needs_its_own(text: str, lines: list[int]) -> None:
    assert errors(source(text)) == [("unmarked-use", line) for line in lines]


@pytest.mark.parametrize(
    "reason",
    [
        "",
        "todo",
        "TODO",
        "fixme later",
        "x" * 40,
        "- - - - - - - - - - - - -",
        "....................",
        "ökonomisch",
        "größtenteils ok",
    ],
)
def test_a_reason_that_says_nothing_is_a_stub(reason: str) -> None:
    verdict = source(f"void F() {{\n  // VT-ATTN-NAIVE: {reason}\n  x = vt::Attention(q) + vt::Attention(r);\n}}\n")
    assert errors(verdict) == [("stub-reason", 3)]
    assert (verdict.population["sites"], verdict.population["marked"]) == (2, 0)


@pytest.mark.parametrize("reason", ["todo", "ToDo.", "fixme", "TBD", "xxx", "(todo)", "x", "xxxx"])
def test_a_placeholder_is_a_stub_however_short_a_reason_may_be(reason: str) -> None:
    text = f"void F() {{ vt::Attention(q); }}  // VT-ATTN-NAIVE: {reason}\n"
    assert errors(source(text, min_reason_chars=1)) == [("stub-reason", 1)]


@pytest.mark.parametrize(
    "reason", ["todo later, when the fast one takes it", "größtenteils egal", "golden arm xxx todo"]
)
def test_a_reason_may_hold_any_words(reason: str) -> None:
    assert source(f"void F() {{ vt::Attention(q); }}  // VT-ATTN-NAIVE: {reason}\n").findings == ()


def test_a_marker_without_a_colon_records_no_reason() -> None:
    text = "void F() {\n  // VT-ATTN-NAIVE the reference arm of the test\n  vt::Attention(q);\n}\n"
    assert errors(source(text)) == [("stub-reason", 3)]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (f"void F() {{\n  {MARK}\n  vt::PagedAttention(q);\n}}\n", 2),
        (f"void F() {{ vt::PagedAttention(q); }}\n#if 0\n{MARK}\n#endif\n", 3),
        (f"void F() {{ vt::PagedAttention(q); }}\n{MARK}\n", 2),
        (f"void F() {{\n  vt::Attention(q,\n    {MARK}\n    {MARK}\n\n    {MARK}\n    r);\n}}\n", 4),
    ],
)
def test_a_marker_that_covers_nothing_is_a_warning(text: str, line: int) -> None:
    verdict = source(text)
    assert ("dead-marker", "warning", line) in brief(verdict.findings)
    assert errors(verdict) == []


def test_a_marker_is_found_in_a_file_without_any_candidate() -> None:
    verdict = source(f"{MARK}\nint x;\n")
    assert brief(verdict.findings) == [("dead-marker", "warning", 1)]
    assert verdict.status is Status.SKIP


def test_the_window_is_the_policys() -> None:
    text = f"{MARK}\n\n\nvoid F() {{ {CALL} }}\n"
    assert errors(source(text, window_lines=2)) == [("unmarked-use", 4)]
    assert errors(source(text, window_lines=3)) == []
