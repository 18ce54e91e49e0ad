"""What `redfirst post` is asked for, as a type."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from bot.options import add_account, add_pull_request, number_of
from bot.verdict.validation import COMMIT
from checkers.errors import UsageError
from checkers.parser import Parser

if TYPE_CHECKING:
    from argparse import ArgumentParser
    from collections.abc import Mapping, Sequence

EXAMPLES = (
    "redfirst post verdict.json --repo acme/engine --pr 81",
    "redfirst post verdict.zip --repo acme/engine --pr 81 --triage triage.json",
    "redfirst post v.json --repo acme/engine --pr 81 --app-id 5 --app-key key.pem",
    "redfirst post --superseded --repo acme/engine --pr 81  # a new head was pushed",
)
USUAL_PATIENCE = 300
_MOST_PATIENCE = 3600


@dataclass(frozen=True, slots=True)
class PostOptions:
    """One command line. `repository` is `OWNER/NAME`; `patience` is in seconds.

    Without a verdict, all that is posted is that the pull request has moved on.

    `head`, `run_id` and `run_attempt` are what is known of the judging run from elsewhere than its verdict.
    """

    verdict: Path | None
    repository: str
    pull_request: int
    triage: Path | None = None
    head: str | None = None
    run_id: int | None = None
    run_attempt: int | None = None
    not_trusted: str | None = None
    author: str | None = None
    app_id: str | None = None
    app_key: Path | None = None
    patience: int = USUAL_PATIENCE


def parse_post(argv: Sequence[str]) -> PostOptions:
    """The options of `redfirst post`. Raises UsageError."""
    about = "Post a verdict on its pull request: one comment that is edited in place, a check run, a commit status."
    parser = Parser(prog="redfirst post", description=about, examples=EXAMPLES)
    parser.add_argument(
        "verdict",
        metavar="VERDICT",
        nargs="?",
        type=Path,
        help="verdict.json, or a folder or zip archive that holds it",
    )
    parser.add_argument(
        "--superseded", action="store_true", help="post no verdict: let the comment say that its head is not the newest"
    )
    _add_target(parser)
    _add_account(parser)
    values = vars(parser.parse_args(list(argv)))
    _refuse_both(values.pop("superseded"), values)
    if values["head"] is not None and not COMMIT.fullmatch(values["head"]):
        raise UsageError(f"--head {values['head']} is no full hash of a commit")
    return PostOptions(**values)


def _refuse_both(superseded: bool, values: Mapping[str, object]) -> None:
    if not superseded and values["verdict"] is None:
        raise UsageError("what is to be posted? name a verdict, or say --superseded")
    about = ("verdict", "triage", "head", "run_id", "run_attempt", "not_trusted")
    unread = next((name for name in about if superseded and values[name] is not None), None)
    if unread:
        name = "a verdict" if unread == "verdict" else f"--{unread.replace('_', '-')}"
        raise UsageError(f"--superseded posts no verdict; leave {name} out")


def _add_target(parser: ArgumentParser) -> None:
    add = parser.add_argument_group("what the verdict must be about").add_argument
    add_pull_request(add)
    add("--head", metavar="SHA", help="the head that was judged, as the judging run's event tells it")
    add("--run-id", metavar="ID", type=number_of("--run-id"), help="the run that judged")
    add("--run-attempt", metavar="N", type=number_of("--run-attempt"), help="its newest attempt")
    add("--not-trusted", metavar="WHY", help="the judged may have written the verdict: a gate that is skipped")


def _add_account(parser: ArgumentParser) -> None:
    add = parser.add_argument
    add(
        "--triage", metavar="FILE", type=Path, help="what redfirst triage wrote as JSON; it becomes part of the comment"
    )
    add_account(add)
    add("--author", metavar="LOGIN", help="the login that comments are written as, such as 'gates[bot]', where"
        " GITHUB_TOKEN is the token of an app other than Actions")  # fmt: skip
    add("--patience", metavar="SECONDS", type=number_of("--patience", _MOST_PATIENCE), default=USUAL_PATIENCE,
        help=f"how long GitHub is tried again when it fails or asks to wait (default: {USUAL_PATIENCE})")  # fmt: skip
