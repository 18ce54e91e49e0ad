"""`redfirst mutate` as a user runs it, in real repositories: every outcome, and every way of asking for rows."""

from __future__ import annotations

import json
import shlex
from pathlib import Path
from typing import Any

import pytest

from tests.bot.mutation.trees import (
    ALSO_DETECTED,
    CAPACITY,
    DETECTED,
    GUARD,
    SURVIVED,
    TABLE,
    TREE,
    UNIT,
    build,
    mutate,
    outcomes,
    replace,
    report,
    row,
    rows_of,
    table,
)
from tests.support.builder import RepoBuilder

ONE_RED = {"red": ["fits"]}
OTHER = {"run": ["sh", "-c", '. ./guard.sh; [ "$(double 3)" = 6 ]'], "report": "exit-code"}
SLOW = {**UNIT, "timeout": 1.5}


def at_start(what: str) -> list[dict[str, Any]]:
    """An edit of the suite's first line."""
    return replace(". ./guard.sh\n", f"{what}\n. ./guard.sh\n", "suite.sh")


EVERY_OUTCOME = [
    (DETECTED, "detected"),
    (ALSO_DETECTED, "detected"),
    (SURVIVED, "survived"),
    (row("elsewhere", replace("$1 + $1", "$1 + 0"), CAPACITY), "misplaced"),
    (row("too-much", replace("LIMIT=4", "LIMIT=x"), {"red": ["capacity"]}), "misplaced"),
    (row("others-may", replace("$1 + $1", "0") + replace("-le", "-lt"), {"red": ["fits"], "only": False}), "detected"),
    (row("absent", replace("if (bytes > capacity)", "if (false)"), CAPACITY), "not-applied"),
    (row("twice", replace("$1", "$2"), CAPACITY), "not-applied"),
    (row("no-file", replace("a", "b", "absent.sh"), CAPACITY), "not-applied"),
    (row("undone", replace("LIMIT=4", "LIMIT=5") + replace("LIMIT=5", "LIMIT=4"), CAPACITY), "not-applied"),
    (row("green", replace("$1 + $1", "2 * $1"), {"green": True, "reason": "the same number"}), "accepted"),
    (row("not-green", replace("-le", "-lt"), {"green": True, "reason": "wrong"}), "misplaced"),
    (row("nothing-runs", at_start("echo 1..0; exit 0"), CAPACITY), "vacuous"),
    (row("prints-nothing", at_start("exit 0"), CAPACITY), "vacuous"),
    (row("skips", replace('echo "ok $number - $1"', 'echo "ok $number - $1 # SKIP"', "suite.sh"), CAPACITY), "vacuous"),
    (row("fewer", replace("check double", "# check double", "suite.sh"), {"red": ["double"]}), "vacuous"),
    (row("fails-at-once", at_start("exit 3"), CAPACITY), "crashed"),
    (row("killed", replace("echo $(($1 + $1))", "kill -SEGV $$"), {"red": ["double"]}), "crashed"),
    (row("as-claimed", replace("echo $(($1 + $1))", "kill -SEGV $$"), {"outcome": "crashed"}), "crashed"),
    (row("all-green-but-fails", replace("exit ${red:-0}", "exit 7", "suite.sh"), CAPACITY), "crashed"),
    (
        row("zero-though-red", replace("LIMIT=4", "LIMIT=3") + replace("${red:-0}", "0", "suite.sh"), ONE_RED),
        "detected",
    ),
    (row("other-holds", replace("-le", "-lt"), {**ONE_RED, "green_suites": ["other"]}), "detected"),
    (row("other-too", replace("$1 + $1", "0"), {"red": ["double"], "green_suites": ["other"]}), "misplaced"),
    (row("hangs", replace("echo $(($1 + $1))", "sleep 600 & wait"), {"red": ["double"]}, suite="slow"), "timed-out"),
]
PASSING = {"detected", "unlimited", "others-may", "green", "as-claimed", "zero-though-red", "other-holds"}


