"""Answers that no GitHub gives end in one line, not in a traceback."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest

from bot.github.check_run import CheckRuns, Content
from bot.github.client import Client
from bot.github.comments import Comment, Comments
from bot.github.commit_status import Status, read_status, status_of, write_status
from bot.github.credentials import Identity, SignIn, sign_in
from bot.github.errors import ForgeError, GaveUpError, RefusedError
from bot.github.marker import Age
from bot.github.patience import Patience
from bot.github.pull_request import read_pull
from tests.forge.clients import Clock, patience

ACTIONS = Identity("github-actions[bot]")
CONTENT = Content(Age(1, 1), "success", "all is well", "s", "t")
STRANGE = [
    None,
    1,
    "x",
    [],
    {},
    [1],
    [None],
    {"id": "x"},
    {"id": None},
    {"base": 1},
    {"output": 1, "external_id": "7/1.1"},
]


@dataclass(slots=True)
class _Answering:
    """A forge that answers everything with the same."""

    data: Any
    status: int = 200
    base_url: str = "http://forge"
    asked: list[str] = field(default_factory=list)

    def requestJson(self, method: str, path: str, *_: Any) -> tuple[int, dict[str, str], str]:  # noqa: N802
        self.asked.append(f"{method} {path}")
        return self.status, {}, json.dumps(self.data)


def _client(data: Any, status: int = 200) -> Client:
    return Client(_Answering(data, status), patience(Clock()))  # type: ignore[arg-type]


ASKING: dict[str, Callable[[Client], object]] = {
    "pull": lambda client: read_pull(client, "o/n", 7),
    "comments": lambda client: Comments(client, "o/n", 7).own(ACTIONS),
    "comment": lambda client: Comments(client, "o/n", 7).create("text"),
    "check runs": lambda client: CheckRuns(client, "o/n", 7).published("a" * 40, ACTIONS),
    "check run": lambda client: CheckRuns(client, "o/n", 7).create("a" * 40, CONTENT, ()),
    "status": lambda client: read_status(client, "o/n", "a" * 40),
}


@pytest.mark.parametrize("asking", ASKING)
@pytest.mark.parametrize("data", STRANGE, ids=repr)
def test_a_strange_answer_is_one_line(asking: str, data: Any) -> None:
    try:
        ASKING[asking](_client(data))
    except ForgeError as error:
        assert "\n" not in str(error)
    else:
        assert data == []


@pytest.mark.parametrize("key", ["check_runs", "statuses"])
@pytest.mark.parametrize("item", STRANGE, ids=repr)
def test_a_strange_item_of_a_list_is_one_line(key: str, item: Any) -> None:
    ask = ASKING["check runs" if key == "check_runs" else "status"]
    try:
        found = ask(_client({key: [item]}))
    except ForgeError as error:
        assert "\n" not in str(error)
    else:
        assert not found


def test_a_check_run_of_that_name_from_elsewhere_or_for_another_pull_request_is_not_ours() -> None:
    items = [
        {"id": 1, "external_id": "", "app": {"slug": "other"}},
        {"id": 2, "external_id": "7/1.1", "app": {"slug": "other"}},
        {"id": 3, "external_id": "8/1.1", "app": {"slug": "github-actions"}},
    ]
    assert CheckRuns(_client({"check_runs": items}), "o/n", 7).published("a" * 40, ACTIONS) == []


def test_an_account_that_is_gone_has_no_name() -> None:
    items = [{"id": 1, "user": None, "body": f"<!-- redfirst/1 head={'a' * 40} run=1 attempt=1 -->", "html_url": ""}]
    assert Comments(_client(items), "o/n", 7).own(ACTIONS) == []


@pytest.mark.parametrize("act", ["edit", "find"])
def test_a_comment_that_may_not_be_touched_is_a_refusal(act: str) -> None:
    comments = Comments(_client({"message": "No"}, 403), "o/n", 7)
    with pytest.raises(RefusedError):
        comments.edit(Comment(1, "x", "", ""), "text") if act == "edit" else comments.find(1)


@pytest.mark.parametrize("data", [None, {}, {"creator": None}, {"creator": {"login": None}}, {"creator": {"login": 1}}])
def test_a_status_that_tells_no_creator_is_a_status(data: Any) -> None:
    assert write_status(_client(data), "o/n", "a" * 40, Status("success", "text")) is None


def test_a_status_of_another_context_is_not_ours() -> None:
    assert read_status(_client({"statuses": [{"context": "lint", "state": "success"}]}), "o/n", "a" * 40) is None


def test_a_long_title_is_cut_to_what_a_status_takes() -> None:
    content = Content(Age(1, 1), "failure", "x" * 200, "s", "t")
    assert status_of(content) == Status("failure", "x" * 139 + "…")


@pytest.mark.parametrize("data", STRANGE, ids=repr)
def test_a_strange_answer_to_who_we_are_is_one_line(data: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.github.credentials.connect", lambda *_: _client(data))
    with pytest.raises(ForgeError, match="the user is not described as GitHub does"):
        SignIn(token="ghp_x").client("o/n")


@pytest.mark.parametrize("data", STRANGE, ids=repr)
def test_a_strange_installation_is_one_line(data: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.github.credentials.connect", lambda *_: _client(data))
    monkeypatch.setattr(SignIn, "_app_auth", lambda _: None)
    with pytest.raises(ForgeError, match="installation is not described"):
        SignIn(app_id="5").client("o/n")


@pytest.fixture
def _refusing(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr("bot.github.credentials.connect", lambda *_: _client({"message": "No"}, 403))
    yield


@pytest.mark.usefixtures("_refusing")
@pytest.mark.parametrize(
    ("environment", "author", "login"),
    [
        ({"GITHUB_TOKEN": "ghs_x"}, None, "github-actions[bot]"),
        ({"GITHUB_TOKEN": "ghs_x"}, "gates[bot]", "gates[bot]"),
        ({"GITHUB_TOKEN": "x", "GITHUB_ACTIONS": "true"}, None, "github-actions[bot]"),
        ({"GITHUB_TOKEN": "x"}, None, "github-actions[bot]"),
        ({"GITHUB_TOKEN": "ghp_x", "GITHUB_ACTIONS": "true"}, "octavia", "octavia"),
    ],
)
def test_who_we_are_is_told_or_assumed(environment: dict[str, str], author: str | None, login: str) -> None:
    _, identity = sign_in(environment, author=author).client("o/n", Patience())
    assert identity.login == login


@dataclass(slots=True)
class _Raw(_Answering):
    """A forge that answers with a text that is no JSON, or not at all."""

    error: Exception | None = None

    def requestJson(self, *_: Any) -> tuple[int, dict[str, str], str]:  # noqa: N802
        if self.error:
            raise self.error
        return self.status, {}, self.data


@pytest.mark.parametrize(
    "error", [RuntimeError("redirected from\nhttp to https"), AssertionError("Unknown URL scheme")]
)
def test_what_the_library_does_not_take_is_one_line(error: Exception) -> None:
    asking = Client(_Raw(None, error=error), patience(Clock()))  # type: ignore[arg-type]
    with pytest.raises(ForgeError, match=r"^GET /x: [^\n]*; is GITHUB_API_URL right\?$"):
        asking.get("/x")


def test_a_page_of_html_is_no_answer() -> None:
    clock = Clock()
    refusing = Client(_Raw("<html>no</html>", 404), patience(clock))  # type: ignore[arg-type]
    with pytest.raises(RefusedError, match=r"^GET /x was answered with status 404$"):
        refusing.get("/x")
    greeting = Client(_Raw("<html>hello</html>"), patience(clock))  # type: ignore[arg-type]
    with pytest.raises(GaveUpError, match=r"^GET /x was not answered: what came is no JSON; gave up"):
        greeting.get("/x")


@pytest.mark.parametrize("errors", [None, "x", [], [None], [{}], [{"code": "invalid"}]])
def test_strange_details_of_a_refusal_are_left_out(errors: object) -> None:
    asking = _client({"message": "Validation Failed", "errors": errors}, 422)
    with pytest.raises(RefusedError, match="Validation Failed"):
        asking.get("/x")
