"""From snapshots to verdicts: populations, the allowlist, blame by difference, the positive control."""

from __future__ import annotations

import time
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from checkers.attention_rung import RULES, judge
from checkers.errors import MissingObjectError
from checkers.model import Severity, Status, SubjectKind
from checkers.policy.globs import Globs
from checkers.policy.load import preset_policy
from checkers.repo.types import FileKind, MemorySnapshot
from checkers.subject import Subject
from tests.checkers.attention_rung.judging import (
    FAST,
    LIST,
    REASON,
    TOWER,
    brief,
    change,
    errors,
    judged,
    section,
    source,
    tree,
)
from tests.support.timing import assert_in_proportion, at_most

NAIVE = "void F() { vt::Attention(q); }\n"
MARKED = f"// VT-ATTN-NAIVE: {REASON}\n{NAIVE}"
BY_DIFFERENCE = [SubjectKind.RANGE, SubjectKind.COMMIT, SubjectKind.STAGED]


def test_a_finding_says_what_and_where_and_what_to_do() -> None:
    verdict = source("void F() {\n  auto é = 1; vt::Attention(q);\n}\n")
    (finding,) = verdict.findings
    assert finding.rule == "attention-rung/unmarked-use"
    assert finding.message == "vt::Attention is called without a recorded reason"
    assert finding.help == (
        "call vt::AttentionDenseFlash or vt::PagedAttention, or record why the naive kernel is meant: "
        "// VT-ATTN-NAIVE: <reason>"
    )
    assert finding.span is not None
    assert (finding.span.line, finding.span.column, finding.span.end_line, finding.span.end_column) == (2, 15, 2, 28)
    assert (finding.path, finding.commit, finding.site) == (TOWER, None, "auto é = 1; vt::Attention(q);")
    assert verdict.status is Status.FAIL


def test_a_use_that_is_no_call_is_named_so() -> None:
    assert source("auto f = &vt::Attention;\n").findings[0].message == "vt::Attention is used without a recorded reason"


def test_help_without_fast_kernels_asks_for_a_reason() -> None:
    assert source(NAIVE, fast=()).findings[0].help.startswith("record why")


def test_the_population_counts_files_uses_reasons_and_excuses() -> None:
    verdict = tree(
        {
            "engine/a.cpp": NAIVE + FAST,
            "engine/b.h": MARKED,
            "engine/c.cu": NAIVE + MARKED,
            "engine/d.txt": NAIVE,
            "elsewhere/e.cpp": NAIVE,
            LIST: "c\n",
        }
    )
    assert verdict.population == {"files": 3, "sites": 4, "marked": 2, "excused": 1, "fast": 1}
    assert verdict.examined == "4 uses in 3 files, 2 with a reason, 1 excused"
    assert verdict.notes == ("1 call in allowlisted files carries no reason: c",)


def test_links_are_no_sources_and_no_headers() -> None:
    verdict = tree(
        {TOWER: FAST, "engine/link.cpp": NAIVE, "engine/models/k.h": "x"},
        {"engine/link.cpp": FileKind.SYMLINK, "engine/models/k.h": FileKind.SYMLINK},
    )
    assert verdict.population["files"] == 1
    assert verdict.status is Status.PASS


def test_headers_are_read_for_names_but_not_judged() -> None:
    verdict = tree(
        {TOWER: '#include "k.h"\nvoid F() { K(q); }\n', "lib/k.h": "#define K vt::Attention\n"}, include_roots=["lib"]
    )
    assert errors(verdict) == [("unmarked-use", 2)]
    assert verdict.population["files"] == 1


@pytest.mark.parametrize("kind", [SubjectKind.RANGE, SubjectKind.COMMIT, SubjectKind.STAGED])
@pytest.mark.parametrize(("key", "empty"), [("sources", Globs(())), ("suffixes", frozenset()), ("naive", ())])
def test_a_policy_under_which_nothing_can_be_found_is_a_skip_that_names_the_key(
    key: str, empty: object, kind: SubjectKind
) -> None:
    for verdict in (source(FAST, **{key: empty}), change({}, {"docs/a.md": ""}, kind, **{key: empty})):
        assert verdict.status is Status.SKIP
        assert verdict.reason == f"attention_rung.{key} is empty, so nothing can be found; name there what the tree has"


