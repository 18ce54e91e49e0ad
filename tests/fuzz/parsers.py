"""What is fuzzed: for each parser a function of bytes that returns for every input.

What a parser refuses, it refuses with one line of an expected error.
"""

from __future__ import annotations

import io
import tempfile
import zipfile
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

from bot.artifact import VERDICT_FILE, open_artifact
from bot.github import marker
from bot.mutation.edits import NotApplied, apply
from bot.mutation.edits.unified import PatchError, parse_patch
from bot.mutation.model import DeleteCall, Negate, Rename, ReportKind, ReturnEarly
from bot.mutation.reporting.json import read as read_mutation_report
from bot.mutation.reporting.json import render as render_mutation_report
from bot.mutation.results.errors import ReportError
from bot.mutation.table import load_table
from bot.triage.compare import compare
from bot.triage.normalise import normalise
from bot.triage.reporting import as_json as render_triage
from bot.triage.reporting import load_triage
from bot.triage.texts import read_log
from bot.verdict.json import load_verdict
from bot.verdict.json import render as render_verdict
from checkers.cache.shelf import Shelf
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
from tests.bot.mutation.results.outlines import read_file, read_printed
from tests.checkers.attention_rung import judging
from tests.checkers.commit_trailers.support import verdict_of
from tests.checkers.device_leakage import trees
from tests.checkers.issue_index import support as indexes


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


def attention(data: bytes) -> None:
    judging.source(data)
    judging.source(data + b"\nvoid F() { vt::Attention(q); }\n")


def leakage(data: bytes) -> None:
    trees.over_tree({"src/a.cpp": data, **trees.baseline()})


def conditions(data: bytes) -> None:
    for directive in lex(b"#if " + data + b"\n").directives:
        assert evaluate(directive.tokens) in (True, False, None)


def registrations(data: bytes) -> None:
    registered(data, "REG")


def markdown(data: bytes) -> None:
    text = _text(data)
    lines = read_lines(text)
    tables(lines)
    section(text, "Now")
    link_targets(text)


def markdown_change(data: bytes) -> None:
    before, after = _halves(data)
    assert says_the_same(before, before)
    says_the_same(before, after)


def policy(data: bytes) -> None:
    _refused(lambda: parse_policy(data, ".redfirst.yml"))


def patterns(data: bytes) -> None:
    pattern, subject = (_text(part) for part in _halves(data))
    _refused(lambda: Globs.of([pattern]).match(subject), ValueError)
    _refused(lambda: check_regex(pattern), ValueError)


def table(data: bytes) -> None:
    _refused(lambda: load_table(data, "t.yml", lambda _name: None, {}))


def trailers(data: bytes) -> None:
    text = _text(data)
    interpreted(text)
    logged(text)
    cleaned(text, "scissors", comment_of(text))
    verdict_of(text)


def commit(data: bytes) -> None:
    parse_commit(data)


def index(data: bytes) -> None:
    base, head = _halves(data)
    indexes.over(base, head, on_disk=head)


def baseline(data: bytes) -> None:
    list(parse_baseline(data).problems(["a"], ["a"]))


def suite_reports(data: bytes) -> None:
    for kind in ReportKind:
        if kind is not ReportKind.EXIT_CODE:
            _refused(lambda kind=kind: read_file(kind, data), ReportError)  # type: ignore[misc]  # bound at once
            _refused(lambda kind=kind: read_printed(kind, data), ReportError)  # type: ignore[misc]


def mutation_report(data: bytes) -> None:
    _refused(lambda: render_mutation_report(read_mutation_report(data, "r.json")).encode("ascii"))


def log(data: bytes) -> None:
    found = read_log(data).failures.found
    parts = compare(found, found)
    assert not parts.new
    assert not parts.others


def normalised(data: bytes) -> None:
    once = normalise(_text(data))
    assert normalise(once) == once


def verdict(data: bytes) -> None:
    def read() -> None:
        render_verdict(load_verdict(data)).encode("ascii")

    _refused(read)


def artifact(data: bytes) -> None:
    """As the archive, and as the compressed data of a member of one that is otherwise sound."""
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder, "verdict.zip")
        for archive in (data, packed(data)):
            place.write_bytes(archive)
            _refused(lambda: load_verdict(open_artifact(place)))


def packed(data: bytes) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(VERDICT_FILE, data)
    return buffer.getvalue()


def facts(data: bytes) -> None:
    """A cache file, whole as it is, and believed because its checksum is right."""
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder, "facts")
        for content in (data, b"title %s\n" % sha256(data).hexdigest().encode() + data):
            place.write_bytes(content)
            shelf = Shelf(place, "title")
            shelf.get("key", str)
            shelf.put("key", 1)
            shelf.save()
            assert Shelf(place, "title").get("key", int) == 1


def comment(data: bytes) -> None:
    """Anybody's comment, and one that is rendered as ours: what is said about a newer head is taken back whole."""
    text = _text(data)
    if marker.read(text):
        marker.superseded(text, "1" * 40)
    ours = marker.marked(f"**redfirst: x**{text}\n|", marker.Marker("0" * 40, marker.Age(1, 1)))
    newer = marker.superseded(ours, "1" * 40)
    found = marker.read(newer)
    assert found
    assert found.superseded_by == "1" * 40
    assert marker.text_of(newer) == marker.text_of(ours)
    assert marker.superseded(newer, "1" * 40) == newer


def allowlist(data: bytes) -> None:
    judging.tree({"src/a.cpp": b"void F() { vt::Attention(q); }\n", "allow.txt": data}, allowlist="allow.txt")


def triage(data: bytes) -> None:
    _refused(lambda: render_triage(load_triage(data)).encode("ascii"))


def patch(data: bytes) -> None:
    _refused(lambda: parse_patch(data), PatchError)


def edits(data: bytes) -> None:
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
