"""`redfirst init` over repositories of every kind: what it proposes, what it writes, and what it leaves alone."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest
import yaml

from checkers.policy.load import parse_policy
from checkers.provenance import UNKNOWN, named
from tests.bot.init import newcomer
from tests.support.builder import RepoBuilder
from tests.support.commands import bin_folder
from tests.support.modules import ROOT
from tests.support.session import Outcome, call

POLICY, HOOKS, WORKFLOW = ".redfirst.yml", ".pre-commit-config.yaml", ".github/workflows/redfirst.yml"
REPORT = ".github/workflows/redfirst-report.yml"
COMMIT = "0123456789abcdef0123456789abcdef01234567"


@pytest.fixture
def repo(tmp_path: Path) -> RepoBuilder:
    """A few files of C++ that know a device."""
    built = RepoBuilder(tmp_path / "tree")
    built.commit("Begin\n\nBody.\n", {"src/a.cpp": "#ifdef USE_GPU\n#endif\n", "src/b.cpp": "int b;\n"})
    return built


def init(repo: RepoBuilder, *options: str) -> Outcome:
    return call("redfirst", "init", *options, cwd=repo.root)


def listing(root: Path) -> dict[str, bytes]:
    """Every file outside .git with its content, links as what they say."""
    paths = [path for path in root.rglob("*") if ".git" not in path.parts and not path.is_dir()]
    return {
        str(path.relative_to(root)): os.fsencode(path.readlink()) if path.is_symlink() else path.read_bytes()
        for path in paths
    }


def summary(outcome: Outcome) -> str:
    """What stands below the contents."""
    return outcome.out.rpartition("\n---\n")[2]


def test_what_is_left_to_do_is_the_last_thing_on_screen(repo: RepoBuilder) -> None:
    dry, recorded, wrote, again = (
        init(repo, *options) for options in (("--dry-run",), ("--dry-run", "--baseline"), (), ("--baseline",))
    )
    assert dry.out.splitlines()[-1] == "Next: redfirst init writes this."
    assert recorded.out.splitlines()[-1] == "Next: redfirst init --baseline writes this."
    assert wrote.out.splitlines()[-1] == f"Next: review {POLICY}, run agent-preflight, commit, pre-commit install."
    assert again.out.splitlines()[-1] == wrote.out.splitlines()[-1]
    (repo.root / HOOKS).write_text("repos: []\n")
    kept = init(repo).out.splitlines()
    assert kept[-1] == wrote.out.splitlines()[-1]
    assert kept.index(f"--- {HOOKS} (proposed; the one that exists is kept)") < kept.index("---")
    assert kept.index("---") < kept.index(f"kept   {HOOKS}  it exists, and is not overwritten")


HELD = {"a-baseline.json": '{"total": 0, "buckets": {"use_gpu": 0}}\n'}
OWN = """\
version: 1
extends: none
device_leakage:
  sources: ["src/**"]
  suffixes: [.cpp]
  baseline: a-baseline.json
  stale: error
  marker: GPU-OK
  buckets: {use_gpu: {conditional: USE_GPU}}
attention_rung:
  sources: ["src/**"]
  suffixes: [.cpp]
  naive: [slow]
  fast: [quick]
  marker: SLOW-OK
  window_lines: 20
  min_reason_chars: 16
  allowlist: slow.txt
