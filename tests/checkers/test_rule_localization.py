"""`redfirst explain` in the words of the policy that holds here, and what it says where there is none."""

from __future__ import annotations

from pathlib import Path

import pytest

from checkers.explain import all_rules
from tests.support.builder import RepoBuilder
from tests.support.session import Outcome, call

OWN = """\
version: 1
attention_rung: {naive: ["kern::sdpa_ref"], fast: ["kern::sdpa_tiled"], marker: REF-KERNEL, allowlist: null}
device_leakage:
  marker: GPU-OK
  buckets: {kcuda: null, is_cuda: null, cuda_inc: null, vt_ifdef: null, gpu_if: {conditional: USE_GPU}}
  allowances: []
issue_index: null
commit_trailers: {marker: null, protocol: null, attribution: null}
"""
PRESET = ("vt::Attention", "VT-ATTN", "DSR-ALLOW", "kCUDA", "kcuda", "FOLLOWING_AGENTS", "Assisted-by")


@pytest.fixture
def repo(tmp_path: Path) -> RepoBuilder:
    """A repository without a policy."""
    return RepoBuilder(tmp_path / "tree")


def explained(cwd: Path, *words: str) -> str:
    outcome = call("redfirst", "explain", *words, cwd=cwd)
    assert (outcome.code, outcome.err) == (0, "")
    return outcome.out


def last(page: str) -> str:
    """The paragraph that says whose words they are, as one line."""
    return " ".join(page.rpartition("\n\n")[2].split())


@pytest.mark.parametrize(
    ("rule", "shown"),
    [
        ("attention-rung/unmarked-use", ["// REF-KERNEL: the", "kern::sdpa_ref(q)", "kern::sdpa_tiled(r)"]),
        ("device-leakage/regression", ["// GPU-OK(<row>)", "baseline: gpu_if 0", "#ifdef USE_GPU"]),
        ("commit-trailers/ai-authorship", ["Co-authored-by: Claude", "let a person stand in it\n"]),
        ("doc-checkpoint/row-lost", [".agents/engine-matrix.md"]),
    ],
)
def test_a_page_is_in_the_words_of_the_policy(repo: RepoBuilder, rule: str, shown: list[str]) -> None:
    repo.write({".redfirst.yml": OWN, "src/a": ""})
    page = explained(repo.root / "src", rule)
    assert [word for word in shown if word not in page] == []
    assert [word for word in PRESET if word in page] == []
    assert last(page) == "The examples are in the words of .redfirst.yml."


@pytest.mark.parametrize(
    ("rule", "unset"),
    [
        ("attention-rung/unknown-stem", "attention_rung.allowlist"),
        ("issue-index/removed-row", "issue_index"),
        ("commit-trailers/marker", "commit_trailers.marker"),
        ("commit-trailers/declaration", "commit_trailers.attribution"),
    ],
)
def test_a_rule_that_the_policy_does_not_ask_is_said_to_ask_nothing(repo: RepoBuilder, rule: str, unset: str) -> None:
    repo.write({".redfirst.yml": OWN})
    told = f"in the words of the preset vllm-cpp: .redfirst.yml has no {unset}, so this rule asks nothing here."
    assert last(explained(repo.root, rule)) == f"The examples are {told}"


def test_without_a_policy_the_words_are_the_preset_s_and_that_is_said(repo: RepoBuilder) -> None:
    page = explained(repo.root, "attention-rung/unmarked-use")
    assert "vt::Attention" in page
    assert last(page) == "The examples are in the words of the preset vllm-cpp, which holds here."


def test_outside_a_repository_it_explains_all_the_same(tmp_path: Path) -> None:
    page = explained(tmp_path, "attention-rung/unmarked-use")
    assert "vt::Attention" in page
    assert "no policy could be read here: " in last(page)
    assert "is not in a git repository" in last(page)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("version: 1\nattention_rung: {sourcs: []}\n", ".redfirst.yml:2: attention_rung.sourcs is no key here"),
        ("\x1b[2J: [", "no policy could be read here: .redfirst.yml:1"),
    ],
)
def test_a_broken_policy_hides_no_page(repo: RepoBuilder, text: str, said: str) -> None:
    repo.write({".redfirst.yml": text})
    page = explained(repo.root, "attention-rung/unmarked-use")
    assert "vt::Attention" in page
    assert said in last(page)


def test_words_that_cannot_be_told_are_the_preset_s(repo: RepoBuilder) -> None:
    repo.write({".redfirst.yml": "version: 1\nissue_index: {issue: 'ISS-(?P<number>[0-9]+)'}\n"})
    told = "in the words of the preset vllm-cpp: .redfirst.yml does not have all that they show."
    assert last(explained(repo.root, "issue-index/removed-row")) == f"The examples are {told}"


def test_another_repository_can_be_named(repo: RepoBuilder, tmp_path: Path) -> None:
    repo.write({".redfirst.yml": OWN})
    assert "REF-KERNEL" in explained(tmp_path, "attention-rung/unmarked-use", "--repo", str(repo.root))


def test_what_a_policy_says_cannot_reach_the_terminal(repo: RepoBuilder) -> None:
    repo.write({".redfirst.yml": 'version: 1\nattention_rung: {marker: "A\\u202eB"}\n'})
    assert "\u202e" not in explained(repo.root, "attention-rung/unmarked-use")


@pytest.mark.parametrize("policy", [OWN, None], ids=["its own", "none"])
def test_every_page_is_shown_with_whose_words_it_is_in(repo: RepoBuilder, policy: str | None) -> None:
    if policy:
        repo.write({".redfirst.yml": policy})
    rules = [rule.id for rule in all_rules()]
    pages: dict[str, Outcome] = {rule: call("redfirst", "explain", rule, cwd=repo.root) for rule in rules}
    assert {page.code for page in pages.values()} == {0}
    silent = [rule for rule, page in pages.items() if not last(page.out).startswith("The examples are")]
    assert silent == ["command/failed"]