@pytest.fixture(scope="module")
def everything(tmp_path_factory: pytest.TempPathFactory) -> tuple[RepoBuilder, dict[str, Any]]:
    rows = [row for row, _ in EVERY_OUTCOME]
    repo = build(tmp_path_factory.mktemp("all") / "repo", {TABLE: table(*rows, unit=UNIT, other=OTHER, slow=SLOW)})
    before = _state(repo)
    result = report(repo.root, TABLE, code=1)
    assert _state(repo) == before
    return repo, result


def _state(repo: RepoBuilder) -> dict[str, bytes]:
    """Every file of the repository, git's own too."""
    return {str(path): path.read_bytes() for path in sorted(repo.root.rglob("*")) if path.is_file()}


@pytest.mark.parametrize(("result", "outcome"), EVERY_OUTCOME, ids=[row["id"] for row, _ in EVERY_OUTCOME])
def test_a_row_has_the_outcome_that_it_earned(
    everything: tuple[RepoBuilder, dict[str, Any]], result: dict[str, Any], outcome: str
) -> None:
    found = rows_of(everything[1])[result["id"]]
    assert found["outcome"] == outcome, found
    assert found["passes"] is (result["id"] in PASSING), found
    assert found["claim"] == result["claim"]
    assert found["reason"]


def test_a_row_carries_what_happened(everything: tuple[RepoBuilder, dict[str, Any]]) -> None:
    rows = rows_of(everything[1])
    found = rows["detected"]
    assert found["lines"] == {"added": 1, "removed": 1}
    assert found["build"] is None
    assert (found["run"]["ended_by"], found["run"]["exit_code"]) == ("exit", 1)
    assert found["cases"] == {"before": 3, "after": 3}
    assert found["red"] == ["fits"]
    (file,) = found["files"]
    assert file["path"] == "guard.sh"
    assert file["before"] == file["restored"] != file["after"]
    assert found["log"] == []
    assert rows["too-much"]["extra"] == ["fits"]
    assert rows["elsewhere"]["missing"] == ["capacity"]
    assert rows["elsewhere"]["log"]
    assert "SEGV" in rows["killed"]["reason"]
    assert rows["hangs"]["run"]["ended_by"] == "time"
    assert "other" in rows["other-too"]["reason"]


def test_a_table_carries_its_control(everything: tuple[RepoBuilder, dict[str, Any]]) -> None:
    (found,) = everything[1]["tables"]
    assert (found["file"], found["outcome"]) == (TABLE, "fail")
    moments = [(control["suite"], control["moment"], control["green"]) for control in found["controls"]]
    assert moments == [(name, when, True) for when in ("before", "after") for name in ("unit", "other", "slow")]
    assert found["controls"][0]["cases"] == 3
    assert everything[1]["summary"] == {"passed": 7, "failed": len(EVERY_OUTCOME) - 7, "green": False}


@pytest.fixture(scope="module")
def simple(tmp_path_factory: pytest.TempPathFactory) -> RepoBuilder:
    """A repository with two tables: one of three rows, one of one row."""
    second = table(row("double", replace("$1 + $1", "$1"), {"red": ["double"]}))
    first = table(DETECTED, ALSO_DETECTED, SURVIVED)
    return build(tmp_path_factory.mktemp("simple") / "repo", {TABLE: first, "tests/mutations/other.yml": second})


def test_nothing_to_judge_is_not_green(simple: RepoBuilder) -> None:
    assert "there is no mutation table here" in mutate(simple.root).error


def test_a_plan_of_nothing_has_no_shards(simple: RepoBuilder) -> None:
    assert json.loads(mutate(simple.root, "--plan").out) == {"include": []}


def test_the_policys_globs_find_tables_as_they_lie_on_disk(simple: RepoBuilder, tmp_path: Path) -> None:
    policy = tmp_path / "policy.yml"
    policy.write_text("extends: none\nmutation: {tables: ['tests/mutations/**/*.yml']}\n")
    result = report(simple.root, "--policy", str(policy), code=1)
    assert outcomes(result) == {
        "detected": "detected",
        "unlimited": "detected",
        "survived": "survived",
        "double": "detected",
    }
    assert [one["file"] for one in result["tables"]] == [TABLE, "tests/mutations/other.yml"]