"""
SLOW = {"src/c.cpp": "void f() { slow(); quick(); }\n", "src/d.cpp": "void g() { slow(); }\n"}


@pytest.mark.parametrize("options", [(), ("--baseline",), ("--dry-run",), ("--dry-run", "--baseline")])
@pytest.mark.parametrize(
    ("files", "rule", "named"),
    [
        (HELD, "device-leakage/regression", "use_gpu 1 > 0"),
        ({"a-baseline.json": "{}"}, "device-leakage/no-baseline", "a-baseline.json is no baseline"),
        ({**HELD, **SLOW, "slow.txt": "c\n"}, "attention-rung/unmarked-use", "src/d.cpp"),
    ],
)
def test_a_baseline_that_exists_is_not_advised_to_be_recorded(
    repo: RepoBuilder, options: tuple[str, ...], files: dict[str, str], rule: str, named: str
) -> None:
    repo.write({POLICY: OWN, **files})
    outcome = init(repo, *options)
    told = " ".join(summary(outcome).split())
    assert "What is red above a baseline that exists is not recorded. What to do: redfirst explain " in told
    assert f"redfirst explain {rule}" in told
    assert named in told
    assert "redfirst init --baseline records" not in told
    assert (repo.root / "a-baseline.json").read_text() == files["a-baseline.json"]


def test_a_baseline_that_does_not_exist_is_advised_to_be_recorded(repo: RepoBuilder) -> None:
    repo.write({POLICY: OWN, **SLOW})
    told = summary(init(repo))
    assert "redfirst init --baseline records" in told
    assert "is not recorded" not in told
    told = summary(init(repo, "--baseline"))
    assert "is red today" not in told
    assert "redfirst init --baseline records" not in told
    assert call("redfirst", "check", "device-leakage", "attention-rung", cwd=repo.root).code == 0


def test_a_dry_run_shows_every_file_and_writes_none(repo: RepoBuilder) -> None:
    before = listing(repo.root)
    outcome = init(repo, "--dry-run", "--baseline")
    assert outcome.code == 0
    assert outcome.out.startswith("Nothing was written")
    for path in (POLICY, HOOKS, WORKFLOW, REPORT, ".redfirst/device-leakage-baseline.json"):
        assert f"would write  {path}" in outcome.out
        assert f"--- {path}" in outcome.out
    assert listing(repo.root) == before


@pytest.mark.parametrize("width", ["50", "80", "200"])
def test_what_is_told_fits_the_terminal(repo: RepoBuilder, width: str) -> None:
    """Long words, such as paths, are never broken."""
    import pty

    leader, follower = pty.openpty()
    env = {**os.environ, "COLUMNS": width}
    subprocess.run([str(bin_folder() / "redfirst"), "init"], cwd=repo.root, env=env, stdout=follower, check=True)
    os.close(follower)
    told = os.read(leader, 65536).decode().splitlines()
    os.close(leader)
    assert told[0].startswith("2 source files")
    long = [line for line in told if len(line) > min(int(width), 80)]
    assert [line for line in long if len(line.split()) > 2] == []


def test_what_is_shown_is_what_is_written(repo: RepoBuilder) -> None:
    shown = init(repo, "--dry-run").out
    init(repo)
    for path in (POLICY, HOOKS, WORKFLOW, REPORT):
        assert (repo.root / path).read_text(encoding="utf-8") in shown + "\n"


def test_a_second_run_changes_nothing(repo: RepoBuilder) -> None:
    init(repo, "--baseline")
    before = listing(repo.root)
    outcome = init(repo, "--baseline")
    assert outcome.code == 0
    assert "wrote" not in outcome.out
    assert listing(repo.root) == before


@pytest.mark.parametrize("path", [POLICY, HOOKS, WORKFLOW, REPORT])
def test_a_file_that_exists_is_kept_and_the_proposal_shown(repo: RepoBuilder, path: str) -> None:
    own = "version: 1\nextends: none\ncommit_trailers: {human_only: [Signed-off-by]}\n"
    repo.write({path: own})
    outcome = init(repo)
    assert outcome.code == 0
    assert (repo.root / path).read_text() == own
    assert f"kept   {path}" in outcome.out
    assert f"--- {path} (proposed; the one that exists is kept)" in outcome.out


def test_a_policy_that_exists_decides_over_hooks_and_baselines(repo: RepoBuilder) -> None:
    repo.write({POLICY: "version: 1\nextends: none\ncommit_trailers: {human_only: [Signed-off-by]}\n"})
    init(repo, "--baseline")
    hooks = (repo.root / HOOKS).read_text()
    assert "check-commit-trailers" in hooks
    assert "check-device-leakage" not in hooks
    assert not (repo.root / ".redfirst").exists()


def test_a_policy_that_exists_and_is_wrong_is_said(repo: RepoBuilder) -> None:
    repo.write({POLICY: "version: 1\nattention_rung: {sourcs: []}\n"})
    assert ".redfirst.yml:2: attention_rung.sourcs" in init(repo).error
    assert not (repo.root / HOOKS).exists()


@pytest.mark.parametrize("path", [".github", ".github/workflows", ".redfirst"])
def test_a_link_for_a_folder_is_not_followed(repo: RepoBuilder, tmp_path: Path, path: str) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    place = repo.root / path
    place.parent.mkdir(exist_ok=True)
    place.symlink_to(outside)
    assert f"{path} is a link" in init(repo, "--baseline").error
    assert listing(outside) == {}
    assert not (repo.root / POLICY).exists()


@pytest.mark.parametrize("target", ["elsewhere", "../outside/there", "/dev/null", POLICY])
def test_a_link_in_the_place_of_a_file_is_kept(repo: RepoBuilder, tmp_path: Path, target: str) -> None:
    (tmp_path / "outside").mkdir()
    (repo.root / HOOKS).symlink_to(target)
    assert init(repo).code == 0
    assert str((repo.root / HOOKS).readlink()) == target
    assert listing(tmp_path / "outside") == {}
    assert not (repo.root / "elsewhere").exists()


def test_a_file_for_a_folder_is_said(repo: RepoBuilder) -> None:
    repo.write({".github": "no folder\n"})
    assert ".github is no folder" in init(repo).error


def test_a_folder_in_the_place_of_a_file_is_kept(repo: RepoBuilder) -> None:
    repo.write({f"{HOOKS}/x": ""})
    assert "kept   .pre-commit-config.yaml" in init(repo).out


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_cannot_be_written_to_is_said(repo: RepoBuilder) -> None:
    repo.root.chmod(0o500)
    assert "cannot be written" in init(repo).error
    repo.root.chmod(0o700)


def test_a_bare_repository_is_refused(tmp_path: Path) -> None:
    subprocess.run(["git", "init", "-q", "--bare", str(tmp_path / "bare")], check=True)
    assert "there is no work tree here" in call("redfirst", "init", cwd=tmp_path / "bare").error


def test_no_repository_is_refused(tmp_path: Path) -> None:
    assert "not in a git repository" in call("redfirst", "init", cwd=tmp_path).error


def test_without_a_commit_there_is_no_base(tmp_path: Path) -> None:
    repo = RepoBuilder(tmp_path / "tree")
    outcome = init(repo)
    assert outcome.code == 0
    assert "no C++ source file was found; base none yet" in outcome.out
    policy = parse_policy((repo.root / POLICY).read_bytes(), POLICY)
    assert policy.base_ref is None
    assert policy.commit_trailers is not None


def test_it_may_be_called_from_below_and_from_elsewhere(repo: RepoBuilder, tmp_path: Path) -> None:
    call("redfirst", "init", cwd=repo.root / "src")
    assert (repo.root / POLICY).exists()
    other = RepoBuilder(tmp_path / "other")
    call("redfirst", "init", "--repo", str(other.root), cwd=tmp_path)
    assert (other.root / POLICY).exists()


def test_the_base_is_what_the_remote_calls_its_default(repo: RepoBuilder, tmp_path: Path) -> None:
    repo.git("branch", "trunk")
    repo.git("switch", "-q", "trunk")
    repo.commit("Go on\n\nBody.\n", {"src/c.cpp": "int c;\n"})
    clone = tmp_path / "clone"
    subprocess.run(["git", "clone", "-q", str(repo.root), str(clone)], check=True)
    call("redfirst", "init", cwd=clone)
    assert "base_ref: origin/trunk " in (clone / POLICY).read_text()


def test_a_tree_of_the_preset_gets_a_short_policy(tmp_path: Path) -> None:
    repo = RepoBuilder(tmp_path / "tree")
    repo.commit("Begin\n\nBody.\n", {"src/vllm/a.cpp": "#ifdef VT_X\n#endif\n"})
    init(repo, "--baseline")
    text = (repo.root / POLICY).read_text()
    assert "extends: vllm-cpp" in text
    assert "issue_index: null # no .agents/issue-index.md here" in text
    assert len([line for line in text.splitlines() if not line.startswith("#")]) < 12
    assert (repo.root / "scripts/device-leakage-baseline.json").exists()


def test_baselines_that_are_there_stay_where_they_are(tmp_path: Path) -> None:
    repo = newcomer.build(tmp_path / "loom")
    held = '{"total": 12, "buckets": {"device_if": 12}}\n'
    listed = "layer_003\nlayer_004\n"
    repo.commit(
        "Hold\n\nBody.\n",
        {
            "checks/leak-baseline.json": held, "checks/attention-allowlist.txt": listed,
            "checks/perf-baseline.json": "[1]", "checks/a-baseline.json": "{" * 9, "b/baseline.json": "[" * 99_999,
        },
    )  # fmt: skip
    outcome = init(repo, "--baseline")
    policy = parse_policy((repo.root / POLICY).read_bytes(), POLICY)
    assert policy.device_leakage is not None
    assert policy.device_leakage.baseline == "checks/leak-baseline.json"
    assert policy.attention_rung is not None
    assert policy.attention_rung.allowlist == "checks/attention-allowlist.txt"
    assert (repo.root / "checks/leak-baseline.json").read_text() == held
    assert (repo.root / "checks/attention-allowlist.txt").read_text() == listed
    assert "is red" not in outcome.out
    assert call("agent-preflight", cwd=repo.root).code == 0


def test_a_device_library_has_no_layer_to_keep_clean(tmp_path: Path) -> None:
    repo = RepoBuilder(tmp_path / "tree")
    repo.commit(
        "Begin", {f"csrc/{name}.cu": "#include <cuda.h>\n" for name in "abc"} | {"csrc/d.h": "#ifdef USE_GPU\n#endif"}
    )
    outcome = init(repo)
    assert "3 of 4 files are device code" in outcome.out
    assert parse_policy((repo.root / POLICY).read_bytes(), POLICY).device_leakage is None


def test_a_repository_of_another_forge_gets_no_workflow(repo: RepoBuilder) -> None:
    repo.git("remote", "add", "origin", "https://gitlab.example.org/a/b.git")
    assert WORKFLOW not in init(repo).out
    assert not (repo.root / ".github").exists()


def test_hooks_come_from_where_redfirst_is_hosted(repo: RepoBuilder) -> None:
    init(repo, "--from", f"https://github.com/somebody/redfirst@{COMMIT}")
    hooks, workflow = ((repo.root / path).read_text() for path in (HOOKS, WORKFLOW))
    assert "  - repo: https://github.com/somebody/redfirst\n" in hooks
    assert f"    rev: {COMMIT}\n" in hooks
    assert f"uses: somebody/redfirst/.github/workflows/judge.yml@{COMMIT}\n" in workflow
    assert "OWNER" not in hooks + workflow


def test_rows_that_owe_no_document_are_told_how_to_owe_one(repo: RepoBuilder) -> None:
    repo.commit(
        "Plan", {"docs/models.md": "| Model | State |\n|---|---|\n| `MODEL-A` | DONE |\n| `MODEL-B` | PLANNED |\n"}
    )
    init(repo)
    told = (repo.root / POLICY).read_text().partition("  surfaces: ")[2].partition("\n")[0]
    assert told == "{} # a moved row owes nothing until this names a document, such as {lifecycle: [README.md]}"


def test_tables_that_are_too_short_to_tell_are_not_denied(repo: RepoBuilder) -> None:
    matrix = "| Key | State |\n| --- | --- |\n| `ATTN-1` | DONE |\n| `MOE-1` | TODO |\n"
    index = "| Issue | What |\n| --- | --- |\n| [#1](u) | one |\n| [#2](u) | two |\n"
    repo.commit("tables\n\nof two rows", {"docs/matrix.md": matrix, "docs/issues.md": index})
    told = " ".join(init(repo, "--dry-run").out.split())
    assert "no table here has three rows with a key in backticks such as `ATTN-1` and one of a few states" in told
    assert "no file named index or issues, or merged by union, has one table of three issues or more" in told


def test_where_redfirst_is_hosted_is_asked_for_before_and_after_writing(repo: RepoBuilder) -> None:
    for outcome, advice in ((init(repo, "--dry-run"), "--from URL@COMMIT"), (init(repo), "put its owner and commit")):
        told = " ".join(summary(outcome).split())
        assert "Where redfirst is hosted is not known here: " in told
        assert advice in told


def test_where_redfirst_is_hosted_is_not_asked_for_once_the_workflows_say_it(repo: RepoBuilder) -> None:
    init(repo, "--from", f"https://github.com/somebody/redfirst@{COMMIT}")
    assert "is hosted" not in summary(init(repo))


@pytest.mark.parametrize(
    "text",
    [
        "https://github.com/a/b",
        "git@github.com:a/b@" + COMMIT,
        f"https://x/$(id)@{COMMIT}",
        f'https://x/a"b@{COMMIT}',
        "",
    ],
)
def test_an_origin_that_names_no_commit_is_refused(repo: RepoBuilder, text: str) -> None:
    assert "names no commit of a repository" in init(repo, "--from", text).error


def test_an_origin_is_read() -> None:
    assert named(f"https://github.com/a/b.git@{COMMIT}").url == "https://github.com/a/b"
    assert not UNKNOWN.is_known


@pytest.mark.parametrize(
    "source",
    [pytest.param((), marks=pytest.mark.exhaustive), ("--from", f"https://github.com/somebody/redfirst@{COMMIT}")],
    ids=["local", "known"],
)
def test_what_it_writes_passes_the_tools_that_read_it(tmp_path: Path, source: tuple[str, ...]) -> None:
    """redfirst's own loader, pre-commit, actionlint, and zizmor at its strictest."""
    repo = newcomer.build(tmp_path / "loom")
    init(repo, *source)
    parse_policy((repo.root / POLICY).read_bytes(), POLICY)
    for argv in (
        ["pre-commit", "validate-config", HOOKS],
        ["actionlint", WORKFLOW, REPORT],
        ["zizmor", "--offline", "--persona", "pedantic", "--quiet", WORKFLOW, REPORT],
        ["check-jsonschema", "--builtin-schema", "vendor.github-workflows", WORKFLOW, REPORT],
    ):
        program = shutil.which(argv[0], path=f"{bin_folder()}:{os.environ['PATH']}")
        if program is None:
            pytest.skip(f"{argv[0]} is not installed")
        env = {**os.environ, "PRE_COMMIT_HOME": str(tmp_path / "pre-commit")}
        done = subprocess.run([program, *argv[1:]], cwd=repo.root, env=env, capture_output=True, text=True, check=False)
        assert done.returncode == 0, (argv, done.stdout, done.stderr)


