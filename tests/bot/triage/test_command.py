"""`redfirst triage` over real HTTP: its options, its requests, its exit codes, and a forge that is not well."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bot.cli import main
from bot.triage.arguments import TriageFormat, parse_triage
from bot.triage.reporting import load_triage
from checkers.errors import UsageError
from tests.bot.triage.worlds import GREEN, HEAD, NUMBER, annotate, log, on_head, on_main, world
from tests.forge.server import Forge, environment, serving
from tests.forge.state import TOKEN

MOST_REQUESTS = 9
"""The pull request, its checks, runs and jobs; runs of three events on the base branch and their jobs."""


@pytest.fixture
def forge(monkeypatch: pytest.MonkeyPatch) -> Iterator[Forge]:
    with serving(world()) as made:
        for name, value in environment(made, TOKEN).items():
            monkeypatch.setenv(name, value)
        monkeypatch.setenv("GITHUB_ACTIONS", "true")
        yield made


def run(*words: str) -> int:
    return main(["triage", "--repo", "acme/engine", "--pr", str(NUMBER), *words])


def test_the_run_that_judges_is_named(forge: Forge, capsys: pytest.CaptureFixture[str]) -> None:
    judge = forge.world.run(HEAD, workflow=62, workflow_name="redfirst")
    forge.world.job(judge, "judge / verdict", log=log("gtest-base"), conclusion="failure")
    assert run("--judge-run", str(judge.id)) == 0
    assert "judge / verdict" not in capsys.readouterr().out


def test_what_is_inherited_is_no_failure(forge: Forge, capsys: pytest.CaptureFixture[str]) -> None:
    on_main(forge.world, "unit", log("gtest-base"))
    on_head(forge.world, "unit", log("gtest-moved"))
    assert run() == 0
    assert "inherited  ci / unit" in capsys.readouterr().out
    logs = [request for request in forge.requests if request.endswith("/logs")]
    assert len(logs) == 2
    assert len(forge.requests) - len(logs) <= MOST_REQUESTS
    assert forge.writes == []


def test_what_is_caused_fails_and_is_written_to_a_file(forge: Forge, tmp_path: Path) -> None:
    on_main(forge.world, "unit", log("pytest-green"), GREEN)
    on_head(forge.world, "unit", log("pytest-base"))
    path = tmp_path / "triage.json"
    assert run("--format", "json", "--output", str(path)) == 1
    report = load_triage(path.read_bytes())
    assert (report.repository, report.pull_request, report.head) == ("acme/engine", NUMBER, HEAD)
    assert "E       assert 6 == 4" in "\n".join(report.checks[0].head_text)


def test_markdown_is_printed(forge: Forge, capsys: pytest.CaptureFixture[str]) -> None:
    job = on_head(forge.world, "unit", log("asan-base"), GREEN)
    annotate(forge.world, job)
    assert run("--format", "markdown", "--fail-on-skip") == 3
    assert capsys.readouterr().out.startswith("**redfirst triage: 1 unknown**")


def test_many_jobs_come_in_pages(forge: Forge, capsys: pytest.CaptureFixture[str]) -> None:
    for number in range(230):
        on_head(forge.world, f"job {number}", b"", GREEN)
    assert run("--quiet") == 0
    assert "230 passed" in capsys.readouterr().out


def test_many_green_jobs_cost_no_log(forge: Forge) -> None:
    for number in range(20):
        on_head(forge.world, f"job {number}", b"", GREEN)
    assert run() == 0
    assert len(forge.requests) <= MOST_REQUESTS


def test_a_lost_log_is_said(forge: Forge, capsys: pytest.CaptureFixture[str]) -> None:
    on_main(forge.world, "unit", None)
    on_head(forge.world, "unit", log("gtest-moved"))
    assert run() == 0
    assert "is gone" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "said"),
    [(("--pr", "8"), "status 404"), (("--repo", "acme/other"), "status 404")],
)
def test_what_is_not_there_ends_in_one_line(
    forge: Forge, words: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(*words) == 2
    error = capsys.readouterr().err
    assert error.startswith("redfirst: ")
    assert said in error
    assert error.count("\n") == 1


def test_without_a_token_it_says_so(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.delenv("GITHUB_TOKEN", raising=False)
    assert run() == 2
    assert "GITHUB_TOKEN" in capsys.readouterr().err


def test_an_answer_of_another_form_ends_in_one_line(
    forge: Forge, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("tests.forge.shapes.Shapes.pull", lambda *_: {"number": 7})
    assert run() == 2
    assert "an answer is not described as GitHub does" in capsys.readouterr().err
    forge.forget()  # nobody claims that GitHub answers so


def test_the_options_are_read() -> None:
    options = parse_triage(["--repo", "a/b.c", "--pr", "12", "--format", "json", "--output", "-", "--fail-on-skip"])
    assert (options.repository, options.pull_request, options.format) == ("a/b.c", 12, TriageFormat.JSON)
    assert options.output is None
    assert options.fail_on_skip


@pytest.mark.parametrize(
    "words",
    [
        [],
        ["--repo", "a/b"],
        ["--pr", "1"],
        ["--repo", "a", "--pr", "1"],
        ["--repo", "a/b/c", "--pr", "1"],
        ["--repo", "a/..", "--pr", "1"],
        ["--repo", "a/b\n", "--pr", "1"],
        ["--repo", "a b/c", "--pr", "1"],
        ["--repo", "a/b", "--pr", "0"],
        ["--repo", "a/b", "--pr", "-1"],
        ["--repo", "a/b", "--pr", "x"],
        ["--repo", "a/b", "--pr", "\u0661"],
        ["--repo", "a/b", "--pr", "1" * 40],
        ["--repo", "a/b", "--pr", "1", "--format", "sarif"],
        ["--repo", "a/b", "--pr", "1", "--judge-run", "0"],
    ],
)
def test_wrong_words_are_refused(words: list[str]) -> None:
    with pytest.raises(UsageError):
        parse_triage(words)


def test_the_help_shows_an_example(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        parse_triage(["--help"])
    assert "redfirst triage --repo acme/engine --pr 81" in capsys.readouterr().out


def test_the_document_is_ascii(forge: Forge, capsys: pytest.CaptureFixture[Any]) -> None:
    on_main(forge.world, "unit", log("gcc-base"))
    on_head(forge.world, "unit", log("gcc-other"))
    assert run("--format", "json") == 1
    printed = capsys.readouterr().out
    assert printed.isascii()
    assert json.loads(printed)["checks"][0]["state"] == "new-failure-in-inherited-job"