def test_rows_are_chosen_by_name(simple: RepoBuilder) -> None:
    result = report(simple.root, TABLE, "--row", "unlimited", "--row", f"{TABLE}:detected", code=0)
    assert list(outcomes(result)) == ["detected", "unlimited"]
    assert result["tables"][0]["outcome"] == "pass"
    assert result["summary"]["green"] is True


def test_a_row_that_is_not_there_is_refused_with_those_that_are(simple: RepoBuilder) -> None:
    error = mutate(simple.root, TABLE, "--row", "nosuch").error
    assert "nosuch" in error
    assert "unlimited" in error


PATCH = """--- a/guard.sh
+++ b/guard.sh
@@ -1 +1 @@
-LIMIT=4
+LIMIT=40
"""


@pytest.mark.parametrize("broken", ["m.diff", "seam.yml"])
def test_a_file_that_is_too_large_is_refused_and_not_cut(simple: RepoBuilder, broken: str) -> None:
    folder = simple.root / "tests" / "mutations"
    row_of_patch = row("patched", [{"file": "guard.sh", "patch": "m.diff"}], CAPACITY)
    (folder / "m.diff").write_text(PATCH)
    (folder / "seam.yml").write_text(table(row_of_patch))
    with (folder / broken).open("a") as file:
        file.write("\n" * (2 << 20))
    outcome = mutate(simple.root, "tests/mutations/seam.yml")
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.error == f"tests/mutations/{broken} is larger than 2 MiB, the most that is read of it"


def test_several_workspaces_judge_the_same(simple: RepoBuilder) -> None:
    result = report(simple.root, TABLE, "--jobs", "2", code=1)
    assert outcomes(result) == {"detected": "detected", "unlimited": "detected", "survived": "survived"}


def test_shards_put_together_are_the_whole_run(simple: RepoBuilder, tmp_path: Path) -> None:
    tables = [TABLE, "tests/mutations/other.yml"]
    files = [str(tmp_path / f"{number}.json") for number in (1, 2, 3)]
    for number, file in enumerate(files, start=1):
        mutate(simple.root, "--shard", f"{number}/3", "--format=json", "--quiet", "--output", file, *tables)
    joined = report(simple.root, "--merge", *files, code=1)
    assert outcomes(joined) == outcomes(report(simple.root, *tables, code=1))
    assert joined["shard"] is None
    for arguments, words in [
        (files[:2], "shard 3 of 3 is missing"),
        ([*files, files[0]], "twice"),
        ([files[0], *files[1:], *files[1:2]], "twice"),
    ]:
        assert words in mutate(simple.root, "--merge", *arguments).error


def test_a_plan_runs_as_it_says_and_its_shards_make_up_the_whole(simple: RepoBuilder, tmp_path: Path) -> None:
    planned = mutate(simple.root, "--plan", "--shards", "2", TABLE)
    assert planned.out.count("\n") == 1
    include = json.loads(planned.out)["include"]
    assert [entry["shard"] for entry in include] == ["1/2", "2/2"]
    assert sum(entry["rows"] for entry in include) == 3
    files = []
    for number, entry in enumerate(include):
        file = str(tmp_path / f"{number}.json")
        mutate(simple.root, "--format=json", "--quiet", "--output", file, *shlex.split(entry["arguments"]))
        files.append(file)
    joined = report(simple.root, "--merge", *files, code=1)
    assert outcomes(joined) == {"detected": "detected", "unlimited": "detected", "survived": "survived"}


def test_a_shard_of_another_commit_or_table_is_foreign(tmp_path: Path) -> None:
    repo = build(tmp_path / "repo", {TABLE: table(DETECTED, ALSO_DETECTED)})
    files = [str(tmp_path / f"{number}.json") for number in (1, 2, 3)]

    def shard(number: int, file: str) -> None:
        mutate(repo.root, "--shard", f"{number}/2", "--format=json", "--quiet", "--output", file, TABLE)

    shard(1, files[0])
    repo.commit("more", {"README": "more\n"})
    shard(2, files[1])
    assert "commit differs" in mutate(repo.root, "--merge", *files[:2]).error
    repo.write({TABLE: table(DETECTED, ALSO_DETECTED, SURVIVED)})
    repo.git("switch", "-q", "--detach", "HEAD~1")
    repo.write({TABLE: table(DETECTED, ALSO_DETECTED, SURVIVED)})
    shard(2, files[2])
    assert "tables differs" in mutate(repo.root, "--merge", files[0], files[2]).error