@pytest.mark.parametrize("text", ["", "void F() {}\n", "void F() { kernels::Attn(q); }\n", "// vt::Attention(q)\n"])
def test_a_scan_that_finds_nothing_is_a_skip(text: str) -> None:
    verdict = source(text)
    assert verdict.status is Status.SKIP
    assert verdict.reason == (
        "nothing that looks like attention was found: do `sources` and `fast` still name this tree?"
    )


def test_a_tree_without_sources_is_a_skip() -> None:
    assert tree({"README.md": "x"}).status is Status.SKIP


def test_an_unknown_entry_fails_even_where_nothing_else_is_found() -> None:
    assert errors(tree({TOWER: "", LIST: "gone\n"})) == [("unknown-stem", 1)]


def test_the_allowlist_takes_comments_blanks_and_any_line_end() -> None:
    text = "\ufeff# in flight\r\n\r\n  tower  # being rerouted\r\n\ttower2\r\n"
    verdict = tree({TOWER: NAIVE, "engine/tower2.h": FAST, LIST: text})
    assert verdict.population["excused"] == 1
    assert brief(verdict.findings) == [("stale-stem", "note", 4)]
    assert verdict.status is Status.PASS


def test_an_entry_excuses_every_file_of_that_stem() -> None:
    verdict = tree({TOWER: NAIVE, "engine/models/tower.h": NAIVE, "engine/tower.x.cpp": NAIVE, LIST: "tower\n"})
    assert verdict.population["excused"] == 2
    assert [finding.path for finding in verdict.findings] == ["engine/tower.x.cpp"]


def test_an_entry_excuses_stubs_too_but_what_is_marked_is_marked() -> None:
    stub = "void G() { vt::Attention(q); }  // VT-ATTN-NAIVE: todo\n"
    verdict = tree({TOWER: stub + MARKED, LIST: "tower\n"})
    assert verdict.findings == ()
    assert (verdict.population["marked"], verdict.population["excused"]) == (1, 1)


def test_a_stale_entry_whose_uses_all_have_reasons_is_a_note() -> None:
    assert brief(tree({TOWER: MARKED, LIST: "tower\n"}).findings) == [("stale-stem", "note", 1)]


def test_a_policy_without_allowlist_reads_none() -> None:
    assert errors(tree({TOWER: NAIVE, LIST: "tower\n"}, allowlist=None)) == [("unmarked-use", 1)]


@pytest.mark.parametrize("kind", BY_DIFFERENCE)
def test_a_use_that_the_base_has_is_a_warning(kind: SubjectKind) -> None:
    verdict = change({TOWER: NAIVE}, {TOWER: "int x;\n\n" + NAIVE}, kind)
    assert brief(verdict.findings) == [("unmarked-use", "warning", 3)]
    assert verdict.status is Status.PASS


@pytest.mark.parametrize("kind", BY_DIFFERENCE)
def test_a_use_that_the_change_brings_is_an_error(kind: SubjectKind) -> None:
    verdict = change({TOWER: NAIVE}, {TOWER: NAIVE + "auto g = vt::Attention;\n"}, kind)
    assert brief(verdict.findings) == [("unmarked-use", "warning", 1), ("unmarked-use", "error", 2)]


@pytest.mark.parametrize("kind", BY_DIFFERENCE)
def test_one_more_of_the_same_line_is_an_error(kind: SubjectKind) -> None:
    before = "void F() {\n  vt::Attention(q);\n}\n"
    verdict = change({TOWER: before}, {TOWER: before + before}, kind)
    assert sorted(severity for _, severity, _ in brief(verdict.findings)) == ["error", "warning"]


