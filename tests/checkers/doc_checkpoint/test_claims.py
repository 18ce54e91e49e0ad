"""Which changes claim something, and what pays for a claim."""

from __future__ import annotations

import pytest

from checkers.model import Status
from checkers.policy.globs import Globs
from checkers.policy.sections import Landing, Registrations, States
from checkers.repo.types import FileKind, MemorySnapshot, compare
from tests.checkers.doc_checkpoint.support import PAGES, PAID, judged, names, only, places, section, staged

HEADER = "include/vllm.h"
LOG = ".agents/benchmark-record.md"
MODELS = "src/vllm/model_executor/models/"
CALL = {HEADER: "int a(void);\n"}
CALLS = {HEADER: "int a(void);\nint b(void);\n"}
USAGE = "docs/USAGE.md"


@pytest.mark.parametrize(
    ("path", "owed"),
    [
        ("include/vllm.h", [USAGE]),
        ("include/vllm/deep/er.h", [USAGE]),
        ("examples/cli/main.cpp", [USAGE]),
        (".env.example", [USAGE]),
        (".agents/model-matrix.md", ["docs/FEATURES.md"]),
        (".agents/engine-matrix.md", []),
        ("include/other.h", []),
        ("src/vllm/other.cpp", []),
        ("old/include/vllm.h", []),
    ],
)
def test_a_path_puts_a_change_into_the_classes_that_its_patterns_name(path: str, owed: list[str]) -> None:
    for before, after in (({path: "x\n"}, {path: "y\n"}), ({}, {path: "y\n"}), ({path: "x\n"}, {})):
        verdict = judged(PAGES | before, PAGES | after)
        assert [finding.path for finding in verdict.findings] == owed
        assert all(path in finding.message for finding in verdict.findings)


@pytest.mark.parametrize("text", ["# Page\n\nCall b.\n", "# Other\n", "# Page\n\n```\ncode\n```\n", "# Page\n[b](b)\n"])
def test_a_document_that_says_something_new_pays(text: str) -> None:
    assert judged(PAGES | CALL, PAGES | CALLS | {USAGE: text}).status is Status.PASS


@pytest.mark.parametrize("text", ["# Page\n", "#  Page\n\n\n", "# Page\r\n", "", "\n"])
def test_a_document_that_says_nothing_new_does_not_pay(text: str) -> None:
    before = PAGES | CALL | ({} if text.strip() else {USAGE: ""})
    assert places(judged(before, PAGES | CALLS | {USAGE: text})) == [("surface-missing", USAGE)]


@pytest.mark.parametrize("new", ["[guide](new/guide.md)", "[guide](<new/guide.md>)", "[guide]( new )"])
def test_a_repaired_link_does_not_pay(new: str) -> None:
    before = PAGES | CALL | {USAGE: "See [guide](old/guide.md).\n"}
    verdict = judged(before, PAGES | CALLS | {USAGE: f"See {new}.\n"})
    assert "link targets" in only(verdict, "surface-missing").message


def test_a_document_that_is_new_pays() -> None:
    before = {path: text for path, text in PAGES.items() if path != USAGE} | CALL
    assert names(judged(before, PAGES | CALLS)) == []


def test_a_document_that_the_change_deletes_is_not_updated() -> None:
    after = {path: text for path, text in PAGES.items() if path != USAGE} | CALLS
    assert "deletes" in only(judged(PAGES | CALL, after), "surface-missing").message


def test_a_document_that_the_change_renames_is_not_updated() -> None:
    after = {path: text for path, text in PAGES.items() if path != USAGE} | CALLS | {"docs/HOW.md": PAGES[USAGE]}
    assert places(judged(PAGES | CALL, after)) == [("surface-missing", USAGE)]


def test_a_file_renamed_into_a_document_does_not_pay() -> None:
    rest = {path: text for path, text in PAGES.items() if path != USAGE}
    before = rest | CALL | {"docs/HOW.md": "# How\n"}
    assert places(judged(before, rest | CALLS | {USAGE: "# How\n"})) == [("surface-missing", USAGE)]


def test_a_link_in_place_of_a_document_does_not_pay() -> None:
    before = MemorySnapshot(PAGES | CALL)
    after = MemorySnapshot(PAGES | CALLS | {USAGE: "elsewhere.md"}, {USAGE: FileKind.SYMLINK})
    from checkers.doc_checkpoint import judge
    from checkers.model import SubjectKind
    from checkers.subject import Subject
    from tests.checkers.doc_checkpoint.support import policy

    subject = Subject(SubjectKind.STAGED, head=after, base=before, change=compare(before, after))
    assert places(judge(subject, policy(section()))) == [("surface-missing", USAGE)]


def test_a_surface_triggers_nothing() -> None:
    own = section(triggers={"user_usage": Globs.of(["docs/**"])})
    assert names(judged(PAGES, PAGES | {"docs/STATUS.md": "# New\n"}, own=own)) == []
    assert names(judged(PAGES, PAGES | {"docs/OTHER.md": "# New\n"}, own=own)) == ["surface-missing"]