@pytest.mark.parametrize("data", ["", "[]", "{}", '{"schema": "redfirst.report/1"}', "[" * 100_000, '{"schema": 1}'])
def test_a_file_that_is_no_report_is_refused(simple: RepoBuilder, tmp_path: Path, data: str) -> None:
    file = tmp_path / "no.json"
    file.write_text(data)
    assert "no.json is no" in mutate(simple.root, "--merge", str(file)).error


def test_a_whole_run_is_no_shard(simple: RepoBuilder, tmp_path: Path) -> None:
    file = str(tmp_path / "whole.json")
    mutate(simple.root, "--format=json", "--quiet", "--output", file, TABLE, "--row", "detected")
    assert "not of a shard" in mutate(simple.root, "--merge", file).error


def test_only_rows_that_the_diff_touches_are_judged(tmp_path: Path) -> None:
    repo = build(tmp_path / "repo", {TABLE: table(DETECTED, row("suite", at_start("exit 0"), CAPACITY))})
    repo.commit("touch", {"guard.sh": GUARD + "# more\n"})
    result = report(repo.root, TABLE, "--in-diff", "HEAD~1", code=0)
    assert outcomes(result) == {"detected": "detected"}
    assert "1 row left out" in result["notes"][0]
    repo.commit("touch nothing", {"README": "x\n"})
    result = report(repo.root, TABLE, "--in-diff", "HEAD~1", code=0)
    assert (result["tables"], result["summary"]["green"]) == ([], False)
    assert "nothing was judged" in mutate(repo.root, TABLE, "--in-diff", "HEAD~1").out.lower()


def test_shards_of_a_diff_make_up_the_diff(tmp_path: Path) -> None:
    rows = [DETECTED, ALSO_DETECTED, row("suite", at_start("exit 0"), CAPACITY)]
    repo = build(tmp_path / "repo", {TABLE: table(*rows)})
    repo.commit("touch", {"guard.sh": GUARD + "# more\n"})
    files = []
    planned = json.loads(mutate(repo.root, TABLE, "--plan", "--shards", "2", "--in-diff", "HEAD~1").out)
    commands = [shlex.split(entry["arguments"]) for entry in planned["include"]]
    for number, arguments in enumerate(commands):
        files.append(str(tmp_path / f"{number}.json"))
        mutate(repo.root, "--format=json", "--quiet", "--output", files[-1], *arguments)
    result = report(repo.root, "--merge", *files, code=0)
    assert outcomes(result) == {"detected": "detected", "unlimited": "detected"}
    assert result["tables"][0]["declared"] == ["detected", "unlimited"]


def test_a_control_that_is_red_in_one_shard_voids_the_whole_table(tmp_path: Path) -> None:
    red = {"run": ["false"], "report": "exit-code"}
    rows = [DETECTED, row("other", replace("-le", "-lt"), CAPACITY, suite="red")]
    repo = build(tmp_path / "repo", {TABLE: table(*rows, unit=UNIT, red=red)})
    files = [str(tmp_path / f"{number}.json") for number in (1, 2)]
    for number, file in enumerate(files, start=1):
        mutate(repo.root, TABLE, "--shard", f"{number}/2", "--format=json", "--quiet", "--output", file)
    assert rows_of(json.loads(Path(files[0]).read_text()))["detected"]["outcome"] == "detected"
    assert outcomes(report(repo.root, "--merge", *files, code=1)) == outcomes(report(repo.root, TABLE, code=1))


