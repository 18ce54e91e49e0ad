"""What the workflow files promise: who may write, who runs the pull request's code, and what is pinned."""

from __future__ import annotations

import json
import re
import tomllib

import pytest
from packaging.requirements import Requirement
from packaging.version import Version

from tests.support.modules import ROOT
from tests.support.workflows import FILES, Step, job_steps, read, steps_of, workflow

STEPS = [step for path in FILES for step in steps_of(path)]
WORKFLOWS = {path.stem: read(path) for path in FILES if path.name != "action.yml"}
TEXTS = {path.name: path.read_text(encoding="utf-8") for path in FILES}
JOBS = [(name, job, data) for name, whole in WORKFLOWS.items() for job, data in whole["jobs"].items()]
RUNS_THEIR_CODE = re.compile(r"\bmutate --shard\b|\bredfirst prove\b|\$SETUP\b|\bagent-preflight\b")
"""What builds or runs anything of the judged tree."""


def _label(step: Step) -> str:
    return f"{step.file}:{step.job}:{step.name}"


def _writes(job: dict[str, object]) -> bool:
    permissions = job.get("permissions", {})
    return not isinstance(permissions, dict) or "write" in permissions.values()


@pytest.mark.parametrize("step", [step for step in STEPS if step.run], ids=_label)
def test_no_expression_is_pasted_into_a_script(step: Step) -> None:
    assert "${{" not in step.run
    assert "${{" not in str(step.data.get("shell", ""))


@pytest.mark.parametrize("step", [step for step in STEPS if step.uses], ids=_label)
def test_an_action_of_others_is_pinned_by_its_commit(step: Step) -> None:
    assert re.fullmatch(r"[\w.-]+/[\w./-]+@[0-9a-f]{40}", step.uses)
    assert re.search(rf"{step.uses} # v\d+\.\d+\.\d+$", TEXTS[step.file], re.MULTILINE)


def test_an_action_has_one_version_everywhere() -> None:
    names = {step.uses.partition("@")[0] for step in STEPS if step.uses}
    assert len({step.uses for step in STEPS if step.uses}) == len(names)


@pytest.mark.parametrize("name", WORKFLOWS)
def test_a_workflow_has_no_right_but_what_a_job_asks_for(name: str) -> None:
    assert WORKFLOWS[name]["permissions"] in ({}, "{}")
    assert all(isinstance(job["permissions"], dict) for job in WORKFLOWS[name]["jobs"].values())


def test_no_workflow_knows_a_secret() -> None:
    assert [
        name for name, text in TEXTS.items() if re.search(r"\bsecrets\b(?!\.)", re.sub(r"(?m)#.*$", "", text))
    ] == []
    assert not [name for name, text in TEXTS.items() if "secrets." in text]


def test_no_workflow_runs_on_what_gives_rights_to_a_fork() -> None:
    assert "pull_request_target" not in "".join(TEXTS.values())
    triggered = {name for name, whole in WORKFLOWS.items() if "workflow_run" in whole["on"]}
    assert triggered == {"report"}


def test_the_job_that_runs_their_code_can_write_nothing_and_knows_no_secret() -> None:
    running = {
        (name, job) for name, job, _ in JOBS if any(RUNS_THEIR_CODE.search(step.run) for step in job_steps(name, job))
    }
    assert ("judge", "shard") in running
    for name, job in running:
        data = WORKFLOWS[name]["jobs"][job]
        assert data["permissions"] == {"contents": "read"}
        text = str(data)
        assert "secrets" not in text
        assert "github.token" not in text
        assert "TOKEN" not in text


def test_the_job_that_writes_the_verdict_runs_nothing_of_theirs() -> None:
    steps = job_steps("judge", "verdict")
    assert not [step.name for step in steps if RUNS_THEIR_CODE.search(step.run)]
    assert "shard" in WORKFLOWS["judge"]["jobs"]["verdict"]["needs"]
    names = [step.name for step in steps]
    assert names.index("Install redfirst") < names.index("actions/checkout")


def test_what_earlier_runs_left_in_a_cache_has_no_part_in_a_verdict() -> None:
    """On a runner that is used again, a suite of the pull request could have written there."""
    judging = [step for step in STEPS if step.name == "Judge"]
    assert {step.file for step in judging} == {"judge.yml", "action.yml"}
    assert all("--no-cache" in step.run for step in judging)


@pytest.mark.parametrize("step", [step for step in STEPS if step.uses.startswith("actions/checkout@")], ids=_label)
def test_a_checkout_leaves_no_token_behind(step: Step) -> None:
    assert step.data["with"]["persist-credentials"] == "false"


def test_only_one_job_may_write_and_it_checks_out_nothing() -> None:
    assert [(name, job) for name, job, data in JOBS if _writes(data)] == [("report", "report")]
    steps = job_steps("report", "report")
    assert [step.uses.partition("@")[0] for step in steps if step.uses] == ["actions/setup-python"]
    commands = [line.strip() for step in steps for line in step.run.splitlines()]
    fetched = [line for line in commands if re.search(r"\bgit (fetch|clone|pull|checkout|submodule)\b", line)]
    assert fetched == ['git fetch --quiet --depth 1 "$SOURCE" "$VERSION"', "git checkout --quiet FETCH_HEAD"]
    assert not [
        line for line in commands if re.search(r"\bgh (pr|repo|run|workflow)\b|\bunzip\b|\btar\b|\beval\b", line)
    ]
    told = "\n".join(step.run for step in steps if step.name != "Install redfirst")
    assert set(re.findall(r"\bredfirst ([a-z]+)", told)) == {"triage", "post"}
    assert set(re.findall(r"\bgh ([a-z]+)", told)) == {"api"}
    assert not re.search(r"\b(bash|sh|python3?|pip|make|npm|node|source)\b", told)


