"""Options that several commands have: a pull request, the account that asks and writes, numbers and names."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from bot.verdict.validation import GREATEST_NUMBER, REPOSITORY
from checkers.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable

    Add = Callable[..., object]
    """`add_argument` of a parser or of a group."""


def add_pull_request(add: Add) -> None:
    """The repository on GitHub and the number, as `repository` and `pull_request`."""
    name, number = partial(repository_name, source="--repo"), number_of("--pr")
    where, which = "the repository on GitHub", "the pull request's number"
    add("--repo", dest="repository", metavar="OWNER/NAME", type=name, required=True, help=where)
    add("--pr", dest="pull_request", metavar="N", type=number, required=True, help=which)


def add_account(add: Add) -> None:
    """A GitHub App and its key, as `app_id` and `app_key`."""
    add("--app-id", metavar="ID", help="sign in as a GitHub App (default: REDFIRST_APP_ID; else GITHUB_TOKEN)")
    add("--app-key", metavar="FILE", type=Path, help="the app's private key (default: REDFIRST_APP_KEY_FILE)")


def number_of(source: str, most: int = GREATEST_NUMBER) -> Callable[[str], int]:
    """Reads the value of an option or a variable that is a whole number from 1 on."""
    return partial(whole_number, source=source, most=most)


def whole_number(text: str, source: str, most: int = GREATEST_NUMBER) -> int:
    """The number; `source` is the option or the variable that has it. Raises UsageError."""
    number = int(text) if text.isascii() and text.isdigit() and len(text) <= len(str(most)) else 0
    if not 1 <= number <= most:
        raise UsageError(f"{source} {text[:80]} is no number from 1 to {most}")
    return number


def repository_name(text: str, source: str) -> str:
    """`OWNER/NAME`; `source` is the option or the variable that has it. Raises UsageError."""
    if not REPOSITORY.fullmatch(text):
        raise UsageError(f"{source} {text[:200]} is no OWNER/NAME")
    return text
