"""What is fuzzed: for each parser a function of bytes, the bytes that it starts from, and the words of its language.

A target returns for every input: what a parser refuses, it refuses with one line of an expected error.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from bot.mutation.edits import NotApplied, apply
from bot.mutation.edits.unified import PatchError, parse_patch
from bot.mutation.model import DeleteCall, Negate, Rename, ReportKind, ReturnEarly
from bot.mutation.reporting.json import read as read_mutation_report
from bot.mutation.results.errors import ReportError
from bot.mutation.table import load_table
from bot.triage.compare import compare
from bot.triage.normalise import normalise
from bot.triage.reporting import load_triage
from bot.triage.texts import read_log
from bot.verdict.json import load_verdict
from bot.verdict.json import render as render_verdict
from checkers.commit_trailers.cleanup import cleaned, comment_of
from checkers.commit_trailers.git_trailers import interpreted, logged
from checkers.device_leakage.baseline import parse_baseline
from checkers.doc_checkpoint.registrations import registered
from checkers.errors import RedfirstError
from checkers.policy.globs import Globs
from checkers.policy.load import parse_policy
from checkers.policy.regexes import check_regex
from checkers.repo.log import parse_commit
from checkers.source.conditions import evaluate
from checkers.source.lexer import lex
from checkers.source.markdown_blocks import read_lines
from checkers.source.markdown_compare import says_the_same
from checkers.source.markdown_links import targets as link_targets
from checkers.source.markdown_sections import section
from checkers.source.markdown_tables import tables
from tests.bot.mutation.results.told import read_file, read_printed
from tests.bot.verdict.samples import SAMPLE as SAMPLE_VERDICT
from tests.checkers.attention_rung import judging as attention
from tests.checkers.commit_trailers.support import verdict_of
from tests.checkers.device_leakage import trees as leakage
from tests.checkers.issue_index import support as index

ROOT = Path(__file__).parents[2]
TREE = ROOT / "fixtures" / "tree"
RECORDED = ROOT / "tests" / "bot" / "mutation" / "results" / "recorded"
LARGEST_SEED = 8_192
"""Bytes."""


@dataclass(frozen=True)
class Target:
    """One parser: `run` returns for any bytes, `seeds` are inputs that it reads whole, `words` its language."""

    name: str
    run: Callable[[bytes], None]
    seeds: Callable[[], Iterable[bytes]]
    words: tuple[bytes, ...] = field(default=())


def _text(data: bytes) -> str:
    return data.decode("utf-8", "surrogateescape")


def _halves(data: bytes) -> tuple[bytes, bytes]:
    """Two inputs of one: cut at the first NUL, or in the middle."""
    before, cut, after = data.partition(b"\0")
    return (before, after) if cut else (data[: len(data) // 2], data[len(data) // 2 :])


def _refused(parse: Callable[[], object], *expected: type[Exception]) -> None:
    """Call it; what it refuses is an expected error of one line, or one that our own code puts into such a line."""
    try:
        parse()
    except RedfirstError as error:
        assert str(error), "an error without a word"
        assert "\n" not in str(error), "an error of several lines"
    except expected as error:
        assert str(error), "an error without a word"


def _attention(data: bytes) -> None:
    attention.source(data)
    attention.source(data + b"\nvoid F() { vt::Attention(q); }\n")


def _leakage(data: bytes) -> None:
    leakage.over_tree({"src/a.cpp": data, **leakage.baseline()})


def _conditions(data: bytes) -> None:
    for directive in lex(b"#if " + data + b"\n").directives:
        assert evaluate(directive.tokens) in (True, False, None)


def _registrations(data: bytes) -> None:
    registered(data, "REG")


def _markdown(data: bytes) -> None:
    text = _text(data)
    lines = read_lines(text)
    tables(lines)
    section(text, "Now")
    link_targets(text)


def _markdown_change(data: bytes) -> None:
    before, after = _halves(data)
    assert says_the_same(before, before)
    says_the_same(before, after)


def _policy(data: bytes) -> None:
    _refused(lambda: parse_policy(data, ".redfirst.yml"))


def _patterns(data: bytes) -> None:
    pattern, subject = (_text(part) for part in _halves(data))
    _refused(lambda: Globs.of([pattern]).match(subject), ValueError)
    _refused(lambda: check_regex(pattern), ValueError)


def _table(data: bytes) -> None:
    _refused(lambda: load_table(data, "t.yml", lambda _name: None, {}))


def _trailers(data: bytes) -> None:
    text = _text(data)
    interpreted(text)
    logged(text)
    cleaned(text, "scissors", comment_of(text))
    verdict_of(text)


def _commit(data: bytes) -> None:
    parse_commit(data)


def _index(data: bytes) -> None:
    base, head = _halves(data)
    index.over(base, head, on_disk=head)


def _baseline(data: bytes) -> None:
    list(parse_baseline(data).problems(["a"], ["a"]))


def _suite_reports(data: bytes) -> None:
    for kind in ReportKind:
        if kind is not ReportKind.EXIT_CODE:
            _refused(lambda kind=kind: read_file(kind, data), ReportError)  # type: ignore[misc]  # bound at once
            _refused(lambda kind=kind: read_printed(kind, data), ReportError)  # type: ignore[misc]


def _mutation_report(data: bytes) -> None:
    _refused(lambda: read_mutation_report(data, "r.json"))


def _log(data: bytes) -> None:
    found = read_log(data).failures.found
    parts = compare(found, found)
    assert not parts.new
    assert not parts.others


def _normalised(data: bytes) -> None:
    once = normalise(_text(data))
    assert normalise(once) == once


def _verdict(data: bytes) -> None:
    def read() -> None:
        render_verdict(load_verdict(data)).encode("ascii")

    _refused(read)


def _triage(data: bytes) -> None:
    _refused(lambda: load_triage(data))


def _patch(data: bytes) -> None:
    _refused(lambda: parse_patch(data), PatchError)


def _edits(data: bytes) -> None:
    for file in ("a.cu", "a.py"):
        for edit in (
            DeleteCall(file, "f", 1),
            Negate(file, "x", 1),
            ReturnEarly(file, "f", 1),
            Rename(file, "f", "g", 1),
        ):
            try:
                assert apply(edit, data, None) != data
            except NotApplied as error:
                assert error.reason


def _files(*patterns: str, root: Path = TREE) -> Callable[[], Iterator[bytes]]:
    def read() -> Iterator[bytes]:
        for pattern in patterns:
            for path in sorted(root.rglob(pattern)):
                data = path.read_bytes()
                if path.is_file() and len(data) <= LARGEST_SEED:
                    yield data

    return read


def _given(*seeds: bytes) -> Callable[[], Iterable[bytes]]:
    return lambda: seeds


CODE = tuple(
    b'vt:: Attention kCUDA is_cuda() #if #ifdef #else #endif #define #include \\\n // /* */ R"( )" namespace using '
    b"template < > <<< >>> operator { } ; if(false) VT-ATTN-NAIVE: DSR-ALLOW(A): defined( __has_include ## # "
    b"__VA_ARGS__ return".split(b" ")
)
MARKUP = tuple(b"# | |--- ``` ~~~ - * > [ ]( ) <!-- --> &amp; \\ <a href= 1. \t \r\n ---\n".split(b" "))
LOG = tuple(
    b"##[group]Run ##[endgroup] ##[error] \n \r 2026-11-29T17:04:05Z \x1b[0m a.cpp:1:2: a.cpp(3): error: ERROR: "
    b"FAILED: Failure TEST_CASE: [doctest] === ___ E >  --- ***Failed Start FAIL: Traceback #0 0x7f3a1c2d4e50 SUMMARY: "
    b"ThreadSanitizer AddressSanitizer /tmp/ C:\\ == < > seed pid= line".split(b" ")
)
YAML = tuple(b"version: 1\n extends: none\n - : { } [ ] & * ! | > ' \" ? ~ << --- ...".split(b" "))

TABLE = b"""version: 1
suites:
  s: {run: [a, b], report: {junit: r.xml}, artifacts: [a], timeout: 5x, min_cases: 2}
