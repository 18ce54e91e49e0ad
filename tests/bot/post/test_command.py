"""`redfirst post` as it is called: what it refuses before it asks anything, what it says, how it ends."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from bot.cli import main
from bot.triage.model import CheckState, CheckTriage, TriageReport
from bot.triage.reporting import as_json
from bot.verdict.json import render
from bot.verdict.model import PullRequestVerdict, Target
from tests.bot.post.posts import HEAD, NEW, NUMBER, OLD, REPOSITORY, judged, ours
from tests.forge.faults import bad_gateway
from tests.forge.keys import written
from tests.forge.server import Forge, serving
from tests.forge.state import ACTIONS_BOT, MAINTAINER_TOKEN, TOKEN, Account, App


@pytest.fixture
def forge(monkeypatch: pytest.MonkeyPatch) -> Iterator[Forge]:
    for name in ("GITHUB_ACTIONS", "REDFIRST_APP_ID", "REDFIRST_APP_KEY_FILE"):
        monkeypatch.delenv(name, raising=False)
    with serving() as made:
        made.world.open_pull(NUMBER, HEAD)
        monkeypatch.setenv("GITHUB_API_URL", made.url)
        monkeypatch.setenv("GITHUB_TOKEN", TOKEN)
        yield made


def _file(folder: Path, verdict: PullRequestVerdict) -> str:
    path = folder / "verdict.json"
    path.write_text(render(verdict))
    return str(path)


def _post(verdict: str, *more: str, repository: str = REPOSITORY, number: int = NUMBER) -> int:
    return main(["post", verdict, "--repo", repository, "--pr", str(number), *more])


def test_a_verdict_is_posted_and_the_comment_is_named(
    forge: Forge, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    verdict = _file(tmp_path, judged())
    assert _post(verdict) == 0
    (comment,) = ours(forge)
    url = f"https://github.example/acme/infer/pull/7#issuecomment-{comment.id}"
    assert capsys.readouterr() == (f"posted: {url}\n", "")
    assert _post(verdict) == 0
    assert capsys.readouterr().out == f"unchanged: {url}\n"


def test_an_old_head_is_no_error_and_is_told(forge: Forge, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert _post(_file(tmp_path, judged(OLD))) == 0
    assert capsys.readouterr().out == f"not posted, for {OLD[:7]} was judged and the head is {HEAD[:7]} now\n"
    assert forge.writes == []


def test_a_new_head_is_told_without_a_verdict(forge: Forge, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    told = ["post", "--superseded", "--repo", REPOSITORY, "--pr", str(NUMBER)]
    assert main(told) == 0
    assert capsys.readouterr() == ("unchanged\n", "")
    _post(_file(tmp_path, judged()))
    forge.world.pulls[NUMBER].head = NEW
    capsys.readouterr()
    assert main(told) == 0
    assert capsys.readouterr().out.startswith("posted: https://")
    assert ours(forge)[0].body.startswith("**redfirst: superseded** by ")


@pytest.mark.parametrize(
    ("more", "why"),
    [
        ((), "what is to be posted? name a verdict, or say --superseded"),
        (("--superseded", "v.json"), "--superseded posts no verdict; leave a verdict out"),
        (("--superseded", "--run-id", "3"), "--superseded posts no verdict; leave --run-id out"),
        (("--superseded", "--not-trusted", "x"), "--superseded posts no verdict; leave --not-trusted out"),
    ],
)
def test_a_verdict_is_posted_or_none(
    forge: Forge, capsys: pytest.CaptureFixture[str], more: tuple[str, ...], why: str
) -> None:
    assert main(["post", "--repo", REPOSITORY, "--pr", "7", *more]) == 2
    assert capsys.readouterr().err == f"redfirst: {why}\n"
    assert forge.requests == []


def test_an_old_run_is_no_error_and_is_told(forge: Forge, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _post(_file(tmp_path, judged(HEAD, 2, 1)))
    capsys.readouterr()
    assert _post(_file(tmp_path, judged(HEAD, 1, 1))) == 0
    assert capsys.readouterr().out.startswith("not posted, for a newer run has posted: https://")


@pytest.mark.parametrize(
    ("verdict", "more", "said"),
    [
        (
            judged(target=Target("acme/other", NUMBER)),
            (),
            "is about repository acme/other, not about repository acme/infer",
        ),
        (judged(target=Target(REPOSITORY, 8)), (), "is about pull request 8, not about pull request 7"),
        (judged(OLD), ("--head", HEAD), f"is about head {OLD}, not about head {HEAD}"),
        (judged(HEAD, 2), ("--run-id", "3"), "is about run 2, not about run 3"),
        (judged(HEAD, 3, 2), ("--run-id", "3", "--run-attempt", "1"), "is about attempt 2, and there is none after 1"),
        (judged(target=Target()), ("--run-id", "1"), "is about repository none, not about repository acme/infer"),
    ],
)
def test_a_verdict_about_something_else_is_refused_before_anything_is_asked(
    forge: Forge, tmp_path: Path, capsys: pytest.CaptureFixture[str],
    verdict: PullRequestVerdict, more: tuple[str, ...], said: str,
) -> None:  # fmt: skip
    path = _file(tmp_path, verdict)
    assert _post(path, *more) == 2
    assert capsys.readouterr().err == f"redfirst: {path} {said}; it is not used\n"
    assert forge.requests == []


@pytest.mark.parametrize("text", ["", "[]", '{"schema": "redfirst.verdict/2"}', '{"schema": "redfirst.verdict/1"}'])
def test_what_is_no_verdict_is_refused(
    forge: Forge, tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str
) -> None:
    path = tmp_path / "verdict.json"
    path.write_text(text)
    assert _post(str(path)) == 2
    assert capsys.readouterr().err.count("\n") == 1
    assert forge.requests == []


def test_a_verdict_by_hand_that_does_not_tell_its_pull_request_is_bound_by_its_head(
    forge: Forge, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = _file(tmp_path, judged(HEAD, None, None, target=Target()))
    assert _post(path) == 0
    said = f"redfirst: {path} does not tell its repository and its pull request; its head decides where it belongs\n"
    assert capsys.readouterr().err == said
    assert len(ours(forge)) == 1


def test_names_of_repositories_do_not_tell_cases_apart(forge: Forge, tmp_path: Path) -> None:
    assert _post(_file(tmp_path, judged()), repository="Acme/Infer") == 0
    assert len(ours(forge)) == 1


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--repo", "acme"), "--repo acme is no OWNER/NAME"),
        (("--repo", "acme/.."), "--repo acme/.. is no OWNER/NAME"),
        (("--repo", "acme/infer?x"), "--repo acme/infer?x is no OWNER/NAME"),
        (("--pr", "0"), "--pr 0 is no number from 1 to"),
        (("--pr", "\u0667"), "--pr \u0667 is no number from 1 to"),
        (("--head", "HEAD"), "--head HEAD is no full hash of a commit"),
        (("--run-id", "x"), "--run-id x is no number from 1 to"),
        (("--patience", "3601"), "--patience 3601 is no number from 1 to 3600"),
        (("--triage", "/nowhere"), "/nowhere cannot be read: No such file or directory"),
        (("--app-id", "5"), "an app signs with its private key; name the file with --app-key"),
        (("--app-id", "5", "--app-key", "/nowhere"), "/nowhere cannot be read: No such file or directory"),
    ],
)  # fmt: skip
def test_a_wrong_command_line_is_one_line(
    forge: Forge, tmp_path: Path, capsys: pytest.CaptureFixture[str], words: tuple[str, ...], said: str
) -> None:
    assert _post(_file(tmp_path, judged()), *words) == 2
    shown = capsys.readouterr().err
    assert shown.startswith(f"redfirst: {said}")
    assert shown.count("\n") == 1
    assert forge.requests == []


@pytest.mark.parametrize(
    ("token", "said"),
    [
        ("", "GITHUB_TOKEN is not set; give a token there, or an app's --app-id and --app-key"),
        ("two\nlines", "GITHUB_TOKEN holds a character that no token has, such as a line end"),
    ],
)
def test_a_token_that_is_none_is_one_line(
    forge: Forge, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
    token: str, said: str,
) -> None:  # fmt: skip
    monkeypatch.setenv("GITHUB_TOKEN", token)
    assert _post(_file(tmp_path, judged())) == 2
    assert capsys.readouterr().err == f"redfirst: {said}\n"
    assert forge.requests == []


@pytest.mark.parametrize("token", ["ghs_wrong", "ghp_wrong", "wrong"])
def test_a_token_that_github_does_not_know_is_one_line(
    forge: Forge, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], token: str
) -> None:
    monkeypatch.setenv("GITHUB_TOKEN", token)
    assert _post(_file(tmp_path, judged())) == 2
    shown = capsys.readouterr().err
    assert "was answered with status 401: Bad credentials" in shown
    assert token not in shown


def test_a_forge_that_stays_down_is_given_up(forge: Forge, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    forge.plan = lambda *_: bad_gateway()
    assert _post(_file(tmp_path, judged()), "--patience", "1") == 2
    assert re.search(r"gave up after \d attempts? in \d s, try again later$", capsys.readouterr().err)
    assert ours(forge) == []


def test_a_part_that_could_not_be_written_is_a_failure_to_post(
    forge: Forge, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    forge.world.accounts[TOKEN] = replace(ACTIONS_BOT, may_check=False)
    assert _post(_file(tmp_path, judged())) == 2
    out, err = capsys.readouterr()
    assert out.startswith("posted: https://")
    assert err.startswith("redfirst: The check run could not be created: POST /repos/acme/infer/check-runs was")


def _triage(head: str = HEAD, number: int = NUMBER) -> TriageReport:
    checks = (CheckTriage("build", CheckState.CAUSED, "it fails here and passed on main"),)
    return TriageReport(REPOSITORY, number, head, "main", checks)


def test_the_triage_becomes_part_of_the_comment(forge: Forge, tmp_path: Path) -> None:
    path = tmp_path / "triage.json"
    path.write_text(as_json(_triage()))
    assert _post(_file(tmp_path, judged()), "--triage", str(path)) == 0
    (comment,) = ours(forge)
    assert "1 other check fails because of this branch" in comment.body.splitlines()[0]
    assert "it fails here and passed on main" in comment.body


def test_a_triage_of_another_head_is_left_out(forge: Forge, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "triage.json"
    path.write_text(as_json(_triage(NEW)))
    assert _post(_file(tmp_path, judged()), "--triage", str(path)) == 0
    assert "it is left out" in capsys.readouterr().err
    assert "because of this branch" not in ours(forge)[0].body


@pytest.mark.parametrize("text", [as_json(_triage(number=8)), "{}", json.dumps({"schema": "redfirst.triage/1"})])
def test_a_triage_of_something_else_is_refused(forge: Forge, tmp_path: Path, text: str) -> None:
    path = tmp_path / "triage.json"
    path.write_text(text)
    assert _post(_file(tmp_path, judged()), "--triage", str(path)) == 2
    assert forge.requests == []


def test_an_app_signs_in_with_its_key_and_knows_its_name(
    forge: Forge, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("GITHUB_TOKEN")
    forge.world.installations[31] = Account(77, "gates[bot]", App(5, "gates"))
    key = written(tmp_path)
    verdict = _file(tmp_path, judged())
    assert _post(verdict, "--app-id", "5", "--app-key", str(key)) == 0
    (comment,) = forge.world.pulls[NUMBER].comments
    assert comment.author.login == "gates[bot]"
    forge.forget()
    monkeypatch.setenv("REDFIRST_APP_ID", "5")
    monkeypatch.setenv("REDFIRST_APP_KEY_FILE", str(key))
    assert _post(verdict) == 0
    assert [write for write in forge.writes if "access_tokens" not in write] == []
    assert len(forge.requests) == 6


@pytest.mark.parametrize(
    "text", ["", "no key", "-----BEGIN RSA PRIVATE KEY-----\nAAAA\n-----END RSA PRIVATE KEY-----\n", "é"]
)
def test_a_key_that_is_none_is_one_line(
    forge: Forge, tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str
) -> None:
    key = tmp_path / "key.pem"
    key.write_text(text)
    assert _post(_file(tmp_path, judged()), "--app-id", "5", "--app-key", str(key)) == 2
    assert capsys.readouterr().err == f"redfirst: {key} holds no private key in PEM form\n"


def test_an_app_that_is_not_installed_is_one_line(
    forge: Forge, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    key = written(tmp_path)
    assert _post(_file(tmp_path, judged()), "--app-id", "5", "--app-key", str(key)) == 2
    assert "GET /repos/acme/infer/installation was answered with status 404" in capsys.readouterr().err


def test_a_person_is_asked_for_and_cannot_make_check_runs(
    forge: Forge, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("GITHUB_TOKEN", MAINTAINER_TOKEN)
    assert _post(_file(tmp_path, judged())) == 2
    assert forge.requests[0] == "GET /user"
    assert "You must authenticate via a GitHub App" in capsys.readouterr().err
    assert [comment.author.login for comment in forge.world.pulls[NUMBER].comments] == ["maintainer"]
