"""Which policy decides: the base's, then the preset's, and only then what the change brings."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from checkers.errors import PolicyError
from checkers.model import SubjectKind
from checkers.policy.load import parse_policy, preset_policy
from checkers.policy.select import POLICY_FILE, Selected, Side, select_for_change, select_for_tree, select_policy
from checkers.repo.types import FileKind, MemorySnapshot, compare
from checkers.subject import Subject

Files = Mapping[str, str | bytes]

HEAD, BASE = "b" * 40, "a" * 40
LOOSE = "version: 1\nattention_rung: {window_lines: 9}\n"
STRICT = "version: 1\nattention_rung: {window_lines: 2}\n"
OTHER_TREE = "version: 1\nextends: none\nissue_index: {path: i.md, issue: '#(?P<number>[0-9]+)'}\n"
BROKEN = "version: 1\nattention_rung:\n  sourcs: []\n"
PRESET_TREE = {"src/vllm/a.cpp": ""}


def change(before: Files, after: Files, kind: SubjectKind = SubjectKind.RANGE) -> Subject:
    base, head = MemorySnapshot(before), MemorySnapshot(after)
    return Subject(kind, head, base, compare(base, head), head_sha=HEAD, base_sha=BASE, merge_base=BASE)


def with_policy(text: str | None, files: Files) -> Files:
    return dict(files) if text is None else {**files, POLICY_FILE: text}


def window(selected: Selected) -> int:
    assert selected.policy.attention_rung
    return selected.policy.attention_rung.window_lines


def test_a_tree_is_judged_by_its_own_file() -> None:
    selected = select_policy(Subject(SubjectKind.TREE, MemorySnapshot({POLICY_FILE: LOOSE})))
    assert (window(selected), selected.policy.source, selected.notes) == (9, POLICY_FILE, ())


@pytest.mark.parametrize("kind", [SubjectKind.TREE, SubjectKind.STAGED, SubjectKind.COMMIT, SubjectKind.MESSAGE])
def test_the_preset_holds_where_there_is_no_file(kind: SubjectKind) -> None:
    assert select_policy(Subject(kind, MemorySnapshot({}))) == Selected(preset_policy())


def test_the_index_is_judged_by_the_file_in_it_and_not_by_head_s() -> None:
    selected = select_policy(change({POLICY_FILE: STRICT}, {POLICY_FILE: LOOSE}, SubjectKind.STAGED))
    assert (window(selected), selected.policy.source) == (9, POLICY_FILE)


def test_a_message_is_judged_by_the_file_on_disk() -> None:
    subject = Subject(SubjectKind.MESSAGE, work_tree=MemorySnapshot({POLICY_FILE: LOOSE}))
    assert window(select_policy(subject)) == 9


@pytest.mark.parametrize(
    ("kind", "base"),
    [(SubjectKind.RANGE, "merge base aaaaaaaaaaaa"), (SubjectKind.COMMIT, "first parent aaaaaaaaaaaa")],
)
def test_a_change_is_judged_by_the_file_at_its_base(kind: SubjectKind, base: str) -> None:
    selected = select_policy(change({POLICY_FILE: STRICT}, {POLICY_FILE: LOOSE}, kind))
    assert window(selected) == 2
    assert selected.policy.source == f"aaaaaaaaaaaa:{POLICY_FILE}"
    (note,) = selected.notes
    assert note.startswith(f"this change edits {POLICY_FILE}: the one at the {base} decided")
    assert "the judged do not choose the judge" in note
    assert selected.policy.head
    assert selected.policy.head.attention_rung
    assert selected.policy.head.attention_rung.window_lines == 9


def test_a_refused_file_at_the_base_names_the_way_to_judge_the_change_that_mends_it() -> None:
    with pytest.raises(PolicyError) as refusal:
        select_policy(change({POLICY_FILE: BROKEN}, {POLICY_FILE: LOOSE}))
    assert str(refusal.value) == (
        f"aaaaaaaaaaaa:{POLICY_FILE}:3: attention_rung.sourcs is no key here; did you mean sources? "
        f"(the one at the merge base decides; to judge the change that mends it: --policy {POLICY_FILE})"
    )
    assert window(select_policy(change({POLICY_FILE: BROKEN}, {}), (POLICY_FILE, LOOSE.encode()))) == 9


@pytest.mark.parametrize("tree", [{}, PRESET_TREE])
def test_a_change_that_leaves_the_policy_alone_is_told_nothing(tree: Files) -> None:
    selected = select_policy(change(with_policy(STRICT, {}), with_policy(STRICT, tree)))
    assert (window(selected), selected.notes, selected.policy.head) == (2, (), None)


def test_a_change_that_deletes_the_policy_is_judged_by_it() -> None:
    selected = select_policy(change({POLICY_FILE: STRICT}, {}))
    assert window(selected) == 2
    assert f"this change deletes {POLICY_FILE}" in selected.notes[0]
    assert selected.policy.head == preset_policy()


@pytest.mark.parametrize(
    "tree",
    [
        {"src/vllm/a.cpp": ""},
        {"include/vllm/x/y.h": ""},
        {"src/vllm/model_executor/models/m.cpp": ""},
        {".agents/roadmap_v1.md": ""},
        {".agents/issue-index.md": ""},
    ],
)
def test_the_preset_holds_over_a_change_that_brings_the_first_policy_of_its_tree(tree: Files) -> None:
    selected = select_policy(change(tree, with_policy("version: 1\nextends: none\n", tree)))
    assert selected.policy.source == "preset:vllm-cpp"
    (note,) = selected.notes
    assert note.startswith(f"this change adds {POLICY_FILE}: the preset vllm-cpp decided")
    assert "counts from the next change on (--policy .redfirst.yml judges this change by it)" in note
    assert selected.policy.head
    assert selected.policy.head.device_leakage is None


@pytest.mark.parametrize("tree", [{}, {"README.md": "", "CMakeLists.txt": "", "src/main.cpp": "", "vllm.h": ""}])
def test_nothing_governs_another_tree_before_its_first_policy(tree: Files) -> None:
    selected = select_policy(change(tree, with_policy(OTHER_TREE, tree)))
    assert selected.policy.source == f"bbbbbbbbbbbb:{POLICY_FILE}"
    assert selected.policy.attention_rung is None
    (note,) = selected.notes
    assert "nothing governed the merge base" in note
    assert f"this change's own {POLICY_FILE} decided" in note


@pytest.mark.parametrize("tree", [{}, PRESET_TREE])
def test_the_preset_holds_where_neither_side_has_a_file(tree: Files) -> None:
    assert select_policy(change(tree, {**tree, "x": "y"})) == Selected(preset_policy())


def test_a_root_commit_is_judged_by_its_own_file() -> None:
    head = MemorySnapshot({POLICY_FILE: LOOSE})
    subject = Subject(SubjectKind.COMMIT, head, MemorySnapshot({}), head_sha=HEAD)
    selected = select_policy(subject)
    assert window(selected) == 9
    assert "nothing governed the first parent" in selected.notes[0]


def test_what_lies_on_disk_decides_where_nothing_governed_a_bare_run_s_range() -> None:
    base, head = Side(MemorySnapshot({}), "merge base"), Side(MemorySnapshot({"a": ""}), "head")
    on_disk = parse_policy(OTHER_TREE.encode(), POLICY_FILE)
    selected = select_for_change(base, head, None, on_disk)
    assert selected.policy is on_disk
    assert "nothing governed the merge base" in selected.notes[0]
    assert select_for_change(base, head, None, preset_policy()) == Selected(preset_policy())
    base = Side(MemorySnapshot(PRESET_TREE), "merge base")
    selected = select_for_change(base, head, None, on_disk)
    assert selected.policy == preset_policy()
    assert selected.notes[0].startswith(f"{POLICY_FILE} is not committed yet: the preset vllm-cpp decided")


@pytest.mark.parametrize("kind", [SubjectKind.TREE, SubjectKind.STAGED, SubjectKind.RANGE, SubjectKind.COMMIT])
def test_the_file_that_the_user_names_decides_over_everything(kind: SubjectKind) -> None:
    subject = change({POLICY_FILE: STRICT}, {POLICY_FILE: STRICT}, kind)
    selected = select_policy(subject, ("mine.yml", LOOSE.encode()))
    assert (window(selected), selected.policy.source, selected.notes) == (9, "mine.yml", ())
    assert select_policy(change({}, {}, kind), ("mine.yml", LOOSE.encode())) == selected


def test_a_change_of_the_policy_is_told_though_the_user_names_another() -> None:
    selected = select_policy(change({POLICY_FILE: STRICT}, {POLICY_FILE: LOOSE}), ("mine.yml", STRICT.encode()))
    assert selected.notes == (f"this change edits {POLICY_FILE}: --policy mine.yml decided",)


@pytest.mark.parametrize("named", [LOOSE, None])
def test_a_broken_file_that_decides_is_refused_by_its_name(named: str | None) -> None:
    subject = change({POLICY_FILE: BROKEN}, {POLICY_FILE: LOOSE})
    with pytest.raises(PolicyError, match=r"^aaaaaaaaaaaa:\.redfirst\.yml:3: attention_rung\.sourcs"):
        select_policy(subject)
    with pytest.raises(PolicyError, match=r"^mine\.yml:3: attention_rung\.sourcs"):
        select_policy(change({}, {}), ("mine.yml", BROKEN.encode()))
    with pytest.raises(PolicyError, match=r"^bbbbbbbbbbbb:\.redfirst\.yml:3: attention_rung\.sourcs"):
        select_policy(change({}, {POLICY_FILE: BROKEN}))
    with pytest.raises(PolicyError, match=r"^\.redfirst\.yml:3: attention_rung\.sourcs"):
        select_for_tree(MemorySnapshot({POLICY_FILE: BROKEN}))


@pytest.mark.parametrize("before", [with_policy(STRICT, {}), with_policy(None, PRESET_TREE)])
def test_a_broken_file_that_does_not_decide_is_told(before: Files) -> None:
    selected = select_policy(change(before, {**before, POLICY_FILE: BROKEN}))
    assert selected.policy.head is None
    assert "the next change will be refused: bbbbbbbbbbbb:.redfirst.yml:3: attention_rung.sourcs" in selected.notes[1]


@pytest.mark.parametrize("kind", [FileKind.SYMLINK, FileKind.SUBMODULE])
def test_a_policy_is_a_regular_file(kind: FileKind) -> None:
    odd = MemorySnapshot({POLICY_FILE: LOOSE}, {POLICY_FILE: kind})
    with pytest.raises(PolicyError, match=r"^\.redfirst\.yml:1: is a link or a submodule"):
        select_for_tree(odd)
    good = MemorySnapshot({POLICY_FILE: LOOSE})
    with pytest.raises(PolicyError, match=r"is a link or a submodule"):
        select_for_change(Side(odd, "merge base"), Side(good, "head"))
    selected = select_for_change(Side(good, "merge base"), Side(odd, "head"))
    assert window(selected) == 9
    assert "is a link or a submodule" in selected.notes[1]


def test_a_policy_that_may_be_run_is_a_regular_file_too() -> None:
    snapshot = MemorySnapshot({POLICY_FILE: LOOSE}, {POLICY_FILE: FileKind.EXECUTABLE})
    assert window(select_for_tree(snapshot)) == 9
