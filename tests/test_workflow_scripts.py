"""The workflows' own scripts, run one job after the other: judge, artifact, report, over a forge on this machine."""

from __future__ import annotations

import io
import json
import shutil
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from bot.verdict.json import load_verdict
from bot.verdict.model import PullRequestVerdict
from tests.bot.mutation.trees import DETECTED, SURVIVED, TABLE, TREE, mutate, table
from tests.forge.http import Request
from tests.forge.server import Forge, serving
from tests.forge.state import TOKEN, WorkflowRun
from tests.support.builder import RepoBuilder
from tests.support.commands import bin_folder, needs
from tests.support.modules import ROOT
from tests.support.runner import Runner
from tests.support.workflows import EXPRESSION, Step, job_steps, steps_of

missing = needs("bash", "git", "jq")
pytestmark = pytest.mark.skipif(missing is not None, reason=missing or "")
at_length = pytest.mark.exhaustive
"""These start the installed commands many times; what goes as planned is tried in every run of the tests."""

POLICY = """\
version: 1
doc_checkpoint: null
attention_rung: null
device_leakage: null
commit_trailers: {marker: null, protocol: null, attribution: null}
issue_index: {path: index.md}
"""
INDEX = "| Issue | What |\n|---|---|\n| [#1] | the first |\n"
MESSAGE = "Guard more\n\nWhat is refused stays refused.\n"
NUMBER = 7
HOSTILE = '$(touch "$RUNNER_TEMP/owned") `id` "; exit 9 # ${{ github.token }}'


@dataclass
class Pull:
    """A pull request as a checkout of it lies on a runner, and the event that tells of it."""

    root: Path
    base: str
    head: str
    event: Path


def _pull(
    folder: Path, tables: dict[str, str], title: str = "Guard more", body: str | None = MESSAGE, policy: str = POLICY
) -> Pull:
    origin = RepoBuilder(folder / "origin")
    base = origin.commit(MESSAGE, {**TREE, ".redfirst.yml": policy, "index.md": INDEX, **tables})
    origin.branch("topic")
    head = origin.commit(MESSAGE, {"guard.sh": TREE["guard.sh"] + "# more\n", "index.md": INDEX + "| [#2] | b |\n"})
    origin.git("clone", "-q", str(origin.root), str(folder / "checkout"))
    origin.git("-C", str(folder / "checkout"), "checkout", "-q", head)
    event = folder / "event.json"
    pull = {"number": NUMBER, "title": title, "body": body, "base": {"sha": base}, "head": {"sha": head}}
    event.write_text(json.dumps({"pull_request": pull}))
    return Pull(folder / "checkout", base, head, event)


def _named(steps: list[Step], name: str) -> Step:
    return next(step for step in steps if step.name == name)


