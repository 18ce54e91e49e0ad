"""`redfirst prove` in real repositories: each case by what it was without the change."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.support.builder import RepoBuilder
from tests.support.commands import needs
from tests.support.session import Outcome, call

POLICY: dict[str, Any] = {
    "extends": "none",
    "mutation": {
        "tests": ["tests/**"],
        "suites": {
            "unit": {"run": ["sh", "tests/all.sh"], "report": {"tap": "stdout"}},
            "python": {
                "run": ["python3", "-S", "-E", "-m", "unittest", "-v", "tests.test_g"],
                "report": {"unittest": "stderr"},
            },
        },
    },
}
RUNNER = """\
. ./lib.sh
number=0
check() {
  number=$((number + 1))
  if eval "$2"; then echo "ok $number - $1"; else echo "not ok $number - $1"; red=1; fi
}
. ./tests/cases.sh
echo "1..$number"
exit ${red:-0}
"""
OLD_LIB = "absolute() { echo $1; }\nsize() { echo 3; }\n"
NEW_LIB = "absolute() { echo ${1#-}; }\nsize() { echo 3; }\n"
OLD_CASES = "check same '[ $(absolute 1) = 1 ]'\ncheck size '[ $(size) = 3 ]'\n"


def _repo(root: Path, policy: dict[str, Any] | None = None, **files: str) -> RepoBuilder:
    repo = RepoBuilder(root)
    base = {".redfirst.yml": yaml.safe_dump(policy or POLICY), "tests/all.sh": RUNNER}
    repo.commit("base", {**base, "lib.sh": OLD_LIB, "tests/cases.sh": OLD_CASES, **files})
    repo.branch("topic")
    return repo


def _prove(repo: RepoBuilder, *arguments: str, suite: str | None = "unit") -> Outcome:
    named = ["--suite", suite] if suite else []
    cache = {"XDG_CACHE_HOME": str(repo.root.parent / "cache")}
    return call("redfirst", "prove", "--base", "main", *named, *arguments, cwd=repo.root, env=cache)


def _report(repo: RepoBuilder, *arguments: str, suite: str | None = "unit", code: int) -> dict[str, Any]:
    outcome = _prove(repo, "--format=json", "--quiet", *arguments, suite=suite)
    assert outcome.code == code, outcome.err + outcome.out
    result: dict[str, Any] = json.loads(outcome.out)
    return result


def _outcomes(result: dict[str, Any]) -> dict[str, str]:
    return {row["id"]: row["outcome"] for table in result["tables"] for row in table["rows"]}


def test_each_new_case_is_proven_or_not_and_the_old_ones_are_kept(tmp_path: Path) -> None:
    repo = _repo(tmp_path / "repo")
    more = "check negative '[ $(absolute -1) = 1 ]'\ncheck zero '[ $(absolute 0) = 0 ]'\n"
    head = repo.commit("change", {"lib.sh": NEW_LIB, "tests/cases.sh": OLD_CASES + more})
    result = _report(repo, code=1)
    assert _outcomes(result) == {"same": "kept", "size": "kept", "negative": "proven", "zero": "unproven"}
    assert (result["command"], result["commit"], result["base"]) == ("prove", head, repo.git("rev-parse", "main"))
    assert result["tables"][0]["outcome"] == "fail"


def test_a_range_whose_new_cases_are_all_proven_passes(tmp_path: Path) -> None:
    repo = _repo(tmp_path / "repo")
    repo.commit("change", {"lib.sh": NEW_LIB, "tests/cases.sh": OLD_CASES + "check minus '[ $(absolute -2) = 2 ]'\n"})
    assert _outcomes(_report(repo, code=0)) == {"same": "kept", "size": "kept", "minus": "proven"}
    assert "minus" in _prove(repo).out


def test_the_range_begins_at_the_merge_base(tmp_path: Path) -> None:
    repo = _repo(tmp_path / "repo")
    repo.commit("change", {"lib.sh": NEW_LIB, "tests/cases.sh": OLD_CASES + "check minus '[ $(absolute -2) = 2 ]'\n"})
    repo.switch("main")
    repo.commit("meanwhile", {"lib.sh": NEW_LIB + "# the same\n"})
    repo.switch("topic")
    assert _outcomes(_report(repo, code=0))["minus"] == "proven"


def test_a_case_is_judged_by_its_colour_on_both_sides(tmp_path: Path) -> None:
    repo = _repo(tmp_path / "repo")
    cases = [
        "check new '[ $(absolute -1) = 9 ]'",
        "check size '[ $(size) = 2 ]'",
        "check same '[ $(absolute -1) = 1 ]'",
        "number=4; echo 'ok 4 - skipped # SKIP'",
    ]
    repo.commit("change", {"lib.sh": NEW_LIB, "tests/cases.sh": "\n".join(cases)})
    expected = {"new": "broken", "size": "broken", "same": "proven", "skipped": "unproven"}
    assert _outcomes(_report(repo, code=1)) == expected


def test_a_case_that_was_red_and_is_green_by_its_own_change_is_kept(tmp_path: Path) -> None:
    repo = _repo(tmp_path / "repo", **{"tests/cases.sh": "check wrong '[ $(size) = 4 ]'\n"})
    repo.commit("change", {"tests/cases.sh": "check wrong '[ $(size) = 3 ]'\n"})
    assert _outcomes(_report(repo, code=0)) == {"wrong": "kept"}


def test_cases_of_the_base_that_are_gone_are_named(tmp_path: Path) -> None:
    repo = _repo(tmp_path / "repo")
    repo.commit("change", {"tests/cases.sh": "check same '[ $(absolute 1) = 1 ]'\n"})
    result = _report(repo, code=0)
    assert result["tables"][0]["notes"][0] == '1 case of the base is not at head: "size"'


def test_a_case_that_ends_the_old_tree_is_proven(tmp_path: Path) -> None:
    repo = _repo(tmp_path / "repo")
    policy = {
        **POLICY,
        "mutation": {**POLICY["mutation"], "suites": {"unit": {"run": ["sh", "tests/all.sh"], "report": "exit-code"}}},
    }
    files = {".redfirst.yml": yaml.safe_dump(policy), "lib.sh": NEW_LIB}
    repo.commit("change", {**files, "tests/cases.sh": "[ $(absolute -1) = 1 ] || kill -SEGV $$\nnumber=1\n"})
    assert _outcomes(_report(repo, code=0)) == {"exit-code": "proven"}


@pytest.mark.parametrize("base", ["exit 1\n", "no-such-command\n"])
def test_an_exit_code_that_fails_at_the_base_tells_no_case_that_the_base_had(tmp_path: Path, base: str) -> None:
    """A script that is not there and one that fails end alike: what is green without the change is not kept."""
    suites = {"unit": {"run": ["sh", "tests/cases.sh"], "report": "exit-code"}}
    policy = {**POLICY, "mutation": {**POLICY["mutation"], "suites": suites}}
    repo = _repo(tmp_path / "repo", policy, **{"tests/cases.sh": base})
    repo.commit("change", {"lib.sh": NEW_LIB, "tests/cases.sh": ". ./lib.sh; [ $(size) = 3 ]\n"})
    result = _report(repo, code=1)
    assert _outcomes(result) == {"exit-code": "unproven"}
    assert "which cases the base has is unknown" in result["tables"][0]["notes"][0]


def test_a_colour_that_differs_between_repeats_is_unstable(tmp_path: Path) -> None:
    repo = _repo(tmp_path / "repo")
    shaky = "echo x >>log\ncheck shaky '[ $(wc -l <log) != 2 ]'\n"
    repo.commit("change", {"lib.sh": NEW_LIB, "tests/cases.sh": OLD_CASES + shaky})
    assert _outcomes(_report(repo, "--repeat", "3", code=1)) == {"same": "kept", "size": "kept", "shaky": "unstable"}


PYTHON = """\
import unittest
import g

