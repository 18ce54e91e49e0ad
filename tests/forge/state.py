"""What the forge knows: accounts, pull requests, comments, checks, statuses, runs, jobs and artifacts."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

EPOCH = datetime(2026, 11, 29, 12, 0, 0, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class App:
    """A GitHub App; the one of Actions signs what `GITHUB_TOKEN` does."""

    id: int
    slug: str


@dataclass(frozen=True, slots=True)
class Account:
    """Who acts. An app acts as a bot whose login ends in `[bot]`, and cannot ask who it is."""

    id: int
    login: str
    app: App | None = None
    may_check: bool = True
    """Whether it may write check runs: only apps may, and only with `checks: write`."""
    may_comment: bool = True
    may_state: bool = True
    """Whether it may write commit statuses."""

    @property
    def is_bot(self) -> bool:
        return self.app is not None


ACTIONS = App(15368, "github-actions")
ACTIONS_BOT = Account(41898282, "github-actions[bot]", ACTIONS)
OTHER_BOT = Account(49699333, "dependabot[bot]", App(29110, "dependabot"))
MAINTAINER = Account(1001, "maintainer")
CONTRIBUTOR = Account(1002, "contributor")
TOKEN = "ghs_token-of-actions"
OTHER_TOKEN = "ghs_token-of-another-bot"
MAINTAINER_TOKEN = "ghp_token-of-a-maintainer"


@dataclass(slots=True)
class Pull:
    """A pull request; `head` and `base_sha` are full hashes."""

    number: int
    head: str
    base: str = "main"
    base_sha: str = "0" * 40
    branch: str = "topic"
    title: str = "A change"
    body: str | None = None
    state: str = "open"
    locked: bool = False
    mergeable: bool | None = True
    fork: bool = False
    files: tuple[str, ...] = ("src/a.cpp",)
    """The paths that it changes."""
    comments: list[Comment] = field(default_factory=list)


@dataclass(slots=True)
class Comment:
    """A comment on a pull request."""

    id: int
    author: Account
    body: str
    created: datetime
    updated: datetime


@dataclass(slots=True)
class CheckRun:
    """A check run; annotations are kept as they were sent, for GitHub appends them."""

    id: int
    name: str
    head: str
    app: App
    suite: int
    status: str = "queued"
    conclusion: str | None = None
    started: datetime | None = None
    completed: datetime | None = None
    external_id: str = ""
    details_url: str | None = None
    title: str | None = None
    summary: str | None = None
    text: str | None = None
    annotations: list[dict[str, object]] = field(default_factory=list)


@dataclass(slots=True)
class Status:
    """A commit status; they are never changed, and the newest of a context counts."""

    id: int
    sha: str
    context: str
    state: str
    description: str | None
    target_url: str | None
    creator: Account
    created: datetime


@dataclass(slots=True)
class WorkflowRun:
    """A run of a workflow; each attempt has jobs of its own."""

    id: int
    head: str
    branch: str | None
    event: str
    workflow: int
    workflow_name: str
    path: str
    number: int
    created: datetime
    attempt: int = 1
    status: str = "completed"
    conclusion: str | None = "success"
    pulls: tuple[int, ...] = ()


@dataclass(slots=True)
class Job:
    """A job; its check run has the same id. `log` None: gone, as after the retention time."""

    id: int
    run: int
    attempt: int
    name: str
    head: str
    branch: str | None
    workflow_name: str
    status: str = "completed"
    conclusion: str | None = "success"
    started: datetime = EPOCH
    completed: datetime | None = None
    log: bytes | None = b""
    steps: tuple[tuple[str, str], ...] = ()
    """Names of steps with their conclusions."""


@dataclass(slots=True)
class Artifact:
    """An uploaded archive."""

    id: int
    run: int
    name: str
    data: bytes
    created: datetime
    expired: bool = False


@dataclass(slots=True)
class World:
    """One repository and all that hangs on it. Tests change it directly; the server changes it under its lock."""

    owner: str = "acme"
    name: str = "infer"
    default_branch: str = "main"
    accounts: dict[str, Account] = field(
        default_factory=lambda: {TOKEN: ACTIONS_BOT, OTHER_TOKEN: OTHER_BOT, MAINTAINER_TOKEN: MAINTAINER}
    )
    """Who each token is."""
    installations: dict[int, Account] = field(default_factory=dict)
    """Apps that are installed here, by the installation's id."""
    pulls: dict[int, Pull] = field(default_factory=dict)
    checks: list[CheckRun] = field(default_factory=list)
    statuses: list[Status] = field(default_factory=list)
    runs: list[WorkflowRun] = field(default_factory=list)
    jobs: list[Job] = field(default_factory=list)
    artifacts: list[Artifact] = field(default_factory=list)
    tips: dict[str, str] = field(default_factory=dict)
    """The newest commit of each branch that is asked for by name."""
    last_id: int = 7_000
    seconds: int = 0

    @property
    def full_name(self) -> str:
        return f"{self.owner}/{self.name}"

    def next_id(self) -> int:
        """A number that is greater than all before, as ids of GitHub are."""
        self.last_id += 1
        return self.last_id

    def now(self) -> datetime:
        """A clock that goes on by one second each time it is read."""
        self.seconds += 1
        return EPOCH + timedelta(seconds=self.seconds)

    def open_pull(self, number: int, head: str, **fields: object) -> Pull:
        """Open a pull request."""
        self.pulls[number] = pull = Pull(number, head, **fields)  # type: ignore[arg-type]
        return pull

    def comment(self, number: int, body: str, author: Account = CONTRIBUTOR) -> Comment:
        """Let somebody comment."""
        now = self.now()
        made = Comment(self.next_id(), author, body, now, now)
        self.pulls[number].comments.append(made)
        return made

    def suite_of(self, head: str, app: App) -> int:
        """The id of an app's check suite at a commit: GitHub makes one for each pair."""
        for check in self.checks:
            if (check.head, check.app) == (head, app):
                return check.suite
        return self.next_id()

    def check(self, name: str, head: str, app: App = ACTIONS, **fields: object) -> CheckRun:
        """Add a check run, completed unless the fields say otherwise."""
        now = self.now()
        fields = {"status": "completed", "conclusion": "success", "started": now, "completed": now} | fields
        made = CheckRun(self.next_id(), name, head, app, self.suite_of(head, app), **fields)  # type: ignore[arg-type]
        self.checks.append(made)
        return made

    def run(
        self, head: str, *, branch: str | None = "topic", event: str = "pull_request", **fields: object
    ) -> WorkflowRun:
        """Add a run of a workflow (fields of WorkflowRun; `workflow_name` and `path` default to those of `ci`)."""
        number = 1 + sum(1 for _ in self.runs)
        values = {"workflow": 61, "workflow_name": "ci", "path": ".github/workflows/ci.yml"} | fields
        values.setdefault("number", number)
        values.setdefault("created", self.now())
        values.setdefault("id", self.next_id())
        made = WorkflowRun(head=head, branch=branch, event=event, **values)  # type: ignore[arg-type]
        self.runs.append(made)
        return made

    def job(self, run: WorkflowRun, name: str, *, log: str | bytes | None = b"", **fields: object) -> Job:
        """Add a job to a run's present attempt, and its check run with the same id."""
        data = log.encode("utf-8", "surrogateescape") if isinstance(log, str) else log
        now = self.now()
        values: dict[str, object] = {"started": now, "completed": now, "attempt": run.attempt} | fields
        if values.get("status", "completed") != "completed":
            values |= {"completed": None, "conclusion": None}
        made = Job(
            self.next_id(), run.id, name=name, head=run.head, branch=run.branch,
            workflow_name=run.workflow_name, log=data, **values,  # type: ignore[arg-type]
        )  # fmt: skip
        self.jobs.append(made)
        suite = self.suite_of(run.head, ACTIONS)
        page = f"https://github.example/{self.full_name}/actions/runs/{run.id}/job/{made.id}"
        times = (made.started, made.completed)
        check = CheckRun(
            made.id, name, run.head, ACTIONS, suite, made.status, made.conclusion, *times, details_url=page
        )
        self.checks.append(check)
        return made

    def artifact(self, run: WorkflowRun, name: str, data: bytes, *, expired: bool = False) -> Artifact:
        """Upload an archive."""
        made = Artifact(self.next_id(), run.id, name, data, self.now(), expired)
        self.artifacts.append(made)
        return made
