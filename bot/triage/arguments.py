"""What `redfirst triage` is asked for, as a type."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING

from checkers import __version__
from checkers.arguments import Parser
from checkers.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

EXAMPLES = (
    "redfirst triage --repo acme/engine --pr 81",
    "redfirst triage --repo acme/engine --pr 81 --format json --output triage.json",
)
_REPOSITORY = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,38})/(?!\.{1,2}\Z)[A-Za-z0-9._-]{1,100}")
_MOST_DIGITS = 9


class TriageFormat(StrEnum):
    """What `--format` takes here."""

    TEXT = "text"
    JSON = "json"
    MARKDOWN = "markdown"


@dataclass(frozen=True, slots=True)
class TriageOptions:
    """One command line. `repository` is `OWNER/NAME`."""

    repository: str
    pull_request: int
    format: TriageFormat = TriageFormat.TEXT
    output: Path | None = None
    fail_on_skip: bool = False
    quiet: bool = False
    app_id: str | None = None
    app_key: Path | None = None


def parse_triage(argv: Sequence[str]) -> TriageOptions:
    """The options of `redfirst triage`. Raises UsageError."""
    about = "Tell which red checks of a pull request it caused and which its base branch has too, by failure text."
    parser = Parser(prog="redfirst triage", description=about, examples=EXAMPLES, allow_abbrev=False)
    add = parser.add_argument
    add("--version", action="version", version=f"redfirst {__version__}")
    add("--repo", dest="repository", metavar="OWNER/NAME", required=True, help="the repository on GitHub")
    add("--pr", dest="pull_request", metavar="N", required=True, help="the pull request's number")
    add("--format", choices=[form.value for form in TriageFormat], default="text", help="default: text")
    add("--output", metavar="FILE", type=Path, help="write the report there (default: standard output)")
    add(
        "--fail-on-skip",
        action="store_true",
        help="exit 3 when a check is open, unknown or not started, and none is red",
    )
    add("--quiet", action="store_true", help="in text, leave out what passed, what was skipped, and notes")
    add("--app-id", metavar="ID", help="sign in as a GitHub App (default: REDFIRST_APP_ID; else GITHUB_TOKEN)")
    add("--app-key", metavar="FILE", type=Path, help="the app's private key (default: REDFIRST_APP_KEY_FILE)")
    values = vars(parser.parse_args(list(argv)))
    values["format"] = TriageFormat(values["format"])
    values["output"] = None if values["output"] == Path("-") else values["output"]
    values["pull_request"] = _number(values["pull_request"])
    if not _REPOSITORY.fullmatch(values["repository"]):
        raise UsageError(f"--repo {values['repository']} is no OWNER/NAME")
    return TriageOptions(**values)


def _number(text: str) -> int:
    number = int(text) if text.isascii() and text.isdigit() and len(text) <= _MOST_DIGITS else 0
    if number < 1:
        raise UsageError(f"--pr {text} is no number of a pull request")
    return number