mutations:
  - {id: A, claim: c, suite: s, edits: [{file: a, find: x, with: y}], expect: {red: ["m.*"], only: false}}
  - {id: B, claim: c, suite: s, edits: [{file: a.cpp, negate: x, nth: 2}], expect: {green: true, reason: r}}
  - {id: C, claim: c, suite: s, edits: [{file: a, rename: {from: a, to: b}}], expect: {outcome: timed-out}}
"""

TARGETS = {
    target.name: target
    for target in (
        Target("attention", _attention, _files("*.cpp", "*.h", "*.cu", "*.cuh"), CODE),
        Target("leakage", _leakage, _files("*.cpp", "*.h", "*.cu", "*.cuh"), CODE),
        Target(
            "conditions", _conditions, _given(b"defined(A) && B >= 0x10u", b"!__has_include(<a>) ? 1 : 'c' << 3"), CODE
        ),
        Target("registrations", _registrations, _given(b"#define REG2 REG\nREG2(a, b)\n", b'REG("x");\n'), CODE),
        Target("markdown", _markdown, _files("*.md"), MARKUP),
        Target("markdown-change", _markdown_change, _files("*.md"), MARKUP),
        Target("policy", _policy, _files("*.yml", root=ROOT / "checkers" / "policy"), YAML),
        Target("patterns", _patterns, _given(b"src/**/a[b-d]?.cpp\0src/x/ab1.cpp", b"(?P<n>[a-z]+)\\b|^x{1,3}$")),
        Target("table", _table, _given(TABLE), YAML),
        Target(
            "trailers",
            _trailers,
            _given(b"s: x\n\nbody\n\nFOLLOWING_AGENTS_PROTOCOL\n\nA-B: c\n d\nAI-Assisted: true\n"),
        ),
        Target(
            "commit",
            _commit,
            _given(b"tree 0\nparent 1\nauthor A <a> 1 +0000\nencoding big5\ngpgsig x\n y\n\nmessage\n"),
        ),
        Target("index", _index, _given(index.index(1, 2).encode() + b"\0" + index.index(1, 2, 3).encode()), MARKUP),
        Target("baseline", _baseline, _given(leakage.baseline(kcuda=2)[leakage.BASELINE].encode())),
        Target("suite-reports", _suite_reports, _files("*", root=RECORDED)),
        Target("verdict", _verdict, _given(render_verdict(SAMPLE_VERDICT).encode())),
        Target("mutation-report", _mutation_report, _given(b'{"schema": "redfirst.mutation/1", "tables": []}')),
        Target("log", _log, _files("*-both.log", root=ROOT / "fixtures" / "logs"), LOG),
        Target(
            "normalised",
            _normalised,
            _given(b"a.cpp:1:2: E at 0x7f3a1c2d4e50 in 1.2s", b'File "/tmp/a.py", line 3'),
            LOG,
        ),
        Target("triage", _triage, _given(b'{"schema": "redfirst.triage/1", "checks": []}')),
        Target("patch", _patch, _given(b"--- a/x\n+++ b/x\n@@ -1,2 +1 @@\n-a\n b\n\\ No newline at end of file\n")),
        Target("edits", _edits, _files("*.cpp", "*.cu", "*.py"), CODE),
    )
}
