"""`redfirst verdict` over real repositories: what is judged, what it is bound to, where it goes and how it ends."""

from __future__ import annotations

import json
import os
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.mutation.report import MutationReport, PolicySource, TableOutcome
from bot.mutation.reporting.json import render as mutation_json
from bot.verdict.json import load_verdict
from bot.verdict.model import PullRequestVerdict, RunIdentity, Target
from checkers.model import Status, SubjectKind
from tests.bot.mutation.reporting.samples import DETECTED, PROOF, WHOLE, table
from tests.support.builder import RepoBuilder
from tests.support.session import Outcome, call

POLICY = """\
version: 1
doc_checkpoint: null
attention_rung: null
device_leakage: null
issue_index: {path: index.md}
commit_trailers:
  marker: null
  protocol: null
"""
INDEX = "| Issue | What |\n|---|---|\n| [#1] | the first |\n"
GOOD = "Add a row\n\nThe second issue has a place now.\n\nAI-Assisted: false\n"
BODY = "The second issue has a place now.\r\n\r\nAI-Assisted: false\r\n"


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    built = RepoBuilder(tmp_path_factory.mktemp("template") / "repo")
    built.commit(GOOD, {".redfirst.yml": POLICY, "index.md": INDEX})
    built.branch("topic")
    built.commit(GOOD, {"index.md": INDEX + "| [#2] | the second |\n"})
    return built.root


@pytest.fixture
def repo(template: Path, tmp_path: Path) -> RepoBuilder:
    """A branch `topic` that adds one row to an index, with a message that is in order."""
    shutil.copytree(template, tmp_path / "repo")
    return RepoBuilder(tmp_path / "repo")


def _verdict(
    repo: RepoBuilder, *arguments: str | Path, env: dict[str, str] | None = None, stdin: bytes = b""
) -> Outcome:
    quiet = {"GITHUB_REPOSITORY": "", "GITHUB_RUN_ID": "", "GITHUB_RUN_ATTEMPT": ""}
    given = arguments if "--base" in arguments else ("--base", "main", *arguments)
    return call("redfirst", "verdict", *given, cwd=repo.root, env=quiet | (env or {}), stdin=stdin)


def _written(repo: RepoBuilder, *arguments: str | Path, code: int = 0, **more: Any) -> PullRequestVerdict:
    folder = repo.root.parent / "out"
    outcome = _verdict(repo, "--output", folder, *arguments, **more)
    assert outcome.code == code, (outcome.out, outcome.err)
    return load_verdict((folder / "verdict.json").read_bytes())


def _mutations(repo: RepoBuilder, *reports: MutationReport) -> list[Path]:
    """Reports about the head of the repository, as files."""
    head, base = repo.git("rev-parse", "HEAD"), repo.git("merge-base", "main", "HEAD")
    paths = []
    for number, report in enumerate(reports):
        about = replace(report, commit=head, shard=None, uncommitted=None, base=base if report.base else None)
        paths.append(repo.root.parent / f"mutations-{number}.json")
        paths[-1].write_text(mutation_json(about))
    return paths


GREEN = replace(WHOLE, tables=(table(DETECTED),))


def test_every_checker_judges_the_range(repo: RepoBuilder) -> None:
    verdict = _written(repo)
    assert [(gate.check, gate.subject.value, gate.status.value) for gate in verdict.report.verdicts] == [
        ("issue-index", "range", "pass"),
        ("commit-trailers", "range", "pass"),
    ]
    assert verdict.green
    assert verdict.commits.head == repo.git("rev-parse", "topic")
    assert verdict.commits.base == verdict.commits.merge_base == repo.git("rev-parse", "main")
    assert verdict.commits.merge_into is None
    assert verdict.report.policy.source.endswith(":.redfirst.yml")


def test_nothing_is_written_unless_a_folder_is_named(repo: RepoBuilder) -> None:
    before = sorted(path.name for path in repo.root.iterdir())
    outcome = _verdict(repo)
    assert outcome.code == 0
    assert "All gates green." in outcome.out
    assert sorted(path.name for path in repo.root.iterdir()) == before


def test_the_folder_is_made_and_gets_two_files(repo: RepoBuilder, tmp_path: Path) -> None:
    folder = tmp_path / "a" / "b"
    assert _verdict(repo, "--output", folder).code == 0
    assert sorted(path.name for path in folder.iterdir()) == ["verdict.json", "verdict.md"]
    assert (folder / "verdict.md").read_text().startswith("**redfirst: both gates passed")


