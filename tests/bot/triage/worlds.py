"""Repositories to triage: a pull request, its checks, the runs on the base branch, and a way to ask without a port."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NoReturn
from urllib.parse import urlencode

import fixtures.logs
from bot.github.errors import RefusedError
from bot.github.patience import Patience
from bot.github.runs import Runs
from bot.triage.command import triaged
from bot.triage.model import CheckState, CheckTriage, TriageReport
from tests.forge import actions as _actions  # noqa: F401 - registers its routes
from tests.forge.http import Answer, Request
from tests.forge.routes import Routes
from tests.forge.shapes import Shapes
from tests.forge.state import ACTIONS_BOT, Job, WorkflowRun, World

LOGS = Path(fixtures.logs.__file__).parent
HEAD, MAIN, OLDER = "a" * 40, "b" * 40, "c" * 40
NUMBER = 7
RED, GREEN = "failure", "success"


@dataclass(slots=True)
class Direct:
    """What a client is asked for, answered out of a world, without HTTP; `asked` are the paths."""

    world: World
    asked: list[str] = field(default_factory=list)
    patience: Patience = field(default_factory=lambda: Patience(sleep=lambda _: None))

    def get(self, path: str) -> Any:
        return self._answer(path).body

    def pages(self, path: str, key: str | None = None, **query: str | int) -> Any:
        page = 1
        while True:
            body = self._answer(f"{path}?{urlencode({'per_page': 100, **query, 'page': page})}").body
            items = body[key] if key else body
            yield from items
            if not items:
                return
            page += 1

    def download(self, path: str, most: int, *, cut: bool = False) -> bytes:
        assert cut
        place = self._answer(path).headers["Location"]
        body = self._answer(place.removeprefix("http://store"), with_token=False).body
        assert isinstance(body, bytes)
        return body[:most]

    def _answer(self, target: str, with_token: bool = True) -> Answer:
        self.asked.append(target)
        headers = {"x-base": "http://api", "x-store": "http://store"}
        headers |= {"authorization": "token t"} if with_token else {}
        answer = Routes(self.world, Shapes(self.world, "http://api")).answer(
            Request("GET", target, headers, b"", ACTIONS_BOT)
        )
        if answer.status >= 400:
            self._refuse(target, answer)
        return answer

    def _refuse(self, target: str, answer: Answer) -> NoReturn:
        raise RefusedError(f"GET {target} was answered with status {answer.status}", answer.status)


def log(name: str) -> bytes:
    """One of the logs that are kept, such as `gtest-base`."""
    return (LOGS / f"{name}.log").read_bytes()


def world(**pull: Any) -> World:
    """A repository with one open pull request."""
    made = World(owner="acme", name="engine")
    made.open_pull(NUMBER, HEAD, **pull)
    made.tips["main"] = MAIN
    return made


def on_main(made: World, name: str, text: bytes | None, conclusion: str | None = RED, **fields: Any) -> Job:
    """A run on the base branch with one job; later ones are newer."""
    run = made.run(fields.pop("commit", MAIN), branch="main", event=fields.pop("event", "push"), **_of_run(fields))
    return made.job(run, name, log=text, conclusion=conclusion, **fields)


def on_head(made: World, name: str, text: bytes | None, conclusion: str | None = RED, **fields: Any) -> Job:
    """A job of the pull request's head, in the run of its workflow."""
    values = _of_run(fields)
    runs = [run for run in made.runs if run.head == HEAD and run.workflow == values.get("workflow", 61)]
    run: WorkflowRun = runs[0] if runs else made.run(HEAD, **values)
    return made.job(run, name, log=text, conclusion=conclusion, **fields)


def _of_run(fields: dict[str, Any]) -> dict[str, Any]:
    return {key: fields.pop(key) for key in ("workflow", "workflow_name", "path") if key in fields}


def annotate(made: World, job: Job, message: str = "Process completed with exit code 1.") -> None:
    """What GitHub adds to the check run of a job where a step fails, tolerated or not."""
    check = next(check for check in made.checks if check.id == job.id)
    place = {"path": ".github", "start_line": 1, "end_line": 1}
    check.annotations.append({**place, "annotation_level": "failure", "message": message})


def report_of(made: World, judge: int | None = None, **limits: Any) -> TriageReport:
    """The triage of the pull request."""
    return triaged(Runs(Direct(made), "acme/engine", **limits), "acme/engine", NUMBER, judge)  # type: ignore[arg-type]


def only(made: World, **limits: Any) -> CheckTriage:
    """The one check of the head."""
    (check,) = report_of(made, **limits).checks
    return check


def state_of(made: World) -> CheckState:
    """The state of the one check of the head."""
    return only(made).state