@pytest.mark.parametrize(
    ("form", "words"), [("text", "The one row passes."), ("markdown", "| row | claim |"), ("junit", "<testsuites")]
)
def test_a_report_has_the_form_that_is_asked_for(simple: RepoBuilder, tmp_path: Path, form: str, words: str) -> None:
    file = tmp_path / "report"
    outcome = mutate(simple.root, TABLE, "--row", "detected", "--quiet", "--format", form, "--output", str(file))
    assert (outcome.code, outcome.out) == (0, "")
    assert words in file.read_text()


def test_uncommitted_changes_are_left_out_with_a_note_or_taken_along(tmp_path: Path) -> None:
    repo = build(tmp_path / "repo", {TABLE: table(DETECTED, SURVIVED)})
    repo.write({"guard.sh": GUARD.replace("LIMIT=4", "LIMIT=9"), TABLE: table(DETECTED)})
    result = report(repo.root, TABLE, code=0)
    assert result["notes"][0].startswith("uncommitted changes of 1 tracked file are left out")
    result = report(repo.root, TABLE, "--worktree", code=1)
    assert outcomes(result) == {"detected": "void"}
    assert result["uncommitted"]
    assert "--worktree" not in "".join(result["notes"])


def test_another_commit_is_judged_by_the_table_on_disk(tmp_path: Path) -> None:
    repo = build(tmp_path / "repo", {"x": "x"})
    first = repo.git("rev-parse", "HEAD")
    repo.commit("broken", {"guard.sh": "exit 1\n", TABLE: table(DETECTED)})
    result = report(repo.root, TABLE, "--at", first, code=0)
    assert (result["commit"], outcomes(result)) == (first, {"detected": "detected"})


def test_workspaces_are_kept_where_the_user_says(tmp_path: Path) -> None:
    repo = build(tmp_path / "repo", {TABLE: table(DETECTED)})
    report(repo.root, TABLE, "--keep", str(tmp_path / "kept"), code=0)
    assert (tmp_path / "kept" / "1" / "guard.sh").read_text() == GUARD
    assert "is there already" in mutate(repo.root, TABLE, "--keep", str(tmp_path / "kept")).error


def test_no_workspace_is_left(tmp_path: Path) -> None:
    repo = build(tmp_path / "repo", {TABLE: table(DETECTED)})
    report(repo.root, TABLE, code=0)
    assert [path.name for path in (tmp_path / "cache/redfirst/workspaces").iterdir()] == []


FAULTY_CONTROLS = [
    ("red", {**UNIT, "run": ["sh", "-c", "echo 1..1; echo not ok 1 - always; exit 1"]}, "always"),
    ("fails", {**UNIT, "run": ["sh", "-c", "echo 1..1; echo ok 1 - fine; exit 3"]}, "exit code 3"),
    ("empty", {**UNIT, "run": ["sh", "-c", "echo 1..0"]}, "0 cases ran"),
    ("skips", {**UNIT, "run": ["sh", "-c", "echo 1..1; echo 'ok 1 - x # SKIP'"]}, "1 was skipped"),
    ("few", {**UNIT, "min_cases": 4}, "min_cases asks for 4"),
    ("silent", {**UNIT, "run": ["true"]}, "report"),
    ("unprepared", {**UNIT, "prepare": [["true"], ["false"]]}, "false ended with exit code 1"),
    ("unbuilt", {**UNIT, "build": ["false"]}, "its build ended with exit code 1"),
    ("no-artifact", {**UNIT, "build": ["true"], "artifacts": ["nosuch"]}, "nosuch"),
    ("not-there", {**UNIT, "run": ["./nosuch"]}, "did not begin"),
    ("hangs", {**UNIT, "run": ["sleep", "60"], "timeout": 0.5}, "0.5 s"),
    (
        "unrepeatable",
        {**UNIT, "run": ["sh", "-c", "echo x >>log; [ $(wc -l <log) -le 2 ] && . ./suite.sh"]},
        "after the last row",
    ),
]


