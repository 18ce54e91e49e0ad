"""The check run `redfirst` of a commit: one for each pull request and run that judged it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.github.annotations import IN_ONE_REQUEST
from bot.github.errors import described, undescribed
from bot.github.marker import Age, folded, parsed_age

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.github.annotations import Annotation
    from bot.github.client import Client, Json
    from bot.github.credentials import Identity

NAME = "redfirst"
LONGEST_TEXT = 65_535
"""https://docs.github.com/rest/checks/runs (output: maximum length of summary and text)."""


@dataclass(frozen=True, slots=True)
class Content:
    """What a check run says. `age` is the run that judged; `text` is Markdown."""

    age: Age
    conclusion: str
    title: str
    summary: str
    text: str
    url: str | None = None

    def data(self) -> dict[str, Json]:
        """As GitHub takes it, without annotations and without whose it is."""
        output = {"title": self.title, "summary": self.summary, "text": self.text}
        data: dict[str, Json] = {"status": "completed", "conclusion": self.conclusion}
        return data | {"output": output} | ({"details_url": self.url} if self.url else {})

    def says(self, other: Content) -> bool:
        """Whether both say the same, wherever they link to."""
        return _told(self) == _told(other)


@dataclass(frozen=True, slots=True)
class CheckRun:
    """A check run as the forge has it; later ones have greater ids. `app` is a slug, None where it is not told."""

    id: int
    pull_request: int
    content: Content
    annotations: int
    app: str | None


@dataclass(frozen=True, slots=True)
class CheckRuns:
    """Our check runs for one pull request of `OWNER/NAME`.

    Several pull requests may have one head: GitHub's external id tells which one a check run is for, and which run made
    it, as `7/81.2`.
    """

    client: Client
    repository: str
    number: int

    def published(self, head: str, identity: Identity) -> list[CheckRun]:
        """Those that runs of ours made of a commit, in the order in which they were made. Raises ForgeError."""
        place = f"/repos/{self.repository}/commits/{head}/check-runs"
        listed = self.client.pages(place, "check_runs", check_name=NAME, filter="all")
        checks = (check for check in map(_check, listed) if check and check.app in (None, identity.app))
        return sorted((check for check in checks if check.pull_request == self.number), key=lambda check: check.id)

    def create(self, head: str, content: Content, annotations: Sequence[Annotation]) -> CheckRun:
        """A new one, with the first annotations. Raises UnansweredError where it may have been made."""
        first = _batch(annotations, 0)
        data = self._data(content) | {"name": NAME, "head_sha": head}
        data["output"] |= _output(first)
        made = _required(self.client.send("POST", f"/repos/{self.repository}/check-runs", data, repeatable=False))
        return CheckRun(made.id, self.number, content, max(made.annotations, len(first)), made.app)

    def complete(self, check: CheckRun, content: Content, annotations: Sequence[Annotation]) -> CheckRun:
        """Bring one to a content and to all annotations, in as few requests as that takes: none, if it is there.

        Annotations are never taken back; those that are there are taken for the first ones. Raises UnansweredError
        where some may have been added.
        """
        while check.annotations < len(annotations) or not check.content.says(content):
            data = self._data(content)
            more = _batch(annotations, check.annotations)
            data["output"] |= _output(more)
            place = f"/repos/{self.repository}/check-runs/{check.id}"
            answer = self.client.send("PATCH", place, data, repeatable=not more)
            now = _required(answer)
            done = max(now.annotations, check.annotations + len(more))
            check = CheckRun(check.id, self.number, content, done, now.app)
        return check

    def _data(self, content: Content) -> dict[str, Json]:
        return content.data() | {"external_id": f"{self.number}/{content.age}"}


def _batch(annotations: Sequence[Annotation], done: int) -> Sequence[Annotation]:
    return annotations[done : done + IN_ONE_REQUEST]


def _output(annotations: Sequence[Annotation]) -> dict[str, Json]:
    return {"annotations": [annotation.data() for annotation in annotations]} if annotations else {}


def _required(data: Json) -> CheckRun:
    check = _check(data)
    if check is None:
        raise undescribed("a check run")
    return check


def _check(data: Json) -> CheckRun | None:
    """A check run that a run of redfirst made; None for any other of the name."""
    with described("a check run"):
        output, app = data.get("output") or {}, data.get("app") or {}
        number, _, run = str(data.get("external_id") or "").partition("/")
        age = parsed_age(run)
        if age is None or not (number.isascii() and number.isdigit()):
            return None
        title, summary, text = (str(output.get(key) or "") for key in ("title", "summary", "text"))
        content = Content(age, str(data.get("conclusion") or ""), title, summary, text, data.get("details_url"))
        annotations = int(output.get("annotations_count") or 0)
        return CheckRun(int(data["id"]), int(number), content, annotations, app.get("slug"))


def _told(content: Content) -> tuple[str, ...]:
    texts = (content.title, content.summary, content.text)
    return (str(content.age), content.conclusion, *map(folded, texts))