def test_a_folder_that_cannot_be_made_is_said_in_one_line(repo: RepoBuilder, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert "cannot be made" in _verdict(repo, "--output", tmp_path / "file").error


@pytest.mark.parametrize(
    ("form", "begins"),
    [
        ("json", '{\n  "schema": "redfirst.verdict/1"'),
        ("markdown", "**redfirst: "),
        ("sarif", "{"),
        ("github", "::error"),
        ("text", "ok    issue-index"),
    ],
)
def test_what_is_printed_has_the_form_that_was_asked_for(repo: RepoBuilder, form: str, begins: str) -> None:
    repo.commit("Remove a row\n\nWhy.\n\nAI-Assisted: false\n", {"x": "x"})
    repo.commit("no body.\n", {"y": "y"})
    outcome = _verdict(repo, "--format", form)
    assert outcome.code == 1
    assert outcome.out.startswith(begins)


def test_the_predicted_message_is_judged_as_github_builds_it(repo: RepoBuilder, tmp_path: Path) -> None:
    body = tmp_path / "body.md"
    body.write_bytes(BODY.encode())
    gate = _written(repo, "--pr-title", "Add a row", "--pr-body", body, "--pr", "7").report.verdicts[-1]
    assert (gate.check, gate.subject, gate.status) == ("commit-trailers", SubjectKind.MESSAGE, Status.PASS)


@pytest.mark.parametrize(
    ("title", "body", "rules"),
    [
        ("Add a row", "", {"body", "declaration"}),
        ("Add a row.", BODY, {"subject"}),
        ("Add a row", "Why.\n\nAI-Assisted: true\nAssisted-by: AGENT:MODEL [TOOL]\n", {"placeholder"}),
        ("Add a row", "AI-Assisted: false", {"body"}),
    ],
)
def test_a_message_that_would_land_wrong_fails(repo: RepoBuilder, title: str, body: str, rules: set[str]) -> None:
    verdict = _written(repo, "--pr-title", title, "--pr-body", "-", stdin=body.encode(), code=1)
    gate = verdict.report.verdicts[-1]
    assert gate.subject is SubjectKind.MESSAGE
    assert {finding.rule.split("/")[1] for finding in gate.findings} == rules
    assert all(finding.path is None for finding in gate.findings)


def test_a_body_without_a_title_is_judged_as_a_body(repo: RepoBuilder) -> None:
    gate = _written(repo, "--pr-body", "-", stdin=BODY.encode()).report.verdicts[-1]
    assert (gate.subject, gate.status) == (SubjectKind.MESSAGE, Status.PASS)


def test_a_body_that_is_not_there_is_said_in_one_line(repo: RepoBuilder) -> None:
    assert "--pr-body nowhere.md cannot be read" in _verdict(repo, "--pr-body", "nowhere.md").error


def _event(repo: RepoBuilder, content: Any) -> Path:
    path = repo.root.parent / "event.json"
    path.write_bytes(content if isinstance(content, bytes) else json.dumps(content).encode())
    return path


def test_title_body_and_number_come_from_the_event(repo: RepoBuilder) -> None:
    pull = {"title": "Add a row", "body": BODY, "number": 7}
    told = _written(repo, "--event", _event(repo, {"pull_request": pull}))
    assert told.target.pull_request == 7
    assert (told.report.verdicts[-1].subject, told.report.verdicts[-1].status) == (SubjectKind.MESSAGE, Status.PASS)
    empty = _event(repo, {"pull_request": pull | {"body": None}})
    rules = {finding.rule for finding in _written(repo, "--event", empty, code=1).report.verdicts[-1].findings}
    assert rules == {"commit-trailers/body", "commit-trailers/declaration"}


def test_half_a_character_in_the_event_is_judged_as_its_escape(repo: RepoBuilder) -> None:
    event = _event(repo, {"pull_request": {"title": "Add \ud800", "body": BODY + "\udfff", "number": 7}})
    assert _written(repo, "--event", event, code=1).report.verdicts[-1].status is Status.FAIL


def test_an_option_is_stronger_than_the_event(repo: RepoBuilder) -> None:
    event = _event(repo, {"pull_request": {"title": "Bad.", "body": "", "number": 7}})
    options = ("--pr-title", "Add a row", "--pr-body", "-", "--pr", "8")
    assert _written(repo, "--event", event, *options, stdin=BODY.encode()).target.pull_request == 8


def test_an_event_about_no_pull_request_says_nothing(repo: RepoBuilder) -> None:
    told = _written(repo, "--event", _event(repo, {"merge_group": {}}))
    assert told.target.pull_request is None
    assert {gate.subject for gate in told.report.verdicts} == {SubjectKind.RANGE}


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\xff",
        b"[" * 100_000,
        b"[]",
        {"pull_request": []},
        {"pull_request": {"title": "x", "body": ""}},
        {"pull_request": {"title": 1, "body": "", "number": 1}},
        {"pull_request": {"title": "x", "body": 1, "number": 1}},
        {"pull_request": {"title": "x", "body": "", "number": True}},
        {"pull_request": {"title": "x", "body": "", "number": 0}},
    ],
)
def test_what_is_no_event_is_refused(repo: RepoBuilder, content: Any) -> None:
    assert _verdict(repo, "--event", _event(repo, content)).error.startswith("--event ")