@pytest.mark.parametrize(("name", "suite", "words"), FAULTY_CONTROLS, ids=[name for name, _, _ in FAULTY_CONTROLS])
def test_a_control_that_is_not_green_voids_the_table(
    tmp_path: Path, name: str, suite: dict[str, Any], words: str
) -> None:
    repo = build(tmp_path / "repo", {TABLE: table(DETECTED, unit=suite)})
    result = report(repo.root, TABLE, code=1)
    (found,) = result["tables"]
    assert (found["outcome"], outcomes(result)) == ("void", {"detected": "void"})
    assert words in found["reason"]
    assert words in found["rows"][0]["reason"]


def test_a_case_whose_colour_differs_between_repeats_is_named(tmp_path: Path) -> None:
    flaky = "echo x >>log; echo 1..2; echo ok 1 - steady; [ $(wc -l <log) -ne 3 ] || printf 'not '; echo ok 2 - shaky"
    repo = build(tmp_path / "repo", {TABLE: table(DETECTED, unit={**UNIT, "run": ["sh", "-c", flaky]})})
    (found,) = report(repo.root, TABLE, "--repeat", "4", code=1)["tables"]
    assert found["outcome"] == "void"
    assert '"shaky" differs between 4 runs' in found["reason"]
    assert "steady" not in found["reason"]


def test_a_file_that_does_not_come_back_stops_the_run(tmp_path: Path) -> None:
    trap = replace("LIMIT=4", "rm guard.sh; mkdir -p guard.sh/in")
    rows = [DETECTED, row("trap", trap, {"red": ["*"]}), ALSO_DETECTED]
    later = row("later", replace("-le", "-lt"), ONE_RED)
    repo = build(tmp_path / "repo", {TABLE: table(*rows), "tests/mutations/later.yml": table(later)})
    result = report(repo.root, TABLE, "tests/mutations/later.yml", code=1)
    assert outcomes(result) == {"detected": "detected", "trap": "unrestored", "unlimited": "void", "later": "void"}
    assert "the run stopped at row trap" in rows_of(result)["unlimited"]["reason"]
    assert "the run stopped at row trap" in rows_of(result)["later"]["reason"]
    assert [one["outcome"] for one in result["tables"]] == ["fail", "void"]


def test_a_report_of_an_earlier_run_is_no_report_of_this_one(tmp_path: Path) -> None:
    suite = {"run": ["sh", "-c", ". ./guard.sh; cp result.in result.xml"], "report": {"junit": "result.xml"}}
    files = {"result.in": '<testsuite><testcase classname="a" name="b"/></testsuite>'}
    rows = [row("quits", replace("LIMIT=4", "exit 0"), {"green": True, "reason": "it says so"})]
    repo = build(tmp_path / "repo", {**files, TABLE: table(*rows, unit=suite)})
    assert outcomes(report(repo.root, TABLE, code=1)) == {"quits": "vacuous"}


def test_python_that_no_longer_compiles_proves_nothing(tmp_path: Path) -> None:
    test = "    def test_f(self):\n        self.assertEqual(g.f(1), 1)\n"
    files = {
        "g.py": "def f(x):\n    return x\n",
        "test_g.py": f"import unittest, g\nclass T(unittest.TestCase):\n{test}",
    }
    suite = {"run": ["python3", "-S", "-E", "-m", "unittest", "-v", "test_g"], "report": {"unittest": "stderr"}}
    rows = [
        row("syntax", replace("return x", "return (x", "g.py"), {"red": ["*"]}),
        row("outside", replace("def f(x):\n    return x\n", "return 1\n", "g.py"), {"red": ["*"], "only": False}),
        row("unimportable", replace("def f(x):", "import nosuch\ndef f(x):", "g.py"), {"red": ["*"]}),
        row("unloadable", replace("def f(x):", "raise OSError\ndef f(x):", "g.py"), {"red": ["*"]}),
        row("red", replace("return x", "return 2", "g.py"), {"red": ["test_g.T.test_f"]}),
        row("stub", [{"file": "g.py", "stub": "disabled"}], {"red": ["test_g.T.test_f"]}),
    ]
    repo = build(tmp_path / "repo", {**files, TABLE: table(*rows, unit=suite)})
    assert outcomes(report(repo.root, TABLE, code=1)) == {
        "syntax": "unbuildable",
        "outside": "unbuildable",
        "unimportable": "misplaced",
        "unloadable": "crashed",
        "red": "detected",
        "stub": "detected",
    }