class T(unittest.TestCase):
    def test_same(self):
        self.assertEqual(g.f(1), 1)
"""


@pytest.mark.parametrize(("compile_red", "outcome"), [(False, "unbuildable"), (True, "proven")])
def test_a_test_that_the_old_tree_cannot_load_is_no_red(tmp_path: Path, compile_red: bool, outcome: str) -> None:
    python = {**POLICY["mutation"]["suites"]["python"], "compile_red": compile_red}
    policy = {**POLICY, "mutation": {**POLICY["mutation"], "suites": {"python": python}}}
    repo = _repo(tmp_path / "repo", policy, **{"g.py": "def f(x):\n    return x\n", "tests/test_g.py": PYTHON})
    more = "    def test_h(self):\n        self.assertEqual(h(), 2)\n"
    test = PYTHON.replace("import g\n", "import g\nfrom g import h\n") + more
    repo.commit("change", {"g.py": "def f(x):\n    return x\n\ndef h():\n    return 2\n", "tests/test_g.py": test})
    result = _report(repo, suite="python", code=0 if compile_red else 1)
    assert _outcomes(result) == {"tests.test_g.T.test_h": outcome, "tests.test_g.T.test_same": "kept"}


@pytest.mark.skipif(needs("cc") is not None, reason=needs("cc") or "")
@pytest.mark.parametrize(("compile_red", "outcome"), [(False, "unbuildable"), (True, "proven")])
def test_an_old_tree_that_does_not_compile_is_no_red(tmp_path: Path, compile_red: bool, outcome: str) -> None:
    suite = {
        "build": ["cc", "-o", "app", "lib.c", "tests/main.c"],
        "run": ["./app"],
        "report": {"tap": "stdout"},
        "artifacts": ["app"],
        "compile_red": compile_red,
    }
    policy = {**POLICY, "mutation": {"tests": ["tests/**"], "suites": {"unit": suite}}}
    main = (
        '#include <stdio.h>\nint f(void);\nint main(void) { puts("1..1"); puts(f() ? "ok 1 - f" : "not ok 1 - f"); }\n'
    )
    repo = _repo(tmp_path / "repo", policy, **{"lib.c": "int f(void) { return 1; }\n", "tests/main.c": main})
    new = main.replace("int f(void);", "int f(void); int h(void);").replace("1..1", "1..2")
    new = new.replace(" }\n", ' puts(h() ? "ok 2 - h" : "not ok 2 - h"); }\n')
    repo.commit("change", {"lib.c": "int f(void) { return 1; }\nint h(void) { return 1; }\n", "tests/main.c": new})
    result = _report(repo, code=0 if compile_red else 1)
    assert _outcomes(result) == {"f": "kept", "h": outcome}


def test_links_and_modes_of_tests_come_along_or_are_noted(tmp_path: Path) -> None:
    repo = _repo(tmp_path / "repo")
    repo.write({"lib.sh": NEW_LIB, "tests/tool.sh": "#!/bin/sh\nexit 0\n"})
    (repo.root / "tests/tool.sh").chmod(0o755)
    (repo.root / "tests/link.sh").symlink_to("tool.sh")
    repo.commit("change", {"tests/cases.sh": "check tool './tests/tool.sh && [ $(absolute -1) = 1 ]'\n"})
    result = _report(repo, code=0)
    assert _outcomes(result) == {"tool": "proven"}
    assert "tests/link.sh" in result["tables"][0]["notes"][0]
    repo.commit("only green", {"lib.sh": OLD_LIB, "tests/cases.sh": "check tool ./tests/tool.sh\n"})
    assert _outcomes(_report(repo, code=1)) == {"tool": "unproven"}


def test_a_suite_that_does_not_run_at_head_proves_nothing(tmp_path: Path) -> None:
    repo = _repo(tmp_path / "repo")
    repo.commit("change", {"tests/cases.sh": "exit 3\n"})
    result = _report(repo, code=1)
    assert (result["tables"][0]["outcome"], _outcomes(result)) == ("void", {})
    assert "exit code 3" in result["tables"][0]["reason"]


def test_a_policy_without_suites_is_told_where_they_belong(tmp_path: Path) -> None:
    repo = _repo(tmp_path / "repo", {"extends": "none", "mutation": {"tests": ["tests/**"]}})
    assert _prove(repo).error == "unit is no suite of the policy, which has none; define it under mutation.suites"


@pytest.mark.parametrize(
    ("arguments", "suite", "words"),
    [
        ([], "nosuch", "nosuch is no suite of the policy; there are python, unit"),
        ([], "pyhton", "pyhton is no suite of the policy; did you mean python?"),
        ([], None, "--suite"),
        (["--head", "nosuch"], "unit", "nosuch"),
        (["--repeat", "0"], "unit", "--repeat"),
        ([], "unit", "changes no test"),
    ],
)
def test_what_cannot_be_asked_is_one_line(tmp_path: Path, arguments: list[str], suite: str | None, words: str) -> None:
    repo = _repo(tmp_path / "repo")
    repo.commit("change", {"lib.sh": NEW_LIB})
    assert words in _prove(repo, *arguments, suite=suite).error
