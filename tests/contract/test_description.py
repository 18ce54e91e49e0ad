"""Is what we ask of GitHub, and what our forge answers, as GitHub itself describes its API?"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from bot.github.credentials import sign_in
from bot.github.errors import RefusedError
from bot.github.runs import Runs
from bot.triage.command import triaged
from tests.bot.post.posts import HEAD, NEW, NUMBER, OLD, PASSED, REPOSITORY, failing, judged, post
from tests.contract.description import VARIABLE, Description, description, place
from tests.forge.clients import client
from tests.forge.http import Answer, Request
from tests.forge.keys import written
from tests.forge.server import Exchange, Forge, serving
from tests.forge.state import ACTIONS_BOT, MAINTAINER_TOKEN, Account, App

pytestmark = pytest.mark.skipif(
    place() is None, reason=f"GitHub's description is absent; {VARIABLE} names api.github.com.json of @octokit/openapi"
)

ROOT = "/repos/acme/infer"
EXPECTED = {
    "GET /user",
    "GET /repos/{owner}/{repo}/pulls/{pull_number}",
    "GET /repos/{owner}/{repo}/issues/{issue_number}/comments",
    "POST /repos/{owner}/{repo}/issues/{issue_number}/comments",
    "PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}",
    "DELETE /repos/{owner}/{repo}/issues/comments/{comment_id}",
    "GET /repos/{owner}/{repo}/commits/{ref}/check-runs",
    "POST /repos/{owner}/{repo}/check-runs",
    "PATCH /repos/{owner}/{repo}/check-runs/{check_run_id}",
    "GET /repos/{owner}/{repo}/commits/{ref}/status",
    "POST /repos/{owner}/{repo}/statuses/{sha}",
    "GET /repos/{owner}/{repo}/installation",
    "POST /app/installations/{installation_id}/access_tokens",
    "GET /repos/{owner}/{repo}/actions/jobs/{job_id}/logs",
}
"""What posting asks for, and signing in."""


@pytest.fixture(scope="module")
def described() -> Description:
    found = description()
    assert found is not None
    return found


def _everything(forge: Forge) -> None:
    """Post in every way."""
    world = forge.world
    for number in range(130):
        world.comment(NUMBER, f"comment {number}")
    post(forge, judged(HEAD, 1, 1, failing(120)))
    post(forge, judged(HEAD, 1, 1, failing(120)))
    world.comment(NUMBER, world.pulls[NUMBER].comments[-1].body, ACTIONS_BOT)
    post(forge, judged(HEAD, 2, 1, PASSED))
    post(forge, judged(OLD))
    world.pulls[NUMBER].head = NEW
    post(forge, judged(HEAD, 2, 1))
    post(forge, judged(NEW, 3, 1), token=MAINTAINER_TOKEN)


def _refused(forge: Forge) -> None:
    """Be refused in every way."""
    forge.world.accounts["ghs_none"] = replace(ACTIONS_BOT, may_check=False, may_state=False)
    post(forge, judged(HEAD, 5), token="ghs_none")
    _attempt(lambda: client(forge, token="ghs_wrong").get(f"{ROOT}/pulls/7"))
    _attempt(lambda: client(forge).get(f"{ROOT}/pulls/8"))
    _attempt(lambda: client(forge).send("POST", f"{ROOT}/issues/7/comments", {"body": ""}, repeatable=False))
    forge.world.pulls[NUMBER].locked = True
    _attempt(lambda: client(forge).send("POST", f"{ROOT}/issues/7/comments", {"body": "x"}, repeatable=False))


def _attempt(act: Callable[[], object]) -> None:
    with pytest.raises(RefusedError):
        act()


def _as_app(forge: Forge) -> None:
    forge.world.installations[31] = Account(77, "gates[bot]", App(5, "gates"))
    with TemporaryDirectory() as folder:
        sign_in({"GITHUB_API_URL": forge.url}, "5", written(Path(folder))).client(REPOSITORY)


def _logs(forge: Forge) -> None:
    job = forge.world.job(forge.world.run(HEAD), "build", log="line\n")
    client(forge).download(f"{ROOT}/actions/jobs/{job.id}/logs", 100)


def _triage(forge: Forge) -> None:
    """Read what triage reads."""
    world = forge.world
    main = world.run("d" * 40, branch="main", event="push", conclusion="failure")
    world.job(main, "build", conclusion="failure", log="a.cpp:1: error: x\n", steps=(("make", "failure"),))
    here = world.run(HEAD, pulls=(NUMBER,), conclusion="failure")
    world.job(here, "build", conclusion="failure", log="a.cpp:2: error: x\n", steps=(("make", "failure"),))
    world.job(here, "new", conclusion="failure", log=None)
    world.job(here, "slow", status="in_progress")
    world.check("external", HEAD, App(9, "external"), conclusion="failure", title="t", summary="s", text="x")
    triaged(Runs(client(forge), REPOSITORY), REPOSITORY, NUMBER)


SCENES = (_everything, _refused, _as_app, _logs, _triage)


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.__name__.strip("_"))
def test_every_request_and_every_answer_is_as_github_describes(
    described: Description, scene: Callable[[Forge], None]
) -> None:
    with serving() as forge:
        forge.world.open_pull(NUMBER, HEAD)
        scene(forge)
        described.seen.clear()
        assert described.faults(forge.exchanges) == []


def test_a_forge_holds_what_it_was_asked_against_the_description(described: Description) -> None:
    described.seen.clear()
    with pytest.raises(AssertionError, match="the query colour is not described"), serving() as forge:
        client(forge).get(f"{ROOT}", colour="red")


def test_no_call_is_left_out(described: Description) -> None:
    with serving() as forge:
        forge.world.open_pull(NUMBER, HEAD)
        for scene in SCENES:
            forge.world.pulls[NUMBER].locked = False
            forge.world.pulls[NUMBER].head = HEAD
            scene(forge)
        asked = {described.operation(it.request.method, it.request.path) for it in forge.exchanges}
    assert {operation.name for operation in asked if operation} >= EXPECTED


def _exchange(method: str, target: str, body: bytes = b"", answer: Answer | None = None) -> Exchange:
    return Exchange(Request(method, target, {}, body), answer or Answer(200, {}))


@pytest.mark.parametrize(
    ("exchange", "fault"),
    [
        (_exchange("GET", "/nowhere"), "is no call that is described"),
        (_exchange("GET", f"{ROOT}/pulls/7?per_page=1"), "the query per_page is not described"),
        (_exchange("GET", f"{ROOT}/commits/x/check-runs?filter=every"), "the query filter at /: 'every' is not one of"),
        (_exchange("GET", f"{ROOT}/pulls/7"), "the answer with status 200 at /: '_links' is a required property"),
        (_exchange("POST", f"{ROOT}/issues/7/comments", b'{"body": 1}'), "the request at /body: 1 is not"),
        (_exchange("POST", f"{ROOT}/issues/7/comments", b'{"body": "x", "text": "x"}'), "has the key text, which"),
        (_exchange("POST", f"{ROOT}/issues/7/comments"), "a body is required"),
        (_exchange("POST", f"{ROOT}/statuses/x", b'{"state": "green"}'), "the request at /state: 'green' is not one"),
        (_exchange("DELETE", f"{ROOT}/issues/comments/1", b"{}", Answer(204)), "a body is not described"),
        (_exchange("DELETE", f"{ROOT}/issues/comments/1"), "status 200 is not described"),
        (_exchange("GET", f"{ROOT}/pulls/7", answer=Answer(401, {"message": 1})), "with status 401 at /message"),
    ],
)  # fmt: skip
def test_what_is_not_as_described_is_found(described: Description, exchange: Exchange, fault: str) -> None:
    described.seen.clear()
    assert any(fault in found for found in described.faults([exchange]))


def test_an_answer_that_a_fault_made_up_is_not_held_against_the_description(described: Description) -> None:
    from tests.forge.faults import bad_gateway

    described.seen.clear()
    made_up = replace(_exchange("GET", f"{ROOT}/pulls/7", answer=Answer(502, {"message": 1})), fault=bad_gateway())
    assert described.faults([made_up]) == []
    described.seen.clear()
    assert described.faults([replace(made_up, fault=None)])