@dataclass
class Judge:
    """The judge's jobs over one pull request; each has a machine of its own, as on Actions."""

    folder: Path
    pull: Pull
    rows: str = ""
    run: int = 81
    summary: str = ""
    log: str = ""

    def machine(self, name: str, **values: str) -> Runner:
        environment = {
            "BASE": self.pull.base,
            "HEAD": self.pull.head,
            "GITHUB_EVENT_PATH": str(self.pull.event),
            "GITHUB_REPOSITORY": "acme/infer",
            "GITHUB_SERVER_URL": "https://github.example",
            "GITHUB_RUN_ID": str(self.run),
            "GITHUB_RUN_ATTEMPT": "1",
        }
        return Runner(self.folder / name, self.pull.root, {"inputs.mutations": self.rows, **values}, environment)

    def plan(self, code: int = 0) -> dict[str, str]:
        machine = self.machine("plan", **{"inputs.shards || 4": "2"})
        return machine.run(_named(job_steps("judge", "plan"), "Divide the rows"), code)

    def shard(self, shard: str) -> Path:
        """The folder with the report of one shard."""
        machine = self.machine(f"shard-{shard[0]}", **{"matrix.shard": shard})
        machine.run(_named(job_steps("judge", "shard"), "Run the pull request's suites"))
        return machine.temp / "tables"

    def verdict(self, planned: dict[str, str], tables: list[Path], plan: str = "success", skip: str = "") -> str:
        """Everything that the last job does after its downloads; the exit code that it will end with."""
        values = {
            "needs.plan.result": plan,
            "needs.plan.outputs.shards": planned.get("shards", ""),
            "github.base_ref": "main",
            "inputs.fail-on-skip": skip,
        }
        machine = self.machine("verdict", **values)
        for folder in tables:
            shutil.copytree(folder, machine.temp / "tables", dirs_exist_ok=True)
        steps = job_steps("judge", "verdict")
        machine.run(_named(steps, "Join the tables"))
        outputs = machine.run(_named(steps, "Judge"))
        self.summary, self.log = machine.summary, machine.log
        return outputs["code"]

    def whole(self) -> str:
        """All jobs, one after the other."""
        planned = self.plan()
        shards = [entry["shard"] for entry in json.loads(planned["matrix"])["include"]]
        return self.verdict(planned, [self.shard(shard) for shard in shards])

    @property
    def artifact(self) -> Path:
        return self.folder / "verdict" / "verdict"

    @property
    def written(self) -> PullRequestVerdict:
        return load_verdict((self.artifact / "verdict.json").read_bytes())

    @property
    def archive(self) -> bytes:
        """The artifact as GitHub keeps it."""
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
            for path in sorted(self.artifact.iterdir()):
                archive.write(path, path.name)
        return packed.getvalue()


def test_a_pull_request_is_judged_with_its_tables(tmp_path: Path) -> None:
    judge = Judge(tmp_path, _pull(tmp_path, {TABLE: table(DETECTED, SURVIVED)}))
    assert judge.whole() == "1"
    verdict = judge.written
    assert (verdict.target.repository, verdict.target.pull_request, verdict.run.id) == ("acme/infer", NUMBER, 81)
    assert (verdict.commits.base, verdict.commits.head) == (judge.pull.base, judge.pull.head)
    assert verdict.commits.merge_into == judge.pull.base
    assert [row.id for row in verdict.mutations[0].tables[0].rows] == ["detected", "survived"]
    assert [gate.subject.value for gate in verdict.report.verdicts] == ["range", "range", "message"]
    assert judge.summary == (judge.artifact / "verdict.md").read_text()


@at_length
def test_a_tree_without_tables_needs_no_shard(tmp_path: Path) -> None:
    judge = Judge(tmp_path, _pull(tmp_path, {}))
    planned = judge.plan()
    assert planned == {"shards": "0", "matrix": '{"include":[]}'}
    assert judge.verdict(planned, []) == "0"
    assert judge.written.green


@at_length
def test_nothing_of_a_hostile_title_or_body_is_run(tmp_path: Path) -> None:
    judge = Judge(tmp_path, _pull(tmp_path, {}, HOSTILE, HOSTILE * 2000))
    assert judge.verdict({"shards": "0"}, []) == "0"
    assert not list(tmp_path.rglob("owned"))
    assert judge.written.target.pull_request == NUMBER


@at_length
def test_names_in_tables_do_not_reach_a_script(tmp_path: Path) -> None:
    hostile = DETECTED | {"id": "x';touch${IFS}owned;#"}
    planned = Judge(tmp_path, _pull(tmp_path, {TABLE: table(hostile)})).plan()
    assert planned == {"shards": "1", "matrix": '{"include":[{"shard":"1/1"}]}'}


@at_length
@pytest.mark.parametrize(
    ("planned", "plan", "why"),
    [
        ({}, "failure", "the tables could not be planned"),
        ({}, "cancelled", "the tables could not be planned"),
        ({"shards": "2"}, "success", "no shard of the tables left a report"),
    ],
)
def test_tables_that_did_not_run_are_told(tmp_path: Path, planned: dict[str, str], plan: str, why: str) -> None:
    judge = Judge(tmp_path, _pull(tmp_path, {TABLE: table(DETECTED)}))
    assert judge.verdict(planned, [], plan, skip="true") == "3"
    assert (judge.written.report.verdicts[-1].check, judge.written.report.verdicts[-1].reason) == ("mutation", why)