def test_a_file_is_restored_to_the_merge_base_with_the_policys_base(tmp_path: Path) -> None:
    rows = [row("old", [{"file": "guard.sh", "restore": "base"}], {"red": ["fits"]})]
    repo = RepoBuilder(tmp_path / "repo")
    old = {**TREE, "guard.sh": GUARD.replace("-le", "-lt")}
    repo.commit("old", {**old, ".redfirst.yml": "extends: none\nbase_ref: main\n"})
    repo.branch("topic")
    repo.commit("new", {"guard.sh": GUARD, TABLE: table(*rows)})
    assert outcomes(report(repo.root, TABLE, code=0)) == {"old": "detected"}
    repo.write({".redfirst.yml": "extends: none\nbase_ref: gone\n"})
    found = rows_of(report(repo.root, TABLE, code=1))["old"]
    assert (found["outcome"], "gone" in found["reason"]) == ("not-applied", True)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["nosuch.yml"], "is no file"),
        (["--shard", "0/4"], "K/N"),
        (["--shard", "5/4"], "K/N"),
        (["--shard", "x"], "K/N"),
        (["--jobs", "0"], "--jobs"),
        (["--repeat", "many"], "--repeat"),
        (["--at", "nosuch"], "nosuch"),
        (["--at", "HEAD", "--worktree"], "different trees"),
        (["--merge", "x.json", "--row", "a"], "--row"),
        (["--merge", "x.json"], "x.json cannot be read"),
        (["--merge", "x.json", "--repo", "."], "runs nothing; leave --repo out"),
        (["--merge", "x.json", "--policy", "p.yml"], "runs nothing; leave --policy out"),
        (["--merge", "x.json", "--jobs", "2", "--repeat", "2"], "runs nothing; leave --jobs and --repeat out"),
        (["--merge", "x.json", "--keep", "kept", "--network"], "runs nothing; leave --keep and --network out"),
        (["--plan", "--jobs", "2"], "--plan runs nothing; leave --jobs out"),
        (["--plan", "--repeat", "2", "--keep", "x"], "--plan runs nothing; leave --repeat and --keep out"),
        (["--plan", "--network"], "--plan runs nothing; leave --network out"),
        (["--plan", "--format", "junit"], "--plan prints a matrix; leave --format junit out"),
        (["--at", ""], "an empty revision names no commit"),
        (["--plan", "--shard", "1/2"], "--shard"),
        (["--shards", "2"], "--plan"),
        (["--in-diff", "nosuch"], "nosuch"),
        (["--format", "sarif"], "--format"),
        (["--nosuch"], "--nosuch"),
    ],
)
def test_what_cannot_be_asked_is_one_line(simple: RepoBuilder, arguments: list[str], words: str) -> None:
    named = [] if "--merge" in arguments or "nosuch.yml" in arguments else [TABLE]
    assert words in mutate(simple.root, *named, *arguments).error


def test_a_plan_can_go_to_a_file(simple: RepoBuilder, tmp_path: Path) -> None:
    printed = mutate(simple.root, "--plan", "--format=json", TABLE)
    written = mutate(simple.root, "--plan", "--output", str(tmp_path / "plan.json"), TABLE)
    assert (written.code, written.out) == (0, "")
    assert json.loads((tmp_path / "plan.json").read_text()) == json.loads(printed.out)


def test_a_table_outside_the_repository_is_refused(simple: RepoBuilder, tmp_path: Path) -> None:
    (tmp_path / "t.yml").write_text(table(DETECTED))
    assert "outside the repository" in mutate(simple.root, str(tmp_path / "t.yml")).error


def test_an_invalid_table_names_its_line(tmp_path: Path) -> None:
    repo = build(tmp_path / "repo", {TABLE: "mutations:\n  - {id: M1}\n"})
    assert f"{TABLE}:2: mutations[0].claim" in mutate(repo.root, TABLE).error
