"""Which policy decides: the base's, then the preset's, and only then what the change brings."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from checkers.errors import PolicyError
from checkers.policy.load import parse_policy, preset_policy
from checkers.policy.sections import Policy
from checkers.policy.select import POLICY_FILE, Selected, Side, select_for_change, select_for_tree
from checkers.repo.types import FileKind, MemorySnapshot

Files = Mapping[str, str | bytes]

HEAD, BASE = "b" * 40, "a" * 40
LOOSE = "version: 1\nattention_rung: {window_lines: 9}\n"
STRICT = "version: 1\nattention_rung: {window_lines: 2}\n"
OTHER_TREE = "version: 1\nextends: none\nissue_index: {path: i.md, issue: '#(?P<number>[0-9]+)'}\n"
BROKEN = "version: 1\nattention_rung:\n  sourcs: []\n"
PRESET_TREE = {"src/vllm/a.cpp": ""}


NAMED = parse_policy(LOOSE.encode(), "mine.yml")


def over(before: Files, after: Files, named: Policy | None = None, what: str = "merge base") -> Selected:
    base = Side.at(MemorySnapshot(before), what, BASE)
    return select_for_change(base, Side.at(MemorySnapshot(after), "head", HEAD), named)


def with_policy(text: str | None, files: Files) -> Files:
    return dict(files) if text is None else {**files, POLICY_FILE: text}


def window(selected: Selected) -> int:
    assert selected.policy.attention_rung
    return selected.policy.attention_rung.window_lines


@pytest.mark.parametrize(("sha", "source"), [(None, POLICY_FILE), (HEAD, f"bbbbbbbbbbbb:{POLICY_FILE}")])
def test_a_tree_is_judged_by_its_own_file(sha: str | None, source: str) -> None:
    selected = select_for_tree(MemorySnapshot({POLICY_FILE: LOOSE}), sha)
    assert (window(selected), selected.policy.source, selected.notes) == (9, source, ())


def test_the_preset_holds_where_there_is_no_file() -> None:
    assert select_for_tree(MemorySnapshot({})) == Selected(preset_policy())


@pytest.mark.parametrize(
    ("what", "base"),
    [("merge base", "merge base aaaaaaaaaaaa"), ("first parent", "first parent aaaaaaaaaaaa")],
)
def test_a_change_is_judged_by_the_file_at_its_base(what: str, base: str) -> None:
    selected = over({POLICY_FILE: STRICT}, {POLICY_FILE: LOOSE}, what=what)
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
        over({POLICY_FILE: BROKEN}, {POLICY_FILE: LOOSE})
    assert str(refusal.value) == (
        f"aaaaaaaaaaaa:{POLICY_FILE}:3: attention_rung.sourcs is no key here; did you mean sources? "
        f"(the one at the merge base decides; to judge the change that mends it: --policy {POLICY_FILE})"
    )
    assert window(over({POLICY_FILE: BROKEN}, {}, NAMED)) == 9


@pytest.mark.parametrize("tree", [{}, PRESET_TREE])
def test_a_change_that_leaves_the_policy_alone_is_told_nothing(tree: Files) -> None:
    selected = over(with_policy(STRICT, {}), with_policy(STRICT, tree))
    assert (window(selected), selected.notes, selected.policy.head) == (2, (), None)


def test_a_change_that_deletes_the_policy_is_judged_by_it() -> None:
    selected = over({POLICY_FILE: STRICT}, {})
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
    selected = over(tree, with_policy("version: 1\nextends: none\n", tree))
    assert selected.policy.source == "preset:vllm-cpp"
    (note,) = selected.notes
    assert note.startswith(f"this change adds {POLICY_FILE}: the preset vllm-cpp decided")
    assert "counts from the next change on (--policy .redfirst.yml judges this change by it)" in note
    assert selected.policy.head
    assert selected.policy.head.device_leakage is None


@pytest.mark.parametrize("tree", [{}, {"README.md": "", "CMakeLists.txt": "", "src/main.cpp": "", "vllm.h": ""}])
def test_nothing_governs_another_tree_before_its_first_policy(tree: Files) -> None:
    selected = over(tree, with_policy(OTHER_TREE, tree))
    assert selected.policy.source == f"bbbbbbbbbbbb:{POLICY_FILE}"
    assert selected.policy.attention_rung is None
    (note,) = selected.notes
    assert "nothing governed the merge base" in note
    assert f"this change's own {POLICY_FILE} decided" in note


@pytest.mark.parametrize("tree", [{}, PRESET_TREE])
def test_the_preset_holds_where_neither_side_has_a_file(tree: Files) -> None:
    assert over(tree, {**tree, "x": "y"}) == Selected(preset_policy())


def test_a_root_commit_is_judged_by_its_own_file() -> None:
    nothing, head = MemorySnapshot({}), MemorySnapshot({POLICY_FILE: LOOSE})
    selected = select_for_change(Side.at(nothing, "first parent", None), Side.at(head, "head", HEAD))
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


def test_the_file_that_the_user_names_decides_over_every_change() -> None:
    selected = over({POLICY_FILE: STRICT}, {POLICY_FILE: STRICT}, NAMED)
    assert (window(selected), selected.policy.source, selected.notes) == (9, "mine.yml", ())
    assert over({}, {}, NAMED) == selected


def test_a_change_of_the_policy_is_told_though_the_user_names_another() -> None:
    selected = over({POLICY_FILE: STRICT}, {POLICY_FILE: LOOSE}, NAMED)
    assert selected.notes == (f"this change edits {POLICY_FILE}: --policy mine.yml decided",)


def test_a_broken_file_that_decides_is_refused_by_its_name() -> None:
    with pytest.raises(PolicyError, match=r"^aaaaaaaaaaaa:\.redfirst\.yml:3: attention_rung\.sourcs"):
        over({POLICY_FILE: BROKEN}, {POLICY_FILE: LOOSE})
    with pytest.raises(PolicyError, match=r"^bbbbbbbbbbbb:\.redfirst\.yml:3: attention_rung\.sourcs"):
        over({}, {POLICY_FILE: BROKEN})
    with pytest.raises(PolicyError, match=r"^\.redfirst\.yml:3: attention_rung\.sourcs"):
        select_for_tree(MemorySnapshot({POLICY_FILE: BROKEN}))


@pytest.mark.parametrize("before", [with_policy(STRICT, {}), with_policy(None, PRESET_TREE)])
def test_a_broken_file_that_does_not_decide_is_told(before: Files) -> None:
    selected = over(before, {**before, POLICY_FILE: BROKEN})
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