@pytest.mark.parametrize("kind", BY_DIFFERENCE)
def test_taking_a_reason_away_brings_a_use_without_one(kind: SubjectKind) -> None:
    assert errors(change({TOWER: MARKED}, {TOWER: NAIVE}, kind)) == [("unmarked-use", 1)]


def test_a_comment_beside_a_use_does_not_make_it_new() -> None:
    verdict = change({TOWER: NAIVE}, {TOWER: NAIVE.replace("\n", "  // slow\n")})
    assert errors(verdict) == []


def test_a_stub_in_place_of_nothing_is_the_changes_own() -> None:
    stub = NAIVE.replace("\n", "  // VT-ATTN-NAIVE: todo\n")
    assert errors(change({TOWER: NAIVE}, {TOWER: stub})) == [("stub-reason", 1)]
    assert errors(change({TOWER: stub}, {TOWER: stub + FAST})) == []


@pytest.mark.parametrize("kind", BY_DIFFERENCE)
def test_a_renamed_file_brings_nothing(kind: SubjectKind) -> None:
    assert errors(change({TOWER: NAIVE}, {"engine/models/renamed.cpp": NAIVE}, kind)) == []


@pytest.mark.parametrize("kind", BY_DIFFERENCE)
def test_a_use_moved_between_files_that_stay_is_one_that_the_base_has(kind: SubjectKind) -> None:
    verdict = change({TOWER: NAIVE, "engine/b.cpp": FAST}, {TOWER: FAST, "engine/b.cpp": NAIVE}, kind)
    assert brief(verdict.findings) == [("unmarked-use", "warning", 1)]


@pytest.mark.parametrize("kind", BY_DIFFERENCE)
@pytest.mark.parametrize("left_behind", [NAIVE, MARKED], ids=["copied", "its source marked"])
def test_a_use_that_its_source_keeps_is_new_where_it_arrives(kind: SubjectKind, left_behind: str) -> None:
    verdict = change({TOWER: NAIVE, "engine/b.cpp": FAST}, {TOWER: left_behind + FAST, "engine/b.cpp": NAIVE}, kind)
    assert [finding.path for finding in verdict.findings if finding.severity is Severity.ERROR] == ["engine/b.cpp"]


@pytest.mark.parametrize("kind", BY_DIFFERENCE)
def test_one_use_that_moved_does_not_pay_for_two(kind: SubjectKind) -> None:
    before = {TOWER: NAIVE, "engine/a.cpp": FAST, "engine/b.cpp": FAST}
    verdict = change(before, {TOWER: FAST, "engine/a.cpp": NAIVE, "engine/b.cpp": NAIVE}, kind)
    assert sorted(finding.severity.value for finding in verdict.findings) == ["error", "warning"]


def test_a_macro_in_a_header_outside_brings_uses_into_files_that_did_not_change() -> None:
    before = {TOWER: '#include "k.h"\nvoid F() { K(q); }\n', "engine/k.h": "#define K vt::PagedAttention\n"}
    after = before | {"engine/k.h": "#define K vt::Attention\n"}
    assert errors(change(before, after)) == [("unmarked-use", 1), ("unmarked-use", 2)]


@pytest.mark.parametrize("kind", BY_DIFFERENCE)
def test_what_the_change_adds_to_the_allowlist_excuses_nothing_in_it(kind: SubjectKind) -> None:
    verdict = change({TOWER: FAST, LIST: ""}, {TOWER: NAIVE, LIST: "tower\n"}, kind)
    assert errors(verdict) == [("unmarked-use", 1)]
    assert any(LIST in note and "tower" in note for note in verdict.notes)


def since(earlier: MemorySnapshot) -> tuple[str, ...]:
    """What is noted over a tree whose list excuses the tower, beside an earlier one."""
    head = MemorySnapshot({TOWER: NAIVE, LIST: "tower\n"})
    return judged(Subject(SubjectKind.TREE, head, earlier=earlier, earlier_sha="0123456789" * 4)).notes


