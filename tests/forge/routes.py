"""What the forge answers to each call: paths to handlers that read and change its state, with GitHub's limits."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import unquote

from tests.forge import state
from tests.forge.http import Answer, Refusal, Request, invalid
from tests.forge.shapes import Shapes

LONGEST_BODY = 65_536
LONGEST_OUTPUT = 65_535
MOST_ANNOTATIONS = 50
MOST_STATUSES = 1_000
LONGEST_DESCRIPTION = 140
LONGEST_TITLE = 255
LONGEST_MESSAGE = 64 * 1024

Handler = Callable[["Routes", Request, "re.Match[str]"], Answer]
_TABLE: list[tuple[str, re.Pattern[str], Handler]] = []


def route(method: str, template: str) -> Callable[[Handler], Handler]:
    """Register a handler; `{name}` in the template takes one path part, `{name:int}` a number."""
    pattern = re.sub(r"\{(\w+):int\}", r"(?P<\1>\\d+)", re.sub(r"\{(\w+)\}", r"(?P<\1>[^/]+)", template))

    def register(handler: Handler) -> Handler:
        _TABLE.append((method, re.compile(f"{pattern}\\Z"), handler))
        return handler

    return register


@dataclass(frozen=True, slots=True)
class Routes:
    """Answers requests out of one world."""

    world: state.World
    shapes: Shapes

    def answer(self, request: Request) -> Answer:
        """The answer to a request; one that GitHub would refuse is refused in its words."""
        try:
            return self._dispatch(request)
        except Refusal as refusal:
            return refusal.answer

    def _dispatch(self, request: Request) -> Answer:
        as_app = request.path.startswith("/app/") or request.path.endswith("/installation")
        if request.headers.get("authorization") and request.account is None and not as_app:
            raise Refusal(401, "Bad credentials")
        for method, pattern, handler in _TABLE:
            found = pattern.match(request.path)
            if method == request.method and found:
                self._require_repository(found)
                return handler(self, request, found)
        raise Refusal(404, "Not Found")

    def _require_repository(self, found: re.Match[str]) -> None:
        parts = found.groupdict()
        if "owner" in parts and f"{parts['owner']}/{parts['repo']}".lower() != self.world.full_name.lower():
            raise Refusal(404, "Not Found")

    def pull(self, number: str) -> state.Pull:
        pull = self.world.pulls.get(int(number))
        if pull is None:
            raise Refusal(404, "Not Found")
        return pull

    def commented(self, number: str) -> tuple[state.Pull, state.Comment]:
        for pull in self.world.pulls.values():
            for comment in pull.comments:
                if comment.id == int(number):
                    return pull, comment
        raise Refusal(404, "Not Found")


def paged(request: Request, items: Sequence[Any], key: str | None = None) -> Answer:
    """One page of a list with its Link header; in an object with `total_count` where GitHub wraps the list."""
    size = min(max(int(request.query.get("per_page", 30)), 1), 100)
    page = max(int(request.query.get("page", 1)), 1)
    last = max((len(items) + size - 1) // size, 1)
    shown = list(items[(page - 1) * size : page * size])
    body = shown if key is None else {"total_count": len(items), key: shown}
    targets = {"prev": page - 1, "next": page + 1, "last": last, "first": 1}
    wanted = [name for name in targets if (name in ("prev", "first")) == (page > 1) or page < last]
    links = [
        (name, targets[name])
        for name in wanted
        if not (name == "next" and page >= last) and not (name == "prev" and page == 1)
    ]
    header = ", ".join(
        f'<{request.headers["x-base"]}{_with_page(request, size, n)}>; rel="{name}"' for name, n in links
    )
    return Answer(200, body, {"Link": header} if header and last > 1 else {})


def _with_page(request: Request, size: int, page: int) -> str:
    query = {key: value for key, value in request.query.items() if key not in ("page", "per_page")}
    query |= {"per_page": str(size), "page": str(page)}
    return request.path + "?" + "&".join(f"{key}={value}" for key, value in query.items())


def _actor(request: Request) -> state.Account:
    if request.account is None:
        raise Refusal(401, "Requires authentication")
    return request.account


def _fields(request: Request) -> dict[str, Any]:
    try:
        data = request.json()
    except ValueError:
        raise Refusal(400, "Problems parsing JSON") from None
    if not isinstance(data, dict):
        raise Refusal(400, "Body should be a JSON object")
    return data


REPOSITORY = "/repos/{owner}/{repo}"


@route("GET", "/user")
def _user(routes: Routes, request: Request, _: re.Match[str]) -> Answer:
    account = _actor(request)
    if account.is_bot:
        raise Refusal(403, "Resource not accessible by integration")
    moments = {"created_at": "2020-01-01T00:00:00Z", "updated_at": "2020-01-01T00:00:00Z"}
    empty = dict.fromkeys(("name", "company", "blog", "location", "email", "bio", "hireable"))
    counts = dict.fromkeys(("public_repos", "public_gists", "followers", "following"), 0)
    return Answer(200, {**routes.shapes.user(account), **moments, **empty, **counts, "user_view_type": "public"})


@route("GET", f"{REPOSITORY}")
def _repository(routes: Routes, _: Request, __: re.Match[str]) -> Answer:
    return Answer(200, {**routes.shapes.repository(), "network_count": 0, "subscribers_count": 0})


@route("GET", f"{REPOSITORY}/pulls")
def _pulls(routes: Routes, request: Request, _: re.Match[str]) -> Answer:
    pulls = [routes.shapes.pull(pull) for pull in routes.world.pulls.values()]
    wanted, head = request.query.get("state", "open"), request.query.get("head")
    kept = [pull for pull in pulls if wanted in ("all", pull["state"]) and head in (None, pull["head"]["label"])]
    return paged(request, kept)


@route("GET", f"{REPOSITORY}/pulls/{{number:int}}")
def _pull(routes: Routes, _: Request, found: re.Match[str]) -> Answer:
    return Answer(200, routes.shapes.pull(routes.pull(found["number"])))


@route("GET", f"{REPOSITORY}/pulls/{{number:int}}/files")
def _files(routes: Routes, request: Request, found: re.Match[str]) -> Answer:
    pull = routes.pull(found["number"])
    return paged(request, [routes.shapes.changed_file(pull, path) for path in pull.files])


@route("GET", f"{REPOSITORY}/issues/{{number:int}}/comments")
def _comments(routes: Routes, request: Request, found: re.Match[str]) -> Answer:
    pull = routes.pull(found["number"])
    return paged(request, [routes.shapes.comment(pull, comment) for comment in pull.comments])


@route("POST", f"{REPOSITORY}/issues/{{number:int}}/comments")
def _add_comment(routes: Routes, request: Request, found: re.Match[str]) -> Answer:
    pull, account = routes.pull(found["number"]), _actor(request)
    body = _comment_body(pull, account, request)
    comment = routes.world.comment(pull.number, body, account)
    return Answer(201, routes.shapes.comment(pull, comment))


def _comment_body(pull: state.Pull, account: state.Account, request: Request) -> str:
    if not account.may_comment:
        raise Refusal(403, "Resource not accessible by integration")
    if pull.locked:
        raise Refusal(403, "Unable to create comment because issue is locked.")
    body = _fields(request).get("body")
    if not isinstance(body, str) or not body.strip():
        raise invalid("IssueComment", "body", "body is missing")
    if len(body) > LONGEST_BODY:
        raise invalid("IssueComment", "body", f"body is too long (maximum is {LONGEST_BODY} characters)")
    return body


@route("GET", f"{REPOSITORY}/issues/comments/{{id:int}}")
def _comment(routes: Routes, _: Request, found: re.Match[str]) -> Answer:
    return Answer(200, routes.shapes.comment(*routes.commented(found["id"])))


@route("PATCH", f"{REPOSITORY}/issues/comments/{{id:int}}")
def _edit_comment(routes: Routes, request: Request, found: re.Match[str]) -> Answer:
    pull, comment = routes.commented(found["id"])
    comment.body = _comment_body(pull, _actor(request), request)
    comment.updated = routes.world.now()
    return Answer(200, routes.shapes.comment(pull, comment))


@route("DELETE", f"{REPOSITORY}/issues/comments/{{id:int}}")
def _delete_comment(routes: Routes, request: Request, found: re.Match[str]) -> Answer:
    pull, comment = routes.commented(found["id"])
    if not _actor(request).may_comment:
        raise Refusal(403, "Resource not accessible by integration")
    pull.comments.remove(comment)
    return Answer(204)


@route("GET", f"{REPOSITORY}/commits/{{ref}}/check-runs")
def _checks(routes: Routes, request: Request, found: re.Match[str]) -> Answer:
    ref = unquote(found["ref"])
    sha = routes.world.tips.get(ref.removeprefix("heads/"), ref)
    checks = [check for check in routes.world.checks if check.head == sha]
    query = request.query
    if "check_name" in query:
        checks = [check for check in checks if check.name == query["check_name"]]
    if "app_id" in query:
        checks = [check for check in checks if str(check.app.id) == query["app_id"]]
    if "status" in query:
        checks = [check for check in checks if check.status == query["status"]]
    if query.get("filter", "latest") == "latest":
        checks = list({(check.name, check.suite): check for check in checks}.values())
    return paged(request, [routes.shapes.check(check) for check in reversed(checks)], "check_runs")


@route("GET", f"{REPOSITORY}/commits/{{ref}}/check-suites")
def _suites(routes: Routes, request: Request, found: re.Match[str]) -> Answer:
    groups: dict[int, list[state.CheckRun]] = {}
    for check in routes.world.checks:
        if check.head == found["ref"]:
            groups.setdefault(check.suite, []).append(check)
    return paged(request, [routes.shapes.suite(*group) for group in groups.items()], "check_suites")


@route("POST", f"{REPOSITORY}/check-runs")
def _add_check(routes: Routes, request: Request, _: re.Match[str]) -> Answer:
    app, fields = _may_check(request), _fields(request)
    for name in ("name", "head_sha"):
        if not isinstance(fields.get(name), str):
            raise Refusal(422, f'Invalid request.\n\n"{name}" wasn\'t supplied.')
    _hold_output(fields)
    check = routes.world.check(fields["name"], fields["head_sha"], app, status="queued", conclusion=None)
    check.completed = None
    _change_check(routes.world, check, fields)
    return Answer(201, routes.shapes.check(check))


@route("GET", f"{REPOSITORY}/check-runs/{{id:int}}")
def _check(routes: Routes, _: Request, found: re.Match[str]) -> Answer:
    return Answer(200, routes.shapes.check(_check_of(routes, found)))


@route("PATCH", f"{REPOSITORY}/check-runs/{{id:int}}")
def _edit_check(routes: Routes, request: Request, found: re.Match[str]) -> Answer:
    app, check, fields = _may_check(request), _check_of(routes, found), _fields(request)
    if check.app != app:
        message = f"Invalid app_id `{app.id}` - check run can only be modified by the GitHub App that created it."
        raise Refusal(403, message)
    _hold_output(fields)
    _change_check(routes.world, check, fields)
    return Answer(200, routes.shapes.check(check))


@route("GET", f"{REPOSITORY}/check-runs/{{id:int}}/annotations")
def _annotations(routes: Routes, request: Request, found: re.Match[str]) -> Answer:
    check = _check_of(routes, found)
    return paged(request, [routes.shapes.annotation(check, sent) for sent in check.annotations])


def _check_of(routes: Routes, found: re.Match[str]) -> state.CheckRun:
    for check in routes.world.checks:
        if check.id == int(found["id"]):
            return check
    raise Refusal(404, "Not Found")


def _may_check(request: Request) -> state.App:
    account = _actor(request)
    if account.app is None:
        raise Refusal(403, "You must authenticate via a GitHub App.")
    if not account.may_check:
        raise Refusal(403, "Resource not accessible by integration")
    return account.app


def _hold_output(fields: dict[str, Any]) -> None:
    output = fields.get("output")
    if output is None:
        return
    for name in ("title", "summary"):
        if not isinstance(output.get(name), str):
            raise Refusal(422, f'Invalid request.\n\n"{name}" wasn\'t supplied.')
    for name in ("summary", "text"):
        if len(output.get(name) or "") > LONGEST_OUTPUT:
            raise Refusal(422, f"Invalid request.\n\nOnly {LONGEST_OUTPUT} characters are allowed; {name} has more.")
    annotations = output.get("annotations", [])
    if len(annotations) > MOST_ANNOTATIONS:
        raise Refusal(422, f"Invalid request.\n\nNo more than {MOST_ANNOTATIONS} items are allowed.")
    for annotation in annotations:
        _hold_annotation(annotation)


def _hold_annotation(annotation: dict[str, Any]) -> None:
    lines = annotation.get("start_line"), annotation.get("end_line")
    columns = [name for name in ("start_column", "end_column") if name in annotation]
    wrong = (
        not annotation.get("path")
        or not annotation.get("message")
        or not all(isinstance(line, int) and line >= 1 for line in lines)
        or lines[0] > lines[1]
        or (columns and lines[0] != lines[1])
        or annotation.get("annotation_level") not in ("notice", "warning", "failure")
        or len(annotation.get("title", "")) > LONGEST_TITLE
        or len(annotation.get("message", "").encode()) > LONGEST_MESSAGE
    )
    if wrong:
        raise Refusal(422, "Invalid request.\n\nFor 'allOf/0', an annotation is not valid.")


def _change_check(world: state.World, check: state.CheckRun, fields: dict[str, Any]) -> None:
    check.external_id = fields.get("external_id", check.external_id)
    check.details_url = fields.get("details_url", check.details_url)
    check.status = fields.get("status", check.status)
    if fields.get("conclusion"):
        check.status, check.conclusion = "completed", fields["conclusion"]
        check.completed = world.now()
    output = fields.get("output") or {}
    check.title = output.get("title", check.title)
    check.summary = output.get("summary", check.summary)
    check.text = output.get("text", check.text)
    check.annotations += output.get("annotations", [])


@route("GET", f"{REPOSITORY}/commits/{{ref}}/statuses")
def _statuses(routes: Routes, request: Request, found: re.Match[str]) -> Answer:
    statuses = [status for status in reversed(routes.world.statuses) if status.sha == found["ref"]]
    return paged(request, [routes.shapes.status(status) for status in statuses])


@route("GET", f"{REPOSITORY}/commits/{{ref}}/status")
def _combined_status(routes: Routes, request: Request, found: re.Match[str]) -> Answer:
    newest = {status.context: status for status in routes.world.statuses if status.sha == found["ref"]}
    states = {status.state for status in newest.values()}
    combined = "failure" if states & {"failure", "error"} else "success" if states == {"success"} else "pending"
    root = routes.shapes.root
    shown = paged(request, [routes.shapes.status(status) for status in newest.values()])
    simple = [{key: value for key, value in status.items() if key != "creator"} for status in shown.body]
    body = {
        "state": combined, "sha": found["ref"], "total_count": len(newest), "statuses": simple,
        "repository": routes.shapes.minimal_repository(), "commit_url": f"{root}/commits/{found['ref']}",
        "url": f"{root}/commits/{found['ref']}/status",
    }  # fmt: skip
    return Answer(200, body, shown.headers)


@route("POST", f"{REPOSITORY}/statuses/{{sha}}")
def _add_status(routes: Routes, request: Request, found: re.Match[str]) -> Answer:
    account, fields = _actor(request), _fields(request)
    if not account.may_state:
        raise Refusal(403, "Resource not accessible by integration")
    if fields.get("state") not in ("error", "failure", "pending", "success"):
        raise invalid("Status", "state", "state is not included in the list")
    if len(fields.get("description") or "") > LONGEST_DESCRIPTION:
        raise invalid("Status", "description", f"description is too long (maximum is {LONGEST_DESCRIPTION} characters)")
    context = fields.get("context", "default")
    if sum((s.sha, s.context) == (found["sha"], context) for s in routes.world.statuses) >= MOST_STATUSES:
        raise invalid("Status", "base", "This SHA and context has reached the maximum number of statuses.")
    status = state.Status(
        routes.world.next_id(), found["sha"], context, fields["state"], fields.get("description"),
        fields.get("target_url"), account, routes.world.now(),
    )  # fmt: skip
    routes.world.statuses.append(status)
    return Answer(201, routes.shapes.status(status))


@route("GET", f"{REPOSITORY}/installation")
def _installation(routes: Routes, request: Request, _: re.Match[str]) -> Answer:
    _signed_as_app(request)
    for number, account in routes.world.installations.items():
        return Answer(200, routes.shapes.installation(number, account))
    raise Refusal(404, "Not Found")


@route("POST", "/app/installations/{id:int}/access_tokens")
def _installation_token(routes: Routes, request: Request, found: re.Match[str]) -> Answer:
    _signed_as_app(request)
    account = routes.world.installations.get(int(found["id"]))
    if account is None:
        raise Refusal(404, "Not Found")
    token = f"ghs_installation-{found['id']}"
    routes.world.accounts[token] = account
    body = {"token": token, "expires_at": "2036-11-29T12:00:00Z", "permissions": {"checks": "write"}}
    return Answer(201, {**body, "repository_selection": "selected"})


def _signed_as_app(request: Request) -> None:
    if request.headers.get("authorization", "").count(".") != 2:
        raise Refusal(401, "A JSON web token could not be decoded")