def test_the_hooks_are_those_that_this_project_offers(repo: RepoBuilder) -> None:
    init(repo)
    offered = {hook["id"]: hook for hook in yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text())}
    written = yaml.safe_load((repo.root / HOOKS).read_text())["repos"][0]["hooks"]
    assert "agent-preflight" in [hook["id"] for hook in written]
    for hook in written:
        same = offered[hook["id"]]
        for key in ("name", "entry", "always_run", "require_serial", "verbose", "stages"):
            assert hook[key] == same[key], (hook["id"], key)
        assert hook.get("pass_filenames") == same.get("pass_filenames")


@pytest.mark.parametrize(("written", "called"), [(WORKFLOW, "judge"), (REPORT, "report")])
def test_a_workflow_calls_one_that_this_project_has_with_what_it_takes(
    repo: RepoBuilder, written: str, called: str
) -> None:
    init(repo)
    calling, project = (
        yaml.load(path.read_text(), yaml.BaseLoader)
        for path in (repo.root / written, ROOT / f".github/workflows/{called}.yml")
    )
    (job,) = calling["jobs"].values()
    assert job["uses"].partition("@")[0].endswith(f"/redfirst/.github/workflows/{called}.yml")
    taken = project["on"]["workflow_call"]["inputs"]
    assert set(job["with"]) <= set(taken)
    assert {name for name, about in taken.items() if about.get("required") == "true"} <= set(job["with"])
    needed = {right for inner in project["jobs"].values() for right in inner["permissions"].items()}
    assert needed == set(job["permissions"].items())