@at_length
def test_a_table_that_is_broken_ends_the_plan(tmp_path: Path) -> None:
    judge = Judge(tmp_path, _pull(tmp_path, {TABLE: "version: [\n"}))
    assert judge.plan(code=2) == {}


@at_length
@pytest.mark.parametrize(
    ("content", "why"),
    [
        ("{}", "is no report of a mutation run"),
        ("", "is no JSON document"),
    ],
)
def test_what_a_shard_hands_over_does_not_keep_the_rest_from_being_judged(
    tmp_path: Path, content: str, why: str
) -> None:
    judge = Judge(tmp_path, _pull(tmp_path, {TABLE: table(DETECTED)}))
    forged = tmp_path / "forged"
    forged.mkdir()
    (forged / "1-of-1.json").write_text(content)
    assert judge.verdict({"shards": "1"}, [forged]) == "0"
    assert why in str(judge.written.report.verdicts[-1].reason)
    assert not judge.written.green


@at_length
def test_a_report_of_another_head_is_left_out(tmp_path: Path) -> None:
    judge = Judge(tmp_path, _pull(tmp_path, {TABLE: table(DETECTED)}), rows="all")
    tables = judge.shard("1/1")
    report = json.loads((tables / "1-of-1.json").read_text()) | {"commit": "0" * 40}
    (tables / "1-of-1.json").write_text(json.dumps(report))
    assert judge.verdict({"shards": "1"}, [tables]) == "0"
    (reason,) = [gate.reason for gate in judge.written.report.verdicts if gate.check == "mutation"]
    assert reason is not None
    assert f"is about 000000000000, not about the judged head {judge.pull.head[:12]}" in reason


BROKEN = POLICY.replace("path:", "paht:")


def test_a_judge_that_cannot_judge_hands_over_why_and_that_is_posted(tmp_path: Path, forge: Forge) -> None:
    judge = Judge(tmp_path, _pull(tmp_path, {}, policy=BROKEN), run=forge.world.last_id + 1)
    assert judge.verdict({}, [], "failure") == "2"
    (gate,) = judge.written.report.verdicts
    why = f"{judge.pull.base[:12]}:.redfirst.yml:6: issue_index.paht is no key here; did you mean path?"
    assert gate.check == "judge"
    assert str(gate.reason).startswith(why)
    assert f"redfirst: {gate.reason}\n" in judge.log
    assert "not judged, the judge ended with an error" in judge.summary
    run = _uploaded(forge, judge.pull.head, judge.archive)
    assert Report(tmp_path / "report", forge, run, judge.pull.head).go().startswith("posted: ")
    (comment,) = forge.world.pulls[NUMBER].comments
    assert comment.body.startswith("**redfirst: not judged, the judge ended with an error**")
    assert "issue&#95;index.paht is no key here; did you mean path?" in comment.body
    (check,) = [check for check in forge.world.checks if check.name == "redfirst"]
    assert check.conclusion == "failure"


@at_length
def test_a_judge_that_ends_without_a_word_is_told(tmp_path: Path) -> None:
    judge = Judge(tmp_path, _pull(tmp_path, {}))
    tools = tmp_path / "verdict/tools"
    tools.mkdir(parents=True)
    end = 'case "$*" in *--not-judged*) ;; *) kill -9 $$ ;; esac'
    (tools / "redfirst").write_text(f'#!/bin/sh\n{end}\nexec {bin_folder()}/redfirst "$@"\n')
    (tools / "redfirst").chmod(0o755)
    assert judge.verdict({"shards": "0"}, []) == "2"
    (gate,) = judge.written.report.verdicts
    assert gate.reason == "the judge ended with exit code 137 and said nothing"