def test_an_event_that_is_not_there_is_refused(repo: RepoBuilder) -> None:
    assert "cannot be read" in _verdict(repo, "--event", "nowhere").error


def test_the_message_is_judged_by_the_policy_of_the_merge_base(repo: RepoBuilder) -> None:
    looser = POLICY + "  attribution: null\n  style: {subject_period: allow, body: optional, merges: exempt}\n"
    repo.commit("Loosen\n\nWhy.\n\nAI-Assisted: false\n", {".redfirst.yml": looser})
    gate = _written(repo, "--pr-title", "A title", code=1).report.verdicts[-1]
    assert {finding.rule for finding in gate.findings} == {"commit-trailers/body", "commit-trailers/declaration"}
    assert any("the judged do not choose the judge" in note for note in gate.notes)


def test_named_checks_alone_are_run(repo: RepoBuilder) -> None:
    verdict = _written(repo, "issue-index", "--pr-title", "A title")
    assert [gate.check for gate in verdict.report.verdicts] == ["issue-index"]


def test_a_check_that_is_none_is_refused(repo: RepoBuilder) -> None:
    assert _verdict(repo, "spelling").error.startswith("spelling is no checker; there are doc-checkpoint")


def test_merging_into_the_base_branch_is_judged_too(repo: RepoBuilder) -> None:
    repo.switch("main")
    tip = repo.commit(GOOD, {"index.md": INDEX + "| [#2] | the same number |\n"})
    repo.switch("topic")
    base = repo.git("merge-base", "main", "topic")
    verdict = _written(repo, "--base", base, "--head", "topic", "--merge-into", "main")
    assert verdict.commits.merge_into == tip
    assert "conflicts in index.md" in (verdict.report.verdicts[0].reason or "")


def test_the_verdict_names_what_it_is_bound_to(repo: RepoBuilder) -> None:
    environment = {"GITHUB_REPOSITORY": "owner/name", "GITHUB_RUN_ID": "81", "GITHUB_RUN_ATTEMPT": "2"}
    told = _written(repo, "--pr", "7", env=environment)
    assert (told.target, told.run) == (Target("owner/name", 7), RunIdentity(81, 2))
    options = ("--repository", "other/one", "--run-id", "5", "--run-attempt", "1")
    told = _written(repo, *options, env=environment)
    assert (told.target, told.run) == (Target("other/one", None), RunIdentity(5, 1))
    by_hand = _written(repo)
    assert (by_hand.target, by_hand.run) == (Target(), RunIdentity())


@pytest.mark.parametrize(
    ("arguments", "env", "words"),
    [
        (("--repository", "name"), {}, "--repository name is no OWNER/NAME"),
        (("--repository", "o/n/x"), {}, "--repository o/n/x is no OWNER/NAME"),
        (("--repository", ""), {}, "--repository  is no OWNER/NAME"),
        ((), {"GITHUB_REPOSITORY": "x y/z"}, "GITHUB_REPOSITORY x y/z is no OWNER/NAME"),
        (("--pr", "0"), {}, "--pr 0 is no number from 1 to"),
        (("--pr", "7x"), {}, "--pr 7x is no number from 1 to"),
        (("--pr", "-7"), {}, "--pr"),
        (("--pr", "9" * 5000), {}, "is no number from 1 to"),
        (("--pr", "\u0667"), {}, "is no number from 1 to"),
        ((), {"GITHUB_RUN_ID": "x"}, "GITHUB_RUN_ID x is no number from 1 to"),
        (("--run-attempt", "1.5"), {}, "--run-attempt 1.5 is no number"),
        (("--base", "nowhere"), {}, "nowhere"),
        (("--base", "main", "--head", "nowhere"), {}, "nowhere"),
        (("--base", "main", "--merge-into", "nowhere"), {}, "nowhere"),
        (("--format", "xml"), {}, "--format"),
    ],
)
def test_what_is_no_such_thing_is_refused(
    template: Path, arguments: tuple[str, ...], env: dict[str, str], words: str
) -> None:
    assert words in _verdict(RepoBuilder(template), *arguments, env=env).error


