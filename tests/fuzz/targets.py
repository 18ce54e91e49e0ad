"""What is fuzzed: each parser, the bytes that it starts from, and the words of its language."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from bot.mutation.reporting.json import render as render_mutation_report
from bot.triage.reporting import as_json as render_triage
from bot.verdict.json import render as render_verdict
from tests.bot.comment.samples import TRIAGE as SAMPLE_TRIAGE
from tests.bot.mutation.reporting.samples import WHOLE as SAMPLE_MUTATION
from tests.bot.verdict.samples import SAMPLE as SAMPLE_VERDICT
from tests.checkers.device_leakage import trees as leakage
from tests.checkers.issue_index import support as index
from tests.fuzz import parsers
from tests.fuzz.documents import reader
from tests.fuzz.words import CODE, LOG, MARKUP, TABLE, YAML, ZIP

ROOT = Path(__file__).parents[2]
TREE = ROOT / "fixtures" / "tree"
RECORDED = ROOT / "tests" / "bot" / "mutation" / "results" / "recorded"
VERDICT, MUTATION, TRIAGE = (
    render_verdict(SAMPLE_VERDICT), render_mutation_report(SAMPLE_MUTATION), render_triage(SAMPLE_TRIAGE)
)  # fmt: skip
LARGEST_SEED = 8_192
"""Bytes."""
SHORT = 2_048
"""Bytes of C++: time is linear in them, and what goes wrong goes wrong in a few lines."""


@dataclass(frozen=True)
class Target:
    """One parser: `run` returns for any bytes, `seeds` are inputs that it reads whole, `words` its language.

    `longest` is how many bytes an input has at most.
    """

    name: str
    run: Callable[[bytes], None]
    seeds: Callable[[], Iterable[bytes]]
    words: tuple[bytes, ...] = field(default=())
    longest: int = LARGEST_SEED


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


TARGETS = {
    target.name: target
    for target in (
        Target("attention", parsers.attention, _files("*.cpp", "*.h", "*.cu", "*.cuh"), CODE, SHORT),
        Target("leakage", parsers.leakage, _files("*.cpp", "*.h", "*.cu", "*.cuh"), CODE, SHORT),
        Target(
            "conditions",
            parsers.conditions,
            _given(b"defined(A) && B >= 0x10u", b"!__has_include(<a>) ? 1 : 'c' << 3"),
            CODE,
        ),
        Target("registrations", parsers.registrations, _given(b"#define REG2 REG\nREG2(a, b)\n", b'REG("x");\n'), CODE),
        Target("markdown", parsers.markdown, _files("*.md"), MARKUP),
        Target("markdown-change", parsers.markdown_change, _files("*.md"), MARKUP),
        Target("policy", parsers.policy, _files("*.yml", root=ROOT / "checkers" / "policy"), YAML),
        Target(
            "patterns", parsers.patterns, _given(b"src/**/a[b-d]?.cpp\0src/x/ab1.cpp", b"(?P<n>[a-z]+)\\b|^x{1,3}$")
        ),
        Target("table", parsers.table, _given(TABLE), YAML),
        Target(
            "trailers",
            parsers.trailers,
            _given(b"s: x\n\nbody\n\nFOLLOWING_AGENTS_PROTOCOL\n\nA-B: c\n d\nAI-Assisted: true\n"),
        ),
        Target(
            "commit",
            parsers.commit,
            _given(b"tree 0\nparent 1\nauthor A <a> 1 +0000\nencoding big5\ngpgsig x\n y\n\nmessage\n"),
        ),
        Target(
            "index", parsers.index, _given(index.index(1, 2).encode() + b"\0" + index.index(1, 2, 3).encode()), MARKUP
        ),
        Target("baseline", parsers.baseline, _given(leakage.baseline(kcuda=2)[leakage.BASELINE].encode())),
        Target("suite-reports", parsers.suite_reports, _files("*", root=RECORDED)),
        Target("verdict", reader(VERDICT, parsers.verdict), _given(b"\0\1\2\3" * 3, b"[]")),
        Target("mutation-report", reader(MUTATION, parsers.mutation_report), _given(b"\0\1\2\3" * 3, b"[]")),
        Target("log", parsers.log, _files("*-both.log", root=ROOT / "fixtures" / "logs"), LOG),
        Target(
            "normalised",
            parsers.normalised,
            _given(b"a.cpp:1:2: E at 0x7f3a1c2d4e50 in 1.2s", b'File "/tmp/a.py", line 3'),
            LOG,
        ),
        Target(
            "artifact", parsers.artifact, _given(render_verdict(SAMPLE_VERDICT).encode(), parsers.packed(b"{}")), ZIP
        ),
        Target("facts", parsers.facts, _given(b"key 1\nother [2]\n", b"title 00\nkey 1\n")),
        Target(
            "comment",
            parsers.comment,
            _given(b"**redfirst: x**\n", b"x\n\n<!-- redfirst/1 head=%s run=1 attempt=1 -->" % (b"0" * 40)),
        ),
        Target("allowlist", parsers.allowlist, _given(b"# why\na # b\n  c\n")),
        Target("triage", reader(TRIAGE, parsers.triage), _given(b"\0\1\2\3" * 3, b"[]")),
        Target(
            "patch", parsers.patch, _given(b"--- a/x\n+++ b/x\n@@ -1,2 +1 @@\n-a\n b\n\\ No newline at end of file\n")
        ),
        Target("edits", parsers.edits, _files("*.cpp", "*.cu", "*.py"), CODE, SHORT),
    )
}