@at_length
def test_what_a_judge_says_is_not_run(tmp_path: Path) -> None:
    judge = Judge(tmp_path, _pull(tmp_path, {}, policy=f"version: 1\n? '{HOSTILE}'\n: 1\n"))
    assert judge.verdict({"shards": "0"}, []) == "2"
    assert not list(tmp_path.rglob("owned"))
    assert "touch" in str(judge.written.report.verdicts[0].reason)


@at_length
def test_reports_that_end_what_reads_them_are_told(tmp_path: Path) -> None:
    judge = Judge(tmp_path, _pull(tmp_path, {TABLE: table(DETECTED)}))
    tools = tmp_path / "verdict/tools"
    tools.mkdir(parents=True)
    (tools / "redfirst").write_text(f'#!/bin/sh\n[ "$1" != mutate ] || kill -9 $$\nexec {bin_folder()}/redfirst "$@"\n')
    (tools / "redfirst").chmod(0o755)
    forged = tmp_path / "forged"
    forged.mkdir()
    (forged / "1-of-1.json").write_text("{}")
    assert judge.verdict({"shards": "1"}, [forged], skip="true") == "3"
    assert judge.written.report.verdicts[-1].reason == "the reports of the tables could not be joined"


@pytest.fixture
def forge() -> Iterator[Forge]:
    with serving() as running:
        yield running


_ACTIONS = {"requested", "completed"}


@dataclass
class Report:
    """The report's job, in a folder that holds no repository. `action` is what became of the run that it follows."""

    folder: Path
    forge: Forge
    run: int
    head: str
    branch: str = "topic"
    action: str = "completed"

    def steps(self) -> Iterator[tuple[Runner, Step]]:
        empty = self.folder / "empty"
        empty.mkdir(parents=True, exist_ok=True)
        values = {
            "github.token": TOKEN,
            "github.event.workflow_run.head_repository.owner.login": "acme",
            "github.event.workflow_run.head_repository.full_name": "acme/infer",
            "github.event.workflow_run.head_branch": self.branch,
        }
        environment = {
            "RUN": str(self.run),
            "ATTEMPT": "1",
            "HEAD": self.head,
            "GITHUB_REPOSITORY": "acme/infer",
            "GITHUB_API_URL": self.forge.url,
        }
        runner = Runner(self.folder / "temp", empty, values, environment)
        for step in job_steps("report", "report"):
            others = step.data.get("if") in {f"github.event.action == '{it}'" for it in _ACTIONS - {self.action}}
            if step.run and step.name != "Install redfirst" and not others:
                yield runner, step

    def go(self, code: int = 0) -> str:
        """All steps; the last must end with that exit code. What the last one said."""
        said = ""
        for runner, step in self.steps():
            if "steps.find" in step.data.get("if", "") and "steps.find.outputs.number" not in runner.values:
                break
            outputs = runner.run(step, code if step.name == "Post" else 0)
            if outputs.get("number"):
                runner.values["steps.find.outputs.number"] = outputs["number"]
                runner.values["steps.find.outputs.edits"] = outputs.get("edits", "")
            said = runner.log
        return said


HANDED_OVER, KEPT = ("Hand the verdict over", "success"), ("Hand the verdict over", "failure")


def _handed_over(forge: Forge, run: WorkflowRun, archive: bytes, number: int = NUMBER) -> None:
    """The run's last job, and the artifact that it left."""
    forge.world.job(run, "judge / verdict", steps=(HANDED_OVER,))
    forge.world.artifact(run, f"redfirst-verdict-{number}", archive)


def _uploaded(forge: Forge, head: str, archive: bytes, number: int = NUMBER) -> int:
    """A pull request on the forge whose run has handed over that archive."""
    forge.world.open_pull(NUMBER, head)
    run = forge.world.run(head, pulls=(NUMBER,))
    _handed_over(forge, run, archive, number)
    return run.id


def _judged(tmp_path: Path, run: int) -> Judge:
    judge = Judge(tmp_path, _pull(tmp_path, {}), run=run)
    judge.verdict({"shards": "0"}, [])
    return judge