@pytest.mark.parametrize("after", ["[a](new.md) b\n", "[a](old.md)\nb\n"])
def test_markdown_that_changes_in_targets_or_white_space_triggers_nothing(after: str) -> None:
    path = "include/vllm/README.md"
    assert names(judged(PAGES | {path: "[a](old.md) b\n"}, PAGES | {path: after})) == []
    assert names(judged(PAGES | {path: "[a](old.md) b\n"}, PAGES | {path: "[a](old.md) c\n"})) == ["surface-missing"]


def test_code_that_changes_in_white_space_triggers() -> None:
    assert names(judged(PAGES | CALL, PAGES | {HEADER: "int  a(void);\n"})) == ["surface-missing"]


def test_one_document_that_several_paths_owe_is_one_finding() -> None:
    verdict = judged(PAGES, PAGES | CALLS | {"include/vllm/x.h": "x\n", "CMakeLists.txt": "y\n"})
    message = only(verdict, "surface-missing").message
    assert all(path in message for path in (HEADER, "include/vllm/x.h", "CMakeLists.txt"))


def test_a_message_names_a_dozen_reasons_and_counts_the_rest() -> None:
    verdict = judged(PAGES, PAGES | {f"include/vllm/{number:03}.h": "x\n" for number in range(40)})
    message = only(verdict, "surface-missing").message
    assert "include/vllm/011.h and 28 more" in message


@pytest.mark.parametrize(
    ("before", "after", "owes"),
    [
        ("27B: 41 tok/s\n", "27B: 42 tok/s\n", True),
        ("27B: 41 tok/s\n", "27B: 41 tok/s\n\n9B: 80 tok/s\n", True),
        ("27B: 41 tok/s\n", None, True),
        (None, "27B: 41 tok/s\n", True),
        ("27B, see [log](a)\n", "27B, see [log](b)\n", False),
        ("27B: 41 tok/s\n", "27B:   41\ntok/s\n", False),
        ("27B `[41](a)`\n", "27B `[41](b)`\n", True),
        (None, "\n", False),
    ],
)
def test_a_measurement_is_a_claim_unless_it_only_moves_links(before: str | None, after: str | None, owes: bool) -> None:
    old = PAGES | ({LOG: before} if before is not None else {})
    new = PAGES | ({LOG: after} if after is not None else {})
    verdict = judged(old, new)
    assert [path for _, path in places(verdict)] == (["docs/BENCHMARKS.md", "docs/STATUS.md"] if owes else [])
    assert verdict.population["measurements"] == owes
    assert names(judged(old, new | PAID)) == []


@pytest.mark.parametrize(("after", "owes"), [('{"a":1}', False), ('{"a": 2}', True)])
def test_a_measurement_may_be_another_kind_of_file(after: str, owes: bool) -> None:
    own = section(measurements=Globs.of(["bench/*.json"]))
    verdict = judged(PAGES | {"bench/a.json": '{"a": 1}\n'}, PAGES | {"bench/a.json": after}, own=own)
    assert bool(verdict.findings) is owes


FEATURES = [("surface-missing", "docs/FEATURES.md")]


@pytest.mark.parametrize(
    ("before", "after", "owes"),
    [
        ({"a.cpp": "REGISTER_VLLM_MODEL(A);"}, {"a.cpp": "REGISTER_VLLM_MODEL(A); int x;"}, False),
        ({"a.cpp": "REGISTER_VLLM_MODEL(A);"}, {"a.cpp": "REGISTER_VLLM_MODEL( A );"}, False),
        ({"a.cpp": "REGISTER_VLLM_MODEL(A);"}, {"a.cpp": "REGISTER_VLLM_MODEL(A); // REGISTER_VLLM_MODEL(B)"}, False),
        ({"a.cpp": "REGISTER_VLLM_MODEL(A);"}, {"b.cpp": "REGISTER_VLLM_MODEL(A);"}, False),
        ({"a.cpp": "REGISTER_VLLM_MODEL(A);"}, {"a.cpp": "\n#if 0\nREGISTER_VLLM_MODEL(A);\n#endif\n"}, True),
        ({"a.cpp": "REGISTER_VLLM_MODEL(A);"}, {"a.cpp": "REGISTER_VLLM_MODEL(B);"}, True),
        ({"a.cpp": "REGISTER_VLLM_MODEL(A);"}, {"a.cpp": "REGISTER_VLLM_MODEL(A, 1);"}, True),
        ({"a.cpp": "REGISTER_VLLM_MODEL(A);"}, {}, True),
        ({}, {"a.cpp": "REGISTER_VLLM_MODEL(A);"}, True),
        ({}, {"deep/a.cu": "REGISTER_VLLM_MODEL(A);"}, True),
        ({}, {"README.md": "REGISTER_VLLM_MODEL(A);"}, False),
        ({}, {"../a.cpp": "REGISTER_VLLM_MODEL(A);"}, False),
        (
            {"a.cpp": "REGISTER_VLLM_MODEL(A);"},
            {"a.cpp": "REGISTER_VLLM_MODEL(A);", "b.cpp": "REGISTER_VLLM_MODEL(A);"},
            False,
        ),
    ],
)
def test_a_change_of_the_registered_models_owes_the_feature_page(
    before: dict[str, str], after: dict[str, str], owes: bool
) -> None:
    def tree(files: dict[str, str]) -> dict[str, str]:
        return PAGES | {(MODELS + name).replace("models/../", ""): text for name, text in files.items()}

    assert places(judged(tree(before), tree(after))) == (FEATURES if owes else [])