def test_a_tree_whose_allowlist_grew_is_told_what_its_change_will_be_told() -> None:
    assert since(MemorySnapshot({TOWER: FAST, LIST: "other\n"}))[-1] == (
        f"{LIST}: what came since 012345678 excuses nothing in a run with --base: tower"
    )


@pytest.mark.parametrize("text", ["tower\n", "tower\nother\n", None])
def test_an_allowlist_that_is_new_or_shrank_did_not_grow(text: str | None) -> None:
    earlier = {TOWER: FAST} | ({LIST: text} if text is not None else {})
    assert len(since(MemorySnapshot(earlier))) == 1


def test_an_earlier_allowlist_that_git_cannot_give_is_done_without() -> None:
    class Lacking(MemorySnapshot):
        def read(self, path: str) -> bytes | None:
            raise MissingObjectError(path)

    assert len(since(Lacking({LIST: ""}))) == 1


@pytest.mark.parametrize("kind", BY_DIFFERENCE)
def test_the_bases_list_excuses(kind: SubjectKind) -> None:
    verdict = change({TOWER: FAST, LIST: "tower\n"}, {TOWER: NAIVE, LIST: ""}, kind)
    assert errors(verdict) == []
    assert verdict.population["excused"] == 1
    assert any(LIST in note for note in verdict.notes)


@pytest.mark.parametrize("kind", [SubjectKind.RANGE, SubjectKind.COMMIT])
def test_the_heads_list_is_judged(kind: SubjectKind) -> None:
    verdict = change({TOWER: NAIVE, LIST: "tower\n"}, {TOWER: FAST, LIST: "tower\nmispelt\n"}, kind)
    assert brief(verdict.findings) == [("stale-stem", "note", 1), ("unknown-stem", "error", 2)]


def test_the_index_is_judged_by_the_files_that_the_change_touches() -> None:
    before = {TOWER: NAIVE, "engine/b.cpp": FAST, "engine/c.cpp": FAST}
    verdict = change(before, before | {"engine/b.cpp": FAST + NAIVE}, SubjectKind.STAGED)
    assert verdict.population["files"] == 1
    assert [(finding.path, finding.severity.value) for finding in verdict.findings] == [("engine/b.cpp", "error")]


def test_an_index_that_touches_no_source_passes() -> None:
    before = {TOWER: NAIVE, "README.md": "a", LIST: "gone\n"}
    verdict = change(before, before | {"README.md": "b"}, SubjectKind.STAGED)
    assert (verdict.status, verdict.population["files"]) == (Status.PASS, 0)


def test_an_index_that_touches_the_list_is_judged_for_it() -> None:
    verdict = change({TOWER: NAIVE}, {TOWER: NAIVE, LIST: "mispelt\n"}, SubjectKind.STAGED)
    assert errors(verdict) == [("unknown-stem", 1)]


def test_an_index_that_deletes_an_allowlisted_file_leaves_an_unknown_entry() -> None:
    verdict = change(
        {TOWER: NAIVE, "engine/b.cpp": FAST, LIST: "tower\n"},
        {"engine/b.cpp": FAST, LIST: "tower\n"},
        SubjectKind.STAGED,
    )
    assert errors(verdict) == [("unknown-stem", 1)]


def test_the_control_of_the_index_may_lie_in_files_that_the_change_leaves_alone() -> None:
    before = {TOWER: FAST, "engine/b.cpp": "int x;\n"}
    assert change(before, before | {"engine/b.cpp": "int y;\n"}, SubjectKind.STAGED).status is Status.PASS
    before = {TOWER: "", "engine/b.cpp": "int x;\n"}
    assert change(before, before | {"engine/b.cpp": "int y;\n"}, SubjectKind.STAGED).status is Status.SKIP


def test_an_unborn_head_is_an_empty_base() -> None:
    assert errors(change({}, {TOWER: NAIVE}, SubjectKind.STAGED)) == [("unmarked-use", 1)]