def test_what_was_judged_is_posted_and_again_changes_nothing(tmp_path: Path, forge: Forge) -> None:
    run = forge.world.last_id + 1
    judge = _judged(tmp_path, run)
    assert _uploaded(forge, judge.pull.head, judge.archive) == run
    report = Report(tmp_path / "report", forge, run, judge.pull.head)
    assert report.go().startswith("posted: ")
    (comment,) = forge.world.pulls[NUMBER].comments
    assert "all 3 gates passed" in comment.body
    forge.forget()
    assert report.go().startswith("unchanged: ")
    assert forge.writes == []


@at_length
def test_a_new_head_edits_the_comment_and_a_run_that_comes_late_changes_nothing(tmp_path: Path, forge: Forge) -> None:
    judges = []
    for title in ("first", "second"):
        judge = Judge(tmp_path / title, _pull(tmp_path / title, {f"{title}.txt": ""}))
        run = forge.world.run(judge.pull.head, pulls=(NUMBER,))
        judge.run = run.id
        judge.verdict({"shards": "0"}, [])
        _handed_over(forge, run, judge.archive)
        judges.append(judge)

    def post(number: int) -> str:
        judge = judges[number]
        return Report(tmp_path / f"report-{forge.number}", forge, judge.run, judge.pull.head).go()

    pull = forge.world.open_pull(NUMBER, judges[0].pull.head)
    assert post(0).startswith("posted: ")
    (comment,) = pull.comments
    pull.head = judges[1].pull.head
    assert post(1).startswith("posted: ")
    assert [one.id for one in pull.comments] == [comment.id]
    assert judges[1].pull.head[:7] in pull.comments[0].body
    forge.forget()
    assert post(0).startswith("not posted, for ")
    assert forge.writes == []


def test_a_run_that_begins_tells_of_its_new_head(tmp_path: Path, forge: Forge) -> None:
    run = forge.world.last_id + 1
    judge = _judged(tmp_path, run)
    _uploaded(forge, judge.pull.head, judge.archive)
    begun = Report(tmp_path / "begun", forge, run, judge.pull.head, action="requested")
    assert begun.go() == "unchanged\n"
    Report(tmp_path / "report", forge, run, judge.pull.head).go()
    forge.world.pulls[NUMBER].head = "b" * 40
    assert begun.go().startswith("posted: ")
    (comment,) = forge.world.pulls[NUMBER].comments
    assert comment.body.startswith("**redfirst: superseded** by ")


@at_length
@pytest.mark.parametrize(
    ("archive", "said"),
    [
        (b"PK no archive", "is no whole zip archive"),
        (b"", "is no whole zip archive"),
    ],
)
def test_a_tampered_artifact_is_not_posted(tmp_path: Path, forge: Forge, archive: bytes, said: str) -> None:
    run = _uploaded(forge, "a" * 40, archive)
    assert said in Report(tmp_path / "report", forge, run, "a" * 40).go(code=2)
    assert forge.writes == []


@at_length
def test_an_artifact_of_another_run_is_not_posted(tmp_path: Path, forge: Forge) -> None:
    judge = _judged(tmp_path, 5)
    run = _uploaded(forge, judge.pull.head, judge.archive)
    assert f"is about run 5, not about run {run}" in Report(tmp_path / "r", forge, run, judge.pull.head).go(code=2)
    assert forge.writes == []


@at_length
def test_an_artifact_that_names_somebody_elses_pull_request_is_not_even_fetched(tmp_path: Path, forge: Forge) -> None:
    run = _uploaded(forge, "a" * 40, b"", number=8)
    forge.world.open_pull(8, "b" * 40, branch="other")
    assert "there is nothing to post" in Report(tmp_path / "report", forge, run, "a" * 40).go()
    assert not [request for request in forge.requests if "/zip" in request]


