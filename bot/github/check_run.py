"""The check run `redfirst` of a commit: one for each run that judged it, in the hands of nobody else."""

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
    """What a check run says. `age` is the run that judged, kept in GitHub's external id; `text` is Markdown."""

    age: Age
    conclusion: str
    title: str
    summary: str
    text: str
    url: str | None = None

    def data(self) -> dict[str, Json]:
        """As GitHub takes it, without annotations."""
        output = {"title": self.title, "summary": self.summary, "text": self.text}
        data: dict[str, Json] = {"external_id": str(self.age), "status": "completed", "conclusion": self.conclusion}
        return data | {"output": output} | ({"details_url": self.url} if self.url else {})

    def says(self, other: Content) -> bool:
        """Whether both say the same, wherever they link to."""
        return _told(self) == _told(other)


@dataclass(frozen=True, slots=True)
class CheckRun:
    """A check run as the forge has it; later ones have greater ids. `app` is a slug, None where it is not told."""

    id: int
    content: Content
    annotations: int
    app: str | None


@dataclass(frozen=True, slots=True)
class CheckRuns:
    """Our check runs in `OWNER/NAME`."""

    client: Client
    repository: str

    def published(self, head: str, identity: Identity) -> list[CheckRun]:
        """Those that runs of ours made for a commit, in the order in which they were made. Raises ForgeError."""
        place = f"/repos/{self.repository}/commits/{head}/check-runs"
        listed = self.client.pages(place, "check_runs", check_name=NAME, filter="all")
        checks = [check for check in map(_check, listed) if check and check.app in (None, identity.app)]
        return sorted(checks, key=lambda check: check.id)

    def create(self, head: str, content: Content, annotations: Sequence[Annotation]) -> CheckRun:
        """A new one, with the first annotations. Raises UnansweredError where it may have been made."""
        first = _batch(annotations, 0)
        data = content.data() | {"name": NAME, "head_sha": head}
        data["output"] |= _output(first)
        made = _required(self.client.send("POST", f"/repos/{self.repository}/check-runs", data, repeatable=False))
        return CheckRun(made.id, content, max(made.annotations, len(first)), made.app)

    def complete(self, check: CheckRun, content: Content, annotations: Sequence[Annotation]) -> CheckRun:
        """Bring one to a content and to all annotations, in as few requests as that takes: none, if it is there.

        Annotations are never taken back; those that are there are taken for the first ones. Raises UnansweredError
        where some may have been added.
        """
        while check.annotations < len(annotations) or not check.content.says(content):
            data = content.data()
            more = _batch(annotations, check.annotations)
            data["output"] |= _output(more)
            place = f"/repos/{self.repository}/check-runs/{check.id}"
            answer = self.client.send("PATCH", place, data, repeatable=not more)
            now = _required(answer)
            check = CheckRun(check.id, content, max(now.annotations, check.annotations + len(more)), now.app)
        return check


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
        age = parsed_age(str(data.get("external_id") or ""))
        if age is None:
            return None
        title, summary, text = (str(output.get(key) or "") for key in ("title", "summary", "text"))
        content = Content(age, str(data.get("conclusion") or ""), title, summary, text, data.get("details_url"))
        return CheckRun(int(data["id"]), content, int(output.get("annotations_count") or 0), app.get("slug"))


def _told(content: Content) -> tuple[str, ...]:
    texts = (content.title, content.summary, content.text)
    return (str(content.age), content.conclusion, *map(folded, texts))
