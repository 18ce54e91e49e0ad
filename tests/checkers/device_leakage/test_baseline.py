"""The baseline file: read whatever it is, and written downwards only."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from checkers.device_leakage.baseline import parse_baseline
from checkers.device_leakage.listing import report_table, site_list
from checkers.device_leakage.writing import WrittenBaseline, written_baseline
from checkers.model import SubjectKind
from checkers.repo.types import FileKind, MemorySnapshot
from checkers.subject import Subject
from tests.checkers.device_leakage.trees import BASELINE, POLICY, Tree, baseline, over_tree, policy, rules, tree
from tests.support.timing import assert_in_proportion

SOURCE = {"src/a.cpp": "auto a = kCUDA;\n"}
FULL = '{"total": 1, "buckets": {"kcuda": 1, "is_cuda": 0, "cuda_inc": 0, "vt_ifdef": 0}}'


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        ("", "JSON"),
        ("{", "JSON"),
        ("[]", "no mapping"),
        ("null", "no mapping"),
        ('"x"', "no mapping"),
        ("{}", "no mapping"),
        ('{"buckets": []}', "no mapping"),
        ('{"total": 0, "buckets": {}}', "lacks the bucket kcuda"),
        (FULL.replace('"total": 1, ', ""), "no `total`"),
        (FULL.replace('"total": 1', '"total": 2'), "2 is not the sum"),
        (FULL.replace('"kcuda": 1, ', "").replace('l": 1', 'l": 0'), "lacks the bucket kcuda"),
        (FULL.replace('"kcuda": 1', '"kcuda": 1, "more": 0'), "a bucket more"),
        (FULL.replace('"kcuda": 1', '"kcuda": 1.0'), "kcuda is no count"),
        (FULL.replace('"kcuda": 1', '"kcuda": true'), "no count"),
        (FULL.replace('"kcuda": 1', '"kcuda": -1'), "no count"),
        (FULL.replace('"kcuda": 1', '"kcuda": "1"'), "no count"),
        (FULL.replace('"kcuda": 1', '"kcuda": null'), "no count"),
        (FULL.replace('"kcuda": 1', '"kcuda": NaN'), "NaN"),
        (FULL.replace('"kcuda": 1', '"kcuda": Infinity'), "Infinity"),
        (FULL.replace('"kcuda": 1', f'"kcuda": {"9" * 30}'), "no count"),
        (FULL.replace('"kcuda": 1', f'"kcuda": {"9" * 9000}'), "JSON"),
        (FULL.replace('"kcuda": 1', '"kcuda": 0, "kcuda": 1'), '"kcuda" stands twice'),
        (FULL.replace('"total"', '"total": 1, "total"'), "twice"),
        ("[" * 100_000 + "]" * 100_000, "deeper"),
        ('{"a":' * 100_000, "deeper"),
        ("\ufeff" + FULL, "JSON"),
        ("x" * (1 << 20) + "x", "over"),
        ('{"total": "\\ud800", "buckets": {"\\ud800": 1}}', "no count"),
    ],
)
def test_what_is_no_baseline_is_told_and_never_breaks(content: str, problem: str) -> None:
    verdict = over_tree({**SOURCE, BASELINE: content})
    found = [finding for finding in verdict.findings if finding.rule.endswith("no-baseline")]
    assert found
    assert problem in " ".join(finding.message for finding in found)
    assert all(finding.path == BASELINE and "--write-baseline" in finding.help for finding in found)


@pytest.mark.parametrize("data", [b"\xff\xfe{", FULL.encode("utf-16"), b"\0"])
def test_bytes_that_are_no_text_are_no_baseline(data: bytes) -> None:
    assert "no-baseline" in rules(over_tree({**SOURCE, BASELINE: data}))


def test_a_link_is_no_baseline() -> None:
    snapshot = MemorySnapshot({**SOURCE, BASELINE: FULL}, {BASELINE: FileKind.SYMLINK})
    subject = Subject(SubjectKind.TREE, snapshot)
    assert "no regular file" in written_baseline(subject, POLICY).refusal[0]


def test_a_number_is_found_where_it_stands() -> None:
    text = (
        '{"_comment": {"kcuda": 1, "buckets": {"kcuda": 2}},\n "x": [{"kcuda": 3}],\n'
        ' "buckets":\n {"kc\\u0075da": 4}, "total": 4}'
    )
    read = parse_baseline(text.encode())
    span = read.span(("buckets", "kcuda"))
    assert span is not None
    assert (span.line, span.column, read.buckets["kcuda"]) == (4, 3, 4)
    assert read.span(("buckets", "absent")) is None


@settings(max_examples=300, deadline=None)
@given(
    st.one_of(
        st.binary(max_size=60),
        st.lists(st.sampled_from(["{", "}", "[", "]", ":", ",", '"buckets"', '"total"', "1", '"'])).map("".join),
    )
)
def test_no_bytes_break_the_reading(data: bytes | str) -> None:
    read = parse_baseline(data if isinstance(data, bytes) else data.encode())
    list(read.problems(["a"], ["a"]))


def _document(number: int, more: str = "") -> bytes:
    buckets = ",\n".join(f'"bucket{each}": 0' for each in range(number))
    return f'{{"total": 0, "buckets": {{{buckets}{more}}}}}'.encode()


@pytest.mark.growth
def test_a_baseline_of_many_buckets_is_read_in_time_in_proportion() -> None:
    def read(number: int) -> None:
        found = parse_baseline(_document(number))
        assert len([found.span(key) for key, _ in found.problems([], [])]) == number

    assert_in_proportion(read, 1_000)


@pytest.mark.growth
def test_a_last_bucket_that_stands_twice_is_found_in_time_in_proportion() -> None:
    def read(number: int) -> None:
        twice = f"bucket{number - 1}"
        assert twice in (parse_baseline(_document(number, f', "{twice}": 1')).unreadable or "")

    assert_in_proportion(read, 2_000)


def written(files: Tree, buckets: str = "") -> WrittenBaseline:
    return written_baseline(tree(files), policy(buckets=buckets))


def test_a_first_baseline_is_as_counted() -> None:
    result = written(SOURCE)
    assert result.content is not None
    assert result.content.endswith(b"}\n")
    document = json.loads(result.content)
    assert (document["total"], next(iter(document["buckets"].items()))) == (1, ("kcuda", 1))
    assert rules(over_tree({**SOURCE, BASELINE: result.content})) == []


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            '{\n   "_comment": ["ä",  1],\r\n  "buckets": {"vt_ifdef": 3, "kcuda":2, "is_cuda" : 0, "cuda_inc": 0},'
            '  "total":5 }',
            '{\n   "_comment": ["ä",  1],\r\n  "buckets": {"vt_ifdef": 0, "kcuda":1, "is_cuda" : 0, "cuda_inc": 0},'
            '  "total":1 }',
        ),
        ('{"total": 9, "buckets": {"kcuda": 100, "is_cuda": 0, "cuda_inc": 0, "vt_ifdef": 0}}', FULL),
        (
            '{\n\t"total": 1,\n\t"x": 1,\n\t"buckets": {"is_cuda": 0, "kcuda": 1, "old": 4}\n}\n',
            '{\n\t"total": 1,\n\t"x": 1,\n\t"buckets": {\n\t\t"is_cuda": 0,\n\t\t"kcuda": 1,'
            '\n\t\t"cuda_inc": 0,\n\t\t"vt_ifdef": 0\n\t}\n}\n',
        ),
        (
            '{"buckets": {"kcuda": 1}, "total": 1}',
            '{"buckets": {"kcuda": 1, "is_cuda": 0, "cuda_inc": 0, "vt_ifdef": 0}, "total": 1}',
        ),
        (FULL, FULL),
    ],
)
def test_a_lower_baseline_keeps_comment_order_and_layout(before: str, after: str) -> None:
    result = written({**SOURCE, BASELINE: before})
    assert (result.content or b"").decode() == after


def test_no_bucket_rises_whatever_the_others_do() -> None:
    result = written({**SOURCE, **baseline(vt_ifdef=9)})
    assert result.content is None
    assert "kcuda would rise from 0 to 1" in result.refusal[0]
    assert result.refusal[1] == "  src/a.cpp:1:10: kCUDA"


@pytest.mark.parametrize(
    ("files", "reason"),
    [
        ({**SOURCE, BASELINE: "{"}, "mend or delete"),
        ({"README": "x"}, "no source file"),
        ({**SOURCE, BASELINE: FULL + "x"}, "JSON"),
    ],
)
def test_a_refusal_says_why(files: Tree, reason: str) -> None:
    result = written(files)
    assert result.content is None
    assert reason in result.refusal[0]


LISTED = {
    "src/a.cpp": "auto a = kCUDA;\nif (p.is_cuda()) {}\n",
    "src/b\n.cpp": "auto b = kCUDA; auto c = kCUDA; // x\n",
    "src/c.cpp": "// DSR-ALLOW(A2): the types exist only there\n#ifdef VT_X\n#endif\n",
    "src/leg.cpp": "kCUDA kCUDA",
}
LEG = policy(
    "[{path: src/leg.cpp, bucket: kcuda, count: any, reason: the leg},"
    " {path: src/c.cpp, bucket: kcuda, count: 1, reason: a key}]"
)


def test_every_counted_site_is_listed() -> None:
    assert site_list(tree(LISTED), LEG).splitlines() == [
        "src/a.cpp:1:10: kcuda: kCUDA", "src/a.cpp:2:7: is_cuda: is_cuda",
        "src/b\\n.cpp:1:10: kcuda: kCUDA", "src/b\\n.cpp:1:26: kcuda: kCUDA",
    ]  # fmt: skip


def test_the_table_has_a_row_a_file_and_every_allowance_and_exemption_with_its_reason() -> None:
    assert report_table(tree({**LISTED, **baseline(kcuda=3)}), LEG) == (
        "file         kcuda  is_cuda  cuda_inc  vt_ifdef  total\n"
        "src/a.cpp        1        1         0         0      2\n"
        "src/b\\n.cpp      2        0         0         0      2\n"
        "4 files          3        1         0         0      4\n"
        "baseline scripts/baseline.json: kcuda 3, is_cuda 0, cuda_inc 0, vt_ifdef 0\n"
        "\n"
        "allowed, not counted:\n"
        "  src/leg.cpp: kcuda: 2 of any number: the leg\n"
        "  src/c.cpp: kcuda: 0 of exactly 1: a key\n"
        "\n"
        "exempt, not counted:\n"
        "  src/c.cpp:2:1: vt_ifdef: #ifdef VT_X: A2: the types exist only there\n"
    )


def test_the_table_says_that_there_is_no_baseline() -> None:
    assert "no baseline at scripts/baseline.json" in report_table(tree({"src/a\udcff.cpp": "kCUDA"}), POLICY)
    assert "src/a\\xff.cpp" in report_table(tree({"src/a\udcff.cpp": "kCUDA"}), POLICY)