@at_length
@pytest.mark.parametrize("job", [None, ("verdict", KEPT), ("tables 1/1", HANDED_OVER), ("verdict", None)])
def test_an_artifact_of_a_run_whose_judge_handed_nothing_over_is_a_suites(
    tmp_path: Path, forge: Forge, job: tuple[str, tuple[str, str] | None] | None
) -> None:
    forge.world.open_pull(NUMBER, "a" * 40)
    run = forge.world.run("a" * 40, pulls=(NUMBER,))
    if job:
        name, step = job
        forge.world.job(run, name, steps=(step,) if step else ())
    forge.world.artifact(run, f"redfirst-verdict-{NUMBER}", b"forged")
    assert "there is nothing to post" in Report(tmp_path / "report", forge, run.id, "a" * 40).go()
    assert not [request for request in forge.requests if "/zip" in request]


@at_length
def test_an_artifact_that_was_there_before_the_judge_began_is_a_suites(tmp_path: Path, forge: Forge) -> None:
    """A run on one pull request says nothing about another one of the same branch."""
    forge.world.open_pull(NUMBER, "a" * 40)
    forge.world.open_pull(8, "a" * 40, base="release")
    run = forge.world.run("a" * 40, pulls=(NUMBER, 8))
    forge.world.artifact(run, "redfirst-verdict-8", b"forged")
    _handed_over(forge, run, b"PK no archive")
    said = Report(tmp_path / "report", forge, run.id, "a" * 40).go(code=2)
    assert "is no whole zip archive" in said
    assert [request for request in forge.requests if "/zip" in request] == [
        f"GET /repos/acme/infer/actions/artifacts/{forge.world.artifacts[-1].id}/zip"
    ]


@at_length
def test_what_the_last_attempt_did_not_hand_over_is_not_posted(tmp_path: Path, forge: Forge) -> None:
    """The suites of a second attempt come after the verdict of the first."""
    run = forge.world.run("a" * 40, pulls=(NUMBER,))
    forge.world.open_pull(NUMBER, "a" * 40)
    forge.world.job(run, "judge / verdict", steps=(HANDED_OVER,))
    run.attempt = 2
    forge.world.artifact(run, f"redfirst-verdict-{NUMBER}", b"forged")
    forge.world.job(run, "judge / verdict", steps=(KEPT,))
    assert "there is nothing to post" in Report(tmp_path / "report", forge, run.id, "a" * 40).go()


@at_length
def test_a_verdict_behind_a_hundred_shards_is_found(tmp_path: Path, forge: Forge) -> None:
    judge = _judged(tmp_path, forge.world.last_id + 1)
    run = forge.world.run(judge.pull.head, pulls=(NUMBER,))
    forge.world.open_pull(NUMBER, judge.pull.head)
    for number in range(1, 121):
        forge.world.job(run, f"judge / tables {number}/120")
    _handed_over(forge, run, judge.archive)
    assert Report(tmp_path / "report", forge, run.id, judge.pull.head).go().startswith("posted: ")


@at_length
def test_a_pull_request_that_was_closed_gets_nothing(tmp_path: Path, forge: Forge) -> None:
    run = _uploaded(forge, "a" * 40, b"")
    forge.world.pulls[NUMBER].state = "closed"
    assert "there is nothing to post" in Report(tmp_path / "report", forge, run, "a" * 40).go()


@at_length
@pytest.mark.parametrize(
    "files", [("src/a.cpp", ".github/workflows/judge.yml"), tuple(f"{number}" for number in range(3000))]
)
def test_a_verdict_whose_judge_the_pull_request_may_have_edited_is_not_green(
    tmp_path: Path, forge: Forge, files: tuple[str, ...]
) -> None:
    judge = _judged(tmp_path, forge.world.last_id + 1)
    run = _uploaded(forge, judge.pull.head, judge.archive)
    forge.world.pulls[NUMBER].files = files
    assert Report(tmp_path / "report", forge, run, judge.pull.head).go().startswith("posted: ")
    (comment,) = forge.world.pulls[NUMBER].comments
    assert "1 of 4 gates did not run" in comment.body
    assert "where the workflow that judges it stands" in comment.body
    (check,) = [check for check in forge.world.checks if check.name == "redfirst"]
    assert check.conclusion != "success"


