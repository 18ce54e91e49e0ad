"""Does the forge behave as GitHub is described to?"""

from __future__ import annotations

import json
from typing import Any
from urllib.error import HTTPError
from urllib.request import HTTPRedirectHandler, Request, build_opener

import pytest

from tests.forge.faults import Fault, Kind, on
from tests.forge.server import Forge, serving
from tests.forge.state import ACTIONS_BOT, MAINTAINER, MAINTAINER_TOKEN, OTHER_TOKEN, TOKEN

HEAD = "a" * 40
ROOT = "/repos/acme/infer"


class _Stay(HTTPRedirectHandler):
    def redirect_request(self, *_: Any) -> None:
        return None


def _ask(forge: Forge, method: str, target: str, body: object = None, token: str | None = TOKEN, **headers: str) -> Any:
    """Status, headers and JSON (or bytes) of one request."""
    data = None if body is None else json.dumps(body).encode()
    url = target if target.startswith("http") else forge.url + target
    sent = {"User-Agent": "test", **headers} | ({"Authorization": f"token {token}"} if token else {})
    request = Request(url, data, sent, method=method)
    try:
        with build_opener(_Stay).open(request, timeout=5) as answer:
            raw, status, received = answer.read(), answer.status, answer.headers
    except HTTPError as error:
        raw, status, received = error.read(), error.code, error.headers
    is_json = "json" in received.get("Content-Type", "")
    return status, received, json.loads(raw) if is_json and raw else raw


@pytest.fixture
def forge() -> Any:
    with serving() as made:
        made.world.open_pull(7, HEAD)
        yield made


def test_comments_are_written_edited_and_deleted(forge: Forge) -> None:
    status, _, made = _ask(forge, "POST", f"{ROOT}/issues/7/comments", {"body": "one"})
    assert (status, made["user"]["login"]) == (201, ACTIONS_BOT.login)
    assert made["performed_via_github_app"]["slug"] == "github-actions"
    _, _, edited = _ask(forge, "PATCH", f"{ROOT}/issues/comments/{made['id']}", {"body": "two"})
    assert edited["body"] == "two"
    assert edited["updated_at"] > made["created_at"]
    assert _ask(forge, "DELETE", f"{ROOT}/issues/comments/{made['id']}")[0] == 204
    assert _ask(forge, "PATCH", f"{ROOT}/issues/comments/{made['id']}", {"body": "three"})[0] == 404


def test_a_list_comes_in_pages_with_links(forge: Forge) -> None:
    for number in range(205):
        forge.world.comment(7, str(number))
    target, seen = f"{ROOT}/issues/7/comments?per_page=100", []
    while target:
        _, headers, page = _ask(forge, "GET", target)
        seen += [comment["body"] for comment in page]
        links = dict(reversed(link.split("; rel=")) for link in (headers["Link"] or "").split(", "))  # type: ignore[misc]
        target = links.get('"next"', "").strip("<>")
    assert seen == [str(number) for number in range(205)]


def test_what_has_not_changed_is_not_sent_again(forge: Forge) -> None:
    _, headers, _ = _ask(forge, "GET", f"{ROOT}/pulls/7")
    assert _ask(forge, "GET", f"{ROOT}/pulls/7", **{"If-None-Match": headers["ETag"]})[0] == 304
    forge.world.pulls[7].head = "b" * 40
    assert _ask(forge, "GET", f"{ROOT}/pulls/7", **{"If-None-Match": headers["ETag"]})[0] == 200


@pytest.mark.parametrize(
    ("target", "body", "status"),
    [
        ("/issues/7/comments", {"body": "x" * 65_537}, 422),
        ("/issues/7/comments", {"body": " "}, 422),
        ("/issues/9/comments", {"body": "x"}, 404),
        ("/check-runs", {"name": "x"}, 422),
        ("/check-runs", {"name": "x", "head_sha": HEAD, "output": {"title": "t", "summary": "s" * 65_536}}, 422),
        ("/check-runs", {"name": "x", "head_sha": HEAD, "output": {"summary": "s"}}, 422),
        (f"/statuses/{HEAD}", {"state": "green"}, 422),
        (f"/statuses/{HEAD}", {"state": "success", "description": "x" * 141}, 422),
    ],
)
def test_what_github_would_not_take_is_refused(forge: Forge, target: str, body: object, status: int) -> None:
    assert _ask(forge, "POST", ROOT + target, body)[0] == status