def test_the_report_waits_for_the_workflow_that_judges(repo: RepoBuilder) -> None:
    init(repo)
    judge, report = (yaml.load((repo.root / path).read_text(), yaml.BaseLoader) for path in (WORKFLOW, REPORT))
    assert report["on"]["workflow_run"]["workflows"] == [judge["name"]]


def test_a_first_mutation_table_is_found_where_it_is_said_to_belong(tmp_path: Path) -> None:
    repo = newcomer.build(tmp_path / "loom")
    init(repo)
    assert "the policy's mutation.tables, tests/mutations/**/*.yml" in call("redfirst", "mutate", cwd=repo.root).err
    repo.write({"tests/mutations/a.yml": "mutations: []\n"})
    assert "tests/mutations/a.yml:1: mutations has 0 items" in call("redfirst", "mutate", cwd=repo.root).err


@pytest.mark.parametrize(("tables", "rows"), [({}, "none"), ({"tests/mutations/a.yml": "mutations: []\n"}, "changed")])
def test_suites_run_where_there_are_mutation_tables(tmp_path: Path, tables: dict[str, str], rows: str) -> None:
    repo = RepoBuilder(tmp_path / "tree")
    repo.commit("Begin", {"src/vllm/a.cpp": "int a;\n", **tables})
    init(repo)
    workflow = yaml.load((repo.root / WORKFLOW).read_text(), yaml.BaseLoader)
    assert workflow["jobs"]["judge"]["with"]["mutations"] == rows


def test_a_workflow_cannot_be_called_from_elsewhere(repo: RepoBuilder) -> None:
    assert WORKFLOW not in init(repo, "--from", f"https://git.example.org/a/redfirst@{COMMIT}").out


def test_hostile_names_stay_out_of_what_is_written(tmp_path: Path) -> None:
    repo = RepoBuilder(tmp_path / "tree")
    names = ["src/a\nb.cpp", "src/\udcff.cpp", "src/\x1b[31m.cpp", "src/**.cpp", 'src/"q".cpp', "src/x: {y}/a.cpp"]
    repo.commit("Begin", dict.fromkeys([*names, "src/fine.cpp"], "#ifdef USE_GPU\n#endif\n"))
    outcome = init(repo, "--baseline")
    assert outcome.code == 0
    assert "\x1b" not in outcome.out
    policy = parse_policy((repo.root / POLICY).read_bytes(), POLICY)
    assert policy.device_leakage is not None