def test_a_registration_is_named_with_its_file() -> None:
    verdict = judged(PAGES, PAGES | {MODELS + "a.cpp": "REGISTER_VLLM_MODEL(A);"})
    assert f"{MODELS}a.cpp registers A" in only(verdict, "surface-missing").message


def test_another_macro_may_register() -> None:
    own = section(registrations=Registrations(Globs.of(["lib/**"]), "ADD"))
    assert places(judged(PAGES, PAGES | {"lib/a.c": "ADD(x)"}, own=own)) == FEATURES


@pytest.mark.parametrize(
    ("changed", "licensed"),
    [
        ({"docs/STATUS.md": "# New\n"}, False),
        ({}, False),
        ({"src/x.cpp": "x\n"}, False),
        ({".agents/mission.md": "# Mission\n"}, True),
        ({"docs/QUICKSTART.md": "# Start\n"}, True),
        ({"benchmarks/demo/a.json": "1\n"}, True),
        ({"benchmarks/demo/deep/a.json": "1\n"}, False),
    ],
)
def test_the_landing_page_changes_with_what_it_sums_up(changed: dict[str, str], licensed: bool) -> None:
    before = PAGES | {"README.md": "# Engine\n"}
    verdict = judged(before, before | {"README.md": "# Engine\n\nFaster!\n"} | changed)
    assert ("unlicensed-landing" in names(verdict)) is not licensed


@pytest.mark.parametrize(
    ("sources", "named"), [(["a.md", "b/*.json"], "a.md, b/*.json"), ([], "the policy names no source")]
)
def test_what_the_landing_page_sums_up_is_named(sources: list[str], named: str) -> None:
    own = section(landing=Landing("README.md", Globs.of(sources)))
    (found,) = judged({"README.md": "a\n"}, {"README.md": "b\n"}, own=own).findings
    assert found.message == f"this commit changes README.md and nothing that README.md sums up: {named}"


@pytest.mark.parametrize("text", ["# Engine [a](new)\n", "#  Engine\n[a](old)\n"])
def test_a_repaired_link_of_the_landing_page_needs_no_licence(text: str) -> None:
    assert names(judged({"README.md": "# Engine [a](old)\n"}, {"README.md": text})) == []


def test_a_source_whose_links_were_repaired_licenses_nothing() -> None:
    before = {"README.md": "# Engine\n", ".agents/mission.md": "[a](old)\n"}
    after = {"README.md": "# Faster\n", ".agents/mission.md": "[a](new)\n"}
    assert names(judged(before, after)) == ["unlicensed-landing"]


def test_a_landing_page_that_the_change_owes_needs_no_other_licence() -> None:
    own = section(surfaces={"user_usage": ("README.md",)})
    assert names(judged(CALL | {"README.md": "a\n"}, CALLS | {"README.md": "b\n"}, own=own)) == []


def test_classes_may_have_other_names() -> None:
    own = section(
        tables=Globs.of([]),
        measurements=Globs.of([]),
        registrations=None,
        landing=None,
        spec=None,
        surfaces={"checkpoint": ("README.md", "docs/LOG.md")},
        triggers={"checkpoint": Globs.of(["src/**"])},
        states=States(frozenset(), frozenset(), frozenset()),
    )
    verdict = judged({"src/a": "1"}, {"src/a": "2"}, own=own)
    assert places(verdict) == [("surface-missing", "README.md"), ("surface-missing", "docs/LOG.md")]
    assert names(judged({"src/a": "1"}, {"src/a": "2", "README.md": "x", "docs/LOG.md": "y"}, own=own)) == []


def test_a_class_without_surfaces_owes_nothing() -> None:
    own = section(surfaces={"lifecycle": ()})
    assert names(judged(PAGES | CALL, PAGES | CALLS, own=own)) == []


def test_the_index_is_judged_as_one_change() -> None:
    verdict = staged(PAGES | CALL, PAGES | CALLS)
    found = only(verdict, "surface-missing")
    assert (found.commit, found.path) == (None, USAGE)
    assert "stage" in found.help
    assert verdict.examined == "the staged change, 0 rows moved, 0 of 1 document paid"
    assert verdict.population["commits"] == 0


def test_names_that_are_not_utf_8_are_named() -> None:
    verdict = judged(PAGES, PAGES | {"include/vllm/\udcff\n.h": "x"})
    assert "include/vllm/\udcff" in only(verdict, "surface-missing").message