def test_a_range_is_needed(repo: RepoBuilder) -> None:
    outcome = call("redfirst", "verdict", cwd=repo.root)
    assert "--base" in outcome.error


def test_reports_of_tables_become_part_of_it(repo: RepoBuilder) -> None:
    paths = _mutations(repo, GREEN, PROOF)
    verdict = _written(repo, "--mutations", *paths, code=1 if PROOF.failed else 0)
    assert [report.command for report in verdict.mutations] == ["mutate", "prove"]
    markdown = (repo.root.parent / "out" / "verdict.md").read_text()
    assert "M1" in markdown
    printed = _verdict(repo, "--mutations", paths[0], "--mutations", paths[1]).out
    assert "seam.yml" in printed


def test_a_table_that_does_not_pass_fails_the_verdict(repo: RepoBuilder) -> None:
    (green, red) = _mutations(repo, GREEN, WHOLE)
    assert _verdict(repo, "--mutations", green).code == 0
    assert _verdict(repo, "--mutations", red).code == 1
    assert WHOLE.tables[0].outcome is TableOutcome.FAIL


def test_a_report_without_rows_is_a_skip(repo: RepoBuilder) -> None:
    (empty,) = _mutations(repo, replace(GREEN, tables=()))
    assert _verdict(repo, "--mutations", empty).code == 0
    assert _verdict(repo, "--mutations", empty, "--fail-on-skip").code == 3


def test_a_skip_counts_where_that_is_asked(repo: RepoBuilder) -> None:
    repo.switch("main")
    repo.git("rm", "-q", "index.md")
    repo.commit(GOOD)
    repo.branch("other")
    repo.commit(GOOD, {"x": "x"})
    assert _verdict(repo).code == 0
    assert _verdict(repo, "--fail-on-skip").code == 3


def test_tables_that_should_have_run_are_a_gate_that_did_not(repo: RepoBuilder) -> None:
    verdict = _written(repo, "--tables-missing", "shard 2 of 3\nleft no report")
    gate = verdict.report.verdicts[-1]
    assert (gate.check, gate.status, gate.reason) == ("mutation", Status.SKIP, "shard 2 of 3 left no report")
    assert not verdict.green
    assert _verdict(repo, "--tables-missing", "x", "--fail-on-skip").code == 3
    assert "says why" in _verdict(repo, "--tables-missing", " ").error


ENDS = ("--base", "ba5e" * 10, "--head", "4ead" * 10)
"""Named in full, which is all that is known of a range that nobody could read."""


def test_a_head_that_could_not_be_judged_has_a_verdict_that_says_why(tmp_path: Path) -> None:
    why = "a.yml:3: wrong\n\x1b[31mkey \udcff " + "long " * 200
    asked = (*ENDS, "--not-judged", why, "--pr", "7", "--repository", "acme/infer", "--output", tmp_path / "out")
    outcome = call("redfirst", "verdict", *asked, cwd=tmp_path)
    assert (outcome.code, outcome.err) == (2, "")
    assert outcome.out.startswith("SKIP  judge             a.yml:3: wrong")
    assert "\x1b" not in outcome.out
    verdict = load_verdict((tmp_path / "out" / "verdict.json").read_bytes())
    (gate,) = verdict.report.verdicts
    assert (gate.check, gate.status) == ("judge", Status.SKIP)
    assert gate.reason is not None
    assert gate.reason.startswith("a.yml:3: wrong")
    assert len(gate.reason) < 450
    assert (verdict.commits.base, verdict.commits.head, verdict.commits.merge_base) == (ENDS[1], ENDS[3], None)
    assert verdict.target == Target("acme/infer", 7)
    assert not verdict.is_judged
    assert not verdict.green


@pytest.mark.parametrize("form", ["json", "markdown", "sarif", "github"])
def test_that_nothing_was_judged_can_be_told_in_every_form(tmp_path: Path, form: str) -> None:
    outcome = call("redfirst", "verdict", *ENDS, "--not-judged", "no such policy", "--format", form, cwd=tmp_path)
    assert (outcome.code, outcome.err) == (2, "")
    assert "no such policy" in outcome.out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((*ENDS, "--not-judged", " "), "--not-judged says why in a sentence; an empty one says nothing"),
        (("--base", "main", "--head", "4ead" * 10), "with --not-judged nothing is looked up, and --base main is no"),
        (("--base", "ba5e" * 10), "with --not-judged nothing is looked up; name --head, a full hash"),
        ((*ENDS, "--mutations", "m.json"), "--not-judged says that nothing was judged; leave --mutations out"),
        ((*ENDS, "--tables-missing", "x"), "--not-judged says that nothing was judged; leave --tables-missing out"),
        ((*ENDS, "--merge-into", "main"), "--not-judged says that nothing was judged; leave --merge-into out"),
        ((*ENDS, "issue-index"), "--not-judged says that nothing was judged; leave CHECK out"),
    ],
)
def test_a_verdict_that_nothing_was_judged_says_nothing_else(tmp_path: Path, words: tuple[str, ...], said: str) -> None:
    given = words if "--not-judged" in words else (*words, "--not-judged", "why")
    assert call("redfirst", "verdict", *given, cwd=tmp_path).error.startswith(said)


