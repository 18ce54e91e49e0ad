"""What `redfirst triage` is asked for, as a type."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from bot.options import add_account, add_pull_request, number_of
from checkers.parser import Parser

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

EXAMPLES = (
    "redfirst triage --repo acme/engine --pr 81",
    "redfirst triage --repo acme/engine --pr 81 --format json --output triage.json",
)


class TriageFormat(StrEnum):
    """What `--format` takes here."""

    TEXT = "text"
    JSON = "json"
    MARKDOWN = "markdown"


@dataclass(frozen=True, slots=True)
class TriageOptions:
    """One command line. `repository` is `OWNER/NAME`; `judge_run` is the id of the run that judges, if one does."""

    repository: str
    pull_request: int
    judge_run: int | None = None
    format: TriageFormat = TriageFormat.TEXT
    output: Path | None = None
    fail_on_skip: bool = False
    quiet: bool = False
    app_id: str | None = None
    app_key: Path | None = None


def parse_triage(argv: Sequence[str]) -> TriageOptions:
    """The options of `redfirst triage`. Raises UsageError."""
    about = "Tell which red checks of a pull request it caused and which its base branch has too, by failure text."
    parser = Parser(prog="redfirst triage", description=about, examples=EXAMPLES)
    add = parser.add_argument
    add_pull_request(add)
    left_out = "leave out the workflow of this run, of which a verdict tells"
    add("--judge-run", metavar="ID", type=number_of("--judge-run"), help=left_out)
    add("--format", choices=[form.value for form in TriageFormat], default="text", help="default: text")
    parser.add_shared("--output")
    add(
        "--fail-on-skip",
        action="store_true",
        help="exit 3 when a check is open, unknown or not started, and none is red",
    )
    add("--quiet", action="store_true", help="in text, leave out what passed, what was skipped, and notes")
    add_account(add)
    values = vars(parser.parse_args(list(argv)))
    values["format"] = TriageFormat(values["format"])
    return TriageOptions(**values)