def test_what_may_be_written_is_what_is_posted() -> None:
    permissions = WORKFLOWS["report"]["jobs"]["report"]["permissions"]
    assert {name for name, level in permissions.items() if level == "write"} == {"checks", "pull-requests", "statuses"}


def test_the_report_follows_the_judge_and_takes_its_artifact() -> None:
    trigger = WORKFLOWS["report"]["on"]["workflow_run"]
    assert trigger == {"workflows": [WORKFLOWS["judge"]["name"]], "types": ["requested", "completed"]}
    (upload,) = [step for step in job_steps("judge", "verdict") if step.uses.startswith("actions/upload-artifact@")]
    assert upload.data["with"]["name"].startswith("redfirst-verdict-${{ github.event.pull_request.number")
    assert upload.data["with"]["overwrite"] == "true"
    find = next(step for step in job_steps("report", "report") if step.name == "Find the pull request")
    assert find.data["if"] == "github.event.action == 'completed'"
    assert '"name=redfirst-verdict-$number"' in find.run
    job = WORKFLOWS["judge"]["jobs"]["verdict"]["name"]
    assert f'.name == "{job}" or (.name | endswith(" / {job}"))' in find.run
    assert f'.name == "{upload.name}"' in find.run


def test_a_run_that_was_broken_off_has_a_verdict_all_the_same() -> None:
    """A suite that hangs is ended with its job, which makes its run a cancelled one; the verdict comes after it."""
    condition = WORKFLOWS["report"]["jobs"]["report"]["if"]
    assert "github.event.workflow_run.event == 'pull_request'" in condition
    (told,) = re.findall(r"fromJSON\('(\[.*\])'\), github\.event\.workflow_run\.conclusion\)", condition)
    assert set(json.loads(told)) == {"success", "failure", "cancelled", "timed_out"}
    assert WORKFLOWS["judge"]["jobs"]["verdict"]["if"] == "${{ !cancelled() }}"


def test_a_run_that_begins_has_its_own_turn_and_reads_no_artifact() -> None:
    report = WORKFLOWS["report"]["jobs"]["report"]
    assert "(github.event.action == 'requested' ||" in report["if"]
    assert "${{ github.event.action }}" in report["concurrency"]["group"]
    begun = [step for step in job_steps("report", "report") if "'requested'" in str(step.data.get("if", ""))]
    assert [step.name for step in begun] == ["Say that the head has moved on"]
    after = [step for step in job_steps("report", "report") if "steps.find" in str(step.data.get("if", ""))]
    assert [step.name for step in after][-1] == "Post"
    assert "artifact" not in begun[0].run


def test_posting_waits_for_its_turn_and_is_not_broken_off() -> None:
    concurrency = WORKFLOWS["report"]["jobs"]["report"]["concurrency"]
    assert "head_repository" in concurrency["group"]
    assert "head_branch" in concurrency["group"]
    assert concurrency["cancel-in-progress"] == "false"


def test_redfirst_is_installed_in_one_way() -> None:
    scripts = {step.run for step in STEPS if step.name == "Install redfirst" and step.file != "action.yml"}
    assert len(scripts) == 1
    (script,) = scripts
    assert "--require-hashes" in script
    assert "^[0-9a-f]{40}$" in script


def test_the_only_suppression_is_the_trigger_and_says_why() -> None:
    suppressed = [line for text in TEXTS.values() for line in text.splitlines() if "ignore[" in line or "noqa" in line]
    (line,) = suppressed
    assert re.search(r"workflow_run: # zizmor: ignore\[dangerous-triggers\] \w+.{30,}$", line)
    assert not [
        path for path in (".github/zizmor.yml", "zizmor.yml", ".github/actionlint.yaml") if (ROOT / path).exists()
    ]


def test_every_dependency_is_pinned_by_hash_within_its_bounds() -> None:
    text = (ROOT / ".github/requirements.txt").read_text(encoding="utf-8")
    pinned = dict(re.findall(r"^([a-z0-9-]+)==([^ ;\\]+)", text, re.MULTILINE))
    for block in re.split(r"^(?=[a-z0-9-]+==)", text, flags=re.MULTILINE)[1:]:
        assert "--hash=sha256:" in block
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    for wanted in [*project["project"]["dependencies"], *project["build-system"]["requires"]]:
        requirement = Requirement(wanted)
        assert Version(pinned[requirement.name.lower()]) in requirement.specifier, wanted


def test_no_step_of_the_gate_fails_unseen() -> None:
    """`set -e` does not end a script over what fails before an `&&`."""
    script = (ROOT / ".ci/run").read_text(encoding="utf-8")
    assert "set -euo pipefail" in script
    assert not [line for line in script.splitlines() if re.search(r"&& echo\b", line)]


def test_the_action_has_the_inputs_and_outputs_that_it_documents() -> None:
    action = read(ROOT / "action.yml")
    assert list(action["inputs"]) == ["base", "head", "checks", "mutations", "format", "fail-on-skip", "version"]
    assert list(action["outputs"]) == ["status", "report"]
    assert all(entry["description"] for entry in (*action["inputs"].values(), *action["outputs"].values()))


def test_the_judge_is_called_by_what_the_design_names() -> None:
    assert set(workflow("judge")["on"]) == {"pull_request", "merge_group", "workflow_call"}
