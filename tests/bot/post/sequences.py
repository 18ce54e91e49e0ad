"""Random histories of posts: several runs at once, pushes, failures, meddling people, in an order that a seed fixes."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

from bot.github.client import Client
from bot.github.credentials import Identity, sign_in
from bot.github.marker import Age, Marker, age_of, marked
from bot.post.posting import Poster
from bot.post.superseding import Superseder
from bot.verdict.model import PullRequestVerdict
from checkers.model import SubjectKind, verdict
from tests.bot.post.posts import NUMBER, REPOSITORY, failing, judged
from tests.forge.clients import Clock, patience
from tests.forge.faults import seeded
from tests.forge.server import Forge
from tests.forge.state import ACTIONS_BOT, CONTRIBUTOR, OTHER_BOT, Account, Comment

_TIMEOUT = 1.0
_SILENCE = 3.0
_PATIENCE = 7_200.0


@dataclass(frozen=True, slots=True)
class Run:
    """One run: whose it is, which head it judged, and its age; one that only `begins` posts no verdict."""

    name: str
    account: Account
    head: int
    age: Age
    begins: bool = False

    @property
    def verdict(self) -> PullRequestVerdict:
        """Its verdict; the text names the run."""
        gate = verdict("doc-checkpoint", SubjectKind.RANGE, population={}, examined=f"what run {self.age} saw")
        gates = (failing(), gate) if self.age.run % 2 else (gate,)
        return judged(commit(self.head), self.age.run, self.age.attempt, *gates)


@dataclass(slots=True)
class Turns:
    """Lets one of several threads go on at a time, from request to request, in the order that a seed chooses."""

    random: Random
    names: list[str]
    before: Any
    """Called with the name of the thread whose turn it is and what it asks for, before it goes on."""
    waiting: dict[str, str] = field(default_factory=dict)
    done: set[str] = field(default_factory=set)
    turn: str | None = None
    changed: threading.Condition = field(default_factory=threading.Condition)

    def take(self, name: str, request: str) -> None:
        """Wait for a turn to ask for that, such as `GET /user`."""
        with self.changed:
            self.waiting[name] = request
            self.changed.notify_all()
            self.changed.wait_for(lambda: self.turn == name)
            self.turn = None

    def finish(self, name: str) -> None:
        with self.changed:
            self.done.add(name)
            self.changed.notify_all()

    def drive(self) -> None:
        """Give turns until all are done."""
        while True:
            with self.changed:
                self.changed.wait_for(
                    lambda: self.turn is None and len(self.waiting) + len(self.done) == len(self.names)
                )
                if not self.waiting:
                    return
                chosen = self.random.choice(sorted(self.waiting))
                self.before(chosen, self.waiting.pop(chosen))
                self.turn = chosen
                self.changed.notify_all()


@dataclass(frozen=True, slots=True)
class _Turned:
    """PyGithub's requester, which waits for its turn before each request."""

    requester: Any
    turns: Turns
    name: str

    def requestJson(self, method: str, path: str, *more: Any) -> Any:  # noqa: N802 - PyGithub's name
        self.turns.take(self.name, f"{method} {path}")
        return self.requester.requestJson(method, path, *more)


@dataclass(slots=True)
class Sequence:
    """One random history on a forge. `errors` are what posters raised."""

    forge: Forge
    seed: int
    runs: list[Run] = field(init=False)
    foreign: list[tuple[int, str]] = field(init=False)
    errors: list[BaseException] = field(default_factory=list)
    random: Random = field(init=False)
    steps: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.random = Random(self.seed)
        self.runs = _runs(self.random)
        self.forge.world.open_pull(NUMBER, commit(0))
        _fill(self.forge, self.random)
        self.foreign = _foreign(self.forge)
        self.forge.plan = seeded(self.random.randrange(1 << 30), self.random.choice((0.0, 0.05, 0.15)), _SILENCE)

    @property
    def head(self) -> int:
        """The head in the end."""
        return max(run.head for run in self.runs)

    def newest(self, account: Account) -> Run | None:
        """The run whose verdict that account's comment must show in the end."""
        runs = [run for run in self.runs if run.account == account and run.head == self.head and not run.begins]
        return max(runs, key=lambda run: run.age, default=None)

    def play(self) -> None:
        """Let all runs post, each in a thread of its own, one request at a time."""
        turns = Turns(self.random, [run.name for run in self.runs], self._before)
        threads = [threading.Thread(target=self._post, args=(run, turns), daemon=True) for run in self.runs]
        for thread in threads:
            thread.start()
        turns.drive()
        for thread in threads:
            thread.join()

    def _post(self, run: Run, turns: Turns) -> None:
        try:
            token = f"ghs_{run.name}"
            self.forge.world.accounts[token] = run.account
            environment = {"GITHUB_API_URL": self.forge.url, "GITHUB_TOKEN": token}
            kept = patience(Clock(), _PATIENCE, _TIMEOUT, self.seed)
            client, _ = sign_in(environment, author=run.account.login).client(REPOSITORY, kept)
            turned = Client(_Turned(client.requester, turns, run.name), kept)  # type: ignore[arg-type]
            known = (turned, Identity(run.account.login), REPOSITORY, NUMBER)
            (Superseder(*known) if run.begins else Poster(*known, run.verdict)).post()
        except BaseException as error:
            self.errors.append(error)
        finally:
            turns.finish(run.name)

    def _before(self, name: str, request: str) -> None:
        """A run exists only after its head was pushed; people meddle while one of ours still has to look.

        In the middle of a last look, between two pages of a list, nobody could see it.
        """
        run = next(run for run in self.runs if run.name == name)
        pull = self.forge.world.pulls[NUMBER]
        self.steps.append(name)
        if int(pull.head, 16) < run.head:
            pull.head = commit(run.head)
        looks = "page=" in request or (request.startswith("GET ") and "/issues/comments/" in request)
        if run.account is ACTIONS_BOT and not looks and self.random.random() < 0.04:
            self._meddle(pull.comments)

    def _meddle(self, comments: list[Comment]) -> None:
        ours = [comment for comment in comments if comment.author is ACTIONS_BOT and "<!-- redfirst/1" in comment.body]
        if not ours:
            return
        comment = self.random.choice(ours)
        if self.random.random() < 0.5:
            comments.remove(comment)
        else:
            comment.body = f"**redfirst: all is well**\n\n{comment.body.splitlines()[-1]}"