@at_length
def test_a_head_that_is_hidden_while_its_files_are_listed_is_not_green(tmp_path: Path, forge: Forge) -> None:
    judge = _judged(tmp_path, forge.world.last_id + 1)
    run = _uploaded(forge, judge.pull.head, judge.archive)
    pull = forge.world.pulls[NUMBER]
    pull.head = "b" * 40

    def pushed_back(request: Request) -> None:
        if "/check-runs" in request.path:
            pull.head, pull.files = judge.pull.head, (".github/workflows/judge.yml",)

    forge.before = pushed_back
    Report(tmp_path / "report", forge, run, judge.pull.head).go()
    (comment,) = pull.comments
    assert "1 of 4 gates did not run" in comment.body


ACTION = {step.name: step for step in steps_of(ROOT / "action.yml")}


def _action(tmp_path: Path, pull: Pull, code: int = 0, **inputs: str) -> tuple[dict[str, str], Runner]:
    ends = {"BASE": pull.base, "HEAD": pull.head}
    values: dict[str, str] = {EXPRESSION.findall(ACTION["Judge"].env[name])[0]: sha for name, sha in ends.items()}
    told = {"checks": "", "mutations": "", "format": "github", "fail_on_skip": "false"} | inputs
    values |= {f"inputs.{name.replace('_', '-')}": value for name, value in told.items()}
    runner = Runner(tmp_path / "temp", pull.root, values, {"GITHUB_EVENT_PATH": str(pull.event)})
    installed = runner.temp / "redfirst/bin"
    installed.mkdir(parents=True)
    (installed / "redfirst").write_text('#!/bin/sh\nexec redfirst "$@"\n')
    (installed / "redfirst").chmod(0o755)
    return runner.run(ACTION["Judge"], code), runner


@at_length
def test_the_action_tells_its_status_and_where_the_report_is(tmp_path: Path) -> None:
    outputs, runner = _action(tmp_path, _pull(tmp_path, {}))
    assert outputs["status"] == "pass"
    assert load_verdict(Path(outputs["report"]).read_bytes()).green
    assert runner.summary == Path(outputs["report"]).with_name("verdict.md").read_text()


@at_length
def test_the_action_runs_the_checks_that_are_named(tmp_path: Path) -> None:
    outputs, _ = _action(tmp_path, _pull(tmp_path, {}, body=None), checks="issue-index,\n commit-trailers", code=1)
    assert outputs["status"] == "fail"
    gates = load_verdict(Path(outputs["report"]).read_bytes()).report.verdicts
    assert [gate.check for gate in gates] == ["issue-index", "commit-trailers", "commit-trailers"]


@at_length
def test_the_action_takes_reports_of_tables(tmp_path: Path) -> None:
    pull = _pull(tmp_path, {TABLE: table(DETECTED)})
    report = tmp_path / "tables.json"
    assert mutate(pull.root, "--format=json", "--quiet", "--output", str(report)).code == 0
    outputs, runner = _action(tmp_path, pull, mutations=f"\n{report}\n", format="text")
    assert outputs["status"] == "pass"
    assert "detected" in runner.log


@at_length
def test_a_skip_is_no_pass_for_the_action(tmp_path: Path) -> None:
    pull = _pull(tmp_path, {})
    RepoBuilder(pull.root).git("fetch", "-q", "origin")
    unrelated = RepoBuilder(tmp_path / "origin")
    unrelated.git("switch", "-q", "--orphan", "alone")
    pull.head = unrelated.commit("Alone\n\nWhy.\n", {"x": "x"})
    unrelated.git("-C", str(pull.root), "fetch", "-q", "origin")
    outputs, _ = _action(tmp_path, pull, code=3, fail_on_skip="true")
    assert outputs["status"] == "skip"


@at_length
def test_an_input_is_no_script(tmp_path: Path) -> None:
    pull = _pull(tmp_path, {})
    _, runner = _action(tmp_path, pull, code=2, checks=HOSTILE, format=HOSTILE)
    assert not list(tmp_path.rglob("owned"))
    assert "redfirst: " in runner.log
