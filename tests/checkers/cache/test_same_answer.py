"""With facts of earlier runs and without, the answer is the same: over generated trees, histories and commands."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from checkers.cache.store import Store
from checkers.model import SubjectKind, Verdict
from checkers.policy.load import parse_policy
from checkers.registry import CHECKERS
from checkers.repo.types import MemorySnapshot, compare
from checkers.source.cache import Sources
from checkers.subject import Subject
from tests.support.builder import RepoBuilder
from tests.support.session import call

MODELS = "src/vllm/model_executor/models/"
POLICY = parse_policy(b"device_leakage: {stale: warning}\n", "p.yml")
CODE = ("attention-rung", "device-leakage")
BASELINE = '{"total": 0, "buckets": {"kcuda": 0, "is_cuda": 0, "cuda_inc": 0, "vt_ifdef": 0}}\n'

LINES = (
    "vt::Attention(q);", "// VT-ATTN-NAIVE: the reference path, compared bit by bit", "using namespace vt;", "kCUDA;",
    "// DSR-ALLOW(X1): registrar key", "#ifdef VT_X", "#endif", "#if 0", "#else", "x.is_cuda();", "KERNEL(q);",
    "#define KERNEL vt::Attention", "#define vt other", '#include "vllm/a.h"', '#include "vllm/b.h"',
    "#include <cuda_runtime.h>", "namespace vt {", "}", 'auto s = "kCUDA";', "/* kCUDA", "*/", "if (false) {",
    "vt::AttentionDenseFlash(q);", "Attention(q);",
)  # fmt: skip
PATHS = (f"{MODELS}m.cpp", f"{MODELS}n.cu", "include/vllm/a.h", "include/vllm/b.h", "include/vllm/model_executor/a.h")
TEXTS = st.lists(st.sampled_from(LINES), max_size=9).map(lambda lines: "".join(f"{line}\n" for line in lines))
TREES = st.dictionaries(st.sampled_from(PATHS), TEXTS)


class _OnDisk(MemorySnapshot):
    """A snapshot whose contents have no ids, as files of a work tree have none."""

    def get(self, path: str):  # type: ignore[no-untyped-def]
        entry = super().get(path)
        return entry and entry._replace(oid=None)

    def entries(self):  # type: ignore[no-untyped-def]
        return {path: entry._replace(oid=None) for path, entry in super().entries().items()}


def _tree(files: Mapping[str, str], sources: Sources, snapshot: type[MemorySnapshot] = MemorySnapshot) -> Subject:
    head = snapshot({**files, "scripts/device-leakage-baseline.json": BASELINE})
    return Subject(SubjectKind.TREE, head=head, sources=sources)


def _change(before: Mapping[str, str], after: Mapping[str, str], sources: Sources, kind: SubjectKind) -> Subject:
    change = compare(_tree(before, sources).head, _tree(after, sources).head)
    return Subject(kind, head=change.after, base=change.before, change=change, sources=sources)


def _judged(subject: Subject) -> list[Verdict]:
    verdicts = [checker.load().judge(subject, POLICY) for checker in CHECKERS if checker.name in CODE]
    subject.sources.save()
    return verdicts


def _stored() -> Sources:
    return Sources(open_store=lambda: Store(()))


@pytest.fixture(scope="module", autouse=True)
def _cache(tmp_path_factory: pytest.TempPathFactory) -> object:
    before = os.environ["XDG_CACHE_HOME"]
    os.environ["XDG_CACHE_HOME"] = str(tmp_path_factory.mktemp("caches"))
    yield
    os.environ["XDG_CACHE_HOME"] = before


@given(st.lists(TREES, min_size=2, max_size=4))
@settings(max_examples=20, deadline=None)
def test_the_verdict_over_a_tree_is_the_same_whatever_is_known(trees: list[Mapping[str, str]]) -> None:
    """The trees share files, so that what is known of one is asked for in another, where a header differs, say."""
    for files in [*trees, *trees]:
        fresh = _judged(_tree(files, Sources()))
        assert _judged(_tree(files, _stored())) == fresh
        assert _judged(_tree(files, _stored(), _OnDisk)) == fresh


@given(TREES, TREES, st.sampled_from([SubjectKind.RANGE, SubjectKind.STAGED]))
@settings(max_examples=40, deadline=None)
def test_the_verdict_over_a_change_is_the_same_whatever_is_known(
    before: Mapping[str, str], after: Mapping[str, str], kind: SubjectKind
) -> None:
    fresh = _judged(_change(before, after, Sources(), kind))
    for _ in range(2):
        assert _judged(_change(before, after, _stored(), kind)) == fresh


def test_an_edited_header_is_noticed_where_the_file_that_includes_it_is_known() -> None:
    model = {f"{MODELS}m.cpp": '#include "vllm/a.h"\nvoid F() { KERNEL(q); }\n'}
    naive, fast = (
        {"include/vllm/a.h": f"#define KERNEL {name}\n"} for name in ("vt::Attention", "vt::AttentionDenseFlash")
    )
    for header in (fast, naive, fast, naive):
        sites = _judged(_tree(model | header, _stored(), _OnDisk))[0].population["sites"]
        assert sites == (1 if header is naive else 0)


def test_a_header_that_comes_to_stand_in_front_of_another_is_noticed() -> None:
    files = {
        f"{MODELS}m.cpp": '#include "a.h"\nvoid F() { KERNEL(q); }\n',
        "include/a.h": "#define KERNEL vt::AttentionDenseFlash\n",
    }
    assert _judged(_tree(files, _stored()))[0].population["sites"] == 0
    nearer = files | {f"{MODELS}a.h": "#define KERNEL vt::Attention\n"}
    assert _judged(_tree(nearer, _stored()))[0].population["sites"] == 2


def test_another_policy_does_not_meet_the_facts_of_the_first() -> None:
    files = {f"{MODELS}m.cpp": "auto a = kCUDA; auto b = kHIP;\n"}
    other = parse_policy(b"device_leakage: {buckets: {kcuda: {identifier: kHIP}}, allowances: []}\n", "p.yml")
    for policy in (POLICY, other, POLICY):
        verdict = CHECKERS[2].load().judge(_tree(files, _stored()), policy)
        assert [finding.site for finding in verdict.findings if "unread" in finding.rule] == []
        assert verdict.population["kcuda"] == 1


def _grown(tmp_path: Path) -> RepoBuilder:
    """A history in the shape of a real one: models that grow and shrink, headers that change, merges, a revert."""
    repo = RepoBuilder(tmp_path / "r")
    repo.commit("base", {path: "".join(f"{line}\n" for line in LINES[number::5]) for number, path in enumerate(PATHS)})
    table = "| Id | State |\n| --- | --- |\n"
    for number in range(12):
        table += f"| `ENG-{number}` | {'ACTIVE' if number % 2 else 'INVENTORIED'} |\n"
        repo.write({".agents/engine-matrix.md": table})
        path = PATHS[number % len(PATHS)]
        repo.commit(f"change {number}", {path: "".join(f"{line}\n" for line in LINES[number % 7 :: number % 3 + 1])})
        if number % 5 == 4:
            repo.branch(f"side{number}")
            repo.commit("side", {f"{MODELS}side{number}.cpp": "auto d = kCUDA;\n#ifdef VT_A\n#endif\n"})
            repo.switch("main")
            repo.commit("beside", {"README.md": str(number)})
            repo.merge(f"side{number}")
    repo.git("revert", "--no-edit", "HEAD~3")
    return repo


def test_every_command_over_a_history_says_the_same_cold_and_warm(tmp_path: Path) -> None:
    repo = _grown(tmp_path)
    shas = repo.git("rev-list", "HEAD").split()
    commands = [
        ("redfirst", "history", "device-leakage"),
        ("redfirst", "check", "--format", "json"),
        ("redfirst", "check", "--format", "json", "--base", shas[-1]),
        *(("redfirst", "check", *CODE, "--format", "json", "--commit", sha) for sha in shas[:8]),
        ("check-device-leakage", "--list", "--report", "--format", "json"),
    ]
    caches = {"XDG_CACHE_HOME": str(tmp_path / "caches")}
    for command in commands:
        without = call(command[0], *command[1:], "--no-cache", cwd=repo.root)
        cold = call(command[0], *command[1:], cwd=repo.root, env=caches)
        warm = call(command[0], *command[1:], cwd=repo.root, env=caches)
        assert without == cold == warm
    assert (tmp_path / "caches" / "redfirst").is_dir()


def test_no_cache_writes_none(tmp_path: Path) -> None:
    repo = RepoBuilder(tmp_path / "r")
    repo.commit("one", {f"{MODELS}m.cpp": "kCUDA;\n"})
    call("redfirst", "check", "--no-cache", cwd=repo.root, env={"XDG_CACHE_HOME": str(tmp_path / "caches")})
    call("redfirst", "check", cwd=repo.root, env={"XDG_CACHE_HOME": str(tmp_path / "caches"), "REDFIRST_CACHE": "0"})
    assert not (tmp_path / "caches").exists()


def test_a_repository_that_holds_the_user_s_home_plants_nothing(tmp_path: Path) -> None:
    repo = RepoBuilder(tmp_path / "r")
    repo.commit("one", {f"{MODELS}m.cpp": "kCUDA;\n"})
    call("redfirst", "check", cwd=repo.root, env={"XDG_CACHE_HOME": str(repo.root / ".cache")})
    assert not (repo.root / ".cache").exists()