def commit(number: int) -> str:
    """The hash of one of the heads."""
    return f"{number:040x}"


def _runs(random: Random) -> list[Run]:
    """Two to four runs of ours over one to three heads, later heads by later runs, and perhaps two of another bot.

    Of some of ours it is told, too, that they begin, whenever that is delivered.
    """
    heads = sorted(random.randrange(3) for _ in range(random.randint(2, 4)))
    runs, number, attempt = [], 1, 1
    for at, head in enumerate(heads):
        again = at > 0 and head == heads[at - 1] and random.random() < 0.4
        number, attempt = (number, attempt + 1) if again else (number + random.randint(1, 8), 1)
        runs.append(Run(f"run-{at}", ACTIONS_BOT, head, Age(number, attempt)))
    if random.random() < 0.4:
        runs += [Run(f"other-{at}", OTHER_BOT, heads[-1], Age(50 + at, 1)) for at in range(random.randint(1, 2))]
    begun = [run for run in runs if run.account == ACTIONS_BOT and random.random() < 0.3]
    return runs + [replace(run, name=f"{run.name}-begins", begins=True) for run in begun]


def _fill(forge: Forge, random: Random) -> None:
    """What was said before: much or little, copies of our marker, and what earlier runs left behind."""
    copied = marked("**redfirst: all 9 gates passed**", Marker(commit(0), Age(999, 1)))
    for number in range(random.choice((0, 3, 130))):
        forge.world.comment(NUMBER, random.choice((f"comment {number}", copied)), CONTRIBUTOR)
    for _ in range(random.choice((0, 0, 1, 2))):
        old = marked("**redfirst: the one gate passed**", Marker(f"{0xABC:040x}", Age(1, 1)))
        forge.world.comment(NUMBER, old, ACTIONS_BOT)
    forge.world.comment(NUMBER, "coverage: 97 %", ACTIONS_BOT)
    for number in range(random.choice((0, 0, 110))):
        forge.world.comment(NUMBER, f"later comment {number}", CONTRIBUTOR)


def _foreign(forge: Forge) -> list[tuple[int, str]]:
    comments = forge.world.pulls[NUMBER].comments
    return [(it.id, it.body) for it in comments if it.author is CONTRIBUTOR or "<!--" not in it.body]


def problems(sequence: Sequence) -> list[str]:
    """What is wrong in the end, in words; nothing, if all is as it should be."""
    forge = sequence.forge
    found = [f"a run failed: {error!r}" for error in sequence.errors]
    if _foreign(forge) != sequence.foreign:
        found.append("a foreign comment was touched")
    for account in (ACTIONS_BOT, OTHER_BOT):
        found += _wrong_of(sequence, account, sequence.newest(account))
    return found


def _wrong_of(sequence: Sequence, account: Account, run: Run | None) -> list[str]:
    world, head = sequence.forge.world, commit(sequence.head)
    ours = [it for it in world.pulls[NUMBER].comments if it.author is account and "<!-- redfirst/1" in it.body]
    if run is None:
        return [] if not ours or account is ACTIONS_BOT else [f"{account.login} has a comment and no run"]
    if len(ours) != 1:
        return [f"{account.login} has {len(ours)} comments"]
    wrong = []
    marker = str(Marker(head, run.age))
    if not ours[0].body.endswith(marker) or f"what run {run.age} saw" not in ours[0].body:
        wrong.append(f"{account.login}: the comment shows {ours[0].body.splitlines()[-1]} and not {marker}")
    conclusion = "failure" if run.age.run % 2 else "success"
    last = [check for check in world.checks if check.head == head and check.app == account.app][-1]
    if (last.external_id, last.conclusion) != (f"{NUMBER}/{run.age}", conclusion):
        wrong.append(f"{account.login}: the last check run is {last.external_id} {last.conclusion}")
    if sequence.newest(OTHER_BOT) is None and [it for it in world.statuses if it.sha == head][-1].state != conclusion:
        wrong.append("the status is another run's")
    assert age_of(run.verdict.run) == run.age
    return wrong