def test_unread_code_is_an_error_and_a_warning_where_the_base_has_it() -> None:
    text = FAST + "/* open\nvoid F() { vt::Attention(q); }\n"
    assert errors(source(text)) == [("unread-code", 3)]
    assert brief(change({TOWER: text}, {TOWER: "int x;\n" + text}).findings) == [("unread-code", "warning", 4)]


@pytest.mark.parametrize(
    ("fast", "said"),
    [
        ((), "record why"),
        (("a::b",), "call a::b, or record why"),
        (("a::b", "c"), "call a::b or c, or record why"),
        (("a::b", "c", "d"), "call a::b, c or d, or record why"),
    ],
)
def test_the_help_names_the_fast_kernels_as_a_sentence_does(fast: tuple[str, ...], said: str) -> None:
    assert source(NAIVE, fast=fast).findings[0].help.startswith(said)


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_the_examples_of_every_page_behave_under_the_preset_as_it_says(rule) -> None:  # type: ignore[no-untyped-def]
    policy = preset_policy()
    assert policy.attention_rung is not None
    assert policy.attention_rung.allowlist is not None
    for text, is_found in ((rule.failing, True), (rule.mended, False)):
        files = {"src/vllm/model_executor/models/tower.cpp": text}
        if rule.id.endswith("-stem"):
            kernel = "vt::Attention" if "unknown" in rule.id else "vt::AttentionDenseFlash"
            files = dict.fromkeys(files, f"void F() {{ {kernel}(q); }}\n") | {policy.attention_rung.allowlist: text}
        verdict = judge(Subject(SubjectKind.TREE, MemorySnapshot(files)), policy)
        assert (rule.id in {finding.rule for finding in verdict.findings}) is is_found
        if not is_found:
            assert errors(verdict) == []


def test_the_section_of_another_tree_needs_no_other_code() -> None:
    text = "void f() {\n  // ATTN-REF: golden arm of the test\n  ggx::attn_ref(q);\n  ggx::attn_ref(q);\n}\n"
    verdict = source(text, naive=("ggx::attn_ref",), fast=(), marker="ATTN-REF", min_reason_chars=10)
    assert errors(verdict) == [("unmarked-use", 4)]
    assert section().marker == "VT-ATTN-NAIVE"


NOISE = ["", "// a remark", "/* a remark\n over lines */", "int unrelated;", "// see vt::Attention", "#pragma once"]
LINES = [
    "void A() {",
    "  vt::Attention(q);",
    f"  // VT-ATTN-NAIVE: {REASON}",
    "  vt::Attention(r);",
    "  vt::PagedAttention(q);",
    "}",
    "using vt::Attention;",
    "auto f = Attention;",
]


@given(st.lists(st.tuples(st.integers(0, len(LINES)), st.sampled_from(NOISE)), max_size=6))
@settings(max_examples=60, deadline=None)
def test_comments_blank_lines_and_other_files_change_no_verdict(noise: list[tuple[int, str]]) -> None:
    lines = list(LINES)
    for at, text in sorted(noise, reverse=True):
        lines.insert(at if at != 3 else 2, text)
    plain, noisy = tree({TOWER: "\n".join(LINES)}), tree({TOWER: "\n".join(lines), "engine/b.cpp": "int y;\n"})
    assert [(f.rule, f.fingerprint) for f in plain.findings] == [(f.rule, f.fingerprint) for f in noisy.findings]
    assert {**noisy.population, "files": 1} == {**plain.population}


@given(st.binary(max_size=300))
@settings(max_examples=150, deadline=None)
def test_no_bytes_crash_it(data: bytes) -> None:
    source(data)
    source(b"#define K vt::Attention\n" + data + b"\nvoid F() { K(q); }")
    source(data + b" vt::Attention(q) " + data)


@given(st.lists(st.sampled_from(
    ["vt", "::", "Attention", "(", ")", "{", "}", "<", ">", ";", ",", "using", "namespace", "struct", "template", "=",
     "[", "]", "\n#if A\n", "\n#else\n", "\n#endif\n", "\n#define K vt::Attention\n", "K", "auto", "x", ":", "requires",
     "/*", "*/", "\"", "\\\n", "##", "operator", "->", "if", "(false)", "// VT-ATTN-NAIVE: a reason that is long\n"]
), max_size=60))  # fmt: skip
@settings(max_examples=200, deadline=None)
def test_no_tokens_crash_it(tokens: list[str]) -> None:
    source(" ".join(tokens))