def test_a_check_run_takes_fifty_annotations_at_a_time_and_keeps_them(forge: Forge) -> None:
    one = {"path": "a", "start_line": 1, "end_line": 1, "annotation_level": "failure", "message": "m"}
    output = {"title": "t", "summary": "s"}
    fields = {"name": "x", "head_sha": HEAD, "conclusion": "failure"}
    assert (
        _ask(forge, "POST", f"{ROOT}/check-runs", {**fields, "output": {**output, "annotations": [one] * 51}})[0] == 422
    )
    _, _, made = _ask(forge, "POST", f"{ROOT}/check-runs", {**fields, "output": {**output, "annotations": [one] * 50}})
    target = f"{ROOT}/check-runs/{made['id']}"
    _, _, edited = _ask(forge, "PATCH", target, {"output": {**output, "annotations": [one] * 2}})
    assert edited["output"]["annotations_count"] == 52
    assert edited["conclusion"] == "failure"


def test_a_check_run_belongs_to_the_app_that_made_it(forge: Forge) -> None:
    fields = {"name": "x", "head_sha": HEAD}
    _, _, made = _ask(forge, "POST", f"{ROOT}/check-runs", fields)
    assert _ask(forge, "PATCH", f"{ROOT}/check-runs/{made['id']}", {"conclusion": "success"}, OTHER_TOKEN)[0] == 403
    assert _ask(forge, "POST", f"{ROOT}/check-runs", fields, MAINTAINER_TOKEN)[0] == 403


def test_the_latest_check_run_of_a_name_is_listed_unless_all_are_wanted(forge: Forge) -> None:
    for external_id in ("1.1", "2.1"):
        fields = {"name": "x", "head_sha": HEAD, "external_id": external_id}
        _ask(forge, "POST", f"{ROOT}/check-runs", fields)
    target = f"{ROOT}/commits/{HEAD}/check-runs"
    assert [run["external_id"] for run in _ask(forge, "GET", target)[2]["check_runs"]] == ["2.1"]
    assert _ask(forge, "GET", f"{target}?filter=all")[2]["total_count"] == 2


def test_an_installation_cannot_ask_who_it_is(forge: Forge) -> None:
    assert _ask(forge, "GET", "/user")[0] == 403
    assert _ask(forge, "GET", "/user", token=MAINTAINER_TOKEN)[2]["login"] == MAINTAINER.login
    assert _ask(forge, "GET", "/user", token="wrong")[0] == 401


def test_a_log_lies_elsewhere_behind_a_signed_address(forge: Forge) -> None:
    run = forge.world.run(HEAD)
    job = forge.world.job(run, "build", log="line\n", conclusion="failure")
    gone = forge.world.job(run, "old", log=None)
    status, headers, _ = _ask(forge, "GET", f"{ROOT}/actions/jobs/{job.id}/logs")
    assert status == 302
    assert _ask(forge, "GET", headers["Location"], token=None)[2] == b"line\n"
    assert _ask(forge, "GET", headers["Location"])[0] == 400
    assert _ask(forge, "GET", f"{ROOT}/actions/jobs/{gone.id}/logs")[0] == 410


def test_jobs_are_listed_by_attempt(forge: Forge) -> None:
    run = forge.world.run(HEAD)
    first = forge.world.job(run, "build", conclusion="failure")
    run.attempt = 2
    second = forge.world.job(run, "build")
    target = f"{ROOT}/actions/runs/{run.id}"
    assert [job["id"] for job in _ask(forge, "GET", f"{target}/jobs")[2]["jobs"]] == [second.id]
    assert [job["id"] for job in _ask(forge, "GET", f"{target}/attempts/1/jobs")[2]["jobs"]] == [first.id]


def test_a_fault_can_come_after_the_server_has_acted(forge: Forge) -> None:
    forge.plan = on("POST", "/comments", Fault(Kind.ACTED, 502))
    assert _ask(forge, "POST", f"{ROOT}/issues/7/comments", {"body": "one"})[0] == 502
    assert [comment.body for comment in forge.world.pulls[7].comments] == ["one"]


def test_an_answer_can_be_cut(forge: Forge) -> None:
    forge.plan = on("GET", "/pulls/7", Fault(Kind.CUT))
    with pytest.raises(Exception, match=r"IncompleteRead|Expecting|Unterminated"):
        _ask(forge, "GET", f"{ROOT}/pulls/7")
    assert _ask(forge, "GET", f"{ROOT}/pulls/7")[0] == 200