def test_what_will_be_posted_leads_to_the_judged_lines(repo: RepoBuilder) -> None:
    repo.commit(GOOD, {"index.md": INDEX + "| [#1] | again |\n"})
    environment = {
        "GITHUB_SERVER_URL": "https://github.example",
        "GITHUB_REPOSITORY": "owner/name",
        "GITHUB_RUN_ID": "81",
    }
    head = _written(repo, env=environment, code=1).commits.head
    markdown = (repo.root.parent / "out" / "verdict.md").read_text()
    assert f"https://github.example/owner/name/blob/{head}/index.md" in markdown
    assert "https://github.example/owner/name/actions/runs/81" in markdown
    _written(repo, env={"GITHUB_SERVER_URL": "https://github.example"}, code=1)
    assert "https://" not in (repo.root.parent / "out" / "verdict.md").read_text()


def test_tables_run_by_another_policy_are_told_in_a_note(repo: RepoBuilder) -> None:
    (path,) = _mutations(repo, replace(GREEN, policy=PolicySource(".redfirst.yml", "1" * 64)))
    (note,) = _written(repo, "--mutations", path).notes
    assert note.startswith("redfirst mutate was run by .redfirst.yml at the judged head")
    assert note in _verdict(repo, "--mutations", path).out
    same = _written(repo).report.policy.sha256
    (path,) = _mutations(repo, replace(GREEN, policy=PolicySource(".redfirst.yml", same)))
    assert _written(repo, "--mutations", path).notes == ()


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"{}", "is no report of a mutation run"),
        (b"\xff", "is no JSON document"),
        (b"[" * 100_000, "is no JSON document"),
        (mutation_json(WHOLE).encode(), "is about c0ffee000000, not about the judged head"),
    ],
)
def test_a_report_that_is_none_of_this_head_is_refused(
    repo: RepoBuilder, tmp_path: Path, content: bytes, words: str
) -> None:
    path = tmp_path / "m.json"
    path.write_bytes(content)
    error = _verdict(repo, "--mutations", path).error
    assert words in error
    assert "m.json" in error


def test_a_report_that_is_not_there_is_refused(repo: RepoBuilder) -> None:
    assert "none.json cannot be read" in _verdict(repo, "--mutations", "none.json").error


def test_a_shallow_clone_makes_skips_and_no_crash(repo: RepoBuilder, tmp_path: Path) -> None:
    repo.commit(GOOD, {"x": "x"})
    clone = tmp_path / "shallow"
    repo.git("clone", "-q", "--depth", "1", "--no-single-branch", f"file://{repo.root}", os.fspath(clone))
    folder = tmp_path / "out"
    arguments = ("--base", "origin/main", "--head", "origin/topic", "--pr-title", "A title", "--output", folder)
    outcome = call("redfirst", "verdict", *arguments, cwd=clone)
    assert (outcome.code, outcome.err) == (0, "")
    verdict = load_verdict((folder / "verdict.json").read_bytes())
    assert {gate.status for gate in verdict.report.verdicts} == {Status.SKIP}
    assert [gate.subject.value for gate in verdict.report.verdicts] == ["range", "range", "message"]
    assert verdict.commits.merge_base is None
    assert not verdict.green
    assert call("redfirst", "verdict", *arguments, "--fail-on-skip", cwd=clone).code == 3


def test_histories_without_a_common_commit_make_skips(repo: RepoBuilder) -> None:
    repo.git("switch", "-q", "--orphan", "alone")
    repo.commit(GOOD, {"x": "x"})
    verdict = _written(repo, "--base", "main", "--head", "alone")
    assert {gate.status for gate in verdict.report.verdicts} == {Status.SKIP}


def test_a_printed_document_is_the_written_one(repo: RepoBuilder, tmp_path: Path) -> None:
    outcome = _verdict(repo, "--format", "json", "--output", tmp_path / "out")
    assert json.loads(outcome.out) == json.loads((tmp_path / "out" / "verdict.json").read_text())