def test_every_qualified_mention_in_random_rubble_is_found_or_explained() -> None:
    random = Random(7)
    pieces = [
        "(",
        ")",
        "{",
        "}",
        "[",
        "]",
        ";",
        "x",
        "= y",
        "if (a)",
        "template <",
        ">",
        "struct T",
        "namespace n",
        "\n",
    ]
    for _ in range(150):
        rubble = [" ".join(random.choices(pieces, k=15)) for _ in range(2)]
        text = f"void F() {{ {rubble[0]} ; vt::Attention(q); {rubble[1]}\n"
        verdict = source(text)
        assert verdict.population["sites"] + len(verdict.findings) > 0, text


@pytest.mark.growth
def test_large_files_and_long_lines_are_read_in_seconds() -> None:
    filler = b"int f(int a) { return a + 1; }\n" * 40_000
    with at_most(seconds=60):
        assert errors(source(filler + b"void F() { vt::Attention(q); }\n")) == [("unmarked-use", 40_001)]
        assert errors(source(filler.replace(b"\n", b" ")[:1_000_000] + b"; auto f = vt::Attention; \0")) != []


@pytest.mark.growth
def test_many_uses_on_one_line_take_time_in_proportion() -> None:
    assert_in_proportion(lambda size: source("void F() { " + "vt::Attention(q); " * size + "}\n"), 1_000)


@pytest.mark.growth
@pytest.mark.parametrize(
    "text",
    [
        "/* VT-ATTN-NAIVE: a reason that is long */ vt::Attention(q); ",
        "vt::Attention(q); /* VT-ATTN-NAIVE: a reason that is long */ ",
        "int i = 0; /* VT-ATTN-NAIVE: a reason that is long */ ",
    ],
)
def test_many_markers_on_one_line_take_time_in_proportion(text: str) -> None:
    assert_in_proportion(lambda size: source("void F() { " + text * size + "}\n"), 1_000)


@pytest.mark.growth
@pytest.mark.parametrize(
    ("opening", "size"),
    [
        ("auto l = [&] { ", 1_000),
        ("{ ", 1_000),
        ("if (a) { ", 1_000),
        ("struct S { ", 1_000),
        ("f(", 1_000),
        ("vt::Attention(", 1_000),
        ("vt::Attention<", 1_000),
        ("vt::Attention::", 1_000),
        ("if (a) { // VT-ATTN-NAIVE: a reason that is long\n", 1_000),
        ("f(vt::Attention, [&] { /* VT-ATTN-NAIVE: a reason that is long */ ", 500),
        ("\n#if A\n", 1_000),
        ("\n#if A\nx;\n#else\n", 1_000),
    ],
)
def test_uses_below_each_other_take_time_in_proportion(opening: str, size: int) -> None:
    assert_in_proportion(
        lambda size: source("void F() {" + (opening + "vt::Attention(q); ") * size + "}; " * size + "}\n"), size
    )


@pytest.mark.growth
@pytest.mark.parametrize(
    "piece",
    ["namespace { Attention(q); ", "namespace { void m::S::F() { Attention(q); ", "using namespace n; Attention(q); "],
)
def test_declarations_and_uses_in_turns_are_read_in_seconds(piece: str) -> None:
    start = time.process_time()
    source(piece * 100)
    assert time.process_time() - start < 20


@pytest.mark.growth
def test_markers_far_from_the_many_uses_of_their_statement_take_time_in_proportion() -> None:
    marker = "/* VT-ATTN-NAIVE: a reason that is long */\n"
    assert_in_proportion(
        lambda size: source("auto x = f(" + "vt::Attention,\n" * size + "\n" * 40 + marker * size + ");\n"), 300
    )
