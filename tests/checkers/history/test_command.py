"""`redfirst history` over real repositories: what is counted where, and what is refused by name."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from checkers.history.counting import _WORTH_BLOBS
from tests.support.builder import RepoBuilder
from tests.support.session import call

MODEL = "src/vllm/model_executor/models/m.cpp"
ALLOWED = "src/vllm/platforms/device.cpp"
POLICY = f"""\
extends: vllm-cpp
device_leakage:
  allowances:
    - {{path: {ALLOWED}, bucket: kcuda, count: 2, reason: the device leg itself}}
"""


def _code(kcuda: int = 0, ifdef: int = 0) -> str:
    uses = "".join(f"auto d{number} = kCUDA;\n" for number in range(kcuda))
    return uses + "".join(f"#ifdef VT_X{number}\n#endif\n" for number in range(ifdef))


@pytest.fixture
def repo(tmp_path: Path) -> RepoBuilder:
    return RepoBuilder(tmp_path / "r")


def _history(repo: RepoBuilder, *options: str | Path) -> dict[str, Any]:
    outcome = call("redfirst", "history", "device-leakage", "--format", "json", *options, cwd=repo.root)
    assert outcome.code == 0, outcome.err
    data: dict[str, Any] = json.loads(outcome.out)
    return data


def _counts(data: Mapping[str, Any], bucket: str = "kcuda") -> list[int]:
    return [point["counts"][bucket] for point in data["points"]]


def test_every_commit_is_counted_from_the_root_on(repo: RepoBuilder) -> None:
    shas = [
        repo.commit("feat: first", {MODEL: _code(1)}),
        repo.commit("docs: nothing", {"README.md": "x"}),
        repo.commit("feat: more", {MODEL: _code(3, 1)}),
    ]
    repo.git("rm", "-q", MODEL)
    shas.append(repo.commit("feat: gone"))
    data = _history(repo)
    assert [point["commit"] for point in data["points"]] == shas
    assert _counts(data) == [1, 1, 3, 0]
    assert [point["moved"] for point in data["points"]] == [
        {"kcuda": 1}, {}, {"kcuda": 2, "vt_ifdef": 1}, {"kcuda": -3, "vt_ifdef": -1},
    ]  # fmt: skip
    assert [point["subject"] for point in data["points"]] == [
        "feat: first",
        "docs: nothing",
        "feat: more",
        "feat: gone",
    ]


def test_a_moved_file_and_a_link_in_its_place_are_followed(repo: RepoBuilder) -> None:
    repo.commit("one", {MODEL: _code(2)})
    repo.git("mv", MODEL, MODEL.replace("m.cpp", "n.cpp"))
    repo.commit("two")
    (repo.root / MODEL).symlink_to("n.cpp")
    repo.commit("three")
    repo.git("mv", MODEL.replace("m.cpp", "n.cpp"), "elsewhere.cpp")
    repo.commit("four")
    assert _counts(_history(repo)) == [2, 2, 2, 0]


def test_an_allowance_is_taken_off_at_every_commit(repo: RepoBuilder) -> None:
    for number in range(5):
        repo.commit("more", {ALLOWED: _code(number), ".redfirst.yml": POLICY})
    assert _counts(_history(repo)) == [0, 0, 0, 1, 2]


def test_a_merge_is_one_commit_and_what_it_brings_is_its_own(repo: RepoBuilder) -> None:
    repo.commit("base", {MODEL: _code(1)})
    repo.branch("side")
    for number in range(3):
        repo.commit("side", {MODEL.replace("m.", f"side{number}."): _code(1)})
    repo.switch("main")
    repo.commit("main", {"README.md": "x"})
    merge = repo.merge("side")
    data = _history(repo)
    assert _counts(data) == [1, 1, 4]
    assert (data["points"][2]["commit"], data["points"][2]["moved"]) == (merge, {"kcuda": 3})


def test_a_range_begins_with_what_its_first_commit_moved(repo: RepoBuilder) -> None:
    base = repo.commit("base", {MODEL: _code(2)})
    shas = [repo.commit("up", {MODEL: _code(3)}), repo.commit("down", {MODEL: _code(1)})]
    later = repo.commit("later", {MODEL: _code(9)})
    data = _history(repo, "--base", base, "--head", shas[1])
    assert [(point["commit"], point["moved"]) for point in data["points"]] == [
        (shas[0], {"kcuda": 1}),
        (shas[1], {"kcuda": -2}),
    ]
    assert (data["base"], data["head"]) == (base, shas[1])
    assert _history(repo, "--base", later)["points"] == []
    shown = call("redfirst", "history", "device-leakage", "--base", later, cwd=repo.root)
    assert (shown.code, shown.out.splitlines()[0]) == (0, "device-leakage  no commit to count")


def test_a_base_beside_the_line_leaves_out_what_both_contain(repo: RepoBuilder) -> None:
    repo.commit("base", {MODEL: _code(2)})
    repo.branch("side")
    side = repo.commit("side", {MODEL: _code(7)})
    repo.switch("main")
    repo.commit("main", {MODEL: _code(3)})
    assert [(point["counts"]["kcuda"], point["moved"]) for point in _history(repo, "--base", side)["points"]] == [
        (3, {"kcuda": 1})
    ]


def test_one_policy_counts_for_every_commit_the_one_on_disk(repo: RepoBuilder) -> None:
    repo.commit("one", {ALLOWED: _code(3)})
    repo.commit("two", {"x": "x"})
    assert _counts(_history(repo)) == [3, 3]
    repo.write({".redfirst.yml": POLICY})
    data = _history(repo)
    assert _counts(data) == [1, 1]
    assert data["policy"]["source"] == ".redfirst.yml"


def test_a_named_head_and_a_bare_repository_bring_their_own_policy(repo: RepoBuilder, tmp_path: Path) -> None:
    old = repo.commit("one", {ALLOWED: _code(3)})
    repo.commit("two", {".redfirst.yml": POLICY})
    assert _counts(_history(repo, "--head", old)) == [3]
    assert _counts(_history(repo, "--head", "main")) == [1, 1]
    repo.git("clone", "-q", "--bare", ".", str(tmp_path / "bare"))
    assert _counts(_history(repo, "--repo", tmp_path / "bare")) == [1, 1]
    named = tmp_path / "named.yml"
    named.write_text("extends: vllm-cpp\n")
    assert _counts(_history(repo, "--repo", tmp_path / "bare", "--policy", named)) == [3, 3]


def test_a_shallow_clone_says_where_it_ends_and_what_is_not_known(repo: RepoBuilder, tmp_path: Path) -> None:
    for number in range(4):
        repo.commit("more", {MODEL: _code(number)})
    repo.git("clone", "-q", "--depth=2", repo.root.as_uri(), str(tmp_path / "shallow"))
    data = _history(repo, "--repo", tmp_path / "shallow")
    assert [(point["counts"]["kcuda"], point["moved"]) for point in data["points"]] == [(2, None), (3, {"kcuda": 1})]
    assert data["notes"] == [
        f"this clone is shallow and ends at {data['points'][0]['commit'][:9]}: what came before it is not known here;"
        " git fetch --unshallow"
    ]


def test_a_missing_blob_is_named_not_counted_as_nothing(repo: RepoBuilder) -> None:
    repo.commit("one", {MODEL: _code(2)})
    blob = repo.git("rev-parse", f"HEAD:{MODEL}")
    repo.commit("two", {MODEL: _code(1)})
    (repo.root / ".git" / "objects" / blob[:2] / blob[2:]).unlink()
    error = call("redfirst", "history", "device-leakage", cwd=repo.root).error
    assert error == f"this clone lacks object {blob}, needed for {MODEL}; fetch it, or judge in a full clone"


def test_a_missing_tree_is_named(repo: RepoBuilder) -> None:
    repo.commit("one", {MODEL: _code(2)})
    tree = repo.git("rev-parse", "HEAD:src/vllm")
    repo.commit("two", {MODEL: _code(1)})
    (repo.root / ".git" / "objects" / tree[:2] / tree[2:]).unlink()
    assert tree in call("redfirst", "history", "device-leakage", cwd=repo.root).error


def test_the_second_process_counts_the_same_as_the_first(repo: RepoBuilder) -> None:
    models = _WORTH_BLOBS + 20
    repo.commit("many", {MODEL.replace("m.", f"m{number}."): _code(number) for number in range(models)})
    repo.commit("more", {MODEL: _code(1)})
    assert _counts(_history(repo)) == [models * (models - 1) // 2, models * (models - 1) // 2 + 1]


def test_a_second_process_that_meets_a_missing_blob_loses_nothing(repo: RepoBuilder) -> None:
    repo.commit("many", {MODEL.replace("m.", f"m{number:02}."): _code(number) for number in range(_WORTH_BLOBS + 2)})
    blob = repo.git("rev-parse", f"HEAD:{MODEL.replace('m.', 'm01.')}")
    (repo.root / ".git" / "objects" / blob[:2] / blob[2:]).unlink()
    assert blob in call("redfirst", "history", "device-leakage", cwd=repo.root).error


def test_a_repository_without_a_commit_has_no_history(repo: RepoBuilder) -> None:
    error = call("redfirst", "history", "device-leakage", cwd=repo.root).error
    assert error == "HEAD has no commit yet, so there is no history to count; commit first"


@pytest.mark.parametrize(
    ("policy", "said"),
    [
        ("extends: none\nbase_ref: main\n", "has no section device_leakage"),
        ("extends: vllm-cpp\ndevice_leakage: {sources: []}\n", "device_leakage.sources is empty"),
    ],
)
def test_a_policy_that_counts_nothing_is_refused(repo: RepoBuilder, policy: str, said: str) -> None:
    repo.commit("one", {".redfirst.yml": policy})
    assert said in call("redfirst", "history", "device-leakage", cwd=repo.root).error


@pytest.mark.parametrize("arguments", [[], ["issue-index"], ["device-leakage", "--base", "nowhere"], ["--what"]])
def test_what_has_no_history_is_refused_in_one_line(repo: RepoBuilder, arguments: list[str]) -> None:
    repo.commit("one", {"x": "x"})
    assert call("redfirst", "history", *arguments, cwd=repo.root).error


def test_the_chart_is_written_beside_the_table(repo: RepoBuilder, tmp_path: Path) -> None:
    repo.commit("</title><script>", {MODEL: _code(1)})
    outcome = call("redfirst", "history", "device-leakage", "--svg", tmp_path / "c.svg", cwd=repo.root)
    assert outcome.out.startswith("device-leakage  1 then, 1 now, in 1 commit: 1 commit raised a bucket")
    root = ElementTree.fromstring((tmp_path / "c.svg").read_bytes())
    assert root.tag.endswith("svg")
    assert "</title><script> " not in (tmp_path / "c.svg").read_text()


def test_quiet_writes_the_rows_that_moved_alone(repo: RepoBuilder, tmp_path: Path) -> None:
    repo.commit("one", {MODEL: _code(1)})
    repo.commit("two", {"x": "x"})
    outcome = call("redfirst", "history", "device-leakage", "--quiet", "--output", tmp_path / "t", cwd=repo.root)
    assert (outcome.out, outcome.err) == ("", "")
    assert len((tmp_path / "t").read_text().splitlines()) == 2


def test_the_repository_stays_as_it_was(repo: RepoBuilder) -> None:
    repo.commit("one", {MODEL: _code(1)})
    before = {path: path.stat().st_mtime_ns for path in repo.root.rglob("*")}
    _history(repo)
    assert {path: path.stat().st_mtime_ns for path in repo.root.rglob("*")} == before
