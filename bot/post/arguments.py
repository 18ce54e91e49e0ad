"""What `redfirst post` is asked for, as a type."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from bot.verdict.checks import COMMIT, GREATEST_NUMBER, REPOSITORY
from checkers import __version__
from checkers.arguments import Parser
from checkers.errors import UsageError

if TYPE_CHECKING:
    from argparse import ArgumentParser
    from collections.abc import Sequence

EXAMPLES = (
    "redfirst post verdict.json --repo acme/engine --pr 81",
    "redfirst post verdict.zip --repo acme/engine --pr 81 --triage triage.json",
    "redfirst post verdict.json --repo acme/engine --pr 81 --app-id 5 --app-key key.pem",
)
USUAL_PATIENCE = 300
_MOST_PATIENCE = 3600


@dataclass(frozen=True, slots=True)
class PostOptions:
    """One command line. `repository` is `OWNER/NAME`; `patience` is in seconds.

    `head`, `run_id` and `run_attempt` are what is known of the judging run from elsewhere than its verdict.
    """

    verdict: Path
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
    parser = Parser(prog="redfirst post", description=about, examples=EXAMPLES, allow_abbrev=False)
    parser.add_argument("--version", action="version", version=f"redfirst {__version__}")
    parser.add_argument(
        "verdict", metavar="VERDICT", type=Path, help="verdict.json, or a folder or zip archive that holds it"
    )
    _add_target(parser)
    _add_account(parser)
    values = vars(parser.parse_args(list(argv)))
    if not REPOSITORY.fullmatch(values["repository"]):
        raise UsageError(f"--repo {values['repository']} is no OWNER/NAME")
    if values["head"] is not None and not COMMIT.fullmatch(values["head"]):
        raise UsageError(f"--head {values['head']} is no full hash of a commit")
    numbers = {"pull_request": "--pr", "run_id": "--run-id", "run_attempt": "--run-attempt"}
    values |= {name: _number(values[name], option, GREATEST_NUMBER) for name, option in numbers.items()}
    values["patience"] = _number(values["patience"], "--patience", _MOST_PATIENCE)
    return PostOptions(**values)


def _add_target(parser: ArgumentParser) -> None:
    add = parser.add_argument_group("what the verdict must be about").add_argument
    add("--repo", dest="repository", metavar="OWNER/NAME", required=True, help="the repository on GitHub")
    add("--pr", dest="pull_request", metavar="N", required=True, help="the pull request's number")
    add("--head", metavar="SHA", help="the head that was judged, as the judging run's event tells it")
    add("--run-id", metavar="ID", help="the run that judged")
    add("--run-attempt", metavar="N", help="its newest attempt")
    add("--not-trusted", metavar="WHY", help="the judged may have written the verdict: a gate that is skipped")


def _add_account(parser: ArgumentParser) -> None:
    add = parser.add_argument
    add(
        "--triage", metavar="FILE", type=Path, help="what redfirst triage wrote as JSON; it becomes part of the comment"
    )
    add("--app-id", metavar="ID", help="sign in as a GitHub App (default: REDFIRST_APP_ID; else GITHUB_TOKEN)")
    add("--app-key", metavar="FILE", type=Path, help="the app's private key (default: REDFIRST_APP_KEY_FILE)")
    add("--author", metavar="LOGIN", help="the login that comments are written as, such as 'gates[bot]', where"
        " GITHUB_TOKEN is the token of an app other than Actions")  # fmt: skip
    add("--patience", metavar="SECONDS", default=str(USUAL_PATIENCE),
        help=f"how long GitHub is tried again when it fails or asks to wait (default: {USUAL_PATIENCE})")  # fmt: skip


def _number(text: str | None, option: str, most: int) -> int | None:
    if text is None:
        return None
    number = int(text) if text.isascii() and text.isdigit() and len(text) <= len(str(most)) else 0
    if not 1 <= number <= most:
        raise UsageError(f"{option} {text} is no number from 1 to {most}")
    return number
